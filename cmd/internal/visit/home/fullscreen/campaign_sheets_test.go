package fullscreen

import (
	"strings"
	"testing"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/saves"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCampaignPage checks what the menu can do with campaigns: begin one, leave its round and come back to
// its book, choose a chapter, give up a round, switch to another campaign, and delete one.
func TestCampaignPage(t *testing.T) {
	e := anEvening(t, "en", func(s *Session) { s.played = &saves.Played{} })
	c, err := campaign.New(e.home.Library, 2, 1)
	require.NoError(t, err)
	require.NoError(t, e.home.Saves.CreateCampaign(e.home.Library, "two-of-us", c))
	e.press("b", "k", "S", "h", "enter")
	e.until("must be in")
	e.press("enter")
	e.until("q leave")
	e.press("q", "y")
	e.until("Campaign Sh", "4 players, 0 of 18 won", "p Play on", "chapter 1 ")
	e.press("home", "down", "down", "down")
	assert.Contains(t, e.frame(), "Round 1, begun: chapter 1. Players: 1 a person, 2 computer (strong)")
	e.press("home", "right", "right", "enter")
	assert.Contains(t, strings.Join(strings.Fields(e.frame()), " "), "Finish it, or give it up.")
	e.press("g", "enter")
	e.press("g", "y")
	assert.NotContains(t, e.frame(), "Give up the round")
	assert.Contains(t, e.frame(), "round 2: chapter 1")
	e.press("home", "right", "right", "enter")
	e.until("The Ring Sets Out", "must be in")
	e.press("enter")
	e.until("q leave")
	e.press("q", "y")
	e.until("p Play on", "chapter 3 ")
	e.press("end", "up", "up", "left")
	assert.Contains(t, e.frame(), "Round 2, begun: chapter 3")

	busy, err := e.campaignTable("two-of-us").Open(e.home.Library)
	require.NoError(t, err)
	e.press("o", "down", "enter")
	assert.Contains(t, e.frame(), "Campaign two-of-us")
	e.press("x", "y")
	assert.Contains(t, e.frame(), "Campaign two-of-us", "it is being played")
	assert.Contains(t, e.frame(), "another program is playing")
	require.NoError(t, busy.Home.Close())
	e.press("o", "enter", "x", "y")
	assert.NotContains(t, e.frame(), "Campaign Sh")
	e.press("b", "k")
	assert.Contains(t, e.frame(), "Campaign two-of-us", "the one that is left")
	list := e.home.Saves.List()
	require.NoError(t, list.Err)
	assert.Equal(t, []string{"two-of-us"}, list.CampaignNames())
}

// TestCampaignsInTheMenu checks that the menu names the last game together with its campaign.
func TestCampaignsInTheMenu(t *testing.T) {
	e := anEvening(t, "en", func(s *Session) { s.played = &saves.Played{} })
	e.press("b", "k", "S", "h", "enter")
	e.until("must be in")
	e.press("enter")
	e.until("q leave")
	e.press("q", "y")
	e.until("Campaign Sh")
	e.press("esc", "esc", "home")
	assert.Contains(t, e.frame(), "campaign Sh: A Long-expected Party, ")
	e.press("c")
	e.until("q leave")
}
