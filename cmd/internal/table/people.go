package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"

	"golang.org/x/time/rate"
)

// known is the record of a person, under a key that does not tell the ID.
type known struct {
	Name string `json:"name"`
	// Tables are those where the person was, the last one first; Begun says of which
	// the person is the one who began it.
	Tables []visited `json:"tables,omitempty"`
	// Wants are the person's settings.
	Wants json.RawMessage `json:"wants,omitempty"`
}

type visited struct {
	Table string `json:"table"`
	Begun bool   `json:"begun,omitempty"`
}

// mostVisited is how many tables are kept for a person.
const mostVisited = 100

// begun counts the tables that the person began.
func (k *known) begun() (n int) {
	for _, v := range k.Tables {
		if v.Begun {
			n++
		}
	}
	return n
}

// known returns the record of a person, empty for a new one.
func (h *Hall) known(id string) (known, error) {
	_, k, err := h.find(id)
	return k, err
}

// find returns the record of a person and where it is kept, nil where nothing is. A person whose record
// cannot be read is like a new one, and nothing is kept.
func (h *Hall) find(id string) (*folder.Bucket, known, error) {
	for _, bucket := range []*folder.Bucket{h.kept.People, h.kept.Newcomers} {
		value, err := bucket.Get(keyOf(id))
		switch {
		case errors.Is(err, store.ErrNone):
			continue
		case errors.Is(err, store.ErrDamaged):
			h.opts.Log.Error("what is kept of a person is damaged; it stays as it is, and the person is like a new one until it is put back or removed", "error", err)
			return bucket, known{}, nil
		}
		return bucket, parseKnown(value), err
	}
	return nil, known{}, nil
}

// parseKnown reads a person's record: what cannot be read is nothing that matters.
func parseKnown(value []byte) (k known) {
	if json.Unmarshal(value, &k) != nil {
		return known{}
	}
	return k
}

// change changes what is kept of a person; of somebody who is not known nothing is.
func (h *Hall) change(id string, change func(*known)) error {
	bucket, _, err := h.find(id)
	if err != nil || bucket == nil {
		return err
	}
	return changeIn(bucket, id, change)
}

// changeIn changes the record of a person. Where that comes to the same, or the record is damaged,
// nothing is written.
func changeIn(bucket *folder.Bucket, id string, change func(*known)) error {
	err := bucket.Change(keyOf(id), func(previous []byte) ([]byte, error) {
		k := parseKnown(previous)
		oldJSON, oldErr := json.Marshal(k)
		change(&k)
		newJSON, err := json.Marshal(k)
		if bytes.Equal(oldJSON, newJSON) && previous != nil {
			newJSON = previous
		}
		return newJSON, errors.Join(oldErr, err)
	})
	if errors.Is(err, store.ErrDamaged) {
		return nil
	}
	return err
}

// remember notes that a person is at a table. Who has never sat at one is a newcomer.
func (h *Hall) remember(person Person, table string, begun, sits bool) error {
	source, record, err := h.find(person.ID)
	if err != nil {
		return err
	}
	target := h.kept.People
	if !sits && source != target {
		target = h.kept.Newcomers
	}
	err = changeIn(target, person.ID, func(k *known) {
		if source != target {
			*k = record
		}
		if i := slices.IndexFunc(k.Tables, func(v visited) bool { return v.Table == table }); i >= 0 {
			begun = k.Tables[i].Begun
			k.Tables = slices.Delete(k.Tables, i, i+1)
		}
		k.Name = person.Name
		k.Tables = slices.Insert(k.Tables, 0, visited{table, begun})
		most := mostVisited
		if person.ID == address(person.From) {
			most = h.limits.address
		}
		k.Tables = k.Tables[:min(len(k.Tables), most)]
	})
	if err == nil && source != nil && source != target {
		err = source.Change(keyOf(person.ID), func([]byte) ([]byte, error) { return nil, nil })
	}
	return err
}

// mayBegin reports why a person may not begin another table.
func (h *Hall) mayBegin(host Person) error {
	err := h.fewer(host.ID, h.limits.each, ErrOwnTables)
	if err == nil && host.From != "" {
		err = h.fewer(address(host.From), h.limits.address, ErrAddress)
	}
	return err
}

// address is the ID under which the tables are kept that were begun from an address.
func address(network string) string { return "address:" + network }

// fewer returns the error full unless fewer than most tables were begun under an ID. Those
// that are gone do not count.
func (h *Hall) fewer(id string, most int, full error) error {
	k, err := h.known(id)
	if err != nil || k.begun() < most {
		return err
	}
	all, err := h.kept.Tables()
	if err != nil {
		return err
	}
	err = h.change(id, func(now *known) {
		now.Tables = slices.DeleteFunc(now.Tables, func(v visited) bool { return !slices.Contains(all, v.Table) })
		k = *now
	})
	if err == nil && k.begun() >= most {
		err = full
	}
	return err
}

