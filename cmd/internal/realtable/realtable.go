// Package realtable reads notes of rounds that were played with real cards. A note has a few lines that
// people can still write when the cards already lie in piles; docs/real-table.md explains them.
//
//	2 4 lost f8
//	pippin: m3s7h44 / f3h5r1!r5
//	sam 3
//	...
//
// [Read] turns the lines into a record if they tell the play, and into a position if they tell only the
// hands. It reports each mistake with its line and the rule. If the piles allow several rounds, it asks a
// question that tells them apart.
package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Table is the content of a note.
type Table struct {
	// Faults are the mistakes in the order of their lines. If there are any, Rounds is empty.
	Faults []Fault
	// Rounds are the rounds that fit the note. There are several only if piles allow several.
	Rounds []chapters.Document
	// Notes say what was worked out and what is not known.
	Notes []error
	// Question is the last of the Notes if it asks how several rounds differ, nil for none.
	Question error
	// LeadQuestion has the details of Question if it asks for the leader of a trick.
	LeadQuestion LeadQuestion
	// Chapter is the chapter as it is played in this round, nil for none.
	Chapter *chapters.Chapter
	// Seats are the seats that are written so far.
	Seats []Seat
	// Missing are the cards of the deck that the note does not mention.
	Missing tricks.Set
	// Turn is the seat that plays next after the written tricks, NoSeat if that is not known.
	Turn tricks.Seat
}

// LeadQuestion asks which seat led a trick.
type LeadQuestion struct {
	// Trick is the number of the trick, counted from 1.
	Trick int
	// Seats are the seats that may have led it; empty if nothing is asked.
	Seats []tricks.Seat
}

// Seat is a seat as far as it is written.
type Seat struct {
	// Character is nil without one.
	Character *characters.Character
	// Threat is the number of the threat card, 0 for none.
	Threat int
	// Cards are the cards that the seat has at the first trick or draws later, as far as they are known.
	Cards tricks.Set
	// HandSize is the number of cards that the seat has at the first trick or draws later, 0 if that is
	// not known.
	HandSize int
	// Tricks is the number of tricks that the seat won, -1 if the rounds that fit disagree.
	Tricks int
}

// Read reads a note.
func Read(lib *chapters.Library, text string) Table {
	reader := &parser{
		lib:       lib,
		ledBy:     map[int]tricks.Seat{},
		wonCounts: map[tricks.Seat]int{},
		lastLine:  1,
		taker:     noSeat,
		turn:      tricks.NoSeat,
	}
	reader.pos.Leader = tricks.NoSeat
	reader.pos.Pyramid = tricks.NoSeat
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
		table.Rounds = nil
		orders = nil
	}
	sortFaults(reader.faults)
	table.Faults = reader.faults
	table.Notes = reader.notes
	table.Question = reader.openQuestion
	table.LeadQuestion = reader.leadQuestion
	table.Turn = reader.turn
	for i := range reader.seats {
		table.Seats = append(table.Seats, reader.seatResult(tricks.Seat(i), orders, table.Rounds))
	}
	return table
}

// sortFaults sorts faults by their lines. Lines that are only incomplete come last.
func sortFaults(faults []Fault) {
	slices.SortStableFunc(faults, func(a, b Fault) int {
		switch {
		case a.Incomplete && !b.Incomplete:
			return 1
		case b.Incomplete && !a.Incomplete:
			return -1
		}
		return a.Line - b.Line
	})
}

// checkPyramid adds a fault if a seat's pyramid does not have the chapter's rows (S9).
func (n *parser) checkPyramid(s *seat) {
	want := n.layout.Rows
	laid := slices.Concat(s.Rows...)
	if !n.known || s.Rows == nil || slices.Contains(laid, tricks.NoCard) ||
		slices.EqualFunc(want, s.Rows, func(length int, row []tricks.Card) bool { return len(row) == length }) {
		return
	}
	total := 0
	for _, length := range want {
		total += length
	}
	err := say.Errorf("the rows of the pyramid have from the top %v cards; an empty place is - (S9)", want)
	if len(laid) < total {
		err = &openErr{err}
	}
	n.fault(err)
}

// check adds faults for everything that is missing, before the round is worked out.
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
		n.checkPyramid(s)
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

// rounds works out the rounds that fit, with their orders of tricks. Without a round it adds a fault.
func (n *parser) rounds() (list []chapters.Document, orders []trickOrder) {
	found := []trickOrder{nil}
	if !n.cast() {
		n.dealt = n.dealt || n.chapter != nil
	}
	if len(n.tricks) > 0 {
		found = n.orders()
	}
	found = n.filterByCounts(found)
	var firstLine int
	var firstErr error
	for _, o := range found {
		document, line, err := n.fromDeal(o)
		if err != nil {
			if firstErr == nil {
				firstLine = line
				firstErr = err
			}
			continue
		}
		if len(o) == 0 || !slices.ContainsFunc(orders, o.samePlays) {
			list = append(list, document)
			orders = append(orders, o)
		}
	}
	if len(list) == 0 && firstErr != nil {
		n.line = firstLine
		n.fault(firstErr)
	}
	return list, orders
}

// filterByCounts keeps the orders in which each seat won as many tricks as is written. If none remains, it
// adds a fault.
func (n *parser) filterByCounts(found []trickOrder) []trickOrder {
	for s := range tricks.Seat(n.seatCount) {
		count, isWritten := n.wonCounts[s]
		remaining := slices.DeleteFunc(slices.Clone(found), func(o trickOrder) bool {
			return isWritten && o.wonBy(s) != count
		})
		if len(remaining) == 0 && len(found) > 0 {
			n.line = n.wonLine
			n.fault(say.Errorf("%s won %d tricks, but %d are written (T5)", n.name(s), found[0].wonBy(s), count))
		}
		found = remaining
	}
	return found
}

// wonBy returns how many tricks a seat won.
func (o trickOrder) wonBy(s tricks.Seat) (k int) {
	for _, t := range o {
		if t.winner == s {
			k++
		}
	}
	return k
}
