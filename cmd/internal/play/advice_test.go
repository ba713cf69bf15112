package play_test

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// views returns what the decider sees before each decision of a deal that is played by first choices.
func views(t *testing.T, deal string) (all []chapters.View) {
	t.Helper()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	for !g.IsOver() {
		all = append(all, g.View(g.Due().Decider))
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	return all
}

// TestTips: each tip is given once, when something comes up for the first time, and not again to somebody who has seen
// it or wants none.
func TestTips(t *testing.T) {
	said := texts.New("en")
	give := func(deal string, a *play.Advice, r reader.Reader) (given []string) {
		for _, v := range views(t, deal) {
			name := a.NextTip(r, &v)
			if name == "" {
				assert.Empty(t, a.Line(r, &v, false))
				continue
			}
			given = append(given, name)
			assert.Equal(t, said.T("tip."+name), a.Line(r, &v, false))
		}
		return given
	}
	everybody := reader.WithoutWishes(said)
	a := &play.Advice{Tips: true}
	assert.Equal(t, []string{"exchange", "rider", "threat", "pyramid", "ring"}, give("c08p2s1", a, everybody))
	assert.Empty(t, give("c08p2s1", a, everybody), "each only once")
	assert.Empty(t, give("c08p2s1", &play.Advice{}, everybody), "this game gives none")
	assert.Empty(t, give("c08p2s1", nil, everybody))
	assert.Empty(t, give("c08p2s1", &play.Advice{Tips: true}, reader.New(said, settings.Settings{NoTips: true})))
	some := reader.New(said, settings.Settings{Tips: []string{"exchange", "ring"}})
	assert.Equal(t, []string{"rider", "pyramid", "threat"}, give("c08p2s1", &play.Advice{Tips: true}, some))
}

// TestCoachAndSuggestions: the coach of chapter 1 speaks where there is no tip, and can be switched. On the first evening
// suggestions come first, whatever the person wishes, until they have been tried.
func TestCoachAndSuggestions(t *testing.T) {
	said := texts.New("en")
	v := views(t, "c01p4s2")[0]
	everybody := reader.WithoutWishes(said)
	a := &play.Advice{Coach: true}
	assert.Equal(t, said.Round(&v).Coach(), a.Line(everybody, &v, false))
	assert.Empty(t, a.Line(reader.New(said, settings.Settings{NoTips: true}), &v, false))
	assert.Equal(t, said.T("coach.off", "coach"), a.Switch(said, "coach"))
	assert.Empty(t, a.Line(everybody, &v, false))
	assert.Equal(t, said.T("coach.on"), a.Switch(said, "coach"))
	assert.True(t, a.Coach)

	assert.True(t, a.NeedsIntro("1"))
	assert.True(t, a.NeedsIntro("2"))
	assert.False(t, a.NeedsIntro("1"))

	record, err := lesson.Round(chapters.Default())
	require.NoError(t, err)
	first := &play.Advice{Coach: true, TryPrefix: "lesson.try."}
	none := reader.New(said, settings.Settings{NoTips: true})
	suggested := func() map[string]bool {
		g, err := record.Game(chapters.Default())
		require.NoError(t, err)
		all := map[string]bool{}
		for !g.IsOver() {
			v := g.View(g.Due().Decider)
			all[first.Line(none, &v, v.Ask.Refused != nil)] = true
			require.NoError(t, g.Apply(g.Options()[0]))
		}
		return all
	}
	try := func(name string) string { return said.T("lesson.try." + name) }
	all := suggested()
	for _, name := range []string{lesson.TryRing, lesson.TryFollow, lesson.TryGoals, lesson.TryHint} {
		assert.True(t, all[try(name)], name)
	}
	h1, err := tricks.ParseCard("H1")
	require.NoError(t, err)
	first.NoteRefused(h1)
	all = suggested()
	assert.False(t, all[try(lesson.TryFollow)])
	assert.True(t, all[try(lesson.TryRing)])
	first.NoteRefused(tricks.OneRing)
	first.NoteTried(lesson.TryGoals)
	all = suggested()
	assert.False(t, all[try(lesson.TryRing)])
	assert.False(t, all[try(lesson.TryGoals)])
	assert.True(t, all[try(lesson.TryHint)])
	(*play.Advice)(nil).NoteTried(lesson.TryHint)
}
