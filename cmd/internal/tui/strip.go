package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// A strip is what everybody sees of a seat: who, what it wants, how far it is, and
// what is special about it.

// strip draws a seat in so many cells. What it wants comes first, and what is left
// out where there is no room is on the page of the goals.
func (t *board) strip(s tricks.Seat, w, h int, z size) []string {
	at := &t.v.Seats[s]
	head := t.head(s, w-1, t.line)
	body := rect{0, 0, w - 2, h - 1}
	var beside []string
	if at.Rows != nil {
		beside = t.pyramid(s)
		wide := 0
		for _, l := range beside {
			wide = max(wide, ansi.StringWidth(t.fold(l)))
		}
		body.w -= wide + 1
	}
	lines := t.about(s, body.w, body.h, z)
	out := []string{head}
	for i := range max(len(lines), len(beside)) {
		left, right := "", ""
		if i < len(lines) {
			left = lines[i]
		}
		if i < len(beside) {
			right = " " + beside[i]
		}
		if right != "" {
			left = t.fit(left, body.w)
		}
		out = append(out, " "+left+right)
	}
	return out
}

// about says what a seat wants, how far it is, what is special about it, and which of
// its cards are seen, in so many lines.
func (t *board) about(s tricks.Seat, w, h int, z size) []string {
	at := &t.v.Seats[s]
	flow := func(parts ...[]string) []string { return t.flow(slices.Concat(parts...), "  ", w) }
	goal, facts, meaning := t.goalLine(s, w), t.Facts(t.v, s), t.Meaning(t.v, s)
	var groups, cards []string
	if at.Rows == nil && at.Open != 0 && s != t.bottom { // solo, or a hand that lies open
		groups = t.groups(atHand(at))
		cards = t.flow(groups, " ", w)
	}
	standing, brief, terse, more := t.standing(s, inFull), t.standing(s, inBrief), t.standing(s, inNumbers), t.piles(s, w, z)
	closed := func(parts ...[]string) []string { // behind the end of the goal
		return flow(append([][]string{{strings.Join(t.goalLine(s, 1000), " ")}}, parts...)...)
	}
	return fullest(
		h,
		slices.Concat(goal, flow(standing), flow(meaning), more, cards),
		slices.Concat(goal, flow(standing), flow(meaning), cards),
		slices.Concat(goal, flow(brief), flow(meaning), cards),
		slices.Concat(goal, flow(standing), flow(facts), cards),
		slices.Concat(goal, flow(brief), flow(facts), cards),
		slices.Concat(goal, flow(brief, facts), cards),
		slices.Concat(goal, flow(terse, facts), cards),
		slices.Concat(goal, flow(terse, facts, []string{strings.Join(groups, " ")})),
		slices.Concat(goal, flow(brief), cards),
		slices.Concat(goal, flow(terse), cards),
		closed(terse, facts),
		closed(terse),
		slices.Concat(goal, flow(terse, []string{strings.Join(groups, " ")})),
	)
}

// goalLine is what a seat wants, in bright words, and in the colour of what has become
// of it.
func (t *board) goalLine(s tricks.Seat, w int) []string {
	c := t.v.Seats[s].Character
	if c == nil {
		return nil
	}
	return t.ofGoal(s).lines(t.wrap(t.GoalAt(t.v, c, s), w))
}

// ofGoal is the colour of what has become of a seat's goal.
func (t *board) ofGoal(s tricks.Seat) ink {
	switch st, ok := goalOf(t.v, s); {
	case t.flash.Has(s):
		return t.turn
	case ok && st == characters.Failed:
		return t.bad
	case ok && (st == characters.Sealed || st == characters.Waived):
		return t.good
	}
	return t.goal
}

// piles are the cards that a seat has won, and those that it still wants, in windows that
// have room for them.
func (t *board) piles(s tricks.Seat, w int, z size) (out []string) {
	if t.v.Stage != chapters.StagePlay || z < roomy {
		return nil
	}
	for _, m := range t.Meters(t.v, s) {
		if m.Cards != 0 && m.Cards.Len() < 8 {
			out = append(out, t.flow([]string{t.T("board.wanted", t.cards(m.Cards))}, " ", w)...)
		}
	}
	if taken := t.v.Seats[s].WonCards; taken != 0 {
		out = append(out, t.flow([]string{t.T("board.won", t.cards(taken))}, " ", w)...)
	}
	return out
}

