package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// boardScreen is a screen with a board, over which pages are opened.
type boardScreen struct {
	// viewer is the person who sees the screen.
	viewer *viewer

	library *chapters.Library
	// w is the width of the window.
	w int
	// h is the height of the window.
	h int
}

func newBoardScreen(terminal *Terminal) boardScreen {
	return boardScreen{
		viewer:  newViewer(terminal),
		library: terminal.library(),
		w:       kit.MinWidth,
		h:       kit.MinHeight,
	}
}

func (p *boardScreen) resize(msg tea.WindowSizeMsg) {
	p.w = msg.Width
	p.h = msg.Height
}

// openPage opens a page over the board. keys are the keys that open it, which also close it. A shortcut of
// the page first closes the page.
func (p *boardScreen) openPage(b *scene.Board, keys []string, c kit.Content) tea.Cmd {
	return func() tea.Msg {
		return kit.ModelDoneMsg(func(s *kit.Stack, screen *kit.ModelScreen) tea.Cmd {
			for i := range c.Shortcuts {
				do := c.Shortcuts[i].Do
				c.Shortcuts[i].Do = func() tea.Cmd {
					s.PopOverlay()
					return screen.Route(do())
				}
			}
			return s.PushOverlay(pageOverlay(s, p.library, b, keys, c))
		})
	}
}

// openRules opens the rules over the screen that is drawn as frame. keys returns the lines about its keys.
func (p *boardScreen) openRules(frame *felt.Grid, keys func(w int) []string, v *chapters.View) tea.Cmd {
	return func() tea.Msg {
		return kit.ModelDoneMsg(func(s *kit.Stack, _ *kit.ModelScreen) tea.Cmd {
			return s.PushOverlay(rules(s, p.library, frame, keys, tableEntries(p.viewer.theme.Texts, v)))
		})
	}
}

// pageOverlay returns a page about a board, with the state of the round at the end of the headline. The
// keys that open it also close it.
func pageOverlay(s *kit.Stack, lib *chapters.Library, b *scene.Board, keys []string, c kit.Content) *kit.Sheet {
	stage, _ := b.Stage()
	c.State = strings.Join(texts.NotEmpty(book.DealName(b.Reader.Texts, lib, b.View.Deal), stage), "  ")
	c.Enter = s.PopOverlay
	c.EnterLabel = s.T("action.close")
	sh := &kit.Sheet{Back: s.PopOverlay, Keys: map[string]func() tea.Cmd{}, Build: func() kit.Content { return c }}
	for _, k := range keys {
		sh.Keys[k] = s.PopOverlay
	}
	return sh
}
