package settings

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fellowship/cmd/internal/disk"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// TestEverySettingIsKept sets every value of every setting: it is found again, it is allowed and has a label, and other
// settings stay as they were. A value that is none of a setting's words is not allowed.
func TestEverySettingIsKept(t *testing.T) {
	usual := map[string]string{}
	for i := range list {
		usual[list[i].Name] = list[i].Value(&Settings{})
	}
	assert.Equal(t, SwitchedOn, usual["still"], "things move")
	assert.Equal(t, SwitchedOn, usual["tips"])
	assert.Equal(t, SwitchedOff, usual["auto"])
	shared := map[string]string{"language": "lang", "lang": "language", "motion": "still", "still": "motion"}
	for i := range list {
		s := &list[i]
		assert.False(t, s.Allows("nonsense"), s.Name)
		values := []string{SwitchedOn, SwitchedOff}
		if len(s.Words) > 0 {
			values = nil
			for _, w := range s.Words {
				values = append(values, w.Value)
				assert.NotEmpty(t, w.LabelKey)
			}
			assert.True(t, s.Default == "" || slices.Contains(values, s.Default), s.Name)
		}
		for _, value := range values {
			assert.True(t, s.Allows(value), "%s: %s", s.Name, value)
			var now Settings
			s.Set(&now, value)
			assert.Equal(t, value, s.Value(&now), s.Name)
			for k := range list {
				other := &list[k]
				isLook := s.Name == "scheme" || s.Name == "look" // both stand for the background
				if other.Name == s.Name || other.Name == shared[s.Name] || isLook {
					continue
				}
				assert.Equal(t, usual[other.Name], other.Value(&now), "%s of %s=%s", other.Name, s.Name, value)
			}
		}
	}
}

// TestKeepStars: stars are kept if they are more than before, and nobody else's map changes.
func TestKeepStars(t *testing.T) {
	var s Settings
	s.KeepStars("one", 2)
	before := s
	s.KeepStars("one", 1)
	s.KeepStars("two", 3)
	assert.Equal(t, map[string]int{"one": 2, "two": 3}, s.Puzzles)
	s.KeepStars("one", 3)
	assert.Equal(t, 3, s.Puzzles["one"])
	assert.Equal(t, map[string]int{"one": 2}, before.Puzzles)
}

// TestNowhereToSave: without a folder for settings, or where it cannot be, saving says so.
func TestNowhereToSave(t *testing.T) {
	require.ErrorIs(t, Settings{}.Save(""), disk.ErrNoHome)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.ErrorContains(t, Settings{}.Save(filepath.Join(file, "settings.yaml")), "settings: ")
	_, err := Load(filepath.Join(file, "settings.yaml"))
	require.ErrorContains(t, err, "settings: ")
}
