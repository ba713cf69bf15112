package home

import (
	"fmt"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withProgress creates the campaign shire in which the chapters have come this far, and opens it as if the
// round before its next one had just been counted.
func withProgress(t *testing.T, h *Home, last campaign.Playing, progress ...string) *Game {
	t.Helper()
	text := "campaign: 1\nplayers: 4\nhumans: 1\n"
	if len(progress) > 0 {
		text += "chapters:\n- " + strings.Join(progress, "\n- ") + "\n"
	}
	c, err := campaign.Read(h.Library, "shire", []byte(text))
	require.NoError(t, err)
	require.NoError(t, h.Saves.CreateCampaign(h.Library, "shire", c))
	kept, err := h.Saves.List().Campaign(h.Library, "shire")
	require.NoError(t, err)
	file, err := kept.Open(h.Library)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, file.Home.Close()) })
	return &Game{
		home: h, file: file, campaignRun: &Campaign{Name: "shire"}, number: file.Home.Campaign().RoundNumber() - 1, chosen: last,
	}
}

// allWon lists every chapter as won with four players.
func allWon(t *testing.T, lib *chapters.Library) (progress []string) {
	t.Helper()
	for _, ch := range lib.Chapters {
		more := ""
		if ch.Pool != nil {
			pos, err := lib.Deal(chapters.DealID{Chapter: ch.ID, Players: 4, Seed: 1})
			require.NoError(t, err)
			more = fmt.Sprintf(", gift: %s, rider: %s, pool: [%s]", pos.Gift, pos.Rider, strings.Join(pos.Pool, ", "))
		}
		if !ch.Long {
			more += ", cleared: true"
		}
		progress = append(progress,
			fmt.Sprintf("{chapter: %s, players: 4, rounds: 1, won: 2026-11-21, won_in: 1%s}", ch.ID, more))
	}
	return progress
}

// TestNextRoundCommand: after a round of a campaign the person reads the command that continues: the same
// chapter until it is won, then the next one, and no command once everything is won.
func TestNextRoundCommand(t *testing.T) {
	const won1 = "{chapter: 1, players: 4, rounds: 1, won: 2026-11-21, won_in: 1, cleared: true}"
	for _, c := range []struct {
		name     string
		last     campaign.Playing
		progress []string
		want     string
	}{
		{
			"won, and the next chapter is recommended",
			campaign.Playing{Chapter: "1", Players: 4},
			[]string{won1},
			"fellowship campaign play shire",
		},
		{
			"lost, and the same chapter is recommended",
			campaign.Playing{Chapter: "1", Players: 4},
			[]string{"{chapter: 1, players: 4, rounds: 1, lost: 1}"},
			"fellowship campaign play shire",
		},
		{
			"lost in a chapter that is not next",
			campaign.Playing{Chapter: "2", Players: 4},
			[]string{"{chapter: 2, players: 4, rounds: 1, lost: 1}"},
			"fellowship campaign play shire --chapter 2",
		},
		{
			"lost with another number of players",
			campaign.Playing{Chapter: "1", Players: 3},
			[]string{"{chapter: 1, players: 3, rounds: 1, lost: 1}"},
			"fellowship campaign play shire --chapter 1 --players 3",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := atHome(t, nil)
			assert.Equal(t, c.want, withProgress(t, h, c.last, c.progress...).nextRoundCommand())
		})
	}
	t.Run("everything is won", func(t *testing.T) {
		h := atHome(t, nil)
		g := withProgress(t, h, campaign.Playing{Chapter: "1", Players: 4}, allWon(t, h.Library)...)
		require.Empty(t, g.file.Home.Campaign().Recommended())
		assert.Empty(t, g.nextRoundCommand())
	})
	t.Run("the round is not counted", func(t *testing.T) {
		h := atHome(t, nil)
		g := withProgress(t, h, campaign.Playing{Chapter: "1", Players: 4}, won1)
		g.number++
		assert.Empty(t, g.nextRoundCommand())
	})
	t.Run("no campaign", func(t *testing.T) {
		h := atHome(t, nil)
		assert.Empty(t, (&Game{home: h}).nextRoundCommand())
	})
}

// TestCommandsKeepFlags: a command to go on has the flags that the program was started with, in their order.
func TestCommandsKeepFlags(t *testing.T) {
	h := &Home{Person: &Person{}}
	assert.Equal(t, "fellowship play", h.withFlags("fellowship play"))
	h.Plain = true
	h.Person.Lang = "de"
	h.Person.Chapters = "mine"
	assert.Equal(t, "fellowship play --plain --lang de --chapters mine", h.withFlags("fellowship play"))
}

// listed writes the progress of chapters as the items of a list.
func listed(progress []string) string { return "- " + strings.Join(progress, "\n- ") + "\n" }

// linesOf joins lines.
func linesOf(lines []string) string { return strings.Join(lines, "\n") }
