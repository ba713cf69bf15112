// Package pages shows what was measured of chapters: as text for a terminal, as
// pages in HTML and Markdown, as CSV, and as JSON, which it also reads back.
package pages

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	html "html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/difficulty"
)

// The pages, as templates over a page.
var (
	//go:embed page.html
	htmlPage string
	//go:embed page.md
	markdownPage string
	//go:embed page.txt
	textPage string
)

// report is what was measured, and what the templates ask about it.
type report struct {
	*difficulty.Report
	Rows    []*difficulty.Row
	Version string
	Timings bool
	lib     *chapters.Library
	t       *texts.Texts
}

func newReport(lib *chapters.Library, r *difficulty.Report, t *texts.Texts) *report {
	p := report{Report: r, lib: lib, t: t}
	for i := range r.Rows {
		p.Rows = append(p.Rows, &r.Rows[i])
	}
	return &p
}

// HTML returns the report as one page that needs nothing else. It is in English, as
// the documentation is.
func HTML(lib *chapters.Library, r *difficulty.Report, version string) ([]byte, error) {
	p := newReport(lib, r, texts.New(texts.Default))
	p.Version = version
	t, err := html.New("").Funcs(p.words()).Parse(htmlPage)
	return written(t, err, "", p)
}

// Markdown returns the report as a page of the documentation, with timings where
// they are wanted.
func Markdown(lib *chapters.Library, r *difficulty.Report, version string, timings bool) ([]byte, error) {
	p := newReport(lib, r, texts.New(texts.Default))
	p.Version, p.Timings = version, timings
	t, err := template.New("").Funcs(p.words()).Parse(markdownPage)
	return written(t, err, "", p)
}

// Style is how text is shown on a terminal.
type Style struct {
	*texts.Texts
	ASCII bool
	// Bold shows the head of a table.
	Bold func(s string) string
}

// Text returns the report for people: several chapters as a table with bars, one in
// full.
func Text(lib *chapters.Library, r *difficulty.Report, s Style) ([]byte, error) {
	return s.text("report", lib, r)
}

// Timings tells how long each kind of measurement took, how many fair rounds a core
// plays, and what limits that.
func Timings(lib *chapters.Library, r *difficulty.Report, s Style) ([]byte, error) {
	return s.text("timings", lib, r)
}

func (s Style) text(name string, lib *chapters.Library, r *difficulty.Report) ([]byte, error) {
	p := newReport(lib, r, s.Texts)
	words := p.words()
	words["bold"] = func(format string, args ...any) string {
		return s.Bold(strings.TrimRight(p.t.Sprintf(format, args...), " "))
	}
	words["wrap"] = func(label string, column int, text string) string {
		var p page.Page
		if p.Text(column, text); label != "" {
			p[0].Kind, p[0].Label = page.Labelled, label
		}
		return p.String(page.Style{Width: 80, Whole: true})
	}
	words["say"] = func(word string) string { return p.t.Sprintf("%s", say.Word(word)) }
	full, light := "█", "░"
	if s.ASCII {
		full, light = "#", "."
	}
	words["full"], words["light"] = func() string { return full }, func() string { return light }
	words["bar"] = func(row *difficulty.Row) string { return bar(row, full, light) }
	t, err := template.New("").Funcs(words).Parse(textPage)
	return written(t, err, name, p)
}

// executed is a template of either kind.
type executed interface {
	ExecuteTemplate(w io.Writer, name string, data any) error
}

func written(t executed, err error, name string, p *report) ([]byte, error) {
	var out bytes.Buffer
	if err == nil {
		err = t.ExecuteTemplate(&out, name, p)
	}
	return out.Bytes(), err
}

// words are the functions of the templates.
func (p *report) words() map[string]any {
	return map[string]any{
		"join": strings.Join, "interval": p.interval, "share": p.share, "rounds": p.rounds, "cell": p.cellName, "players": p.seated,
		"printf": p.t.Sprintf,
		"broken": p.broken, "hundred": func(x float64) float64 { return 100 * x },
		"trim": func(s string) string { return strings.TrimRight(s, " ") },
	}
}

// measures names the shares of a row in the order they are shown in; %s is who plays
// the fair rounds.
var measures = []measure{
	{"draft", "winnable, open cards", func(r *difficulty.Row) *difficulty.Share { return &r.Draft }, ""},
	{"play", "winnable as drafted", func(r *difficulty.Row) *difficulty.Share { return &r.Play }, ""},
	{"after", "after a %s setup", func(r *difficulty.Row) *difficulty.Share { return &r.After }, ""},
	{"fair", "won by %s play", func(r *difficulty.Row) *difficulty.Share { return &r.Fair }, ""},
	{"greedy", "won by greedy play", func(r *difficulty.Row) *difficulty.Share { return &r.Greedy }, ""},
	{"random", "won by random play", func(r *difficulty.Row) *difficulty.Share { return &r.Random }, ""},
}