// forget notes that a table is not there any more.
func (h *Hall) forget(id, table string) error {
	return h.change(id, func(k *known) {
		k.Tables = slices.DeleteFunc(k.Tables, func(v visited) bool { return v.Table == table })
	})
}

// Name returns the name that a person has used last, empty for somebody new.
func (h *Hall) Name(id string) (string, error) {
	k, err := h.known(id)
	return k.Name, err
}

// Wants returns the settings that are kept for a person. Those that cannot be read count as none.
func (h *Hall) Wants(id string) settings.Settings {
	k, _ := h.known(id)
	return k.wants()
}

func (k *known) wants() (set settings.Settings) {
	if json.Unmarshal(k.Wants, &set) != nil {
		return settings.Settings{}
	}
	return set
}

// ChangeWants changes the settings that are kept for a person. Of somebody who only looks around nothing is.
func (h *Hall) ChangeWants(id string, change func(*settings.Settings)) (err error) {
	return errors.Join(h.change(id, func(k *known) {
		set := k.wants()
		change(&set)
		k.Wants, err = json.Marshal(set)
	}), err)
}

// Rename returns another name for a person, cleaned, for the tables to come. It is kept for a person who
// is known; of somebody who only looks around nothing is written.
func (h *Hall) Rename(id, name string) (string, error) {
	name, err := CleanName(name)
	if err != nil {
		return "", err
	}
	return name, h.change(id, func(k *known) { k.Name = name })
}

// Visited is a table where a person was, as the person sees it.
type Visited struct {
	Ticket Ticket
	Now    Picture
	// Damaged is why its log cannot be read, nil if it can.
	Damaged error
}

// mostVisits is how many tables are listed for a person.
const mostVisits = 8

// Visited returns the tables where a person was and can go again, the last one first.
func (h *Hall) Visited(id string) (out []Visited, err error) {
	k, err := h.known(id)
	for _, t := range k.Tables {
		if len(out) >= mostVisits {
			break
		}
		ticket := Ticket{Table: t.Table}
		switch now, err := h.glance(id, t.Table); {
		case err == nil:
			out = append(out, Visited{Ticket: ticket, Now: now})
		case errors.Is(err, store.ErrDamaged):
			out = append(out, Visited{Ticket: ticket, Damaged: err})
		}
	}
	return out, err
}

// ReturnCode makes a code with which somebody who has nothing else to show can be the
// same person again. Whoever knows it is that person.
func (h *Hall) ReturnCode(p Person) (string, error) {
	in, _, err := h.find(p.ID)
	if err == nil {
		err = h.arrivals.take(p.From, h.opts.Now())
	}
	if err == nil && in == nil {
		err = changeIn(h.kept.Newcomers, p.ID, func(k *known) { k.Name = p.Name })
	}
	if err != nil {
		return "", err
	}
	return h.issue(returnLength, stands{Person: p.ID})
}

// Arrivals bound how many people a server writes down who were not known before, and how many codes for
// people, so that nobody fills its disk with them.
type Arrivals struct {
	// Written counts those that were written down, and Refused those that were too many.
	Written, Refused atomic.Int64

	// each is how many may come from one address at once, and in a day; most is the same for all.
	each, most int
	mu         sync.Mutex
	all        *rate.Limiter
	from       map[string]*rate.Limiter
}

// These are the usual limits: those of a school behind one address, and of a server of 2,000 people.
const (
	arrivalsEach = 300
	arrivalsMost = 10_000
)

// aDay returns a limiter for so many at once, and as many again in a day.
func aDay(many int) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(float64(many)/(24*time.Hour).Seconds()), many)
}

// take counts somebody who arrives from an address, which is empty for one without limits of its own.
// The error is [ErrArrivals] where that is one too many.
func (a *Arrivals) take(network string, now time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.from == nil {
		a.from = map[string]*rate.Limiter{}
		a.all = aDay(a.most)
	}
	full := a.all.TokensAt(now) < 1
	if network != "" && !full {
		own := a.from[network]
		if own == nil {
			a.forget(now)
			own = aDay(a.each)
			a.from[network] = own
		}
		full = !own.AllowN(now, 1)
	}
	if full {
		a.Refused.Add(1)
		return ErrArrivals
	}
	a.all.AllowN(now, 1)
	a.Written.Add(1)
	return nil
}

// forget forgets the addresses from which nobody has arrived for a day, once there are many.
func (a *Arrivals) forget(now time.Time) {
	if len(a.from) < a.most {
		return
	}
	for network, own := range a.from {
		if own.TokensAt(now) >= float64(own.Burst()) {
			delete(a.from, network)
		}
	}
}

// arrives counts a person who was not known before.
func (h *Hall) arrives(p Person) error {
	in, _, err := h.find(p.ID)
	if err != nil || in != nil {
		return err
	}
	return h.arrivals.take(p.From, h.opts.Now())
}

// Arrivals counts the people who were written down.
func (h *Hall) Arrivals() *Arrivals { return &h.arrivals }
