package command

import (
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// This file shows a round to people: who sits where with which cards and which
// goal, the draft and setup in words, the tricks as a table. Nothing is wider
// than 80 columns, and every mark is a character, so colours are never needed.

// Write shows the whole round.
func (r *Round) Write(t *Text) {
	r.WriteStart(t)
	r.WriteSetup(t)
	r.WriteTricks(t)
	r.WriteResult(t)
}

// WriteStart shows the deal: title, lost cards, hands and goals.
func (r *Round) WriteStart(t *Text) {
	start := &r.Record.Position
	t.Bold(r.Title())
	t.Line("")
	for s := range start.Hands {
		seat := tricks.Seat(s)
		who := r.Label(seat)
		if threat := r.seatView(seat).Threat; threat != 0 {
			who = r.T("round.threat", who, threat)
		}
		t.Beside(who, 28, handText(r.Texts, &start.Hands[s]))
		v := r.Game.View(r.Game.View(seat).Seats[seat].By)
		for _, c := range r.goals(seat) {
			t.Wrap(28, r.GoalAt(&v, c, seat))
		}
	}
	if len(start.Lost) > 0 {
		key := "round.lostcard"
		if len(start.Lost) > 1 {
			key = "round.lostcards"
		}
		t.Beside(r.T(key), 28, r.List(start.Lost))
	}
	if len(start.Pile) > 0 {
		t.WrapTo(r.T("round.pile"), 28, r.List(start.Pile))
	}
	for _, d := range r.Game.SideDecks() {
		if cards := start.Sides[d.Name]; len(cards) > 0 {
			t.WrapTo(r.OfDeck("round.side.", d, ""), 28, r.List(cards))
		}
	}
	t.Line("")
}

// Title names the round: its id, chapter and number of players.
func (r *Round) Title() string {
	parts := []string{}
	if c := r.Game.Chapter(); c != nil {
		parts = append(parts, r.T("round.chapter", c.ID, c.Title.In(r.Lang())))
		if part := c.Part.In(r.Lang()); part != "" {
			parts = append(parts, part)
		}
	}
	players := r.T("round.players", r.Game.Players())
	if r.Game.Players() == 1 {
		players = r.T("round.solo")
	}
	title := strings.Join(append(parts, players), ", ")
	if r.Record.ID != "" {
		title = ShownID(r.Record.ID) + ": " + title
	}
	return title
}

// seatView is what the one who decides for the seat knows of it.
func (r *Round) seatView(s tricks.Seat) chapters.SeatView {
	return r.Game.View(r.Game.View(s).Seats[s].By).Seats[s]
}

// SeatName is what to call a seat: its character, else its number.
func (r *Round) SeatName(s tricks.Seat) string {
	if c := r.Game.Character(s); c != nil {
		return c.Name.In(r.Lang())
	}
	return r.Seat(s)
}

// Label is the head of a seat's line or column: its number and character.
func (r *Round) Label(s tricks.Seat) string {
	if r.Game.Character(s) == nil {
		return r.SeatName(s)
	}
	return r.Number(s) + " " + r.SeatName(s)
}

// goals lists the character of a seat and the rider it carries.
func (r *Round) goals(s tricks.Seat) []*characters.Character {
	var out []*characters.Character
	v := r.seatView(s)
	for _, c := range []*characters.Character{v.Character, v.Rider} {
		if c != nil {
			out = append(out, c)
		}
	}
	return out
}

// handText writes a hand as it was dealt: rows from the top for a pyramid.
func handText(t *texts.Texts, h *chapters.HandInfo) string {
	if h.Rows == nil {
		return t.Codes(h.Cards)
	}
	var rows []string
	for _, row := range h.Rows {
		rows = append(rows, rowText(t, row))
	}
	out := strings.Join(rows, " / ")
	if h.Extra != 0 {
		out += " + " + t.Codes(h.Extra)
	}
	return out
}

// rowText writes a row of a pyramid, "-" for an empty place.
func rowText(t *texts.Texts, row []tricks.Card) string {
	var out []string
	for _, c := range row {
		if c == tricks.NoCard {
			out = append(out, "-")
		} else {
			out = append(out, t.Code(c))
		}
	}
	return strings.Join(out, " ")
}

// WriteSetup tells the draft and setup in words.
func (r *Round) WriteSetup(t *Text) {
	lines := r.Before(0)
	if len(lines) == 0 {
		return
	}
	t.Bold(r.T("round.setup"))
	for _, l := range lines {
		t.WrapTo("", 2, l)
	}
	t.Line("")
}

// Before tells in words what happened besides the plays: with 0 in the draft and
// setup, with n in the n-th trick, such as cards of a side deck turned up for it.
func (r *Round) Before(n int) []string {
	var events []chapters.Event
	trick := 0
	for _, e := range hindsight.View(r.Game).Log {
		// What comes before the first play belongs to the trick.
		if trick == 0 && (e.Kind == chapters.TurnedUp || e.Kind == chapters.Played || e.Kind == chapters.Named || e.Kind == chapters.CameBack) {
			trick = 1
		}
		switch {
		case e.Kind == chapters.WonTrick:
			trick++
		case e.Kind != chapters.Played && trick == n:
			events = append(events, e)
		}
	}
	v := r.Game.View(0)
	return r.Log(&v, events)
}

// Column is the width of a seat's column in the table of tricks.
const Column = 17

// WriteTricks shows the tricks, one a line: who led, the cards, who won, and how
// each goal stands after it.
func (r *Round) WriteTricks(t *Text) {
	if len(r.Tricks) == 0 && len(r.Table) == 0 {
		return
	}
	head := r.T("round.trick") + "  "
	for s := range r.Game.Seats() {
		head += Pad(r.Label(tricks.Seat(s)), Column)
	}
	t.Head(head)
	riders := map[tricks.Seat]characters.Status{}
	for i := range r.Tricks {
		trick := &r.Tricks[i]
		status := map[tricks.Seat]characters.Status{}
		var notes []string
		for _, g := range trick.Goals {
			if g.Rider == "" {
				status[g.Seat] = g.Status
			} else if before, told := riders[g.Seat]; !told || before != g.Status {
				riders[g.Seat] = g.Status
				notes = append(notes, r.T("round.rider", r.SeatName(g.Seat), r.rider(g.Seat), t.status(g.Status)))
			}
		}
		t.trick(fmt.Sprint(trick.Trick), r.Game.Seats(), trick.Played, trick.Winner, status)
		for _, l := range r.Before(trick.Trick) {
			t.Wrap(7, l)
		}
		for _, n := range notes {
			t.Line("       %s", n)
		}
		if trick.Winner == tricks.NoSeat {
			t.Line("       %s", r.T("round.nobody"))
		}
	}
	if len(r.Table) > 0 {
		t.trick(fmt.Sprint(len(r.Tricks)+1), r.Game.Seats(), r.Table, tricks.NoSeat, nil)
		for _, l := range r.Before(len(r.Tricks) + 1) {
			t.Wrap(7, l)
		}
	}
	t.Line("")
	legend := r.T("round.legend")
	if len(r.Game.Goals()) > 0 {
		legend += " " + r.T("round.legend.goals")
		if r.Game.Waiver() != tricks.NoSeat {
			legend += " " + r.T("round.legend.waived")
		}
	}
	t.Wrap(0, legend)
	t.Line("")
}

// rider names the rider of a seat.
func (r *Round) rider(s tricks.Seat) string { return r.Name(r.seatView(s).Rider) }

// trick writes one line of the table, with the status of each goal.
func (t *Text) trick(number string, seats int, plays []tricks.Play, winner tricks.Seat, status map[tricks.Seat]characters.Status) {
	words := map[tricks.Seat]Word{}
	for s, st := range status {
		words[s] = Word{t.status(st), map[characters.Status]string{characters.Failed: Bad, characters.Sealed: good}[st]}
	}
	t.Row(number, seats, plays, winner, words)
}

// status is a word for how a goal stands that fits into the table.
func (t *Text) status(s characters.Status) string { return t.T("round.status." + s.String()) }

// Word is a word in the table, in a colour if it has one.
type Word struct{ Text, Color string }

// Bad is the code of the colour of bad news.
const Bad = "31"

const good = "32"

// Row writes one line of the table, with a word behind each card.
func (t *Text) Row(number string, seats int, plays []tricks.Play, winner tricks.Seat, words map[tricks.Seat]Word) {
	line := fmt.Sprintf("%5s ", number)
	for s := range seats {
		seat := tricks.Seat(s)
		lead, card, mark := " ", "", ""
		for i, p := range plays {
			if p.Seat != seat {
				continue
			}
			card = t.Move(p.Move)
			if i == 0 {
				lead = ">"
			}
		}
		if winner == seat {
			mark = "*"
		}
		cell := Pad(lead+Pad(card+mark, 5)+words[seat].Text, Column)
		if color := words[seat].Color; color != "" {
			cell = t.Paint(color, cell)
		}
		line += cell
	}
	t.Line("%s", strings.TrimRight(line, " "))
}

// WriteResult says how the round ended, or stands, goal by goal.
func (r *Round) WriteResult(t *Text) {
	answer, v := r.Result(), r.Game.Sight(tricks.NoSeat)
	end := map[chapters.Result]string{
		chapters.Won: r.T("round.won"), chapters.Lost: r.T("round.lost"),
	}[answer.Result]
	switch {
	case v.Short:
		end = r.Short(&v, "round.short.")
	case len(answer.Seats) == 0 && r.Game.Stage() == chapters.StagePlay:
		end = r.T("round.nogoals")
	case r.Game.Stage() != chapters.StagePlay:
		end = r.T("round.stage", r.T("tui.stage."+r.Game.Stage().String()))
	case answer.Result == chapters.Undecided:
		end = r.T("round.open")
	}
	t.Bold(end)
	if v.Spared && answer.Result == chapters.Won {
		t.Wrap(2, r.Short(&v, "round.spared."))
	}
	for _, g := range answer.Seats {
		who := r.SeatName(g.Seat)
		if g.Rider != "" {
			who = r.T("round.rideron", r.rider(g.Seat), who)
		}
		t.Beside("  "+who, 28, t.status(g.Status))
	}
}

// WriteKnown shows who sits where and what happened before the first trick, as
// everybody knows it: the game goes on, and its cards are nobody's business.
func (r *Round) WriteKnown(t *Text, by []string) {
	v := r.Game.View(tricks.NoSeat)
	t.Bold(r.Title())
	t.Line("")
	for s := range v.Seats {
		seat := tricks.Seat(s)
		who := r.Label(seat)
		if threat := v.Seats[s].Threat; threat != 0 {
			who = t.T("round.threat", who, threat)
		}
		if len(by) > 0 {
			who += ", " + PlayedBy(t.Texts, by[v.Seats[s].By])
		}
		goal := ""
		if c := v.Seats[s].Character; c != nil {
			goal = t.GoalAt(&v, c, seat)
		}
		t.WrapTo(who, 36, goal)
	}
	if len(v.Lost) > 0 {
		t.WrapTo(t.T("round.lostcard"), 36, t.List(v.Lost))
	}
	t.Line("")
	first := true
	for _, e := range v.Log {
		if e.Kind == chapters.Played {
			break
		}
		if first {
			t.Bold(t.T("round.setup"))
		}
		first = false
		t.Wrap(2, t.Event(&v, e))
	}
	if !first {
		t.Line("")
	}
}
