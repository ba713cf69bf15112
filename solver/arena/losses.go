package arena

import (
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Loss is how a round was lost: by the knowledge of the seat whose decision left nobody a way to
// win any more, even with open cards. Its options are judged in worlds that agree with its view: in
// how many of them can the round still be won?
type Loss string

// The kinds of losses. An option is better if it can be won in a share of the worlds that
// is larger by more than [better].
const (
	Missed   Loss = "missed"   // a better option would have kept the win
	Misled   Loss = "misled"   // a better option would have lost it as well
	LongShot Loss = "longshot" // nothing was better, and less than half of the worlds are won
	Gamble   Loss = "gamble"   // nothing was better, and fewer than nearly all are won
	BadLuck  Loss = "badluck"  // nothing was better, and nearly all worlds are won
	Hopeless Loss = "hopeless" // the round could never be won
	Unclear  Loss = "unclear"  // the solver did not find the decision out
)

// Losses are all kinds of losses, in the order in which they are told.
var Losses = []Loss{LongShot, Gamble, BadLuck, Missed, Misled, Hopeless, Unclear}

// How a decision is judged. Half of the worlds and nearlyAll of them part the losses that
// no better option could have kept off.
const (
	lossWorlds = 60
	lossNodes  = 2000
	better     = 0.05
	half       = 0.5
	nearlyAll  = 0.85
	// turningNodes is how many card plays the solver gets to say whether the round could
	// be won at a moment.
	turningNodes = 200_000
	// lossStream keeps the worlds apart from those that players think of. Frozen.
	lossStream = 0x1055 << 32
)

// lossOf says how a game that is lost was lost.
func lossOf(ctx context.Context, g *chapters.Game, seed uint64) (Loss, error) {
	a, err := solver.Analyse(ctx, g, solver.AnalyseOptions{
		Options: solver.Options{Nodes: turningNodes},
		Choices: chapters.StagePlay + 1, // but of the decision that lost
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return "", err
	}
	step := a.Lost()
	switch {
	case a.Start.Verdict == solver.Unwinnable:
		return Hopeless, nil
	case step == nil || step.Before.Verdict != solver.Winnable:
		return Unclear, nil
	}
	before, err := g.Before(step.Number - 1)
	if err != nil {
		return "", err
	}
	v := before.View(before.Ask().By)
	odds, err := players.OddsOf(ctx, &v, tricks.NewSource(seed, lossStream+uint64(step.Number)), lossWorlds, lossNodes)
	if err != nil {
		return "", err
	}
	return kindOf(odds, step), nil
}

// kindOf names the loss by a step, where its options have these odds.
func kindOf(odds []players.Odds, step *solver.Step) Loss {
	made := slices.IndexFunc(odds, func(o players.Odds) bool { return o.Decision == *step.Made })
	if made < 0 {
		return Unclear // a play that also said who leads
	}
	best := odds[made]
	for _, o := range odds {
		if o.Share > best.Share {
			best = o
		}
	}
	kept := slices.ContainsFunc(step.Choices, func(c solver.Choice) bool {
		return c.Decision == best.Decision && c.Verdict == solver.Winnable
	})
	switch {
	case best.Share > odds[made].Share+better && kept:
		return Missed
	case best.Share > odds[made].Share+better:
		return Misled
	case best.Share < half:
		return LongShot
	case best.Share < nearlyAll:
		return Gamble
	}
	return BadLuck
}
