package players

import (
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// DraftSource returns the source of chance for [DraftWithoutExchanges] of the
// deal with that number, so that everybody who measures deals at stage play
// means the same ones.
func DraftSource(seed uint64) rand.Source { return tricks.NewSource(seed, draftStream) }

// draftStream keeps the draft apart from the dealer and from computer play. Frozen.
const draftStream = 0xd7af7 << 32

// DraftWithoutExchanges drives a game from the draft to stage play: characters
// are taken at random, no exchange changes anything (the card that is passed
// comes straight back, or the exchange is declined where the rules allow it),
// and what must be given away is given at random. The same source makes the
// same decisions.
func DraftWithoutExchanges(g *chapters.Game, src rand.Source) error {
	for g.Stage() != chapters.StagePlay {
		a := g.Ask()
		d := pick(src, a.Options)
		switch a.Kind {
		case chapters.Exchange:
			if i := slices.IndexFunc(a.Options, declines); i >= 0 {
				d = a.Options[i]
			}
		case chapters.Return:
			if i := slices.IndexFunc(a.Options, func(d chapters.Decision) bool { return comesBack(g, d) }); i >= 0 {
				d = a.Options[i]
			}
		}
		if err := g.Apply(d); err != nil {
			return err
		}
	}
	return nil
}

// comesBack reports whether a decision returns the very card that was passed.
// Of exchanges at the same time others may have been passed since (S6).
func comesBack(g *chapters.Game, d chapters.Decision) bool {
	for _, passed := range slices.Backward(g.Decisions()) {
		if passed.Kind == chapters.Exchange && passed.Seat == d.To && passed.To == d.Seat {
			return passed.Card == d.Card
		}
	}
	return false
}

func declines(d chapters.Decision) bool { return d.To == tricks.NoSeat }
