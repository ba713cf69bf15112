package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// place is where a seat sits, clockwise from the person.
type place int

const (
	near place = iota
	left
	far
	right
)

func (t *board) place(s tricks.Seat) place {
	n := len(t.v.Seats)
	p := place((int(s) - int(t.bottom) + n) % n)
	if n == 3 && p == far {
		return right // three seats: nobody sits opposite
	}
	return p
}

// seatAt returns who sits at a place, NoSeat if nobody.
func (t *board) seatAt(p place) tricks.Seat {
	for s := range t.v.Seats {
		if t.place(tricks.Seat(s)) == p {
			return tricks.Seat(s)
		}
	}
	return tricks.NoSeat
}

// draw draws the table but for the near seat, which has its own line on the
// desk: three columns, the side seats left and right.
func (t *board) draw(w, h int) []string {
	side := max((w-30)/2, 24)
	if len(t.v.Seats) == 3 {
		side += 2 // nobody sits opposite, and a pyramid needs room
	}
	side = min(side, 36)
	center := w - 2*side

	sidePanel := func(p place) []string {
		s := t.seatAt(p)
		if s == tricks.NoSeat {
			return t.fill(nil, side, h)
		}
		panel := t.panel(s, side-1, h)
		top := max((h-len(panel))/2, 0)
		if t.v.Seats[s].Rows == nil && h >= 12 {
			top = min(top+1, h-len(panel)) // a little below the seat opposite
		}
		return t.fill(append(make([]string, top), indent(panel, " ")...), side, h)
	}

	var mid []string
	if s := t.seatAt(far); s != tricks.NoSeat {
		const least = 5 // for the trick
		for _, l := range t.panel(s, min(center, 34), h-least) {
			mid = append(mid, t.block(l, center, min(center, 30)))
		}
	}
	rest := h - len(mid)
	var inner []string
	if t.show == nil && t.v.Stage == chapters.StageSetup {
		inner = t.newsLines(center, rest)
	} else {
		inner = t.trickLines(center, rest)
		mid = append(mid, make([]string, max((rest-len(inner))/2, 0))...)
	}
	mid = append(mid, inner...)
	return beside(sidePanel(left), t.fill(mid, center, h), sidePanel(right))
}

// block indents a line of a block that is n wide so that the block is in the
// middle of w cells.
func (t *board) block(line string, w, n int) string {
	return strings.Repeat(" ", max((w-n)/2, 0)) + line
}

// name is who sits there: > marks whose turn it is.
func (t *board) name(s tricks.Seat) string {
	at := &t.v.Seats[s]
	mark := "  "
	if t.choosing == s {
		mark = "> "
	}
	line := mark + t.title.Render(t.fold(t.seatName(s)))
	switch yours := at.By == t.v.Player && t.v.Players > 1; {
	case at.Rows != nil && yours:
		line += " (" + t.T("tui.pyramid") + ", " + t.T("tui.you") + ")"
	case at.Rows != nil:
		line += " (" + t.T("tui.pyramid") + ")"
	case yours:
		line += " (" + t.T("tui.you") + ")"
	case at.By == s && t.personAt(s) != "":
		line += " (" + t.personAt(s) + ")"
	}
	return line
}

// personAt returns the name of the person at a seat, empty where there is none.
func (t *board) personAt(s tricks.Seat) string {
	if t.person == nil {
		return ""
	}
	return t.person(s)
}

// nameLed is the name with the word for who leads.
func (t *board) nameLed(s tricks.Seat) string {
	if t.leads(s) {
		return t.name(s) + "  " + t.T("tui.leads")
	}
	return t.name(s)
}

// seatName is a seat's number and its character.
func (t *board) seatName(s tricks.Seat) string {
	if c := t.v.Seats[s].Character; c != nil {
		return s.String() + " " + t.ShortName(c)
	}
	return s.String() + " " + t.T("tui.noone")
}

// leads reports whether the seat led the trick shown, or leads the next one.
func (t *board) leads(s tricks.Seat) bool {
	if t.show != nil && len(t.show.plays) > 0 {
		return t.show.plays[0].Seat == s
	}
	return t.v.Stage == chapters.StagePlay && t.v.Leader == s
}

// standing is a seat's progress and how its goal stands, unless it is open.
func (t *board) standing(s tricks.Seat) []string {
	done := t.Progress(t.v, s)
	if st, ok := status(t.v, s); ok && st != characters.Open {
		done = append(done, t.verdict(st))
	}
	return done
}

// verdict says how a goal stands: a character and a word.
func (t *board) verdict(st characters.Status) string {
	word := t.T("tui.status." + st.String())
	switch st {
	case characters.Sealed:
		return t.good.Render(t.fold(word))
	case characters.Failed:
		return t.bad.Render(t.fold(word))
	}
	return word
}

