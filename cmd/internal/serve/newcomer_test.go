package serve

import (
	"io"
	"strings"
	"testing"

	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// atOnce presses keys that come in one piece.
func (f *friend) atOnce(keys string) {
	f.t.Helper()
	_, err := io.WriteString(f.keys, keys)
	require.NoError(f.t, err)
}

// Who is in a hurry presses Enter twice: one table is begun, and is gone back to once.
func TestTwice(t *testing.T) {
	anna := open(t, nil).friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.atOnce("\r")
	anna.chooses("Begin a table")
	anna.sees("A new table")
	anna.goesTo("Begin")
	anna.atOnce("\r\r")
	anna.sees("anna (you, host)")
	anna.chooses("Leave for the lobby")
	now := anna.sees("Back to the table")
	assert.Equal(t, 1, strings.Count(now, "Back to the table"), "one table was begun")
	anna.goesTo("Back to the table")
	anna.atOnce("\r\r")
	anna.sees("anna (you, host)")
	for range 4 {
		anna.press("\x1b[B")
	}
}

// In each language there is a key for the table that is for nothing else.
func TestTableKey(t *testing.T) {
	h := open(t, nil)
	for _, lang := range []string{"en", "de"} {
		words := texts.New(lang)
		anna := h.friend("anna")
		anna.lang = lang
		anna.comes("")
		anna.sees(words.T("serve.name.title"))
		anna.press("\r")
		anna.chooses(words.T("serve.lobby.new"))
		anna.sets(words.T("serve.new.players"), words.N("serve.players", 1))
		anna.chooses(words.T("serve.new.create"))
		anna.chooses(words.T("serve.ready"))
		key := words.T("serve.key.table")
		anna.sees(words.T("serve.state", key))
		anna.press(words.T("tui.key.won"))
		anna.sees(words.T("tui.page.won"))
		anna.press("\x1b")
		anna.press(key)
		anna.chooses(words.T("serve.toround"))
		anna.press("?")
		assert.NotRegexp(t, `(?m)(^|  +)`+key+` (?:.*  +)?`+key+` `, anna.shown())
	}
}

// What was said before the round is not shown in it.
func TestSaidBefore(t *testing.T) {
	all := meet(open(t, nil), "anna", "ben")
	all[0].goesTo("Say something")
	all[0].atOnce("good evening")
	all[0].atOnce("\r")
	all[1].sees("anna: good evening")
	for _, f := range all {
		f.isReady()
	}
	for _, f := range all {
		assert.NotContains(t, f.sees("p table"), "good evening", f.name)
	}
}
