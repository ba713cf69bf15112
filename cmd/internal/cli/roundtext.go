package cli

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

// write shows the whole round.
func (r *round) write(t *text) {
	r.writeStart(t)
	r.writeSetup(t)
	r.writeTricks(t)
	r.writeResult(t)
}

// writeStart shows the deal: title, lost cards, hands and goals.
func (r *round) writeStart(t *text) {
	start := &r.record.Position
	t.bold(r.title())
	t.line("")
	for s := range start.Hands {
		seat := tricks.Seat(s)
		who := r.label(seat)
		if threat := r.seatView(seat).Threat; threat != 0 {
			who = r.T("round.threat", who, threat)
		}
		t.beside(who, 28, handText(r.Texts, &start.Hands[s]))
		v := r.game.View(r.game.View(seat).Seats[seat].By)
		for _, c := range r.goals(seat) {
			t.wrap(28, r.GoalAt(&v, c, seat))
		}
	}
	if len(start.Lost) > 0 {
		key := "round.lostcard"
		if len(start.Lost) > 1 {
			key = "round.lostcards"
		}
		t.beside(r.T(key), 28, r.List(start.Lost))
	}
	if len(start.Pile) > 0 {
		t.wrapTo(r.T("round.pile"), 28, r.List(start.Pile))
	}
	for _, d := range r.game.SideDecks() {
		if cards := start.Sides[d.Name]; len(cards) > 0 {
			t.wrapTo(r.OfDeck("round.side.", d, ""), 28, r.List(cards))
		}
	}
	t.line("")
}

// title names the round: its id, chapter and number of players.
func (r *round) title() string {
	parts := []string{}
	if c := r.game.Chapter(); c != nil {
		parts = append(parts, r.T("round.chapter", c.ID, c.Title.In(r.Lang())))
		if part := c.Part.In(r.Lang()); part != "" {
			parts = append(parts, part)
		}
	}
	players := r.T("round.players", r.game.Players())
	if r.game.Players() == 1 {
		players = r.T("round.solo")
	}
	title := strings.Join(append(parts, players), ", ")
	if r.record.ID != "" {
		title = shownID(r.record.ID) + ": " + title
	}
	return title
}

// seatView is what the one who decides for the seat knows of it.
func (r *round) seatView(s tricks.Seat) chapters.SeatView {
	return r.game.View(r.game.View(s).Seats[s].By).Seats[s]
}

// name is what to call a seat: its character, else its number.
func (r *round) name(s tricks.Seat) string {
	if c := r.game.Character(s); c != nil {
		return c.Name.In(r.Lang())
	}
	return r.Seat(s)
}

// label is the head of a seat's line or column: its number and character.
func (r *round) label(s tricks.Seat) string {
	if r.game.Character(s) == nil {
		return r.name(s)
	}
	return r.Number(s) + " " + r.name(s)
}

