package players

import (
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// DraftSource returns the random source with which [DraftWithoutExchanges] plays the deal of a
// number. All measurements of deals at stage play use it, so they measure the same games.
func DraftSource(seed uint64) rand.Source { return tricks.NewSource(seed, draftStream) }

// draftStream keeps the draft apart from the dealer and from computer play. Frozen.
const draftStream = 0xd7af7 << 32

// DraftWithoutExchanges plays a game from the draft to stage play. It takes characters at random.
// No exchange changes a hand: it is declined if the rules allow it, or the passed card comes
// straight back. All other decisions are random: threats, declarations, and cards that must be
// given away, also for the lost card (Galadriel). The same source makes the same decisions.
func DraftWithoutExchanges(g *chapters.Game, src rand.Source) error {
	for g.Stage() != chapters.StagePlay {
		options := g.Options()
		if err := g.Apply(withoutExchange(g, options, pick(src, options))); err != nil {
			return err
		}
	}
	return nil
}

// withoutExchange returns the option that leaves the hands as they are, if the decision due is
// about an exchange: to decline it, or to pass the card back. For other decisions, or if there is no
// such option, it returns otherwise.
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

// declines reports whether a decision declines an exchange.
func declines(d chapters.Decision) bool { return d.Target == tricks.NoSeat }