// panel draws a seat in at most h lines: its goal gets what the rest leaves, and
// the rest is set closer where the goal needs it.
func (t *board) panel(s tricks.Seat, w, h int) []string {
	at := &t.v.Seats[s]
	lines := t.nameLines(s, w, t.leads(s))
	var standing, facts []string
	if t.v.Stage == chapters.StagePlay {
		standing = t.standing(s)
	}
	open := at.Rows == nil && at.Open != 0 && t.place(s) != near
	if !open {
		facts = append(facts, t.N("tui.cards", at.Cards))
	}
	for _, fact := range t.Facts(t.v, s) {
		if !open || fact != t.T("fact.open") { // that is seen
			facts = append(facts, fact)
		}
	}
	var goal, cards []string
	if at.Character != nil {
		goal = t.wrap(t.GoalAt(t.v, at.Character, s), w-2)
	}
	switch {
	case at.Rows != nil:
		cards = t.pyramid(s, w)
	case open: // solo, or a hand that lies open: all cards are seen
		cards = indent(t.flow(t.groups(atHand(at)), " ", w-2), "  ")
	}
	rest := append(t.words(standing, w-2), t.words(facts, w-2)...)
	if len(lines)+len(goal)+len(rest)+len(cards) > h {
		rest = t.words(append(standing, facts...), w-2)
	}
	if len(lines)+len(goal)+len(rest)+len(cards) > h {
		lines = t.nameLines(s, w, false) // the trick says who leads
	}
	if room := max(h-len(lines)-len(rest)-len(cards), 1); len(goal) > room {
		goal = t.wrapAtMost(t.GoalAt(t.v, at.Character, s), w-2, room)
	}
	lines = append(lines, indent(styled(t.faint, goal), "  ")...)
	return append(append(lines, indent(rest, "  ")...), cards...)
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

// nameLines is the name with the word for who leads, in two lines where one is
// too short.
func (t *board) nameLines(s tricks.Seat, w int, leads bool) []string {
	whole := t.name(s)
	if leads {
		whole = t.nameLed(s)
	}
	if ansi.StringWidth(t.fold(whole)) <= w {
		return []string{whole}
	}
	name := t.title.Render(t.fold(t.seatName(s)))
	mark, role, _ := strings.Cut(t.name(s), name)
	names := t.wrap(t.seatName(s), w-2)
	lines := []string{mark + t.title.Render(names[0])}
	for _, more := range names[1:] {
		lines = append(lines, "    "+t.title.Render(more))
	}
	roles := []string{strings.TrimSpace(role)}
	if leads {
		roles = append(roles, t.T("tui.leads"))
	}
	last := len(lines) - 1
	for _, r := range t.words(roles, w-2) {
		if ansi.StringWidth(t.fold(lines[last]+" "+r)) <= w {
			lines[last] += " " + r
			continue
		}
		lines = append(lines, "  "+r)
		last = len(lines) - 1
	}
	return lines
}

// words sets short texts side by side, in as many lines as they need.
func (t *theme) words(texts []string, w int) []string { return t.flow(texts, "  ", w) }

// flow is words with another gap.
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

// trickLines draws the trick in the middle: each card on the side of its seat,
// the winning one in brackets.
func (t *board) trickLines(w, h int) []string {
	tr := t.show
	if tr == nil {
		tr = &trick{winner: t.v.Best}
		if all := played(t.v); len(all) > 0 && !all[len(all)-1].done {
			tr.plays, tr.said = all[len(all)-1].plays, all[len(all)-1].said
		}
		tr.turned = t.v.Turned
	}
	card := func(p place) string {
		s := t.seatAt(p)
		if s == tricks.NoSeat {
			return "     "
		}
		m := tr.play(s)
		switch {
		case m.Card == tricks.NoCard && tr.done:
			return "     " // sat out (T9)
		case m.Card == tricks.NoCard:
			return "  .. "
		case s == tr.winner && m.ToWin:
			return t.fit("("+tr.card(t.theme, m)+")", 5) // (R1!) needs all the room
		case s == tr.winner:
			return t.fit(" ("+tr.card(t.theme, m)+")", 5)
		}
		return t.fit("  "+tr.card(t.theme, m), 5)
	}
	lines := []string{
		t.middle(card(far), w),
		t.middle(card(left)+"      "+card(right), w),
		t.middle(card(near), w),
	}
	turned := len(tr.turned) > 0 && t.seatAt(far) == tricks.NoSeat
	if turned {
		h-- // they have a line of their own
	}
	if h >= 8 {
		lines = []string{"", lines[0], "", lines[1], "", lines[2]}
	}
	if h >= 9 {
		lines = append(lines, "")
	}
	if turned {
		lines = append(lines, t.middle(t.TurnedShort(t.v, tr.turned, tr.sum()), w))
	}
	// Always as many lines, so that the trick above them stays where it is.
	text := 2
	if len(t.v.Seats) == 3 {
		text = 3
	}
	for _, l := range t.fill(t.wrapAtMost(t.trickText(tr), w, text), w, text) {
		lines = append(lines, t.middle(strings.TrimRight(l, " "), w))
	}
	return lines
}

// trickText says in words how the trick stands.
func (t *board) trickText(tr *trick) string {
	switch {
	case t.v.Stage != chapters.StagePlay:
		return ""
	case tr.done:
		return t.T("tui.trick.won", t.Winner(t.v, tr.winner))
	case len(tr.plays) == 0:
		return t.T("tui.trick.lead", t.Who(t.v, t.v.Leader))
	case t.v.Taken:
		return t.T("tui.trick.ring", t.Who(t.v, tr.winner))
	case tr.winner == tricks.NoSeat: // that would tell what lies face down
		return t.T("tui.trick.hidden", t.Suit(t.v.Led))
	}
	return t.T("tui.trick.best", t.Suit(t.v.Led), t.Who(t.v, tr.winner))
}

// newsLines draws what has happened in setup, the latest last.
func (t *board) newsLines(w, h int) []string {
	var news, lines []string
	for _, e := range t.setupEvents() {
		news = append(news, t.Event(t.v, e))
	}
	if news == nil {
		news = []string{t.setupWhy()}
	}
	for _, n := range slices.Backward(news) {
		wrapped := t.wrap(n, w-4)
		if len(lines)+len(wrapped) > h-1 && len(lines) > 0 {
			break
		}
		block := append([]string{"- " + wrapped[0]}, indent(wrapped[1:], "  ")...)
		lines = append(block, lines...)
	}
	return append([]string{""}, indent(lines, " ")...)
}
