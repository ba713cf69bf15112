// Package realtable reads rounds of a real table: what people can still say when the cards lie in
// piles, in a few lines, as docs/real-table.md explains them.
//
//	2 4 lost f8
//	pippin: m3s7h44 / f3h5r1!r5
//	sam 3
//	...
//
// [Read] makes a record of the lines where the play is known, and a position where only hands are. It
// names each mistake with its line and the rule. Where the piles allow several rounds, it says what
// tells them apart.
package realtable

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// Table is what the lines say.
type Table struct {
	// Faults are the mistakes, by their lines. With one there are no rounds.
	Faults []Fault
	// Rounds are those that fit. There are several only where piles allow them.
	Rounds []chapters.Document
	// Notes say what was worked out, and what is not known. Question, one of them, asks for what tells
	// several rounds apart, nil where nothing has to be asked.
	Notes    []error
	Question error
	// LeadQuestion is what Question asks, where it asks for the leader of a trick.
	LeadQuestion LeadQuestion
	// Chapter is the chapter as it is played in this round, nil for none. Seats are the seats so far.
	Chapter *chapters.Chapter
	Seats   []Seat
	// Missing is the cards of the deck that stand nowhere.
	Missing tricks.Set
	// Turn plays next, behind tricks in their order, NoSeat where that is not known.
	Turn tricks.Seat
}

// LeadQuestion is the number of a trick and the seats of which one may have led it, none where nothing is asked.
type LeadQuestion struct {
	Trick int
	Seats []tricks.Seat
}

// Seat is a seat as far as it is written.
type Seat struct {
	Character *characters.Character
	Threat    int
	Cards     tricks.Set
	// HandSize is how many cards the seat has at the first trick, 0 where that is not known.
	HandSize int
	// Tricks is how many tricks the seat won, where all rounds that fit agree, else -1.
	Tricks int
}

// mostRounds is how many rounds are made of piles that allow several.
const mostRounds = 8

// Read reads the lines.
func Read(lib *chapters.Library, text string) Table {
	reader := &parser{
		lib: lib, ledBy: map[int]tricks.Seat{}, wonCounts: map[tricks.Seat]int{}, lastLine: 1,
		taker: noSeat, turn: tricks.NoSeat,
	}
	reader.pos.Leader, reader.pos.Pyramid = tricks.NoSeat, tricks.NoSeat
	reader.read(text)
	if reader.seatCount == 0 {
		if len(reader.faults) == 0 {
			reader.fault(say.New("the first line is chapter and players, such as 2 4"))
		}
		return Table{Faults: reader.faults, Turn: tricks.NoSeat}
	}
	p := reader.settle()
	table := Table{Chapter: reader.chapter, Missing: reader.layout.Deck &^ p.taken}
	reader.check(&p)
	var orders []trickOrder
	if len(reader.faults) == 0 {
		table.Rounds, orders = reader.rounds()
	}
	if len(reader.faults) == 0 {
		reader.noteResults(orders, table.Rounds)
		table.Missing = 0
	} else {
		table.Rounds, orders = nil, nil
	}
	slices.SortStableFunc(reader.faults, func(a, b Fault) int { // what is still missing comes last
		if a.Incomplete != b.Incomplete {
			return map[bool]int{true: 1, false: -1}[a.Incomplete]
		}
		return a.Line - b.Line
	})
	table.Faults = reader.faults
	table.Notes = reader.notes
	table.Question = reader.openQuestion
	table.LeadQuestion = reader.leadQuestion
	table.Turn = reader.turn
	sizes, _, sure := reader.sizes()
	for i := range reader.seats {
		s := &reader.seats[i]
		result := Seat{Character: s.char, Threat: s.Threat, Cards: reader.owned(tricks.Seat(i)), Tricks: -1}
		if sure {
			result.HandSize = sizes[i]
		}
		if len(orders) > 0 {
			result.Tricks = orders[0].wonBy(tricks.Seat(i))
		}
		for _, o := range orders {
			if o.wonBy(tricks.Seat(i)) != result.Tricks {
				result.Tricks = -1
			}
		}
		if result.Cards == 0 && len(table.Rounds) == 1 && table.Rounds[0].Record.Stage == chapters.StagePlay {
			result.Cards = table.Rounds[0].Record.Hands[i].Owned()
		}
		table.Seats = append(table.Seats, result)
	}
	return table
}

