package work

import (
	"encoding/json"
	"slices"
	"sync"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/store/stream"
	"fellowship/solver/difficulty"
	"fellowship/solver/units"
)

// desk is where workers get units and bring results. A result that was brought is held until
// one of those that the same worker has brought was measured here as well, and came out the
// same (check.go).
type desk struct {
	Sharing
	mu      sync.Mutex
	changed sync.Cond
	parts   map[string]*part // by key
	fresh   []*part          // to be given away
	given   []*part          // those that were, the longest ago first
	left    int              // parts that are wanted and were not brought
	unasked int              // parts that were brought and are not wanted
	workers map[stream.Name]*worker
	out     map[stream.Name]bool // users and machines that are left out
}

// part is a unit of the work.
type part struct {
	key    string
	unit   difficulty.Unit
	text   []byte // what a worker is given
	wanted bool   // the measurement waits for it
	at     stream.Name
	since  time.Time // when it was given to that worker, zero before
	// brought says that there is a result, nil if it could not be measured, by that worker.
	brought bool
	by      *worker
	result  *difficulty.Result
	counts  bool
	there   chan struct{} // closed when the result counts
	err     error         // why there is none
}

// worker is a process that has brought something, or what was kept when this program began.
type worker struct {
	name    stream.Name
	held    []*part // what it has brought, unchecked
	checked []*part // those of them that a check is for, which is under way
	passed  int     // checks
}

// kept is the name of what was kept.
var kept = stream.Name{User: stream.Nobody}

const (
	// late is after which time a unit that was not brought is given away once more, if nothing
	// else is left: whoever has it may be gone, and of two results the first counts.
	late = 10 * time.Second
	// mostUnasked bounds what nobody has asked for yet and somebody brings.
	mostUnasked = 1 << 12
)

// Errors about a worker's results.
var (
	errNone = say.New("what it brought is no result")
	errElse = say.New("what it brought is the result of something else")
)

func newDesk(opt Sharing) *desk {
	d := &desk{Sharing: opt, parts: map[string]*part{}, workers: map[stream.Name]*worker{}, out: map[stream.Name]bool{}}
	d.changed.L = &d.mu
	return d
}

// person is a name without the process: it does not change when a worker begins again.
func person(n stream.Name) stream.Name { return stream.Name{User: n.User, Machine: n.Machine} }

// worker returns the worker of a name.
func (d *desk) worker(name stream.Name) *worker {
	w := d.workers[name]
	if w == nil {
		w = &worker{name: name}
		d.workers[name] = w
	}
	return w
}

// part returns the part of a unit, which it adds where there is none.
func (d *desk) part(unit difficulty.Unit) (*part, error) {
	text, err := json.Marshal(difficulty.Job{State: d.State, Unit: unit})
	if err != nil {
		return nil, err
	}
	key := stream.Key(text)
	p := d.parts[key]
	if p == nil {
		p = &part{key: key, unit: unit, text: text, there: make(chan struct{})}
		d.parts[key] = p
	}
	return p, nil
}

// want has a unit measured.
func (d *desk) want(unit difficulty.Unit) (*part, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p, err := d.part(unit)
	if err != nil {
		return nil, err
	}
	p.wanted = true
	if p.brought {
		d.unasked--
	} else {
		d.left++
		d.fresh = append(d.fresh, p)
	}
	d.changed.Broadcast()
	return p, nil
}

// taken returns the result of a part, with a text to keep if it is not kept.
func (d *desk) taken(p *part) (result difficulty.Result, text []byte, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.err != nil {
		return result, nil, p.err
	}
	result, p.result, p.text = *p.result, nil, nil // the key stays, for those who are late
	if p.by == nil || p.by.name != kept {
		text, err = json.Marshal(result)
	}
	return result, text, err
}

// Take gives a unit to a worker.
func (d *desk) Take(name stream.Name) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.out[person(name)] {
		return nil, stream.ErrLeftOut
	}
	for _, from := range []*[]*part{&d.fresh, &d.given} {
		for len(*from) > 0 {
			p := (*from)[0]
			if !p.brought && time.Since(p.since) < late {
				break
			}
			*from = (*from)[1:]
			if !p.brought {
				p.at, p.since = name, time.Now()
				d.given = append(d.given, p)
				return p.text, nil
			}
		}
	}
	return nil, nil
}

// offer has a part given away before those that somebody has.
func (d *desk) offer(p *part) {
	p.since = time.Time{}
	d.fresh = append(d.fresh, p)
}

// Bring takes a result.
func (d *desk) Bring(name stream.Name, key string, text []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.out[person(name)] {
		return stream.ErrLeftOut
	}
	if err := d.bring(name, key, text); err != nil {
		d.leaveOut(name, err)
		return stream.ErrLeftOut
	}
	d.changed.Broadcast()
	return nil
}

// kept takes a result that was kept when the program began.
func (d *desk) kept(key string, text []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.bring(kept, key, text)
}

// bring takes a result, and holds it. An error says that it is none.
func (d *desk) bring(name stream.Name, key string, text []byte) error {
	p := d.parts[key]
	switch {
	case p != nil && p.brought:
		return nil // somebody was quicker
	case len(text) == 0 && (p == nil || name == kept):
		return nil // nobody wants to know
	case len(text) > 0:
		r, err := difficulty.ParseResult(text)
		if err != nil || len(text) > units.MaxLine/2 {
			return errNone
		}
		if p == nil && d.unasked >= mostUnasked && name != kept {
			return nil
		}
		p, err = d.asked(r.Unit, key)
		if err != nil {
			return err
		}
		p.result = &r
	}
	w := d.worker(name)
	p.brought, p.by = true, w
	w.held = append(w.held, p)
	if p.wanted {
		d.left--
	} else {
		d.unasked++
	}
	return nil
}

// asked returns the part of a unit, if this is its key.
func (d *desk) asked(unit difficulty.Unit, key string) (*part, error) {
	p, err := d.part(unit)
	if err == nil && p.key != key {
		if !p.wanted && !p.brought {
			delete(d.parts, p.key)
		}
		err = errElse
	}
	return p, err
}

// leaveOut takes no more from a worker, nor from others on its machine, and forgets what they
// have brought that does not count yet.
func (d *desk) leaveOut(name stream.Name, why error) {
	if name != kept {
		d.out[person(name)] = true
	}
	for _, w := range d.workers {
		if person(w.name) != person(name) {
			continue
		}
		for _, p := range slices.Concat(w.held, w.checked) {
			d.forget(p)
		}
		delete(d.workers, w.name)
	}
	d.given = slices.DeleteFunc(d.given, func(p *part) bool {
		has := !p.brought && person(p.at) == person(name)
		if has {
			d.offer(p)
		}
		return has
	})
	d.changed.Broadcast()
	if d.LeftOut != nil {
		d.LeftOut(name, why)
	}
}

// forget forgets what was brought of a part, unless it counts.
func (d *desk) forget(p *part) {
	if p.counts {
		return
	}
	p.brought, p.by, p.result = false, nil, nil
	if p.wanted {
		d.left++
		d.offer(p)
	} else {
		d.unasked--
		delete(d.parts, p.key)
	}
}

// count has the result of a part count.
func (d *desk) count(p *part) {
	if !p.counts {
		p.counts = true
		close(p.there)
	}
}
