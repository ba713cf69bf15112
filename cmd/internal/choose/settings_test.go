package choose

import (
	"testing"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
)

// TestLooks holds that each look is found again in the settings that it makes, and that one turns
// through all of them.
func TestLooks(t *testing.T) {
	now := settings.Settings{}
	seen := map[string]bool{}
	for range looks {
		f := Settings(texts.New("en"), &now, nil, Look)[0]
		seen[f.Value] = true
		f.Step(1)
	}
	assert.Len(t, seen, len(looks))
	assert.Equal(t, settings.Settings{}, now, "it begins anew")
	assert.Equal(t, "alllight", lookOf(&settings.Settings{Color: "always", Background: "light"}))
}
