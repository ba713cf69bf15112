// Package difficulty measures how hard chapters are: it deals many rounds and
// counts how many of them can be won with open cards, and how many the computer
// players win.
//
// What is measured is a single round, whatever came before it: of a chapter with
// events or groups (C14, C18) the deals take turns, each with the next one in the
// order of the chapter, so that the numbers are those of an average round. The
// Road draws its characters, gift and rider anew for each deal (L5).
package difficulty

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/solver/players"
)

// Options say what to measure.
type Options struct {
	// Chapter is the chapter's id; empty for all chapters.
	Chapter string
	Players int
	// Deals is how many deals to measure for each chapter: those numbered
	// Seed, Seed+1 and so on.
	Deals int
	Seed  uint64
	// Workers is how many deals are measured at a time, 0 for one a core. It
	// makes no difference to the numbers.
	Workers int
	// Nodes is the most card plays of one search, 0 for no limit.
	Nodes int64
	// Progress, if set, is called after each deal, never twice at a time.
	Progress func(done, total int)
}

// Report is what was measured.
type Report struct {
	Players  int       `json:"players"`
	Seed     uint64    `json:"seed"`
	Nodes    int64     `json:"nodes"` // the limit of one search, 0 for none
	Chapters []Chapter `json:"chapters"`
}

// Chapter is what was measured of one chapter.
type Chapter struct {
	Chapter string `json:"chapter"`
	// Deals is how many deals were measured: all that were asked for, unless
	// the measurement was cut short.
	Deals int `json:"deals"`
	// Draft is the deals that can be won with open cards from the draft.
	Draft Share `json:"draft"`
	// Play is the deals that can be won with open cards from the first trick,
	// after a random draft without exchanges.
	Play Share `json:"play"`
	// Random and Greedy are the deals that computer players won from the draft.
	Random Share `json:"random"`
	Greedy Share `json:"greedy"`
}

