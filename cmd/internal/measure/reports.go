// Package measure keeps a long measurement in a file, so that it can go on where it was and parts
// of it can be put together, and shows what was measured: as text for people, as a document in
// HTML and Markdown, as CSV, and as JSON.
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

// report is a difficulty report with the names of what it is about.
type report struct {
	*difficulty.Report
	Rows []*difficulty.Row
	lib  *chapters.Library
}

func newReport(lib *chapters.Library, r *difficulty.Report) *report {
	p := report{Report: r, lib: lib}
	for i := range r.Rows {
		p.Rows = append(p.Rows, &r.Rows[i])
	}
	return &p
}

// Text returns the report for people: several chapters as a table with bars, one in full. In
// ASCII the bars are drawn with other characters.
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

// bars is the table of several chapters.
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

// rowPage is a chapter at a table in full.
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
		out.Text(0, fmt.Sprintf("Forgiveness: %.1f %% of the legal cards keep a round winnable, averaged over %d decisions of %s players%s.", 100*f.Share(), f.Decisions, p.FairBy, note))
	}
	return out
}

// measures names the shares of a row in the order they are shown in; %s is who plays
// the fair rounds.
var measures = []measure{
	{"draft", "winnable, open cards", func(r *difficulty.Row) *difficulty.Share { return &r.Draft }},
	{"play", "winnable as drafted", func(r *difficulty.Row) *difficulty.Share { return &r.Play }},
	{"after", "after a %s setup", func(r *difficulty.Row) *difficulty.Share { return &r.AfterSetup }},
	{"fair", "won by %s play", func(r *difficulty.Row) *difficulty.Share { return &r.Fair }},
	{"greedy", "won by greedy play", func(r *difficulty.Row) *difficulty.Share { return &r.Greedy }},
	{"random", "won by random play", func(r *difficulty.Row) *difficulty.Share { return &r.Random }},
}

type measure struct {
	name  string
	long  string
	share func(*difficulty.Row) *difficulty.Share
}

// measureName is the name of a measure.
func (p *report) measureName(m measure) string { return strings.ReplaceAll(m.long, "%s", p.FairBy) }

// fairRounds tells from how many to how many fair rounds there are of each chapter and table.
func (p *report) fairRounds() string {
	n := p.samples(func(row *difficulty.Row) int { return row.Fair.Deals })
	if n == "1" {
		return "1 round"
	}
	return n + " rounds"
}

func (p *report) samples(count func(*difficulty.Row) int) string {
	low, high := math.MaxInt, 0
	for _, row := range p.Rows {
		n := count(row)
		low, high = min(low, n), max(high, n)
	}
	if low >= high {
		return strconv.Itoa(high)
	}
	return fmt.Sprintf("%d to %d", low, high)
}

// widest is the width of the widest interval of the fair rounds.
func (p *report) widest() (w float64) {
	for _, row := range p.Rows {
		w = max(w, row.Fair.High-row.Fair.Low)
	}
	return w
}

// undecided counts the searches that reached their limit.
func (p *report) undecided() (n int) {
	for _, row := range p.Rows {
		for _, m := range measures {
			n += m.share(row).Undecided
		}
	}
	return n
}

// sizes lists the sizes of the table.
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

// chapters groups the rows.
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

// row returns the row of a size of the table, nil without one.
func (c chapter) row(size int) *difficulty.Row {
	for _, row := range c.rows {
		if row.Players == size {
			return row
		}
	}
	return nil
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
	won := int(math.Round(barLength * row.Fair.Share))
	open := max(int(math.Round(barLength*row.Draft.Share)), won)
	drawn := strings.Repeat(full, won) + strings.Repeat(light, open-won)
	return fmt.Sprintf("%-*s %3s %3s", barLength, drawn, percent(&row.Fair), percent(&row.Draft))
}

// interval is a share with the ends of its interval.
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

func percent(s *difficulty.Share) string {
	if s.Deals == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", 100*s.Share)
}

// broken tells whose goals were broken, and by whose decisions.
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

// goalName is the name of whose goal it is.
func (p *report) goalName(id string) string {
	switch c := p.lib.Characters[id]; {
	case c != nil:
		return c.Name.In(texts.Default)
	case p.lib.Riders[id] != nil:
		return p.lib.Riders[id].Name.In(texts.Default)
	case id == chapters.Balrog:
		return "the Balrog"
	}
	return id // of a character that is not known, or the setup
}

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

// answer is the result for one chapter and table size, in JSON. Deals and rounds that were
// measured are the n of the shares.
type answer struct {
	Schema      int                 `json:"schema"`
	Chapter     any                 `json:"chapter"`
	Players     int                 `json:"players"`
	Seed        uint64              `json:"seed"`
	Shard       string              `json:"shard,omitempty"`
	Nodes       int64               `json:"nodes"`
	Missing     int                 `json:"missing,omitempty"` // deals and rounds that were wanted
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
		forgives := row.Forgiveness
		out = append(out, &answer{
			Schema: 1, Chapter: strictyaml.Plain(row.Chapter), Players: row.Players, Seed: r.Seed,
			Shard: r.Shard.String(), Nodes: r.Nodes, Missing: row.Missing, FairBy: r.FairBy, Deals: row.Draft.Deals,
			Draft: row.Draft, Play: row.Play, AfterSetup: row.AfterSetup, Fair: row.Fair, Greedy: row.Greedy,
			Random: row.Random, Broken: row.Broken,
			Forgiveness: forgivenessAnswer{forgives.Decisions, forgives.Undecided, forgives.Parts, forgives.Share()},
		})
	}
	return out
}
