package cli

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"fellowship/chapters"
	"fellowship/solver/difficulty"
)

// difficultyMarkdown is the page of the documentation.
func difficultyMarkdown(lib *chapters.Library, r *difficulty.Report, version string, timings bool) []byte {
	var b bytes.Buffer
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	deals, fair := samples(r, (*difficulty.Row).OfDeals), samples(r, (*difficulty.Row).OfFair)
	line("# How hard the chapters are")
	line("")
	line("<!-- Written by `fellowship difficulty --markdown`; do not edit. -->")
	line("")
	line("This page was measured, with `fellowship difficulty`. Each chapter and table size has %s deals", deals)
	line("with open cards and %s rounds of fair players, numbered from %d on; no search took more than %d card", fair, r.Seed, r.Nodes)
	line("plays. Version: %s.%s", version, tookText(r, timings))
	line("")
	line("In brackets stand the ends of Wilson's 95 %% interval: with so few rounds they are wide, and a cell that")
	line("stands out may do so by chance.")
	line("")
	line("- **Won by fair players**: computer players who think hard, help each other and see no more than people do.")
	line("- **Winnable, open cards**: the solver finds a way with all cards open, from the draft on. Deals that it")
	line("  left undecided count as neither, so the interval is wider there.")
	line("- **After a fair setup**: can still be won with open cards after the draft and the setup of fair players.")
	line("- **Greedy** and **random** players follow their own goals, or do anything legal.")
	line("- What is measured is a single round, with nothing completed before. Moria's events and the groups of")
	line("  chapter 18 take turns.")
	for _, m := range []int{3, 0, 2, 4, 5} {
		of := measures[m]
		line("")
		line("## %s", strings.ToUpper(of.long[:1])+of.long[1:])
		line("")
		markdownTable(&b, r, func(row *difficulty.Row) string { return interval(of.of(row)) })
	}
	line("")
	line("## Forgiveness")
	line("")
	line("Of the legal cards so many keep a round winnable with open cards, averaged over the decisions of fair")
	line("players from when the round can be won to when it cannot any more.")
	line("")
	markdownTable(&b, r, func(row *difficulty.Row) string {
		if row.Forgiveness.Decisions == 0 {
			return ""
		}
		return fmt.Sprintf("%.0f %%", 100*row.Forgiveness.Share())
	})
	markdownStrength(&b, r)
	markdownBroken(&b, lib, r)
	markdownCampaigns(&b, r)
	line("")
	line("## What is surprising")
	line("")
	list := remarks(lib, r)
	for _, at := range list {
		line("- **%s.** %s", at.Where, at.Text)
	}
	if len(list) == 0 {
		line("Nothing, with so many rounds.")
	}
	if timings {
		markdownSpeed(&b, r)
	}
	return b.Bytes()
}

// samples tells from how many to how many there are in a place.
func samples(r *difficulty.Report, of func(*difficulty.Row) int) string {
	low, high := math.MaxInt, 0
	for i := range r.Rows {
		n := of(&r.Rows[i])
		low, high = min(low, n), max(high, n)
	}
	return span(min(low, high), high)
}

func secondsOf(r *difficulty.Report) (all float64) {
	for i := range r.Rows {
		for _, s := range r.Rows[i].Seconds {
			all += s
		}
	}
	return all
}

func tookText(r *difficulty.Report, timings bool) string {
	if !timings {
		return ""
	}
	return fmt.Sprintf(" It took %.0f minutes of one\nworker by the clock, on a machine that did other work as well.", secondsOf(r)/60)
}

func interval(s *difficulty.Share) string {
	if s.Deals == 0 {
		return ""
	}
	out := fmt.Sprintf("%.0f %% (%.0f–%.0f)", 100*s.Share(), 100*s.Low, 100*s.High)
	if s.Undecided > 0 {
		out += fmt.Sprintf(", %d of %d undecided", s.Undecided, s.Deals)
	}
	return out
}

// markdownTable is a table with a line for each chapter and a column for each
// size of the table.
func markdownTable(b *bytes.Buffer, r *difficulty.Report, cell func(*difficulty.Row) string) {
	sizes := sizesOf(r)
	b.WriteString("| chapter |")
	for _, n := range sizes {
		fmt.Fprintf(b, " %s |", count(n, "player"))
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(sizes)) + "\n")
	for i := 0; i < len(r.Rows); {
		chapter := r.Rows[i].Chapter
		at := map[int]string{}
		for ; i < len(r.Rows) && r.Rows[i].Chapter == chapter; i++ {
			at[r.Rows[i].Players] = cell(&r.Rows[i])
		}
		fmt.Fprintf(b, "| %s |", chapter)
		for _, n := range sizes {
			fmt.Fprintf(b, " %s |", at[n])
		}
		b.WriteString("\n")
	}
}

// markdownBroken lists the goals that lose the rounds of fair players.
func markdownBroken(b *bytes.Buffer, lib *chapters.Library, r *difficulty.Report) {
	b.WriteString("\n## Goals that break\n\nWhich goals lost the rounds of fair players, at all tables together, and by whose card.\n\n")
	b.WriteString("| chapter | lost | goals |\n|---|---|---|\n")
	for i := 0; i < len(r.Rows); {
		chapter, lost, rounds := r.Rows[i].Chapter, 0, 0
		sum := difficulty.Broken{}
		for ; i < len(r.Rows) && r.Rows[i].Chapter == chapter; i++ {
			row := &r.Rows[i]
			rounds += row.Fair.Deals
			lost += row.Fair.Deals - row.Fair.Wins
			sum.Add(row.BrokenFair)
		}
		told := ""
		if len(sum) > 0 {
			told = toldBroken(lib, sum)
		}
		fmt.Fprintf(b, "| %s | %d of %d | %s |\n", chapter, lost, rounds, told)
	}
}

// markdownCampaigns tells of the long chapters.
func markdownCampaigns(b *bytes.Buffer, r *difficulty.Report) {
	var rows []*difficulty.Row
	for i := range r.Rows {
		if c := r.Rows[i].Campaigns; c != nil && c.Clean.Deals > 0 {
			rows = append(rows, &r.Rows[i])
		}
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Long chapters\n\nPlayed from their first round to their last by %s players: the share without a lost round, and the median\nof the rounds needed if completed characters are kept after a lost round, or if the chapter starts again (L3).\n\n", r.CampaignBy)
	b.WriteString("| chapter | players | campaigns | no lost round | rounds, keeping | rounds, starting again |\n|---|---|---|---|---|---|\n")
	for _, row := range rows {
		c := row.Campaigns
		fmt.Fprintf(b, "| %s | %d | %d | %s | %s | %s |\n", row.Chapter, row.Players, c.Clean.Deals,
			interval(&c.Clean), toldRounds(c.Keep), toldRounds(c.Restart))
	}
}
