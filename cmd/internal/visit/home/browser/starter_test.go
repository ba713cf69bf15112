package browser

import (
	"context"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/visit/home"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// starter is the stage from which a browser was opened. The person does not look at the pages.
type starter struct {
	home.Stage
	// ends is how the wait for the pages ends.
	ends error

	// waited has the texts that were shown meanwhile.
	waited []string
	// said has the last words, in English.
	said []string
	// asked has the choices that were asked here.
	asked []campaign.Choice
}

func (s *starter) WhileWorking(_ context.Context, text string, _ func(context.Context) error) error {
	s.waited = append(s.waited, text)
	return s.ends
}

func (s *starter) ChooseNext(_ context.Context, _ *choose.Setup, given campaign.Choice) (bool, error) {
	s.asked = append(s.asked, given)
	return false, nil
}

func (s *starter) Say(line home.Line) {
	s.said = append(s.said, line((&home.Person{Lang: "en"}).Texts()))
}

// atHome returns a person at home with folders of their own, on a machine without a browser.
func atHome(t *testing.T) *home.Home {
	t.Helper()
	for _, folder := range []string{"XDG_STATE_HOME", "XDG_CONFIG_HOME", "PATH"} {
		t.Setenv(folder, t.TempDir())
	}
	return &home.Home{
		Person:  &home.Person{Lang: "en", Load: func() settings.Settings { return settings.Settings{} }},
		Library: chapters.Default(), Saves: saves.Default(), Ctx: t.Context(), Computer: []string{"random"},
	}
}

// TestBackToTheStarter: a person who stops the wait leaves the round without an error, and reads at the end how it goes
// on; one who leaves the program does so here, too.
func TestBackToTheStarter(t *testing.T) {
	for ends, want := range map[error]error{play.ErrStopped: nil, play.ErrExit: play.ErrExit} {
		h := atHome(t)
		back := &starter{ends: ends}
		var announced []string
		pages := New(h, back, func(line string) { announced = append(announced, line) })
		require.ErrorIs(t, h.First(), want)
		pages.Close()
		require.Len(t, back.waited, 1)
		assert.Contains(t, back.waited[0], "http://127.0.0.1:")
		assert.Equal(t, []string{back.waited[0], h.Person.Texts().T("web.nobrowser")}, announced)
		require.Len(t, back.said, 2)
		assert.Equal(t, "The game is saved. Continue with: fellowship play --lang en", back.said[0])
		assert.Contains(t, back.said[1], "The record of this game: ")
	}
}

// TestAskedBeforeThePages: as long as the person has seen no page, what is missing of a choice is asked on the starter.
func TestAskedBeforeThePages(t *testing.T) {
	h := atHome(t)
	back := &starter{}
	New(h, back, nil)
	c, err := campaign.New(h.Library, 4, 1)
	require.NoError(t, err)
	require.NoError(t, h.Saves.CreateCampaign(h.Library, "shire", c))
	run := home.Campaign{Name: "shire", Choice: campaign.Choice{Chapter: "14"}}
	require.ErrorIs(t, h.PlayCampaign(run), home.ErrNothingChosen)
	assert.Equal(t, []campaign.Choice{{Chapter: "14"}}, back.asked)
	assert.Empty(t, back.waited)
}

// TestPersonOfThePages: the pages change the settings of the person at home, and set up games with them.
func TestPersonOfThePages(t *testing.T) {
	h := atHome(t)
	New(h, &starter{ends: play.ErrStopped}, nil)
	p := &person{home: h}
	require.NoError(t, p.ChangeSettings(func(s *settings.Settings) { s.Names = []string{"Anna"} }))
	assert.Equal(t, []string{"Anna"}, p.CurrentSettings().Names)
	kept, err := settings.Load(settings.Path())
	require.NoError(t, err)
	assert.Equal(t, []string{"Anna"}, kept.Names)
	setup := p.Setup(h.Person.Texts())
	assert.Equal(t, "Anna", setup.Names[0])
	assert.Contains(t, setup.Modes, choose.NewCampaign)
	assert.Empty(t, p.Played().Games)
}

// TestCampaignsOfThePages: campaigns that are set up on a page get the first free name.
func TestCampaignsOfThePages(t *testing.T) {
	h := atHome(t)
	pages := New(h, &starter{ends: play.ErrStopped}, nil)
	defer pages.Close()
	p := &person{home: h}
	for range 2 {
		setup := p.Setup(h.Person.Texts())
		setup.Mode = choose.NewCampaign
		require.NoError(t, p.BeginSetup(setup))
	}
	name := h.Person.Texts().T("lobby.campaign.unnamed")
	assert.ElementsMatch(t, []string{name, name + "-2"}, h.Saves.List().CampaignNames())
}
