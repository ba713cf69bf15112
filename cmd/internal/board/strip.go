package board

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// A strip shows the public side of a seat: its character, goal, progress, and special facts.

// strip draws a seat in so many cells. The goal comes first, and facts without room are on the page
// of the goals.
func (t *Board) strip(s tricks.Seat, w, h int, z kit.Size) []string {
	var pyramid []string
	w -= 2
	head := t.Head(s, w+1, t.Fold(kit.Line))
	if t.V.Seats[s].Rows != nil {
		pyramid = kit.Indent(t.pyramid(s), " ")
		w -= t.Widest(pyramid)
	}
	return append([]string{head}, kit.Indent(t.Beside(t.about(s, w, h-1, z), w, pyramid), " ")...)
}

// about tells a seat's goal, its progress, its special facts, and its cards that are seen, in so
// many lines.
func (t *Board) about(s tricks.Seat, w, h int, z kit.Size) []string {
	at := &t.V.Seats[s]
	flow := func(parts ...[]string) []string { return t.Flow(slices.Concat(parts...), "  ", w) }
	goal, facts, meaning := t.goalLine(s, w), t.Facts(t.V, s), t.Meaning(t.V, s)
	var groups, cards []string
	if at.Rows == nil && at.Open != 0 && s != t.Bottom { // solo, or a hand that lies open
		groups = t.Groups(AtHand(at))
		cards = t.Flow(groups, " ", w)
	}
	standing, brief, terse, more := t.standing(s, inFull), t.standing(s, inBrief), t.standing(s, inNumbers), t.piles(s, w, z)
	closed := func(parts ...[]string) []string { // behind the end of the goal
		return flow(append([][]string{{strings.Join(t.goalLine(s, 1000), " ")}}, parts...)...)
	}
	return kit.Fullest(
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

// goalLine is a seat's goal, in bright words, and in the colour of its status.
func (t *Board) goalLine(s tricks.Seat, w int) []string {
	c := t.V.Seats[s].Character
	if c == nil {
		return nil
	}
	return t.OfGoal(s).Lines(t.Wrap(t.GoalAt(t.V, c, s), w))
}

// OfGoal is the colour of the status of a seat's goal.
func (t *Board) OfGoal(s tricks.Seat) kit.Ink {
	switch st := texts.StatusOf(t.V, s); {
	case t.Flash.Has(s):
		return t.Rubrics
	case st == characters.Failed:
		return t.Bad
	case st == characters.Sealed || st == characters.Waived:
		return t.Good
	}
	return t.Bold
}

// piles are the cards that a seat has won, and those that it still wants, in windows that
// have room for them.
func (t *Board) piles(s tricks.Seat, w int, z kit.Size) (out []string) {
	if t.V.Stage != chapters.StagePlay || z < kit.Roomy {
		return nil
	}
	for _, m := range t.Meters(t.V, s) {
		if m.Cards != 0 && m.Cards.Len() < 8 {
			out = append(out, t.Flow([]string{t.T("board.wanted", t.DrawCards(m.Cards))}, " ", w)...)
		}
	}
	if taken := t.V.Seats[s].WonCards; taken != 0 {
		out = append(out, t.Flow([]string{t.T("board.won", t.DrawCards(taken))}, " ", w)...)
	}
	return out
}

// Head is the first line of a strip: a rule with the character, the marks of the turn and the lead,
// and the number of cards. Parts without room are left out.
func (t *Board) Head(s tricks.Seat, w int, rule string) string {
	at := &t.V.Seats[s]
	who, role, leads := t.SeatName(s), t.Role(s), ""
	if role != "" {
		role = " (" + role + ")"
	}
	if t.Leads(s) {
		leads = t.T("tui.leads")
	}
	cards, number := t.N("tui.cards", at.Cards), strconv.Itoa(at.Cards)
	if at.Cards == 0 && t.V.Stage != chapters.StagePlay {
		cards, number = "", ""
	}
	var left, right string
	room := 0
	for _, try := range [][3]string{
		{role, leads, cards}, {role, "", cards}, {role, leads, number}, {"", "", cards}, {role, "", number}, {"", "", number}, {"", "", ""},
	} {
		left, right = t.Fold(who+try[0]), t.Fold(strings.Join(texts.NotEmpty(try[1], try[2]), ", "))
		if try == [3]string{} && w-2 < cells.Width(left) && at.Character != nil {
			left = t.Fold(t.ShortName(at.Character)) // where it sits says which seat it is
		}
		if room = w - 2 - cells.Width(left) - cells.Width(right); room > 0 || room == 0 && right == "" {
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
	if t.Choosing == s {
		mark := "► "
		if t.ASCII {
			mark = "> "
		}
		return t.Rubrics.On(t.Fit(t.Fold(mark)+left+gap+right+end, w))
	}
	return t.Faint.On(rule) + " " + t.Bold.On(left) + t.Faint.On(gap) + right + t.Faint.On(end)
}

// Role says that a seat is the person's own, the pyramid, or whose it is.
func (t *Board) Role(s tricks.Seat) string {
	at := &t.V.Seats[s]
	switch yours := at.By == t.V.Player && t.V.Players > 1; {
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

func (t *Board) personAt(s tricks.Seat) string {
	if t.Person == nil {
		return ""
	}
	return t.Person(s)
}

// SeatName is a seat's number and its character.
func (t *Board) SeatName(s tricks.Seat) string {
	if c := t.V.Seats[s].Character; c != nil {
		return t.Number(s) + " " + t.ShortName(c)
	}
	return t.Number(s) + " " + t.T("tui.noone")
}

// Leads reports whether the seat led the trick shown, or leads the next one.
func (t *Board) Leads(s tricks.Seat) bool {
	if t.Show != nil && len(t.Show.Plays) > 0 {
		return t.Show.Plays[0].Seat == s
	}
	return t.V.Stage == chapters.StagePlay && t.V.Leader == s
}

// detail is how much is said of a goal: also the rest that it wants; how far it is; or that in
// numbers alone.
type detail uint8

const (
	inFull detail = iota
	inBrief
	inNumbers
)

// standing is a seat's progress in play as it is drawn, and how its goal stands, unless it
// is open.
func (t *Board) standing(s tricks.Seat, d detail) (out []string) {
	if t.V.Stage != chapters.StagePlay {
		return nil
	}
	if st := texts.StatusOf(t.V, s); st != characters.Open {
		out = append(out, t.Verdict(st))
	}
	meters := t.Meters(t.V, s)
	for i, m := range meters {
		text := m.Text
		switch pips := t.Pips(&m); {
		case pips != "" && d == inNumbers && m.Met == nil:
			text = pips + " " + m.Count
		case pips != "":
			text = pips + " " + text
		}
		if d == inNumbers && m.Least == 0 && m.Most == characters.NoLimit && m.Met == nil && i == len(meters)-1 && t.V.Seats[s].Won == 0 {
			continue // no tricks, and none are wanted
		}
		if more := t.More(&m); d == inFull && more != "" && m.Label != "" {
			text = strings.TrimSpace(t.Pips(&m)+" "+t.Fold(m.Label)) + ": " + t.Fold(more)
		}
		out = append(out, text)
	}
	if st, ok := RiderGoalOf(t.V, s); ok && st == characters.Failed {
		out = append(out, t.Rider(t.V, s)+" "+t.Verdict(st))
	}
	if t.Fresh.Has(s) && len(out) > 0 {
		out[0] = t.Rubrics.On("!") + " " + out[0]
	}
	return out
}

// Pips draws how far a number is: one for each that is wanted, as far as there are
// few. One too many, or one that can never be had, is an x.
func (t *Board) Pips(m *texts.Meter) string {
	const most = 9
	full, open := t.Fold("■"), t.Fold("□")
	if m.Met != nil {
		var ranks []string
		for i, met := range m.Met {
			if met {
				ranks = append(ranks, string(rune('1'+i)))
			} else {
				ranks = append(ranks, open)
			}
		}
		return t.Good.On(strings.Join(ranks, ""))
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
	out := t.Good.On(strings.Repeat(full, good)) + strings.Repeat(open, max(m.Least-good-lost, 0)) + t.Bad.On(strings.Repeat("x", lost))
	if n := bound - max(m.Least, good); n > 0 { // these may be, and need not
		out += "(" + strings.Repeat(open, n) + ")"
	}
	if m.Most != characters.NoLimit && m.Have > m.Most {
		out += t.Bad.On(strings.Repeat("x", min(m.Have-m.Most, most)))
	}
	return out
}

// Verdict says how a goal stands: a character and a word.
func (t *Board) Verdict(st characters.Status) string {
	word := t.T("tui.status." + st.String())
	switch st {
	case characters.Sealed, characters.Waived:
		return t.Good.On(t.Fold(word))
	case characters.Failed:
		return t.Bad.On(t.Fold(word))
	}
	return t.Fold(word)
}

// AtHand are a seat's cards that are seen, but for those that lie aside: they are told apart.
func AtHand(at *chapters.SeatView) tricks.Set {
	cards := at.Open
	for _, c := range []tricks.Card{at.Tucked, at.First, at.Last} {
		if c != tricks.NoCard && c != tricks.Closed && !at.Hand.Has(c) {
			cards &^= c.Bit()
		}
	}
	return cards
}

// DrawOwn draws the strip of the hand below.
func (t *Board) DrawOwn(c *kit.Canvas, r kit.Rect, z kit.Size) {
	rule := "═"
	if t.ASCII {
		rule = "="
	}
	c.Put(r.Row(0), t.Head(t.Bottom, r.W, rule), kit.Ink{})
	lines := t.ownLines(r.W-2, r.H-1, z)
	c.Lines(kit.Rect{X: r.X + 1, Y: r.Y + 1, W: r.W - 1, H: r.H - 1}, lines)
}

// ownLines is the strip without its head: the goal and how far it is in one line,
// where they fit.
func (t *Board) ownLines(w, h int, z kit.Size) []string {
	s := t.Bottom
	goal := strings.Join(t.goalLine(s, 1000), " ")
	standing, brief, meaning, facts := t.standing(s, inFull), t.standing(s, inBrief), t.Meaning(t.V, s), t.Facts(t.V, s)
	join := func(parts ...[]string) []string {
		return t.Flow(append([]string{goal}, slices.Concat(parts...)...), "   ", w)
	}
	lines := kit.Fullest(
		h, append(join(standing, meaning), t.piles(s, w, z)...), join(standing, meaning), join(standing, facts), join(brief, facts), join(brief),
	)
	if len(lines) > h {
		return t.about(s, w, h, z)
	}
	return lines
}
