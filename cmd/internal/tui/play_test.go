package tui

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// deal returns the first deal of a chapter.
func deal(t testing.TB, chapter string, players int) chapters.Position {
	t.Helper()
	pos, _ := until(t, chapter, players, func(*chapters.Game) bool { return true })
	return pos
}

// TestChapterOne plays a whole round with Enter alone: the first legal answer to
// every question.
func TestChapterOne(t *testing.T) {
	t.Parallel()
	for players := 1; players <= 4; players++ {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			s := open(t, deal(t, "1", players), nil, setting{humans: alone})
			for range 400 {
				if s.round.phase == finished {
					break
				}
				s.press("enter")
				s.fits()
			}
			require.Equal(t, finished, s.round.phase)
			assert.True(t, s.home.Round().Reveal().IsOver(), "the round is played to its end (T10)")
			assert.NotEqual(t, chapters.Undecided, s.home.Round().Reveal().Result())
		})
	}
}

// TestOutcomes checks what the program gets when the person leaves.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, over)
	for _, next := range []string{"", "fellowship play --chapter 2"} {
		want := map[string]play.AfterRound{
			"r": play.Again, "a": play.Another, "n": play.Another, "q": play.Nothing,
			"ctrl+c": play.Nothing,
		}
		if next != "" {
			want["n"] = play.NextChapter
		}
		for keys, want := range want {
			for _, result := range []chapters.Result{chapters.Won, chapters.Lost} {
				s := open(t, pos, made, setting{humans: alone})
				s.opts.Next = next
				s.round.view.Result = result
				s.press(keys)
				assert.True(t, s.quit, keys)
				assert.Equal(t, want, s.leaving.next, keys)
			}
		}
	}
}

// TestStars checks that the result of a won round shows the stars of the campaign's chapter, and that of a
// lost round shows none.
func TestStars(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, over)
	s := open(t, pos, made, setting{humans: alone})
	done := everything(t, s.round.view.Chapter)
	done.Progress[0].Straight = true
	done.Progress[0].First = true
	s.campaign.book = func() *campaign.Campaign { return done }
	for result, stars := range map[chapters.Result]string{chapters.Won: "* . * *", chapters.Lost: ""} {
		s.round.view.Result = result
		e := s.endScene()
		assert.Equal(t, stars != "", len(e.Stars) > 0)
		assert.Equal(t, stars != "", e.Wish == s.viewer.texts().T("stars.wish.hints"))
		assert.Contains(t, board.DrawEnd(s.viewer.theme, e, nil, 80, 24).Plain(), stars)
	}
	s.opts.Next = "fellowship campaign play"
	s.round.view.Result = chapters.Lost
	s.press("n")
	assert.Equal(t, play.Another, s.leaving.next, "a campaign stays at a chapter that is lost")
}

// TestLeaving checks that q asks first and ctrl-C does not.
func TestLeaving(t *testing.T) {
	t.Parallel()
	pos := deal(t, "1", 4)
	s := open(t, pos, nil, setting{humans: alone})
	s.press("q", "n")
	assert.False(t, s.quit)
	s.press("q", "y")
	assert.True(t, s.quit)
	s = open(t, pos, nil, setting{humans: alone})
	s.press("ctrl+c")
	assert.True(t, s.quit)
}

// TestUndo takes back the last decision of the person.
func TestUndo(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(1, 2)))
	s := open(t, pos, made, setting{humans: alone})
	before := s.View()
	s.press("enter", "enter")
	require.NotEqual(t, len(made), s.home.Round().Decisions())
	s.press("u")
	assert.Equal(t, len(made), s.home.Round().Decisions())
	assert.Equal(t, choosing, s.round.phase)
	assert.Equal(t, s.viewer.theme.Texts.T("undo.done"), s.captions.remark())
	s.note.text = ""
	assert.Equal(t, before, s.View(), "everything is as it was")
}

// TestNoticeAfterUndo checks that the events of setup are shown again after some of them were taken back.
func TestNoticeAfterUndo(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.Exchange, 0))
	s := open(t, pos, made, setting{humans: alone})
	for s.round.phase == choosing {
		s.press("enter")
	}
	require.Equal(t, notice, s.round.phase)
	s.press("enter", "u")
	require.Equal(t, choosing, s.round.phase)
	for s.round.phase == choosing {
		s.press("enter")
	}
	assert.Equal(t, notice, s.round.phase)
}

