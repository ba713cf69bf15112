package tui

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// page is something that covers the table until it is closed.
type page uint8

const (
	noPage page = iota
	helpPage
	logPage
	wonPage
	goalsPage
	answerPage
	knowPage
	saidPage
	introPage
)

// open shows a page. The log opens at its end.
func (m *Model) open(p page) {
	if p == helpPage {
		m.book = newRuleBook(m.theme, m.library, m.View(), m.helpText, onTable(m.Texts, &m.view))
	}
	m.page, m.reader = p, newReader()
	m.layPage()
	if p == logPage {
		m.reader.pager.GotoBottom()
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
		title, lines = m.T("tui.page.log"), b.logLines(w)
	case wonPage:
		title, lines = m.T("tui.page.won"), b.wonLines()
	case goalsPage:
		title, lines = m.T("tui.page.goals"), b.goalLines(w)
	case introPage:
		title, lines = b.heading(), b.introLines(w, m.h-headHeight-footHeight-2)
	case knowPage:
		title, lines = m.T("tui.page.know"), b.knowLines(w)
	case saidPage:
		title, lines = m.T(m.saidTitle), m.wrap(m.said, w)
	case answerPage:
		title = m.T("tui.page.answer")
		lines = m.wrap(strings.TrimRight(m.answer, "\n"), w)
		if text := m.triesText(); text != "" {
			lines = append(append(lines, ""), m.wrap(text, w)...)
		}
		if m.canStep() {
			lines = append(append(lines, ""), m.wrap(m.T("tui.answer.step", keyName(m.keys.step)), w)...)
		}
	}
	m.reader.lay(m.theme, title, lines, m.w, m.h)
}

// pageKey scrolls or closes the page.
func (m *Model) pageKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.page == helpPage:
		if m.book.key(msg) {
			m.page, m.book = noPage, nil
			return nil
		}
		m.reader = m.book.reader
	case m.page == answerPage && m.canStep() && key.Matches(msg, m.keys.step):
		return m.leave(StepSolution)
	case m.reader.turns(msg):
	case key.Matches(msg, m.keys.closePage), m.toggles(msg):
		m.page = noPage
	default:
		return m.reader.scroll(msg)
	}
	return nil
}

// toggles reports whether the key is the one that opened the page.
func (m *Model) toggles(msg tea.KeyMsg) bool {
	b, ok := map[page]key.Binding{
		logPage: m.keys.log, wonPage: m.keys.won, goalsPage: m.keys.goals, answerPage: m.keys.solve, knowPage: m.keys.know, introPage: m.keys.intro,
	}[m.page]
	return ok && key.Matches(msg, b)
}

// helpText is the help: the keys from their bindings, and how to read the
// screen.
func (m *Model) helpText(w int) []string {
	m.help.Width = w
	keys := m.listed()
	groups := keys.groups()
	for _, g := range groups {
		for i := range g { // folded before they are set in columns, as some get longer
			h := g[i].Help()
			g[i].SetHelp(m.fold(h.Key), m.fold(h.Desc))
		}
	}
	out := strings.Split(m.help.FullHelpView(groups), "\n")
	if m.Texts.Coach(&m.view) != "" {
		out = append(out, m.help.ShortHelpView([]key.Binding{m.keys.coach}))
	}
	return append(append(out, ""), m.wrap(strings.TrimSpace(m.T("tui.legend")), w)...)
}
