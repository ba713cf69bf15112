package book_test

import (
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// byChapter returns the stations of a road by their chapters.
func byChapter(r *book.Road) map[string]book.Station {
	all := map[string]book.Station{}
	for _, s := range slices.Concat(r.Stations, r.Others) {
		all[s.Chapter.ID] = s
	}
	return all
}

// TestCampaignRoad checks the state of each chapter: won, rounds still missing, tried or nothing; and which one is next.
func TestCampaignRoad(t *testing.T) {
	inEach(t, func(t *testing.T, said *texts.Texts) {
		lib := chapters.Default()
		c := read(t, wonInTwo, withThree, inMoria)
		road := book.CampaignRoad(said, lib, "shire", c)
		assert.Equal(t, said.T("campaign.named", "shire"), road.Title)
		assert.Equal(t, book.CampaignSummary(said, lib, c), road.Summary)
		assert.NotEmpty(t, road.Seats)
		require.Len(t, slices.Concat(road.Stations, road.Others), len(lib.Chapters))
		require.Len(t, road.Others, 1)
		assert.Empty(t, road.Others[0].Number)
		assert.NotEmpty(t, road.Others[0].Closed, "the Road comes after the campaign (L5)")

		all := byChapter(road)
		assert.Equal(t, said.T("campaign.menu.won", 2, "2026-11-21"), all["1"].State)
		assert.True(t, all["1"].Won)
		assert.Equal(t, "*...", all["1"].Stars.Text(), "at the second try; earlier programs did not count the rest")
		assert.Equal(t, said.T("campaign.menu.rounds", 5), all["2"].State, "with three players, not with four")
		assert.Equal(t, said.T("campaign.more", c.ProgressOf("14", 4).MinRounds()), all["14"].State)
		assert.Contains(t, all["14"].Progress, texts.Title(said.T("campaign.menu.choose")))
		assert.Contains(t, all["14"].Progress, said.T("campaign.mithril"))
		assert.Equal(t, said.T("lobby.long"), all["14"].Length)
		assert.Empty(t, all["3"].State+all["3"].Progress+all["3"].Length+all["3"].Closed)
		assert.NotEmpty(t, all["3"].Title)
		assert.NotEmpty(t, all["3"].Roster)
		for id, s := range all {
			assert.Equal(t, id == c.Recommended(), s.IsCurrent, id)
		}
	})
}

// TestCampaignRoadWhilePlaying checks that only the chapter of the round that was begun can be played.
func TestCampaignRoadWhilePlaying(t *testing.T) {
	said := texts.New("en")
	c := read(t, wonInTwo)
	c.Playing = &campaign.Playing{Chapter: "4", Players: 4}
	road := book.CampaignRoad(said, chapters.Default(), "", c)
	assert.Equal(t, said.T("lobby.campaign"), road.Title, "the campaign of a table has no name")
	assert.Empty(t, road.Seats)
	for id, s := range byChapter(road) {
		assert.Equal(t, id == "4", s.IsCurrent, id)
		assert.Equal(t, id != "4", s.Closed == said.T("campaign.menu.begun"), id)
	}
}

// TestChapterBook checks a person's results on the road, and that a server, which keeps none, counts nothing.
func TestChapterBook(t *testing.T) {
	inEach(t, func(t *testing.T, said *texts.Texts) {
		lib := chapters.Default()
		played := &saves.Played{Stats: saves.Stats{Chapters: []saves.ChapterStats{
			{Chapter: "1", Players: 3, Tally: saves.Tally{Won: 1}, Tries: 1, Done: true, Unaided: true, First: true},
		}}}
		road := book.ChapterBook(said, lib, played)
		assert.Equal(t, said.T("lobby.book.brief", 1, 18)+", "+said.T("lobby.book.stars", 3, 18*stars.Most),
			road.Summary)
		all := byChapter(road)
		assert.True(t, all["1"].Won)
		assert.Equal(t, "**.*", all["1"].Stars.Text())
		assert.Equal(t, "3: **.*", all["1"].Results)
		assert.True(t, all["2"].IsCurrent)
		assert.Equal(t, said.T("journey.bree"), all["7"].Place)
		assert.Empty(t, all["8"].Place)

		results := book.ResultsIn(said, played, "1")
		assert.Equal(t, book.Record(said, &played.Stats.Chapters[0])+"  "+said.T("stats.legend"), results)
		assert.Empty(t, book.ResultsIn(said, played, "2"))
		assert.Empty(t, book.ResultsIn(said, nil, "1"))

		road = book.ChapterBook(said, lib, nil)
		assert.Empty(t, road.Summary+road.Legend)
		for id, s := range byChapter(road) {
			assert.False(t, s.IsCurrent, id)
		}
	})
}
