package home

import (
	"testing"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// begin creates a campaign from its text.
func begin(t *testing.T, h *Home, name, text string) {
	t.Helper()
	c, err := campaign.Read(h.Library, name, []byte(text))
	require.NoError(t, err)
	require.NoError(t, h.Saves.CreateCampaign(h.Library, name, c))
}

// moria is a campaign in which the first event of chapter 14 is won, and the second was lost.
const moria = "campaign: 1\nplayers: 4\nhumans: 0\nby: [random, random, random, random]\n" +
	"chapters:\n- {chapter: 14, players: 4, rounds: 2, lost: 1, events_done: [doors], failed: true}\n"

// TestCampaignRounds: a campaign counts each round and names it, and says after each how it stands, and at the end the
// command that goes on.
func TestCampaignRounds(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{then(play.Again), then(play.Another), then(play.Nothing)}}
	h := atHome(t, stage)
	require.NoError(t, h.BeginCampaign("shire", []string{"random", "random", "random"}))
	require.Len(t, stage.shown, 3)
	for i, shown := range stage.shown {
		assert.Equal(t, "shire", shown.Campaign)
		assert.Equal(t, i+1, shown.Number)
		assert.Equal(t, "fellowship campaign play shire", shown.Options.Continue)
		assert.Equal(t, "fellowship campaign play shire", shown.Options.Next)
	}
	kept, err := h.Saves.List().Campaign(h.Library, "shire")
	require.NoError(t, err)
	counted := 0
	for _, p := range kept.Campaign.Progress {
		counted += p.Rounds
	}
	assert.Equal(t, 3, counted)
	for i, line := range []string{"Round 1 of the campaign shire is ", "Round 2 of", "Round 3 of"} {
		assert.Contains(t, linesOf(stage.said), line, i)
	}
	end := stage.said[len(stage.said)-2:]
	assert.Contains(t, end[0], "Continue with: fellowship campaign play shire")
	assert.Equal(t, "The record of this game: "+stage.shown[0].Path, end[1])
}

// TestCampaignInAMenu: a menu shows itself how a campaign stands, so only the command is said.
func TestCampaignInAMenu(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{then(play.Nothing)}}
	h := atHome(t, stage)
	h.HasMenu = true
	require.NoError(t, h.BeginCampaign("shire", []string{"random", "random", "random"}))
	assert.NotContains(t, linesOf(stage.said), "Round 1 of")
	assert.Len(t, stage.said, 2)
}

// TestNextChapterOfACampaign: a campaign goes on with the chapter that it recommends.
func TestNextChapterOfACampaign(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{then(play.NextChapter)}}
	h := atHome(t, stage)
	begin(t, h, "shire", "campaign: 1\nplayers: 4\nhumans: 0\nby: [random, random, random, random]\nchapters:\n"+
		"- {chapter: 1, players: 4, rounds: 1, won: 2026-11-21, won_in: 1, cleared: true}\n")
	require.NoError(t, h.PlayCampaign(Campaign{Name: "shire", Choice: campaign.Choice{Chapter: "1", Seed: 7}}))
	require.Len(t, stage.shown, 2)
	assert.Equal(t, "1", stage.shown[0].began.Chapter)
	assert.Equal(t, "2", stage.shown[1].began.Chapter)
}

// TestChooseAfterALoss: after a lost round the form asks what to keep and which event comes next, and what the person
// chooses is played.
func TestChooseAfterALoss(t *testing.T) {
	var fields [][]string
	stage := &scripted{t: t, rounds: []visitTo{then(play.Nothing)}}
	stage.choose = func(setup *choose.Setup) bool {
		var names []string
		for _, f := range setup.ModeFields() {
			names = append(names, f.Name)
			if f.Name == "after" {
				f.Set(string(campaign.Keep))
			}
		}
		for _, f := range setup.ModeFields() {
			if f.Name == "variant" {
				f.Set(f.Options[1].Value)
			}
		}
		fields = append(fields, names)
		return true
	}
	h := atHome(t, stage)
	begin(t, h, "moria", moria)
	require.NoError(t, h.PlayCampaign(Campaign{Name: "moria", Choice: campaign.Choice{Chapter: "14", Seed: 7}}))
	require.Len(t, stage.asked, 1)
	assert.Equal(t, "14", stage.asked[0].Chapter)
	assert.Contains(t, fields[0], "after")
	assert.Contains(t, fields[0], "variant")
	require.Len(t, stage.shown, 1)
	assert.Equal(t, "long-dark", stage.shown[0].began.Event)
}

