package tui

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/x/ansi"
)

// The smallest window, and from where on the log stands beside the table.
const (
	minWidth, minHeight = 80, 24
	wideWidth           = 112
	deskHeight          = 6 // with one line for the near seat
	tallHeight          = 30
	headHeight          = 3
)

// View draws the whole window, exactly as large as it is.
func (m *Model) View() string {
	if m.w < minWidth || m.h < minHeight {
		if m.w <= 0 || m.h <= 0 {
			return ""
		}
		text := m.T("tui.toosmall", m.w, m.h, minWidth, minHeight)
		return strings.Join(m.theme.fill(m.theme.wrap(text, m.w), m.w, m.h), "\n")
	}
	t := m.theme
	lines := append(m.header(m.w), t.rule(m.w))
	body := m.h - len(lines) - 2
	lines = append(lines, m.body(m.w, body)...)
	lines = append(lines, t.rule(m.w), t.fit(" "+m.helpLine(m.w-2), m.w))
	return strings.Join(lines, "\n")
}

// body draws what lies between the header and the help.
func (m *Model) body(w, h int) []string {
	switch {
	case m.page != noPage:
		return m.theme.fill(strings.Split(m.pager.View(), "\n"), w, h)
	case m.phase == curtain:
		return m.curtain(w, h)
	case m.phase == finished:
		return m.result(w, h)
	}
	side := 0
	if w >= wideWidth {
		side = min(w-minWidth, 46)
	}
	desk := deskHeight - 1 + len(m.seatLines(w-side))
	main := w - side
	switch {
	case h >= tallHeight-5:
		desk += 2
	case m.handBelow():
		desk += len(m.theme.wrapAtMost(m.prompt(), main-2, 2)) - 1
	}
	left := m.upper(main, h-desk-1)
	left = append(left, m.theme.rule(main))
	left = append(left, m.desk(main, desk)...)
	m.rowAt, m.mainWidth = m.rowAt+headHeight+h-desk, main
	if side == 0 {
		return left
	}
	return beside(left, m.sidebar(side, h))
}

// upper is the table, or in the draft what there is to choose from.
func (m *Model) upper(w, h int) []string {
	switch {
	case m.view.Stage == chapters.StageDraft:
		return m.draft(w, h)
	case m.phase == notice && !m.peek:
		return m.setup(w, h)
	}
	return m.table().draw(w, h)
}

// setup tells what happened in setup; in bold what the person knows the card of.
// What is too much for the screen is in the log.
func (m *Model) setup(w, h int) []string {
	t := m.theme
	var lines []string
	for _, e := range m.setupEvents() {
		wrapped := t.wrap(m.Event(&m.view, e), w-4)
		if e.Card != tricks.NoCard {
			wrapped = styled(t.prompt, wrapped)
		}
		lines = append(lines, " - "+wrapped[0])
		lines = append(lines, indent(wrapped[1:], "   ")...)
	}
	title := " " + t.title.Render(t.fold(m.T("tui.notice.title")))
	if n := len(lines) - (h - 2); n > 0 {
		title += " " + m.T("tui.notice.more", keyName(m.keys.log))
		lines = lines[n:]
	}
	return t.fill(append([]string{title, ""}, lines...), w, h)
}

// table is the table as it is to be drawn now.
func (m *Model) table() *tableView {
	t := &tableView{theme: m.theme, Texts: m.Texts, v: &m.view, bottom: m.seat, choosing: m.acting()}
	if m.view.Players > 1 {
		t.person = m.person
	}
	switch {
	case m.phase == trickEnd:
		if all := played(&m.view); m.shown <= len(all) {
			t.show = &all[m.shown-1]
		}
	case m.peek:
		last, _ := lastTrick(&m.view)
		t.show = &last
	case m.view.Stage == chapters.StageSetup:
		if t.news = m.setupNews(); t.news == nil {
			t.news = []string{m.setupWhy()}
		}
	}
	if m.phase == choosing && m.choice.seat != tricks.NoSeat {
		for i := range m.choice.items {
			if it := &m.choice.items[i]; it.ok {
				t.mark |= it.card.Bit()
			}
		}
	}
	return t
}

