// Package arena compares line-ups of computer players. All of them play the same deals with the
// same random numbers.
//
// The report has the share of rounds that each line-up won, with Wilson's interval, and compares it
// with the first line-up, the base. Only the rounds that one of the two won and the other lost show a
// difference (paired.go).
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

// LineUp is the names of the players in the order of the seats. The last one also plays all later
// seats.
type LineUp []string

// String returns the line-up such as greedy,fair.
func (l LineUp) String() string { return strings.Join(l, ",") }

// Deals returns n deals of each cell, numbered from seed on. The cells take turns, and so do the
// events or groups of a chapter.
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

// cellOf returns the cell in which a deal is counted.
func cellOf(id chapters.DealID) difficulty.Cell {
	return difficulty.Cell{Chapter: id.Chapter, Players: id.Players}
}

// Unit is a round played by a line-up.
type Unit struct {
	Round  string `json:"round"`
	LineUp string `json:"line_up"`
}

// String returns the name of the unit for messages.
func (u Unit) String() string { return fmt.Sprintf("round %s by %s", u.Round, u.LineUp) }

// Result is the result of a unit.
type Result struct {
	Unit
	Won bool `json:"won"`
	// Seconds is how long the round took. The measurement does not depend on it.
	Seconds float64 `json:"seconds,omitempty"`
}

// Check returns an error if a result is not complete.
func (r *Result) Check() error {
	if r.Round == "" || r.LineUp == "" || r.Seconds < 0 {
		return errors.New("it does not say what was played")
	}
	return nil
}

// Options are the rounds to play and the line-ups that play them.
type Options struct {
	LineUps []LineUp
	Library *chapters.Library
	// New returns the player of a name for one round. nil stands for [players.New].
	New func(name string) (players.Player, error)
	// Deals are the deals. They are all different.
	Deals []chapters.DealID
	// Workers is the number of rounds played at once, see [parallel.Work].
	Workers int
	// Known is the results of earlier runs. Their rounds are not played again.
	Known []Result
	// Keep, if set, is called with each new result, see [parallel.Work].
	Keep func(*Result) error
	// Progress, if set, is called with the number of rounds played and wanted, see [parallel.Work].
	Progress func(done, total int)
	// Timer, if set, is called at the start of a round. It returns a function that is called at the
	// end and returns the seconds of processor time for the round.
	Timer func() func() float64
}

// Run lets all line-ups play all rounds. When the context ends, it returns the context's error and
// a report. This report counts the first rounds of each cell, up to the first that not all line-ups
// have played. Otherwise rounds that take long would count less often.
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
		Workers:  opt.Workers,
		Known:    map[Unit]*Result{},
		Keep:     opt.Keep,
		Progress: opt.Progress,
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

// Check returns an error if the rounds cannot be played or compared.
func (o *Options) Check() error {
	for i, l := range o.LineUps {
		for _, other := range o.LineUps[:i] {
			if l.String() == other.String() {
				return fmt.Errorf("the line-up %s appears twice", l)
			}
		}
	}
	known := map[chapters.DealID]bool{}
	for _, id := range o.Deals {
		if known[id] {
			return fmt.Errorf("the round %s appears twice", id)
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
		return errors.New("there is nothing to compare: name at least two line-ups")
	}
	return nil
}

// begin deals a round.
func (o *Options) begin(id chapters.DealID) (*chapters.Game, error) {
	pos, err := o.Library.Deal(id)
	if err != nil {
		return nil, err
	}
	return o.Library.NewGame(pos)
}

// playersFor returns the players of a line-up for the seats of a game. The result is nil for a seat
// for which another player decides, such as the pyramid (S9).
func (o *Options) playersFor(g *chapters.Game, id chapters.DealID, l LineUp) ([]players.Player, error) {
	newPlayer := o.New
	if newPlayer == nil {
		newPlayer = players.New
	}
	out := make([]players.Player, g.Seats())
	taken := 0
	view := g.View(0)
	for s := range out {
		if view.Seats[s].Decider != tricks.Seat(s) {
			continue
		}
		var err error
		if out[s], err = newPlayer(l[min(taken, len(l)-1)]); err != nil {
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

// Report is the results of all rounds by cell, in the order of the deals. If there are several
// cells, the last row counts all of them together and has no chapter.
type Report []Row

// Row is the results of the line-ups in a cell.
type Row struct {
	difficulty.Cell
	// Rounds is the number of rounds that each line-up has played.
	Rounds int
	// Scores has a score for each line-up. The first is the base.
	Scores []Score
}

// Score is the result of a line-up.
type Score struct {
	LineUp string `json:"line_up"`
	Wins   int    `json:"wins"`
	// Share is the share of rounds won.
	Share float64 `json:"share"`
	// Low is the low end of Wilson's 95 % interval for Share.
	Low float64 `json:"low"`
	// High is the high end of this interval.
	High float64 `json:"high"`
	// Paired compares the line-up with the base. It is nil for the base itself.
	Paired *Pair `json:"paired,omitempty"`
	// Seconds is how long all rounds took together.
	Seconds float64 `json:"-"`
}

// Pair compares a line-up with the base.
type Pair struct {
	// Plus is the number of rounds that the line-up won and the base lost.
	Plus int `json:"plus"`
	// Minus is the number of rounds that the line-up lost and the base won.
	Minus int `json:"minus"`
	// P is the result of [signTest] for Plus and Minus.
	P float64 `json:"p"`
	// Difference is the line-up's share of rounds won minus that of the base.
	Difference float64 `json:"difference"`
	// Low is the low end of the 95 % interval for Difference, see [difference].
	Low float64 `json:"low"`
	// High is the high end of this interval.
	High float64 `json:"high"`
}

// report counts the rounds that all line-ups have played.
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

// row returns an empty row for a cell.
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

// add counts a round. The results are in the order of the line-ups.
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

// conclude computes shares, intervals and tests from the counts. It rounds them, since the last digits
// differ between machines.
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
