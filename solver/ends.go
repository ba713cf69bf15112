package solver

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// endsLost reports whether a round that stands in setup is lost whatever its setup brings, for what the
// pyramid plays into the last trick. Boromir, son of Denethor, must win that and no Ring. If the
// topmost cards of the pyramid are Rings, one of them is in it.
//
// Proof: a covered card is neither exchanged nor given away in setup (S9). If the pyramid plays all its
// cards, the last one is one that covers no other. How many it has is the same after every setup, unless
// somebody may take a lost card or not. A goal without threat is the same as well.
func endsLost(g *chapters.Game) bool {
	pyramid := g.Start().Pyramid
	if g.Stage() != chapters.StageSetup || pyramid == tricks.NoSeat || g.Chapter().OptionalLost {
		return false
	}
	end := sample(g, tricks.NewSource(0, sampleStream), 0)
	s := end.State()
	if s.Waiver != tricks.NoSeat || s.SwapFrom != tricks.NoSeat {
		return false // Mithril covers a goal, or Sting brings another card
	}
	last := s.Held[pyramid]
	plays := 0
	for t := range s.Table.Tricks() {
		if s.Table.Playing(t).Has(pyramid) {
			plays++
		}
	}
	if last.Len() != plays || !s.Table.Playing(s.Table.Tricks()-1).Has(pyramid) {
		return false
	}
	for _, c := range s.Held[pyramid].Cards() {
		last &^= s.Table.Covers(c)
	}
	for _, c := range last.Cards() {
		if s.Table.Covers(c) == 0 {
			return false
		}
	}
	for _, goal := range end.Goals() {
		if c := end.Character(goal.Seat); goal.Rider || c.Has(characters.Threat) || c.Has(characters.Declare) {
			continue
		}
		if wins, denied := endOf(&goal.Checker.Root, goal.Seat); wins && last&^denied == 0 {
			return true
		}
	}
	return false
}

// endOf reports whether a goal asks its seat to win the last trick, and the cards that it may not win.
func endOf(f *characters.Formula, seat tricks.Seat) (wins bool, denied tricks.Set) {
	switch c := &f.Condition; {
	case f.Op == characters.All:
		for i := range f.Parts {
			w, d := endOf(&f.Parts[i], seat)
			wins, denied = wins || w, denied|d
		}
	case f.Op != characters.Leaf || c.Seat != seat:
	case c.Kind == characters.WinsOneOfLast:
		wins = c.N == 1
	case c.Kind == characters.Cards && c.Hi == 0:
		denied = c.Of
	}
	return wins, denied
}
