package solver

import (
	"context"
	"errors"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Verdict is the answer to "could this be won with open cards?".
type Verdict string

// The verdicts.
const (
	// Winnable comes with a line that wins.
	Winnable Verdict = "winnable"
	// Unwinnable means that the whole space was searched or ruled out.
	Unwinnable Verdict = "unwinnable"
	// Unknown means that a limit was reached first.
	Unknown Verdict = "unknown"
)

// Reason is the limit that left a verdict unknown.
type Reason string

// The reasons.
const (
	NoReason    Reason = ""
	TimeLimit   Reason = "time limit"
	NodeLimit   Reason = "node limit"
	Interrupted Reason = "interrupted"
	// SwapLimit means that the round can only be won if a tucked card comes back and is exchanged,
	// which is not searched. Shadowfax would have to hold Sting or to take the lost card, and only
	// custom characters and gifts allow that (K, L5). A document with such a round is refused.
	SwapLimit Reason = "the exchange of a tucked card is not searched"
	// GoalLimit means that the goals of a round are together too much for the search to keep count
	// of. Only custom goals can be.
	GoalLimit Reason = "the goals together are too much to keep count of"
)

// Options are the limits of a search. The zero value sets no limit but [DefaultMemory].
type Options struct {
	// Nodes is the most card plays to try, 0 for no limit. A play without a choice is not
	// counted.
	Nodes int64
	// Memory is the most bytes to remember lost positions in, 0 for [DefaultMemory].
	// The clauses of a round, and the setups that were tried, may take a quarter as much each.
	// A full table forgets positions, which never makes a verdict unknown.
	Memory int64
	// DisabledParts is the parts of the search that are switched off, for measurements.
	DisabledParts Parts
	// Excused is the goals that need not be met for a win, one bit for each goal in the order of
	// [chapters.Game.Goals].
	Excused uint64
	// Unchecked leaves out the replay of a winning answer. It saves time if only the verdict is
	// needed, again and again.
	Unchecked bool
	// Progress, if set, is called now and then from the searching goroutine, with the nodes counted
	// so far.
	Progress func(nodes int64)
}

// DefaultMemory is the default of [Options].Memory, in bytes. With it two searches at
// the same time stay below 256 MiB in total.
const DefaultMemory = 96 << 20

// Result is the answer of [Solve].
type Result struct {
	Verdict Verdict
	Reason  Reason
	// Draft is the winning decisions of the draft that come after the game's own last decision.
	Draft []chapters.Decision
	// Setup is the winning decisions of the setup that come after the game's own last decision.
	Setup []chapters.Decision
	// Line is the plays that win, from the game's own last decision to the round's end.
	Line []tricks.Play
	// Swap is the exchange during play that the line needs (Sting, L5), or nil.
	Swap *Swap
	// Nodes counts the card plays tried (except plays without a choice) and the steps of the
	// formula; a step takes between half as long and as long as a card play. Before play, Nodes
	// also counts each set of hands that was looked at.
	Nodes int64
}

// Swap is an exchange during play.
type Swap struct {
	// PlayIndex is the index in Result.Line of the play that follows the exchange.
	PlayIndex int
	// Decisions lists the decisions of the exchange.
	Decisions []chapters.Decision
}

// Decisions returns all decisions that win, in their order: draft, setup, plays, and an
// exchange during play.
func (r *Result) Decisions() []chapters.Decision { return slices.Collect(r.eachDecision) }

func (r *Result) eachDecision(yield func(chapters.Decision) bool) {
	ok := true
	each := func(list []chapters.Decision) {
		for _, d := range list {
			ok = ok && yield(d)
		}
	}
	each(r.Draft)
	each(r.Setup)
	for i, p := range r.Line {
		if r.Swap != nil && r.Swap.PlayIndex == i {
			each(r.Swap.Decisions)
		}
		ok = ok && yield(chapters.PlayDecision(p))
	}
}

// mustApply makes a decision that the game itself offered.
func mustApply(g *chapters.Game, d chapters.Decision) {
	if err := g.Apply(d); err != nil {
		panic(err)
	}
}

// verify replays a winning answer through the game itself, and returns an error if it does not win.
// It overwrites the game replay for that.
func verify(g, replay *chapters.Game, r *Result, excused uint64) error {
	g.CloneInto(replay)
	for d := range r.eachDecision {
		if err := replay.Apply(d); err != nil {
			return say.Errorf("the solver's answer cannot be replayed: %s: %w", d, err)
		}
	}
	if won := replay.Result() == chapters.Won || excused != 0 && meets(replay, excused); !replay.IsOver() || !won {
		return say.Errorf("the solver's answer does not win: the round is %s", replay.Result())
	}
	return nil
}

// meets reports whether the round has met all goals, apart from excused goals and one goal that Mithril covers.
func meets(g *chapters.Game, excused uint64) bool {
	v := g.View(tricks.NoSeat)
	covers := g.State().Waiver != tricks.NoSeat && !v.Spared
	for i, goal := range v.Goals {
		if goal.Status == characters.Failed && excused>>i&1 == 0 {
			if !covers || goal.Rider != "" {
				return false
			}
			covers = false
		}
	}
	return !v.Short
}

// stopReason returns the reason why a context has ended.
func stopReason(ctx context.Context) Reason {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return TimeLimit
	}
	return Interrupted
}
