package play_test

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

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
				assert.Empty(t, a.Line(r, &v))
				continue
			}
			given = append(given, name)
			assert.Equal(t, said.T("tip."+name), a.Line(r, &v))
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

// TestCoach: the coach of chapter 1 speaks where there is no tip, and can be switched.
func TestCoach(t *testing.T) {
	said := texts.New("en")
	v := views(t, "c01p4s2")[0]
	everybody := reader.WithoutWishes(said)
	a := &play.Advice{Coach: true}
	assert.Equal(t, said.Round(&v).Coach(), a.Line(everybody, &v))
	assert.Empty(t, a.Line(reader.New(said, settings.Settings{NoTips: true}), &v))
	assert.Equal(t, said.T("coach.off", "coach"), a.Switch(said, "coach"))
	assert.Empty(t, a.Line(everybody, &v))
	assert.Equal(t, said.T("coach.on"), a.Switch(said, "coach"))
	assert.True(t, a.Coach)

	assert.True(t, a.NeedsIntro("1"))
	assert.True(t, a.NeedsIntro("2"))
	assert.False(t, a.NeedsIntro("1"))

	assert.Nil(t, a.Suggested(&v), "chapter 1 is no first evening")
}

// TestFirstEveningAdvice plays the first evening as its coach says. Each sentence names the card that is chosen
// beforehand, whatever the person wishes; what to try is said until it has been tried; and the round is won.
func TestFirstEveningAdvice(t *testing.T) {
	for _, lang := range characters.Languages {
		said := texts.New(lang)
		record, err := lesson.Round(chapters.Default())
		require.NoError(t, err)
		home, err := table.OpenUnsaved(chapters.Default(), record)
		require.NoError(t, err)
		t.Cleanup(func() { _ = home.Close() })
		a := &play.Advice{Coach: true, TryPrefix: "lesson.try."}
		noTips := reader.New(said, settings.Settings{NoTips: true})
		var lines []string
		s := home.Round()
		for s.Settled() == chapters.Undecided {
			if thought := s.Think(); thought != nil {
				d, _, err := thought.Decide(t.Context())
				require.NoError(t, err)
				require.NoError(t, s.ApplyLine(chapters.Line{Decision: &d}.Text()))
				continue
			}
			v := s.View(0)
			lines = append(lines, a.Line(noTips, &v))
			for _, name := range []string{lesson.TryGoals, lesson.TryHint} {
				if lines[len(lines)-1] == said.T("lesson.try."+name) {
					a.NoteTried(name)
					lines = append(lines, a.Line(noTips, &v))
				}
			}
			d := a.Suggested(&v)
			require.NotNil(t, d)
			assert.Equal(t, said.Round(&v).Guide(*d), lines[len(lines)-1])
			require.NoError(t, s.ApplyLine(chapters.Line{Decision: d}.Text()))
		}
		assert.Equal(t, chapters.Won, s.Settled(), "Enter alone wins")
		all := strings.Join(lines, "\n")
		assert.Contains(t, all, said.T("lesson.try.goals"))
		assert.Contains(t, all, said.T("lesson.try.hint"))
		assert.NotRegexp(t, `\([TSCL]\d|%!|imagine|imagining|imagination|must|lost card|verlorene Karte`, all)
		assert.Regexp(t, `R1 to win: you need 2 Rings, and R\d+ lies? in this trick|R1 zum Gewinnen: du brauchst noch 2 Ringe`, all)
	}
	(*play.Advice)(nil).NoteTried(lesson.TryHint)
	assert.Nil(t, (*play.Advice)(nil).Suggested(nil))
}
