package parallel

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"
)

// Work is long work that can be interrupted and continued. It consists of units of type U, and
// each unit has a result of type R. A result depends only on its unit. Units can therefore be done in
// any order and by any number of workers, and their results can be stored.
type Work[U comparable, R any] struct {
	// Do does a unit.
	Do func(ctx context.Context, u U) (R, error)
	// Workers is the number of units done at a time, 0 for one a core. It does not change the
	// results.
	Workers int
	// Known is the results of the units that are done. These units are not done again.
	Known map[U]*R
	// Keep, if set, is called with each new result, by one goroutine at a time. An error ends the
	// work.
	Keep func(*R) error
	// Progress, if set, is called at the beginning, if there is something to do, and after each
	// unit, by one goroutine at a time. It receives the number of units done and wanted. Units that
	// were known at the beginning do not count.
	Progress func(done, total int)

	// done is the number of units done by all calls of All.
	done int
}

// All does the units of a list that are not known yet. When the context ends before all are done,
// it returns the context's error.
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
		mu        sync.Mutex // guards w, remaining and the calls of Keep and Progress
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
		return nil // even if the context has ended meanwhile
	}
	return context.Cause(ctx)
}

// runUnit does a unit. After the end of the context it returns an error, because the result may be
// incomplete.
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
