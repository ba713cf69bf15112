package pages

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"fellowship/solver/difficulty"
)

// remark is a sentence about a cell that is not what one would expect.
type remark struct {
	where, text string
}

// These bounds make a remark. The intervals are 95 % ones, so with some seventy cells
// a remark or two may be chance.
const (
	hardBelow     = 0.5  // of the fair rounds less are won, with the whole interval
	luckyAbove    = 0.25 // random players win more, with the whole interval
	narrowBelow   = 0.6  // of the legal cards keep a round winnable
	enoughChoices = 50   // decisions for that
)

// remarks tells what is surprising in a report, cell by cell.
func (p *report) remarks() []remark {
	var out []remark
	for _, row := range p.Rows {
		var said []string
		tell := func(english string, args ...any) { said = append(said, fmt.Sprintf(english, args...)) }
		if lost := row.Draft.Lost(); lost > 0 {
			tell("%s of %d cannot be won at all, even with open cards and any characters", counted(lost, "deal"), row.Draft.Deals)
		}
		if n := row.Draft.Undecided; n > 0 && 20*n >= row.Draft.Deals {
			tell("the solver left %d of %d deals undecided from the draft", n, row.Draft.Deals)
		}
		if row.Fair.Deals > 0 && row.Fair.High < hardBelow {
			tell("%s players win only %d of %d rounds%s", p.FairBy, row.Fair.Wins, row.Fair.Deals, p.mostBroken(row))
		}
		if row.Greedy.Deals > 0 && row.Fair.Deals > 0 && row.Greedy.Low > row.Fair.High {
			tell("greedy players win more (%s %%) than %s ones (%s %%)", percent(&row.Greedy), p.FairBy, percent(&row.Fair))
		}
		if row.Random.Low > luckyAbove {
			tell("even random players win %s %%", percent(&row.Random))
		}
		if row.After.Deals > 0 && row.After.High < row.Draft.Low {
			tell("much is lost in the draft and the setup: after them only %s %% can still be won", percent(&row.After))
		}
		if f := &row.Forgiveness; f.Decisions >= enoughChoices && f.Share() < narrowBelow {
			tell("few mistakes are forgiven: only %.0f %% of the legal cards keep a round winnable", 100*f.Share())
		}
		if others := p.otherSizes(row); row.Fair.Deals > 0 && others.Deals > 0 {
			switch {
			case row.Fair.High < others.Low:
				tell("it is harder at this table than at the others (%s %% of the rounds of %s players won against %s %%)", percent(&row.Fair), p.FairBy, percent(others))
			case row.Fair.Low > others.High:
				tell("it is easier at this table than at the others (%s %% of the rounds of %s players won against %s %%)", percent(&row.Fair), p.FairBy, percent(others))
			}
		}
		if len(said) > 0 {
			text := strings.Join(said, "; ")
			out = append(out, remark{p.cellName(row), strings.ToUpper(text[:1]) + text[1:] + "."})
		}
	}
	return out
}

// mostBroken names the goal that fails most often.
func (p *report) mostBroken(row *difficulty.Row) string {
	goals := row.BrokenFair.Goals()
	if len(goals) == 0 {
		return ""
	}
	return fmt.Sprintf(" (what breaks most is %s)", p.goalOf(goals[0]))
}

// otherSizes is the fair rounds of a chapter at the other tables, of which each counts
// the same: as if only as many had been played there as at the one with the fewest.
func (p *report) otherSizes(row *difficulty.Row) *difficulty.Share {
	others := p.where(func(o *difficulty.Row) bool {
		return o.Chapter == row.Chapter && o.Players != row.Players && o.Fair.Deals > 0
	})
	var sum difficulty.Share
	for _, o := range others {
		least := slices.MinFunc(others, func(a, b *difficulty.Row) int { return cmp.Compare(a.Fair.Deals, b.Fair.Deals) }).Fair.Deals
		sum.Wins += int(math.Round(o.Fair.Share() * float64(least)))
		sum.Deals += least
	}
	sum.Low, sum.High = difficulty.Wilson(sum.Wins, sum.Deals)
	return &sum
}
