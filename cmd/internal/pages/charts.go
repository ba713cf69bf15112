package pages

import (
	"fmt"
	"slices"

	"fellowship/solver/difficulty"
)

// chart is rows over a scale from 0 to 100 %.
type chart struct {
	Title  string
	Height int
	Ticks  []tick
	Lines  []chartLine
}

type tick struct {
	X    float64
	Text string
}

// chartLine is one line of a chart: from Low to High a bar, and marks on it.
type chartLine struct {
	Label, Small string
	Y            float64
	Low, Width   float64
	Bar          string // how the bar is drawn: interval, gap or count
	Marks        []mark
	Value        string
	Tell         string // the numbers in words
}

type mark struct {
	X    float64
	Kind string // fair or open
}

// The places in a chart, in units of which a telephone shows one a pixel.
const (
	chartLeft  = 78
	chartWide  = 220
	chartTop   = 24
	chartStep  = 18
	chartSmall = 11
	chartName  = 10
)

func chartX(share float64) float64 { return chartLeft + float64(chartWide*share) }

// newChart lays out lines that were added without a place.
func newChart(title string, lines []chartLine) chart {
	c := chart{Title: title}
	y, shares := float64(chartTop), false
	for i := range lines {
		if shares = lines[i].Bar != "count"; !shares {
			y += chartName // the name of a goal takes a line of its own
		}
		if lines[i].Small != "" && lines[i].Label == "" {
			y += chartSmall
		} else {
			y += chartStep
		}
		lines[i].Y = y
	}
	c.Lines, c.Height = lines, int(y)+12
	for i := 0; shares && i < 5; i++ {
		c.Ticks = append(c.Ticks, tick{chartX(float64(i) / 4), fmt.Sprintf("%d %%", 25*i)})
	}
	return c
}

// charts makes a chart for each size of the table of the rows in which fair rounds
// were played. Without one of them there is nothing to compare.
func (p *report) charts(lines func(rows []*difficulty.Row) []chartLine) []chart {
	var out []chart
	for _, size := range p.Sizes() {
		rows := slices.DeleteFunc(p.played(), func(row *difficulty.Row) bool { return row.Players != size })
		if len(rows) == 0 {
			continue
		}
		if drawn := lines(rows); len(drawn) > 0 {
			out = append(out, newChart(p.seated(size), drawn))
		}
	}
	return out
}

// played lists the rows in which fair rounds were played.
func (p *report) played() []*difficulty.Row {
	return p.where(func(row *difficulty.Row) bool { return row.Fair.Deals > 0 })
}

// fairLine shows the share of the fair rounds that are won with its interval.
func (p *report) fairLine(row *difficulty.Row) chartLine {
	s := &row.Fair
	return chartLine{
		Low: chartX(s.Low), Width: chartWide * (s.High - s.Low), Bar: "interval",
		Marks: []mark{{chartX(s.Share()), "fair"}}, Value: percent(s) + " %",
		Tell: fmt.Sprintf("%s: %s players won %d of %d, %.0f to %.0f %%", p.cellName(row), p.FairBy, s.Wins, s.Deals, 100*s.Low, 100*s.High),
	}
}

// WinCharts show the chapters, those that are won most often first.
func (p *report) WinCharts() []chart {
	return p.charts(func(rows []*difficulty.Row) (lines []chartLine) {
		slices.SortStableFunc(rows, func(a, b *difficulty.Row) int {
			return b.Fair.Wins*a.Fair.Deals - a.Fair.Wins*b.Fair.Deals
		})
		for _, row := range rows {
			l := p.fairLine(row)
			l.Label = p.chapterName(row.Chapter)
			lines = append(lines, l)
		}
		return lines
	})
}

// OpenCharts show what can be won with open cards beside what is won in the fair rounds.
func (p *report) OpenCharts() []chart {
	return p.charts(func(rows []*difficulty.Row) (lines []chartLine) {
		for _, row := range rows {
			open, fair := row.Draft.Share(), row.Fair.Share()
			lines = append(lines, chartLine{
				Label: p.chapterName(row.Chapter), Low: chartX(min(open, fair)), Width: chartWide * max(open-fair, fair-open), Bar: "gap",
				Marks: []mark{{chartX(open), "open"}, {chartX(fair), "fair"}},
				Value: fmt.Sprintf("%.0f", 100*(open-fair)),
				Tell:  fmt.Sprintf("%s: %.0f %% winnable with open cards, %.0f %% won by %s players", p.cellName(row), 100*open, 100*fair, p.FairBy),
			})
		}
		return lines
	})
}

// mostGoals is how many goals the chart of those that break shows.
const mostGoals = 20

// GoalCharts show which goals lost the fair rounds.
func (p *report) GoalCharts() []chart {
	return p.charts(func(rows []*difficulty.Row) (lines []chartLine) {
		sum := difficulty.Sum(rows)
		goals := sum.BrokenFair.Goals()
		for _, goal := range goals[:min(len(goals), mostGoals)] {
			n := sum.BrokenFair.Rounds(goal)
			lines = append(lines, chartLine{
				Label: p.goalName(goal), Width: (chartLeft + chartWide) * float64(n) / float64(sum.BrokenFair.Rounds(goals[0])), Bar: "count",
				Value: fmt.Sprint(n), Tell: fmt.Sprintf("%s, %s: %s lost %d of %d", p.seated(rows[0].Players), p.goalName(goal), p.goalOf(goal), n, sum.Fair.Deals),
			})
		}
		return lines
	})
}

// SizeCharts show the tables of each chapter below each other, in two columns; there are
// none where only one size was played.
func (p *report) SizeCharts() []chart {
	if played := p.played(); !slices.ContainsFunc(played, func(row *difficulty.Row) bool { return row.Players != played[0].Players }) {
		return nil
	}
	var lines []chartLine
	last := ""
	for _, row := range p.played() {
		l := p.fairLine(row)
		l.Small = fmt.Sprint(row.Players)
		if row.Chapter != last {
			l.Label = p.chapterName(row.Chapter)
		}
		last = row.Chapter
		lines = append(lines, l)
	}
	half := len(lines) / 2
	for half > 0 && half < len(lines) && lines[half].Label == "" {
		half++
	}
	var out []chart
	for _, part := range [][]chartLine{lines[:half], lines[half:]} {
		if len(part) > 0 {
			out = append(out, newChart("won by 1, 2, 3 and 4 players", part))
		}
	}
	return out
}