type measure struct {
	name string
	long say.Word
	Of   func(*difficulty.Row) *difficulty.Share
	Long string // in the language of the page
}

// Measures returns what was measured of each chapter and table.
func (p *report) Measures() []measure {
	out := slices.Clone(measures)
	for i := range out {
		m := &out[i]
		if m.Long = p.t.Sentence(m.long.String()); strings.Contains(m.Long, "%s") {
			m.Long = fmt.Sprintf(m.Long, p.FairBy)
		}
	}
	return out
}

// Besides lists the rows in which players of another strength have played as well.
func (p *report) Besides() []*difficulty.Row {
	return p.where(func(row *difficulty.Row) bool { return row.Beside != nil })
}

// where lists the rows of which something is true.
func (p *report) where(is func(*difficulty.Row) bool) (out []*difficulty.Row) {
	for _, row := range p.Rows {
		if is(row) {
			out = append(out, row)
		}
	}
	return out
}

// Deals tells from how many to how many deals there are of each chapter and table.
func (p *report) Deals() string { return p.samples((*difficulty.Row).OfDeals) }

// FairRounds tells the same of the fair rounds.
func (p *report) FairRounds() string { return p.samples((*difficulty.Row).OfFair) }

func (p *report) samples(of func(*difficulty.Row) int) string {
	low, high := math.MaxInt, 0
	for _, row := range p.Rows {
		n := of(row)
		low, high = min(low, n), max(high, n)
	}
	if low >= high {
		return strconv.Itoa(high)
	}
	return p.t.Sprintf("%d to %d", low, high)
}

// Widest is the width of the widest interval of the fair rounds.
func (p *report) Widest() (w float64) {
	for _, row := range p.Rows {
		w = max(w, row.Fair.High-row.Fair.Low)
	}
	return w
}

// Undecided counts the searches that reached their limit.
func (p *report) Undecided() (n int) {
	for _, row := range p.Rows {
		for _, m := range measures {
			n += m.Of(row).Undecided
		}
	}
	return n
}

