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
// and everything else is decided at random: cards that must be given away, also for
// the lost card (Galadriel), threats, declarations. The same source makes the
// same decisions.
func DraftWithoutExchanges(g *chapters.Game, src rand.Source) error {
	for g.Stage() != chapters.StagePlay {
		options := g.Options()
		if err := g.Apply(withoutExchange(g, options, pick(src, options))); err != nil {
			return err
		}
	}
	return nil
}

// withoutExchange returns the option that leaves the hands as they are where the
// decision due is about an exchange: not to make one, or to pass the card back.
func withoutExchange(g *chapters.Game, options []chapters.Decision, otherwise chapters.Decision) chapters.Decision {
	if len(options) == 0 {
		return otherwise
	}
	leaves := declines
	switch options[0].Kind {
	case chapters.Exchange:
	case chapters.Return:
		passed := g.State().Passed
		leaves = func(d chapters.Decision) bool { return d.Card == passed }
	default:
		return otherwise
	}
	if i := slices.IndexFunc(options, leaves); i >= 0 {
		return options[i]
	}
	return otherwise
}

func declines(d chapters.Decision) bool { return d.Target == tricks.NoSeat }
