package serve

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// atOnce presses keys that come in one piece.
func (f *friend) atOnce(keys string) {
	f.t.Helper()
	_, err := io.WriteString(f.keys, keys)
	require.NoError(f.t, err)
}

// TestTwice presses Enter twice, like somebody in a hurry, and checks that only one table is begun.
func TestTwice(t *testing.T) {
	t.Parallel()
	anna := open(t, nil).friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.atOnce("\r")
	anna.sees(build.Version())
	anna.chooses("Begin a table")
	anna.sees("Wait for an absent player")
	anna.sees("enter begin")
	anna.atOnce("\r\r")
	anna.sees("anna (you, host)")
	anna.chooses("Go to the lobby")
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
	t.Parallel()
	h := open(t, nil)
	for _, lang := range []string{"en", "de"} {
		words := texts.New(lang)
		anna := h.friend("anna")
		anna.lang = lang
		anna.comes("")
		anna.sees(words.T("serve.name.title"))
		anna.press("\r")
		anna.chooses(words.T("serve.lobby.new"))
		anna.sets(words.T("lobby.row.players"), "1")
		anna.press("\r")
		anna.chooses(words.T("serve.ready"))
		key := words.T("key.table")
		anna.sees(words.T("serve.state", key))
		anna.press("g")
		anna.press("\t")
		anna.sees(play.Title(words, "won"))
		anna.press("\x1b")
		anna.press(key)
		anna.chooses(words.T("serve.toround"))
		anna.press("?")
		assert.NotRegexp(t, `(?m)(^|  +)`+key+` (?:.*  +)?`+key+` `, anna.text)
	}
}

// What was said before the round is not shown in it.
func TestSaidBefore(t *testing.T) {
	t.Parallel()
	all := meet(open(t, nil), "anna", "ben")
	all[0].goesTo("Say something")
	all[0].atOnce("good evening")
	all[0].atOnce("\r")
	for _, f := range all {
		f.sees("anna: good evening") // her own screen may come to it last
	}
	for _, f := range all {
		f.isReady()
	}
	for _, f := range all {
		assert.NotContains(t, f.sees("p table"), "good evening", f.name)
	}
}

// A name that is proposed makes room for what is typed; one that was typed
// in the browser's own field is not asked for again, and who gets a code for elsewhere is
// not about to hang up.
func TestNames(t *testing.T) {
	t.Parallel()
	h := open(t, func(o *Options) { o.Web = "127.0.0.1:0" })
	root := h.friend("root")
	root.comes("")
	root.sees("> My name   _root")
	root.atOnce("Anna")
	root.sees("> My name   Anna")
	root.press("\x7f")
	root.press("e")
	root.press("\r")
	root.sees("Change my name    Anne")
	root.chooses("Change my name")
	root.sees("> My name   _Anne")
	root.atOnce("Anna")
	root.sees("> My name   Anna")
	root.press("\r")
	root.sees("Change my name    Anna")
	root.chooses("A code for a browser")
	assert.Contains(t, root.sees("Your code to come back with"), " > h Deal of the day")

	assert.Contains(t, h.surfs("ben", "").Text(), "Welcome, ben")
}

// On a narrow screen the key of the table stays where somebody says much.
func TestNarrowState(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	anna, ben := h.friend("anna-of-the-longname"), h.friend("ben")
	anna.narrow = true
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	anna.chooses("Begin a table")
	anna.begins()
	ben.comes(anna.code("play here"))
	ben.sees("Who are you?")
	ben.press("\r")
	ben.isReady()
	anna.isReady()
	anna.sees("p table")
	anna.press("p")
	anna.chooses("Say a phrase")
	anna.chooses("One moment, please.")
	anna.sees("  anna-of-the-")
	assert.Contains(t, anna.text, "p table")
}

// TestRulesBeforeAGame checks that the rules are one key away on every screen, and that
// the key is a letter where something is written.
func TestRulesBeforeAGame(t *testing.T) {
	t.Parallel()
	anna := open(t, nil).friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("?")
	anna.sees("Keys")
	anna.press("?")
	anna.press("\r")
	anna.sees("Begin a table")
	anna.press("?")
	anna.sees("Keys")
	anna.press("ring")
	anna.sees("ring")
	anna.press("\x1b")
	anna.press("\x1b")
	anna.goesTo("Enter a code")
	anna.press("A")
	anna.press("?")
	anna.sees("A?")
	anna.chooses("First evening")
	anna.sees("trick")
	anna.press("\x1b")
	anna.sees("Begin a table")
}

