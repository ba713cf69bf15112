package cli

import (
	"bytes"
	"fmt"
	"strings"

	"fellowship/solver/difficulty"
)

// strengths are the players, weakest first, by what they won. The player who sees
// all cards follows the solver's line from the draft on: he wins what the solver
// finds a way for.
var strengths = []struct {
	name string
	of   func(*difficulty.Row) *difficulty.Share
}{
	{"random", func(r *difficulty.Row) *difficulty.Share { return &r.Random }},
	{"greedy", func(r *difficulty.Row) *difficulty.Share { return &r.Greedy }},
	{"fair", func(r *difficulty.Row) *difficulty.Share { return &r.Fair }},
	{"open", func(r *difficulty.Row) *difficulty.Share { return &r.Draft }},
}

// strengthOf adds up what each player won at all tables of a chapter.
func strengthOf(rows []*difficulty.Row) []difficulty.Share {
	out := make([]difficulty.Share, len(strengths))
	for i, player := range strengths {
		for _, row := range rows {
			s := player.of(row)
			out[i].Wins += s.Wins
			out[i].Deals += s.Deals
		}
		out[i].Low, out[i].High = difficulty.Wilson(out[i].Wins, out[i].Deals)
	}
	return out
}

// markdownStrength compares the players, and says where chance might have put
// them into this order.
func markdownStrength(b *bytes.Buffer, r *difficulty.Report) {
	b.WriteString(`
## The players compared

Rounds won at all tables together, with how many there were. **Open** sees all cards, draws and piles
included, and follows the solver: no player who sees less can do better on average.

| chapter | random | greedy | fair | open |
|---|---|---|---|---|
`)
	// For each player but the strongest, the chapters in which he is not clearly
	// weaker than the next, or even stronger.
	unsure, wrong := make([][]string, len(strengths)-1), make([][]string, len(strengths)-1)
	for _, rows := range byChapter(r) {
		all := strengthOf(rows)
		fmt.Fprintf(b, "| %s |", rows[0].Chapter)
		for i := range all {
			fmt.Fprintf(b, " %s, n %d |", interval(&all[i]), all[i].Deals)
			if i == 0 || all[i-1].Deals == 0 || all[i].Deals == 0 {
				continue
			}
			switch {
			case all[i-1].High < all[i].Low:
			case all[i-1].Low > all[i].High:
				wrong[i-1] = append(wrong[i-1], rows[0].Chapter)
			default:
				unsure[i-1] = append(unsure[i-1], rows[0].Chapter)
			}
		}
		b.WriteString("\n")
	}
	b.WriteString(`
Each player is stronger than the one before wherever their intervals do not overlap.`)
	for i := range unsure {
		if len(unsure[i]) > 0 {
			fmt.Fprintf(b, " Too close\nto tell are %s and %s in %s.", strengths[i].name, strengths[i+1].name, strings.Join(unsure[i], ", "))
		}
		if len(wrong[i]) > 0 {
			fmt.Fprintf(b, " The other\nway round are %s and %s in %s.", strengths[i].name, strengths[i+1].name, strings.Join(wrong[i], ", "))
		}
	}
	b.WriteString("\n")
}
