package characters

import "fellowship/tricks"

// Impossible reports whether the formula can never be met with these cards in
// play and at most so many tricks, wherever the cards lie. It is the question
// behind the redraw of a threat number (S8) and the check of a chapter's threats.
func (f Formula) Impossible(available tricks.Set, tricksInAll int) bool {
	switch f.Op {
	case All:
		for _, p := range f.Parts {
			if p.Impossible(available, tricksInAll) {
				return true
			}
		}
		return false
	case Any:
		for _, p := range f.Parts {
			if !p.Impossible(available, tricksInAll) {
				return false
			}
		}
		return true
	}
	a := f.Atom
	switch a.Kind {
	case CardsWon:
		return a.Lo > (a.Of&available).Len() || a.Hi < 0 || a.Lo > a.Hi
	case TricksWith, TricksWithout, Leads:
		return a.Lo > tricksInAll || a.Lo > a.Hi
	case TrickCount:
		return a.Counts&CountsIn(0, tricksInAll) == 0
	case MostCards, PlaysLast, LeftOver:
		return a.Of&available == 0
	}
	return false
}
