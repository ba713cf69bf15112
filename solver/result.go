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

// The verdicts. Winnable comes with a line that wins, Unwinnable only after the
// whole space was searched, else it is Unknown.
const (
	Winnable   Verdict = "winnable"
	Unwinnable Verdict = "unwinnable"
	Unknown    Verdict = "unknown"
)

// Reason is the limit that left a verdict unknown.
type Reason string

// The reasons.
const (
	NoReason    Reason = ""
	TimeLimit   Reason = "time limit"
	NodeLimit   Reason = "node limit"
	Interrupted Reason = "interrupted"
	// SwapLimit means that there is no win unless a tucked card comes back to be
	// exchanged, and that is not searched: Shadowfax would have to hold Sting or to take
	// the lost card, as only characters and gifts of one's own can (K, L5). A document
	// that says so is refused.
	SwapLimit Reason = "the exchange of a tucked card is not searched"
	// GoalLimit means that the goals of a round, which may be anybody's own, are
	// together more than the search can keep count of.
	GoalLimit Reason = "the goals together are too much to keep count of"
)

// Options are the limits of a search. The zero value has none but the memory
// default.
type Options struct {
	// Nodes is the most card plays to try, 0 for no limit. A play without a choice is not
	// counted.
	Nodes int64
	// Memory is the most bytes to remember lost positions in, 0 for DefaultMemory.
	// The clauses of a round, and the setups that were tried, may take a quarter as much each.
	// A table that is full forgets, which never makes a verdict unknown.
	Memory int64
	// DisabledParts is parts of the search to do without, for measurements.
	DisabledParts Parts
	// Excused are goals that need not be met for a win: a bit for each, as [chapters.Game.Goals] lists them.
	Excused uint64
	// Unchecked leaves out the replay of a winning answer, where only the verdict is asked
	// for, again and again.
	Unchecked bool
	// Progress, if set, is called now and then from the searching goroutine, with what Nodes of the
	// answer are so far.
	Progress func(nodes int64)
}

// DefaultMemory is the default limit of [Options].Memory, in bytes: two searches at
// the same time stay below 256 MiB with all that they need beside.
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
	// Swap is the exchange during play that the line needs, nil for none (Sting,
	// L5).
	Swap *Swap
	// Nodes counts the card plays tried where there was a choice, and the steps of the
	// formula, which take half as long or as long. Before play it counts each set of hands
	// that was looked at, too.
	Nodes int64
}

// Swap is an exchange during play: its decisions, and the play of the line that
// they come before, counted from 0.
type Swap struct {
	PlayIndex int
	Decisions []chapters.Decision
}

// Decisions returns the decisions that win in their order, the plays and an
// exchange during play among them.
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

// verify replays a winning answer through the game itself, in another game that it may use.
func verify(g, replay *chapters.Game, r *Result, excused uint64) error {
	g.CloneInto(replay)
	for d := range r.eachDecision {
		if err := replay.Apply(d); err != nil {
			return say.Errorf("the solver's answer does not replay: %s: %w", d, err)
		}
	}
	if won := replay.Result() == chapters.Won || excused != 0 && meets(replay, excused); !replay.IsOver() || !won {
		return say.Errorf("the solver's answer does not win: the round is %s", replay.Result())
	}
	return nil
}

// meets reports whether all that a round asks for is met but for the goals that are excused, and what Mithril covers.
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

// stopReason says why a context ended.
func stopReason(ctx context.Context) Reason {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return TimeLimit
	}
	return Interrupted
}
