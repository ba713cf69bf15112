package serve

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGames plays what can be played at a table to its end, with 1 to 4 people and
// computers in any mixture, and goes on with the next round.
func TestGames(t *testing.T) {
	t.Parallel()
	for _, game := range []struct {
		name, seats string // p is a person, c a computer
		sets        []string
		sees, next  string // next is a pattern
	}{
		{"alone", "p", nil, "  1  A Long-expected Party", "Chapter [12]"},
		{"alone with the pyramid's computer", "pc", []string{"Chapter", "3 "}, "  3  The Ring Sets Out", "Chapter [34]"},
		{"with computers", "pccc", []string{"Chapter", "4 "}, "  4  Conspiracy in Crickhollow", "Chapter [45]"},
		{"The Road, mixed", "ppc", []string{"Chapter", "The Road"}, "The Road", "The Road"},
		{"an event", "ppcc", []string{"Chapter", "14 "}, "  14  The ", "Chapter 1[45]"},
		{"all of The Road", "pp", []string{"We play", "all of The Road"}, "The Road", "Campaign: The Road"},
		{"a campaign", "pp", []string{"We play", "a campaign"}, "  1  A Long-expected Party", "Campaign: Chapter"},
	} {
		t.Run(game.name, func(t *testing.T) {
			h := open(t, nil)
			names := []string{"anna"}
			for i := range game.seats[1:] {
				names = append(names, []string{"ben", "cleo", "dora"}[i])
			}
			people := names[:0:0]
			for i, name := range names {
				if game.seats[i] == 'p' {
					people = append(people, name)
				}
			}
			all := meetAs(h, len(game.seats), func(host *friend) {
				for i := 0; i < len(game.sets); i += 2 {
					host.sets(game.sets[i], game.sets[i+1])
				}
				for i, who := range game.seats[1:] {
					if who == 'c' {
						host.sets(fmt.Sprint("Seat ", i+2), "computer, greedy")
					}
				}
			}, people...)
			for _, f := range all {
				f.isReady()
			}
			all[0].sees(game.sees)
			require.True(t, h.plays(2000, all...))
			for _, f := range all {
				f.toTable()
				f.until("what comes next", regexp.MustCompile(game.next).MatchString)
				f.sees("Round 1 was")
			}
		})
	}
}

// TestCampaign plays a round of a campaign, reads the book, and goes on with a chapter
// with events, of which one has to be chosen.
func TestCampaign(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	all := meetFor(h, func(host *friend) { host.sets("We play", "a campaign") }, "anna", "ben")
	anna, ben := all[0], all[1]
	anna.sees("Campaign: Chapter 1, A Long-expected Party")
	for _, f := range all {
		f.isReady()
	}
	require.True(t, h.plays(1000, all...))
	for _, f := range all {
		f.toTable()
		f.chooses("Campaign")
		now := f.sees("2 players, ")
		require.Regexp(t, `\n  1  A Long-expected Party +(You are here +)?(1 played|won in 1, )`, now)
		require.Equal(t, f == anna, strings.Contains(now, "p Play on"), "the host decides")
		f.press("\x1b")
	}
	anna.chooses("Choose what comes next")
	anna.sees("the chapter that comes next")
	anna.sets("We play", "a chapter")
	anna.sets("Chapter", "14 ")
	anna.goesTo("Event")
	anna.press("\r")
	now := ben.sees("Campaign: Chapter 14")
	assert.Contains(t, now, "The round begins when these are ready: anna, ben")
	for _, f := range all {
		f.isReady()
	}
	require.True(t, h.plays(1000, all...))
	ben.toTable()
	ben.chooses("Campaign")
	require.Regexp(t, `\n  14  The Mines of Moria +(You are here +)?at least `, ben.sees("2 players, "))
}
