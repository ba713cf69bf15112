package cli

import (
	"fmt"
	"io"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// This file shows a round to people: who sits where with which cards and which
// goal, the draft and setup in words, the tricks as a table. Nothing is wider
// than 80 columns, and every mark is a character, so colours are never needed.

// write shows the whole round.
func (r *round) write(w io.Writer, root *rootOptions) error {
	t := newText(w, root)
	r.writeStart(t)
	r.writeSetup(t)
	r.writeTricks(t)
	r.writeResult(t)
	return t.flush()
}

// writeStart shows the deal: title, lost cards, hands and goals, and the order
// of every pile.
func (r *round) writeStart(t *text) {
	start, english := &r.record.Position, texts.New("en")
	t.bold(r.title())
	t.line("")
	for s := range start.Hands {
		seat := tricks.Seat(s)
		who := r.label(seat)
		at := r.seatView(seat)
		if at.Threat != 0 {
			who += fmt.Sprintf(", threat %d", at.Threat)
		}
		if hand := handText(&start.Hands[s]); len([]rune(who)) < startColumn {
			t.wrapTo(who, startColumn, hand)
		} else {
			t.line("%s", who)
			t.wrap(startColumn, hand)
		}
		v := r.game.View(at.By)
		if at.Character != nil {
			t.wrap(startColumn, english.GoalAt(&v, at.Character, seat))
		}
		if at.Rider != nil {
			t.wrap(startColumn, at.Rider.GoalText.In("en"))
		}
		var facts []string
		for _, fact := range english.Facts(&v, seat) {
			if !strings.HasPrefix(fact, "threat ") && (at.Rider == nil || fact != english.Name(at.Rider)) {
				facts = append(facts, fact)
			}
		}
		if len(facts) > 0 {
			t.wrap(startColumn, strings.Join(facts, ", "))
		}
	}
	r.writePiles(t)
	t.line("")
}

// startColumn is where the hands begin.
const startColumn = 28

// writePiles shows the cards that are not in hands.
func (r *round) writePiles(t *text) {
	start := &r.record.Position
	v := r.game.View(tricks.NoSeat)
	if len(start.Lost) > 0 {
		t.wrapTo(plural(len(start.Lost), "lost card", "lost cards"), startColumn, tricks.FormatCards(start.Lost))
	}
	for i, stage := range start.Staged {
		for s, cards := range stage {
			if cards != 0 {
				t.wrapTo(fmt.Sprintf("deal %d for seat %d", i+2, s), startColumn, cards.String())
			}
		}
	}
	for _, name := range chapters.SideDecks {
		if cards := start.Sides[name]; len(cards) > 0 {
			t.wrapTo(sideNames[name], startColumn, tricks.FormatCards(cards))
		}
	}
	if len(start.Pile) > 0 {
		t.wrapTo("draw pile", startColumn, tricks.FormatCards(start.Pile))
	}
	if v.Gift != nil {
		t.wrapTo("gift", startColumn, v.Gift.Name.In("en"))
	}
	if v.Rider != nil {
		t.wrapTo("rider", startColumn, v.Rider.Name.In("en"))
	}
}

// sideNames are what the side decks are called.
var sideNames = map[string]string{
	chapters.OldForest: "Old Forest deck", chapters.Barrow: "barrow deck", chapters.Balrog: "Balrog cards, turned up",
}

func plural(n int, one, other string) string {
	if n == 1 {
		return one
	}
	return other
}

// title names the round: its id, chapter and number of players.
func (r *round) title() string {
	parts := []string{}
	if c := r.game.Chapter(); c != nil {
		name := fmt.Sprintf("chapter %s, %s", c.ID, c.Title.In("en"))
		if c.ID == chapters.Road {
			name = c.Title.In("en")
		}
		if c.Part != nil {
			name += ", " + c.Part.In("en")
		}
		parts = append(parts, name)
	}
	players := fmt.Sprintf("%d players", r.game.Players())
	if r.game.Players() == 1 {
		players = "solo"
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
		return texts.New("en").ShortName(c)
	}
	return fmt.Sprintf("seat %d", s)
}

// label is the head of a seat's line or column: its number and character.
func (r *round) label(s tricks.Seat) string {
	if r.game.Character(s) == nil {
		return r.name(s)
	}
	return fmt.Sprintf("%d %s", s, r.name(s))
}

// handText writes a hand as it was dealt: rows from the top for a pyramid.
func handText(h *chapters.HandInfo) string {
	if h.Rows == nil {
		return h.Cards.String()
	}
	var rows []string
	for _, row := range h.Rows {
		rows = append(rows, rowText(row))
	}
	out := strings.Join(rows, " / ")
	if h.Extra != 0 {
		out += " + " + h.Extra.String()
	}
	return out
}

// rowText writes a row of a pyramid, "-" for an empty place.
func rowText(row []tricks.Card) string {
	var out []string
	for _, c := range row {
		if c == tricks.NoCard {
			out = append(out, "-")
		} else {
			out = append(out, c.String())
		}
	}
	return strings.Join(out, " ")
}

// writeSetup tells the draft and setup in words.
func (r *round) writeSetup(t *text) {
	setup, _ := r.log()
	lines := r.said(setup)
	if len(lines) == 0 {
		return
	}
	t.bold("Draft and setup")
	for _, l := range lines {
		t.wrapTo("", 2, l)
	}
	t.line("")
}

// said says what happened, a line a thing; an exchange is one thing.
func (r *round) said(events []chapters.Event) []string {
	english, v := texts.New("en"), r.game.View(0)
	var lines []string
	answered := map[int]bool{}
	for i, e := range events {
		if answered[i] {
			continue
		}
		switch {
		case e.Kind == chapters.Took:
			lines = append(lines, fmt.Sprintf("seat %d takes %s", e.Seat, r.name(e.Seat)))
			continue
		case e.Kind == chapters.Declined && e.To != chapters.LostCard:
			lines = append(lines, r.name(e.Seat)+" makes no exchange")
			continue
		case e.Kind != chapters.Passed:
			lines = append(lines, strings.TrimSuffix(english.Event(&v, e), "."))
			continue
		}
		line := fmt.Sprintf("%s passes %s to %s", r.name(e.Seat), e.Card, r.name(e.To))
		for k := i + 1; k < len(events); k++ {
			back := events[k]
			if answered[k] || back.Kind != chapters.Returned || back.Seat != e.To || back.To != e.Seat {
				continue
			}
			answered[k] = true
			if back.Card == e.Card {
				line += " and gets the same card back"
			} else {
				line += fmt.Sprintf(" and gets %s back", back.Card)
			}
			break
		}
		lines = append(lines, line)
	}
	return lines
}

// log merges what the players know into everything that happened: until the
// first trick, and before each trick but its cards.
func (r *round) log() (setup []chapters.Event, before map[int][]chapters.Event) {
	var all []chapters.Event
	for s := range r.game.Seats() {
		log := r.game.View(tricks.Seat(s)).Log
		if all == nil {
			all = log
		}
		for i, e := range log {
			if e.Card != tricks.NoCard || e.Number != 0 {
				all[i] = e
			}
		}
	}
	trick, playing := 1, false
	before = map[int][]chapters.Event{}
	for _, e := range all {
		switch e.Kind {
		case chapters.Played, chapters.TurnedUp, chapters.Named, chapters.CameBack:
			playing = true
		}
		switch {
		case e.Kind == chapters.WonTrick:
			trick++
		case e.Kind == chapters.Played:
		case playing:
			before[trick] = append(before[trick], e)
		default:
			setup = append(setup, e)
		}
	}
	return setup, before
}

// column is the width of a seat's column in the table of tricks.
const column = 17

// writeTricks shows the tricks, one a line: who led, the cards, who won, and how
// each goal stands after it.
func (r *round) writeTricks(t *text) {
	if len(r.tricks) == 0 && len(r.table) == 0 {
		return
	}
	head := "trick  "
	for s := range r.game.Seats() {
		label := r.label(tricks.Seat(s))
		if len([]rune(label)) >= column && r.game.Character(tricks.Seat(s)) != nil {
			label = strings.Join(strings.Fields(label)[:2], " ") // the first name will do
		}
		head += pad(label, column)
	}
	t.head(head)
	_, before := r.log()
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
				notes = append(notes, fmt.Sprintf("%s's rider, %s: %s", r.name(g.Seat), r.rider(g.Seat), g.Status))
			}
		}
		r.writeBefore(t, before[trick.Trick], trick.plays)
		t.trick(fmt.Sprint(trick.Trick), r.game.Seats(), trick.plays, trick.Winner, status)
		for _, n := range notes {
			t.line("       %s", n)
		}
		if trick.Winner == tricks.NoSeat {
			t.line("       Old Man Willow takes this trick")
		}
	}
	if len(r.table) > 0 {
		r.writeBefore(t, before[len(r.tricks)+1], r.table)
		t.trick(fmt.Sprint(len(r.tricks)+1), r.game.Seats(), r.table, tricks.NoSeat, nil)
	}
	t.line("")
	legend := "> leads, * wins the trick, R1! is the One Ring played to win."
	if len(r.game.Goals()) > 0 {
		legend += " Behind the card stands the goal: open, met (but it can still fail), sealed (met for good) or failed."
	}
	if r.game.Waiver() != tricks.NoSeat {
		legend += " Waived: the Mithril Shirt makes it count as met."
	}
	t.wrap(0, legend)
	t.line("")
}

