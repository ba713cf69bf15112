package web

import (
	"net"
	"net/http"
	"sync"
)

// silentConnections are the connections on which nothing was received yet. Browsers open connections ahead of time, for
// which [http.Server.Shutdown] would wait five seconds.
type silentConnections struct {
	mu  sync.Mutex
	all map[net.Conn]struct{}
	// closed reports whether silent connections are closed as they come.
	closed bool
}

// track keeps track of the connections on which no request has begun yet.
func (s *silentConnections) track(c net.Conn, now http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case now != http.StateNew:
		delete(s.all, c)
	case s.closed:
		_ = c.Close()
	default:
		if s.all == nil {
			s.all = map[net.Conn]struct{}{}
		}
		s.all[c] = struct{}{}
	}
}

// close closes the silent connections, now and from now on.
func (s *silentConnections) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for c := range s.all {
		_ = c.Close()
	}
}