// Sizes lists the sizes of the table.
func (p *report) Sizes() []int {
	var out []int
	for _, row := range p.Rows {
		out = append(out, row.Players)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// chapter is the rows of a chapter.
type chapter struct {
	ID   string
	Rows []*difficulty.Row
}

// Chapters groups the rows.
func (p *report) Chapters() (out []chapter) {
	for _, row := range p.Rows {
		if n := len(out); n == 0 || out[n-1].ID != row.Chapter {
			out = append(out, chapter{ID: row.Chapter})
		}
		of := &out[len(out)-1]
		of.Rows = append(of.Rows, row)
	}
	return out
}

// At returns the row of a size of the table, nil without one.
func (c chapter) At(size int) *difficulty.Row {
	for _, row := range c.Rows {
		if row.Players == size {
			return row
		}
	}
	return nil
}

// Sum is all tables together.
func (c chapter) Sum() *difficulty.Row { return difficulty.Sum(c.Rows) }

// bySize has a line for each chapter and a column for each size of the table.
type bySize struct {
	Sizes []int
	Lines []bySizeLine
}

type bySizeLine struct {
	ID    string
	Cells []string
}

// BySize returns a table of a measure, or of something else.
func (p *report) BySize(what string) bySize {
	out := bySize{Sizes: p.Sizes()}
	for _, c := range p.Chapters() {
		line := bySizeLine{ID: c.ID}
		for _, size := range out.Sizes {
			cell := ""
			if row := c.At(size); row != nil {
				cell = p.cellOf(what, row)
			}
			line.Cells = append(line.Cells, cell)
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

func (p *report) cellOf(what string, row *difficulty.Row) string {
	switch what {
	case "forgiveness":
		if row.Forgiveness.Decisions > 0 {
			return fmt.Sprintf("%.0f %%", 100*row.Forgiveness.Share())
		}
		return ""
	case "speed":
		return speedOf(row).Rate()
	}
	i := slices.IndexFunc(measures, func(m measure) bool { return m.name == what })
	return p.interval(measures[i].Of(row))
}

// barLength is the length of a whole bar.
const barLength = 9

// bar draws the share of the fair rounds that are won, and above that what can be won.
func bar(row *difficulty.Row, full, light string) string {
	switch {
	case row == nil:
		return ""
	case row.Fair.Deals == 0 && row.Draft.Deals == 0:
		return "-"
	}
	won := int(math.Round(barLength * row.Fair.Share()))
	open := max(int(math.Round(barLength*row.Draft.Share())), won)
	drawn := strings.Repeat(full, won) + strings.Repeat(light, open-won)
	return fmt.Sprintf("%-*s %3s %3s", barLength, drawn, percent(&row.Fair), percent(&row.Draft))
}

// share is a line of a share, nothing where nothing was measured.
func (p *report) share(name string, s *difficulty.Share) string {
	if s.Deals == 0 {
		return ""
	}
	return p.t.Sprintf("%-31s %6.1f %% %8.1f - %3.1f %% %8d %8d\n", name, 100*s.Share(), 100*s.Low, 100*s.High, s.Wins, s.Deals)
}

// Campaigns lists the rows of long chapters.
func (p *report) Campaigns() []*difficulty.Row {
	return p.where(func(row *difficulty.Row) bool { return row.Campaigns != nil && row.Campaigns.Clean.Deals > 0 })
}

// interval is a share with the ends of its interval.
func (p *report) interval(s *difficulty.Share) string {
	if s.Deals == 0 {
		return ""
	}
	out := fmt.Sprintf("%.0f %% (%.0f–%.0f)", 100*s.Share(), 100*s.Low, 100*s.High)
	if s.Undecided > 0 {
		out += p.t.Sprintf(", %d of %d undecided", s.Undecided, s.Deals)
	}
	return out
}

func percent(s *difficulty.Share) string {
	if s.Deals == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", 100*s.Share())
}

// rounds tells the median of the rounds, and how many campaigns were too long.
func (p *report) rounds(counts []int) string {
	m := difficulty.Median(counts)
	switch {
	case m == 0:
		return p.t.Sprintf("more than %d", difficulty.MaxRounds)
	case counts[0] > 0:
		return p.t.Sprintf("%d (%d needed more than %d)", m, counts[0], difficulty.MaxRounds)
	}
	return strconv.Itoa(m)
}

// broken tells whose goals were broken, and by whose decisions.
func (p *report) broken(b difficulty.Broken) string {
	var out []string
	for _, goal := range b.Goals() {
		var whom []string
		for _, who := range b.By(goal) {
			name := p.goalName(who)
			if who == goal {
				name = p.t.Sprintf("own card")
			}
			whom = append(whom, fmt.Sprintf("%s %d", name, b[goal][who]))
		}
		out = append(out, p.t.Sprintf("%s's goal in %d (%s)", p.goalName(goal), b.Rounds(goal), strings.Join(whom, ", ")))
	}
	return strings.Join(out, "; ")
}

// goalName is the name of whose goal it is.
func (p *report) goalName(id string) string {
	switch c := p.lib.Characters[id]; {
	case c != nil:
		return c.Name.In(p.t.Lang())
	case p.lib.Riders[id] != nil:
		return p.lib.Riders[id].Name.In(p.t.Lang())
	case id == chapters.Balrog:
		return p.t.Sprintf("the Balrog")
	case id == "setup":
		return p.t.Sprintf("setup")
	}
	return id
}

// goalOf says whose goal it is.
func (p *report) goalOf(id string) string {
	if id == chapters.Balrog {
		return "the sum against the Balrog"
	}
	return "the goal of " + p.goalName(id)
}

func (p *report) cellName(row *difficulty.Row) string {
	return p.chapterName(row.Chapter) + ", " + p.seated(row.Players)
}

func (p *report) chapterName(id string) string {
	if id == chapters.Road {
		return p.t.Sprintf("The Road")
	}
	return p.t.Sprintf("Chapter %s", id)
}

func (p *report) seated(n int) string {
	if n == 1 {
		return p.t.Sprintf("1 player")
	}
	return p.t.Sprintf("%d players", n)
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// CSV returns one row for each chapter, table size and measure.
func CSV(r *difficulty.Report) ([]byte, error) {
	rows := [][]string{{"chapter", "players", "seed", "measure", "deals", "wins", "undecided", "share", "low", "high"}}
	for i := range r.Rows {
		row := &r.Rows[i]
		add := func(name string, s *difficulty.Share) {
			rows = append(rows, strings.Split(fmt.Sprintf("%s %d %d %s %d %d %d %.6f %.6f %.6f", row.Chapter, row.Players, r.Seed, name,
				s.Deals, s.Wins, s.Undecided, s.Share(), s.Low, s.High), " "))
		}
		for _, m := range measures {
			add(m.name, m.Of(row))
		}
		if row.Campaigns != nil {
			add("clean", &row.Campaigns.Clean)
		}
	}
	var out bytes.Buffer
	err := csv.NewWriter(&out).WriteAll(rows)
	return out.Bytes(), err
}
