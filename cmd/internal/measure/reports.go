// Package measure stores long measurements and shows their results. A measurement in a file can be
// continued, and several parts of it can be joined. The results are shown as text for people, as a
// document in HTML and Markdown, as CSV, and as JSON.
package measure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/difficulty"
)

// report is a difficulty report with the library in which its characters have names.
type report struct {
	*difficulty.Report
	// Rows replaces the rows of Report by pointers to them.
	Rows []*difficulty.Row
	lib  *chapters.Library
}

// newReport returns a report with its library.
func newReport(lib *chapters.Library, r *difficulty.Report) *report {
	p := report{Report: r, lib: lib}
	for i := range r.Rows {
		p.Rows = append(p.Rows, &r.Rows[i])
	}
	return &p
}

// Text returns the report for people: several chapters as a table with bars, a single one in full.
// With ascii the bars are drawn with ASCII characters.
func Text(lib *chapters.Library, r *difficulty.Report, ascii bool) (out page.Page) {
	p := newReport(lib, r)
	if len(p.chapters()) > 1 {
		full, light := "█", "░"
		if ascii {
			full, light = "#", "."
		}
		out = p.bars(full, light)
	} else {
		for _, row := range p.Rows {
			out = page.Join(out, p.rowPage(row))
		}
	}
	if n := r.Missing(); n > 0 {
		out.Line(fmt.Sprintf("Only %d of %d deals and rounds are measured.", r.Wanted-n, r.Wanted))
	}
	if n := p.undecided(); n > 0 {
		out.Line(fmt.Sprintf("%d searches reached their limit and are undecided; allow more with --nodes.", n))
	}
	return out
}

// bars returns the table of several chapters.
func (p *report) bars(full, light string) (out page.Page) {
	out.Line(fmt.Sprintf("Rounds won by %s players (%s), and deals winnable with open cards (%s):", p.FairBy, full,
		light))
	out.Gap()
	columns := []page.Column{{Head: "chapter", Width: 8}}
	for _, n := range p.sizes() {
		columns = append(columns, page.Column{Head: say.Count(n, "player"), Width: 18})
	}
	out.Columns(columns...)
	for _, c := range p.chapters() {
		cells := []string{c.id}
		for _, n := range p.sizes() {
			cells = append(cells, bar(c.row(n), full, light))
		}
		out.Row(page.Cells(cells...)...)
	}
	out.Gap()
	if p.fairRounds() != "0 rounds" {
		out.Line(fmt.Sprintf("%s of %s players in each place; no 95 %% interval is wider than %.0f points.",
			p.fairRounds(), p.FairBy, 100*p.widest()))
		out.Line("Two numbers are the shares of both; --json, --csv and --html tell more.")
	}
	return out
}

// rowPage returns the full results of a chapter at one number of players.
func (p *report) rowPage(row *difficulty.Row) (out page.Page) {
	out.Head(fmt.Sprintf("%-31s %8s %16s %8s %8s", p.cellName(row), "share", "95 %", "wins", "deals"))
	share := func(name string, s *difficulty.Share) {
		if s.Deals > 0 {
			out.Line(fmt.Sprintf("%-31s %6.1f %% %8.1f - %3.1f %% %8d %8d", name, 100*s.Share, 100*s.Low, 100*s.High,
				s.Wins, s.Deals))
		}
	}
	for _, m := range measures {
		share(p.measureName(m), m.share(row))
	}
	out.Gap()
	lost := func(label string, b difficulty.Broken) {
		if len(b) > 0 {
			out.Label(label, 24, p.broken(b))
		}
	}
	lost(fmt.Sprintf("Lost by %s players: ", p.FairBy), row.Broken.Fair)
	lost("Lost by greedy players: ", row.Broken.Greedy)
	lost("Lost by random players: ", row.Broken.Random)
	if f := &row.Forgiveness; f.Decisions > 0 {
		note := ""
		if f.Undecided > 0 {
			note = fmt.Sprintf("; %d undecided ones are left out", f.Undecided)
		}
		out.Text(0, fmt.Sprintf("Forgiveness: %.1f %% of the legal cards keep a round winnable, "+
			"averaged over %d decisions of %s players%s.", 100*f.Share(), f.Decisions, p.FairBy, note))
	}
	return out
}

