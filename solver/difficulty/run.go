package difficulty

import (
	"context"
	"fmt"
	"math"

	"fellowship/chapters"
	"fellowship/solver/units"
)

// Run measures. When the context ends it returns its error and a report of what
// there is: of each cell and kind the units that were complete by then without a
// gap, so that units which take long are not counted less often.
func Run(ctx context.Context, lib *chapters.Library, opt Options) (Report, error) {
	cells, err := opt.check(lib)
	if err != nil {
		return Report{}, err
	}
	work := units.Work[Unit, Result]{
		Workers: opt.Workers, Known: map[Unit]*Result{}, Keep: opt.Keep, Progress: opt.Progress,
		Do: opt.measurer(lib).measure,
	}
	if opt.Elsewhere != nil {
		work.Do = opt.elsewhere
	}
	for i := range opt.Known {
		work.Known[opt.Known[i].Unit] = &opt.Known[i]
	}
	want := make([]wanted, len(cells))
	for i, c := range cells {
		want[i] = wanted{Deal: opt.Deals, Fair: opt.Fair}
		if chapter, err := lib.Chapter(c.Chapter); err == nil && chapter.Long {
			want[i][Campaign] = opt.Campaigns
		}
	}
	for {
		if err := work.All(ctx, opt.plan(cells, want)); err != nil {
			return opt.report(lib, cells, want, work.Known), err
		}
		report := opt.report(lib, cells, want, work.Known)
		if !opt.extend(&report, want) {
			return report, nil
		}
	}
}

// elsewhere has another machine measure a unit.
func (o *Options) elsewhere(ctx context.Context, u Unit) (Result, error) {
	result, err := o.Elsewhere(ctx, u)
	if err == nil && result.Unit != u {
		err = fmt.Errorf("%s was asked for, and %.100s measured", u, result.Unit)
	}
	return result, err
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
		for kind, shares := range map[Kind][]*Share{
			Deal: {&row.Draft, &row.Play, &row.Random, &row.Greedy},
			Fair: {&row.After, &row.Fair},
		} {
			has, needs := want[i][kind], 0
			for _, s := range shares {
				needs = max(needs, o.needs(s))
			}
			if has == 0 || needs <= has || has >= MaxUnits {
				continue
			}
			// The share may change on the way, so not all of it at once.
			want[i][kind] = min(max(needs, has+has/20+1), 2*has+8, MaxUnits)
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
	return max(s.Deals+1, int(min(math.Ceil(n), MaxUnits)))
}
