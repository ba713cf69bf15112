package chapters

import "fellowship/tricks"

// In a staged deal (C16, the Mirror of Galadriel) the characters are dealt first, and then the cards in
// three batches. After each batch but the last every player gives a card to every other player, all at the
// same time. The pyramid takes no part. In solo the cards are dealt as in other chapters.

// stagedDeal deals the cards of a round in batches.
type stagedDeal struct{ game *Game }

// begin begins a round whose characters were dealt at random.
func (sd stagedDeal) begin() error {
	g := sd.game
	g.stage = StageSetup
	if err := (draft{g}).checkCast(); err != nil {
		return err
	}
	for s := range g.seats {
		g.logEvent(Event{Kind: Took, Seat: tricks.Seat(s), Character: g.seats[s].Character.ID})
	}
	next := setup{g}
	if !sd.isUnfinished() {
		next.begin()
		return next.advance()
	}
	g.lost = nil // the lost cards are dealt after the last batch
	g.progress.R1 = tricks.NoSeat
	sd.mirror()
	return next.advance()
}

// isUnfinished reports whether batches of a staged deal are still to come.
func (sd stagedDeal) isUnfinished() bool {
	g := sd.game
	return g.progress.Batches < len(g.start.Staged) && g.start.Players > 1
}

// mirror lets every player give a card to every other player.
func (sd stagedDeal) mirror() {
	g := sd.game
	for s := range tricks.Seat(len(g.seats)) {
		if s == g.start.Pyramid {
			continue
		}
		for _, receiver := range g.seats.othersOf(s) {
			if receiver != g.start.Pyramid {
				transfers{g}.send(Give, s, receiver, tricks.NoCard)
			}
		}
	}
}

// nextBatch deals the next batch of a staged deal. After the last batch the setup actions begin.
func (sd stagedDeal) nextBatch() {
	g := sd.game
	batch := g.start.Staged[g.progress.Batches]
	g.progress.Batches++
	most := 0
	for s, cards := range batch {
		most = max(most, cards.Len())
		g.seats[s].hand |= cards
	}
	g.logEvent(Event{Kind: DealtMore, Number: most})
	if sd.isUnfinished() {
		sd.mirror()
		return
	}
	g.lost = append(g.lost, g.start.Lost...)
	for s := range g.seats {
		if g.seats[s].owned().Contains(tricks.OneRing) {
			g.progress.R1 = tricks.Seat(s)
		}
	}
	setup{g}.begin()
}
