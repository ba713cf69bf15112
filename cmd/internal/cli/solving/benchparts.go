package solving

import (
	"context"
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/solver"
	"fellowship/solver/difficulty"
)

// compareParts measures the deals with the whole search and without each of its
// parts, and writes a line for each, as a table in Markdown. It is a document, so it
// is in English.
func (opt *benchOptions) compareParts(ctx context.Context, t *command.Text, lib *chapters.Library, cells []difficulty.Cell) error {
	const head = "| without | median, playouts | p99, playouts | card plays a deal | undecided |"
	t.Line("%s", head)
	t.Line("|---|---|---|---|---|")
	for _, part := range append([]solver.Parts{0}, solver.AllParts()...) {
		off := *opt
		off.without |= part
		name := "nothing"
		if part != 0 {
			name = part.String()
		}
		var playouts []int64
		var nodes int64
		unknown := 0
		for _, c := range cells {
			set := benchSet{c, lib, opt.Deals}
			a, err := set.measure(ctx, &off)
			if err != nil {
				return err
			}
			for _, ns := range a.times {
				playouts = append(playouts, ns/max(a.PlayoutNS, 1))
			}
			nodes += a.Signature
			unknown += a.Unknown
		}
		slices.Sort(playouts)
		n := len(playouts)
		t.Line("%s", fmt.Sprintf("| %s | %d | %d | %d | %d of %d |", name, playouts[(n+1)/2-1], playouts[(n*99+99)/100-1], nodes/int64(n), unknown, n))
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}