// person returns the name of the person at a seat, empty where there is none.
func (m *Model) person(s tricks.Seat) string {
	if m.game == nil {
		return ""
	}
	return m.game.Name(s)
}

// setupWhy says who acts when in setup.
func (m *Model) setupWhy() string {
	switch c := m.view.Chapter; {
	case c.Staged > 0 && m.view.Players > 1:
		return m.T("tui.setup.staged", c.Staged)
	case slices.ContainsFunc(m.view.Seats, func(s chapters.SeatView) bool { return s.Character != nil && s.Character.TakesR1 }):
		return m.T("tui.setup")
	}
	return m.T("tui.setup.r1")
}

// acting is whose turn it is, as the screen shows it.
func (m *Model) acting() tricks.Seat {
	if m.view.Over || m.phase == trickEnd || m.phase == settled || m.phase == finished {
		return tricks.NoSeat
	}
	return m.view.Acting
}

// header draws two lines: the round, and what lies on the table.
func (m *Model) header(w int) []string {
	t, v := m.theme, &m.view
	title := m.title()
	right := v.Deal
	switch v.Stage {
	case chapters.StageDraft:
		right += "  " + m.T("tui.stage.draft")
	case chapters.StageSetup:
		right += "  " + m.T("tui.stage.setup")
	default:
		number := min(len(v.History)+1, v.Tricks)
		switch m.phase {
		case trickEnd:
			number = m.shown
		case finished:
			number = len(v.History)
		}
		right += "  " + m.T("tui.stage.trick", number, v.Tricks)
	}
	var facts []string
	switch {
	case v.Stage != chapters.StagePlay:
	case v.RingsBroken:
		facts = append(facts, m.T("tui.rings.may"))
	default:
		facts = append(facts, m.T("tui.rings.maynot"))
	}
	turned, sum := m.turned()
	switch {
	case len(v.Lost) > 0:
		lost := make([]string, len(v.Lost))
		for i, c := range v.Lost {
			lost[i] = t.card(c)
		}
		facts = append(facts, m.T("tui.lost", strings.Join(lost, " ")))
	case len(turned) == 0:
		facts = append(facts, m.T("tui.nolost"))
	}
	if len(turned) > 0 {
		facts = append(facts, t.prompt.Render(t.fold(m.TurnedShort(v, turned, sum))))
	}
	if v.PileLeft > 0 {
		facts = append(facts, m.T("tui.pile", v.PileLeft))
	}
	if c := v.Chapter; c != nil && c.Rivers[v.Players] > 0 && int(c.Trump) < tricks.Suits {
		facts = append(facts, m.T("tui.trump", m.Suit(c.Trump)))
	}
	if v.Stage != chapters.StagePlay {
		if v.Gift != nil {
			facts = append(facts, v.Gift.Name.In(m.Lang()))
		}
		if v.Rider != nil {
			facts = append(facts, m.Name(v.Rider))
		}
	}
	state := ""
	if m.auto {
		state = m.T("tui.auto")
	}
	return []string{
		t.spread(" "+t.title.Render(t.fold(title)), strings.TrimSpace(right)+" ", w),
		t.spread(" "+strings.Join(facts, "   "), state+" ", w),
	}
}

// turned is the cards of a side deck that lie turned up for the trick shown, and
// what its ranks sum to so far.
func (m *Model) turned() (cards []tricks.Card, sum int) {
	all := played(&m.view)
	switch {
	case m.phase == finished:
		return nil, 0
	case m.phase == trickEnd && m.shown <= len(all):
		return all[m.shown-1].turned, all[m.shown-1].sum()
	case m.peek:
		last, _ := lastTrick(&m.view)
		return last.turned, last.sum()
	case len(all) > 0 && !all[len(all)-1].done:
		sum = all[len(all)-1].sum()
	}
	return m.view.Turned, sum
}