// TestHiddenGoal checks that the question of T11 does not reveal that a goal has failed if only its owner
// knows the threat number (S8).
func TestHiddenGoal(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "14/l", 4, func(g *chapters.Game) bool {
		ask := g.View(g.Due().Decider).Ask
		return ask != nil && ask.Kind == chapters.PlayCard && g.View(ask.Decider).Result == chapters.Lost &&
			g.View(tricks.NoSeat).Result == chapters.Undecided && thenChoice(t, g)
	})
	s := open(t, pos, made, setting{humans: []tricks.Seat{0, 1, 2, 3}})
	require.Equal(t, curtain, s.round.phase)
	s.press("enter")
	assert.Equal(t, choosing, s.round.phase)
	require.NoError(t, s.round.client.Decide(s.round.view.Ask.Options[0]))
	s.proceed() // the owner still looks
	assert.NotEqual(t, settled, s.round.phase)
}

// thenChoice is met by a choice that is followed by another one after its first answer.
func thenChoice(t testing.TB, g *chapters.Game) bool {
	then, err := chapters.Default().NewGame(g.Start())
	require.NoError(t, err)
	for _, d := range append(g.Decisions(), g.Options()[0]) {
		require.NoError(t, then.Apply(d))
	}
	return len(g.Options()) > 1 && !then.IsOver() && len(then.Options()) > 1 &&
		then.View(tricks.NoSeat).Result == chapters.Undecided
}

// TestJump reaches a card by its suit's letter and its rank.
func TestJump(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(0, 0), func(g *chapters.Game) bool {
		return g.View(0).Seats[0].Hand.OfSuit(tricks.Shadows).Len() > 1
	}))
	s := open(t, pos, made, setting{humans: alone})
	if s.round.phase == notice {
		s.press("enter")
	}
	last := s.round.view.Seats[0].Hand.OfSuit(tricks.Shadows).Last()
	s.press("s", fmt.Sprint(last.Rank()))
	assert.Equal(t, last, s.answers.choice.Selected().Card)
}

// TestRefused checks that a card that may not be played is not played, and that
// the reason names the rule (T4).
func TestRefused(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 2), choosy))
	s := open(t, pos, made, setting{humans: alone})
	i := slices.IndexFunc(s.answers.choice.Items, func(it scene.Item) bool { return !it.Ok })
	require.GreaterOrEqual(t, i, 0)
	s.answers.choice.Cursor = i
	s.press("enter")
	assert.Equal(t, len(made), s.home.Round().Decisions())
	assert.Contains(t, s.View(), "(T4)")
}

// TestRing checks the ways to play R1 (T7).
func TestRing(t *testing.T) {
	t.Parallel()
	ringAt := func(g *chapters.Game) tricks.Seat {
		for s := range g.Seats() {
			if g.State().Held[s].Contains(tricks.OneRing) {
				return tricks.Seat(s)
			}
		}
		return tricks.NoSeat
	}
	holder := func(g *chapters.Game) bool {
		return g.Stage() == chapters.StagePlay && g.Result() == chapters.Undecided && !g.IsOver() &&
			g.Due().Seat == ringAt(g) && mayPlay(tricks.OneRing)(g)
	}
	pos, made := until(t, "1", 4, holder)
	g, err := (&chapters.Record{Position: pos, Decisions: made}).Game(chapters.Default())
	require.NoError(t, err)
	seat := ringAt(g)
	for _, tt := range []struct {
		keys  []string
		toWin bool
	}{
		{[]string{"r", "1", "!"}, true},
		{[]string{"r", "1", "enter", "!", "enter"}, true},
		{[]string{"r", "1", "enter", "esc", "enter", "enter"}, true}, // Frodo wants Rings
		{[]string{"r", "1", "enter", "right", "enter"}, false},
	} {
		s := open(t, pos, made, setting{humans: []tricks.Seat{seat}})
		if s.round.phase == notice {
			s.press("enter")
		}
		require.Equal(t, choosing, s.round.phase)
		s.press(tt.keys...)
		got := s.home.Round().Reveal().Decisions()
		require.Greater(t, len(got), len(made), tt.keys)
		assert.Equal(t, tricks.Move{Card: tricks.OneRing, ToWin: tt.toWin}, got[len(made)].Move, tt.keys)
	}
}

// TestSettled checks T11: the screen says that the result is certain, and the person may stop or play on.
func TestSettled(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, func(g *chapters.Game) bool {
		return g.Stage() == chapters.StagePlay && g.Result() != chapters.Undecided && !g.IsOver()
	})
	s := open(t, pos, made, setting{humans: alone})
	require.Equal(t, settled, s.round.phase)
	assert.Contains(t, s.View(), "(T11)")
	s.press("x")
	assert.Equal(t, finished, s.round.phase)
	assert.True(t, s.round.client.LastSnapshot.Stopped)

	s = open(t, pos, made, setting{humans: alone})
	s.press("enter")
	assert.NotEqual(t, settled, s.round.phase)
	for range 200 {
		if s.round.phase != finished {
			s.press("enter")
		}
	}
	assert.True(t, s.home.Round().Reveal().IsOver())
}

