package settings

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLooks checks that each look is found again in the settings that it makes.
func TestLooks(t *testing.T) {
	for _, name := range lookNames() {
		var s Settings
		setLook(&s, name)
		assert.Equal(t, name, lookOf(&s))
	}
	assert.Equal(t, "alllight", lookOf(&Settings{Color: "always", Background: "light"}))
}

// TestSettingNames checks that no client offers two settings with the same name or letter.
func TestSettingNames(t *testing.T) {
	for _, client := range []Client{ScreenAtHome, ScreenOnServer, BrowserAtHome, BrowserOnServer} {
		names := map[string]bool{}
		letters := map[rune]bool{}
		for _, s := range append(Offered(client, true), Offered(client, false)...) {
			assert.False(t, names[s.Name], s.Name)
			assert.False(t, s.Letter != 0 && letters[s.Letter], s.Name)
			names[s.Name] = true
			letters[s.Letter] = true
		}
	}
}
