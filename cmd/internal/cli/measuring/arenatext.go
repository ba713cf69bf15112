package measuring

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/arena"
	"fellowship/tricks/say"

	"github.com/spf13/cobra"
)

// arenaAnswer is how line-ups did in a cell, in JSON. Chapter is "all" where all cells
// are counted together.
type arenaAnswer struct {
	Schema  int           `json:"schema"`
	Chapter any           `json:"chapter"`
	Players int           `json:"players,omitempty"`
	Seed    *uint64       `json:"seed,omitempty"` // of the first deal
	From    string        `json:"from,omitempty"` // of recorded rounds
	Rounds  int           `json:"rounds"`
	Helped  *int          `json:"helped,omitempty"` // recorded rounds with hints or open cards
	LineUps []scoreAnswer `json:"line_ups"`
}

// scoreAnswer is how a line-up did. The first is the base, which the others are
// compared with.
type scoreAnswer struct {
	LineUp string             `json:"line_up"`
	Wins   int                `json:"wins"`
	Share  float64            `json:"share"`
	Low    float64            `json:"low"`
	High   float64            `json:"high"`
	Paired *pairAnswer        `json:"paired,omitempty"`
	Losses map[arena.Loss]int `json:"losses,omitempty"`
	Time   *timesAnswer       `json:"timings,omitempty"`
}

