package measuring

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestAddresses holds what may be left out of an address.
func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"4222": "127.0.0.1:4222", ":9": "127.0.0.1:9", "0.0.0.0": "0.0.0.0:4222", "host:1": "host:1", "::1": "[::1]:4222", "[::1]:5": "[::1]:5",
	} {
		assert.Equal(t, want, serveAddress(text))
	}
	for text, want := range map[string]string{
		"host": "nats://host:4222", "host:1": "nats://host:1", "::1": "nats://[::1]:4222", "tls://a@b:3": "tls://a@b:3",
	} {
		assert.Equal(t, want, workURL(text))
	}
}
