// Package arena lets line-ups of computer players play the same deals with the same
// chances, and says which of them wins more.
//
// The report gives the share that a line-up won, with Wilson's interval, and compares it with
// the first one, the base. Rounds that only one of both has won tell them apart (paired.go).
package arena

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"fellowship/chapters"
	"fellowship/solver/difficulty"
	"fellowship/solver/parallel"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// LineUp is the players, in the order of the seats. The last one also plays the seats
// that come after it.
type LineUp []string

// String returns the line-up such as greedy,fair.
func (l LineUp) String() string { return strings.Join(l, ",") }

// Deals are so many deals of each cell, the first one numbered seed, the cells in turns. Those
// of a chapter with events or groups take turns with them.
func Deals(lib *chapters.Library, cells []difficulty.Cell, seed uint64, n int) ([]chapters.DealID, error) {
	var out []chapters.DealID
	for i := range n {
		for _, c := range cells {
			id, err := c.Deal(lib, seed+uint64(i))
			if err != nil {
				return nil, err
			}
			out = append(out, id)
		}
	}
	return out, nil
}

// cellOf is the cell that a deal is counted in.
func cellOf(id chapters.DealID) difficulty.Cell {
	return difficulty.Cell{Chapter: id.Chapter, Players: id.Players}
}

// Unit is a round played by a line-up.
type Unit struct {
	Round  string `json:"round"`
	LineUp string `json:"line_up"`
}

// String names the unit in messages.
func (u Unit) String() string { return fmt.Sprintf("round %s by %s", u.Round, u.LineUp) }

// Result is the result of a unit.
type Result struct {
	Unit
	Won bool `json:"won"`
	// Seconds is how long it took, which is no part of the measurement.
	Seconds float64 `json:"seconds,omitempty"`
}

// Check reports what a result lacks.
func (r *Result) Check() error {
	if r.Round == "" || r.LineUp == "" || r.Seconds < 0 {
		return errors.New("it does not say what was played")
	}
	return nil
}

// Options are the rounds to play, and the line-ups that play them.
type Options struct {
	LineUps []LineUp
	Library *chapters.Library
	// New returns the player of a name for one round, nil for [players.New].
	New func(name string) (players.Player, error)
	// Deals are the deals, no two alike.
	Deals []chapters.DealID
	// Workers, Known, Keep and Progress are those of [parallel.Work].
	Workers  int
	Known    []Result
	Keep     func(*Result) error
	Progress func(done, total int)
	// Timer, if set, is called when a round begins, and what it returns at its end,
	// for the seconds that a core was busy with it.
	Timer func() func() float64
}

// Run lets all line-ups play all rounds. When the context ends it returns its error
// and a report of what there is: of each cell the first rounds up to one that not all
// line-ups have played yet, so that rounds which take long do not count less often.
func Run(ctx context.Context, opt Options) (Report, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	deals := map[string]chapters.DealID{}
	lineUps := map[string]LineUp{}
	var list []Unit
	for _, id := range opt.Deals {
		deals[id.String()] = id
		for _, l := range opt.LineUps {
			lineUps[l.String()] = l
			list = append(list, Unit{id.String(), l.String()})
		}
	}
	work := parallel.Work[Unit, Result]{
		Workers: opt.Workers, Known: map[Unit]*Result{}, Keep: opt.Keep, Progress: opt.Progress,
		Do: func(ctx context.Context, u Unit) (Result, error) {
			seconds := func() float64 { return 0 }
			if opt.Timer != nil {
				seconds = opt.Timer()
			}
			won, err := opt.play(ctx, deals[u.Round], lineUps[u.LineUp])
			return Result{Unit: u, Won: won, Seconds: seconds()}, err
		},
	}
	for i := range opt.Known {
		work.Known[opt.Known[i].Unit] = &opt.Known[i]
	}
	err := work.All(ctx, list)
	return opt.report(work.Known), err
}

// Check reports what cannot be played.
func (o *Options) Check() error {
	for i, l := range o.LineUps {
		for _, other := range o.LineUps[:i] {
			if l.String() == other.String() {
				return fmt.Errorf("the line-up %s is there twice", l)
			}
		}
	}
	known := map[chapters.DealID]bool{}
	for _, id := range o.Deals {
		if known[id] {
			return fmt.Errorf("the round %s is there twice", id)
		}
		known[id] = true
		g, err := o.begin(id)
		if err != nil {
			return err
		}
		for _, l := range o.LineUps {
			if _, err := o.playersFor(g, id, l); err != nil {
				return err
			}
		}
	}
	switch {
	case len(o.Deals) == 0:
		return errors.New("there is no round to play")
	case len(o.LineUps) < 2:
		return errors.New("there is nothing to compare: name one line-up more")
	}
	return nil
}

func (o *Options) begin(id chapters.DealID) (*chapters.Game, error) {
	pos, err := o.Library.Deal(id)
	if err != nil {
		return nil, err
	}
	return o.Library.NewGame(pos)
}

