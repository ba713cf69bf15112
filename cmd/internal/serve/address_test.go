package serve

import (
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAddressInUse checks what is said of an address where another program listens.
func TestAddressInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	var listener net.Listener
	option := listenOption{flag: "--web", address: taken.Addr().String(), listener: &listener}
	require.NoError(t, option.check())
	require.ErrorContains(t, option.listen(), `--web: "`+taken.Addr().String()+`": another program already uses this port`)
	assert.Nil(t, listener)
}

// TestAddresses checks which texts are addresses of a server, and which are names of a machine.
func TestAddresses(t *testing.T) {
	for _, good := range []string{"", ":0", ":8080", "localhost:8080", "127.0.0.1:2222", "[::1]:80", "game.example.org:443"} {
		option := listenOption{flag: "--web", address: good, usualPort: "8080"}
		require.NoError(t, option.check(), good)
	}
	for _, bad := range []string{
		"x", "8080", ":", "x:", "::1", "::1:80", "http://x", "http://x:80", "x:80/", "/tmp/socket", ":-1", ":65536", "a b", "[x",
	} {
		option := listenOption{flag: "--web", address: bad, usualPort: "8080"}
		require.Error(t, option.check(), bad)
		option.address = option.example()
		require.NoError(t, option.check(), "%s: the example can be used", bad)
	}
	for _, good := range []string{"x", "game.example.org", "192.168.1.2", "::1", "my-host"} {
		require.NoError(t, checkHost(good), good)
	}
	for _, bad := range []string{"", "x:80", "http://x", "a b", "x/", "a@b", "[::1]", "x?y", "x#y"} {
		require.Error(t, checkHost(bad), bad)
	}
}
