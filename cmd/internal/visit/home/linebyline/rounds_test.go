package linebyline

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/console"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// typing is a person at home who types some lines, with tables in a new folder.
func typing(t *testing.T, typed string) (h *home.Home, out *bytes.Buffer) {
	t.Helper()
	out = &bytes.Buffer{}
	h = &home.Home{
		Person: &home.Person{Lang: "en", Load: func() settings.Settings {
			return settings.Settings{}
		}}, Ctx: t.Context(), Library: chapters.Default(),
		Saves: saves.New(filepath.Join(t.TempDir(), "games")), Computer: []string{"random"}, Plain: true,
	}
	New(h, &console.Console{In: strings.NewReader(typed), Out: out})
	return h, out
}

// rounds returns the rounds of the only table, the first one first.
func rounds(t *testing.T, h *home.Home) (all []saves.Save) {
	t.Helper()
	files, err := os.ReadDir(h.Saves.Dir())
	require.NoError(t, err)
	require.Len(t, files, 1, "one table")
	list := h.Saves.List()
	require.NoError(t, list.Err)
	for g := range list.Saves(h.Library) {
		require.NoError(t, g.Err)
		all = append(all, g)
	}
	slices.Reverse(all)
	return all
}

// TestRoundsFollow checks that rounds follow each other at one table, also at one with computer players
// only: the same deal, another deal of the chapter, and the next chapter, each with its own name.
func TestRoundsFollow(t *testing.T) {
	h, out := typing(t, "again\nnew\nnext\nnew\n\n")
	id, err := chapters.ParseDealID("c02p3s7")
	require.NoError(t, err)
	require.NoError(t, h.PlayNew(h.Form(0).ForDeal(id)))
	all := rounds(t, h)
	require.Len(t, all, 5)
	assert.Equal(t, []string{"c02p3s7-1", "c02p3s7-2"}, []string{all[0].Name, all[1].Name})
	assert.Equal(t, all[0].Record, all[1].Record, "the computer players play as before")
	for i, chapter := range []string{"2", "2", "2", "3", "3"} {
		g := all[i]
		id, err := chapters.ParseDealID(g.Record.Deal)
		require.NoError(t, err)
		assert.Equal(t, chapter, id.Chapter)
		assert.Less(t, id.Seed, uint64(1_000_000), "a number to be read out")
		assert.Equal(t, id.Seed, *g.Record.Seed)
		assert.True(t, g.Finished)
		assert.True(t, strings.HasPrefix(g.Name, g.Record.Deal+"-"), g.Name)
		assert.Equal(t, []string{"random", "random", "random"}, g.Record.PlayerNames)
	}
	assert.Equal(t, 1, strings.Count(out.String(), all[0].Path()), "the table is told at the end")
}

// TestAgainFromAMoment checks that a round that was played on from another one begins there again, and
// that another deal after it does not.
func TestAgainFromAMoment(t *testing.T) {
	lib := chapters.Default()
	for e := range lib.Read("played", strings.NewReader(played(t, "c02p4s7"))) {
		require.NoError(t, e.Err)
		walk, err := hindsight.New(lib, e.Record)
		require.NoError(t, err)
		h, out := typing(t, "1\nagain\nquit\n")
		from := walk.RecordUpTo(len(e.Record.Decisions) - 4) // the last trick
		require.NoError(t, h.PlayOn(from))
		all := rounds(t, h)
		require.Len(t, all, 2)
		assert.Equal(t, 2, strings.Count(out.String(), "The game goes on after"))
		assert.Equal(t, from.Decisions, all[1].Record.Decisions)
		assert.Equal(t, from.Decisions, all[0].Record.Decisions[:len(from.Decisions)])
	}
}

// TestRoundThatIsNoDeal checks that a round without a deal and a chapter always begins again as it began.
func TestRoundThatIsNoDeal(t *testing.T) {
	document := `{"players":4,"hands":[{"character":"frodo","cards":"H1"},{"character":"bilbo","cards":"H2"},` +
		`{"character":"pippin","cards":"H3"},{"character":"gandalf","cards":"H4"}]}`
	h, _ := typing(t, "again\nnew\nquit\n")
	for e := range h.Library.Read("table", strings.NewReader(document)) {
		require.NoError(t, e.Err)
		require.NoError(t, h.PlayOn(e.Record))
	}
	all := rounds(t, h)
	require.Len(t, all, 3)
	assert.Equal(t, []string{"game-1", "game-2", "game-3"}, []string{all[0].Name, all[1].Name, all[2].Name})
	for _, g := range all {
		assert.Equal(t, all[0].Record.Position.Hands, g.Record.Position.Hands)
	}
}

