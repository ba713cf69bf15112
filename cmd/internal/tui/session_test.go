package tui

import (
	"context"
	"io"
	"sync/atomic"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// showUntilLeft shows a sheet until the person leaves it. seen is called when the sheet is drawn.
func showUntilLeft(v *Session, seen func()) error {
	return v.showScreen(v.ctx, &kit.Sheet{Back: v.Stack.PopOverlay, Build: func() kit.Content {
		seen()
		return kit.Content{Title: "A sheet"}
	}})
}

// TestLookComesBack checks that a person comes back from a replay to the result, and can replay the round
// again at the same table. Stopping a search in the replay does not end the round.
func TestLookComesBack(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, over)
	game := open(t, pos, made, setting{humans: alone}).home
	in, w := io.Pipe()
	on := &Terminal{In: in, Out: io.Discard, Reader: reader.WithoutWishes(texts.New("en")), Style: style(setting{})}
	v := NewSession(t.Context(), on.Stack())
	stage := 0
	looked := atomic.Int32{}
	press := func(at int, key string) string { // a key for something that is drawn
		if stage == at {
			stage++
			go func() { _, _ = w.Write([]byte(key)) }()
		}
		return ""
	}
	require.NoError(t, v.RunScript(on, func() error {
		next, err := v.Round(game, Options{Terminal: Terminal{Reader: reader.WithoutWishes(v.Stack.Theme.Texts)}, Beat: -1, Replay: func() error {
			if looked.Add(1) == 2 {
				return play.ErrStopped
			}
			return showUntilLeft(v, func() { press(1, "q") })
		}, RoundOptions: play.RoundOptions{Replayable: true, ResultText: func() string {
			if looked.Load() == 2 {
				return press(3, "q")
			}
			return press(0, "v") + press(2, "v")
		}}})
		assert.Equal(t, play.Nothing, next)
		return err
	}))
	assert.EqualValues(t, 2, looked.Load())
	assert.NoError(t, game.CheckSaved())
}

// TestAnswerStays checks that no search is repeated for a result that the person comes back to.
func TestAnswerStays(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, func(g *chapters.Game) bool { return g.IsOver() && g.Result() == chapters.Lost })
	asked := 0
	s := open(t, pos, made, setting{humans: alone, solve: func(context.Context) string {
		asked++
		return "It was winnable."
	}})
	s.opts.Replayable = true
	s.opts.Replay = func() error { return nil }
	before := s.View()
	s.press("v")
	require.True(t, s.quit)
	s.on = stage(&s.opts.Terminal, s.Model)
	s.run(s.Init())
	s.leaving.interlude = nil
	require.Contains(t, before, "It was winnable.")
	assert.Contains(t, s.View(), "It was winnable.")
	assert.Equal(t, 1, asked)
}

// TestVisitCutOff checks that a script ends before its session does if the session is cut off, whatever
// the script shows.
func TestVisitCutOff(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, over)
	for name, script := range map[string]func(v *Session, shown func()) error{
		"sheet": showUntilLeft,
		"wait": func(v *Session, shown func()) error {
			return v.ShowProgress("Searching", func(ctx context.Context) error {
				shown()
				<-ctx.Done()
				return ctx.Err()
			})
		},
		"look": func(v *Session, shown func()) error {
			game := open(t, pos, made, setting{humans: alone}).home
			_, err := v.Round(game,
				Options{
					Terminal: Terminal{Reader: reader.WithoutWishes(v.Stack.Theme.Texts)}, Beat: -1,
					RoundOptions: play.RoundOptions{Replayable: true}, Replay: func() error { return showUntilLeft(v, shown) },
				})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cut := context.WithCancel(t.Context())
			ended := false
			err := runWithKeys(ctx, []string{"v"}, func(v *Session) error {
				defer func() { ended = true }()
				err := script(v, cut)
				assert.ErrorIs(t, err, context.Canceled)
				return err
			})
			require.ErrorIs(t, err, context.Canceled)
			assert.True(t, ended)
		})
	}
}

// TestTypedAhead checks that keys typed while no screen is shown go to the next screen, also before the
// first one, and that ctrl-C among them leaves.
func TestTypedAhead(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]error{"q": nil, "\x03": play.ErrExit} {
		t.Run(keys, func(t *testing.T) {
			in, w := io.Pipe()
			on := &Terminal{In: in, Out: io.Discard, Reader: reader.WithoutWishes(texts.New("en")), Style: style(setting{})}
			v := NewSession(t.Context(), on.Stack())
			typed := make(chan struct{})
			go func() {
				_, _ = w.Write([]byte(keys))
				_, _ = w.Write([]byte("x")) // which is read after the keys were
				close(typed)
			}()
			require.ErrorIs(t, v.RunScript(on, func() error {
				<-typed
				return showUntilLeft(v, func() {})
			}), want)
		})
	}
}

// TestPanic checks that a panic in a script is the script's error, and does not end the program.
func TestPanic(t *testing.T) {
	t.Parallel()
	err := runWithKeys(t.Context(), nil, func(*Session) error { panic("broken") })
	require.ErrorContains(t, err, "broken")
	v := NewSession(t.Context(), (&Terminal{Reader: reader.WithoutWishes(texts.New("en")), Style: style(setting{})}).Stack())
	assert.NotNil(t, v.StartScript(func() error { return nil }, func(error) tea.Cmd { return nil }))
	assert.Nil(t, v.StartScript(func() error { return nil }, nil), "there is no other while one goes on")
	v.Shutdown()
}