// goals lists the character of a seat and the rider it carries.
func (r *round) goals(s tricks.Seat) []*characters.Character {
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

// writeSetup tells the draft and setup in words.
func (r *round) writeSetup(t *text) {
	lines := r.before(0)
	if len(lines) == 0 {
		return
	}
	t.bold(r.T("round.setup"))
	for _, l := range lines {
		t.wrapTo("", 2, l)
	}
	t.line("")
}

// before tells in words what happened besides the plays: with 0 in the draft and
// setup, with n in the n-th trick, such as cards of a side deck turned up for it.
func (r *round) before(n int) []string {
	var events []chapters.Event
	trick := 0
	for _, e := range hindsight.View(r.game).Log {
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
	v := r.game.View(0)
	return r.Log(&v, events)
}

// column is the width of a seat's column in the table of tricks.
const column = 17

// writeTricks shows the tricks, one a line: who led, the cards, who won, and how
// each goal stands after it.
func (r *round) writeTricks(t *text) {
	if len(r.tricks) == 0 && len(r.table) == 0 {
		return
	}
	head := r.T("round.trick") + "  "
	for s := range r.game.Seats() {
		head += pad(r.label(tricks.Seat(s)), column)
	}
	t.head(head)
	riders := map[tricks.Seat]characters.Status{}
	for i := range r.tricks {
		trick := &r.tricks[i]
		status := map[tricks.Seat]characters.Status{}
		var notes []string
		for _, g := range trick.Goals {
			if g.Rider == "" {
				status[g.Seat] = g.Status
			} else if before, told := riders[g.Seat]; !told || before != g.Status {
				riders[g.Seat] = g.Status
				notes = append(notes, r.T("round.rider", r.name(g.Seat), r.rider(g.Seat), t.status(g.Status)))
			}
		}
		t.trick(fmt.Sprint(trick.Trick), r.game.Seats(), trick.plays, trick.Winner, status)
		for _, l := range r.before(trick.Trick) {
			t.wrap(7, l)
		}
		for _, n := range notes {
			t.line("       %s", n)
		}
		if trick.Winner == tricks.NoSeat {
			t.line("       %s", r.T("round.nobody"))
		}
	}
	if len(r.table) > 0 {
		t.trick(fmt.Sprint(len(r.tricks)+1), r.game.Seats(), r.table, tricks.NoSeat, nil)
		for _, l := range r.before(len(r.tricks) + 1) {
			t.wrap(7, l)
		}
	}
	t.line("")
	legend := r.T("round.legend")
	if len(r.game.Goals()) > 0 {
		legend += " " + r.T("round.legend.goals")
		if r.game.Waiver() != tricks.NoSeat {
			legend += " " + r.T("round.legend.waived")
		}
	}
	t.wrap(0, legend)
	t.line("")
}

// rider names the rider of a seat.
func (r *round) rider(s tricks.Seat) string { return r.Name(r.seatView(s).Rider) }

// trick writes one line of the table, with the status of each goal.
func (t *text) trick(number string, seats int, plays []tricks.Play, winner tricks.Seat, status map[tricks.Seat]characters.Status) {
	words := map[tricks.Seat]word{}
	for s, st := range status {
		words[s] = word{t.status(st), map[characters.Status]string{characters.Failed: bad, characters.Sealed: good}[st]}
	}
	t.row(number, seats, plays, winner, words)
}

// status is a word for how a goal stands that fits into the table.
func (t *text) status(s characters.Status) string { return t.T("round.status." + s.String()) }

// word is a word in the table, in a colour if it has one.
type word struct{ text, color string }

// The codes of the colours.
const good, bad = "32", "31"

// row writes one line of the table, with a word behind each card.
func (t *text) row(number string, seats int, plays []tricks.Play, winner tricks.Seat, words map[tricks.Seat]word) {
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
		cell := pad(lead+pad(card+mark, 5)+words[seat].text, column)
		if color := words[seat].color; color != "" {
			cell = t.paint(color, cell)
		}
		line += cell
	}
	t.line("%s", strings.TrimRight(line, " "))
}

// writeResult says how the round ended, or stands, goal by goal.
func (r *round) writeResult(t *text) {
	answer, v := r.result(), r.game.Sight(tricks.NoSeat)
	end := map[chapters.Result]string{
		chapters.Won: r.T("round.won"), chapters.Lost: r.T("round.lost"),
	}[answer.Result]
	switch {
	case v.Short:
		end = r.Short(&v, "round.short.")
	case len(answer.Seats) == 0 && r.game.Stage() == chapters.StagePlay:
		end = r.T("round.nogoals")
	case r.game.Stage() != chapters.StagePlay:
		end = r.T("round.stage", r.T("tui.stage."+r.game.Stage().String()))
	case answer.Result == chapters.Undecided:
		end = r.T("round.open")
	}
	t.bold(end)
	if v.Spared && answer.Result == chapters.Won {
		t.wrap(2, r.Short(&v, "round.spared."))
	}
	for _, g := range answer.Seats {
		who := r.name(g.Seat)
		if g.Rider != "" {
			who = r.T("round.rideron", r.rider(g.Seat), who)
		}
		t.beside("  "+who, 28, t.status(g.Status))
	}
}