// TestNothingChosen: a person who leaves the form plays nothing, and where nobody is there the flags are named.
func TestNothingChosen(t *testing.T) {
	for _, tt := range []struct {
		name   string
		choose func(*choose.Setup) bool
		given  campaign.Choice
		want   string
	}{
		{"left", func(*choose.Setup) bool { return false }, campaign.Choice{Chapter: "14"}, ErrNothingChosen.Error()},
		{"after a loss", nil, campaign.Choice{Chapter: "14"}, "add --keep or --restart"},
		{"event", nil, campaign.Choice{Chapter: "14", AfterLoss: campaign.Keep}, "choose it with --event"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stage := &scripted{t: t, choose: tt.choose}
			h := atHome(t, stage)
			begin(t, h, "moria", moria)
			require.ErrorContains(t, h.PlayCampaign(Campaign{Name: "moria", Choice: tt.given}), tt.want)
			assert.Empty(t, stage.shown)
			assert.Empty(t, stage.said)
		})
	}
}

// TestCampaignOfAName: a campaign that was left goes on with its round; flags of a new round are refused then, giving
// up counts it as lost, and an unknown name gets advice.
func TestCampaignOfAName(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{{leaves: true}, {leaves: true}}}
	h := atHome(t, stage)
	err := h.PlayCampaign(Campaign{Name: "shire"})
	require.ErrorIs(t, err, saves.ErrNoCampaign)
	require.ErrorContains(t, err, "begin one: fellowship campaign new NAME")
	require.NoError(t, h.BeginCampaign("shire", []string{"human", "random", "random"}))
	left := stage.shown[0]
	require.ErrorContains(t, h.PlayCampaign(Campaign{Name: "moria"}), "see: fellowship campaign")
	require.ErrorContains(t, h.PlayCampaign(Campaign{Name: "shire", Flag: "seed"}),
		"round 1 of chapter 1 is in progress: resume it without --seed")
	saved, _ := h.Saves.List().Unfinished(h.Library)
	require.NoError(t, h.Resume(&saved, false))
	assert.Equal(t, left.began, stage.shown[1].began)
	stage.said = nil
	require.NoError(t, h.PlayCampaign(Campaign{GiveUp: true, Choice: campaign.Choice{Seed: 8}}))
	assert.Equal(t, 2, stage.shown[2].Number)
	assert.Contains(t, linesOf(stage.said), "Round 1 of the campaign shire is lost.")
}

// TestFinishedCampaign (L4, L5): when every chapter is won the person reads so, and no command that would go on.
func TestFinishedCampaign(t *testing.T) {
	for _, wish := range []play.AfterRound{play.Again, play.Another, play.NextChapter} {
		stage := &scripted{t: t, rounds: []visitTo{then(wish)}}
		h := atHome(t, stage)
		begin(t, h, "shire", "campaign: 1\nplayers: 4\nhumans: 0\nby: [greedy, greedy, greedy, greedy]\nchapters:\n"+
			listed(allWon(t, h.Library)))
		require.NoError(t, h.PlayCampaign(Campaign{Name: "shire", Choice: campaign.Choice{Chapter: "1", Seed: 7}}))
		require.Len(t, stage.shown, 1, "nothing follows, whatever is wanted")
		said := linesOf(stage.said)
		assert.Contains(t, said, h.Person.Texts().T("campaign.everything"))
		assert.NotContains(t, said, "Go on with")
		assert.Contains(t, said, "The record of this game: ")
	}
}