// measures are the shares of a row in the order in which they are shown.
var measures = []measure{
	{"draft", "winnable, open cards", func(r *difficulty.Row) *difficulty.Share { return &r.Draft }},
	{"play", "winnable as drafted", func(r *difficulty.Row) *difficulty.Share { return &r.Play }},
	{"after", "after a %s setup", func(r *difficulty.Row) *difficulty.Share { return &r.AfterSetup }},
	{"fair", "won by %s play", func(r *difficulty.Row) *difficulty.Share { return &r.Fair }},
	{"greedy", "won by greedy play", func(r *difficulty.Row) *difficulty.Share { return &r.Greedy }},
	{"random", "won by random play", func(r *difficulty.Row) *difficulty.Share { return &r.Random }},
}

// measure is a share of a row.
type measure struct {
	// name is the name in CSV.
	name string
	// long is the name for people. It has %s for the name of the players in fair rounds.
	long  string
	share func(*difficulty.Row) *difficulty.Share
}

// measureName returns the name of a measure for people.
func (p *report) measureName(m measure) string { return strings.ReplaceAll(m.long, "%s", p.FairBy) }

// fairRounds returns in words how many fair rounds each row has.
func (p *report) fairRounds() string {
	n := p.samples(func(row *difficulty.Row) int { return row.Fair.Deals })
	if n == "1" {
		return "1 round"
	}
	return n + " rounds"
}

// samples returns a count of the rows in words. If the rows have different counts, it names the
// smallest and the largest.
func (p *report) samples(count func(*difficulty.Row) int) string {
	low, high := math.MaxInt, 0
	for _, row := range p.Rows {
		n := count(row)
		low = min(low, n)
		high = max(high, n)
	}
	if low >= high {
		return strconv.Itoa(high)
	}
	return fmt.Sprintf("%d to %d", low, high)
}

// widest returns the width of the widest interval of the fair rounds.
func (p *report) widest() (w float64) {
	for _, row := range p.Rows {
		w = max(w, row.Fair.High-row.Fair.Low)
	}
	return w
}

// undecided returns the number of searches that reached their limit.
func (p *report) undecided() (n int) {
	for _, row := range p.Rows {
		for _, m := range measures {
			n += m.share(row).Undecided
		}
	}
	return n
}

