package fullscreen

import (
	"strings"
	"testing"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/saves"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// first is a round of chapter 1 that was won.
const first = "1 4\nbilbo: m3815 / h8547 / m62s6r4 / m4f1f77\ngandalf: h1r363 / f824r5\npippin\nfrodo*: r2s2s81 / s7315 / s4f6f3h2\nleft gandalf f5\n"

// TestCountARealRound checks that a round that is entered on the screen counts as the next one of a
// campaign if the person wants that, and only where it fits.
func TestCountARealRound(t *testing.T) {
	e := anEvening(t, "en", func(h *Session) {
		for name, players := range map[string]int{"shire": 4, "bree": 3} {
			c, err := campaign.New(h.home.Library, players, players)
			require.NoError(t, err)
			require.NoError(t, h.home.Saves.CreateCampaign(h.home.Library, name, c))
		}
	})
	e.press("d")
	e.until("A round you played")
	for _, line := range strings.Split(first, "\n") {
		e.press(line, "enter")
	}
	e.deliver(tea.KeyMsg{Type: tea.KeyCtrlS})
	assert.NotContains(t,
		e.until("This can be the next round of a campaign", "Just look through it", "Count it in the campaign shire"),
		"bree")
	e.press("down", "enter")
	e.until("trick")
	shire, err := saves.Default().List().Campaign(e.home.Library, "shire")
	require.NoError(t, err)
	require.NoError(t, shire.Err)
	assert.True(t, shire.Campaign.IsWon("1"))
	assert.Equal(t, "2", shire.Campaign.Recommended())
}

// TestLeaveTheCampaignQuestion checks that Esc at the question for a campaign counts the round nowhere, and
// goes on to the round.
func TestLeaveTheCampaignQuestion(t *testing.T) {
	e := anEvening(t, "en", func(h *Session) {
		c, err := campaign.New(h.home.Library, 4, 4)
		require.NoError(t, err)
		require.NoError(t, h.home.Saves.CreateCampaign(h.home.Library, "shire", c))
	})
	e.press("d")
	e.until("A round you played")
	for _, line := range strings.Split(first, "\n") {
		e.press(line, "enter")
	}
	e.deliver(tea.KeyMsg{Type: tea.KeyCtrlS})
	e.until("This can be the next round of a campaign")
	e.press("esc")
	e.until("A Long-expected Party", "trick 1 of 9")
	shire, err := saves.Default().List().Campaign(e.home.Library, "shire")
	require.NoError(t, err)
	assert.False(t, shire.Campaign.IsWon("1"))
}
