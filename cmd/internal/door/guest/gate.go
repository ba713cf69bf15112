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

// UsualConnections is the default for the highest number of connections through all doors. It is enough for 500 tables
// of four browsers, which have two connections each.
const UsualConnections = 4096

const (
	// requestsAtOnce is the number of requests that may come from one address at once, as a multiple of the requests in
	// a second.
	requestsAtOnce = 16
	// bytesAtOnce is the number of bytes that a connection may send at once, as a multiple of the bytes in a second.
	bytesAtOnce = 4
	// keysASecond is the number of keys that are taken from one address in a second in the long run: 128 people at
	// terminals who press four keys each.
	keysASecond = 500
	// keysAtOnce is the number of keys that are taken from one address at once.
	keysAtOnce = 10_000
)

// Limits bound what one address, one connection and one visitor may send. A limit of 0 stands for the default; other
// limits are for tests. The addresses of one IPv6 network count as one.
type Limits struct {
	// PerAddress is the highest number of connections from one address, and of its requests in a second in the long
	// run: 128. An eighth of that number of connections may begin in a second in the long run.
	PerAddress int
	// Burst is the number of connections from one address that may begin at once: twice PerAddress.
	Burst int
	// Codes is the number of wrong codes that one address may try in a minute: 10.
	Codes int
	// SignIn is how long a connection may last without a session: 1 minute. In that time a new visitor compares the
	// fingerprint of the host key.
	SignIn time.Duration
	// Bytes is the number of bytes that are read from a connection in a second in the long run: 65,536.
	Bytes int
}

// withDefaults returns the limits, with the defaults for limits of 0.
func (l Limits) withDefaults() Limits {
	l.PerAddress = cmp.Or(l.PerAddress, 128)
	l.Burst = cmp.Or(l.Burst, 2*l.PerAddress)
	l.Codes = cmp.Or(l.Codes, 10)
	l.SignIn = cmp.Or(l.SignIn, time.Minute)
	l.Bytes = cmp.Or(l.Bytes, 1<<16)
	return l
}

// gate counts the connections through all doors.
type gate struct {
	mu sync.Mutex
	// conns are the open connections.
	conns map[*Conn]bool
	// records count what comes from each address.
	records map[netip.Prefix]*addressRecord
	// spare is the number of connections that are too many, and are told so.
	spare int
	// sweep is the number of records at which records without content are dropped.
	sweep int
}

// mostConnections returns the highest number of connections through all doors.
func (s *Sessions) mostConnections() int { return cmp.Or(s.Connections, UsualConnections) }

// A door that can explain it lets in a few connections that are too many, to tell people so and to answer the
// monitoring of the server.
const (
	// mostSpare is the highest number of such connections.
	mostSpare = 64
	// mostSparePerAddress is the highest number of such connections from one address.
	mostSparePerAddress = 4
)

// Listen returns a listener for a door. It closes connections that are too many at once, and the others are [*Conn]. A
// door that can explain it gets a few of the former, too; [Conn.Request] lets none of their requests in.
func (s *Sessions) Listen(l net.Listener, canExplain bool) net.Listener {
	return &limitedListener{l, s, canExplain}
}

// limitedListener is a listener that closes connections that are too many.
type limitedListener struct {
	net.Listener
	sessions   *Sessions
	canExplain bool
}

// Accept waits for a connection that is let in.
func (g *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if conn := g.sessions.admit(c, g.canExplain); conn != nil {
			return conn, nil
		}
		_ = c.Close()
	}
}

// admit lets a connection in. It returns nil for a connection that is not let in.
func (s *Sessions) admit(c net.Conn, canExplain bool) *Conn {
	limits := s.Limits.withDefaults()
	now := time.Now()
	network := s.networkOf(c.RemoteAddr().String())
	g := &s.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	a := s.networkRecord(network, now, limits)
	most := s.mostConnections()
	crowded := len(g.conns) >= most
	if crowded {
		s.crowdedWarning.Do(func() {
			s.Logger().Warn("no more connections may be open: others are turned away; --max-connections lets more in",
				"connections", most)
		})
	}
	full := crowded || network.IsValid() && (a.open >= limits.PerAddress || !a.connections.AllowN(now, 1))
	if full {
		s.Counters.Refused.Add(1)
		if !canExplain || g.spare >= mostSpare || a.spare >= mostSparePerAddress {
			return nil
		}
		g.spare++
		a.spare++
	} else {
		a.open++
		s.Counters.Connections.Add(1)
	}
	conn := &Conn{
		Conn: c, sessions: s, network: network, refused: full, closed: make(chan struct{}),
		budget: rate.NewLimiter(rate.Limit(limits.Bytes), bytesAtOnce*limits.Bytes),
	}
	conn.signIn = time.AfterFunc(limits.SignIn, func() {
		if conn.Close() == nil {
			s.Counters.Silent.Add(1)
		}
	})
	if g.conns == nil {
		g.conns = map[*Conn]bool{}
	}
	g.conns[conn] = true
	s.Counters.Open.Add(1)
	return conn
}

// Conn is a connection that was let in. It is closed if nobody signs in in time.
type Conn struct {
	net.Conn
	sessions *Sessions
	// network is the network for which the connection counts.
	network netip.Prefix
	// refused reports whether the connection is too many, and is open only to be told so.
	refused bool
	// signIn closes the connection if nobody signs in in time.
	signIn *time.Timer
	// budget limits the bytes that are read.
	budget *rate.Limiter
	// closed is closed with the connection.
	closed chan struct{}
}

// BeginSession notes that a session has begun on this connection, which may last for as long as the session.
func (c *Conn) BeginSession() { c.signIn.Stop() }

// EndSession notes that the session has ended. Another one has to begin in time.
func (c *Conn) EndSession() {
	select {
	case <-c.closed:
	default:
		c.signIn.Reset(c.sessions.Limits.withDefaults().SignIn)
	}
}

// Read reads from the connection. It waits if more bytes come than the limit allows.
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

// Close closes the connection and stops counting it.
func (c *Conn) Close() error {
	if !c.leave() {
		return net.ErrClosed
	}
	return c.Conn.Close()
}

// leave stops counting the connection. It reports whether this was the first call.
func (c *Conn) leave() (first bool) {
	c.sessions.gate.mu.Lock()
	defer c.sessions.gate.mu.Unlock()
	if !c.sessions.gate.conns[c] {
		return false
	}
	delete(c.sessions.gate.conns, c)
	a := c.sessions.gate.records[c.network]
	if c.refused {
		c.sessions.gate.spare--
		a.spare--
	} else {
		a.open--
	}
	c.sessions.Counters.Open.Add(-1)
	c.signIn.Stop()
	close(c.closed)
	return true
}

// DropConnections closes all connections of all doors at once.
func (s *Sessions) DropConnections() {
	s.gate.mu.Lock()
	all := slices.Collect(maps.Keys(s.gate.conns))
	s.gate.mu.Unlock()
	for _, c := range all {
		_ = c.Close()
	}
}
