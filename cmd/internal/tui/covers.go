package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/action"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/page"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// cover is a page that covers the table until it is closed, called like the action that
// opens it, if there is one.
type cover = string

const (
	noPage     cover = ""
	saidPage   cover = "said"
	answerPage cover = "solve" // it opens by itself, too

	logPage   = cover(action.Log)
	goalsPage = cover(action.Goals)
	introPage = cover(action.Chapter)
)

// covers is a window with a board, and the page that covers it.
type covers struct {
	*kit.Theme
	library *chapters.Library
	w, h    int
	page    cover
	title   string
	fill    func(w, h int) []string
	reader  kit.Reader
}

func newCovers(on *Terminal) covers {
	return covers{Theme: kit.NewTheme(on.Texts, on.Style), library: on.library(), w: kit.MinWidth, h: kit.MinHeight}
}

// open covers the board with a page; fill returns its lines in so many cells. The log opens at
// its end.
func (p *covers) open(name cover, title string, fill func(w, h int) []string) tea.Cmd {
	p.page, p.title, p.fill, p.reader = name, title, fill, kit.NewReader()
	p.layPage()
	if name == logPage {
		p.reader.Pager.GotoBottom()
	}
	return nil
}

// openRules lets the rules lie over the screen that is drawn as frame; keys are the lines about
// its keys.
func (p *covers) openRules(frame string, keys func(w int) []string, v *chapters.View) tea.Cmd {
	return func() tea.Msg {
		return kit.On(func(s *kit.Stack) tea.Cmd { return s.Covers(rules(s, p.library, frame, keys, onTable(p.Texts, v))) })
	}
}

func (p *covers) resize(msg tea.WindowSizeMsg) {
	p.w, p.h = msg.Width, msg.Height
	p.layPage()
}

func (p *covers) layPage() {
	if p.page != noPage {
		p.reader.Lay(p.Theme, p.title, p.fill(p.w-2, p.h-kit.HeadHeight-kit.FootHeight), p.w, p.h)
	}
}

func (p *covers) readKey(msg tea.KeyMsg) tea.Cmd {
	switch name := msg.String(); {
	case p.reader.Turns(msg):
		return nil
	case name == "esc", name == "enter", name == " ", name == "q", name == "?":
		return p.close()
	}
	return p.reader.Scroll(msg)
}

func (p *covers) close() tea.Cmd {
	p.page = noPage
	return nil
}

// window draws the whole window, exactly as large as it is: the page, or body in the place of the
// table where it has lines, or above the keys the result of draw.
func (p *covers) window(b *board.Board, states, keys []string, body func(h int) []string, draw func(c *kit.Canvas, l *board.Layout, upper kit.Rect)) string {
	if frame, small := p.TooSmall(p.w, p.h); small {
		return frame
	}
	h := p.h - kit.HeadHeight - 1 - len(keys)
	over := body(h)
	if p.page != noPage {
		over = p.reader.Draw(p.Theme, p.w, h)
	}
	if over != nil {
		return p.Frame(b.Header(p.w, states...), over, keys, p.w)
	}
	c, l := kit.NewCanvas(p.w, p.h), b.Layout(p.w, p.h)
	c.Put(l.Title, b.TitleLine(p.w, states...), "")
	draw(c, l, kit.Rect{X: 0, Y: l.Title.H, W: p.w, H: l.Own.Y - l.Title.H})
	return c.String()
}

func (m *Model) read(p cover) tea.Cmd {
	m.hasTried(p)
	switch p {
	case introPage:
		m.open(p, m.board().Heading(), m.introLines)
	case answerPage:
		m.open(p, m.T("tui.page.answer"), m.answerLines)
	default:
		m.open(p, action.Title(m.Texts, p), func(w, _ int) []string { return m.PageLines(m.board().Page(p), w) })
	}
	return nil
}

// introLines are the page of the chapter, rather without goals and gaps than without its end.
func (m *Model) introLines(w, h int) []string {
	var ways [][]string
	for _, name := range []string{"intro", "briefly"} {
		long := m.board().Page(name)
		tight := slices.DeleteFunc(slices.Clone(long), func(b page.Block) bool { return b.Kind == page.Gap })
		ways = append(ways, m.PageLines(long, w), m.PageLines(tight, w))
	}
	return kit.Fullest(h-2, ways...)
}

func (m *Model) answerLines(w, _ int) []string {
	lines := m.Wrap(strings.TrimRight(m.answer, "\n"), w)
	for _, line := range m.lookedBackText() {
		lines = append(append(lines, ""), m.Wrap(line, w)...)
	}
	if text := m.triesText(); text != "" {
		lines = append(append(lines, ""), m.Wrap(text, w)...)
	}
	if m.canStep() {
		lines = append(append(lines, ""), m.Wrap(m.T("tui.answer.step", m.over.Named("step").Help().Key), w)...)
	}
	return lines
}

func (m *Model) pageKey(msg tea.KeyMsg) tea.Cmd {
	if msg.String() != " " || m.reader.Pager.AtBottom() {
		if a := m.over.Pressed(m, msg.String()); a != nil {
			return a.Do(m)
		}
		if opened := m.acts.Pressed(m, msg.String()); opened != nil && opened.Name == m.page {
			return m.close()
		}
	}
	return m.readKey(msg)
}

// Show opens a page, or shows the last trick on the board.
func (m *Model) Show(what action.Reading) tea.Cmd {
	if what != action.LastTrick && what != action.Help {
		return m.read(cover(what))
	}
	_, n := board.LastTrick(&m.view)
	switch {
	case what == action.Help:
		return m.openRules(m.View(), m.helpText, &m.view)
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
	columns := m.acts.Columns(m.Offers)
	out := m.HelpColumns(columns[:3], w)
	for _, more := range columns[3:] { // what is rarely there
		out = append(out, m.HelpColumns([][]key.Binding{more}, w)...)
	}
	return append(append(out, ""), m.Wrap(strings.TrimSpace(m.T("tui.legend")), w)...)
}