// Share is how many deals had some property, with the 95 % interval of the
// share among all deals there are. Undecided deals widen the interval: its low
// end takes them as without the property, its high end as with it.
type Share struct {
	Wins      int     `json:"wins"`
	Undecided int     `json:"undecided"`
	Deals     int     `json:"deals"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
}

// searchMemory is the most bytes of one search's table. It is fixed because what
// a full table forgets can change the count of nodes, and small because there
// are as many tables as workers.
const searchMemory = 64 << 20

// Run measures. When the context ends it returns its error and a report of the
// deals that were complete by then without a gap: the first so many, in the
// order of the chapters and of their numbers.
func Run(ctx context.Context, lib *chapters.Library, opt Options) (Report, error) {
	deals, err := opt.deals(lib)
	if err != nil {
		return Report{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]*result, len(deals))
	var (
		wait sync.WaitGroup
		next atomic.Int64
		mu   sync.Mutex // held for done and Progress
		done int
	)
	for range min(cmp.Or(max(opt.Workers, 0), runtime.GOMAXPROCS(0)), len(deals)) {
		wait.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(deals) {
					return
				}
				r, err := measure(ctx, lib, deals[i], opt.Nodes)
				if err != nil {
					cancel(fmt.Errorf("deal %s: %w", deals[i], err))
					return
				}
				if ctx.Err() != nil {
					return // the searches may have been cut short
				}
				mu.Lock()
				results[i] = &r
				done++
				if opt.Progress != nil {
					opt.Progress(done, len(deals))
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	if done == len(deals) {
		return opt.report(deals, results), nil // whatever became of the context since
	}
	return opt.report(deals, results), context.Cause(ctx)
}

// deals lists what to measure, in the order of the report.
func (o *Options) deals(lib *chapters.Library) ([]chapters.DealID, error) {
	switch {
	case o.Deals < 1:
		return nil, fmt.Errorf("%d deals cannot be measured: one at least", o.Deals)
	case o.Seed+uint64(o.Deals)-1 < o.Seed:
		return nil, errors.New("the numbers of the deals are too large")
	}
	ids := []string{o.Chapter}
	if o.Chapter == "" {
		ids = nil
		for _, c := range lib.Chapters {
			ids = append(ids, c.ID)
		}
	}
	var out []chapters.DealID
	for _, id := range ids {
		chapter, err := lib.Chapter(id)
		if err != nil {
			return nil, err
		}
		variants := chapter.Variants()
		for n := range uint64(o.Deals) {
			deal := chapters.DealID{Chapter: id, Players: o.Players, Seed: o.Seed + n}
			if len(variants) > 0 {
				deal.Variant = variants[deal.Seed%uint64(len(variants))].Letter()
			}
			out = append(out, deal)
		}
	}
	// The dealer knows what can be dealt: a wrong chapter or number of players
	// shows before the work begins.
	for i := 0; i < len(out); i += o.Deals {
		if _, err := lib.Deal(out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// report counts the results up to the first that is missing.
func (o *Options) report(deals []chapters.DealID, results []*result) Report {
	out := Report{Players: o.Players, Seed: o.Seed, Nodes: o.Nodes}
	for i, r := range results {
		if r == nil {
			break
		}
		if i%o.Deals == 0 {
			out.Chapters = append(out.Chapters, Chapter{Chapter: deals[i].Chapter})
		}
		out.Chapters[len(out.Chapters)-1].add(r)
	}
	for i := range out.Chapters {
		out.Chapters[i].bound()
	}
	return out
}

func (c *Chapter) add(r *result) {
	c.Deals++
	c.Draft.add(r.draft)
	c.Play.add(r.play)
	c.Random.add(r.random)
	c.Greedy.add(r.greedy)
}

func (c *Chapter) bound() {
	for _, s := range []*Share{&c.Draft, &c.Play, &c.Random, &c.Greedy} {
		s.Low, _ = Wilson(s.Wins, s.Deals)
		_, s.High = Wilson(s.Wins+s.Undecided, s.Deals)
	}
}

func (s *Share) add(v solver.Verdict) {
	s.Deals++
	switch v {
	case solver.Winnable:
		s.Wins++
	case solver.Unknown:
		s.Undecided++
	}
}

// result is what was measured of one deal. A computer player's round is either
// winnable, because it was won, or not.
type result struct {
	draft, play, random, greedy solver.Verdict
}

// measure does all four measurements of a deal.
func measure(ctx context.Context, lib *chapters.Library, id chapters.DealID, nodes int64) (r result, err error) {
	// A panic in a worker would end the program; as an error it names the deal.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	pos, err := lib.Deal(id)
	if err != nil {
		return r, err
	}
	search := func(g *chapters.Game) (solver.Verdict, error) {
		found, err := solver.Solve(ctx, g, solver.Options{Nodes: nodes, Memory: searchMemory})
		return found.Verdict, err
	}
	playBy := func(p players.Player) func(*chapters.Game) (solver.Verdict, error) {
		return func(g *chapters.Game) (solver.Verdict, error) {
			if err := players.Play(g, p, id.Seed); err != nil {
				return solver.Unknown, err
			}
			if g.Result() == chapters.Won {
				return solver.Winnable, nil
			}
			return solver.Unwinnable, nil
		}
	}
	for _, m := range []struct {
		into *solver.Verdict
		by   func(*chapters.Game) (solver.Verdict, error)
	}{
		{&r.draft, search},
		{&r.play, func(g *chapters.Game) (solver.Verdict, error) {
			if err := players.DraftWithoutExchanges(g, players.DraftSource(id.Seed)); err != nil {
				return solver.Unknown, err
			}
			return search(g)
		}},
		{&r.random, playBy(players.Random{})},
		{&r.greedy, playBy(players.Greedy{})},
	} {
		g, err := lib.NewGame(pos)
		if err != nil {
			return r, err
		}
		if *m.into, err = m.by(g); err != nil {
			return r, err
		}
	}
	return r, nil
}