// TestWrongCode checks that a code that leads nowhere can be mended where it stands.
func TestWrongCode(t *testing.T) {
	t.Parallel()
	anna := open(t, nil).friend("anna")
	anna.comes("NOSUCHCODE")
	anna.sees("Who are you?")
	anna.press("\r")
	anna.sees("\n   > o Enter a code")
	anna.sees("nosuchcode")
}

// TestAnotherName checks that somebody whose name looks like a name at the table is asked for another name, and comes
// to the table with it.
func TestAnotherName(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	bill := h.friend("bill")
	bill.comes("")
	bill.sees("Who are you?")
	bill.press("\r")
	bill.chooses("Begin a table")
	bill.sees("Hints")
	bill.begins()
	other := h.friend("ВіlӀ") // letters of Cyrillic
	other.comes(bill.code("play here"))
	other.sees("Who are you?")
	other.press("\r")
	other.sees("or one that looks like it")
	other.sees("Who are you?")
	other.press("Ted\r")
	other.sees("Ted (you)")
}

// TestManyWrongCodes checks that wrong codes are counted, and that after too many of them
// nothing is looked up any more.
func TestManyWrongCodes(t *testing.T) {
	t.Parallel()
	h := open(t, func(o *Options) {
		o.Metrics = "127.0.0.1:0"
		o.Limits.Codes = 1
	})
	anna := h.friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	anna.goesTo("Enter a code")
	for i, says := range []string{"is not known", "too many wrong codes"} {
		anna.press(fmt.Sprint("nosuchcode", i, "\r"))
		anna.sees(says)
	}
	_, text := h.asked("/metrics")
	assert.Contains(t, text, "fellowship_codes_wrong_total 1\n")
	assert.Contains(t, text, "fellowship_codes_refused_total 1\n")
}

// TestManyTables checks that one address begins no more tables than it may.
func TestManyTables(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	var refused error
	for n := 0; refused == nil; n++ {
		host := table.Person{ID: fmt.Sprint("guest:", n), Name: "Ben", Network: "127.0.0.1/32"}
		_, refused = h.tables.Create(host, table.Setup{Players: 2, First: table.Pick{Chapter: "1"}})
	}
	require.ErrorIs(t, refused, table.ErrAddress)
	anna := h.friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	anna.chooses("Begin a table")
	anna.sees("Hints")
	anna.begins()
	anna.sees("too many tables were begun from your address")
}

// TestStrongestFirst checks that the first computer player offered is the strongest, and
// called as at home.
func TestStrongestFirst(t *testing.T) {
	t.Parallel()
	anna := open(t, nil).friend("anna")
	anna.lang = "de"
	words := texts.New("de")
	anna.comes("")
	anna.sees(words.T("serve.name.title"))
	anna.press("\r")
	anna.chooses(words.T("serve.lobby.new"))
	anna.goesTo(words.T("serve.seat", 2))
	anna.press("\x1b[C")
	anna.sees("< " + words.T("lobby.seat.computer", words.T("lobby.computer."+players.Strongest)) + " >")
}

// TestLobbyLetters checks that the letters of the menu are those at home, that the letter of the
// code leads to its row and presses nothing there, and that letters are written there.
func TestLobbyLetters(t *testing.T) {
	t.Parallel()
	anna := open(t, nil).friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	for _, at := range [][2]string{
		{"n", "enter begin"},
		{"b", "1  A Long-expected Party"},
		{"k", "a campaign"},
		{"e", "Left and right change"},
	} {
		anna.sees("q hang up")
		anna.press(at[0])
		anna.sees(at[1])
		anna.press("\x1b")
	}
	anna.sees("q hang up")
	anna.press("o")
	assert.NotContains(t, anna.sees("> o Enter a code"), "Type the code")
	anna.press("b")
	anna.sees("b_")
	anna.press("\x1b[B")
	anna.atOnce("q")
	anna.ends()
}
