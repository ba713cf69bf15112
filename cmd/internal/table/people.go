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

// personRecord is the record of a person, under a key that does not tell the ID.
type personRecord struct {
	Name string `json:"name"`
	// Tables are those where the person was, the last one first; Begun says of which
	// the person is the one who began it.
	Tables []visited `json:"tables,omitempty"`
	// Settings are the person's settings.
	Settings json.RawMessage `json:"wants,omitempty"`
}

type visited struct {
	Table string `json:"table"`
	Begun bool   `json:"begun,omitempty"`
}

// mostVisited is how many tables are kept for a person.
const mostVisited = 100

// begunCount counts the tables that the person began.
func (k *personRecord) begunCount() (n int) {
	for _, v := range k.Tables {
		if v.Begun {
			n++
		}
	}
	return n
}

// loadPerson returns the record of a person, empty for a new one.
func (h *Service) loadPerson(id string) (personRecord, error) {
	_, k, err := h.findPerson(id)
	return k, err
}

// findPerson returns the record of a person and where it is kept, nil where nothing is. A person whose record
// cannot be read is like a new one, and nothing is kept.
func (h *Service) findPerson(id string) (*folder.Bucket, personRecord, error) {
	for _, bucket := range []*folder.Bucket{h.serverFolder.People, h.serverFolder.Newcomers} {
		value, err := bucket.Get(keyOf(id))
		switch {
		case errors.Is(err, store.ErrNone):
			continue
		case errors.Is(err, store.ErrDamaged):
			h.opts.Log.Error("what is kept of a person is damaged; it stays as it is, and the person is like a new one until it is put back or removed", "error", err)
			return bucket, personRecord{}, nil
		}
		return bucket, parsePersonRecord(value), err
	}
	return nil, personRecord{}, nil
}

// parsePersonRecord reads a person's record: what cannot be read is nothing that matters.
func parsePersonRecord(value []byte) (k personRecord) {
	if json.Unmarshal(value, &k) != nil {
		return personRecord{}
	}
	return k
}

// changePerson changes what is kept of a person; of somebody who is not known nothing is.
func (h *Service) changePerson(id string, change func(*personRecord)) error {
	bucket, _, err := h.findPerson(id)
	if err != nil || bucket == nil {
		return err
	}
	return changeRecord(bucket, id, change)
}

