package tui

import (
	"errors"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// campaigns are two, of which the first has won some chapters and has begun a round.
func campaigns(gaveUp *bool) Campaigns {
	about := func(players, won int) func(*texts.Texts) string {
		return func(t *texts.Texts) string { return t.N("campaign.menu.about", players, won, 18) }
	}
	return Campaigns{
		Cards: []CampaignCard{{"shire", about(3, 4)}, {"two-of-us", about(2, 0)}},
		Book: func(name string, s settings.Settings) (CampaignBook, error) {
			t := texts.New(s.Lang)
			page := CampaignBook{
				Title: t.N("campaign.title", 3, name, 4, 18), Next: t.T("campaign.menu.round.begun", 8, t.T("campaign.chapter", "6")), Playing: "6",
				Seats: t.T("campaign.menu.seats", "1 Ann, 2 "+t.T("played.computer", "fair")),
			}
			if *gaveUp {
				page.Playing = ""
			}
			for i, c := range chapters.Default().Chapters {
				at := book.Line{ID: c.ID, Title: c.Title.In(s.Lang)}
				switch {
				case i == 2:
					at.Standing, at.Mark = t.T("campaign.more", 2), "+2"
					at.Done = texts.Sentence(t.T("campaign.menu.part", t.T("campaign.part.completed"), "Frodo, Sam"))
				case i < 5:
					at.Standing, at.Mark = t.T("campaign.menu.won", 2, "2026-11-20"), "*"
				}
				page.Chapters = append(page.Chapters, at)
			}
			return page, nil
		},
		GiveUp: func(string) error { *gaveUp = true; return nil },
		Delete: func(name string) error {
			if name != "shire" {
				return errors.New("another program is playing it")
			}
			return nil
		},
	}
}

func campaignHall(t testing.TB, lang string) *hall {
	gaveUp := false
	return lobbyOf(t, lang, func(o *LobbyOptions) { o.Campaigns = campaigns(&gaveUp) })
}

// inCampaigns is a screen of a lobby with campaigns, after keys.
func inCampaigns(keys ...string) func(testing.TB, setting) string {
	return func(t testing.TB, set setting) string {
		h := campaignHall(t, set.lang)
		h.opts.Style = func(settings.Settings) kit.Style { return style(set) }
		h.refresh()
		h.Update(tea.WindowSizeMsg{Width: set.w, Height: set.h})
		h.press(keys...)
		return h.View()
	}
}

// TestCampaignPage holds what can be done with campaigns from the menu: play on, choose
// a chapter, give a round up, go to another campaign, delete one.
func TestCampaignPage(t *testing.T) {
	h := campaignHall(t, "en")
	h.press("k", "p")
	require.True(t, h.quit)
	assert.Equal(t, Wish{Kind: Campaign, Name: "shire"}, Wish{Kind: h.wish.Kind, Name: h.wish.Name, Chapter: h.wish.Chapter, By: h.wish.By})

	h = campaignHall(t, "en")
	h.press("k", "down", "down", "enter")
	require.False(t, h.quit, "a round of another chapter was begun")
	assert.Contains(t, h.frame(), "Play it to its end, or give it up.")
	h.press("g", "enter")
	h.press("g", "y")
	assert.NotContains(t, h.frame(), "Give the round up")
	h.press("home", "down", "down", "down", "enter")
	require.True(t, h.quit)
	assert.Equal(t, "3", h.wish.Chapter)
	assert.Nil(t, h.wish.By, "it is no new campaign")

	h = campaignHall(t, "en")
	h.press("k", "o", "down", "enter")
	assert.Contains(t, h.frame(), "two-of-us, ")
	h.press("x", "y")
	assert.Contains(t, h.frame(), "another program is playing it")
	h.press("o", "enter", "x", "y")
	assert.NotContains(t, h.frame(), "shire")
	h.press("k")
	assert.Contains(t, h.frame(), "two-of-us, ", "the one that is left")
	h.press("n", "S", "enter")
	require.True(t, h.quit)
	assert.NotNil(t, h.wish.By)
}

// TestCampaignComesBack holds that the page of a campaign is there again after its round.
func TestCampaignComesBack(t *testing.T) {
	gaveUp := false
	h := lobbyOf(t, "en", func(o *LobbyOptions) {
		o.Campaigns = campaigns(&gaveUp)
		o.Campaigns.Open = "two-of-us"
	})
	assert.Contains(t, h.frame(), "two-of-us, ")
}

// TestSavedGames holds that a saved game and the statistics are written to files, and a
// game deleted, from the menu.
func TestSavedGames(t *testing.T) {
	var wrote, deleted []string
	h := lobbyOf(t, "en", func(o *LobbyOptions) {
		o.Keeping.Export = func(name, format string, _ settings.Settings) (string, error) {
			if format == "json" {
				return "", errors.New("the disk is full")
			}
			wrote = append(wrote, name+" "+format)
			return "/there/" + name, nil
		}
		o.Keeping.Delete = func(name string) error { deleted = append(deleted, name); return nil }
	})
	h.press("l", "down", "enter", "x", "r")
	assert.Contains(t, h.frame(), "/there/c01p4s7-1")
	h.press("p", "esc", "d", "n", "d", "y")
	assert.NotContains(t, h.frame(), "c01p4s7-1")
	assert.Contains(t, h.frame(), "c02p4s7-1")
	h.press("esc", "t")
	assert.Contains(t, h.frame(), "How often you won")
	h.press("x", "c")
	h.press("j")
	assert.Contains(t, h.frame(), "the disk is full")
	assert.Equal(t, []string{"c01p4s7-1 record", "c01p4s7-1 page", " csv"}, wrote)
	assert.Equal(t, []string{"c01p4s7-1"}, deleted)
}

// TestInCampaign holds that a game says which campaign it belongs to, on the table and
// with its result, in windows of all sizes.
func TestInCampaign(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		tx := texts.New(lang)
		within := &InCampaign{
			Long: tx.T("campaign.in", "shire", 12), Brief: tx.T("campaign.in.brief", "shire", 12),
			After: func() []string {
				return []string{tx.T("campaign.won", 12, "shire"), tx.T("campaign.after.next", "Lothlórien")}
			},
		}
		for _, size := range windowsOf {
			set := setting{lang: lang, w: size[0], h: size[1], humans: alone}
			pos, made := until(t, "10", 4, asks(chapters.PlayCard, 0, sofar(3, 1)))
			s := open(t, pos, made, set)
			s.opts.Campaign = within
			s.whole("table")
			assert.Contains(t, s.View(), within.Brief[:5])
			if size[0] >= 100 {
				assert.Contains(t, s.View(), within.Long)
			}
			pos, made = until(t, "1", 4, won)
			s = open(t, pos, made, set)
			s.opts.Campaign = within
			s.whole("result")
			assert.Contains(t, s.flat(), tx.T("campaign.won", 12, "shire"))
			assert.Contains(t, s.flat(), tx.T("campaign.after.next", "Lothlórien"))
		}
	}
}

// TestLeaveNamesNoCommand holds that a game of the menu says that the menu goes on with
// it, and no command.
func TestLeaveNamesNoCommand(t *testing.T) {
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 2)))
	s := open(t, pos, made, setting{humans: alone})
	s.press("q")
	assert.Contains(t, s.View(), "fellowship play")
	s.opts.Menu = true
	assert.NotContains(t, s.View(), "fellowship play")
	assert.Contains(t, s.flat(), "goes on from the menu")
}
