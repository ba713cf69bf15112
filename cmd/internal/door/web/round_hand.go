package web

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// rack returns the places of the hand at the bottom. A card that was played leaves an empty place, so the other cards
// do not move. Until the first trick a card that was passed on is still shown in its place. A person who plays alone
// draws cards during the tricks: then only the cards in the hand have places. The result is nil for a pyramid (S9),
// which is drawn on the plate of its seat.
func rack(t *texts.Texts, b *scene.Board) (all []*choice) {
	v, seat := b.View, b.Bottom
	if v.Seats[seat].Rows != nil {
		return nil
	}
	hand := scene.HandCards(&v.Seats[seat])
	places := hand
	arrived, passed := movedCards(v, seat)
	if v.Stage == chapters.StagePlay && !b.Notice {
		passed = 0
	}
	if v.Players > 1 {
		places |= passed
		for _, tr := range scene.Tricks(v) {
			if c := tr.Play(seat).Card; c != tricks.NoCard && c != tricks.Closed {
				places |= c.Bit()
			}
		}
	}
	for _, c := range b.Arrange(places) {
		var place *choice
		switch {
		case arrived.Contains(c) && hand.Contains(c):
			place = &choice{Mark: arrivedCard}
		case hand.Contains(c):
			place = &choice{}
		case passed.Contains(c):
			place = &choice{Mark: passedCard}
		}
		if place != nil {
			place.Face = cardOf(t, c)
			place.Ok = true
		}
		all = append(all, place)
	}
	return all
}

// movedCards returns the cards that have come into a hand and the cards that have left it, since the last trick or
// since cards were dealt.
func movedCards(v *chapters.View, seat tricks.Seat) (arrived, passed tricks.Set) {
	for _, e := range slices.Backward(v.Log) {
		switch e.Kind {
		case chapters.Played, chapters.WonTrick, chapters.DealtMore:
			return arrived, passed
		case chapters.Passed, chapters.Returned, chapters.Gave:
			if e.Card != tricks.NoCard && e.Target == seat {
				arrived |= e.Card.Bit()
			}
			if e.Card != tricks.NoCard && e.Seat == seat {
				passed |= e.Card.Bit()
			}
		case chapters.TookLost:
			if e.Seat == seat {
				arrived |= e.Card.Bit()
			}
		default:
		}
	}
	return arrived, passed
}
