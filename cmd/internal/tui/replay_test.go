package tui

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// looking is the screen that looks through a round and what a terminal would do
// with it.
type looking struct {
	t testing.TB
	*ReplayScreen
	on   staged
	quit bool
	// playsOn is the number of decisions after which the person plays on, -1 for not at all.
	playsOn int
}

func (s *looking) Update(msg tea.Msg) (tea.Model, tea.Cmd) { return s.on.update(msg) }

func (s *looking) View() string { return s.on.View() }

// lostBy is a judge for tests, who knows at once: what lost the round is the last
// decision with a choice that has at least so many behind it. It returns its
// number, too.
func lostBy(t testing.TB, pos chapters.Position, made []chapters.Decision, behind int) (hindsight.Judge, int) {
	t.Helper()
	for n := len(made) - behind - 1; n >= 0; n-- {
		rec := chapters.Record{Position: pos, Decisions: made[:n]}
		g, err := rec.Game(chapters.Default())
		require.NoError(t, err)
		if len(g.Options()) < 3 || g.Result() == chapters.Lost {
			continue
		}
		return func(_ context.Context, g *chapters.Game) solver.Verdict {
			if so := g.Decisions(); len(so) > n+1 || len(so) == n+1 && so[n] == made[n] {
				return solver.Unwinnable
			}
			return solver.Winnable
		}, n
	}
	require.Fail(t, "no decision had a choice")
	return nil, 0
}

func lookAt(t testing.TB, pos chapters.Position, made []chapters.Decision, set setting,
	judge hindsight.Judge,
) *looking {
	t.Helper()
	w, err := hindsight.New(chapters.Default(), chapters.Record{Position: pos, Decisions: made})
	require.NoError(t, err)
	opts := ReplayOptions{
		Terminal: Terminal{Reader: reader.WithoutWishes(texts.New(set.lang)), Style: style(set)},
		Judge:    judge,
	}
	s := &looking{t: t, playsOn: -1}
	opts.PlayOn = func(decisions int) tea.Cmd {
		s.playsOn = decisions
		return tea.Quit
	}
	s.ReplayScreen = NewReplay(t.Context(), w, opts)
	s.on = stage(&opts.Terminal, s.ReplayScreen)
	if set.w > 0 {
		s.Update(tea.WindowSizeMsg{Width: set.w, Height: set.h})
	}
	s.run(s.Init())
	return s
}

func (s *looking) run(cmd tea.Cmd) { s.quit = s.on.runs(cmd) }

func (s *looking) press(keys ...string) {
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		if typ, ok := keyTypes[k]; ok {
			msg = tea.KeyMsg{Type: typ}
		}
		_, cmd := s.Update(msg)
		s.run(cmd)
	}
}

// frame is the frame that is shown.
func (s *looking) frame() *still {
	return &still{s.t, s.View(), s.w, s.h}
}

func TestLookFrames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		chapter string
		players int
		lost    int // cards before the end
		setting
		keys []string
	}{
		{name: "look", chapter: "2", players: 4, lost: 12, keys: []string{"4", "right", "right"}},
		{name: "look-here", chapter: "2", players: 4, lost: 12, keys: []string{"f"}},
		{name: "look-trick-end", chapter: "2", players: 4, lost: 12, keys: []string{"3", "left"}},
		{name: "look-draft", chapter: "2", players: 4, lost: 12, keys: []string{"home"}},
		{name: "look-end", chapter: "2", players: 4, lost: 12, keys: []string{"end"}},
		{name: "look-pyramid", chapter: "3", players: 2, lost: 12, keys: []string{"3", "right"}},
		{name: "look-german", chapter: "14/b", players: 3, lost: 12, setting: setting{lang: "de"}, keys: []string{"3"}},
		{name: "look-solo", chapter: "5", players: 1, lost: 12, keys: []string{"3", "right"}},
		{name: "look-wide", chapter: "12", players: 4, lost: 12, setting: setting{w: 120, h: 36}, keys: []string{"5"}},
		{name: "look-help", chapter: "2", players: 4, lost: 12, keys: []string{"?"}},
		{name: "look-keys", chapter: "2", players: 4, lost: 12, keys: []string{"?", "k", "e", "y", "s", "enter"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pos, made := until(t, tt.chapter, tt.players, over)
			judge, _ := lostBy(t, pos, made, tt.lost)
			s := lookAt(t, pos, made, tt.setting, judge)
			s.press(tt.keys...)
			s.frame().golden(tt.name)
		})
	}
}

