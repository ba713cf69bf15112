//go:build !windows

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tameScreen fails if the program has sent what only a file could have said.
func (w *terminal) tameScreen() {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, raw := range []string{"\x1b]0;", "\a", "\u009b", "\u202e", "\u2066", "\x1b[31mevil"} {
		assert.False(w.t, bytes.Contains(w.all, []byte(raw)), "the terminal got %q", raw)
	}
}

// TestHostileScreens goes through the screens that show what lies on the disk.
func TestHostileScreens(t *testing.T) {
	// It runs alone: a program that another test starts meanwhile would hold the locks of its tables for a moment.
	h := newHome(t)
	write := func(path, text string) string {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	_, record, _ := h.call("", "simulate", "c01p4s1", "--json")
	header, rest, _ := strings.Cut(record, "\n")
	games, books := h.kept("games"), h.kept("campaigns")
	writeTable(t, filepath.Join(games, "c01p4s1-1.ndjson"), homeTable+record)
	writeTable(t, filepath.Join(games, "c01p4s1-2.ndjson"),
		homeTable+strings.Replace(header, `"c01p4s1"`, evilJSON, 1)+"\n"+rest)
	for _, name := range []string{"\x1b]0;evil\a", "\u202eevil", "a\nFORGED"} {
		write(filepath.Join(games, name+".ndjson"), record)
		write(filepath.Join(books, name+".ndjson"), evil)
	}
	writeTable(t, filepath.Join(books, "shire.ndjson"),
		strings.Replace(homeTable, `"players":4`, `"players":4,"campaign":true,"book":`+evilJSON, 1))
	write(filepath.Join(h.config, "fellowship", "settings.yaml"), "names: ["+evilJSON+"]\nlang: en\n")

	w := h.onTerminal()
	w.until("the menu", says("> h Deal of the day", "q leave"))
	w.press("e", "the settings", says("Settings"))
	w.press(escKey, "the menu", says("> e Settings"))
	w.press("l", "the saved games", says("> today", "A Long-expected Party"))
	w.press(escKey, "the menu", says("> l Replays"))
	w.press("p", "the campaigns or the menu", says("q"))
	w.tameScreen()
	w.typed("\x03")
	w.exits()

	shared := write(filepath.Join(t.TempDir(), "\u202eevil.ndjson"), record)
	w = h.onTerminal("replay", "--look", shared)
	w.until("the round", says("trick"))
	w.tameScreen()
	w.typed("\x03")
	w.exits()
}
