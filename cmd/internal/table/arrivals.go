package table

import (
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Arrivals limits how many new people and return codes a server stores, so that nobody can fill its disk.
type Arrivals struct {
	// Written counts the arrivals that were stored.
	Written atomic.Int64
	// Refused counts the arrivals beyond the limits.
	Refused atomic.Int64

	// each is the number of arrivals from one address that are stored at once, and per day.
	each int
	// most is the number of arrivals from all addresses that are stored at once, and per day.
	most int

	// mu guards all and byNetwork.
	mu sync.Mutex
	// all limits the arrivals from all addresses.
	all *rate.Limiter
	// byNetwork has a limiter for each address.
	byNetwork map[string]*rate.Limiter
}

// Usual limits of [Arrivals].
const (
	// arrivalsEach suits a school behind one address.
	arrivalsEach = 300
	// arrivalsMost suits a server of 2,000 people.
	arrivalsMost = 10_000
)

// dailyLimiter returns a limiter that allows a number of arrivals at once and the same number per day.
func dailyLimiter(number int) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(float64(number)/(24*time.Hour).Seconds()), number)
}

// take takes the place of an arrival from an address. An empty address has no limit of its own. The error is
// [ErrArrivals] beyond a limit. The function that is returned gives the place back, for an arrival that was not stored.
func (a *Arrivals) take(network string, now time.Time) (giveBack func(), err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.byNetwork == nil {
		a.byNetwork = map[string]*rate.Limiter{}
		a.all = dailyLimiter(a.most)
	}
	limiters := []*rate.Limiter{a.all}
	if network != "" {
		own := a.byNetwork[network]
		if own == nil {
			a.forget(now)
			own = dailyLimiter(a.each)
			a.byNetwork[network] = own
		}
		limiters = append(limiters, own)
	}
	for _, limiter := range limiters {
		if limiter.TokensAt(now) < 1 {
			a.Refused.Add(1)
			return nil, ErrArrivals
		}
	}
	var taken []*rate.Reservation
	for _, limiter := range limiters {
		taken = append(taken, limiter.ReserveN(now, 1))
	}
	a.Written.Add(1)
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		for _, reservation := range taken {
			reservation.CancelAt(now)
		}
		a.Written.Add(-1)
	}, nil
}

// forget drops the limiters of addresses without recent arrivals, once there are many of them.
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

// countArrival takes the place of a person who has no record yet, see [Arrivals.take].
func (s *Service) countArrival(p Person) (giveBack func(), err error) {
	bucket, _, err := s.findPerson(p.ID)
	if err != nil {
		return nil, err
	}
	if bucket != nil {
		return func() {}, nil
	}
	return s.arrivals.take(p.Network, s.opts.Now())
}

// Arrivals returns the counter of new people.
func (s *Service) Arrivals() *Arrivals { return &s.arrivals }
