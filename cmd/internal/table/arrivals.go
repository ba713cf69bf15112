package table

import (
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

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
func (a *Arrivals) take(from string, now time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.from == nil {
		a.from, a.all = map[string]*rate.Limiter{}, aDay(a.most)
	}
	full := a.all.TokensAt(now) < 1
	if from != "" && !full {
		own := a.from[from]
		if own == nil {
			a.forget(now)
			own = aDay(a.each)
			a.from[from] = own
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
	for from, own := range a.from {
		if own.TokensAt(now) >= float64(own.Burst()) {
			delete(a.from, from)
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
