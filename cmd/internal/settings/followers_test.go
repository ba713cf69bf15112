package settings

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestFollowers checks that the followers of a person, and nobody else, are told of changes until they stop.
func TestFollowers(t *testing.T) {
	var f Followers
	var annas, others, bens []string
	stop := f.Follow("anna", func(now Settings) { annas = append(annas, now.Order) })
	defer f.Follow("anna", func(now Settings) { others = append(others, now.Order) })()
	defer f.Follow("ben", func(now Settings) { bens = append(bens, now.Order) })()

	f.Tell("anna", func() (Settings, error) { return Settings{Order: ByRank}, nil })
	stop()
	stop()
	f.Tell("anna", func() (Settings, error) { return Settings{Order: BySuit}, nil })
	f.Tell("anna", func() (Settings, error) { return Settings{}, errors.New("unreadable") })
	f.Tell("cleo", func() (Settings, error) {
		t.Error("nobody follows cleo")
		return Settings{}, nil
	})

	assert.Equal(t, []string{ByRank}, annas)
	assert.Equal(t, []string{ByRank, BySuit}, others)
	assert.Empty(t, bens)
}
