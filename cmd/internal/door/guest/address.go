package guest

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"time"

	"fellowship/characters/say"

	"golang.org/x/time/rate"
)

// ErrCodes means that no more codes are looked up for an address. It has a text in every
// language.
var ErrCodes = say.New("too many wrong codes came from your address; try again in some minutes")

// addressRecord is the memory of one address.
type addressRecord struct {
	// open counts its connections, and what comes from it through a proxy; spare are
	// those that are one too many.
	open, spare int
	// connections are connections, requests those of browsers, and codes wrong ones.
	connections, requests, codes *rate.Limiter
}

// networkRecord returns the memory of an address; h.gate.mu is held.
func (h *Sessions) networkRecord(network netip.Prefix, now time.Time, limits Limits) *addressRecord {
	g := &h.gate
	if a := g.records[network]; a != nil {
		return a
	}
	g.forget(now, h.mostConnections())
	if g.records == nil {
		g.records = map[netip.Prefix]*addressRecord{}
	}
	a := &addressRecord{
		connections: rate.NewLimiter(rate.Limit(float64(limits.PerAddress)/8), limits.Burst),
		requests:    rate.NewLimiter(rate.Limit(limits.PerAddress), requestsAtOnce*limits.PerAddress),
		codes:       rate.NewLimiter(rate.Limit(float64(limits.Codes)/time.Minute.Seconds()), limits.Codes),
	}
	g.records[network] = a
	return a
}

// forget forgets addresses of which nothing is there, and nothing has been for long, once there
// are many.
func (g *gate) forget(now time.Time, limit int) {
	if len(g.records) < max(g.sweep, limit) {
		return
	}
	for network, a := range g.records {
		spent := func(l *rate.Limiter) bool { return l.TokensAt(now) < float64(l.Burst()) }
		if a.open+a.spare == 0 && !slices.ContainsFunc([]*rate.Limiter{a.connections, a.requests, a.codes}, spent) {
			delete(g.records, network)
		}
	}
	g.sweep = 2 * len(g.records)
}

// isProxy reports whether an address is that of a proxy.
func (h *Sessions) isProxy(ip netip.Addr) bool {
	return slices.ContainsFunc(h.Proxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// networkOf is the address that somebody counts for: one of IPv4, or a network of IPv6, in
// which everybody has as many as they like. It is not valid for what has none, which is on
// this machine, and for a proxy, unless that is written as a network itself, see visitor.
func (h *Sessions) networkOf(address string) netip.Prefix {
	if network, err := netip.ParsePrefix(address); err == nil {
		return network
	}
	ip, ok := parseAddress(address)
	if !ok || h.isProxy(ip) {
		return netip.Prefix{}
	}
	bits := 64
	if ip.Is4() {
		bits = 32
	}
	network, _ := ip.Prefix(bits)
	return network
}

// parseAddress reads an address, with a port or without.
func parseAddress(text string) (netip.Addr, bool) {
	ip, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		addrPort, portErr := netip.ParseAddrPort(text)
		ip = addrPort.Addr()
		err = portErr
	}
	return ip.Unmap().WithZone(""), err == nil
}

// clientAddress returns the address of the client whose request a proxy has forwarded with these
// headers (X-Forwarded-For): the last one that is not a proxy's, as whoever sends it can
// write anything before that. Where that cannot be read the visitor counts for the proxy's address,
// which has limits then: it is returned as a network.
func (h *Sessions) clientAddress(proxy string, forwarded []string) string {
	all := strings.Split(strings.Join(forwarded, ","), ",")
	for _, address := range slices.Backward(all) {
		ip, ok := parseAddress(strings.TrimSpace(address))
		switch {
		case !ok && len(forwarded) > 0:
			proxyIP, _ := parseAddress(proxy)
			return netip.PrefixFrom(proxyIP, proxyIP.BitLen()).String()
		case ok && !h.isProxy(ip):
			return ip.String()
		}
	}
	return proxy
}

// Request lets a request of a browser in that has come on the connection, and returns the
// address of its visitor: where the connection is that of a proxy, the one that was
// forwarded. Done is to be called when it is answered. One that is too many of its address
// is not let in. The time to sign in begins anew: browsers and proxies keep connections.
func (c *Conn) Request(forwarded []string) (address string, done func(), ok bool) {
	limits := c.h.Limits.withDefaults()
	now := time.Now()
	address = c.RemoteAddr().String()
	proxied := c.Proxied()
	if proxied {
		address = c.h.clientAddress(address, forwarded)
	}
	if proxied && len(forwarded) == 0 {
		c.h.proxyWarning.Do(func() {
			c.h.Logger().Warn("the proxy does not send X-Forwarded-For: nobody behind it has the limits of an address", "proxy", address)
		})
	}
	network := c.h.networkOf(address)
	g := &c.h.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	a := c.h.networkRecord(network, now, limits)
	full := network.IsValid() && (proxied && a.open >= limits.PerAddress || !a.requests.AllowN(now, 1))
	if c.refused || full {
		c.h.Counters.Requests.Add(1)
		return address, nil, false
	}
	c.signIn.Reset(limits.SignIn)
	if !proxied {
		return address, func() {}, true // its connection counts
	}
	a.open++
	return address, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		a.open--
	}, true
}

// Proxied reports whether the connection is that of a proxy whose word counts.
func (c *Conn) Proxied() bool {
	ip, _ := parseAddress(c.RemoteAddr().String())
	return c.h.isProxy(ip)
}

// visitorRecord returns the memory of the address of a visitor, nil for one without limits.
func (h *Sessions) visitorRecord(address string) *addressRecord {
	network := h.networkOf(address)
	if !network.IsValid() {
		return nil
	}
	h.gate.mu.Lock()
	defer h.gate.mu.Unlock()
	return h.networkRecord(network, time.Now(), h.Limits.withDefaults())
}

// NetworkID is the network for which a visitor from an address counts, empty for one without
// limits.
func (h *Sessions) NetworkID(address string) string {
	if network := h.networkOf(address); network.IsValid() {
		return network.String()
	}
	return ""
}

// LimitGuesses looks a code up for somebody from an address; for one that nobody has given out
// the error of try matches wrong. After too many of those it waits before it looks, so
// that nobody finds a code by trying; the error is ErrCodes where that would take long.
func (h *Sessions) LimitGuesses(ctx context.Context, address string, wrong error, try func() error) error {
	a := h.visitorRecord(address)
	if a != nil {
		const longest = 10 * time.Second
		wait := time.Duration((1 - a.codes.Tokens()) / float64(a.codes.Limit()) * float64(time.Second))
		if wait > longest {
			h.Counters.Codes.Add(1)
			return ErrCodes
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := try()
	if errors.Is(err, wrong) {
		h.Counters.Wrong.Add(1)
		if a != nil {
			a.codes.Reserve() // also beyond what there is: who tries many at once waits longer
		}
	}
	return err
}
