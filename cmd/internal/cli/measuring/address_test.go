package measuring

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestAddresses holds what may be left out of an address.
func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"host": "nats://host:4222", "host:1": "nats://host:1", "::1": "nats://[::1]:4222", "tls://a@b:3": "tls://a@b:3",
	} {
		assert.Equal(t, want, workURL(text))
	}
}
