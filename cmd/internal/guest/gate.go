package guest

import (
	"cmp"
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Gate bounds connections, before anybody knows who they are. A limit of 0
// stands for its default.
type Gate struct {
	// Total is how many connections there may be through all doors, 2,048 by
	// default, and PerAddress how many from one address, 64. The addresses of one
	// IPv6 network count as one.
	Total, PerAddress int
	// Rate is how many connections a second one address may begin in the long run,
	// and Burst how many at once; 10 and 100 by default.
	Rate  float64
	Burst int
	// SignIn is how long a connection may last without a visit; 1 minute by default.
	// Within it a new visitor compares the host key's fingerprint.
	SignIn time.Duration
	// Bytes is how many bytes a second are read from a connection in the long run,
	// and BytesBurst how many at once; 65,536 and 262,144 by default.
	Bytes      float64
	BytesBurst int
}

func (g Gate) or() Gate {
	return Gate{
		Total: cmp.Or(g.Total, 2048), PerAddress: cmp.Or(g.PerAddress, 64),
		Rate: cmp.Or(g.Rate, 10), Burst: cmp.Or(g.Burst, 100),
		SignIn: cmp.Or(g.SignIn, time.Minute),
		Bytes:  cmp.Or(g.Bytes, 1<<16), BytesBurst: cmp.Or(g.BytesBurst, 1<<18),
	}
}

// gate is who stands at it.
type gate struct {
	mu    sync.Mutex
	conns map[*Conn]bool
	from  map[netip.Prefix]*address
	// sweep is how many addresses may be remembered before those are forgotten of
	// which there is nothing to remember.
	sweep int
}

// address is the memory of one address.
type address struct {
	open int
	new  *rate.Limiter
}

// Listen returns a listener for a door: connections that are too many are closed at
// once, and the others are [*Conn].
func (h *House) Listen(l net.Listener) net.Listener { return &gated{l, h} }

type gated struct {
	net.Listener
	h *House
}

// Accept waits for a connection that may come in.
func (g *gated) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if conn := g.h.admit(c); conn != nil {
			return conn, nil
		}
		_ = c.Close()
	}
}

// admit lets a connection in, or returns nil.
func (h *House) admit(c net.Conn) *Conn {
	limits, from := h.Gate.or(), network(c.RemoteAddr())
	g, now := &h.gate, time.Now()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.conns == nil {
		g.conns, g.from = map[*Conn]bool{}, map[netip.Prefix]*address{}
	}
	a := g.from[from]
	if a == nil {
		g.forget(now, limits)
		a = &address{new: rate.NewLimiter(rate.Limit(limits.Rate), limits.Burst)}
		g.from[from] = a
	}
	known := from.IsValid() // what has no address is on this machine
	if len(g.conns) >= limits.Total || known && (a.open >= limits.PerAddress || !a.new.AllowN(now, 1)) {
		h.Counters.Refused.Add(1)
		return nil
	}
	conn := &Conn{
		Conn: c, h: h, from: from, closed: make(chan struct{}),
		budget: rate.NewLimiter(rate.Limit(limits.Bytes), limits.BytesBurst),
	}
	conn.signIn = time.AfterFunc(limits.SignIn, func() {
		if conn.Close() == nil {
			h.Counters.Silent.Add(1)
		}
	})
	a.open++
	g.conns[conn] = true
	h.Counters.Connections.Add(1)
	h.Counters.Open.Add(1)
	return conn
}

// forget forgets addresses that have no connection and have not had one for long.
func (g *gate) forget(now time.Time, limits Gate) {
	if len(g.from) < max(g.sweep, limits.Total) {
		return
	}
	for from, a := range g.from {
		if a.open == 0 && a.new.TokensAt(now) >= float64(limits.Burst) {
			delete(g.from, from)
		}
	}
	g.sweep = 2 * len(g.from)
}

// network is the address that a connection counts for: one of IPv4, or a network of
// IPv6, in which everybody has as many as they like. It is not valid without one.
func network(addr net.Addr) netip.Prefix {
	if addr == nil {
		return netip.Prefix{}
	}
	at, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return netip.Prefix{}
	}
	ip, bits := at.Addr().Unmap().WithZone(""), 64
	if ip.Is4() {
		bits = 32
	}
	from, _ := ip.Prefix(bits)
	return from
}

// Conn is a connection that has come through the gate. It is closed when nobody
// signs in.
type Conn struct {
	net.Conn
	h      *House
	from   netip.Prefix
	signIn *time.Timer
	budget *rate.Limiter
	closed chan struct{}
}

// Begun says that there is a visit on this connection. It may last for as long as
// that does.
func (c *Conn) Begun() { c.signIn.Stop() }

// Over says that the visit has ended: another one has to begin in time.
func (c *Conn) Over() {
	select {
	case <-c.closed:
	default:
		c.signIn.Reset(c.h.Gate.or().SignIn)
	}
}

// Read reads, and waits when more has come than may.
func (c *Conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b[:min(len(b), c.budget.Burst())])
	if wait := c.budget.ReserveN(time.Now(), n).Delay(); wait > 0 {
		select {
		case <-time.After(wait):
		case <-c.closed:
		}
	}
	return n, err
}

// Close closes the connection and makes its place free.
func (c *Conn) Close() error {
	if !c.leave() {
		return net.ErrClosed
	}
	return c.Conn.Close()
}

// leave makes the place free, once.
func (c *Conn) leave() (first bool) {
	c.h.gate.mu.Lock()
	defer c.h.gate.mu.Unlock()
	if !c.h.gate.conns[c] {
		return false
	}
	delete(c.h.gate.conns, c)
	c.h.gate.from[c.from].open--
	c.h.Counters.Open.Add(-1)
	c.signIn.Stop()
	close(c.closed)
	return true
}

// Drop closes all connections of all doors at once.
func (h *House) Drop() {
	h.gate.mu.Lock()
	all := slices.Collect(maps.Keys(h.gate.conns))
	h.gate.mu.Unlock()
	for _, c := range all {
		_ = c.Close()
	}
}
