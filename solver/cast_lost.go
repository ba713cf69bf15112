package solver

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// castLost reports whether a round that stands in setup is lost whatever the setup brings, because the pyramid
// has to play one of certain cards into the last trick. Without this check some casts of chapter 18 for two
// players lead to 64 million sets of hands, each of them lost at once.
//
// Example: Boromir, son of Denethor, has to win the last trick and no Ring. The topmost cards of the pyramid are
// Rings, so one of them is in the last trick.
//
// Proof. No exchange and no gift takes a covered card out of the pyramid or puts another card in its place (S9).
// If the pyramid plays all its cards, the last one is one of its topmost cards
// ([search.Problem.LosesLastTrick]). It remains to be shown that two things are the same after every setup, so
// that one sample setup shows them for all:
//
//   - The topmost cards. They are covered, so they stay where they are. A card that setup lays beside the pyramid
//     covers nothing and could be last, so there must be none. Which seats get additional cards in setup does not
//     depend on decisions, because lost cards are not optional and all other cards are only exchanged.
//   - The number of cards that each seat holds, and so which seats play in which trick. In an exchange each seat
//     gives as many cards as it gets. It always has a card to give: at most one of a character's cards may not be
//     passed on, and a pyramid has more open cards than that. If all exchanges of the setup are made at the
//     same time (C14), nothing is concluded, because a seat might have no card left to answer with.
//
// Goals with a threat number and declared goals depend on the setup, so they are left out: if fewer goals cannot
// be met, all goals cannot. Nothing is concluded if Mithril may cover a goal, or if Sting may bring another card.
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

// onlyExchanges reports whether the setup changes hands only by exchanges, one after the other, and by cards
// that have to be taken.
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

// allCovered reports whether each of the cards has others over it, so that none can leave its place in setup (S9).
func allCovered(table *tricks.Table, cards tricks.Set) bool {
	for _, c := range cards.Cards() {
		if table.Covers(c) == 0 {
			return false
		}
	}
	return true
}
