package cli

import (
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/solver/difficulty"
)

// remark is a sentence about a cell that is not what one would expect.
type remark struct {
	Where, Text string
}

// What is worth a remark. The intervals are 95 % ones, so with some seventy cells
// a remark or two may be chance.
const (
	hardBelow     = 0.5  // fair players win less, with the whole interval
	luckyAbove    = 0.25 // random players win more, with the whole interval
	narrowBelow   = 0.6  // of the legal cards keep a round winnable
	enoughChoices = 50   // decisions for that
)

// remarks tells what is surprising in a report, cell by cell.
func remarks(lib *chapters.Library, r *difficulty.Report) []remark {
	var out []remark
	for i := range r.Rows {
		row := &r.Rows[i]
		var said []string
		say := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
		if lost := row.Draft.Deals - row.Draft.Wins - row.Draft.Undecided; lost > 0 {
			say("%s of %d cannot be won at all, even with open cards and any characters", count(lost, "deal"), row.Draft.Deals)
		}
		if n := row.Draft.Undecided; n > 0 && 20*n >= row.Draft.Deals {
			say("the solver left %d of %d deals undecided from the draft", n, row.Draft.Deals)
		}
		if row.Fair.Deals > 0 && row.Fair.High < hardBelow {
			say("fair players win only %d of %d rounds%s", row.Fair.Wins, row.Fair.Deals, mostBroken(lib, row))
		}
		if row.Greedy.Deals > 0 && row.Fair.Deals > 0 && row.Greedy.Low > row.Fair.High {
			say("greedy players win more (%s %%) than fair ones (%s %%)", trimmed(&row.Greedy), trimmed(&row.Fair))
		}
		if row.Random.Low > luckyAbove {
			say("even random players win %s %%", trimmed(&row.Random))
		}
		if row.After.Deals > 0 && row.After.High < row.Draft.Low {
			say("much is lost in the draft and the setup: after them only %s %% can still be won", trimmed(&row.After))
		}
		if f := &row.Forgiveness; f.Decisions >= enoughChoices && f.Share() < narrowBelow {
			say("few mistakes are forgiven: only %.0f %% of the legal cards keep a round winnable", 100*f.Share())
		}
		if others := otherSizes(r, row); row.Fair.Deals > 0 && others.Deals > 0 {
			switch {
			case row.Fair.High < others.Low:
				say("it is harder at this table than at the others (%s %% of fair rounds won against %s %%)", trimmed(&row.Fair), trimmed(others))
			case row.Fair.Low > others.High:
				say("it is easier at this table than at the others (%s %% of fair rounds won against %s %%)", trimmed(&row.Fair), trimmed(others))
			}
		}
		if len(said) > 0 {
			text := strings.Join(said, "; ")
			out = append(out, remark{cellName(row), strings.ToUpper(text[:1]) + text[1:] + "."})
		}
	}
	return out
}

func trimmed(s *difficulty.Share) string { return strings.TrimSpace(percent(s)) }

// mostBroken names the goal that fails most often.
func mostBroken(lib *chapters.Library, row *difficulty.Row) string {
	goals := row.BrokenFair.Goals()
	if len(goals) == 0 {
		return ""
	}
	return fmt.Sprintf(" (what breaks most is %s)", goalOf(lib, goals[0]))
}

// goalOf says whose goal it is.
func goalOf(lib *chapters.Library, id string) string {
	if id == chapters.Balrog {
		return "the sum against the Balrog"
	}
	return "the goal of " + goalName(lib, id)
}

// otherSizes is the fair rounds of a chapter at the other tables.
func otherSizes(r *difficulty.Report, row *difficulty.Row) *difficulty.Share {
	var all difficulty.Share
	for i := range r.Rows {
		if o := &r.Rows[i]; o.Chapter == row.Chapter && o.Players != row.Players {
			all.Wins += o.Fair.Wins
			all.Deals += o.Fair.Deals
		}
	}
	all.Low, all.High = difficulty.Wilson(all.Wins, all.Deals)
	return &all
}

func cellName(row *difficulty.Row) string {
	return chapterLabel(row.Chapter) + ", " + count(row.Players, "player")
}

func chapterLabel(id string) string {
	if id == chapters.Road {
		return "The Road"
	}
	return "Chapter " + id
}
