package cli

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"fellowship/solver/difficulty"
)

// measures names the shares of a row in the order they are shown in.
var measures = []struct {
	name, long string
	of         func(*difficulty.Row) *difficulty.Share
}{
	{"draft", "winnable, open cards", func(r *difficulty.Row) *difficulty.Share { return &r.Draft }},
	{"play", "winnable as drafted", func(r *difficulty.Row) *difficulty.Share { return &r.Play }},
	{"after", "after a fair setup", func(r *difficulty.Row) *difficulty.Share { return &r.After }},
	{"fair", "won by fair play", func(r *difficulty.Row) *difficulty.Share { return &r.Fair }},
	{"greedy", "won by greedy play", func(r *difficulty.Row) *difficulty.Share { return &r.Greedy }},
	{"random", "won by random play", func(r *difficulty.Row) *difficulty.Share { return &r.Random }},
}

// writeDifficulty shows the report to people.
func writeDifficulty(t *text, r *difficulty.Report) error {
	return t.flush()
}

// writeTimings tells how long each kind of measurement took.
func writeTimings(t *text, r *difficulty.Report) { _ = t.flush() }

// difficultyCSV is one row for each chapter, table size and measure.
func difficultyCSV(r *difficulty.Report) ([]byte, error) {
	rows := [][]string{{"chapter", "players", "seed", "measure", "deals", "wins", "undecided", "share", "low", "high"}}
	for i := range r.Rows {
		row := &r.Rows[i]
		add := func(name string, s *difficulty.Share) {
			rows = append(rows, []string{
				row.Chapter, strconv.Itoa(row.Players), strconv.FormatUint(r.Seed, 10), name,
				strconv.Itoa(s.Deals), strconv.Itoa(s.Wins), strconv.Itoa(s.Undecided),
				decimals(s.Share()), decimals(s.Low), decimals(s.High),
			})
		}
		for _, m := range measures {
			add(m.name, m.of(row))
		}
		if row.Campaigns != nil {
			add("clean", &row.Campaigns.Clean)
		}
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	err := w.WriteAll(rows)
	return out.Bytes(), err
}

func decimals(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }

var _ = fmt.Sprint