// TestLookEverywhere steps through a round of every chapter: every frame fills
// the window and no text is cut.
func TestLookEverywhere(t *testing.T) {
	t.Parallel()
	for i, id := range chapters.Default().DealIDs(5) {
		pos, err := chapters.Default().Deal(id)
		require.NoError(t, err)
		g, err := chapters.Default().NewGame(pos)
		require.NoError(t, err)
		for !g.IsOver() {
			require.NoError(t, g.Apply(anyOption(g)))
		}
		made := g.Decisions()
		judge, _ := lostBy(t, pos, made, len(made)/3)
		s := lookAt(t, pos, made, setting{lang: []string{"en", "de"}[i%2]}, judge)
		s.press("home")
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		for s.index < len(made) && !t.Failed() {
			s.frame().whole(id.String())
			for range 1 + rng.IntN(4) {
				s.press("right")
			}
		}
		s.frame().whole(id.String())
		for _, page := range []string{"g", "l", "?"} {
			s.press(page)
			s.frame().whole(id.String())
			s.press("esc")
		}
	}
}

func TestLookKeys(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, over)
	judge, lost := lostBy(t, pos, made, 12)
	s := lookAt(t, pos, made, setting{}, judge)
	begin := s.index
	assert.Equal(t, chapters.PlayCard, made[begin].Kind, "it opens before the first card")
	s.press("left", "right", "right")
	assert.Equal(t, begin+1, s.index)
	s.press("up")
	assert.Equal(t, begin, s.index, "back to the start of the trick")
	s.press("down", "down")
	assert.Equal(t, begin+8, s.index)
	s.press("up")
	assert.Equal(t, begin+4, s.index)
	s.press("9")
	assert.Equal(t, begin+32, s.index)
	s.press("0")
	assert.Contains(t, s.View(), "The tricks are 1 to 9.")
	s.press("end", "right")
	assert.Equal(t, len(made), s.index)
	s.press("p")
	assert.False(t, s.quit)
	assert.Contains(t, s.View(), "The round is over here")
	s.press("home", "left")
	assert.Equal(t, 0, s.index)
	s.press("f")
	assert.Equal(t, lost, s.index, "the decision that lost the round comes next")
	assert.Contains(t, s.View(), "Here the round was lost, with "+made[s.index].Move.String())
	s.press("p")
	assert.True(t, s.quit)
	assert.Equal(t, lost, s.playsOn)
}

// TestLookThinks checks that what nobody knows yet is told so, and that an answer
// about another moment is not shown here.
func TestLookThinks(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, over)
	judge, _ := lostBy(t, pos, made, 12)
	s := lookAt(t, pos, made, setting{}, judge)
	right := tea.KeyMsg{Type: tea.KeyRight}
	_, first := s.Update(right)
	assert.Contains(t, s.View(), "Finding out")
	_, second := s.Update(right)
	s.run(first) // too late
	assert.Contains(t, s.View(), "Finding out")
	_, third := s.Update(second())
	assert.Contains(t, s.View(), "Still to be judged")
	s.run(third)
	assert.NotContains(t, s.View(), "to be judged")
	assert.Contains(t, s.View(), "can still be won with")
}

// TestLookAlone checks that nobody is asked where there is no judge.
func TestLookAlone(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 3, over)
	s := lookAt(t, pos, made, setting{}, nil)
	s.press("f", "right")
	assert.NotContains(t, s.View(), "Finding out")
	s.press("q")
	assert.True(t, s.quit)
	assert.Negative(t, s.playsOn)
}

// TestLookWithTheSolver looks for where a round was lost with the real solver,
// and holds that the screen then names the card and what still won.
func TestLookWithTheSolver(t *testing.T) {
	t.Parallel()
	judge := hindsight.Judge(func(ctx context.Context, g *chapters.Game) solver.Verdict {
		r, err := solver.Solve(ctx, g, solver.Options{Nodes: 2_000_000})
		require.NoError(t, err)
		return r.Verdict
	})
	pos, made := until(t, "1", 4, func(g *chapters.Game) bool { return g.IsOver() && g.Result() == chapters.Lost })
	s := lookAt(t, pos, made, setting{}, judge)
	s.press("f")
	said := s.View()
	assert.True(t, strings.Contains(said, "Here the round was lost") ||
		strings.Contains(said, "Nobody could have won"), said)
}

