package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/viewport"
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
)

// open shows a page. The log opens at its end.
func (m *Model) open(p page) {
	m.page = p
	m.pager = viewport.New(0, 0)
	m.pager.MouseWheelEnabled = false
	m.layPage()
	if p == logPage {
		m.pager.GotoBottom()
	}
}

// layPage fits the open page into the window.
func (m *Model) layPage() {
	if m.page == noPage {
		return
	}
	m.pager.Width, m.pager.Height = max(m.w, 1), max(m.h-5, 1)
	w := m.w - 2
	var title string
	var lines []string
	switch m.page {
	case helpPage:
		title, lines = m.T("tui.page.help"), m.helpText(w)
	case logPage:
		title, lines = m.T("tui.page.log"), m.logLines(w)
	case wonPage:
		title, lines = m.T("tui.page.won"), m.wonLines()
	case goalsPage:
		title, lines = m.T("tui.page.goals"), m.goalLines(w)
	case knowPage:
		title, lines = m.T("tui.page.know"), m.knowLines(w)
	case answerPage:
		title = m.T("tui.page.answer")
		for _, l := range strings.Split(strings.TrimRight(m.answer, "\n"), "\n") {
			lines = append(lines, m.theme.wrap(l, w)...)
		}
		if text := m.triesText(); text != "" {
			lines = append(append(lines, ""), m.theme.wrap(text, w)...)
		}
	}
	all := append([]string{m.theme.title.Render(m.theme.fold(title)), ""}, lines...)
	for i := range all {
		all[i] = m.theme.fit(" "+all[i], m.w)
	}
	m.pager.SetContent(strings.Join(all, "\n"))
}

// pageKey scrolls or closes the page.
func (m *Model) pageKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case turnsPage(&m.pager, msg):
		m.pager.PageDown()
	case key.Matches(msg, m.keys.closePage), m.toggles(msg):
		m.page = noPage
	case msg.String() == "home":
		m.pager.GotoTop()
	case msg.String() == "end":
		m.pager.GotoBottom()
	default:
		var cmd tea.Cmd
		m.pager, cmd = m.pager.Update(msg)
		return cmd
	}
	return nil
}

// turnsPage reports whether the key is a space with more to read below: then it
// turns the page, as in other programs that show texts, and closes only the last.
func turnsPage(p *viewport.Model, msg tea.KeyMsg) bool {
	return msg.String() == " " && !p.AtBottom()
}

// toggles reports whether the key is the one that opened the page.
func (m *Model) toggles(msg tea.KeyMsg) bool {
	b, ok := map[page]key.Binding{
		helpPage: m.keys.help, logPage: m.keys.log, wonPage: m.keys.won, goalsPage: m.keys.goals, answerPage: m.keys.solve, knowPage: m.keys.know,
	}[m.page]
	return ok && key.Matches(msg, b)
}

// logLines tells all that happened, in its order: one thing a line, and one
// trick a line.
func (m *Model) logLines(w int) []string {
	t, v := m.theme, &m.view
	all := played(v)
	var out []string
	add := func(text string) {
		wrapped := t.wrap(text, w-2)
		out = append(out, wrapped[0])
		out = append(out, indent(wrapped[1:], "  ")...)
	}
	done := 0
	for _, e := range v.Log {
		switch e.Kind {
		case chapters.Played, chapters.TurnedUp:
		case chapters.WonTrick:
			tr := &all[done]
			done++
			add(m.T("tui.log.trick", done, tr.line(t, m.Texts, v), m.Winner(v, tr.winner)))
		default:
			out = append(out, t.wrap(m.Event(v, e), w)...)
		}
	}
	if done < len(all) {
		add(m.T("tui.log.now", done+1, all[done].line(t, m.Texts, v)))
	}
	return out
}

// wonLines lists the cards each seat has won, and those that nobody can win.
func (m *Model) wonLines() []string {
	v := &m.view
	table := m.table()
	var out []string
	for s := range v.Seats {
		at := &v.Seats[s]
		cards := m.theme.cards(at.Taken)
		if at.Taken == 0 {
			cards = m.T("tui.nothing")
		}
		out = append(out, m.theme.title.Render(m.theme.fold(table.seatName(tricks.Seat(s))))+"  "+progress(m.Texts, v, tricks.Seat(s)), "  "+cards, "")
	}
	if len(v.Lost) > 0 {
		out = append(out, m.T("tui.lost", tricks.FormatCards(v.Lost)))
	}
	return out
}

// goalLines tells each seat's goal and setup in full, what its rider and its
// gift do, and what is special about the chapter.
func (m *Model) goalLines(w int) []string {
	t, v := m.theme, &m.view
	table := m.table()
	var out []string
	add := func(text string) { out = append(out, indent(t.wrap(text, w-2), "  ")...) }
	for s := range v.Seats {
		at := &v.Seats[s]
		c := at.Character
		if c == nil {
			continue
		}
		line := t.title.Render(t.fold(tricks.Seat(s).String() + " " + m.Name(c)))
		if st, ok := status(v, tricks.Seat(s)); ok {
			line += "  " + table.verdict(st)
		}
		out = append(out, line)
		add(m.T("tui.goal", m.GoalInFull(v, c, tricks.Seat(s))))
		if text := c.SetupText.In(m.Lang()); text != "" {
			add(m.T("tui.setup.full", text))
		}
		if at.Rider != nil {
			text := m.T("tui.rider", m.Name(at.Rider), at.Rider.GoalText.In(m.Lang()))
			if st, ok := riderStatus(v, tricks.Seat(s)); ok {
				text += " " + table.verdict(st)
			}
			add(text)
		}
		if at.Gift != nil {
			add(m.T("tui.gift", at.Gift.Name.In(m.Lang()), at.Gift.Text.In(m.Lang())))
		}
	}
	return append(append(out, m.chapterLines(w)...), t.wrap(m.T("tui.goal.all"), w)...)
}

// chapterLines tells what is special about the chapter and the round.
func (m *Model) chapterLines(w int) []string {
	t, v := m.theme, &m.view
	out := []string{""}
	add := func(text string) { out = append(append(out, t.wrap(text, w)...), "") }
	if c := v.Chapter; c != nil {
		if c.Part != nil {
			add(m.T("tui.part", c.Title.In(m.Lang()), c.Part.In(m.Lang())))
		}
		if text := c.Notes.In(m.Lang()); text != "" {
			add(text)
		}
	}
	if v.Gift != nil {
		add(m.T("tui.gift", v.Gift.Name.In(m.Lang()), v.Gift.Text.In(m.Lang())))
	}
	if v.Rider != nil {
		add(m.T("tui.rider", m.Name(v.Rider), v.Rider.GoalText.In(m.Lang())))
	}
	return out
}

// helpText is the help: the keys from their bindings, and how to read the
// screen.
func (m *Model) helpText(w int) []string {
	m.help.Width = w
	groups := m.keys.groups(m.solver != nil)
	for _, g := range groups {
		for i := range g { // folded before they are set in columns, as some get longer
			h := g[i].Help()
			g[i].SetHelp(m.theme.fold(h.Key), m.theme.fold(h.Desc))
		}
	}
	out := strings.Split(m.help.FullHelpView(groups), "\n")
	if m.Texts.Coach(&m.view) != "" {
		out = append(out, m.help.ShortHelpView([]key.Binding{m.keys.coach}))
	}
	out = append(out, "")
	for _, l := range strings.Split(strings.TrimSpace(m.T("tui.legend")), "\n") {
		out = append(out, m.theme.wrap(l, w)...)
	}
	return out
}
