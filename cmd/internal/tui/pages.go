package tui

import (
	"strings"

	"fellowship/cmd/internal/action"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/kit"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// cover is a page that covers the table until it is closed, called like the action that
// opens it, if there is one.
type cover string

const (
	noPage     cover = ""
	saidPage   cover = "said"
	answerPage cover = "solve" // it opens by itself, too

	helpPage  = cover(action.Help)
	logPage   = cover(action.Log)
	wonPage   = cover(action.Won)
	goalsPage = cover(action.Goals)
	knowPage  = cover(action.Know)
	introPage = cover(action.Chapter)
)

// open shows a page. The log opens at its end.
func (m *Model) open(p cover) {
	if p == helpPage {
		m.book = newRuleBook(m.Theme, m.opts.Library, m.View(), m.helpText, onTable(m.Texts, &m.view))
	}
	m.page, m.reader = p, kit.NewReader()
	m.hasTried(string(p))
	m.layPage()
	if p == logPage {
		m.reader.Pager.GotoBottom()
	}
}

// layPage fits the open page into the window.
func (m *Model) layPage() {
	if m.page == noPage {
		return
	}
	w, b := m.w-2, m.board()
	var title string
	var lines []string
	switch m.page {
	case helpPage:
		m.book.lay(m.w, m.h)
		m.reader = m.book.reader
		return
	case logPage:
		title, lines = m.T("tui.page.log"), b.LogLines(w)
	case wonPage:
		title, lines = m.T("tui.page.won"), b.WonLines()
	case goalsPage:
		title, lines = m.T("tui.page.goals"), b.GoalLines(w)
	case introPage:
		title, lines = b.Heading(), b.IntroLines(w, m.h-kit.HeadHeight-kit.FootHeight-2)
	case knowPage:
		title, lines = m.T("tui.page.know"), b.KnowLines(w)
	case saidPage:
		title, lines = m.T(m.saidTitle), m.Wrap(m.said, w)
	case answerPage:
		title = m.T("tui.page.answer")
		lines = m.Wrap(strings.TrimRight(m.answer, "\n"), w)
		if text := m.triesText(); text != "" {
			lines = append(append(lines, ""), m.Wrap(text, w)...)
		}
		if m.canStep() {
			lines = append(append(lines, ""), m.Wrap(m.T("tui.answer.step", m.over.Named("step").Help().Key), w)...)
		}
	}
	m.reader.Lay(m.Theme, title, lines, m.w, m.h)
}

// pageKey scrolls or closes the page.
func (m *Model) pageKey(msg tea.KeyMsg) tea.Cmd {
	if m.page == helpPage {
		if m.book.key(msg) {
			return m.close()
		}
		m.reader = m.book.reader
		return nil
	}
	opened := m.acts.Pressed(m, msg.String())
	switch a := m.over.Pressed(m, msg.String()); {
	case a != nil && a.Name == "step":
		return a.Do(m)
	case m.reader.Turns(msg):
	case a != nil:
		return a.Do(m)
	case opened != nil && cover(opened.Name) == m.page:
		return m.close()
	default:
		return m.reader.Scroll(msg)
	}
	return nil
}

// close closes what covers the board.
func (m *Model) close() tea.Cmd {
	m.page, m.book, m.peek = noPage, nil, false
	return nil
}

// Show opens a page, or shows the last trick on the board.
func (m *Model) Show(what action.Reading) tea.Cmd {
	if what != action.LastTrick {
		m.open(cover(what))
		return nil
	}
	if m.phase == finished {
		return nil
	}
	if _, n := board.LastTrick(&m.view); n == 0 {
		m.note = m.T("tui.note.notrick")
	} else {
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
