package tui

import (
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// viewer is the person in front of a screen. All parts of the screen share it, so that a wish counts at once for all of
// them when the person changes it meanwhile, such as in a browser.
type viewer struct {
	// reader is the person, with their wishes.
	reader reader.Reader
	// theme has the texts in the person's language, and the colors of the terminal.
	theme *kit.Theme
}

func newViewer(t *Terminal) *viewer { return &viewer{reader: t.Reader, theme: t.theme()} }

// change takes other wishes, and the terminal as it shows them.
func (v *viewer) change(t *Terminal) { *v = *newViewer(t) }

// texts returns the texts in the person's language.
func (v *viewer) texts() *texts.Texts { return v.theme.Texts }

// wishesMsg tells a screen that the person has changed what they wish.
type wishesMsg struct{ terminal Terminal }

// ShowWishes tells all screens of a stack that the person at the terminal has other wishes now, so that these count at
// once also in a round that is open. A page that lies over the round stays as it is until it is closed.
func ShowWishes(s *kit.Stack, t Terminal) tea.Cmd { return s.UpdateAll(wishesMsg{terminal: t}) }
