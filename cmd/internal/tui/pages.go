package tui

import (
	"cmp"
	"strings"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/play"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// answerPage names the page with the answer whether the deal could have been won.
const answerPage = "solve"

// tabPairs has the actions without a key of their own. Each belongs to the page of another action, and Tab
// switches between the two.
var tabPairs = map[string]string{string(play.Won): string(play.Goals), "why": string(play.Know)}

// tabAction returns what Tab does on the page of an action, nil for nothing.
func (m *Model) tabAction(name string) *play.Bound[*Model, tea.Cmd] {
	if solve := m.acts.ByName(answerPage); name == string(play.Log) && solve.Possible(m) && m.offers(answerPage) {
		return solve
	}
	for page, front := range tabPairs {
		switch name {
		case front:
			return m.acts.ByName(page)
		case page:
			return m.acts.ByName(front)
		}
	}
	return nil
}

// readPage opens the page of an action.
func (m *Model) readPage(name string) tea.Cmd {
	m.opts.Advice.NoteTried(name)
	b := m.board()
	keys := m.acts.ByName(cmp.Or(tabPairs[name], name)).Binding.Keys
	body := b.Page(name)
	c := kit.Content{
		Title:      play.Title(m.viewer.theme.Texts, name),
		StartAtEnd: name == string(play.Log),
		Page:       func(int) page.Page { return body },
	}
	if name == string(play.Log) && m.round.phase == finished { // with the texts about the result
		for _, l := range m.endScene().Lines {
			body = page.Join(body, page.FromText(l))
		}
	}
	if name == answerPage {
		c.Title = m.viewer.theme.Texts.T("tui.page.answer")
		c.Page = func(int) page.Page { return m.review.answerText() }
		if step := m.overlayActs.ByName("step"); step.Possible(m) {
			c.Shortcuts = []kit.Shortcut{{
				Key:   step.Binding.Keys[0],
				Label: step.Binding.Label,
				Do:    func() tea.Cmd { return step.Do(m) },
			}}
		}
	}
	if next := m.tabAction(name); next != nil {
		c.Shortcuts = append(c.Shortcuts, kit.Shortcut{
			Key:   "tab",
			Label: next.Binding.Label,
			Do:    func() tea.Cmd { return next.Do(m) },
		})
	}
	return m.openPage(b, keys, c)
}

// copyBlock puts what can be sent to others on the clipboard, and shows it as text.
func (m *Model) copyBlock() tea.Cmd {
	return m.copyShared(m.result.reward().block, m.board(), m.acts.ByName("copy").Binding.Keys)
}

// introSheet returns the chapter's page that is shown before the round, nil without a chapter. Esc leaves
// the round.
func (m *Model) introSheet(s *kit.Stack, screen *kit.ModelScreen) *kit.Sheet {
	if m.round.view.Chapter == nil {
		return nil
	}
	b := m.board()
	keys := m.acts.ByName(string(play.Chapter)).Binding.Keys
	sh := pageOverlay(s, m.library, b, keys, introPage(m.viewer.theme, m.library, b))
	sh.Back = func() tea.Cmd {
		s.PopOverlay()
		return screen.Route(m.quitWith(play.Nothing))
	}
	return sh
}

// helpText returns the lines of the help: the keys, and how to read the screen.
func (m *Model) helpText(w int) []string {
	columns := columnsOfKeys(m.acts.Columns(m))
	out := m.viewer.theme.HelpColumns(columns[:3], w)
	for _, more := range columns[3:] { // actions that are rarely there
		out = append(out, m.viewer.theme.HelpColumns([][]key.Binding{more}, w)...)
	}
	return append(append(out, ""), m.viewer.theme.Wrap(strings.TrimSpace(m.viewer.theme.Texts.T("tui.legend")), w)...)
}
