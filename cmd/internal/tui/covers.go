package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// covers is a window with a board, over which sheets lie.
type covers struct {
	*kit.Theme
	library *chapters.Library
	w, h    int
}

func newCovers(on *Terminal) covers {
	return covers{Theme: kit.NewTheme(on.Texts, on.Style), library: on.library(), w: kit.MinWidth, h: kit.MinHeight}
}

// pageOver is a page about a board as it was then. The keys that have opened it close it as well.
func pageOver(s *kit.Stack, b *board.Board, keys []string, c kit.Content) *kit.Sheet {
	stage, _ := b.Stage()
	c.State = strings.Join(texts.NotEmpty(b.V.Deal, stage), "  ")
	c.Enter, c.Does = s.Uncover, s.T("action.close")
	sh := &kit.Sheet{Back: s.Uncover, Keys: map[string]func() tea.Cmd{}, Build: func() kit.Content { return c }}
	for _, k := range keys {
		sh.Keys[k] = s.Uncover
	}
	return sh
}

// open lets a page lie over the board.
func (p *covers) open(b *board.Board, keys []string, c kit.Content) tea.Cmd {
	return func() tea.Msg {
		return kit.On(func(s *kit.Stack, h *kit.Hosted) tea.Cmd {
			for i := range c.Also {
				do := c.Also[i].Do
				c.Also[i].Do = func() tea.Cmd { return h.Owns(do()) }
			}
			return s.Covers(pageOver(s, b, keys, c))
		})
	}
}

// openRules lets the rules lie over the screen that is drawn as frame; keys are the lines about
// its keys.
func (p *covers) openRules(frame string, keys func(w int) []string, v *chapters.View) tea.Cmd {
	return func() tea.Msg {
		return kit.On(func(s *kit.Stack, _ *kit.Hosted) tea.Cmd {
			return s.Covers(rules(s, p.library, frame, keys, onTable(p.Texts, v)))
		})
	}
}

func (p *covers) resize(msg tea.WindowSizeMsg) { p.w, p.h = msg.Width, msg.Height }

// window draws the whole window, exactly as large as it is: body in the place of the table where
// it has lines, or above the keys the result of draw.
func (p *covers) window(b *board.Board, states, keys []string, body func(h int) []string, draw func(c *kit.Canvas, l *board.Layout, upper kit.Rect)) string {
	if frame, small := p.TooSmall(p.w, p.h); small {
		return frame
	}
	if over := body(p.h - kit.HeadHeight - 1 - len(keys)); over != nil {
		return p.Frame(b.Header(p.w, states...), over, keys, p.w)
	}
	c, l := kit.NewCanvas(p.w, p.h), b.Layout(p.w, p.h)
	c.Put(l.Title, b.TitleLine(p.w, states...), "")
	draw(c, l, kit.Rect{X: 0, Y: l.Title.H, W: p.w, H: l.Own.Y - l.Title.H})
	return c.String()
}

// answered is the name of the page with the answer whether the deal could have been won.
const answered = "solve"

// read opens the page of an action.
func (m *Model) read(name string) tea.Cmd {
	m.opts.Advice.Tried(name)
	b, keys := m.board(), m.acts.Named(name).Binding.Keys()
	told := b.Page(name)
	c := kit.Content{Title: play.Title(m.Texts, name), AtEnd: name == string(play.Log), Page: func(int) page.Page { return told }}
	if name == answered {
		c.Title, c.Page = m.T("tui.page.answer"), func(int) page.Page {
			told := page.Of(strings.TrimRight(m.answer, "\n"))
			for _, text := range append(m.lookedBackText(), texts.NotEmpty(m.triesText())...) {
				told = page.Join(told, page.Of(text))
			}
			return told
		}
		if step := m.over.Named("step"); step.Possible(m) {
			c.Also = []kit.Row{{Key: step.Binding.Keys()[0], Label: step.Help().Desc, Do: func() tea.Cmd { return step.Do(m) }}}
		}
	}
	return m.open(b, keys, c)
}

// intro is the page of the chapter, rather without goals and gaps than without its end.
func (m *Model) intro() kit.Content {
	var ways []page.Page
	for _, name := range []string{"intro", "briefly"} {
		long := m.board().Page(name)
		ways = append(ways, long, slices.DeleteFunc(slices.Clone(long), func(b page.Block) bool { return b.Kind == page.Gap }))
	}
	return kit.Content{Title: m.board().Heading(), Page: func(w int) page.Page {
		fits := func(p page.Page) bool { return len(m.PageLines(p, w)) <= kit.BodyHeight(m.h) }
		return ways[max(slices.IndexFunc(ways, fits), 0)]
	}}
}

// introSheet shows it, nil without a chapter.
func (m *Model) introSheet(s *kit.Stack) *kit.Sheet {
	if m.view.Chapter == nil {
		return nil
	}
	return pageOver(s, m.board(), m.acts.Named(string(play.Chapter)).Binding.Keys(), m.intro())
}

// Show opens a page, or shows the last trick on the board.
func (m *Model) Show(what play.Reading) tea.Cmd {
	_, n := board.LastTrick(&m.view)
	switch {
	case what == play.Help:
		return m.openRules(m.View(), m.helpText, &m.view)
	case what == play.Chapter:
		return m.open(m.board(), m.acts.Named(string(what)).Binding.Keys(), m.intro())
	case what != play.LastTrick:
		return m.read(string(what))
	case m.phase == finished:
	case n == 0:
		m.note = m.T("tui.note.notrick")
	default:
		m.peek = true
	}
	return nil
}

// helpText is the help: the keys from their bindings, and how to read the
// screen.
func (m *Model) helpText(w int) []string {
	columns := m.acts.Columns(m)
	out := m.HelpColumns(columns[:3], w)
	for _, more := range columns[3:] { // what is rarely there
		out = append(out, m.HelpColumns([][]key.Binding{more}, w)...)
	}
	return append(append(out, ""), m.Wrap(strings.TrimSpace(m.T("tui.legend")), w)...)
}
