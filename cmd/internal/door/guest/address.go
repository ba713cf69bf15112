package guest

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"time"

	"fellowship/characters/say"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

// ErrCodes means that no more codes are looked up for an address. It has a text in every language.
var ErrCodes = say.New("too many wrong codes came from your address; try again in a few minutes")

// addressRecord counts what comes from one address.
type addressRecord struct {
	// open is the number of its connections, and of its requests through a proxy.
	open int
	// spare is the number of its connections that are too many, and are told so.
	spare int
	// connections limits new connections.
	connections *rate.Limiter
	// requests limits the requests of browsers.
	requests *rate.Limiter
	// keys limits the keys of visitors at terminals.
	keys *rate.Limiter
	// codes limits wrong codes.
	codes *rate.Limiter
	// guessing is held while a code is looked up.
	guessing *semaphore.Weighted
	// uses is the number of those who use the record now, beside its connections: see useRecord.
	uses int
}

// networkRecord returns the record of an address, and makes it if there is none; s.gate.mu is held.
func (s *Sessions) networkRecord(network netip.Prefix, now time.Time, limits Limits) *addressRecord {
	g := &s.gate
	if a := g.records[network]; a != nil {
		return a
	}
	g.forget(now, s.mostConnections())
	if g.records == nil {
		g.records = map[netip.Prefix]*addressRecord{}
	}
	a := &addressRecord{
		connections: rate.NewLimiter(rate.Limit(float64(limits.PerAddress)/8), limits.Burst),
		requests:    rate.NewLimiter(rate.Limit(limits.PerAddress), requestsAtOnce*limits.PerAddress),
		keys:        rate.NewLimiter(keysASecond, keysAtOnce),
		codes:       rate.NewLimiter(rate.Limit(float64(limits.Codes)/time.Minute.Seconds()), limits.Codes),
		guessing:    semaphore.NewWeighted(1),
	}
	g.records[network] = a
	return a
}

// forget drops the records of addresses that have no connection and have used none of their limits lately. It does so
// only once there are many records.
func (g *gate) forget(now time.Time, limit int) {
	if len(g.records) < max(g.sweep, limit) {
		return
	}
	for network, a := range g.records {
		isUsed := func(l *rate.Limiter) bool { return l.TokensAt(now) < float64(l.Burst()) }
		limiters := []*rate.Limiter{a.connections, a.requests, a.keys, a.codes}
		if a.open+a.spare+a.uses == 0 && !slices.ContainsFunc(limiters, isUsed) {
			delete(g.records, network)
		}
	}
	g.sweep = 2 * len(g.records)
}

// isProxy reports whether an address belongs to a proxy.
func (s *Sessions) isProxy(ip netip.Addr) bool {
	return slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// networkOf returns the network for which a visitor from an address counts: one address of IPv4, or a network of IPv6,
// where one person can have any number of addresses. The network is not valid if the text is no address, or the address
// belongs to a proxy: then there are no limits. An address that is written as a network counts even if it belongs to a
// proxy, see [Sessions.clientAddress].
func (s *Sessions) networkOf(address string) netip.Prefix {
	if network, err := netip.ParsePrefix(address); err == nil {
		return network
	}
	ip, ok := parseAddress(address)
	if !ok || s.isProxy(ip) {
		return netip.Prefix{}
	}
	bits := 64
	if ip.Is4() {
		bits = 32
	}
	network, _ := ip.Prefix(bits)
	return network
}

// parseAddress parses an address, with or without a port.
func parseAddress(text string) (netip.Addr, bool) {
	ip, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		addrPort, portErr := netip.ParseAddrPort(text)
		ip = addrPort.Addr()
		err = portErr
	}
	return ip.Unmap().WithZone(""), err == nil
}

// clientAddress returns the address of the client whose request a proxy has forwarded with these headers
// (X-Forwarded-For). It is the last address that is not a proxy's, because the client itself can write anything before
// it. If that address cannot be parsed, the visitor counts for the proxy's address, which is returned as a network, and
// so has limits. Without such headers, or if all addresses are of proxies, it returns the proxy's address as it is,
// which has no limits.
func (s *Sessions) clientAddress(proxy string, forwarded []string) string {
	all := strings.Split(strings.Join(forwarded, ","), ",")
	for _, address := range slices.Backward(all) {
		ip, ok := parseAddress(strings.TrimSpace(address))
		switch {
		case !ok && len(forwarded) > 0:
			proxyIP, _ := parseAddress(proxy)
			return netip.PrefixFrom(proxyIP, proxyIP.BitLen()).String()
		case ok && !s.isProxy(ip):
			return ip.String()
		}
	}
	return proxy
}

