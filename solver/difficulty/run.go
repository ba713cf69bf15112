package difficulty

import (
	"context"
	"math"
	"slices"

	"fellowship/chapters"
	"fellowship/solver/parallel"
)

// Run measures. When the context ends it returns its error and a report of what
// there is: of each cell and kind the units that were complete by then without a
// gap, so that units which take long are not counted less often.
func Run(ctx context.Context, lib *chapters.Library, opt Options) (Report, error) {
	r, err := opt.begin(lib)
	if err == nil {
		_, err = opt.fairPlayer()
	}
	if err != nil {
		return Report{}, err
	}
	work := parallel.Work[Unit, Result]{
		Workers: opt.Workers, Known: r.known, Keep: opt.Keep, Progress: opt.Progress,
		Do: (&measurer{lib: lib, nodes: opt.Nodes, newFairPlayer: opt.fairPlayer}).measure,
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

// Count counts the results that are known, and returns the units that are missing. It measures
// nothing.
func Count(lib *chapters.Library, opt Options) (Report, []Unit, error) {
	r, err := opt.begin(lib)
	if err != nil {
		return Report{}, nil, err
	}
	report, missing := r.count()
	return report, missing, nil
}

// PartOf returns the part of the options' shards, from 1, that measures a unit.
func (o *Options) PartOf(lib *chapters.Library, u Unit) int {
	// no cell at all is told when it is counted
	cells, _ := Cells(lib, o.Chapter, o.Players)
	return o.Shard.partOf(int(u.Number-o.Seed), slices.Index(cells, u.Cell()),
		max(len(cells), 1)) //nolint:gosec // fewer than mostUnits
}

// running is a measurement on its way.
type running struct {
	*Options
	cells []Cell
	want  []wanted
	known map[Unit]*Result
}

// begin checks what is wanted.
func (o *Options) begin(lib *chapters.Library) (*running, error) {
	cells, err := o.check(lib)
	r := &running{Options: o, cells: cells, want: make([]wanted, len(cells)), known: byUnit(o.Known)}
	for i := range cells {
		r.want[i] = wanted{Deal: o.Deals, Fair: o.Fair}
	}
	return r, err
}

func byUnit(results []Result) map[Unit]*Result {
	out := map[Unit]*Result{}
	for i := range results {
		out[results[i].Unit] = &results[i]
	}
	return out
}

// count counts what is known, and lists what is missing. With a precision that may be more than
// what was wanted before.
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

// extend asks for more units where the intervals are wider than the precision,
// and reports whether there are any. It looks at nothing but the
// measurements.
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
			// The share may change on the way, so not all of it at once.
			want[i][kind] = min(max(required, planned+planned/20+1), 2*planned+8, mostUnits)
			more = true
		}
	}
	return more
}

// needs returns how many units make the interval of a share narrow enough, about;
// those that there are if it is. The undecided share is taken as it is,
// because more deals would not make it smaller.
func (o *Options) needs(s *Share) int {
	low, high := Wilson(s.Wins, s.Deals)
	if high-low <= o.Precision || s.Deals == 0 {
		return s.Deals
	}
	p := (float64(s.Wins) + Z*Z/2) / (float64(s.Deals) + Z*Z)
	n := 4*Z*Z*p*(1-p)/(o.Precision*o.Precision) - Z*Z
	return max(s.Deals+1, int(min(math.Ceil(n), mostUnits)))
}