// writeBefore says what happened before a trick.
func (r *round) writeBefore(t *text, events []chapters.Event, plays []tricks.Play) {
	english, v := texts.New("en"), r.game.View(0)
	var turned []tricks.Card
	var others []chapters.Event
	for _, e := range events {
		if e.Kind == chapters.TurnedUp {
			turned = append(turned, e.Card)
		} else {
			others = append(others, e)
		}
	}
	sum := 0
	for _, p := range plays {
		sum += p.Card.Rank()
	}
	if len(turned) > 0 {
		t.line("       %s", english.TurnedShort(&v, turned, sum))
	}
	for _, l := range r.said(others) {
		t.line("       %s", l)
	}
}

// rider names the rider of a seat.
func (r *round) rider(s tricks.Seat) string { return r.seatView(s).Rider.Name.In("en") }

// trick writes one line of the table.
func (t *text) trick(number string, seats int, plays []tricks.Play, winner tricks.Seat, status map[tricks.Seat]characters.Status) {
	line := fmt.Sprintf("%5s ", number)
	for s := range seats {
		seat := tricks.Seat(s)
		lead, card, mark := " ", "", ""
		for i, p := range plays {
			if p.Seat != seat {
				continue
			}
			card = p.Move.String()
			if i == 0 {
				lead = ">"
			}
		}
		if winner == seat {
			mark = "*"
		}
		word := ""
		if st, ok := status[seat]; ok {
			word = st.String()
		}
		cell := pad(lead+pad(card+mark, 5)+word, column)
		switch {
		case word == characters.Failed.String():
			cell = t.paint("31", cell)
		case word == characters.Sealed.String():
			cell = t.paint("32", cell)
		}
		line += cell
	}
	t.line("%s", strings.TrimRight(line, " "))
}

// writeResult says how the round ended, or stands, goal by goal.
func (r *round) writeResult(t *text) {
	answer := r.result()
	end := map[chapters.Result]string{
		chapters.Won: "Won: every goal is met.", chapters.Lost: "Lost: not every goal can be met.",
	}[answer.Result]
	if r.game.View(0).Short {
		end = "Lost: a trick summed to less than the Balrog cards (C14)."
	}
	switch {
	case len(answer.Seats) == 0 && r.game.Stage() == chapters.StagePlay:
		end = "Won: nobody has a goal."
	case r.game.Stage() != chapters.StagePlay:
		end = fmt.Sprintf("Open: the round is in stage %s.", r.game.Stage())
	case answer.Result == chapters.Undecided:
		end = "Open: the round is not decided yet."
	}
	t.bold(end)
	for _, g := range answer.Seats {
		who := r.name(g.Seat)
		if g.Rider != "" {
			who = r.rider(g.Seat) + " on " + who
		}
		t.line("  %-26s%s", who, g.Status)
	}
}
