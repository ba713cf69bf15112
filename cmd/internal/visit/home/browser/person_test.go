package browser

import (
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/visit/home"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPersonOfPages checks that pages count the stars that were won on a screen, keep theirs where a screen finds them,
// and delete and give up what is saved.
func TestPersonOfPages(t *testing.T) {
	for _, folder := range []string{"XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(folder, t.TempDir())
	}
	old := settings.Settings{Puzzles: map[string]int{"old": 1}}
	h := &home.Home{
		Person:  &home.Person{Load: func() settings.Settings { return old }},
		Library: chapters.Default(), Saves: saves.Default(), Ctx: t.Context(),
	}
	p := &person{home: h}
	require.NoError(t, h.Saves.RecordSolved("screen", 3))
	require.NoError(t, p.KeepStars("page", 2))
	want := map[string]int{"old": 1, "screen": 3, "page": 2}
	assert.Equal(t, want, p.Stars())
	onScreen, err := h.Stars()
	require.NoError(t, err)
	assert.Equal(t, want, onScreen)

	require.ErrorIs(t, p.RemoveSaved("c02p4s7-1"), saves.ErrUnknown)
	require.ErrorIs(t, p.RemoveCampaign("shire"), saves.ErrNoCampaign)
	require.ErrorIs(t, p.GiveUpInCampaign("shire"), saves.ErrNoCampaign)
	c, err := campaign.New(h.Library, 4, 1)
	require.NoError(t, err)
	require.NoError(t, h.Saves.CreateCampaign(h.Library, "shire", c))
	require.NoError(t, p.GiveUpInCampaign("shire"), "no round was begun, so none is lost")
	assert.Empty(t, p.Played().Campaigns[0].Campaign.Progress)
	before := p.Played()
	assert.Same(t, before, p.Played(), "nothing has changed, so nothing is read again")
	require.NoError(t, p.RemoveCampaign("shire"))
	assert.Empty(t, p.Played().Campaigns)
}
