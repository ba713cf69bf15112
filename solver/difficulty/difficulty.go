// Package difficulty measures how hard chapters are: it deals many rounds and
// counts how many of them can be won with open cards, and how many the computer
// players win, which see no more than people would.
//
// The work is cut into units, each of which is a deal or a fair round,
// with a number of its own (cell.go). The result of a unit
// depends on nothing else (measure.go), so units can be measured in
// any order, by any number of workers, on many machines and in many sittings
// (run.go), and counted in the end (report.go): the counts are whole
// numbers, so that it makes no difference either in which order they are added.
//
// A deal is a single round, measured without those before it. In a chapter with events or
// groups (C14, C18) each deal has the next one in the order of the chapter, so that the
// numbers are those of an average round. The
// Road draws its characters, gift and rider anew for each deal (L5).
package difficulty

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"fellowship/chapters"
	"fellowship/solver/players"
)

// Options choose the units to measure.
type Options struct {
	// Chapter is the chapter's id; empty for all chapters.
	Chapter string
	// Players is the size of the table, 0 for all sizes.
	Players int
	// Seed is the number of the first deal and of the first fair round.
	Seed uint64
	// Deals is how many deals to measure for each chapter and size of the table,
	// Fair how many fair rounds are played there.
	Deals, Fair int
	// FairBy is the computer player who plays the fair rounds: one of those that
	// think, and see no more than a person in their seat.
	FairBy string
	// New returns the player of a name for one round, nil for [players.New].
	New func(name string) (players.Player, error)
	// Nodes is the most card plays of one search, 0 for no limit.
	Nodes int64
	// Precision, if not 0, asks for more deals and more fair rounds until no share's interval
	// is wider than this.
	Precision float64
	// Shard is the part of the work to do. The zero value is all of it.
	Shard Shard

	// Workers is how many units are measured at a time, 0 for one a core. It
	// makes no difference to the numbers.
	Workers int
	// Known is the results from before. Their units are not measured again.
	Known []Result
	// Elsewhere is results that were kept elsewhere. Those that are wanted and not known
	// are kept, as if they were measured now.
	Elsewhere []Result
	// Keep, if set, is called with each result when it is there, never twice at
	// a time. An error ends the measurement.
	Keep func(*Result) error
	// Progress, if set, is called when there is something to do and after each unit, never twice at a time, with
	// the units measured now and those that are measured now in all. With a
	// precision there may come more.
	Progress func(done, total int)
}

// mostUnits is the most units of one kind for each chapter and size of the table.
const mostUnits = 1_000_000

// check reports what cannot be measured, and returns the cells that can.
func (o *Options) check(lib *chapters.Library) ([]Cell, error) {
	for _, n := range []int{o.Deals, o.Fair} {
		if n < 0 || n > mostUnits {
			return nil, fmt.Errorf("%d deals or rounds cannot be measured: 0 to %d", n, mostUnits)
		}
	}
	switch {
	case o.Deals+o.Fair == 0:
		return nil, errors.New("0 deals cannot be measured: one at least")
	case o.Seed > math.MaxUint64-mostUnits:
		return nil, errors.New("the numbers of the deals are too large")
	case o.Players < 0 || o.Players > 4:
		return nil, fmt.Errorf("%d players are not possible: 1 to 4 can play (S1)", o.Players)
	case o.Precision < 0 || o.Precision >= 1 || math.IsNaN(o.Precision):
		return nil, fmt.Errorf("a precision of %v is not possible: it is a share, such as 0.02", o.Precision)
	case o.Precision > 0 && o.Shard.Total > 1:
		return nil, errors.New("with a precision one part of the work cannot know when all of it is enough")
	}
	if err := o.Shard.check(); err != nil {
		return nil, err
	}
	cells, err := Cells(lib, o.Chapter, o.Players)
	if err != nil {
		return nil, err
	}
	// A cell that cannot be dealt shows before the work begins.
	for _, c := range cells {
		id, err := c.Deal(lib, o.Seed)
		if err != nil {
			return nil, err
		}
		if _, err := lib.Deal(id); err != nil {
			return nil, err
		}
	}
	return cells, nil
}

func (o *Options) fairBy() string { return cmp.Or(o.FairBy, players.Strongest) }