// check tells what is missing, before the round is worked out.
func (n *parser) check(p *places) {
	n.line = n.lastLine
	if len(n.seats) < n.seatCount {
		n.fault(newOpenErr("%d of %d seats are written (S1)", len(n.seats), n.seatCount))
		return
	}
	for i := range n.seats {
		s := &n.seats[i]
		n.line = s.line
		if c := s.char; c != nil && !n.dealt && c.Goal.NeedsThreat(s.Range) && s.Threat == 0 {
			n.fault(say.Errorf("%s needs a threat number (S8)", c.Name))
		} else if c != nil && !n.dealt && c.Goal.NeedsDeclaration() && s.Declared == "" {
			n.fault(say.Errorf("%s needs the word more or fewer (K)", c.Name))
		}
		l := n.layout.Rows
		sum := 0
		for _, k := range l {
			sum += k
		}
		laid := slices.Concat(s.Rows...)
		if !n.known || s.Rows == nil || slices.Contains(laid, tricks.NoCard) ||
			slices.EqualFunc(l, s.Rows, func(want int, row []tricks.Card) bool { return len(row) == want }) {
			continue
		}
		err := say.Errorf("the rows of the pyramid have from the top %v cards; an empty place is - (S9)", l)
		if len(laid) < sum {
			err = &openErr{err}
		}
		n.fault(err)
	}
	n.line = n.lastLine
	switch {
	case n.pos.Players == 2 && !slices.ContainsFunc(n.seats, func(s seat) bool { return s.Rows != nil }):
		n.fault(newOpenErr("the pyramid is missing: its rows from the top, with / between them (S9)"))
	case n.pos.Players == 1 && len(n.tricks) > 0 && n.pile == nil:
		n.fault(newOpenErr("the draw pile is missing: pile and its cards, next one first (S10)"))
	case len(n.tricks) == 0 && !n.allHands():
		n.fault(newOpenErr("neither all hands are written nor the tricks"))
	case n.allHands() && !n.dealt && len(n.faults) == 0:
		n.checkSizes(p)
	}
}

// rounds works out the rounds that fit, with their orders.
func (n *parser) rounds() (list []chapters.Document, orders []trickOrder) {
	found := []trickOrder{nil}
	if !n.cast() {
		n.dealt = n.dealt || n.chapter != nil
	}
	if len(n.tricks) > 0 {
		found = n.orders()
	}
	found = n.filterByCounts(found)
	var line int
	var bad error
	for _, o := range found {
		made, errLine, err := n.fromDeal(o)
		if err != nil && bad == nil {
			line = errLine
			bad = err
		}
		if err == nil && !slices.ContainsFunc(orders, o.samePlays) || err == nil && len(o) == 0 {
			list, orders = append(list, made), append(orders, o)
		}
	}
	if len(list) == 0 && bad != nil {
		n.line = line
		n.fault(bad)
	}
	return list, orders
}

// filterByCounts leaves out the orders in which not everybody won as many tricks as is written.
func (n *parser) filterByCounts(found []trickOrder) []trickOrder {
	for s := range tricks.Seat(n.seatCount) {
		k, said := n.wonCounts[s]
		remaining := slices.DeleteFunc(slices.Clone(found), func(o trickOrder) bool { return said && o.wonBy(s) != k })
		if len(remaining) == 0 && len(found) > 0 {
			n.line = n.wonLine
			n.fault(say.Errorf("%s won %d tricks, but %d are written (T5)", n.name(s), found[0].wonBy(s), k))
		}
		found = remaining
	}
	return found
}

// wonBy is how many tricks a seat won.
func (o trickOrder) wonBy(s tricks.Seat) (k int) {
	for _, t := range o {
		if t.winner == s {
			k++
		}
	}
	return k
}

