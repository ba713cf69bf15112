package parallel

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"
)

// Work is long work in many sittings: units of a kind U, of each of which comes an R. A unit
// depends on nothing but its own name, so units can be done in any order and by any number
// of workers, and what came of each can be kept.
type Work[U comparable, R any] struct {
	// Do does a unit.
	Do func(ctx context.Context, u U) (R, error)
	// Workers is how many units are done at a time, 0 for one a core. It makes no
	// difference to what comes of them.
	Workers int
	// Known is the results of units that are done. They are not done again.
	Known map[U]*R
	// Keep, if set, is called with each result when it is there, never twice at a
	// time. An error ends the work.
	Keep func(*R) error
	// Progress, if set, is called when there is something to do and after each unit, never twice at a time, with
	// the units that are done and all of them; those known at the beginning do not count.
	Progress func(done, total int)

	done int
}

// All does those of the units that are not known yet. When the context ends it
// returns its error, unless all is done.
func (w *Work[U, R]) All(ctx context.Context, list []U) error {
	var todo []U
	for _, u := range list {
		if w.Known[u] == nil {
			todo = append(todo, u)
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu        sync.Mutex // held for all below and the calls of the functions
		total     = w.done + len(todo)
		remaining = len(todo)
	)
	keep := func(u U, result *R) {
		mu.Lock()
		defer mu.Unlock()
		w.Known[u] = result
		w.done++
		remaining--
		if w.Keep != nil {
			if err := w.Keep(result); err != nil {
				cancel(err)
			}
		}
		if w.Progress != nil {
			w.Progress(w.done, total)
		}
	}
	if w.Progress != nil && remaining > 0 {
		w.Progress(w.done, total)
	}
	workers := cmp.Or(max(w.Workers, 0), runtime.GOMAXPROCS(0))
	err := Each(ctx, workers, len(todo), func(i int) error {
		result, err := runUnit(ctx, todo[i], w.Do)
		if err != nil {
			cancel(err)
			return err
		}
		keep(todo[i], &result)
		return nil
	})
	if remaining == 0 || err == nil {
		return nil // whatever became of the context since
	}
	return context.Cause(ctx)
}

// runUnit does a unit. After the end of the context it returns an error, because the unit may
// have been cut short.
func runUnit[U, R any](ctx context.Context, u U, do func(ctx context.Context, u U) (R, error)) (r R, err error) {
	// A panic in a worker would end the program; as an error it names the unit.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		} else if err != nil {
			err = fmt.Errorf("%v: %w", u, err)
		}
	}()
	return do(ctx, u)
}