// TestAsksLineByLine checks that whatever the choice of a campaign's round lacks is asked line by line, as
// in the form of a screen, beginning with what follows a lost round. Nothing that was given is asked.
func TestAsksLineByLine(t *testing.T) {
	lib := chapters.Default()
	c, err := campaign.Read(lib, "moria", []byte("campaign: 1\nplayers: 4\nhumans: 1\n"+
		"chapters:\n- {chapter: 14, players: 4, rounds: 2, lost: 1, events_done: [doors], failed: true}\n"))
	require.NoError(t, err)
	for _, tt := range []struct {
		typed     string
		said, got campaign.Choice
		asks      int
	}{
		{
			"2\n3\n",
			campaign.Choice{Chapter: "14"},
			campaign.Choice{Chapter: "14", AfterLoss: campaign.Restart, Event: "long-dark"},
			2,
		},
		{
			"x\n2\n",
			campaign.Choice{Chapter: "14", AfterLoss: campaign.Keep},
			campaign.Choice{Chapter: "14", AfterLoss: campaign.Keep, Event: "long-dark"},
			2,
		},
		{
			"1\n",
			campaign.Choice{Chapter: "14", Event: "tomb"},
			campaign.Choice{Chapter: "14", AfterLoss: campaign.Keep, Event: "tomb"},
			1,
		},
	} {
		h, out := typing(t, tt.typed)
		what := choose.InCampaign(h.Person.Texts(), lib, c, &tt.said)
		got := tt.said
		require.NoError(t, h.Stage.(*Stage).askMissing(t.Context(), what, tt.said))
		what.ApplyTo(&got)
		assert.Equal(t, tt.got, got)
		assert.Equal(t, tt.asks, strings.Count(out.String(), "Type a number"), out.String())
	}
	h, _ := typing(t, "q\n")
	require.ErrorIs(t,
		h.Stage.(*Stage).askMissing(t.Context(),
			choose.InCampaign(h.Person.Texts(), lib, c, &campaign.Choice{Chapter: "14"}), campaign.Choice{}), home.ErrNothingChosen)
}

// TestCampaignRoundsFollow checks that rounds of a campaign follow each other at its table, and that each
// counts once.
func TestCampaignRoundsFollow(t *testing.T) {
	h, out := typing(t, "again\nnext\nagain\n\n")
	c, err := campaign.New(h.Library, 3, 0)
	require.NoError(t, err)
	c.PlayerNames = []string{"random", "random", "random"}
	require.NoError(t, h.Saves.CreateCampaign(h.Library, "shire", c))
	require.NoError(t, h.PlayCampaign(home.Campaign{Name: "shire", Choice: campaign.Choice{Seed: 7}}))
	all := rounds(t, h)
	require.Len(t, all, 4)
	list := h.Saves.List()
	require.NoError(t, list.Err)
	table, err := list.Campaign(h.Library, "shire")
	require.NoError(t, err)
	counted := 0
	for _, p := range table.Campaign.Progress {
		counted += p.Rounds
	}
	assert.Equal(t, 4, counted)
	for i, g := range all {
		assert.Equal(t, []string{"shire-r1-1", "shire-r2-1", "shire-r3-1", "shire-r4-1"}[i], g.Name)
		assert.Contains(t, out.String(), h.Person.Texts().T("campaign.you", "shire", i+1))
	}
	assert.Equal(t, all[0].Record.Seed, all[1].Record.Seed, "the same cards")
}

