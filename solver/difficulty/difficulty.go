// Package difficulty measures how hard chapters are. It deals many rounds and counts
// how many of them can be won with open cards, and how many are won by computer
// players who see no more than people would.
//
// The work is divided into units. A unit is a deal or a fair round with a number
// (cell.go). Its result depends on nothing else, apart from the search limit and the fair player
// of the whole measurement (measure.go), so units can be measured in any order, by any number of
// workers, on several machines and in several runs (run.go).
// They are counted at the end (report.go). The counts are whole numbers, so the order of
// adding does not matter either.
//
// A deal is a single round, measured as if no round had been played before. In a chapter with
// events or groups (C14, C18) the deals take turns with them, so the results are averages over
// the chapter. The Road draws its characters, gift and rider anew for each deal (L5).
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
	// Deals is the number of deals to measure for each chapter and number of players.
	Deals int
	// Fair is the number of fair rounds to play for each chapter and number of players.
	Fair int
	// FairBy is the name of the computer player for the fair rounds. This player must think, and
	// see no more than a person in their seat.
	FairBy string
	// New returns the player of a name for one round. nil stands for [players.New].
	New func(name string) (players.Player, error)
	// Nodes limits the card plays of one search, 0 for no limit.
	Nodes int64
	// Precision, if not 0, asks for more deals and more fair rounds until no share's interval
	// is wider than this.
	Precision float64
	// Shard is the part of the work to do. The zero value is all of it.
	Shard Shard

	// Workers is the number of units measured at a time, 0 for one a core. It does not change the
	// results.
	Workers int
	// Known is the results of earlier runs. Their units are not measured again.
	Known []Result
	// Elsewhere is results from other files. Those for wanted units that are not in Known are passed
	// to Keep instead of being measured.
	Elsewhere []Result
	// Keep, if set, is called with each new result, by one goroutine at a time. An error ends the
	// measurement.
	Keep func(*Result) error
	// Progress, if set, is called at the beginning, if there is something to do, and after each
	// unit, by one goroutine at a time. It receives the number of units that this run has measured
	// and will measure. With a precision the second number may grow.
	Progress func(done, total int)
}

// mostUnits limits the units of one kind for each chapter and number of players.
const mostUnits = 1_000_000

// check returns the cells to measure, or an error if the options are not possible.
func (o *Options) check(lib *chapters.Library) ([]Cell, error) {
	for _, n := range []int{o.Deals, o.Fair} {
		if n < 0 || n > mostUnits {
			return nil, fmt.Errorf("%d deals or rounds cannot be measured: 0 to %d are possible", n, mostUnits)
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
	// Deal each cell once, to report an error before the work begins.
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

// fairBy returns the name of the player for the fair rounds.
func (o *Options) fairBy() string { return cmp.Or(o.FairBy, players.Strongest) }
