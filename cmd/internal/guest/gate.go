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

// Gate bounds connections, before anybody knows who they are, and what may come from one
// address. A limit of 0 stands for its default. The addresses of one IPv6 network count as
// one.
type Gate struct {
	// Total is how many connections there may be through all doors, 4,096 by default: those of
	// 500 tables of four browsers, which have two each. PerAddress is how many from one address,
	// 128.
	Total, PerAddress int
	// Rate is how many connections a second one address may begin in the long run,
	// and Burst how many at once; an eighth of PerAddress and twice as many by default.
	// Requests is the same for requests of browsers; PerAddress, and 16 times as many at
	// once.
	Rate     float64
	Burst    int
	Requests float64
	// SignIn is how long a connection may last without a visit; 1 minute by default.
	// Within it a new visitor compares the host key's fingerprint.
	SignIn time.Duration
	// Bytes is how many bytes a second are read from a connection in the long run,
	// and BytesBurst how many at once; 65,536 and 262,144 by default.
	Bytes      float64
	BytesBurst int
	// Codes is how many wrong codes one address may try in a minute, 10 by default.
	Codes int
	// Proxies are those whose word counts for the address of a visitor. They have no
	// limits of an address themselves.
	Proxies []netip.Prefix
}

// Filled returns the limits with the default ones for those that are 0.
func (g Gate) Filled() Gate {
	g.Total, g.PerAddress = cmp.Or(g.Total, 4096), cmp.Or(g.PerAddress, 128)
	g.Rate, g.Burst = cmp.Or(g.Rate, float64(g.PerAddress)/8), cmp.Or(g.Burst, 2*g.PerAddress)
	g.Requests, g.SignIn = cmp.Or(g.Requests, float64(g.PerAddress)), cmp.Or(g.SignIn, time.Minute)
	g.Bytes, g.BytesBurst = cmp.Or(g.Bytes, 1<<16), cmp.Or(g.BytesBurst, 1<<18)
	g.Codes = cmp.Or(g.Codes, 10)
	return g
}

// gate counts the connections through a [Gate].
type gate struct {
	mu    sync.Mutex
	conns map[*Conn]bool
	from  map[netip.Prefix]*address
	// spare counts connections that are one too many, and are told so.
	spare int
	// sweep is how many addresses may be remembered before those are forgotten of
	// which there is nothing to remember.
	sweep int
}

// Through a door that can say so, some connections that are one too many are told that,
// and who watches over the server is answered: so many in all, and of one address.
const mostSpare, spareEach = 64, 4

// Listen returns a listener for a door: connections that are too many are closed at
// once, and the others are [*Conn]. A door that tells people so gets some of the former,
// too, for which [Conn.Request] lets nothing in.
func (h *House) Listen(l net.Listener, tells bool) net.Listener { return &gated{l, h, tells} }

type gated struct {
	net.Listener
	h     *House
	tells bool
}

// Accept waits for a connection that may come in.
func (g *gated) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if conn := g.h.admit(c, g.tells); conn != nil {
			return conn, nil
		}
		_ = c.Close()
	}
}

// admit lets a connection in, or returns nil.
func (h *House) admit(c net.Conn, tells bool) *Conn {
	limits, now := h.Gate.Filled(), time.Now()
	from := limits.network(c.RemoteAddr().String())
	g := &h.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.address(from, now, limits)
	crowded := len(g.conns) >= limits.Total
	if crowded && h.Log != nil {
		h.crowded.Do(func() {
			h.Log.Warn("no more connections may be open: others are turned away; --max-connections lets more in", "connections", limits.Total)
		})
	}
	full := crowded || from.IsValid() && (a.open >= limits.PerAddress || !a.begun.AllowN(now, 1))
	if full {
		h.Counters.Refused.Add(1)
		if !tells || g.spare >= mostSpare || a.spare >= spareEach {
			return nil
		}
		g.spare++
		a.spare++
	} else {
		a.open++
		h.Counters.Connections.Add(1)
	}
	conn := &Conn{
		Conn: c, h: h, from: from, refused: full, closed: make(chan struct{}),
		budget: rate.NewLimiter(rate.Limit(limits.Bytes), limits.BytesBurst),
	}
	conn.signIn = time.AfterFunc(limits.SignIn, func() {
		if conn.Close() == nil {
			h.Counters.Silent.Add(1)
		}
	})
	if g.conns == nil {
		g.conns = map[*Conn]bool{}
	}
	g.conns[conn] = true
	h.Counters.Open.Add(1)
	return conn
}

// Conn is a connection that has come through the gate. It is closed when nobody
// signs in.
type Conn struct {
	net.Conn
	h    *House
	from netip.Prefix
	// refused says that it is one too many, and here to be told so.
	refused bool
	signIn  *time.Timer
	budget  *rate.Limiter
	closed  chan struct{}
}

// Begun says that there is a visit on this connection. It may last for as long as
// that does.
func (c *Conn) Begun() { c.signIn.Stop() }

// Over says that the visit has ended: another one has to begin in time.
func (c *Conn) Over() {
	select {
	case <-c.closed:
	default:
		c.signIn.Reset(c.h.Gate.Filled().SignIn)
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
	if a := c.h.gate.from[c.from]; c.refused {
		c.h.gate.spare--
		a.spare--
	} else {
		a.open--
	}
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
