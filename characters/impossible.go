package characters

import "fellowship/tricks"

// Impossible reports whether the formula can never be met with these cards in play and at
// most so many tricks, wherever the cards lie. It decides whether a threat number is drawn
// anew (S8): Sam with 3 needs H3, which lies lost. It also checks the threats of a chapter.
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
	never := kinds[f.Atom.Kind].never
	return never != nil && never(&f.Atom, available, tricksInAll)
}