// playersFor returns the players of each seat of a game. A player that decides for several seats,
// such as the pyramid's (S9), has one name.
func (o *Options) playersFor(g *chapters.Game, id chapters.DealID, l LineUp) ([]players.Player, error) {
	named := o.New
	if named == nil {
		named = players.New
	}
	out := make([]players.Player, g.Seats())
	taken := 0
	view := g.View(0)
	for s := range out {
		if view.Seats[s].Decider != tricks.Seat(s) {
			continue
		}
		var err error
		if out[s], err = named(l[min(taken, len(l)-1)]); err != nil {
			return nil, err
		}
		taken++
	}
	if len(l) > taken {
		return nil, fmt.Errorf("the line-up %s has %d players, but the round %s has room for %d", l, len(l), id, taken)
	}
	return out, nil
}

// play plays a deal with a line-up, and reports whether it is won.
func (o *Options) play(ctx context.Context, id chapters.DealID, l LineUp) (bool, error) {
	g, err := o.begin(id)
	if err != nil {
		return false, err
	}
	seatedPlayers, err := o.playersFor(g, id, l)
	if err != nil {
		return false, err
	}
	round, err := difficulty.Play(ctx, g, seatedPlayers, id.Seed, nil)
	return err == nil && round.Won, err
}

// Report is the results of all rounds: the cells in the order of the deals, and behind several of
// them all together, without a chapter.
type Report []Row

// Row is how the line-ups did in a cell.
type Row struct {
	difficulty.Cell
	Rounds int
	// Scores are those of the line-ups. The first is the base.
	Scores []Score
}

// Score is how a line-up did.
type Score struct {
	LineUp string `json:"line_up"`
	Wins   int    `json:"wins"`
	// Share is the share of the rounds that it won, with Wilson's 95 % interval.
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// Paired compares it with the base, and is nil for the base itself.
	Paired *Pair `json:"paired,omitempty"`
	// Seconds is how long its rounds took.
	Seconds float64 `json:"-"`
}

// Pair compares a line-up with the base.
type Pair struct {
	// Plus is the rounds that it won and the base did not, Minus those that only the
	// base won, and P what [signTest] says of them.
	Plus  int     `json:"plus"`
	Minus int     `json:"minus"`
	P     float64 `json:"p"`
	// Difference is how much more it won than the base, see [Difference].
	Difference float64 `json:"difference"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
}

// report counts the rounds that were played.
func (o *Options) report(known map[Unit]*Result) (out Report) {
	rowIndex := map[difficulty.Cell]int{}
	gap := map[difficulty.Cell]bool{}
	all := o.row(difficulty.Cell{})
	for _, id := range o.Deals {
		c := cellOf(id)
		if _, ok := rowIndex[c]; !ok {
			rowIndex[c] = len(out)
			out = append(out, o.row(c))
		}
		var results []*Result
		for _, l := range o.LineUps {
			result := known[Unit{id.String(), l.String()}]
			gap[c] = gap[c] || result == nil
			results = append(results, result)
		}
		if !gap[c] {
			out[rowIndex[c]].add(results)
			all.add(results)
		}
	}
	if len(out) > 1 {
		out = append(out, all)
	}
	for i := range out {
		out[i].conclude()
	}
	return out
}

// row is one that nothing was counted in yet.
func (o *Options) row(c difficulty.Cell) Row {
	row := Row{Cell: c}
	for i, l := range o.LineUps {
		row.Scores = append(row.Scores, Score{LineUp: l.String()})
		if i > 0 {
			row.Scores[i].Paired = &Pair{}
		}
	}
	return row
}

// add counts a round.
func (row *Row) add(results []*Result) {
	row.Rounds++
	for i, r := range results {
		s := &row.Scores[i]
		s.Seconds += r.Seconds
		if r.Won {
			s.Wins++
		}
		switch first := results[0].Won; {
		case r.Won && !first:
			s.Paired.Plus++
		case first && !r.Won:
			s.Paired.Minus++
		}
	}
}

// conclude works out what follows from the counts, rounded so that every machine says the same.
func (row *Row) conclude() {
	for i := range row.Scores {
		s := &row.Scores[i]
		s.Share = float64(s.Wins) / float64(max(row.Rounds, 1))
		s.Low, s.High = difficulty.Wilson(s.Wins, row.Rounds)
		rounded := []*float64{&s.Share, &s.Low, &s.High}
		if p := s.Paired; p != nil {
			p.P = signTest(p.Plus, p.Minus)
			p.Difference, p.Low, p.High = difference(p.Plus, p.Minus, row.Rounds)
			rounded = append(rounded, &p.P, &p.Difference, &p.Low, &p.High)
		}
		const digits = 1e9
		for _, x := range rounded {
			*x = math.Round(*x*digits) / digits
		}
	}
}
