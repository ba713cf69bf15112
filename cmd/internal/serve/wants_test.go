package serve

import (
	"net/url"
	"strings"
	"testing"

	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSettingsOfAVisitor checks that a visitor changes language and looks, and that they are
// the same at the next visit, also for who had another language before.
func TestSettingsOfAVisitor(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	anna := h.friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	anna.chooses("Settings")
	anna.press("l")
	de := texts.New("de")
	anna.sees(de.T("lobby.settings.above"))
	anna.press("\x1b")
	anna.sees(de.T("serve.lobby.new"))
	anna.atOnce("\x03")
	anna.ends()
	require.Zero(t, h.store.People.Count()+h.store.Newcomers.Count(),
		"nothing is written of somebody who only looks around")

	again := h.friend("anna")
	again.key = anna.key
	again.comes("")
	again.sees("Who are you?")
	again.press("\r")
	again.chooses("Settings")
	again.press("l")
	again.sees(de.T("lobby.settings.above"))
	again.press("\x1b")
	again.chooses(de.T("serve.lobby.new"))
	again.sees(de.T("serve.new.title"))
	again.press("\r")
	again.sees(de.T("serve.free"))
	again.atOnce("\x03")
	again.ends()

	known := h.friend("anna")
	known.key = anna.key
	known.comes("")
	known.sees(de.T("serve.lobby.new"))
}

// TestSettingsFromABrowser checks that what a person changes in a browser is seen in the round that they have open over
// ssh, without a key: the coach is silent when tips are off.
func TestSettingsFromABrowser(t *testing.T) {
	t.Parallel()
	h := open(t, func(o *Options) { o.Web = "127.0.0.1:0" })
	anna := h.friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	anna.chooses("A code for a browser")
	own := returning(t, anna)
	anna.chooses("Begin a table")
	anna.sets("Players", "1")
	anna.sets("Chapter", "1 ")
	anna.begins()
	anna.isReady()
	coach := texts.New("en").T("coach.draft")
	anna.sees(coach)
	browser := h.surfs("anna", own)
	require.NoError(t, browser.Send("/settings", url.Values{"tips": {""}}))
	anna.until("no coach", func(now string) bool { return !strings.Contains(now, coach) })
	require.NoError(t, browser.Send("/settings", url.Values{"tips": {"yes"}}))
	anna.sees(coach)
}

// TestFirstEveningOfAVisitor checks that the small round of the first evening is played on a
// server as at home, and leads back to where the visitor was.
func TestFirstEveningOfAVisitor(t *testing.T) {
	t.Parallel()
	anna := open(t, nil).friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	en := texts.New("en")
	anna.chooses(en.T("lobby.lesson"))
	anna.press("\r")
	anna.sees("Frodo")
	anna.press("?")
	anna.sees(en.T("rules.page"))
	anna.press("?")
	anna.press("q")
	anna.atOnce("y")
	anna.sees(en.T("lobby.help.lesson"))
	anna.press("\x1b")
	anna.sees(en.T("serve.lobby.new"))
}

// TestBookOfAVisitor checks that a visitor can read the chapters and begin a table for one of them, and that the server
// shows nothing of rounds before the last one of a table.
func TestBookOfAVisitor(t *testing.T) {
	t.Parallel()
	anna := open(t, nil).friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	en := texts.New("en")
	now := anna.sees(en.T("lobby.book"))
	assert.NotContains(t, now, en.T("lobby.saved"))
	anna.chooses(en.T("lobby.book"))
	anna.sees(" 1  A Long-expected Party")
	anna.press("\x1b[C")
	anna.sees(" 2  A Little Delay in the Shire")
	anna.press("\r")
	anna.sees("Exchange with Frodo, Sam or Pippin.")
	anna.press("\r")
	assert.Contains(t, anna.sees(en.T("serve.new.title")), "2  A Little Delay")
}

// TestMenuOfAVisitor checks that a visitor solves puzzles on a server, begins a table for the deal of the day, and is
// told what the server keeps.
func TestMenuOfAVisitor(t *testing.T) {
	t.Parallel()
	anna := open(t, nil).friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	en := texts.New("en")
	anna.chooses(en.T("lobby.puzzle"))
	anna.sees(en.T("lobby.puzzle.above"))
	anna.press("\r")
	anna.sees("> Puzzle 1 ")
	anna.press("\r")
	anna.sees("level 1. ")
	anna.press("q")
	anna.atOnce("y")
	anna.sees("> Puzzle 1 ")
	anna.press("\x1b")
	anna.sees(en.T("lobby.puzzle.above"))
	anna.press("\x1b")
	anna.chooses(en.T("lobby.stats"))
	anna.sees("The server keeps the last round")
	anna.press("\x1b")
	anna.chooses(en.T("lobby.today"))
	anna.sees(en.T("serve.new.title"))
	anna.begins()
	anna.sees(en.T("serve.game.named"))
}