// Request lets in a request of a browser on this connection, and returns the address of its visitor, which a proxy has
// forwarded. The caller must call done when the request is answered. The result ok is false if there are too many
// requests from the address. Each request restarts the time to sign in, because browsers and proxies keep connections
// open.
func (c *Conn) Request(forwarded []string) (address string, done func(), ok bool) {
	limits := c.sessions.Limits.withDefaults()
	now := time.Now()
	address = c.RemoteAddr().String()
	proxied := c.Proxied()
	if proxied {
		address = c.sessions.clientAddress(address, forwarded)
	}
	if proxied && len(forwarded) == 0 {
		c.sessions.proxyWarning.Do(func() {
			c.sessions.Logger().Warn("the proxy does not send X-Forwarded-For: "+
				"nobody behind it has the limits of an address", "proxy", address)
		})
	}
	network := c.sessions.networkOf(address)
	g := &c.sessions.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	a := c.sessions.networkRecord(network, now, limits)
	tooManyOpen := proxied && a.open >= limits.PerAddress
	full := network.IsValid() && (tooManyOpen || !a.requests.AllowN(now, 1))
	if c.refused || full {
		c.sessions.Counters.Requests.Add(1)
		return address, nil, false
	}
	c.signIn.Reset(limits.SignIn)
	if !proxied {
		return address, func() {}, true // the connection itself is counted
	}
	a.open++
	return address, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		a.open--
	}, true
}

// Proxied reports whether the connection comes from a proxy of [Sessions.Proxies].
func (c *Conn) Proxied() bool {
	ip, _ := parseAddress(c.RemoteAddr().String())
	return c.sessions.isProxy(ip)
}

// KeyLimiter returns the limiter for the keys of all visitors at terminals who come from an address. It is nil for an
// address without limits. One of the connections from the address has to be open.
func (s *Sessions) KeyLimiter(address string) *rate.Limiter {
	a, done := s.useRecord(address)
	defer done()
	if a == nil {
		return nil
	}
	return a.keys
}

// NetworkID returns the network for which a visitor from an address counts; empty for an address without limits.
func (s *Sessions) NetworkID(address string) string {
	if network := s.networkOf(address); network.IsValid() {
		return network.String()
	}
	return ""
}

// longestGuess is how long somebody waits before their code is looked up.
const longestGuess = 10 * time.Second

// LimitGuesses calls try to look up a code for somebody from an address. An error that matches wrong means that nobody
// has given the code out. After too many wrong codes LimitGuesses waits before it calls try, so that nobody finds a
// code by guessing. If the wait would be long, it returns ErrCodes instead.
func (s *Sessions) LimitGuesses(ctx context.Context, address string, wrong error, try func() error) error {
	a, done := s.useRecord(address)
	defer done()
	if a != nil {
		// The codes of an address are looked up one after the other. Whether a code counts is known only afterwards,
		// and many at once must not all pass the limit before the first of them counts. A right code takes a moment.
		waiting, cancel := context.WithTimeout(ctx, longestGuess)
		defer cancel()
		if a.guessing.Acquire(waiting, 1) != nil {
			return s.refuseGuess(ctx)
		}
		defer a.guessing.Release(1)
		wait := time.Duration((1 - a.codes.Tokens()) / float64(a.codes.Limit()) * float64(time.Second))
		if end, _ := waiting.Deadline(); wait > time.Until(end) {
			return s.refuseGuess(ctx)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := try()
	if errors.Is(err, wrong) {
		s.Counters.Wrong.Add(1)
		if a != nil {
			a.codes.Reserve()
		}
	}
	return err
}

// refuseGuess counts a code that is not looked up, and returns why.
func (s *Sessions) refuseGuess(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.Counters.Codes.Add(1)
	return ErrCodes
}

// useRecord returns the record of a visitor's address, which is kept until done is called. The record is nil for an
// address without limits.
func (s *Sessions) useRecord(address string) (a *addressRecord, done func()) {
	network := s.networkOf(address)
	if !network.IsValid() {
		return nil, func() {}
	}
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	a = s.networkRecord(network, time.Now(), s.Limits.withDefaults())
	a.uses++
	return a, func() {
		s.gate.mu.Lock()
		defer s.gate.mu.Unlock()
		a.uses--
	}
}
