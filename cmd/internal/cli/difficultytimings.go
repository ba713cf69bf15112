package cli

import (
	"bytes"
	"fmt"
	"strings"

	"fellowship/solver/difficulty"
	"fellowship/solver/players"
)

// spentOn are the parts of a fair round in the order they are shown in. Judging
// the round is no part of it.
var spentOn = []struct {
	part players.Part
	name string
}{
	{players.SettingUp, "setup"},
	{players.Imagining, "head"},
	{players.MakingWorlds, "worlds"},
	{players.Solving, "solver"},
}

// fairTime is the seconds of a core that so many fair rounds took, by part.
type fairTime struct {
	rounds  int
	seconds float64
	by      map[players.Part]float64
}

func fairTimeOf(rows ...*difficulty.Row) fairTime {
	t := fairTime{by: map[players.Part]float64{}}
	for _, row := range rows {
		t.rounds += row.SpentRounds
		for _, at := range spentOn {
			t.by[at.part] += row.Spent[at.part]
			t.seconds += row.Spent[at.part]
		}
	}
	return t
}

// rate is the rounds a second of one core.
func (t *fairTime) rate() string {
	if t.seconds == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(t.rounds)/t.seconds)
}

// share is a part's share of the time.
func (t *fairTime) share(p players.Part) string {
	if t.seconds == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", 100*t.by[p]/t.seconds)
}

// writeTimings tells how long each kind of measurement took, how many fair rounds
// a core plays, and what limits that.
func writeTimings(t *text, r *difficulty.Report) error {
	head := fmt.Sprintf("%-7s %7s %8s %8s %9s %8s", "chapter", "players", "deals", "fair", "campaigns", "rounds/s")
	for _, at := range spentOn {
		head += fmt.Sprintf(" %6s", at.name)
	}
	t.head(head)
	all := 0.0
	for i := range r.Rows {
		row := &r.Rows[i]
		fair := fairTimeOf(row)
		line := fmt.Sprintf("%-7s %7d %6.1f s %6.1f s %7.1f s %8s", row.Chapter, row.Players, row.Seconds[difficulty.Deal],
			row.Seconds[difficulty.Fair], row.Seconds[difficulty.Campaign], fair.rate())
		for _, at := range spentOn {
			line += fmt.Sprintf(" %6s", fair.share(at.part))
		}
		t.line("%s", line)
		for _, s := range row.Seconds {
			all += s
		}
	}
	t.line("%.0f seconds of one worker by the clock. Rounds/s are fair rounds in a second of a", all)
	t.line("core; its time goes into the draft and the setup, and in the play into rounds")
	t.line("played in the head, making up worlds, and the solver.")
	return t.flush()
}

// markdownSpeed tells how many fair rounds a core plays, and what limits that.
func markdownSpeed(b *bytes.Buffer, r *difficulty.Report) {
	b.WriteString(`
## How fast

Rounds of fair players in a second of one core, without what it takes to judge them.

`)
	markdownTable(b, r, func(row *difficulty.Row) string {
		t := fairTimeOf(row)
		return t.rate()
	})
	fmt.Fprintf(b, "\n%s\n", slowest(r))
	b.WriteString(`
What limits it, at all tables together: the shares of the draft and the setup, and in the play of rounds
played in the head, of making up worlds that agree with what is seen, and of the solver.

| chapter | setup | head | worlds | solver |
|---|---|---|---|---|
`)
	for _, rows := range byChapter(r) {
		t := fairTimeOf(rows...)
		fmt.Fprintf(b, "| %s |", rows[0].Chapter)
		for _, at := range spentOn {
			fmt.Fprintf(b, " %s |", t.share(at.part))
		}
		b.WriteString("\n")
	}
}

// slowest names the cell in which fair rounds take longest; empty if no times
// were taken.
func slowest(r *difficulty.Report) string {
	where, most := "", 0.0
	for i := range r.Rows {
		t := fairTimeOf(&r.Rows[i])
		if t.rounds > 0 && t.seconds/float64(t.rounds) > most {
			most = t.seconds / float64(t.rounds)
			where = fmt.Sprintf("Slowest is %s: %.1f seconds a round.", strings.ToLower(cellName(&r.Rows[i])), most)
		}
	}
	return where
}

// byChapter groups the rows of a report.
func byChapter(r *difficulty.Report) (out [][]*difficulty.Row) {
	for i := range r.Rows {
		row := &r.Rows[i]
		if n := len(out); n > 0 && out[n-1][0].Chapter == row.Chapter {
			out[n-1] = append(out[n-1], row)
		} else {
			out = append(out, []*difficulty.Row{row})
		}
	}
	return out
}
