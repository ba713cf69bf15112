package serve

import (
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestReach tells apart this machine, the network at home and the world.
func TestReach(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]Reach{
		"127.0.0.1": ThisMachine, "127.8.0.1": ThisMachine, "::1": ThisMachine, "localhost": ThisMachine,
		"::ffff:127.0.0.1": ThisMachine,
		"192.168.1.7":      LocalNetwork, "10.0.0.1": LocalNetwork, "172.17.0.1": LocalNetwork,
		"169.254.3.4": LocalNetwork, "100.64.0.9": LocalNetwork, "fd12::7": LocalNetwork, "fe80::1": LocalNetwork,
		"::ffff:10.0.0.1": LocalNetwork,
		"203.0.113.5":     Internet, "2003:e5::7": Internet, "game.example.org": Internet, "100.128.0.1": Internet,
	} {
		assert.Equal(t, want, reachOf(host), host)
	}
}

// TestJoin tells friends what is for them, and the host who comes from where.
func TestJoin(t *testing.T) {
	t.Parallel()
	at := func(host string, guests bool) *Server {
		ip := &net.TCPAddr{IP: net.IPv4zero, Port: 2222}
		return &Server{opts: Options{Host: host, Guests: guests}, ssh: listener{addr: ip}, web: listener{addr: ip}}
	}
	s := at("", true)
	assert.Equal(t, []string{"ssh -p 2222 -t 127.0.0.1", "http://127.0.0.1:2222/"}, s.JoinFrom(ThisMachine))
	for _, line := range s.Join("k7m") {
		if len(s.JoinFrom(LocalNetwork))+len(s.JoinFrom(Internet)) > 0 {
			assert.NotContains(t, line, "127.0.0.1", "a friend is elsewhere")
		}
	}
	s = at("game.example.org", true)
	assert.Empty(t, s.JoinFrom(ThisMachine))
	assert.Equal(t, []string{"ssh -p 2222 -t game.example.org k7m", "http://game.example.org:2222/#k7m"}, s.Join("k7m"))
	assert.Equal(t, []string{"ssh -p 2222 -t game.example.org"}, at("game.example.org", false).JoinFrom(Internet))
}

// TestOrigin tells the name of a proxy to those who come with a browser, and refuses what is none.
func TestOrigin(t *testing.T) {
	t.Parallel()
	ip := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	s := &Server{
		opts: Options{Guests: true, Origins: []string{"game.example.org", "game.example.org:8443"}},
		web:  listener{addr: ip},
	}
	assert.Equal(t, []string{"https://game.example.org/", "https://game.example.org:8443/"}, s.JoinFrom(Internet))
	assert.Empty(t, s.JoinFrom(ThisMachine))
	assert.Equal(t, []string{"https://game.example.org/#k7m", "https://game.example.org:8443/#k7m"}, s.Join("k7m"))
	for _, origin := range []string{"https://game.example.org", "game.example.org/", "a b", "", "a@b"} {
		_, err := Start(Options{Web: "127.0.0.1:0", Guests: true, Dir: t.TempDir(), Origins: []string{origin}})
		assert.ErrorContains(t, err, "--origin", origin)
	}
}

// listener is a door at an address.
type listener struct {
	net.Listener
	addr net.Addr
}

func (l listener) Addr() net.Addr { return l.addr }
