package work

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"math/big"
	"slices"

	"fellowship/characters/say"
	"fellowship/solver/difficulty"
)

// mostHeld is how many results of a worker wait for a check at most: this machine measures
// about one of so many, and no more where the workers are quicker than that.
const mostHeld = 32

// check measures some of the results again, until the context ends.
func (s *Shared) check(ctx context.Context) {
	defer context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.changed.Broadcast()
	})()
	for {
		w, p := s.due(ctx)
		if ctx.Err() != nil {
			return
		}
		job := difficulty.Job{State: s.State, Unit: p.unit}
		want, err := job.Measure(ctx, s.Library)
		if ctx.Err() != nil {
			return
		}
		for _, key := range s.wrong(w, p, want, err) {
			_ = s.queue.Forget(ctx, key) // else it is looked at when the program begins again
		}
		s.judge(w, p, want, err)
	}
}

// due waits for a worker that has brought so much that it is time to look at one of its
// results: at first at each, later at fewer, and at what there is where nothing else will come.
func (d *desk) due(ctx context.Context) (*worker, *part) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for ctx.Err() == nil {
		var most *worker
		for _, w := range d.workers {
			enough := len(w.held) >= min(1<<min(w.passed, 10), mostHeld) || d.left == 0
			if len(w.held) > 0 && w.checked == nil && enough && (most == nil || len(w.held) > len(most.held)) {
				most = w
			}
		}
		if most != nil {
			most.checked, most.held = most.held, nil
			return most, chosen(most.checked)
		}
		d.changed.Wait()
	}
	return nil, nil
}

// chosen is one that could not be measured, if there is one, else any.
func chosen(parts []*part) *part {
	for _, p := range parts {
		if p.result == nil {
			return p
		}
	}
	n, err := rand.Int(rand.Reader, big.NewInt(int64(len(parts))))
	if err != nil {
		return parts[0]
	}
	return parts[n.Int64()]
}

// right reports whether a worker's result of a part equals our own.
func (p *part) right(want difficulty.Result, err error) bool {
	return err == nil && p.result != nil && alike(*p.result, want)
}

// wrong returns the keys of what was kept, if one of it is not right.
func (d *desk) wrong(w *worker, p *part, want difficulty.Result, err error) (keys []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w.name != kept || p.right(want, err) || err != nil && p.wanted {
		return nil
	}
	for _, p := range slices.Concat(w.held, w.checked) {
		keys = append(keys, p.key)
	}
	return keys
}

// judge compares a worker's result of a part with our own.
func (d *desk) judge(w *worker, p *part, want difficulty.Result, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.changed.Broadcast()
	switch {
	case d.workers[w.name] != w: // it was left out meanwhile
	case p.right(want, err):
		w.passed++
		for _, p := range w.checked {
			d.count(p)
		}
		w.checked = nil
		return
	case err == nil || !p.wanted:
		d.leaveOut(w.name, wrongly(p, err))
	default: // it is not the worker's fault
		w.held, w.checked = slices.Concat(w.held, w.checked), nil
		w.held = slices.DeleteFunc(w.held, func(held *part) bool { return held == p })
	}
	if p.wanted && !p.counts {
		d.settle(p, want, err)
	}
}

// wrongly tells the fault of a worker's part, of which an error came here, or a result.
func wrongly(p *part, err error) error {
	switch {
	case err != nil:
		return errElse
	case p.result == nil:
		return say.Errorf("it could not measure %s, which can be measured", p.unit)
	}
	return say.Errorf("%s came out differently here", p.unit)
}

// settle has the result of a part that was measured here count.
func (d *desk) settle(p *part, result difficulty.Result, err error) {
	if !p.brought {
		d.left--
	}
	p.brought, p.by, p.result, p.err = true, nil, &result, err
	d.count(p)
}

// alike reports whether two results are the same.
func alike(a, b difficulty.Result) bool {
	one, err := json.Marshal(a)
	two, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(one, two)
}