// sizes returns the numbers of players that the rows have, in ascending order.
func (p *report) sizes() []int {
	var out []int
	for _, row := range p.Rows {
		out = append(out, row.Players)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// chapter is the rows of a chapter.
type chapter struct {
	id   string
	rows []*difficulty.Row
}

// chapters groups the rows by chapter.
func (p *report) chapters() (out []chapter) {
	for _, row := range p.Rows {
		if n := len(out); n == 0 || out[n-1].id != row.Chapter {
			out = append(out, chapter{id: row.Chapter})
		}
		current := &out[len(out)-1]
		current.rows = append(current.rows, row)
	}
	return out
}

// row returns the row for a number of players, nil if there is none.
func (c chapter) row(size int) *difficulty.Row {
	for _, row := range c.rows {
		if row.Players == size {
			return row
		}
	}
	return nil
}

// barLength is the length of a full bar in characters.
const barLength = 9

// bar returns a bar for a row, followed by two percentages: first the fair rounds that were won,
// then the deals that can be won with open cards.
func bar(row *difficulty.Row, full, light string) string {
	switch {
	case row == nil:
		return ""
	case row.Fair.Deals == 0 && row.Draft.Deals == 0:
		return "-"
	}
	won := int(math.Round(barLength * row.Fair.Share))
	open := max(int(math.Round(barLength*row.Draft.Share)), won)
	drawn := strings.Repeat(full, won) + strings.Repeat(light, open-won)
	return fmt.Sprintf("%-*s %3s %3s", barLength, drawn, percent(&row.Fair), percent(&row.Draft))
}

// interval returns a share with the ends of its interval in words.
func (p *report) interval(s *difficulty.Share) string {
	if s.Deals == 0 {
		return ""
	}
	out := fmt.Sprintf("%.0f %% (%.0f–%.0f)", 100*s.Share, 100*s.Low, 100*s.High)
	if s.Undecided > 0 {
		out += fmt.Sprintf(", %d of %d undecided", s.Undecided, s.Deals)
	}
	return out
}

// percent returns a share as a percentage, "-" if nothing was measured.
func percent(s *difficulty.Share) string {
	if s.Deals == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", 100*s.Share)
}

// broken returns in words whose goals were broken, and by whose decisions.
func (p *report) broken(b difficulty.Broken) string {
	var out []string
	for _, goal := range b.Goals() {
		var culprits []string
		for _, culprit := range b.Actors(goal) {
			name := p.goalName(culprit)
			if culprit == goal {
				name = "own card"
			}
			culprits = append(culprits, fmt.Sprintf("%s %d", name, b[goal][culprit]))
		}
		out = append(out,
			fmt.Sprintf("%s's goal in %d (%s)", p.goalName(goal), b.Rounds(goal), strings.Join(culprits, ", ")))
	}
	return strings.Join(out, "; ")
}

// goalName returns the name for the id of a goal's owner.
func (p *report) goalName(id string) string {
	switch c := p.lib.Characters[id]; {
	case c != nil:
		return c.Name.In(texts.Default)
	case p.lib.Riders[id] != nil:
		return p.lib.Riders[id].Name.In(texts.Default)
	case id == chapters.Balrog:
		return "the Balrog"
	}
	return id // an unknown character, or the setup
}

// cellName returns the title of a row's results.
func (p *report) cellName(row *difficulty.Row) string {
	name := "Chapter " + row.Chapter
	if row.Chapter == chapters.Road {
		name = "The Road"
	}
	return name + ", " + say.Count(row.Players, "player")
}

// CSV returns one row for each chapter, table size and measure.
func CSV(r *difficulty.Report) string {
	out := "chapter,players,seed,measure,deals,wins,undecided,share,low,high\n"
	for i := range r.Rows {
		row := &r.Rows[i]
		add := func(name string, s *difficulty.Share) {
			out += fmt.Sprintf("%s,%d,%d,%s,%d,%d,%d,%.6f,%.6f,%.6f\n", row.Chapter, row.Players, r.Seed, name,
				s.Deals, s.Wins, s.Undecided, s.Share, s.Low, s.High)
		}
		for _, m := range measures {
			add(m.name, m.share(row))
		}
	}
	return out
}

// answer is the result for one chapter and number of players, in JSON. The number of deals or
// rounds measured is the n of each share.
type answer struct {
	Schema  int    `json:"schema"`
	Chapter any    `json:"chapter"`
	Players int    `json:"players"`
	Seed    uint64 `json:"seed"`
	Shard   string `json:"shard,omitempty"`
	Nodes   int64  `json:"nodes"`
	// Missing is the number of wanted deals and rounds that are not measured yet.
	Missing int `json:"missing,omitempty"`

	Deals       int                 `json:"deals"`
	Draft       difficulty.Share    `json:"draft"`
	Play        difficulty.Share    `json:"play"`
	FairBy      string              `json:"fair_by"`
	AfterSetup  difficulty.Share    `json:"after"`
	Fair        difficulty.Share    `json:"fair"`
	Greedy      difficulty.Share    `json:"greedy"`
	Random      difficulty.Share    `json:"random"`
	Broken      difficulty.BrokenBy `json:"broken"`
	Forgiveness forgivenessAnswer   `json:"forgiveness"`
}

// forgivenessAnswer is a [difficulty.Forgiveness] in JSON, with its share.
type forgivenessAnswer struct {
	Decisions int     `json:"decisions"`
	Undecided int     `json:"undecided"`
	Parts     int64   `json:"parts"`
	Share     float64 `json:"share"`
}

// Answers returns the report in JSON, an object for each row.
func Answers(r *difficulty.Report) []any {
	var out []any
	for _, row := range r.Rows {
		f := row.Forgiveness
		out = append(out, &answer{
			Schema:      1,
			Chapter:     strictyaml.Plain(row.Chapter),
			Players:     row.Players,
			Seed:        r.Seed,
			Shard:       r.Shard.String(),
			Nodes:       r.Nodes,
			Missing:     row.Missing,
			FairBy:      r.FairBy,
			Deals:       row.Draft.Deals,
			Draft:       row.Draft,
			Play:        row.Play,
			AfterSetup:  row.AfterSetup,
			Fair:        row.Fair,
			Greedy:      row.Greedy,
			Random:      row.Random,
			Broken:      row.Broken,
			Forgiveness: forgivenessAnswer{f.Decisions, f.Undecided, f.Parts, f.Share()},
		})
	}
	return out
}
