package tui

import (
	"strings"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/share"

	tea "github.com/charmbracelet/bubbletea"
)

// copyShared puts what can be sent to others on the clipboard, and opens a page with it as text, because not every
// terminal can do the former. keys are the keys that open the page.
func (p *boardScreen) copyShared(block *share.Block, b *scene.Board, keys []string) tea.Cmd {
	t := p.viewer.texts()
	text := block.Text(t, "")
	shown := text
	if p.viewer.theme.Look.ASCII {
		shown = block.PlainText(t)
	}
	body := page.FromText(t.T("share.copied"))
	body.Gap()
	for line := range strings.SplitSeq(shown, "\n") {
		body.Text(0, line)
	}
	c := kit.Content{Title: t.T("share.title"), Page: func(int) page.Page { return body }}
	return tea.Batch(kit.Copy(text), p.openPage(b, keys, c))
}