// changeRecord changes the record of a person. Where that comes to the same, or the record is damaged,
// nothing is written.
func changeRecord(bucket *folder.Bucket, id string, change func(*personRecord)) error {
	err := bucket.Change(keyOf(id), func(previous []byte) ([]byte, error) {
		k := parsePersonRecord(previous)
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
func (h *Service) remember(person Person, table string, begun, sits bool) error {
	source, record, err := h.findPerson(person.ID)
	if err != nil {
		return err
	}
	target := h.serverFolder.People
	if !sits && source != target {
		target = h.serverFolder.Newcomers
	}
	err = changeRecord(target, person.ID, func(k *personRecord) {
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
		if person.ID == address(person.Network) {
			most = h.limits.tablesPerAddress
		}
		k.Tables = k.Tables[:min(len(k.Tables), most)]
	})
	if err == nil && source != nil && source != target {
		err = source.Change(keyOf(person.ID), func([]byte) ([]byte, error) { return nil, nil })
	}
	return err
}

// checkTableLimits reports why a person may not begin another table.
func (h *Service) checkTableLimits(host Person) error {
	err := h.checkLimit(host.ID, h.limits.tablesPerPerson, ErrOwnTables)
	if err == nil && host.Network != "" {
		err = h.checkLimit(address(host.Network), h.limits.tablesPerAddress, ErrAddress)
	}
	return err
}

// address is the ID under which the tables are kept that were begun from an address.
func address(network string) string { return "address:" + network }

// checkLimit returns the error full unless fewer than most tables were begun under an ID. Those
// that are gone do not count.
func (h *Service) checkLimit(id string, most int, full error) error {
	k, err := h.loadPerson(id)
	if err != nil || k.begunCount() < most {
		return err
	}
	all, err := h.serverFolder.Tables()
	if err != nil {
		return err
	}
	err = h.changePerson(id, func(now *personRecord) {
		now.Tables = slices.DeleteFunc(now.Tables, func(v visited) bool { return !slices.Contains(all, v.Table) })
		k = *now
	})
	if err == nil && k.begunCount() >= most {
		err = full
	}
	return err
}

// forget notes that a table is not there any more.
func (h *Service) forget(id, table string) error {
	return h.changePerson(id, func(k *personRecord) {
		k.Tables = slices.DeleteFunc(k.Tables, func(v visited) bool { return v.Table == table })
	})
}

// Name returns the name that a person has used last, empty for somebody new.
func (h *Service) Name(id string) (string, error) {
	k, err := h.loadPerson(id)
	return k.Name, err
}

// Settings returns the settings that are kept for a person. Those that cannot be read count as none.
func (h *Service) Settings(id string) settings.Settings {
	k, _ := h.loadPerson(id)
	return k.parseSettings()
}

func (k *personRecord) parseSettings() (set settings.Settings) {
	if json.Unmarshal(k.Settings, &set) != nil {
		return settings.Settings{}
	}
	return set
}

// ChangeSettings changes the settings that are kept for a person. Of somebody who only looks around nothing is.
func (h *Service) ChangeSettings(id string, change func(*settings.Settings)) (err error) {
	return errors.Join(h.changePerson(id, func(k *personRecord) {
		set := k.parseSettings()
		change(&set)
		k.Settings, err = json.Marshal(set)
	}), err)
}

// Rename returns another name for a person, cleaned, for the tables to come. It is kept for a person who
// is known; of somebody who only looks around nothing is written.
func (h *Service) Rename(id, name string) (string, error) {
	name, err := CleanName(name)
	if err != nil {
		return "", err
	}
	return name, h.changePerson(id, func(k *personRecord) { k.Name = name })
}

// Visited is a table where a person was, as the person sees it.
type Visited struct {
	Ticket Ticket
	Now    TableView
	// Damaged is why its log cannot be read, nil if it can.
	Damaged error
}

// mostVisits is how many tables are listed for a person.
const mostVisits = 8

// Visited returns the tables where a person was and can go again, the last one first.
func (h *Service) Visited(id string) (out []Visited, err error) {
	k, err := h.loadPerson(id)
	for _, t := range k.Tables {
		if len(out) >= mostVisits {
			break
		}
		ticket := Ticket{Table: t.Table}
		switch now, err := h.preview(id, t.Table); {
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
func (h *Service) ReturnCode(p Person) (string, error) {
	in, _, err := h.findPerson(p.ID)
	if err == nil {
		err = h.arrivals.take(p.Network, h.opts.Now())
	}
	if err == nil && in == nil {
		err = changeRecord(h.serverFolder.Newcomers, p.ID, func(k *personRecord) { k.Name = p.Name })
	}
	if err != nil {
		return "", err
	}
	return h.issue(returnLength, codeTarget{Person: p.ID})
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
	byNetwork  map[string]*rate.Limiter
}

// These are the usual limits: those of a school behind one address, and of a server of 2,000 people.
const (
	arrivalsEach = 300
	arrivalsMost = 10_000
)

// dailyLimiter returns a limiter for so many at once, and as many again in a day.
func dailyLimiter(many int) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(float64(many)/(24*time.Hour).Seconds()), many)
}

// take counts somebody who arrives from an address, which is empty for one without limits of its own.
// The error is [ErrArrivals] where that is one too many.
func (a *Arrivals) take(network string, now time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.byNetwork == nil {
		a.byNetwork = map[string]*rate.Limiter{}
		a.all = dailyLimiter(a.most)
	}
	full := a.all.TokensAt(now) < 1
	if network != "" && !full {
		own := a.byNetwork[network]
		if own == nil {
			a.forget(now)
			own = dailyLimiter(a.each)
			a.byNetwork[network] = own
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
	if len(a.byNetwork) < a.most {
		return
	}
	for network, own := range a.byNetwork {
		if own.TokensAt(now) >= float64(own.Burst()) {
			delete(a.byNetwork, network)
		}
	}
}

// countArrival counts a person who was not known before.
func (h *Service) countArrival(p Person) error {
	in, _, err := h.findPerson(p.ID)
	if err != nil || in != nil {
		return err
	}
	return h.arrivals.take(p.Network, h.opts.Now())
}

// Arrivals counts the people who were written down.
func (h *Service) Arrivals() *Arrivals { return &h.arrivals }