// TestCampaignWonWholly (L4, L5) checks that a table whose campaign is won says so, whatever round is
// wanted next, and is left without an error.
func TestCampaignWonWholly(t *testing.T) {
	for _, wish := range []string{"next", "again", "new"} {
		h, out := typing(t, wish+"\n")
		c, err := campaign.New(h.Library, 3, 0)
		require.NoError(t, err)
		c.PlayerNames = []string{"greedy", "greedy", "greedy"}
		for _, ch := range h.Library.Chapters {
			won := campaign.Progress{Chapter: ch.ID, Players: 3, Rounds: 1, Won: "2026-01-02", WonIn: 1}
			if ch.Pool != nil {
				won.Gift, won.Rider = "mithril", "unseen"
				won.Pool = strings.Fields("frodo gandalf samwise pippin merry aragorn boromir elrond bilbo-baggins")
			}
			c.Progress = append(c.Progress, &won)
		}
		require.NoError(t, h.Saves.CreateCampaign(h.Library, "shire", c))
		require.NoError(t, h.PlayCampaign(home.Campaign{Name: "shire", Choice: campaign.Choice{Chapter: "1", Seed: 7}}),
			wish)
		require.Len(t, rounds(t, h), 1, wish)
		assert.Contains(t, out.String(), h.Person.Texts().T("campaign.everything"), wish)
	}
}

// TestCutBetweenRounds checks that a table continues after the program was killed at any place before or
// after the border between two rounds, also in a campaign: everything written is there, the current round
// comes to the same end, each round counts once, and no finished round begins again.
func TestCutBetweenRounds(t *testing.T) {
	for _, tt := range []struct {
		name string
		play func(h *home.Home) error
	}{
		{"game", func(h *home.Home) error {
			id, err := chapters.ParseDealID("c02p3s7")
			require.NoError(t, err)
			return h.PlayNew(h.Form(0).ForDeal(id))
		}},
		{"campaign", func(h *home.Home) error {
			c, err := campaign.New(h.Library, 3, 0)
			require.NoError(t, err)
			c.PlayerNames = []string{"random", "random", "random"}
			require.NoError(t, h.Saves.CreateCampaign(h.Library, "shire", c))
			return h.PlayCampaign(home.Campaign{Name: "shire", Choice: campaign.Choice{Seed: 7}})
		}},
	} {
		whole, _ := typing(t, "again\nnext\nagain\n\n")
		require.NoError(t, tt.play(whole), tt.name)
		want := rounds(t, whole)
		require.Len(t, want, 4, tt.name)
		text, err := os.ReadFile(want[0].Path())
		require.NoError(t, err)
		lines := bytes.SplitAfter(bytes.TrimRight(text, "\n"), []byte("\n"))
		borders := 0
		for i, line := range lines {
			if !bytes.Contains(line, []byte("record")) && i+1 < len(lines) {
				continue
			}
			borders++
			for _, end := range []int{i - 2, i - 1, i, i + 1, i + 2} {
				if end > len(lines) || end < 2 { // the first line is that of the file, the second begins the table
					continue
				}
				h, _ := typing(t, "")
				require.NoError(t, os.MkdirAll(h.Saves.Dir(), 0o700))
				require.NoError(t,
					os.WriteFile(filepath.Join(h.Saves.Dir(), filepath.Base(want[0].Path())),
						slices.Concat(lines[:end]...), 0o600))
				there := rounds(t, h)
				over := 0
				for i, g := range there {
					require.Equal(t,
						append([]chapters.Decision(nil), want[i].Record.Decisions[:len(g.Record.Decisions)]...),
						g.Record.Decisions, "%s, %d lines", tt.name, end)
					if g.Finished {
						over++
					}
				}
				if g, _ := h.Saves.List().Unfinished(h.Library); g.Name != "" {
					require.Equal(t, len(there)-1, over, "%s, %d lines", tt.name, end)
					require.NoError(t, h.Resume(&g, false), "%s, %d lines", tt.name, end)
					over++
				}
				now := rounds(t, h)
				require.Len(t, now, len(there), "%s, %d lines", tt.name, end)
				for i, g := range now {
					assert.True(t, g.Finished, "%s, %d lines", tt.name, end)
					assert.Equal(t, want[i].Record, g.Record, "%s, %d lines", tt.name, end)
				}
				played := h.Saves.List().Played(h.Library)
				counted := 0
				for _, c := range played.Campaigns {
					require.NoError(t, c.Err)
					for _, p := range c.Campaign.Progress {
						counted += p.Rounds
					}
				}
				if tt.name == "campaign" {
					assert.Equal(t, over, counted, "%s, %d lines", tt.name, end)
				}
			}
		}
		assert.Equal(t, 5, borders, "%s: four beginnings and the end", tt.name)
	}
}