// head is the first line of a strip: a rule with who sits there, whose turn it is, who
// leads, and how many cards there are. What there is no room for is left out.
func (t *board) head(s tricks.Seat, w int, rule string) string {
	at := &t.v.Seats[s]
	who, role, leads := t.seatName(s), t.role(s), ""
	if role != "" {
		role = " (" + role + ")"
	}
	if t.leads(s) {
		leads = t.T("tui.leads")
	}
	cards, number := t.N("tui.cards", at.Cards), strconv.Itoa(at.Cards)
	if at.Cards == 0 && t.v.Stage != chapters.StagePlay {
		cards, number = "", ""
	}
	var left, right string
	room := 0
	for _, try := range [][3]string{
		{role, leads, cards}, {role, "", cards}, {role, leads, number}, {"", "", cards}, {role, "", number}, {"", "", number}, {"", "", ""},
	} {
		left, right = t.fold(who+try[0]), t.fold(strings.Join(texts.NotEmpty(try[1], try[2]), ", "))
		if try == [3]string{} && w-2 < ansi.StringWidth(left) && at.Character != nil {
			left = t.fold(t.ShortName(at.Character)) // where it sits says which seat it is
		}
		if room = w - 2 - ansi.StringWidth(left) - ansi.StringWidth(right); room > 0 || room == 0 && right == "" {
			break
		}
	}
	gap, end := strings.Repeat(" ", max(room, 0)), ""
	switch {
	case right == "" && room > 0:
		gap = " " + strings.Repeat(rule, room-1)
	case room > 4:
		gap, end = " "+strings.Repeat(rule, room-4)+" ", " "+rule
	}
	if t.choosing == s {
		mark := "► "
		if t.ascii {
			mark = "> "
		}
		return t.turn.on(t.fit(t.fold(mark)+left+gap+right+end, w))
	}
	return t.faint.on(rule) + " " + t.bold.on(left) + t.faint.on(gap) + right + t.faint.on(end)
}

// role says that a seat is the person's own, the pyramid, or whose it is.
func (t *board) role(s tricks.Seat) string {
	at := &t.v.Seats[s]
	switch yours := at.By == t.v.Player && t.v.Players > 1; {
	case at.Rows != nil && yours:
		return t.T("tui.pyramid") + ", " + t.T("tui.you")
	case at.Rows != nil:
		return t.T("tui.pyramid")
	case yours:
		return t.T("tui.you")
	case at.By == s:
		return t.personAt(s)
	}
	return ""
}

// personAt returns the name of the person at a seat, empty where there is none.
func (t *board) personAt(s tricks.Seat) string {
	if t.person == nil {
		return ""
	}
	return t.person(s)
}

// seatName is a seat's number and its character.
func (t *board) seatName(s tricks.Seat) string {
	if c := t.v.Seats[s].Character; c != nil {
		return t.Number(s) + " " + t.ShortName(c)
	}
	return t.Number(s) + " " + t.T("tui.noone")
}

// leads reports whether the seat led the trick shown, or leads the next one.
func (t *board) leads(s tricks.Seat) bool {
	if t.show != nil && len(t.show.plays) > 0 {
		return t.show.plays[0].Seat == s
	}
	return t.v.Stage == chapters.StagePlay && t.v.Leader == s
}

// detail is how much is said of a goal: what is still wanted, too; how far it is; or
// that in numbers alone.
type detail uint8

const (
	inFull detail = iota
	inBrief
	inNumbers
)

// standing is a seat's progress in play as it is drawn, and how its goal stands, unless it
// is open.
func (t *board) standing(s tricks.Seat, d detail) (out []string) {
	if t.v.Stage != chapters.StagePlay {
		return nil
	}
	if st, ok := goalOf(t.v, s); ok && st != characters.Open {
		out = append(out, t.verdict(st))
	}
	meters := t.Meters(t.v, s)
	for i, m := range meters {
		text := m.Text
		switch pips := t.pips(&m); {
		case pips != "" && d == inNumbers && m.Met == nil:
			text = fmt.Sprintf("%s %d/%d", pips, m.Have, m.Least)
			if m.Most != characters.NoLimit && m.Most > m.Least {
				text += fmt.Sprintf("-%d", m.Most)
			}
		case pips != "":
			text = pips + " " + text
		}
		if d == inNumbers && m.Least == 0 && m.Most == characters.NoLimit && m.Met == nil && i == len(meters)-1 && t.v.Seats[s].Won == 0 {
			continue // no tricks, and none are wanted
		}
		if more := t.More(&m); d == inFull && more != "" {
			text += ": " + more
		}
		out = append(out, text)
	}
	if st, ok := riderGoalOf(t.v, s); ok && st == characters.Failed {
		out = append(out, t.Rider(t.v, s)+" "+t.verdict(st))
	}
	if t.fresh.Has(s) && len(out) > 0 {
		out[0] = t.inks.fresh.on("!") + " " + out[0]
	}
	return out
}