// TestAuto checks that the key a makes the screen continue after tricks without a key.
func TestAuto(t *testing.T) {
	t.Parallel()
	s := open(t, deal(t, "1", 4), nil, setting{humans: nil})
	for range 100 {
		if s.round.phase == trickEnd {
			break
		}
		s.press("enter")
	}
	require.Equal(t, trickEnd, s.round.phase, "without people the computers play, but every trick waits")
	s.pace.auto = true
	s.press("enter")
	for range 5 {
		if s.round.phase == settled {
			s.press("enter")
		}
	}
	assert.Equal(t, finished, s.round.phase)
}

// TestSolve shows the result of the search, and stops the search when the person leaves.
func TestSolve(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, over)
	s := open(t, pos, made, setting{humans: alone, solve: func(context.Context) string { return "winnable\n" }})
	s.press("l", "tab")
	assert.NotEmpty(t, s.on.Overlays)
	assert.Contains(t, s.View(), "winnable")
	s.fits()

	var seen context.Context
	s = open(t, pos, made, setting{humans: alone, solve: func(ctx context.Context) string { seen = ctx; return "" }})
	cmd := s.review.searchWin()
	assert.Contains(t, s.View(), s.viewer.theme.Texts.T("solve.looking"))
	s.press("q")
	_ = cmd()
	assert.ErrorIs(t, seen.Err(), context.Canceled)
}

// TestTries shows how often fair players win a deal that was lost: one try after
// the other, until all are played or the person leaves.
func TestTries(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, over)
	s := open(t, pos, made, setting{humans: alone, solve: func(context.Context) string { return "winnable\n" }})
	require.Equal(t, chapters.Lost, s.round.view.Result)
	s.review.tries.play = func(_ context.Context, n int) (bool, error) { return n > 3, nil }
	s.run(s.review.playTry())
	assert.Contains(t, s.View(), s.viewer.theme.Texts.T("tries", 10, 7))
	s.fits()
	s.press("l", "tab")
	assert.Contains(t, s.View(), s.viewer.theme.Texts.T("tries", 10, 7))
	assert.Nil(t, s.review.playTry(), "there are no more")

	var seen context.Context
	s = open(t, pos, made, setting{humans: alone, solve: func(context.Context) string { return "winnable\n" }})
	s.review.tries.play = func(ctx context.Context, n int) (bool, error) { seen = ctx; return n == 1, ctx.Err() }
	cmd := s.review.playTry()
	_, cmd = s.Update(cmd())
	assert.Contains(t, s.View(), s.viewer.theme.Texts.T("tries.sofar", 1, 1, 10))
	s.press("q")
	_ = cmd()
	assert.ErrorIs(t, seen.Err(), context.Canceled)
}

// full is a store that is full: nothing can be written.
type full struct {
	memory.Store
	left int
}

func (f *full) Append(table string, after uint64, data []byte) error {
	f.left--
	if f.left < 0 {
		return errors.New("disk full")
	}
	return f.Store.Append(table, after, data)
}

// TestUnwritten checks that the game stays at the state of its record if nothing can be written: the
// screen says so and tries again.
func TestUnwritten(t *testing.T) {
	t.Parallel()
	disk := &full{left: 1000}
	s := newScreen(t, disk,
		chapters.Record{Position: deal(t, "1", 4), PlayerNames: []string{round.Human, "random", "random", "random"}},
		Options{Terminal: Terminal{Reader: reader.WithoutWishes(texts.New("en")), Style: style(setting{})}, Beat: -1})
	s.run(s.Init())
	disk.left = 0
	made := s.home.Round().Decisions()
	s.press("enter")
	assert.Equal(t, made, s.home.Round().Decisions())
	assert.Contains(t, s.View(), "disk full")
	disk.left = 1 // enough for the person's decision, not for the computer's
	s.press("enter")
	assert.Equal(t, made+1, s.home.Round().Decisions())
	assert.Equal(t, stuck, s.round.phase)
	assert.Contains(t, s.View(), "disk full")
	s.fits()
	disk.left = 1000
	s.press("enter")
	assert.Greater(t, s.home.Round().Decisions(), made+1)
}