// pairAnswer compares a line-up with the base: the rounds that only one has won.
type pairAnswer struct {
	Plus       int     `json:"plus"`
	Minus      int     `json:"minus"`
	P          float64 `json:"p"`
	Difference float64 `json:"difference"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
}

// timesAnswer is the seconds that a core was busy.
type timesAnswer struct {
	Seconds float64 `json:"seconds"`
}

// playedAnswer is a recorded round, and what became of it.
type playedAnswer struct {
	Record  string            `json:"record"`
	Chapter any               `json:"chapter"`
	Players int               `json:"players"`
	Helped  bool              `json:"helped"`
	Results map[string]string `json:"results"`
}

// asPlayed is the line-up of the people who have played the rounds.
const asPlayed = "as played"

func lineUpName(s *arena.Score) string {
	if s.LineUp == "" {
		return asPlayed
	}
	return s.LineUp
}

// shownLineUp is the name of a line-up for people.
func shownLineUp(t *texts.Texts, s *arena.Score) string {
	if s.LineUp == "" {
		return t.Sprintf(asPlayed)
	}
	return s.LineUp
}

// exactly rounds a number so that every machine writes the same.
func exactly(x float64) float64 {
	const digits = 1e9
	return math.Round(x*digits) / digits
}

// write shows the report.
func (opt *arenaOptions) write(cmd *cobra.Command, in *rounds, r *arena.Report) error {
	if opt.JSON {
		return opt.writeJSON(cmd, in, r)
	}
	t := command.NewText(cmd.OutOrStdout(), opt.Root)
	if in != nil {
		in.write(t, r)
	}
	for i := range r.Rows {
		if i > 0 {
			t.Line("")
		}
		opt.writeRow(t, &r.Rows[i])
	}
	t.Line("")
	if opt.Losses {
		writeLosses(t, &r.Rows[len(r.Rows)-1])
	}
	base := r.Rows[0].Scores[0].LineUp
	if base == "" {
		base = t.Sprintf("the people")
	}
	if len(r.Rows[0].Scores) == 1 {
		t.Text(0, t.Sprintf("Brackets: 95 %% intervals; time: of a processor, for a round."))
	} else {
		t.Text(0, t.Sprintf("+ only this one won, - only %s won; p: two-sided sign test; difference in points; "+
			"brackets: 95 %% intervals; time: of a processor, for a round.", base))
	}
	if in != nil {
		if n := in.withHelp(r.Played); n > 0 {
			t.Text(0, t.Sprintf("In %d of the rounds people asked for hints or open cards.", n))
		}
	}
	return t.Flush()
}

// beforeShare is the columns of a line-up's name.
const beforeShare = 22

// writeRow adds the table of a cell.
func (opt *arenaOptions) writeRow(t *command.Text, row *arena.Row) {
	many := t.Sprintf("%d deals", row.Rounds)
	switch one := row.Rounds == 1; {
	case opt.recorded() && one:
		many = t.Sprintf("1 round")
	case opt.recorded():
		many = t.Sprintf("%d rounds", row.Rounds)
	case one:
		many = t.Sprintf("1 deal")
	}
	t.Head(fmt.Sprintf("%-*s%15s %4s %4s %6s  %-15s %7s", beforeShare, cellName(t.Texts, row)+": "+many,
		t.Sprintf("won"), "+", "-", "p", t.Sprintf("difference"), t.Sprintf("time")))
	for i := range row.Scores {
		s := &row.Scores[i]
		share := fmt.Sprintf("%3.0f %% (%.0f–%.0f)", hundred(s.Wins, row.Rounds), 100*s.Low, 100*s.High)
		line := fmt.Sprintf("%15s", share)
		if i > 0 {
			line += fmt.Sprintf(" %4d %4d %6s  %-15s", s.Plus, s.Minus, chance(s.P), points(s))
		} else {
			line += strings.Repeat(" ", 33)
		}
		line += fmt.Sprintf(" %7s", relative(row, s))
		t.Label(shownLineUp(t.Texts, s), beforeShare, strings.TrimRight(line, " "))
	}
}

// lossNames say how rounds were lost, in the order of [arena.Losses].
var lossNames = map[arena.Loss]say.Text{
	arena.LongShot: say.Sprintf("gamble, won in less than 50 %%"),
	arena.Gamble:   say.Sprintf("gamble, won in 50 to 85 %%"),
	arena.BadLuck:  say.Sprintf("bad luck, won in 85 %% or more"),
	arena.Missed:   say.Sprintf("better option, would have won"),
	arena.Misled:   say.Sprintf("better option, lost as well"),
	arena.Hopeless: say.Sprintf("could never be won"),
	arena.Unclear:  say.Sprintf("not found out"),
}

// beforeLosses is the columns of a kind of loss.
const beforeLosses = 32

// writeLosses adds the table of how the rounds were lost.
func writeLosses(t *command.Text, row *arena.Row) {
	head := ""
	for i := range row.Scores {
		head += fmt.Sprintf("  %11s", shownLineUp(t.Texts, &row.Scores[i]))
	}
	t.Head(page.Pad(t.Sprintf("how they were lost"), beforeLosses) + head)
	for _, loss := range arena.Losses {
		line, some := "", false
		for i := range row.Scores {
			s, cell := &row.Scores[i], ""
			if n := s.Losses[loss]; n > 0 {
				cell, some = fmt.Sprintf("%d (%.0f %%)", n, hundred(n, row.Rounds-s.Wins)), true
			}
			line += fmt.Sprintf("  %11s", cell)
		}
		if some {
			t.Line("%s", strings.TrimRight(page.Pad(t.Sprintf("%s", lossNames[loss]), beforeLosses)+line, " "))
		}
	}
	t.Line("")
}

func hundred(wins, n int) float64 { return 100 * float64(wins) / float64(max(n, 1)) }

// cellName is what the table of a row is called.
func cellName(t *texts.Texts, row *arena.Row) string {
	switch {
	case row.Players == 0:
		return t.Sprintf("together")
	case row.Chapter == "":
		return t.Sprintf("no chapter, %d players", row.Players)
	}
	return fmt.Sprintf("%s-%d", row.Chapter, row.Players)
}

// chance is a p in a few characters.
func chance(p float64) string {
	switch {
	case p < 0.001:
		return "<0.001"
	case p < 0.1:
		return fmt.Sprintf("%.3f", p)
	}
	return fmt.Sprintf("%.2f", p)
}

// points is a difference in points, with its interval.
func points(s *arena.Score) string {
	return fmt.Sprintf("%+.0f (%+.0f %+.0f)", whole(s.Difference), whole(s.DifferenceLow), whole(s.DifferenceHigh))
}

// whole is a share in whole points, none of them less than nothing.
func whole(x float64) float64 { return math.Round(100*x) + 0 }

// relative is the time of a line-up's rounds next to that of the first that has any,
// and of that one for a round.
func relative(row *arena.Row, s *arena.Score) string {
	i := slices.IndexFunc(row.Scores, func(s arena.Score) bool { return s.Seconds > 0 })
	if i < 0 || s.Seconds == 0 {
		return ""
	}
	base := &row.Scores[i]
	times, each := s.Seconds/base.Seconds, s.Seconds/float64(row.Rounds)
	switch {
	case base == s && each < 0.01:
		return fmt.Sprintf("%.1f ms", 1000*each)
	case base == s && each < 1:
		return fmt.Sprintf("%.0f ms", 1000*each)
	case base == s:
		return fmt.Sprintf("%.1f s", each)
	case times < 1:
		return fmt.Sprintf("× %.2f", times)
	case times < 10:
		return fmt.Sprintf("× %.1f", times)
	}
	return fmt.Sprintf("× %.0f", times)
}

// write lists what became of recorded rounds.
func (in *rounds) write(t *command.Text, r *arena.Report) {
	if len(r.Played) == 0 {
		return
	}
	wide, head := len(t.Sprintf("round")), ""
	for i := range r.Played {
		wide = max(wide, len(r.Played[i].Title()))
	}
	wide = min(wide, 30) + 2
	for i := range r.Rows[0].Scores {
		name := shownLineUp(t.Texts, &r.Rows[0].Scores[i])
		head += page.Pad(name, max(len(name), 4)+2)
	}
	t.Head(page.Pad(t.Sprintf("round"), wide) + head)
	for i := range r.Played {
		p := &r.Played[i]
		line := page.Pad(p.Title(), wide)
		for j, won := range p.Won {
			line += page.Pad(t.Sprintf("%s", say.Word(resultName(won))), max(len(shownLineUp(t.Texts, &r.Rows[0].Scores[j])), 4)+2)
		}
		if in.helped[p.Name] {
			line += t.Sprintf("with help")
		}
		t.Line("%s", strings.TrimRight(line, " "))
	}
	t.Line("")
}

func resultName(won bool) string {
	if won {
		return string(chapters.Won)
	}
	return string(chapters.Lost)
}

// withHelp counts the rounds in which people asked for help.
func (in *rounds) withHelp(played []arena.Played) int {
	n := 0
	for i := range played {
		if in.helped[played[i].Name] {
			n++
		}
	}
	return n
}

// WriteJSON writes an object for each recorded round and for each cell.
func (opt *arenaOptions) writeJSON(cmd *cobra.Command, in *rounds, r *arena.Report) error {
	for i := range r.Played {
		if in == nil {
			break
		}
		p := &r.Played[i]
		a := playedAnswer{
			Record: p.Title(), Chapter: command.ChapterNumber(p.Chapter), Players: p.Players,
			Helped: in.helped[p.Name], Results: map[string]string{},
		}
		for j, won := range p.Won {
			a.Results[lineUpName(&r.Rows[0].Scores[j])] = resultName(won)
		}
		if err := command.WriteJSON(cmd.OutOrStdout(), a); err != nil {
			return err
		}
	}
	for i := range r.Rows {
		if err := command.WriteJSON(cmd.OutOrStdout(), opt.answer(in, r, &r.Rows[i])); err != nil {
			return err
		}
	}
	return nil
}

func (opt *arenaOptions) answer(in *rounds, r *arena.Report, row *arena.Row) *arenaAnswer {
	a := &arenaAnswer{Schema: 1, Chapter: command.ChapterNumber(row.Chapter), Players: row.Players, Rounds: row.Rounds}
	if row.Players == 0 {
		a.Chapter = "all"
	}
	if in == nil {
		a.Seed = &opt.Seed
	} else {
		a.From = opt.From
		var here []arena.Played
		for _, p := range r.Played {
			if row.Players == 0 || p.Cell == row.Cell {
				here = append(here, p)
			}
		}
		helped := in.withHelp(here)
		a.Helped = &helped
	}
	for i := range row.Scores {
		s := &row.Scores[i]
		score := scoreAnswer{
			LineUp: lineUpName(s), Wins: s.Wins, Share: exactly(hundred(s.Wins, row.Rounds) / 100), Low: exactly(s.Low), High: exactly(s.High),
			Losses: s.Losses,
		}
		if i > 0 {
			score.Paired = &pairAnswer{
				s.Plus, s.Minus, exactly(s.P), exactly(s.Difference), exactly(s.DifferenceLow), exactly(s.DifferenceHigh),
			}
		}
		if opt.Timings {
			score.Time = &timesAnswer{s.Seconds}
		}
		a.LineUps = append(a.LineUps, score)
	}
	return a
}
