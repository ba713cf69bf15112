package difficulty

import (
	"context"
	"math"
	"slices"

	"fellowship/chapters"
	"fellowship/solver/parallel"
)

// Run measures the wanted units. When the context ends, it returns the context's error and a
// report. This report counts the units of each cell and kind before the first missing one.
// Otherwise units that take long would count less often.
func Run(ctx context.Context, lib *chapters.Library, opt Options) (Report, error) {
	r, err := opt.begin(lib)
	if err == nil {
		_, err = opt.fairPlayer()
	}
	if err != nil {
		return Report{}, err
	}
	m := &measurer{lib: lib, nodes: opt.Nodes, newFairPlayer: opt.fairPlayer}
	work := parallel.Work[Unit, Result]{
		Workers:  opt.Workers,
		Known:    r.known,
		Keep:     opt.Keep,
		Progress: opt.Progress,
		Do:       m.measure,
	}
	elsewhere := byUnit(opt.Elsewhere)
	for {
		report, missing := r.count()
		if len(missing) == 0 {
			return report, nil
		}
		for _, u := range missing {
			if found := elsewhere[u]; found != nil {
				r.known[u] = found
				if opt.Keep == nil {
					continue
				}
				if err := opt.Keep(found); err != nil {
					return report, err
				}
			}
		}
		if err := work.All(ctx, missing); err != nil {
			report, _ = r.count()
			return report, err
		}
	}
}

// Count returns a report of the known results, and the missing units. It measures nothing.
func Count(lib *chapters.Library, opt Options) (Report, []Unit, error) {
	r, err := opt.begin(lib)
	if err != nil {
		return Report{}, nil, err
	}
	report, missing := r.count()
	return report, missing, nil
}

// PartOf returns the part of the work, from 1, to which a unit belongs.
func (o *Options) PartOf(lib *chapters.Library, u Unit) int {
	cells, _ := Cells(lib, o.Chapter, o.Players) // Count reports the error of a wrong chapter
	number := int(u.Number - o.Seed)             //nolint:gosec // fewer than mostUnits
	return o.Shard.partOf(number, slices.Index(cells, u.Cell()), max(len(cells), 1))
}

// running is a measurement in progress.
type running struct {
	*Options
	cells []Cell
	// want has the number of wanted units for each cell.
	want  []wanted
	known map[Unit]*Result
}

// begin checks the options and returns a measurement with their known results.
func (o *Options) begin(lib *chapters.Library) (*running, error) {
	cells, err := o.check(lib)
	r := &running{Options: o, cells: cells, want: make([]wanted, len(cells)), known: byUnit(o.Known)}
	for i := range cells {
		r.want[i] = wanted{Deal: o.Deals, Fair: o.Fair}
	}
	return r, err
}

// byUnit returns results by their units.
func byUnit(results []Result) map[Unit]*Result {
	out := map[Unit]*Result{}
	for i := range results {
		out[results[i].Unit] = &results[i]
	}
	return out
}

// count returns a report of the known results, and the missing units. With a precision, it first
// asks for more units if the intervals are too wide.
func (r *running) count() (Report, []Unit) {
	for {
		var missing []Unit
		for _, u := range r.plan(r.cells, r.want) {
			if r.known[u] == nil {
				missing = append(missing, u)
			}
		}
		report := r.report(r.cells, r.want, r.known)
		if len(missing) > 0 || !r.extend(&report, r.want) {
			return report, missing
		}
	}
}

// extend asks for more units in cells whose intervals are wider than the precision, and reports
// whether it has done so. It depends only on the report.
func (o *Options) extend(r *Report, want []wanted) bool {
	if o.Precision == 0 {
		return false
	}
	more := false
	for i := range r.Rows {
		row := &r.Rows[i]
		for kind, shares := range map[UnitKind][]*Share{
			Deal: {&row.Draft, &row.Play, &row.Random, &row.Greedy},
			Fair: {&row.AfterSetup, &row.Fair},
		} {
			planned := want[i][kind]
			required := 0
			for _, s := range shares {
				required = max(required, o.needs(s))
			}
			if planned == 0 || required <= planned || planned >= mostUnits {
				continue
			}
			// The share may change with more units, so ask for only some of them at once.
			want[i][kind] = min(max(required, planned+planned/20+1), 2*planned+8, mostUnits)
			more = true
		}
	}
	return more
}

// needs returns approximately how many units a share needs for a narrow enough interval. If the
// interval is narrow enough, that is the number of units measured. Undecided deals are ignored, since
// more deals would not make their share smaller.
func (o *Options) needs(s *Share) int {
	low, high := Wilson(s.Wins, s.Deals)
	if high-low <= o.Precision || s.Deals == 0 {
		return s.Deals
	}
	p := (float64(s.Wins) + Z*Z/2) / (float64(s.Deals) + Z*Z)
	n := 4*Z*Z*p*(1-p)/(o.Precision*o.Precision) - Z*Z
	return max(s.Deals+1, int(min(math.Ceil(n), mostUnits)))
}