// pips draws how far a number is: one for each that is wanted, as far as there are
// few. What is too much, or can never be had, is an x.
func (t *board) pips(m *texts.Meter) string {
	const most = 9
	full, open := "■", "□"
	if t.ascii {
		full, open = "#", "-"
	}
	if m.Met != nil {
		var ranks []string
		for i, met := range m.Met {
			if met {
				ranks = append(ranks, string(rune('1'+i)))
			} else {
				ranks = append(ranks, open)
			}
		}
		return t.good.on(strings.Join(ranks, ""))
	}
	if m.Least == 0 && m.Most == characters.NoLimit || m.Most < 0 || m.Least > most || m.Most == 0 && m.Have == 0 {
		return ""
	}
	bound := m.Least
	if m.Most != characters.NoLimit {
		bound = min(m.Most, most)
	}
	good := min(m.Have, bound)
	lost := 0
	if m.Possible < m.Least {
		lost = min(m.Least-max(m.Possible, good), m.Least-good)
	}
	out := t.good.on(strings.Repeat(full, good)) + strings.Repeat(open, max(m.Least-good-lost, 0)) + t.bad.on(strings.Repeat("x", lost))
	if n := bound - max(m.Least, good); n > 0 { // these may be, and need not
		out += "(" + strings.Repeat(open, n) + ")"
	}
	if m.Most != characters.NoLimit && m.Have > m.Most {
		out += t.bad.on(strings.Repeat("x", min(m.Have-m.Most, most)))
	}
	return out
}

// verdict says how a goal stands: a character and a word.
func (t *board) verdict(st characters.Status) string {
	word := t.T("tui.status." + st.String())
	switch st {
	case characters.Sealed, characters.Waived:
		return t.good.on(t.fold(word))
	case characters.Failed:
		return t.bad.on(t.fold(word))
	}
	return t.fold(word)
}

// atHand is what is seen of a seat's cards, but for those that lie aside: they
// are told apart.
func atHand(at *chapters.SeatView) tricks.Set {
	cards := at.Open
	for _, c := range []tricks.Card{at.Tucked, at.First, at.Last} {
		if c != tricks.NoCard && c != chapters.Closed && !at.Hand.Has(c) {
			cards &^= c.Bit()
		}
	}
	return cards
}

// flow sets short texts side by side, in as many lines as they need.
func (t *theme) flow(texts []string, gap string, w int) []string {
	var lines []string
	for _, text := range texts {
		if text == "" {
			continue
		}
		n := len(lines) - 1
		if n >= 0 && ansi.StringWidth(t.fold(lines[n]+gap+text)) <= w {
			lines[n] += gap + text
			continue
		}
		lines = append(lines, t.wrap(text, w)...)
	}
	return lines
}

// drawOwn draws the strip of the hand below.
func (t *board) drawOwn(c *canvas, r rect, z size) {
	rule := "═"
	if t.ascii {
		rule = "="
	}
	c.put(r.row(0), t.head(t.bottom, r.w, rule), "")
	lines := t.ownLines(r.w-2, r.h-1, z)
	c.lines(rect{r.x + 1, r.y + 1, r.w - 1, r.h - 1}, lines)
}

// ownLines is the strip without its head: the goal and how far it is in one line,
// where they fit.
func (t *board) ownLines(w, h int, z size) []string {
	s := t.bottom
	goal := strings.Join(t.goalLine(s, 1000), " ")
	standing, brief, meaning, facts := t.standing(s, inFull), t.standing(s, inBrief), t.Meaning(t.v, s), t.Facts(t.v, s)
	join := func(parts ...[]string) []string {
		return t.flow(append([]string{goal}, slices.Concat(parts...)...), "   ", w)
	}
	lines := fullest(
		h, append(join(standing, meaning), t.piles(s, w, z)...), join(standing, meaning), join(standing, facts), join(brief, facts), join(brief),
	)
	if len(lines) > h {
		return t.about(s, w, h, z)
	}
	return lines
}