// noteResults says what was worked out: how many rounds the piles allow and what tells them apart, and who won
// how many tricks.
func (n *parser) noteResults(orders []trickOrder, rounds []chapters.Document) {
	add := func(format string, args ...any) { n.notes = append(n.notes, say.Errorf(format, args...)) }
	if d := n.sideDeck(); d != nil && d.IsTurnedUp() && len(rounds) > 0 &&
		rounds[0].Record.Stage == chapters.StagePlay {
		if up := len(rounds[0].Record.Sides[d.Name]); up < n.layout.Tricks*d.TurnUp[n.pos.Players] {
			add("of the side deck only %d cards are written: tricks beyond are judged as if none were turned up", up)
		}
	}
	if len(n.tricks) == 0 {
		return
	}
	switch {
	case len(rounds) == 1 && n.piled:
		add("these piles allow one round")
	case len(rounds) > 1:
		add("these lines allow %d rounds", len(rounds))
		n.askApart(orders)
	}
	if len(rounds) == 1 {
		var counts []say.Text
		for s := range tricks.Seat(n.seatCount) {
			counts = append(counts, say.Sprintf("%s %d", n.name(s), orders[0].wonBy(s)))
		}
		add("tricks: %s%s", say.Fold("%s, %s", counts), n.threatsWon(orders[0]))
	}
}

// threatsWon is the cards of threat numbers that their owners have won.
func (n *parser) threatsWon(o trickOrder) (text say.Text) {
	for i := range n.seats {
		for _, t := range o {
			for _, p := range t.plays {
				if c := n.seats[i].char; c != nil && t.winner == tricks.Seat(i) &&
					n.seats[i].Threat == p.Card.Rank() && c.Goal.NeedsThreat([2]int{1, 2}) &&
					n.needsCard(tricks.Seat(i), p.Card) {
					text = say.Sprintf("%s; %s has %s", text, c.Name, spelled(p.Card))
				}
			}
		}
	}
	return text
}

// needsCard reports whether the goal of a seat needs this very card.
func (n *parser) needsCard(s tricks.Seat, c tricks.Card) bool {
	goal := n.seats[s].char.Goal(characters.Binding{
		Seat: s, Seats: n.seatCount, Players: n.pos.Players,
		Threat: n.seats[s].Threat,
	})
	return goal.Impossible(n.layout.Deck&^c.Bit(), tricks.Deck.Len())
}

// askApart says what tells the rounds apart: who led a trick, or which cards it had.
func (n *parser) askApart(orders []trickOrder) {
	for k := range orders[0] {
		var names []say.Text
		var seen []tricks.Seat
		for _, o := range orders {
			if k < len(o) && !slices.Contains(seen, o[k].leader) {
				seen = append(seen, o[k].leader)
				names = append(names, say.Sprintf("%s", n.name(o[k].leader)))
			}
		}
		if len(seen) > 1 {
			n.openQuestion = say.Errorf("who led trick %d: %s? write it in a line of its own: led %d …", k+1,
				say.Fold("%s or %s", names), k+1)
			n.notes = append(n.notes, n.openQuestion)
			n.leadQuestion = LeadQuestion{k + 1, seen}
			return
		}
	}
}

// IsNote reports whether a text begins as a note does: chapter and players, no document.
func IsNote(text []byte) bool {
	for line := range strings.Lines(string(text[:min(len(text), MostText)])) {
		for part := range strings.SplitSeq(line, ";") {
			part, _, _ = strings.Cut(part, "#")
			part = strings.TrimSpace(part)
			if part != "" {
				return headLine().MatchString(part)
			}
		}
	}
	return false
}

// Documents reads a text of a stream of documents, which begins at a line of it. Ok is false for one
// that is no note.
func Documents(lib *chapters.Library, file string, line int, text []byte) (list []chapters.Document, ok bool) {
	if !IsNote(text) {
		return nil, false
	}
	table := Read(lib, string(text))
	for _, f := range table.Faults {
		err := &strictyaml.Error{File: file, Line: line + f.Line - 1, Column: 1, Msg: say.Sprintf("%v", f.Err)}
		return []chapters.Document{{Err: err, Line: line, Size: len(text)}}, true
	}
	if len(table.Rounds) > mostRounds {
		err := &strictyaml.Error{
			File: file, Line: line, Column: 1,
			Msg: say.Sprintf("%v; %v", table.Notes[0], table.Notes[len(table.Notes)-1]),
		}
		return []chapters.Document{{Err: err, Line: line, Size: len(text)}}, true
	}
	for i := range table.Rounds {
		e := table.Rounds[i]
		e.Line = line
		e.Size = len(text)
		if i == 0 {
			e.Notes = table.Notes
		}
		if len(table.Rounds) > 1 {
			e.Record.ID = say.Sprintf("%d of %d", i+1, len(table.Rounds)).String()
		}
		list = append(list, e)
	}
	return list, true
}
