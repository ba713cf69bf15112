package realtable

import (
	"errors"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// If the note has the exchanges, the round can be rebuilt from its deal on: who took which character, drew
// which threat card and exchanged which cards. The hands at the first trick, with every exchange taken
// back, are the hands as they were dealt. Then a game is played from the deal: it asks for one decision
// after the other, and the note answers. If the note cannot answer, the round begins at its first trick,
// and a remark says so.

// rebuild makes the rounds of the orders of tricks that fit a note.
type rebuild struct {
	note   *note
	faults *faultList
	// remarks are notes for [Table.Notes].
	remarks []error
}

// rounds returns the rounds of orders, and for each round its order. Orders of which no round can be made are left
// out. If none remains, it adds a fault.
func (b *rebuild) rounds(found []trickOrder) (list []chapters.Document, orders []trickOrder) {
	var firstLine int
	var firstErr error
	for _, o := range found {
		document, line, err := b.round(o)
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
		b.faults.add(firstLine, firstErr)
	}
	return list, orders
}

// round makes the round of an order of tricks, from its deal on if the note has enough. If there is an
// error, it also returns the line that is wrong.
func (b *rebuild) round(order trickOrder) (chapters.Document, int, error) {
	n := b.note
	hasChapter := n.head.chapter != nil
	beforeDraft := !n.cast() || n.stagedHands()
	if hasChapter && beforeDraft && len(order) == 0 {
		return b.positionOnly(dealtPosition(n, n.hands()))
	}
	if hasChapter && n.handsAsDealt() && len(order) == 0 {
		return b.positionOnly(positionBeforeSetup(n))
	}
	document, line, err := roundFromFirstTrick(n, order)
	if err == nil && n.replayed != nil {
		return b.withSetup(document, n.replayed.Clone(), order)
	}
	hasExchanges := slices.ContainsFunc(n.moves, move.inSetup)
	if err != nil || n.dealt || !hasChapter || !hasExchanges {
		return document, line, err
	}
	g, cause := b.setupBefore(&document.Record.Position)
	if wrong, ok := errors.AsType[*threatErr](cause); ok {
		return chapters.Document{}, wrong.line, wrong
	}
	if cause != nil {
		b.remarks = append(b.remarks, noSetupRemark(cause))
		return document, 0, nil
	}
	return b.withSetup(document, g, order)
}

// positionOnly makes a document of a position without tricks.
func (b *rebuild) positionOnly(pos chapters.Position) (chapters.Document, int, error) {
	_, err := b.note.head.lib.NewGame(pos)
	return chapters.Document{Record: chapters.Record{Position: pos}}, b.note.lastLine, err
}

// setupBefore plays a game from the deal to a position at the first trick. The deal is the hands with every exchange
// taken back. The error says why the deal or a decision is not known.
func (b *rebuild) setupBefore(first *chapters.Position) (*chapters.Game, error) {
	// The hands of this order must not affect the other orders.
	own := b.note.withOwnHands()
	if d := own.head.sideDeck(); d != nil && d.IsTurnedUp() {
		own.side = first.Sides[d.Name]
	}
	for s := range own.seats {
		h := &first.Hands[s]
		own.seats[s].Tucked = h.Tucked
		own.seats[s].First = h.First
		own.seats[s].Last = h.Last
	}
	dealt, taker, err := takeBack(own, first)
	if err != nil {
		return nil, err
	}
	if taker != noSeat {
		own.taker = taker
	}
	g, err := replaySetup(own, dealtPosition(own, dealt))
	if err != nil {
		return nil, err
	}
	return g, sameHands(own, g, first)
}

// withSetup adds the setup to a round. The game has been played up to the first trick.
func (b *rebuild) withSetup(document chapters.Document, g *chapters.Game, order trickOrder,
) (chapters.Document, int, error) {
	line, err := playTricks(b.note, g, order)
	if err == nil {
		document.IsRecord = true
		document.Record.Position = g.Start()
		document.Record.Decisions = g.Decisions()
	}
	return document, line, err
}

// sameHands returns how a game at its first trick differs from a position, nil if it does not.
func sameHands(n *note, g *chapters.Game, pos *chapters.Position) error {
	first, err := g.FirstTrick()
	if err != nil {
		return err
	}
	for s := range first.Hands {
		if !slices.EqualFunc(first.Hands[s].Rows, pos.Hands[s].Rows, slices.Equal) {
			return say.Errorf("the places of the cards in the pyramid are not known (S9)")
		}
		if a, b := first.Hands[s].Owned(), pos.Hands[s].Owned(); a != b {
			return say.Errorf(
				"after these exchanges %s would have %s and not %s: correct one of them, or the hand (S6)",
				n.name(tricks.Seat(s)),
				spelledSet(a&^b),
				spelledSet(b&^a),
			)
		}
	}
	if first.Leader != pos.Leader && pos.Leader != tricks.NoSeat {
		return say.Errorf(
			"according to these lines %s would lead: correct an exchange, or the * after a name (S7)",
			n.name(first.Leader),
		)
	}
	return nil
}

// filterByCounts keeps the orders in which each seat won as many tricks as is written. If none remains, it
// adds a fault.
func filterByCounts(n *note, found []trickOrder, faults *faultList) []trickOrder {
	for _, s := range n.allSeats() {
		count, isWritten := n.won.bySeat[s]
		remaining := slices.DeleteFunc(slices.Clone(found), func(o trickOrder) bool {
			return isWritten && o.wonBy(s) != count
		})
		if len(remaining) == 0 && len(found) > 0 {
			faults.add(
				n.won.line,
				say.Errorf(
					"%s won %d tricks, but %d are written: correct that number, or a pile (T5)",
					n.name(s),
					found[0].wonBy(s),
					count,
				),
			)
		}
		found = remaining
	}
	return found
}
