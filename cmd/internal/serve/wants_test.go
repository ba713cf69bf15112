package serve

import (
	"net/url"
	"strings"
	"testing"

	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/require"
)

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
	anna.chooses("Open a table")
	anna.sets("Players", "1")
	anna.sets("Chapter", "1 ")
	anna.begins()
	anna.isReady()
	anna.sees("enter to the table") // the page of the chapter
	anna.press("\r")
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
	anna.sees("Frodo")
	anna.press("?")
	anna.sees(en.T("rules.page"))
	anna.press("?")
	anna.press("q")
	anna.atOnce("y")
	anna.sees(en.T("serve.lobby.new"))
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
	anna.sees("level 1. ")
	anna.press("q")
	anna.atOnce("y")
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
