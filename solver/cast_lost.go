package solver

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// castLost reports whether a round that stands in setup is lost whatever its setup brings, because of the
// cards of which a pyramid plays one into the last trick. Without this some casts of chapter 18 for two players
// lead to 64 million sets of hands, each of them lost at once.
//
// Example: Boromir, son of Denethor, has to win the last trick and no Ring. The topmost cards of the pyramid are
// Rings, and one of them is in the last trick.
//
// Proof. A covered card leaves the pyramid neither by an exchange nor by a gift, and none is put in its place (S9).
// If the pyramid plays all its cards, the last one covers no other ([search.Problem.LosesLastTrick]). So what has
// to be shown is that both hold after every setup:
//
//   - The topmost cards that are covered stay topmost. A card laid beside the pyramid covers nothing and
//     may be last, so there must be none. Which seats get cards in setup does not depend on decisions, where
//     lost cards are not taken at will and cards are only exchanged. One setup shows it for all.
//   - The number of cards that a seat holds, and so who plays in which trick, is the same after every setup, for the
//     same reason. In an exchange each seat gives as many cards as it gets: a character has one card at most that it may
//     not pass on, and a pyramid has more open cards than that. Where the exchanges of a setup are all made at the
//     same time (C14), nothing is concluded: there a seat might have no card left to answer with.
//
// Goals with a threat number, or declared ones, depend on the setup and are left out. To meet fewer goals is
// not harder. Where Mithril may cover a goal, or Sting brings another card, nothing is concluded.
func castLost(g *chapters.Game) (bool, error) {
	pyramid := g.Start().Pyramid
	if g.Stage() != chapters.StageSetup || pyramid == tricks.NoSeat || !onlyExchanges(g) {
		return false, nil
	}
	end := sample(g, tricks.NewSource(0, sampleStream), 0)
	s := end.State()
	if s.Waiver != tricks.NoSeat || s.SwapFrom != tricks.NoSeat {
		return false, nil
	}
	last := search.Topmost(s.Table, s.Held[pyramid])
	if !allCovered(s.Table, last) {
		return false, nil
	}
	var goals search.Alternative
	for i, goal := range end.Goals() {
		c := end.Character(goal.Seat)
		if !goal.Rider && (c.HasAction(characters.Threat) || c.HasAction(characters.Declare)) {
			goals.Waived |= 1 << i
		}
	}
	p, err := search.NewProblem(end, 0, goals)
	if err != nil {
		return false, err
	}
	return p.PlaysAll(pyramid) && p.LosesLastTrick(pyramid, last), nil
}

// onlyExchanges reports whether the setup that is due changes no hand but by exchanges, one after the other, and
// by cards that are taken without a choice.
func onlyExchanges(g *chapters.Game) bool {
	if g.Chapter().OptionalLost || g.Chapter().ExchangesTogether {
		return false
	}
	for seat := range tricks.Seat(g.Seats()) {
		for _, a := range g.Character(seat).Setup {
			switch a.Kind {
			case characters.GiveEach, characters.PassRight, characters.Tuck, characters.SetAside:
				return false
			default:
			}
		}
	}
	return true
}

// allCovered reports whether other cards lie over each of these, so that none of them can leave its place in setup
// (S9).
func allCovered(table *tricks.Table, cards tricks.Set) bool {
	for _, c := range cards.Cards() {
		if table.Covers(c) == 0 {
			return false
		}
	}
	return true
}
