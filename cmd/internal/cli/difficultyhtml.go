package cli

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"slices"

	"fellowship/chapters"
	"fellowship/solver/difficulty"
)

//go:embed difficulty.html
var difficultyPage string

var difficultyTemplate = template.Must(template.New("difficulty").Parse(difficultyPage))

// page is what the template shows.
type page struct {
	Version     string
	Seed        uint64
	Nodes       int64
	Deals, Fair string
	Sections    []section
	Remarks     []remark
	Columns     []string
	Table       []pageRow
	Campaigns   []pageCampaign
	CampaignBy  string
}

// section is a headline and its charts.
type section struct {
	ID, Title, Note string
	Legend          []legend
	Charts          []chart
}

type legend struct{ Mark, Text string }

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

func chartX(share float64) float64 { return chartLeft + chartWide*share }

// newChart lays out lines that were added without a place.
func newChart(title string, lines []chartLine, ticks bool) chart {
	c := chart{Title: title}
	y := float64(chartTop)
	for i := range lines {
		if lines[i].Bar == "count" {
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
	if ticks {
		for i := range 5 {
			c.Ticks = append(c.Ticks, tick{chartX(float64(i) / 4), fmt.Sprintf("%d %%", 25*i)})
		}
	}
	return c
}

type pageRow struct {
	Where string
	Cells []string
}

type pageCampaign struct{ Where, N, Clean, Keep, Restart string }

// difficultyHTML is the report as one page that needs nothing else.
func difficultyHTML(lib *chapters.Library, r *difficulty.Report, version string) ([]byte, error) {
	p := page{
		Version: version, Seed: r.Seed, Nodes: r.Nodes, CampaignBy: r.CampaignBy,
		Deals: samples(r, (*difficulty.Row).OfDeals), Fair: samples(r, (*difficulty.Row).OfFair),
		Sections: []section{winSection(r), openSection(r), brokenSection(lib, r), sizeSection(r)},
		Remarks:  remarks(lib, r),
	}
	for _, m := range measures {
		p.Columns = append(p.Columns, m.long)
	}
	p.Columns = append(p.Columns, "forgiveness")
	for i := range r.Rows {
		row := &r.Rows[i]
		line := pageRow{Where: cellName(row)}
		for _, m := range measures {
			line.Cells = append(line.Cells, fmt.Sprintf("%s, n = %d", interval(m.of(row)), m.of(row).Deals))
		}
		line.Cells = append(line.Cells, fmt.Sprintf("%.0f %%", 100*row.Forgiveness.Share()))
		p.Table = append(p.Table, line)
		if c := row.Campaigns; c != nil && c.Clean.Deals > 0 {
			p.Campaigns = append(p.Campaigns, pageCampaign{
				cellName(row), fmt.Sprint(c.Clean.Deals), interval(&c.Clean), toldRounds(c.Keep), toldRounds(c.Restart),
			})
		}
	}
	var out bytes.Buffer
	err := difficultyTemplate.Execute(&out, p)
	return out.Bytes(), err
}

// ofSize lists the rows of a size of the table, those that are won most often
// first.
func ofSize(r *difficulty.Report, size int) []*difficulty.Row {
	var out []*difficulty.Row
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Players == size {
			out = append(out, row)
		}
	}
	slices.SortStableFunc(out, func(a, b *difficulty.Row) int {
		return compareShares(&b.Fair, &a.Fair)
	})
	return out
}

func compareShares(a, b *difficulty.Share) int {
	return a.Wins*max(b.Deals, 1) - b.Wins*max(a.Deals, 1)
}

// fairLine shows the share that fair players win with its interval.
func fairLine(row *difficulty.Row) chartLine {
	s := &row.Fair
	return chartLine{
		Low: chartX(s.Low), Width: chartWide * (s.High - s.Low), Bar: "interval",
		Marks: []mark{{chartX(s.Share()), "fair"}}, Value: trimmed(s) + " %",
		Tell: fmt.Sprintf("%s: fair players won %d of %d, %.0f to %.0f %%", cellName(row), s.Wins, s.Deals, 100*s.Low, 100*s.High),
	}
}

func winSection(r *difficulty.Report) section {
	s := section{
		ID: "wins", Title: "Chapters by win rate",
		Note:   "Rounds won by fair players, who see no more than people do. The bar is the 95 % interval.",
		Legend: []legend{{"fair", "won by fair players"}, {"interval", "95 % interval"}},
	}
	for _, size := range sizesOf(r) {
		var lines []chartLine
		for _, row := range ofSize(r, size) {
			l := fairLine(row)
			l.Label = chapterLabel(row.Chapter)
			lines = append(lines, l)
		}
		s.Charts = append(s.Charts, newChart(count(size, "player"), lines, true))
	}
	return s
}

func openSection(r *difficulty.Report) section {
	s := section{
		ID: "open", Title: "Open cards against fair play",
		Note:   "How many deals could be won with all cards open, and how many fair players win: the gap is what hidden hands cost.",
		Legend: []legend{{"open", "winnable with open cards"}, {"fair", "won by fair players"}, {"gap", "the gap"}},
	}
	for _, size := range sizesOf(r) {
		var lines []chartLine
		for i := range r.Rows {
			row := &r.Rows[i]
			if row.Players != size {
				continue
			}
			open, fair := row.Draft.Share(), row.Fair.Share()
			lines = append(lines, chartLine{
				Label: chapterLabel(row.Chapter), Low: chartX(min(open, fair)), Width: chartWide * max(open-fair, fair-open), Bar: "gap",
				Marks: []mark{{chartX(open), "open"}, {chartX(fair), "fair"}},
				Value: fmt.Sprintf("%.0f", 100*(open-fair)),
				Tell:  fmt.Sprintf("%s: %.0f %% winnable with open cards, %.0f %% won by fair players", cellName(row), 100*open, 100*fair),
			})
		}
		s.Charts = append(s.Charts, newChart(count(size, "player"), lines, true))
	}
	return s
}

// mostGoals is how many goals the chart of those that break shows.
const mostGoals = 20

func brokenSection(lib *chapters.Library, r *difficulty.Report) section {
	s := section{
		ID: "goals", Title: "Goals that break",
		Note: "Which goals lost the rounds of fair players, at each table: how many rounds, of all that were played.",
	}
	for _, size := range sizesOf(r) {
		sum, rounds := difficulty.Broken{}, 0
		for i := range r.Rows {
			if row := &r.Rows[i]; row.Players == size {
				sum.Add(row.BrokenFair)
				rounds += row.Fair.Deals
			}
		}
		goals := sum.Goals()
		var lines []chartLine
		for _, goal := range goals[:min(len(goals), mostGoals)] {
			n := sum.Rounds(goal)
			lines = append(lines, chartLine{
				Label: goalName(lib, goal), Low: 0, Width: (chartLeft + chartWide) * float64(n) / float64(sum.Rounds(goals[0])), Bar: "count",
				Value: fmt.Sprint(n), Tell: fmt.Sprintf("%s, %s: %s lost %d of %d", count(size, "player"), goalName(lib, goal), goalOf(lib, goal), n, rounds),
			})
		}
		s.Charts = append(s.Charts, newChart(count(size, "player"), lines, false))
	}
	return s
}

func sizeSection(r *difficulty.Report) section {
	s := section{
		ID: "sizes", Title: "Table sizes compared",
		Note:   "The same rounds by chapter: one line for each number of players.",
		Legend: []legend{{"fair", "won by fair players"}, {"interval", "95 % interval"}},
	}
	var lines []chartLine
	for i := range r.Rows {
		row := &r.Rows[i]
		l := fairLine(row)
		l.Small = fmt.Sprint(row.Players)
		if i == 0 || r.Rows[i-1].Chapter != row.Chapter {
			l.Label = chapterLabel(row.Chapter)
		}
		lines = append(lines, l)
	}
	half := len(lines) / 2
	for half > 0 && half < len(lines) && lines[half].Label == "" {
		half++
	}
	for _, part := range [][]chartLine{lines[:half], lines[half:]} {
		if len(part) > 0 {
			s.Charts = append(s.Charts, newChart("won by 1, 2, 3 and 4 players", part, true))
		}
	}
	return s
}
