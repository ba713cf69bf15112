package room

import (
	"testing"

	"fellowship/cmd/internal/door/guest"

	"github.com/stretchr/testify/assert"
)

// TestLookAlike checks that somebody whose name looks like another name at the table is asked for another one, and then
// comes in.
func TestLookAlike(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		_, code := s.host("Anna")
		second := s.come("other", "en", code)
		s.write(second, "My name", "ANNA")
		second.golden("name-taken")
		s.write(second, "My name", "Ben")
		assert.Equal(t, "table", second.sheet().Name)
		assert.Equal(t, "Ben", second.view().Name)
	})
}

// TestCodeForGuests checks that a visitor without a key gets a code to come back with, once they are at a table.
func TestCodeForGuests(t *testing.T) {
	serve(t, func(t *testing.T, s *server) {
		_, code := s.host("Anna")
		visitor := s.comeAs(guest.Visitor{Person: guest.Anonymous("1"), Lang: "en"})
		s.write(visitor, "My name", "Cleo")
		visitor.golden("lobby-guest")
		s.write(visitor, "Enter a code", code)
		visitor.golden("table-guest")
	})
}
