package measure

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/pages/page"
	"fellowship/solver/difficulty"
)

// Document returns the full report with explanations. It is in English like the documentation. The
// version belongs to the program, and the day is when it was written.
func Document(lib *chapters.Library, r *difficulty.Report, version string, day time.Time) (out page.Page) {
	p := newReport(lib, r)
	out.Head("How hard the chapters are")
	deals := p.samples(func(row *difficulty.Row) int { return row.Draft.Deals })
	out.Text(0, fmt.Sprintf("Measured with version %s, finished on %s. "+
		"Each chapter and table size has %s deals with open cards and %s of %s players, numbered from %d on; "+
		"no search took more than %d card plays.",
		version, day.Format(time.DateOnly), deals, p.fairRounds(), p.FairBy, p.Seed, p.Nodes))
	if len(p.Rows) > 0 {
		out.Text(0, fmt.Sprintf("The first cell is measured again by `%s`, and any other with its chapter and players.",
			p.cellCommand(p.Rows[0])))
	}
	if n := r.Missing(); n > 0 {
		out.Text(0, fmt.Sprintf("Only %d of %d deals and rounds are measured.", r.Wanted-n, r.Wanted))
	}
	out.Text(0, "In brackets stand the ends of Wilson's 95 % interval: with so few rounds they are wide, "+
		"and a cell that stands out may do so by chance.")
	effort := ""
	if name, times, changed := strings.Cut(p.FairBy, ":"); changed {
		effort = fmt.Sprintf(" These are %s players who do %s times the usual work for a decision.", name, times)
	}
	out.Label(fmt.Sprintf("Won by %s players", p.FairBy), 0,
		"by computer players of this strength, without signals. They "+
			"help each other, and see no more than their own cards. How well people do was not measured."+effort)
	out.Label("Winnable, open cards", 0,
		"the solver finds a way with all cards open, from the draft on. Deals that it left "+
			"undecided count as neither, so the interval is wider there.")
	out.Label(fmt.Sprintf("After a %s setup", p.FairBy), 0,
		fmt.Sprintf("can still be won with open cards after the draft and the setup of %s players.", p.FairBy))
	out.Label("Greedy and random players", 0, "follow their own goals, or do anything legal.")
	out.Label("A round", 0,
		"is measured with nothing completed before. Moria's events and the groups of chapter 18 take turns.")
	for _, name := range []string{"fair", "draft", "after", "greedy", "random"} {
		for _, m := range measures {
			if m.name == name {
				long := p.measureName(m)
				out.Head(strings.ToUpper(long[:1]) + long[1:])
				p.bySize(&out, func(row *difficulty.Row) string { return p.interval(m.share(row)) })
			}
		}
	}
	out.Head("Forgiveness")
	out.Text(0, fmt.Sprintf("Of the legal cards so many keep a round winnable with open cards, "+
		"averaged over the decisions of %s players from when the round can be won to when it cannot any more.",
		p.FairBy))
	p.bySize(&out, func(row *difficulty.Row) string {
		if row.Forgiveness.Decisions == 0 {
			return ""
		}
		return fmt.Sprintf("%.0f %%", 100*row.Forgiveness.Share())
	})
	out.Head("Goals that break")
	out.Text(0, fmt.Sprintf("Which goals lost the rounds of %s players, at all tables together, and by whose card.",
		p.FairBy))
	out.Columns(heads("chapter", "lost", "goals")...)
	for _, c := range p.chapters() {
		sum := difficulty.Sum(c.rows)
		lost := fmt.Sprintf("%d of %d", sum.Fair.Lost(), sum.Fair.Deals)
		out.Row(page.Cells(c.id, lost, p.broken(sum.Broken.Fair))...)
	}
	return out
}

// cellCommand returns the command that measures a cell again.
func (p *report) cellCommand(row *difficulty.Row) string {
	return fmt.Sprintf("fellowship difficulty --chapter %s --players %d --seed %d --deals %d --fair %d --nodes %d --computer %s",
		row.Chapter, row.Players, p.Seed, row.Draft.Deals, row.Fair.Deals, p.Nodes, p.FairBy)
}

// bySize adds a table to a page, with a line for each chapter and a column for each number of players.
func (p *report) bySize(out *page.Page, cell func(*difficulty.Row) string) {
	names := []string{"chapter"}
	for _, n := range p.sizes() {
		names = append(names, say.Count(n, "player"))
	}
	out.Columns(heads(names...)...)
	for _, c := range p.chapters() {
		cells := []string{c.id}
		for _, n := range p.sizes() {
			text := ""
			if row := c.row(n); row != nil {
				text = cell(row)
			}
			cells = append(cells, text)
		}
		out.Row(page.Cells(cells...)...)
	}
}

// heads returns columns with these heads.
func heads(names ...string) (out []page.Column) {
	for _, name := range names {
		out = append(out, page.Column{Head: name})
	}
	return out
}

// Markdown returns a document as a page of the documentation.
func Markdown(document page.Page) string {
	title, rest, _ := strings.Cut(document.Markdown(), "\n")
	return title + "\n\n<!-- Written by `fellowship difficulty --markdown`; do not edit. -->\n" + rest
}

// HTML returns a document as a page that needs no other files.
func HTML(document page.Page) string {
	return fmt.Sprintf(htmlPage, template.HTMLEscapeString(document.Title()), document.HTML())
}

// htmlPage is a format for the title and the content.
//
//go:embed page.html
var htmlPage string