// title names what is played: the chapter, or its event or group.
func (m *Model) title() string {
	c := m.view.Chapter
	switch {
	case c == nil:
		return m.T("tui.plain")
	case c.ID == chapters.Road:
		return c.Title.In(m.Lang())
	case c.Part != nil:
		return m.T("tui.chapter", c.ID, c.Part.In(m.Lang()))
	}
	return m.T("tui.chapter", c.ID, c.Title.In(m.Lang()))
}

// helpLine is one line of the keys that do something now.
func (m *Model) helpLine(w int) string {
	k := &m.keys
	m.help.Width = w
	if m.leaving {
		return m.help.ShortHelpView([]key.Binding{k.yes, k.no})
	}
	if m.page != noPage {
		line := m.help.ShortHelpView([]key.Binding{k.scroll, k.closePage})
		if !m.pager.AtBottom() {
			line += "  " + m.T("tui.page.more")
		}
		return line
	}
	if m.peek {
		return m.help.ShortHelpView([]key.Binding{k.closePage})
	}
	var bindings []key.Binding
	switch m.phase {
	case choosing:
		bindings = append(bindings, k.move, k.pick)
		if m.choice.inner {
			bindings = append(bindings, k.back)
		}
	case trickEnd, notice:
		bindings = append(bindings, k.goOn)
	case settled:
		bindings = append(bindings, k.goOn, k.stop)
	case curtain:
		return m.help.ShortHelpView([]key.Binding{k.goOn, k.help, k.quit})
	case finished:
		if m.canSolve() && m.solving == nil {
			bindings = append(bindings, k.solve)
		}
		bindings = append(bindings, k.again, k.another)
		if m.next != "" {
			bindings = append(bindings, k.nextChapter)
		}
		if m.canLook {
			bindings = append(bindings, k.look)
		}
		return m.help.ShortHelpView(append(bindings, k.undo, k.help, k.quit, k.log, k.won))
	}
	if m.coaching() != "" {
		bindings = append(bindings, k.coach)
	}
	// What may not fit comes last.
	bindings = append(bindings, k.help, k.quit, k.undo, k.goals)
	if _, n := lastTrick(&m.view); n > 0 {
		bindings = append(bindings, k.last)
	}
	return m.help.ShortHelpView(append(bindings, k.log, k.won))
}

// sidebar draws the end of the log beside the table.
func (m *Model) sidebar(w, h int) []string {
	t := m.theme
	lines := m.logLines(w - 3)
	if len(lines) > h-1 {
		lines = lines[len(lines)-(h-1):]
	}
	lines = append([]string{t.title.Render(t.fold(m.T("tui.page.log")))}, lines...)
	for i := range lines {
		lines[i] = " " + lines[i]
	}
	block := t.fill(lines, w-1, h)
	for i := range block {
		block[i] = t.faint.Render(t.bar) + block[i]
	}
	return block
}

// seatLines is the near seat: who, what it wants, how far it is, and what is
// special about it. It is one line where that is enough.
func (m *Model) seatLines(w int) []string {
	t, v := m.theme, &m.view
	table := m.table()
	s := m.seat
	name := table.nameLed(s)
	var standing []string
	if v.Stage == chapters.StagePlay {
		standing = table.standing(s)
	}
	right := strings.TrimRight(strings.Join(standing, "  "), " ") + " "
	facts := m.Facts(v, s)
	goal := ""
	if c := v.Seats[s].Character; c != nil {
		goal = m.GoalAt(v, c, s)
	}
	wide := func(texts ...string) int { return ansi.StringWidth(t.fold(strings.Join(texts, "  "))) }
	switch {
	case wide(name, goal, right) <= w:
		name += "  " + t.faint.Render(t.fold(goal))
	case wide(name, right) <= w:
		facts = append([]string{goal}, facts...)
	default:
		facts = append(append([]string{goal}, standing...), facts...)
		right = ""
	}
	return append([]string{t.spread(name, right, w)}, indent(t.words(facts, w-3), "  ")...)
}

// keyName is how a key is called.
func keyName(b key.Binding) string { return fmt.Sprint(b.Help().Key) }
