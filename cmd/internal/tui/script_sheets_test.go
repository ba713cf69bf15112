package tui

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runWithKeys runs a script on a simulated terminal, with keys.
func runWithKeys(ctx context.Context, keys []string, script func(v *Session) error) error {
	in, w := io.Pipe()
	go func() {
		for _, key := range slices.DeleteFunc(keys, func(k string) bool { return k == "" }) {
			_, _ = w.Write([]byte(key))
		}
	}()
	on := &Terminal{In: in, Out: io.Discard, Reader: reader.WithoutWishes(texts.New("en")), Style: style(setting{})}
	v := NewSession(ctx, on.Stack())
	return v.RunScript(on, func() error { return script(v) })
}

// TestWait checks that the screen ends with the work and returns its error, that Esc stops the work, and
// that ctrl-C is reported.
func TestWait(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, tt := range []struct {
		name, keys string
		work       func(context.Context) error
		want       error
	}{
		{"done", "", func(context.Context) error { return nil }, nil},
		{"broken", "", func(context.Context) error { return broken }, broken},
		{"stopped", "q", func(ctx context.Context) error { <-ctx.Done(); return nil }, nil},
		{"given up", "q", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, play.ErrStopped},
		{"left", "\x03", func(ctx context.Context) error { <-ctx.Done(); return nil }, play.ErrExit},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := runWithKeys(t.Context(), []string{tt.keys}, func(v *Session) error {
				return v.ShowProgress("Searching", tt.work)
			})
			if tt.want == nil {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, tt.want)
		})
	}
}

// counted returns a campaign with some progress in a chapter.
func counted(t testing.TB, progress string) *campaign.Campaign {
	t.Helper()
	c, err := campaign.Read(chapters.Default(), "shire",
		[]byte("campaign: 1\nplayers: 4\nhumans: 1\nchapters:\n- "+progress+"\n"))
	require.NoError(t, err)
	return c
}

// failed returns a campaign whose last round was lost, in a long chapter with events.
func failed(t testing.TB) *campaign.Campaign {
	t.Helper()
	return counted(t, "{chapter: 14, players: 4, rounds: 2, lost: 1, events_done: [doors], failed: true}")
}

// TestChooseRound checks that the event, and what follows a lost round, are chosen in rows, and that
// leaving chooses nothing.
func TestChooseRound(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		keys string
		ok   bool
		want campaign.Choice
	}{
		{"\r", true, campaign.Choice{Chapter: "14", Event: "tomb", AfterLoss: campaign.Keep}},
		{
			"\x1b[B\x1b[C\x1b[B\x1b[C\r", true,
			campaign.Choice{Chapter: "14", Event: "long-dark", AfterLoss: campaign.Restart},
		},
		{"q", false, campaign.Choice{Chapter: "14"}},
	} {
		got := campaign.Choice{Chapter: "14"}
		ok := false
		require.NoError(t, runWithKeys(t.Context(), []string{tt.keys}, func(v *Session) (err error) {
			what := choose.InCampaign(v.Stack.Theme.Texts, chapters.Default(), failed(t), &got)
			if ok, err = v.ChooseRound(what); ok {
				what.ApplyTo(&got)
			}
			return err
		}))
		assert.Equal(t, tt.ok, ok, "%q", tt.keys)
		assert.Equal(t, tt.want, got, "%q", tt.keys)
	}
}

// TestSolutionIsSteppedThrough checks that a way to win can be stepped through in the program, and that
// this is not offered if there is none.
func TestSolutionIsSteppedThrough(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, over)
	for _, found := range []bool{true, false} {
		s := open(t, pos, made, setting{humans: alone, solve: func(context.Context) string { return "Solved." }})
		require.NotEqual(t, chapters.Won, s.round.view.Result)
		s.opts.HasSolution = func() bool { return found }
		s.press("l", "tab")
		require.NotEmpty(t, s.on.Overlays)
		assert.Equal(t, found, containsStep(s))
		s.opts.StepThrough = func() error { return nil }
		s.press("v")
		assert.Equal(t, found, s.quit)
		assert.Equal(t, found, s.leaving.interlude != nil)
	}
}

func containsStep(s *screen) bool {
	return strings.Contains(s.View(), s.overlayActs.ByName("step").Binding.Label)
}