// cardCode finds the codes of cards, in the letters of any language.
var cardCode = regexp.MustCompile(`\b[HMFSRVBW][1-8]\b`)

// TestAnyKeys presses random keys in random games and windows. Every frame fills the window exactly,
// colors are decoration, and a curtain shows no card except those that lie or lay on the table (S11).
func TestAnyKeys(t *testing.T) {
	t.Parallel()
	keys := []string{
		"enter", "enter", "enter", "enter", "enter", "enter", "left", "right", "up", "down", "tab", "home", "end",
		"esc", " ",
		"?", "l", "tab", "g", "tab", "u", "k", "x", "q", "n", "!", "h", "m", "f", "s", "r", "1", "2", "7", "-", "s",
	}
	rapid.Check(t, func(rt *rapid.T) {
		id := rapid.SampledFrom(chapters.Default().DealIDs(rapid.Uint64Range(1, 1000).Draw(rt, "seed"))).Draw(rt,
			"deal")
		players := id.Players
		pos, err := chapters.Default().Deal(id)
		if err != nil {
			rt.Fatal(err)
		}
		set := setting{
			lang:  rapid.SampledFrom([]string{"en", "de"}).Draw(rt, "lang"),
			ascii: rapid.Bool().Draw(rt, "ascii"),
		}
		for s := range rapid.IntRange(0, players).Draw(rt, "humans") {
			set.humans = append(set.humans, tricks.Seat(s))
		}
		s := open(t, pos, nil, set)
		size := func() {
			s.Update(tea.WindowSizeMsg{
				Width:  rapid.IntRange(1, 160).Draw(rt, "w"),
				Height: rapid.IntRange(1, 60).Draw(rt, "h"),
			})
		}
		for range rapid.IntRange(1, 60).Draw(rt, "keys") {
			if rapid.IntRange(0, 9).Draw(rt, "resize") == 0 {
				size()
			} else if s.w < kit.MinWidth || s.h < kit.MinHeight {
				s.Update(tea.WindowSizeMsg{Width: kit.MinWidth, Height: kit.MinHeight})
			}
			s.press(rapid.SampledFrom(keys).Draw(rt, "key"))
			s.fits()
			s.decorated(set)
			s.curtained()
			if t.Failed() {
				rt.FailNow()
			}
			s.quit = false
		}
	})
}

// decorated checks that the frame says the same with colors.
func (s *screen) decorated(set setting) {
	set.color = true
	colored := *s.Model
	colored.viewer.theme = kit.NewTheme(s.viewer.theme.Texts, style(set))
	if len(s.on.Overlays) == 0 {
		assert.Equal(s.t, s.scene(), colored.scene())
	}
}

// cited finds a rule that a text names, which is no card.
var cited = regexp.MustCompile(`\([A-Z]\d+(, [A-Z]\d+)*\)`)

// curtained checks that a curtain hides what is in hands.
func (s *screen) curtained() {
	if s.round.phase != curtain || len(s.on.Overlays) > 0 {
		return
	}
	g := s.home.Round().Reveal()
	open := tricks.SetOf(g.View(tricks.NoSeat).Lost...)
	for _, e := range g.View(tricks.NoSeat).Log {
		if e.Card.Valid() || e.Kind == chapters.TurnedUp { // what everybody has seen
			open |= e.Card.Bit()
		}
	}
	for _, tr := range g.History() {
		open |= tr.Cards
	}
	if g.Stage() == chapters.StagePlay {
		st := g.State()
		open |= st.Trick
	}
	view := s.View()
	for _, code := range cardCode.FindAllString(cited.ReplaceAllString(view, ""), -1) {
		card, err := tricks.ParseCard(s.viewer.theme.Texts.NormalizeCards(code))
		require.NoError(s.t, err)
		assert.True(s.t, open.Contains(card), "the curtain shows %s:\n%s", code, view)
	}
}

// TestRun runs the program itself on a terminal that is none, to its end.
func TestRun(t *testing.T) {
	t.Parallel()
	game := open(t, deal(t, "1", 4), nil, setting{humans: alone}).home
	outcome := play.Again
	round := func(v *Session) (err error) {
		outcome, err = v.Round(game, Options{Terminal: Terminal{Reader: reader.WithoutWishes(v.Stack.Theme.Texts)}, Beat: -1})
		return err
	}
	require.NoError(t, runWithKeys(t.Context(), []string{"q", "y"}, round))
	assert.Equal(t, play.Nothing, outcome)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.ErrorIs(t, runWithKeys(ctx, nil, round), context.Canceled)
}
