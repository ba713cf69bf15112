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
//
// # Where to look
//
// A note goes through five stages, and readWith has them one after the other:
//
//  1. The reader turns lines into the plain values of a note (reader.go, note.go): the first line (heading.go), the
//     line of a seat (seat_line.go), tricks (tricks_line.go), exchanges (moves.go), cards (cards.go) and names
//     (names.go).
//  2. The settlement completes the note with what is not written (settle.go, in the order of settle_steps.go): which
//     line is a pile, where each card lies (places.go), and which cards are the rest. If the hands are written as they
//     were dealt, it plays setup from the deal (dealt_position.go, threat_deck.go, setup_replay.go).
//  3. The note is checked for characters and threat numbers that cannot be (cast.go), for what is missing
//     (complete.go) and for the sizes of hands (hand_sizes.go).
//  4. The search finds the orders in which the tricks can have been played (search.go, search_table.go,
//     search_trick.go, order.go). There is one order if the tricks are written in order.
//  5. Each order is made into a round from its first trick on (first_trick.go, play_tricks.go). If the exchanges are
//     written, they are taken back (takeback.go, hands.go), and the round begins with its deal (rebuild.go).
//
// Then results.go says how many rounds fit, and asks what tells them apart, and written_tricks.go lists the tricks so
// far.
//
// The other files are about notes as text: ask.go asks for one line by line, stream.go finds notes in a stream of
// documents, and taps.go writes one for a person who taps on cards.
package realtable

import (
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
	// Players is the number of players, 0 if the first line does not say it.
	Players int
	// Seats are the seats that are written so far.
	Seats []Seat
	// SeatCount is the number of seats at the table, 0 if it is not known.
	SeatCount int
	// Layout has the numbers of cards, as they are usual if there is no chapter.
	Layout chapters.Layout
	// Lost are the lost cards that are written or worked out.
	Lost []tricks.Card
	// Missing are the cards of the deck that the note does not mention.
	Missing tricks.Set
	// Tricks are the tricks that are written so far: in the order in which they were played if it is known, else in the
	// order of their lines.
	Tricks []Trick
	// IsPiled reports whether the tricks are those of piles, from the bottom, because the order in which they were
	// played is not known.
	IsPiled bool
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

// Trick is a trick as far as it is written.
type Trick struct {
	// Number is the number of the trick in the round, counted from 1; 0 if it is not known.
	Number int
	// Line is the line on which the trick is written, counted from 1.
	Line int
	// Cards are the cards in the order of play. A card that is left out or cannot be read is NoCard.
	Cards []tricks.Card
	// Leader is the seat that leads the trick, NoSeat if that is not known.
	Leader tricks.Seat
	// Best is the index of the card that wins the trick, -1 if that is not known.
	Best int
	// Winner is the seat that wins the trick, NoSeat if nobody does or it is not known.
	Winner tricks.Seat
}

// Character returns the character at a seat, nil if none is known.
func (t *Table) Character(s tricks.Seat) *characters.Character {
	if s < 0 || int(s) >= len(t.Seats) {
		return nil
	}
	return t.Seats[s].Character
}

// Read reads a note: it reads the lines, settles what is not written, checks that nothing is missing, and then finds
// the rounds that fit.
func Read(lib *chapters.Library, text string) Table { return readWith(lib, text, settleSteps()) }

// readWith is Read with the steps of the settlement.
func readWith(lib *chapters.Library, text string, steps []step) Table {
	w := newWork(lib, text, steps)
	w.run()
	table := w.table()
	if w.isReadable {
		table.Faults = suggest(lib, text, w.note, table.Faults)
	}
	return table
}

// work is the way from the text of a note to the rounds that fit.
type work struct {
	text  string
	steps []step
	// mostSteps is the maximum number of tricks that the search tries.
	mostSteps int

	reader *reader
	note   *note
	faults *faultList
	// isReadable reports whether each line could be read by itself.
	isReadable bool
	// isSearchable reports whether the tricks can be searched for their order: nothing is wrong but in tricks that are
	// begun.
	isSearchable bool
	// settled is the completed note, nil if the first line is wrong.
	settled *settlement
	// missing are the cards without a place.
	missing tricks.Set
	// result has the rounds that fit.
	result *results
	// turn is the seat for [Table.Turn].
	turn tricks.Seat
}

// newWork returns the work on a text with steps of the settlement.
func newWork(lib *chapters.Library, text string, steps []step) *work {
	r := newReader(lib)
	return &work{
		text:      text,
		steps:     steps,
		mostSteps: mostSteps,
		reader:    r,
		note:      r.note,
		faults:    r.faults,
		result:    &results{note: r.note},
		turn:      tricks.NoSeat,
	}
}

// run does the work.
func (w *work) run() {
	w.reader.read(w.text)
	w.isReadable = w.faults.isEmpty()
	if w.note.head.seatCount == 0 {
		if w.faults.isEmpty() {
			w.faults.add(1, say.New("the first line is chapter and players, such as 2 4"))
		}
		return
	}
	w.settled = settle(w.note, w.faults, w.steps)
	w.missing = w.settled.places.missing()
	checkCast(w.note, w.faults)
	checkComplete(w.note, w.missing, w.faults)
	w.isSearchable = len(w.faults.list) == len(w.note.begun)
	if w.faults.isEmpty() {
		w.turn = w.result.findRounds(w.faults, w.mostSteps)
	}
}

// table returns what was found.
func (w *work) table() Table {
	table := Table{Turn: tricks.NoSeat}
	if w.settled == nil {
		table.Faults = w.faults.list
		return table
	}
	table.Chapter = w.note.head.chapter
	table.Players = w.note.head.players
	table.SeatCount = w.note.head.seatCount
	table.Layout = w.note.head.layout
	table.Lost = w.note.lost.cards
	w.tellTricks(&table)
	table.Notes = w.settled.remarks
	if w.faults.isEmpty() {
		w.result.describe()
	} else {
		table.Missing = w.missing &^ begunCards(w.note)
		w.result.rounds = nil
		w.result.orders = nil
	}
	w.faults.sort()
	table.Faults = w.faults.list
	table.Rounds = w.result.rounds
	table.Notes = append(table.Notes, w.result.remarks...)
	table.Question = w.result.question
	table.LeadQuestion = w.result.leadQuestion
	for s := range w.note.seats {
		table.Seats = append(table.Seats, w.result.seat(tricks.Seat(s)))
	}
	return table
}
