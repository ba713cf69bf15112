package guest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPerson checks who is recognized when they come back, and who has signed in with a key.
func TestPerson(t *testing.T) {
	for _, tt := range []struct {
		person     Person
		persistent bool
		key        bool
	}{
		{KeyHolder("SHA256:abc"), true, true},
		{Browser("abc"), true, false},
		{Anonymous("1"), false, false},
		{"", false, false},
	} {
		assert.Equal(t, tt.persistent, tt.person.IsPersistent(), "%q", tt.person)
		assert.Equal(t, tt.key, tt.person.HasKey(), "%q", tt.person)
	}
}
