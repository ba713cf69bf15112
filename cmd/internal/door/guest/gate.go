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

// UsualConnections is how many connections there may be through all doors where nobody says
// otherwise: those of 500 tables of four browsers, which have two each.
const UsualConnections = 4096

const (
	// requestsAtOnce is how many requests of browsers may come from one address at once, as a
	// multiple of what may come in a second.
	requestsAtOnce = 16
	// bytesAtOnce is the same for the bytes of a connection.
	bytesAtOnce = 4
)

// Limits bound what may come from one address, through a connection and from a visitor. A limit of 0
// stands for the usual one; others are for tests. The addresses of one IPv6 network count as one.
type Limits struct {
	// PerAddress is how many connections there may be from one address, 128, and how many
	// requests of browsers a second in the long run. An eighth of it may begin in a second in the
	// long run, and Burst at once, twice as many as PerAddress.
	PerAddress, Burst int
	// Codes is how many wrong codes one address may try in a minute, 10.
	Codes int
	// SignIn is how long a connection may last without a visit: 1 minute. Within it a new visitor
	// compares the host key's fingerprint.
	SignIn time.Duration
	// Bytes is how many bytes a second are read from a connection in the long run: 65,536.
	Bytes int
	// Frames is how many screens a second are drawn for a visitor at most: 30.
	Frames int
	// Patience is how long a terminal may take to read what is written to it: 20 seconds.
	Patience time.Duration
}

// withDefaults returns the limits with the usual ones for those that are 0.
func (l Limits) withDefaults() Limits {
	l.PerAddress = cmp.Or(l.PerAddress, 128)
	l.Burst, l.Codes = cmp.Or(l.Burst, 2*l.PerAddress), cmp.Or(l.Codes, 10)
	l.SignIn, l.Bytes = cmp.Or(l.SignIn, time.Minute), cmp.Or(l.Bytes, 1<<16)
	l.Frames, l.Patience = cmp.Or(l.Frames, 30), cmp.Or(l.Patience, 20*time.Second)
	return l
}

// gate counts the connections through the doors of a house.
type gate struct {
	mu      sync.Mutex
	conns   map[*Conn]bool
	records map[netip.Prefix]*addressRecord
	// spare counts connections that are one too many, and are told so.
	spare int
	// sweep is how many addresses may be remembered before those are forgotten of
	// which there is nothing to remember.
	sweep int
}

// mostConnections is how many connections there may be through all doors.
func (h *Sessions) mostConnections() int { return cmp.Or(h.Connections, UsualConnections) }

// Through a door that can say so, some connections that are one too many are told that,
// and who watches over the server is answered: so many in all, and of one address.
const mostSpare, spareEach = 64, 4

// Listen returns a listener for a door: connections that are too many are closed at
// once, and the others are [*Conn]. A door that tells people so gets some of the former,
// too, for which [Conn.Request] lets nothing in.
func (h *Sessions) Listen(l net.Listener, canExplain bool) net.Listener {
	return &limitedListener{l, h, canExplain}
}

type limitedListener struct {
	net.Listener
	h          *Sessions
	canExplain bool
}

// Accept waits for a connection that may come in.
func (g *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if conn := g.h.admit(c, g.canExplain); conn != nil {
			return conn, nil
		}
		_ = c.Close()
	}
}

// admit lets a connection in, or returns nil.
func (h *Sessions) admit(c net.Conn, canExplain bool) *Conn {
	limits := h.Limits.withDefaults()
	now := time.Now()
	network := h.networkOf(c.RemoteAddr().String())
	g := &h.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	a := h.networkRecord(network, now, limits)
	most := h.mostConnections()
	crowded := len(g.conns) >= most
	if crowded {
		h.crowdedWarning.Do(func() {
			h.Logger().Warn("no more connections may be open: others are turned away; --max-connections lets more in",
				"connections", most)
		})
	}
	full := crowded || network.IsValid() && (a.open >= limits.PerAddress || !a.connections.AllowN(now, 1))
	if full {
		h.Counters.Refused.Add(1)
		if !canExplain || g.spare >= mostSpare || a.spare >= spareEach {
			return nil
		}
		g.spare++
		a.spare++
	} else {
		a.open++
		h.Counters.Connections.Add(1)
	}
	conn := &Conn{
		Conn: c, h: h, network: network, refused: full, closed: make(chan struct{}),
		budget: rate.NewLimiter(rate.Limit(limits.Bytes), bytesAtOnce*limits.Bytes),
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
	h       *Sessions
	network netip.Prefix
	// refused reports whether it is one too many, and here to be told so.
	refused bool
	signIn  *time.Timer
	budget  *rate.Limiter
	closed  chan struct{}
}

// BeginSession notes that there is a visit on this connection. It may last for as long as
// that does.
func (c *Conn) BeginSession() { c.signIn.Stop() }

// EndSession notes that the visit has ended: another one has to begin in time.
func (c *Conn) EndSession() {
	select {
	case <-c.closed:
	default:
		c.signIn.Reset(c.h.Limits.withDefaults().SignIn)
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
	a := c.h.gate.records[c.network]
	if c.refused {
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

// DropConnections closes all connections of all doors at once.
func (h *Sessions) DropConnections() {
	h.gate.mu.Lock()
	all := slices.Collect(maps.Keys(h.gate.conns))
	h.gate.mu.Unlock()
	for _, c := range all {
		_ = c.Close()
	}
}
