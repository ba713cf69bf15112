package choose

import (
	"strings"
	"testing"

	"fellowship/characters"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"

	"github.com/stretchr/testify/assert"
)

// clients are all ways to play.
var clients = map[string]settings.Client{
	"screen at home":    settings.ScreenAtHome,
	"screen on server":  settings.ScreenOnServer,
	"browser at home":   settings.BrowserAtHome,
	"browser on server": settings.BrowserOnServer,
}

// TestSettingsTurnRound checks that a person can turn through all values of each setting, that each value has a text
// of its own in every language, and that the first value comes back.
func TestSettingsTurnRound(t *testing.T) {
	for name, client := range clients {
		for _, lang := range characters.Languages {
			tx := texts.New(lang)
			now := settings.Settings{}
			fields := func() []Field {
				return append(DeviceSettings(tx, &now, client), Settings(tx, &now, client)...)
			}
			for i, field := range fields() {
				assert.NotContains(t, field.Label, ".", "%s: a key without a text", name)
				first := field.Now()
				seen := map[string]bool{}
				for range field.Options {
					current := fields()[i]
					assert.NotEmpty(t, current.Value, "%s: %s", name, current.Name)
					seen[current.Value] = true
					current.Step(1)
				}
				assert.Len(t, seen, len(field.Options), "%s: %s", name, field.Name)
				assert.Equal(t, first, fields()[i].Now(), "%s: %s", name, field.Name)
			}
		}
	}
}

// TestOffered checks which settings each client offers: what belongs to a terminal is not offered in a browser, and
// what belongs to the host of a server is not offered to its visitors.
func TestOffered(t *testing.T) {
	want := map[string]string{
		"screen at home":    "lang computer order auto quick still tips mouse look",
		"screen on server":  "lang order auto tips look",
		"browser at home":   "computer order quick tips",
		"browser on server": "order tips",
	}
	for name, client := range clients {
		var names []string
		for _, f := range Settings(texts.New("en"), &settings.Settings{}, client) {
			names = append(names, f.Name)
		}
		assert.Equal(t, want[name], strings.Join(names, " "), name)
	}
}

// TestUnknownWord checks that a value that no form offers shows as the usual one.
func TestUnknownWord(t *testing.T) {
	now := settings.Settings{Lang: "xx", Computer: "nobody"}
	fields := Settings(texts.New("de"), &now, settings.ScreenAtHome)
	assert.Equal(t, "de", fields[0].Now(), "the language of the texts")
	assert.Equal(t, players.Strongest, fields[1].Now())
}
