package campaign_test

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// kept is the file of a campaign.
const kept = `campaign: 1
players: 4
humans: 1
road: true
chapters:
    - chapter: 1
      players: 4
      rounds: 2
      lost: 1
      won: "2026-11-21"
      won_in: 2
      cleared: true
    - chapter: 14
      players: 3
      rounds: 3
      lost: 1
      completed: [frodo, gandalf, legolas, gimli, sam]
      events_done: [doors, tomb]
      mithril_used: true
      failed: true
    - chapter: 18
      players: 4
      rounds: 1
      completed: [meriadoc, peregrin, legolas-greenleaf, gimli-gloin]
      groups_done: [2]
    - chapter: road
      players: 2
      rounds: 0
      pool: [frodo, gandalf, sam, pippin, boromir, aragorn-arathorn, fatty, bill, gwaihir]
      gift: horn
      rider: terror
`

// TestSeats checks that the file of a campaign keeps the player of each seat.
func TestSeats(t *testing.T) {
	seats := strings.Replace(kept, "humans: 1\n", "humans: 1\nby: ['human:Anna', fair, greedy, fair]\n", 1)
	c, err := campaign.Read(chapters.Default(), "fellows.yaml", []byte(seats))
	require.NoError(t, err)
	assert.Equal(t, []string{"human:Anna", "fair", "greedy", "fair"}, c.PlayerNames)
	assert.Equal(t, seats, yamlOf(t, c))
	_, err = campaign.Read(chapters.Default(), "fellows.yaml", []byte(strings.Replace(seats, ", greedy", "", 1)))
	assert.ErrorContains(t, err, "by says who plays 3 seats, but the campaign is for 4 players")
}

func TestRead(t *testing.T) {
	c, err := campaign.Read(chapters.Default(), "fellows.yaml", []byte(kept))
	require.NoError(t, err)
	assert.Equal(t, kept, yamlOf(t, c))
	assert.Equal(t, 7, c.RoundNumber())
	assert.True(t, c.ProgressOf("14", 3).Failed)
	assert.Equal(t, []string{"aragorn", "boromir", "merry", "pippin"}, c.ProgressOf("14", 3).Remaining())
	assert.Equal(t, 3, c.ProgressOf("14", 3).MinRounds(), "N: the Long Dark twice and the Bridge")
	pos, err := c.Next(campaign.Choice{Chapter: "road", Players: 2, Seed: 7})
	require.NoError(t, err)
	assert.Equal(t, "terror", pos.Rider)
}

// Every damaged file is an error that names the place and what to do.
func TestReadDamaged(t *testing.T) {
	for _, tt := range []struct{ old, now, at, says string }{
		{kept, "", ":1:1", "empty"},
		{kept, "Dear diary\n", ":1:1", "mapping"},
		{kept, "campaign: 1\nplayers: [", ":2:", ""},
		{kept, "\x00\x00\x00", "", ""},
		{"campaign: 1", "campaign: 2", ":1:11", "newer program"},
		{"campaign: 1\n", "", ":1:1", "campaign"},
		{"players: 4\nhumans: 1", "players: 5\nhumans: 1", ":2:10", "1 to 4"},
		{"humans: 1", "humans: 5", ":3:9", "0 to 4"},
		{"road: true", "raod: true", ":4:1", `did you mean "road"`},
		{"chapter: 18", "chapter: 19", ":21:", "name its folder with --chapters"},
		{"chapter: 14\n      players: 3", "chapter: 1\n      players: 4", ":13:7", "listed twice"},
		{"rounds: 2", "rounds: two", ":8:15", ""},
		{"lost: 1\n      won", "lost: 3\n      won", ":9:7", "so many cannot be lost of 2 rounds"},
		{"lost: 1\n      won", "lost: 2\n      won", ":8:7", "correct rounds or lost"},
		{`"2026-11-21"`, `"21.11.2026"`, ":10:12", "2026-11-21"},
		{`won: "2026-11-21"` + "\n      won_in: 2\n      ", "", ":6:7", "say on which day"},
		{"won_in: 2\n      cleared: true", "won_in: 3", ":11:7", "from 1 to 2"},
		{"won_in: 2", "completed: [frodo]", ":", "remove it"},
		{"gandalf, legolas", "gandalf, bilbo", ":17:35", `unknown character "bilbo"`},
		{"gandalf, legolas", "gandalf, gandalf", ":17:35", "listed twice"},
		{"[doors, tomb]", "[doors, tombs]", ":18:28", `did you mean "tomb"?`},
		{"groups_done: [2]", "groups_done: [3]", ":25:21", `unknown group "3"; expected one of "1", "2"`},
		{"mithril_used: true", "mithril_used: yes", ":19:21", ""},
		{"groups_done: [2]", "failed: true", ":25:7", "no"},
		{"aragorn-arathorn", "elrond, arwen", ":29:", "10 characters, but with 2 players it is 9 (L5)"},
		{"pool: [frodo, gandalf", "pool: [tom, gandalf", ":29:", "frodo is always in the pool"},
		{"gift: horn", "gift: hron", ":30:", `did you mean "horn"`},
	} {
		text := strings.Replace(kept, tt.old, tt.now, 1)
		require.NotEqual(t, kept, text, tt.now)
		_, err := campaign.Read(chapters.Default(), "fellows.yaml", []byte(text))
		require.Error(t, err, tt.now)
		require.ErrorContains(t, err, "fellows.yaml"+tt.at, tt.now)
		require.ErrorContains(t, err, tt.says, tt.now)
	}
}

// FuzzRead: every file is read or refused. A campaign that was read can be written, read again and played on.
func FuzzRead(f *testing.F) {
	f.Add(kept)
	f.Add("campaign: 1\nplayers: 3\nhumans: 0\n")
	f.Add(`{"campaign":1,"players":1,"humans":1,"chapters":[{"chapter":9,"players":1,"rounds":1,"completed":["sam"]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		lib := chapters.Default()
		c, err := campaign.Read(lib, "fuzz", []byte(text))
		if err != nil {
			return
		}
		c = reread(t, c)
		for _, p := range c.Progress {
			p.MinRounds()
		}
		pos, err := c.Next(campaign.Choice{AfterLoss: campaign.Keep, Event: "doors"})
		if err != nil {
			return
		}
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		_, err = c.Record(campaign.OutcomeOf(c.RoundNumber(), g, today))
		require.NoError(t, err)
		reread(t, c)
	})
}