// TestLookWithoutColors checks that the screen says the same without its colours,
// and that --ascii draws nothing else.
func TestLookWithoutColors(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "4", 3, over)
	judge, _ := lostBy(t, pos, made, 12)
	plain := lookAt(t, pos, made, setting{lang: "de"}, judge)
	colored := lookAt(t, pos, made, setting{lang: "de", color: true}, judge)
	ascii := lookAt(t, pos, made, setting{lang: "de", ascii: true}, judge)
	for _, keys := range [][]string{{}, {"f"}, {"end"}, {"?"}, {"esc", "g"}, {"esc", "home"}} {
		for _, s := range []*looking{plain, colored, ascii} {
			s.press(keys...)
			s.frame().fits()
		}
		assert.NotRegexp(t, `(action|key)\.[a-z]`, plain.View(), "a text is missing")
		if len(plain.on.Overlays) == 0 {
			equalScenes(t, plain.scene(), colored.scene())
		}
		for _, r := range ascii.View() {
			if r > 126 {
				assert.Failf(t, "not ASCII", "%q in\n%s", r, ascii.View())
				break
			}
		}
	}
}

// TestLookJudgesEveryChoice checks that before the play, too, every choice is
// judged: a draft by characters, an exchange by cards and receivers, in names
// where there is room, else in numbers, with a page that names them all.
func TestLookJudgesEveryChoice(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, over)
	exchange := 0
	for made[exchange].Kind != chapters.Exchange {
		exchange++
	}
	good := made[exchange]
	judge := func(_ context.Context, g *chapters.Game) solver.Verdict {
		switch so := g.Decisions(); {
		case len(so) == 1 && so[0] != made[0], len(so) == exchange+1 && so[exchange] == good:
			return solver.Unwinnable
		}
		return solver.Winnable
	}
	s := lookAt(t, pos, made, setting{}, judge)
	s.press("home")
	choice := s.viewer.theme.Texts.Round(s.board.View).Choice(made[0])
	assert.Contains(t, s.View(), "can still be won with: "+choice+". It is lost with: ")
	for range exchange {
		s.press("right")
	}
	assert.Contains(t, s.View(), "Here the round was lost, with "+good.Card.String()+" to ")
	s.press("w")
	assert.Contains(t, s.View(), "The round can still be won with")
	assert.Contains(t, s.View(), "The round is lost with")
	s.frame().fits()
}

// TestWhyInReplay checks that Tab at a computer player's decision shows its whole reason on a page, with the
// numbers of its alternatives, and that the same key closes the page. At a person's decision there is only a note.
// The help names the key only if a computer player decided something.
func TestWhyInReplay(t *testing.T) {
	pos, made := until(t, "2", 4, over)
	for _, lang := range []string{"en", "de"} {
		for _, tt := range []struct {
			name string
			by   []string
		}{
			{"people", []string{"human", "human", "human", "human"}},
			{"computers", []string{"human", "greedy", "greedy", "greedy"}},
		} {
			rec := chapters.Record{Position: pos, Decisions: made, PlayerNames: tt.by}
			w, err := hindsight.New(chapters.Default(), rec)
			require.NoError(t, err)
			turns := 0
			opts := ReplayOptions{
				Terminal: Terminal{Reader: reader.WithoutWishes(texts.New(lang)), Style: style(setting{})},
				InTurn: func(_ context.Context, do func() error) error {
					turns++
					return do()
				},
			}
			l := NewReplay(t.Context(), w, opts)
			s := &looking{t: t, ReplayScreen: l, on: stage(&opts.Terminal, l)}
			s.run(s.Init())
			key := l.acts.ByName("why").Binding.Label
			assert.Equal(t, tt.name == "computers",
				slices.Contains(l.helpText(200), l.viewer.theme.Texts.T("look.legend.why")), "the help tells of the key")
			assert.Equal(t, tt.name == "computers", strings.Contains(s.View(), "tab "+key), s.View())
			if tt.name == "people" {
				s.press("tab")
				assert.NotContains(t, s.View(), texts.Title(key))
				continue
			}
			for range 8 {
				person := w.GameAt(s.index).Due().Decider == 0
				before := turns
				s.press("tab")
				if person {
					assert.Contains(t, strings.Join(strings.Fields(s.View()), " "),
						l.viewer.theme.Texts.T("look.why.person")[:40])
					assert.Equal(t, before, turns)
				} else {
					assert.Equal(t, before+1, turns, "slow work waits for its turn")
					assert.Contains(t, s.View(), texts.Title(key))
					s.frame().whole("why")
					s.press("tab")
				}
				assert.NotContains(t, s.View(), texts.Title(key))
				s.press("right")
			}
		}
	}
}
