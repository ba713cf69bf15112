package measure

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/pages/page"
	"fellowship/solver/arena"
)

// arenaAnswer is how line-ups did in a cell, in JSON. Chapter is "all" where all cells
// are counted together.
type arenaAnswer struct {
	Schema  int           `json:"schema"`
	Chapter any           `json:"chapter"`
	Players int           `json:"players,omitempty"`
	Seed    uint64        `json:"seed"` // of the first deal
	Rounds  int           `json:"rounds"`
	LineUps []arena.Score `json:"line_ups"`
}

// ArenaReport is how line-ups did, and what it was about.
type ArenaReport struct {
	arena.Report
	Seed uint64 // of the first deal
}

// Page is the report for people.
func (r *ArenaReport) Page() page.Page {
	var all []page.Page
	for i := range r.Report {
		all = append(all, row(&r.Report[i]))
	}
	legend := fmt.Sprintf("+ only this one won, - only %s won; p: two-sided sign test; difference in points; "+
		"brackets: 95 %% intervals; time: of a processor, for a round.", r.Report[0].Scores[0].LineUp)
	return page.Join(append(all, page.FromText(legend))...)
}

// row is the table of a cell.
func row(row *arena.Row) (p page.Page) {
	p.Columns(
		page.Column{Head: cellName(row) + ": " + say.Count(row.Rounds, "deal"), Width: 22}, number("won", 15),
		number("+", 5), number("-", 5), number("p", 7),
		page.Column{Head: "difference", Width: 18}, number("time", 7),
	)
	for i := range row.Scores {
		s := &row.Scores[i]
		cells := []string{
			s.LineUp,
			fmt.Sprintf("%3.0f %% (%.0f–%.0f)", 100*float64(s.Wins)/float64(max(row.Rounds, 1)), 100*s.Low,
				100*s.High), "", "", "", "",
		}
		if i > 0 {
			pair := s.Paired
			cells = append(cells[:2], strconv.Itoa(pair.Plus), strconv.Itoa(pair.Minus), chance(pair.P), points(pair))
		}
		p.Row(page.Cells(append(cells, relative(row, s))...)...)
	}
	return p
}

// number is a column of numbers.
func number(head string, width int) page.Column {
	return page.Column{Head: head, Width: width, Right: true}
}

// cellName is the name of a row's table.
func cellName(row *arena.Row) string {
	if row.Players == 0 {
		return "together"
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
func points(p *arena.Pair) string {
	return fmt.Sprintf("%+.0f (%+.0f %+.0f)", whole(p.Difference), whole(p.Low), whole(p.High))
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
	times := s.Seconds / base.Seconds
	each := s.Seconds / float64(row.Rounds)
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

// Answers is the report in JSON: an object for each cell.
func (r *ArenaReport) Answers() (out []any) {
	for _, row := range r.Report {
		a := arenaAnswer{1, strictyaml.Plain(row.Chapter), row.Players, r.Seed, row.Rounds, row.Scores}
		if row.Players == 0 {
			a.Chapter = "all"
		}
		out = append(out, a)
	}
	return out
}
