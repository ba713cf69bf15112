//go:build !windows

package cli

import (
	"bytes"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/settings"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// noPauses matches the setting with which computer players do not pause.
var noPauses = regexp.MustCompile(`play instantly\s+off\s+\[on\]`)

// TestEvening is a first evening, by keys alone and judged by the screen alone:
// settings, the chapter's page, the table, a round of chapter 1 with the computer,
// its result, a look through it, and out again. What was played is in the record.
func TestEvening(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	w := h.onTerminal()
	p := &person{terminal: w, rng: rand.New(rand.NewPCG(6, 0))}

	w.until("the greeting", says("Deal the first trick", "m menu"))
	w.press("m", "the menu", says("> f First evening", "n New game", "q leave"))
	f := w.press("e", "the settings", says("Settings", "l Language"))
	for !strings.Contains(string(f), "< random") {
		f = w.press("c", "another computer player", func(next frame) bool { return next != f })
	}
	w.press("p", "no pauses", func(next frame) bool { return noPauses.MatchString(string(next)) })
	w.press(escKey, "the menu", says("> e Settings"))

	w.press("b", "the chapter book", says("║ 1 ║", "1  A Long-expected Party", "Amon Hen"))
	w.press(enterKey, "the page of chapter 1", says("A Long-expected Party", "Frodo", "enter to the table"))
	w.press(enterKey, "the table", says("> Chapter", "enter begin"))
	w.press("\x1b[A", "the deal", says("> Deal"))
	w.press("7", "its number", says("> Deal", "7_"))
	w.press(downKey, "the chapter", says("> Chapter"))
	w.press(downKey, "the players", says("> Players"))
	w.press(downKey, "the first seat", says("> Seat 1"))
	w.press("Anna", "a name", says("person Anna_", "computer, random"))

	f = w.press(enterKey, "the page of the chapter", frame.introduces)
	assert.Contains(t, f, "c01p4s7")
	f = w.press(enterKey, "the first question", frame.asked)
	undone, refused := false, false
	for ; !f.over(); f = p.next(f) {
		if _, at := f.hand(); !undone && at != "" && strings.Contains(string(f), "trick 3 of 9") {
			f, undone = p.undone(f), true
		}
		if !refused {
			f, refused = p.refused(f)
		}
	}
	assert.True(t, undone)
	assert.True(t, refused)
	assert.Regexp(t, `trick \d of 9`, f)
	assert.Contains(t, f, "c01p4s7 · ")
	won := strings.Contains(string(f), "The fellowship has won!")
	assert.NotEqual(t, won, strings.Contains(string(f), "The round is lost."))
	if !won {
		w.until("where it was lost", says("Here the round was lost", "c01p4s7 · lost"))
	}

	// where the round was lost, if that is known already
	w.press("v", "the look through it", says("left right step", "Next:"))
	w.press(endKey, "the end", says("trick 9 of 9"))
	w.press("1", "the first trick", says("trick 1 of 9", "Next:"))
	w.press("q", "the result", frame.over)
	w.press("q", "the menu", says("n New game", "1 saved game"))
	w.press("l", "the saved games", says("> today", "A Long-expected Party", "newest first"))
	w.press(escKey, "the menu", says("> l Replays"))
	w.typed("q")
	_, code := w.exits()
	assert.Equal(t, command.ExitOK, code)

	path := h.kept("games/c01p4s7-1.ndjson")
	code, replayed, errs := h.call("", "replay", "--json", path)
	require.Equal(t, command.ExitOK, code, errs)
	assert.Equal(t, won, strings.Contains(replayed, `"result":"won"`))
	assert.Equal(t, p.took, p.asked(h.tookAt("c01p4s7-1", 0)))
}

// asked leaves out a last card without an alternative, which is played without asking.
func (p *person) asked(took []string) []string {
	if last := len(took) - 1; p.took[len(p.took)-1] != took[last] {
		return took[:last]
	}
	return took
}

// tookAt reads from a record what a seat decided, as the screen calls it.
func (h *home) tookAt(game string, seat tricks.Seat) []string {
	t := h.t
	t.Helper()
	var took []string
	for e := range chapters.Default().Read(game, bytes.NewReader(h.record("games/"+game+".ndjson"))) {
		require.NoError(t, e.Err)
		g, err := e.Record.Game(chapters.Default())
		require.NoError(t, err)
		for _, d := range e.Record.Decisions {
			if d.Seat == seat && d.Kind == chapters.Draft {
				took = append(took, g.Character(seat).Name.In("en"))
			} else if d.Seat == seat {
				took = append(took, d.Card.String())
			}
		}
	}
	return took
}

// undone takes the last card back and plays it again.
func (p *person) undone(now frame) frame {
	p.t.Helper()
	before := p.press("u", "an earlier question", func(f frame) bool { return f != now && f.asked() })
	assert.Contains(p.t, before, "aken back")
	p.took = p.took[:len(p.took)-1]
	for now = p.next(before); ; now = p.next(now) {
		if _, at := now.hand(); at != "" {
			return now
		}
	}
}

// refused goes to a card that may not be played, if there is one, and is told by
// which rule.
func (p *person) refused(now frame) (frame, bool) {
	p.t.Helper()
	hand, _ := now.hand()
	for _, c := range hand {
		if !c.ok {
			now = p.goTo(now, c.label)
			assert.Regexp(p.t, `\(T\d+\)`, now)
			return now, true
		}
	}
	return now, false
}

// TestTableByKeys types in a round from the real table, with a mistake that is
// pointed out, and steps through it.
func TestTableByKeys(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	w := h.onTerminal("enter", "friday.txt")
	w.typesRound()
	w.press(solveKey, "the round", says("/36"))
	w.typed("q")
	last, code := w.exits()
	assert.Equal(t, command.ExitOK, code, last)
	assert.Contains(t, last, "The round: friday.txt")

	_, analysed, errs := h.call("", "analyse", "friday.txt")
	assert.Contains(t, analysed, "in trick 4 seat 2 (Sam) played S7", errs)
}

// TestTableFromTheMenu types in a round from the real table from the menu: it is kept
// beside the saved games, stepped through, and the menu is there again. The farewell is
// in the language that was chosen last.
func TestTableFromTheMenu(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	w := h.onTerminal()
	w.until("the greeting", says("Deal the first trick"))
	w.press(escKey, "the menu", says("n New game"))
	w.press("d", "the text", says("A round you played", "esc leave"))
	w.press(escKey, "the menu, as nothing was typed", says("> f First evening", "q leave"))
	w.typed("d")
	w.typesRound()
	w.press(solveKey, "the round", says("/36"))
	w.press(rightKey, "the next step", says("1/36"))
	w.press("q", "the menu", says("n New game", "q leave"))
	w.press("e", "the settings", says("Settings", "l Language"))
	w.press("l", "another language", says("Einstellungen"))
	w.press(escKey, "the menu", says("Neues Spiel", "q verlassen"))
	w.typed("q")
	last, code := w.exits()
	assert.Equal(t, command.ExitOK, code, last)
	assert.Contains(t, last, "Die Runde: ", "the farewell speaks the language of the last screen")
	assert.NotContains(t, last, "The round: ")

	kept := h.kept("entered/table-1.txt")
	assert.FileExists(t, kept)
	files, err := os.ReadDir(h.dir)
	require.NoError(t, err)
	assert.Empty(t, files, "nothing is written into the current folder")
}

// typesRound types a round in piles, with a mistake that is pointed out.
func (w *terminal) typesRound() {
	w.t.Helper()
	w.until("the text", says("A round you played", "esc leave"))
	for _, line := range []string{
		"2 4 lost r4", "merry: h2345 / f8615", "sam 2: h7681 / m8153 / s8645 / s73f21",
		"pippin",
	} {
		w.press(line, line, says(line[:min(len(line), 30)]))
		w.typed(enterKey)
	}
	w.press("frodo: f3r2s27 / f4r5m4m2 / r43m6m7", "a mistake", says("line 5: R4 appears twice"))
	w.press(strings.Repeat("\x7f", len("43m6m7"))+"13m6m7", "the mistake mended",
		says("these piles allow one round", "Complete."))
}

// TestDeletesWhatIsConfirmed deletes saved games and a campaign, each after a question.
func TestDeletesWhatIsConfirmed(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	for _, args := range [][]string{{"play", "c01p3s7"}, {"play", "c01p3s8"}, {"campaign", "new", "shire"}} {
		code, _, errs := h.call(ones, args...)
		require.Equal(t, command.ExitOK, code, errs)
	}
	kept := func(name string) bool {
		_, err := os.Stat(h.kept(name + ".ndjson"))
		return err == nil
	}
	w := h.onTerminal("saves", "delete", "c01p3s7-1", "c01p3s8-1")
	w.wait("the first game", says("Delete c01p3s7-1 (20", ")? [y/N]"))
	w.typed("n\r")
	w.wait("the second game", says("Delete c01p3s8-1 (20"))
	w.typed("y\r")
	_, code := w.exits()
	assert.Equal(t, command.ExitOK, code)
	assert.True(t, kept("games/c01p3s7-1"))
	assert.False(t, kept("games/c01p3s8-1"))

	w = h.onTerminal("campaign", "delete", "shire")
	w.wait("the campaign", says("Delete the campaign shire, played 20", "? [y/N]"))
	w.typed("y\r")
	_, code = w.exits()
	assert.Equal(t, command.ExitOK, code)
	assert.False(t, kept("campaigns/shire"))
}

// TestLookByKeys looks through a record: the screen finds where the round was
// lost, as analyse does, and the person plays on from there.
func TestLookByKeys(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.set(settings.Settings{Quick: true})
	_, record, _ := h.call("", "simulate", "c01p3s2", "--policy", "random", "--json")
	require.NoError(t, os.WriteFile(h.file("friday.ndjson"), []byte(record), 0o600))
	_, analysed, _ := h.call("", "analyse", "friday.ndjson")
	lost := regexp.MustCompile(`Here the round was lost: in trick (\d+) seat (\d) \(\w+\) played (\w\d)\. It could still be won with: ([^.]*)\.`).
		FindStringSubmatch(strings.Join(strings.Fields(analysed), " "))
	require.NotNil(t, lost, analysed)

	w := h.onTerminal("replay", "--look", "friday.ndjson")
	p := &person{terminal: w, rng: rand.New(rand.NewPCG(7, 0))}
	w.until("the first card", says("trick 1 of 12", "Next:"))
	f := w.press("f", "where it was lost, with every card judged",
		says("Here the round was lost, with "+lost[3]+". It could still be won with: "+lost[4]))
	assert.Contains(t, f, "trick "+lost[1]+" of 12")
	f = w.press("p", "the game", func(f frame) bool { return strings.Contains(string(f), " you ") && f.asked() })
	for !f.over() {
		f = p.next(f)
	}
	w.typed("q")
	_, code := w.exits()
	assert.Equal(t, command.ExitOK, code)

	name := h.kept("games/c01p3s2-1.ndjson")
	played := h.record("games/c01p3s2-1.ndjson")
	_, before, _ := strings.Cut(record, "\n")
	seat := string(lost[2][0] - 1) // records count from 0
	before, _, _ = strings.Cut(before, `{"play":"`+seat+":"+lost[3]+`"}`)
	_, after, _ := strings.Cut(string(played), "\n")
	assert.True(t, strings.HasPrefix(after, before), "what came before stays")
	code, _, errs := h.call("", "replay", name)
	assert.Equal(t, command.ExitOK, code, errs)
	took := p.asked(h.tookAt("c01p3s2-1", 0))
	assert.Equal(t, p.took, took[len(took)-len(p.took):])
}

// TestLookAtALargeFile checks that only the first round of a file is read, and that a record that is
// too long is refused.
func TestLookAtALargeFile(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	_, record, _ := h.call("", "simulate", "c01p3s2", "--policy", "random", "--json")
	padded := strings.Replace(record, "{", "{"+strings.Repeat(" ", 500_000), 1)
	look := func(text string) *terminal {
		require.NoError(t, os.WriteFile(h.file("many.ndjson"), []byte(text), 0o600))
		return h.onTerminal("replay", "--look", "many.ndjson")
	}
	const more = "this is the first"
	for _, rounds := range []int{20, 1} {
		w := look(strings.Repeat(padded, rounds))
		f := w.until("the round", func(f frame) bool {
			return says("trick 1 of 12")(f) && says(more)(f) == (rounds > 1)
		})
		assert.Contains(t, f, "left right step")
		w.typed("q")
		_, code := w.exits()
		assert.Equal(t, command.ExitOK, code)
	}
	f, code := look(record + strings.Repeat(`{"assisted":"`+strings.Repeat(" ", 9_000)+"\"}\n", 2000)).exits()
	assert.Equal(t, command.ExitUsage, code)
	assert.Contains(t, f, "the record is longer than")
}
