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
	at     *worker
	since  time.Time // when it was given away
	// brought says that there is a result, nil if it could not be measured, by that worker.
	brought bool
	by      *worker
	result  *difficulty.Result
	counts  bool
	there   chan struct{} // closed when the result counts
	err     error         // why there is none
}

// worker is a process that has come, or what was kept when this program began.
type worker struct {
	name    stream.Name
	heard   time.Time
	at      map[*part]bool // what it has taken
	held    []*part        // what it has brought, unchecked
	checked []*part        // those of them that a check is for, which is under way
	passed  int            // checks
}

// kept is the name of what was kept.
var kept = stream.Name{User: stream.Nobody}

const (
	// tooLong is how long a worker has a unit before another one is asked for it, too, if
	// nothing else is left.
	tooLong = 10 * time.Minute
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

// worker returns the worker of a name, who is heard of.
func (d *desk) worker(name stream.Name) (*worker, error) {
	if d.out[person(name)] {
		return nil, stream.ErrLeftOut
	}
	w := d.workers[name]
	if w == nil {
		w = &worker{name: name, at: map[*part]bool{}}
		d.workers[name] = w
	}
	w.heard = time.Now()
	return w, nil
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
	w, err := d.worker(name)
	if err != nil {
		return nil, err
	}
	for len(d.fresh) > 0 {
		p := d.fresh[0]
		d.fresh = d.fresh[1:]
		if !p.brought && p.at == nil {
			return d.give(p, w), nil
		}
	}
	for _, other := range d.workers {
		for p := range other.at {
			if other != w && time.Since(p.since) > tooLong {
				return d.give(p, w), nil
			}
		}
	}
	return nil, nil
}

// give gives a part to a worker, and to no other.
func (d *desk) give(p *part, w *worker) []byte {
	d.back(p)
	p.at, p.since = w, time.Now()
	w.at[p] = true
	return p.text
}

// back takes a part from the worker that has it.
func (d *desk) back(p *part) {
	if p.at != nil {
		delete(p.at.at, p)
		p.at = nil
	}
}

// again offers a part once more.
func (d *desk) again(p *part) {
	d.back(p)
	d.fresh = append(d.fresh, p)
}

// Return takes a unit back that a worker has not done.
func (d *desk) Return(name stream.Name, key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p := d.parts[key]; p != nil && p.at != nil && p.at.name == name {
		d.again(p)
	}
}

// Alive notes that a worker is there.
func (d *desk) Alive(name stream.Name) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w := d.workers[name]; w != nil {
		w.heard = time.Now()
	}
}

// Bring takes a result.
func (d *desk) Bring(name stream.Name, key string, text []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, err := d.worker(name)
	if err != nil {
		return err
	}
	if err := d.bring(w, key, text); err != nil {
		d.leaveOut(w, err)
		return stream.ErrLeftOut
	}
	d.changed.Broadcast()
	return nil
}

// kept takes a result that was kept when the program began.
func (d *desk) kept(key string, text []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, err := d.worker(kept)
	if err != nil {
		return err
	}
	return d.bring(w, key, text)
}

// bring takes a result, and holds it. An error says that it is none.
func (d *desk) bring(w *worker, key string, text []byte) error {
	p := d.parts[key]
	switch {
	case p != nil && p.brought:
		return nil // somebody was quicker
	case len(text) == 0 && (p == nil || w.name == kept):
		return nil // nobody wants to know
	case len(text) > 0:
		r, err := difficulty.ParseResult(text)
		if err != nil || len(text) > units.MaxLine/2 {
			return errNone
		}
		if p == nil && d.unasked >= mostUnasked && w.name != kept {
			return nil
		}
		p, err = d.asked(r.Unit, key)
		if err != nil {
			return err
		}
		p.result = &r
	}
	d.back(p)
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
func (d *desk) leaveOut(w *worker, why error) {
	if w.name != kept {
		d.out[person(w.name)] = true
	}
	for _, other := range d.workers {
		if person(other.name) != person(w.name) {
			continue
		}
		for _, p := range slices.Concat(other.held, other.checked) {
			d.forget(p)
		}
		for p := range other.at {
			d.again(p)
		}
		delete(d.workers, other.name)
	}
	d.changed.Broadcast()
	if d.LeftOut != nil {
		d.LeftOut(w.name, why)
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
		d.again(p)
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

// gone offers again what workers have that are silent.
func (d *desk) gone() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for name, w := range d.workers {
		if time.Since(w.heard) < stream.Silent || name == kept {
			continue
		}
		for p := range w.at {
			d.again(p)
		}
		if len(w.held)+len(w.checked) == 0 {
			delete(d.workers, name)
		}
	}
}
