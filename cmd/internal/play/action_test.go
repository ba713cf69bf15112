package play_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// front notes what is asked of it.
type front struct {
	now  round.Moment
	game *play.Client
	view chapters.View
	// away reports whether the round is played at a table on a server.
	away bool
	// hints reports whether that table allows hints.
	hints bool
}

func (f *front) State() play.State {
	game := f.game
	if game == nil {
		game = &play.Client{}
		game.LastSnapshot.Setup = table.Setup{Home: !f.away, Hints: f.hints}
		game.LastSnapshot.Playing = true
	}
	return play.State{Texts: texts.New("en"), Client: game, Now: f.now, View: &f.view, Options: &play.RoundOptions{}}
}

func (f *front) Show(what play.Topic) string      { return string(what) }
func (f *front) Leave(o play.AfterRound) string   { return "leave" }
func (f *front) Reply(text string, _ bool) string { return text }
func (f *front) Done(note string, _ error) string { return note }
func (f *front) Ask(q play.Question) string       { return q.Note }
func (f *front) ActionLabel(name string) string   { return name }
func (f *front) Coach() string                    { return "coach" }
func (f *front) Replay() string                   { return "look" }
func (f *front) Solve() string                    { return "solve" }
func bound(lang string, other map[string][]string) play.List[*front, string] {
	return play.Bind(texts.New(lang), other, play.Round[*front, string]()...)
}

// TestOneMeaning checks that at any time each key and each word stands for one action at most.
func TestOneMeaning(t *testing.T) {
	for _, lang := range characters.Languages {
		acts := bound(lang, nil)
		for now := round.Thinking; now <= round.End; now++ {
			f := &front{now: now}
			keys := map[string]string{}
			for i := range acts {
				a := &acts[i]
				if !a.Possible(f) {
					continue
				}
				for _, k := range a.Binding.Keys {
					assert.Empty(t, keys[k], "%s means %s and %s in %s", k, keys[k], a.Name, lang)
					keys[k] = a.Name
				}
				if mine := a.Binding.Keys; len(mine) > 0 { // others are for a page of another one
					assert.Same(t, a, acts.ByKey(f, mine[0]))
				}
				if a.Word != "" {
					said, _ := acts.ByLine(f, strings.ToUpper(a.Word))
					assert.Same(t, a, said, "%s in %s", a.Word, lang)
				}
			}
			require.NotEmpty(t, slices.Collect(maps.Keys(keys)))
		}
	}
}

// TestEnglishWords holds that the English words are understood in every language.
func TestEnglishWords(t *testing.T) {
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 7})
	require.NoError(t, err)
	home, err := table.OpenUnsaved(chapters.Default(),
		chapters.Record{Position: pos, PlayerNames: []string{round.Human, "random", "random", "random"}})
	require.NoError(t, err)
	defer home.Close()
	f := &front{now: round.Turn, game: &play.Client{Client: home.Client}}
	f.game.Look()
	for _, lang := range characters.Languages {
		said, _ := bound(lang, nil).ByLine(f, "undo")
		require.NotNil(t, said, lang)
		assert.Equal(t, "You have made no decision to take back.", said.Run(f, ""))
	}
}

// TestRemapped holds that another key replaces the usual ones, and is shown.
func TestRemapped(t *testing.T) {
	f := &front{now: round.Turn}
	acts := bound("en", map[string][]string{"goals": {"z", "f2"}})
	assert.Nil(t, acts.ByKey(f, "g"))
	assert.Equal(t, "goals", acts.ByKey(f, "f2").Do(f))
	assert.Equal(t, "z", acts.ByName("goals").Binding.Shown)
}

// TestOffered checks that the page of help names only actions that exist in the round.
func TestOffered(t *testing.T) {
	f := &front{now: round.Turn, away: true}
	told := func() (out []string) {
		for _, column := range bound("en", nil).Columns(f) {
			for _, k := range column {
				out = append(out, k.Label)
			}
		}
		return out
	}
	assert.NotContains(t, told(), "hint")
	f.hints = true
	assert.Contains(t, told(), "hint")
}
