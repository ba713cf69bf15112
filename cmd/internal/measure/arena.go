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

// arenaAnswer is the results of all line-ups in a cell, in JSON.
type arenaAnswer struct {
	Schema int `json:"schema"`
	// Chapter is the chapter, or "all" if all cells are counted together.
	Chapter any `json:"chapter"`
	// Players is the number of players, 0 if all cells are counted together.
	Players int `json:"players,omitempty"`
	// Seed is the number of the first deal.
	Seed uint64 `json:"seed"`

	Rounds  int           `json:"rounds"`
	LineUps []arena.Score `json:"line_ups"`
}

// ArenaReport is the report of an arena together with the seed of its deals.
type ArenaReport struct {
	arena.Report
	// Seed is the number of the first deal.
	Seed uint64
}

// Page returns the report for people.
func (r *ArenaReport) Page() page.Page {
	var all []page.Page
	for i := range r.Report {
		all = append(all, row(&r.Report[i]))
	}
	legend := fmt.Sprintf("+ only this one won, - only %s won; p: two-sided sign test; difference in points; "+
		"brackets: 95 %% intervals; time: of a processor, for a round.", r.Report[0].Scores[0].LineUp)
	return page.Join(append(all, page.FromText(legend))...)
}

// row returns the table of a cell.
func row(row *arena.Row) (p page.Page) {
	p.Columns(
		page.Column{Head: cellName(row) + ": " + say.Count(row.Rounds, "deal"), Width: 22},
		number("won", 15),
		number("+", 5),
		number("-", 5),
		number("p", 7),
		page.Column{Head: "difference", Width: 18},
		number("time", 7),
	)
	for i := range row.Scores {
		s := &row.Scores[i]
		percent := 100 * float64(s.Wins) / float64(max(row.Rounds, 1))
		won := fmt.Sprintf("%3.0f %% (%.0f–%.0f)", percent, 100*s.Low, 100*s.High)
		var plus, minus, pValue, points string
		if pair := s.Paired; pair != nil {
			plus = strconv.Itoa(pair.Plus)
			minus = strconv.Itoa(pair.Minus)
			pValue = chance(pair.P)
			points = pointsText(pair)
		}
		p.Row(page.Cells(s.LineUp, won, plus, minus, pValue, points, relative(row, s))...)
	}
	return p
}

// number returns a column of numbers.
func number(head string, width int) page.Column {
	return page.Column{Head: head, Width: width, Right: true}
}

// cellName returns the name of a row's table.
func cellName(row *arena.Row) string {
	if row.Players == 0 {
		return "together"
	}
	return fmt.Sprintf("%s-%d", row.Chapter, row.Players)
}

// chance returns the p of a test in a few characters.
func chance(p float64) string {
	switch {
	case p < 0.001:
		return "<0.001"
	case p < 0.1:
		return fmt.Sprintf("%.3f", p)
	}
	return fmt.Sprintf("%.2f", p)
}

// pointsText returns a difference in points, with its interval.
func pointsText(p *arena.Pair) string {
	return fmt.Sprintf("%+.0f (%+.0f %+.0f)", wholePoints(p.Difference), wholePoints(p.Low), wholePoints(p.High))
}

// wholePoints returns a share in whole points. Adding 0 turns -0 into 0.
func wholePoints(x float64) float64 { return math.Round(100*x) + 0 }

// relative returns the time of a line-up's rounds as a multiple of the base's time. The base is
// the first line-up with a measured time; for itself relative returns the time of a round.
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

// Answers returns the report in JSON: an object for each cell.
func (r *ArenaReport) Answers() (out []any) {
	for _, row := range r.Report {
		a := arenaAnswer{
			Schema:  1,
			Chapter: strictyaml.Plain(row.Chapter),
			Players: row.Players,
			Seed:    r.Seed,
			Rounds:  row.Rounds,
			LineUps: row.Scores,
		}
		if row.Players == 0 {
			a.Chapter = "all"
		}
		out = append(out, a)
	}
	return out
}
