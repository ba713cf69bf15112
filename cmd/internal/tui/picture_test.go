package tui

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/scene"
	"fellowship/solver/players"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pictured returns a screen with the game of testdata/picture.ndjson. others names the computer players.
func pictured(t *testing.T, others string) *screen {
	game, err := os.Open("testdata/picture.ndjson")
	require.NoError(t, err)
	defer game.Close()
	for entry := range chapters.Default().Read(game.Name(), game) {
		require.NoError(t, entry.Err)
		return open(t, entry.Record.Position, entry.Record.Decisions,
			setting{humans: alone, rich: true, w: 100, h: 30, others: others})
	}
	return nil
}

// TestPicture draws a game in colors. The picture in the README is made from it: run `make generate` after
// `go test -update`.
func TestPicture(t *testing.T) {
	t.Parallel()
	s := pictured(t, "random")
	s.fits()
	fresh(t, "testdata/picture.ansi", s.View()+"\n")
}

// filming is a film of a screen, frame by frame.
type filming struct {
	*screen
	frames strings.Builder
	left   []tea.Cmd
	cut    bool // nothing is drawn
}

// shoot draws a frame that lasts some milliseconds.
func (f *filming) shoot(ms int) {
	f.fits()
	if !f.cut {
		fmt.Fprintf(&f.frames, "\f%d\n%s\n", ms, f.View())
	}
}

// update gives the screen a message, and keeps its command for later.
func (f *filming) update(msg tea.Msg) {
	_, cmd := f.Update(msg)
	if cmd == nil {
		return
	}
	result := cmd()
	if all, ok := result.(tea.BatchMsg); ok {
		f.left = append(f.left, slices.DeleteFunc(slices.Clone([]tea.Cmd(all)), func(c tea.Cmd) bool {
			return c == nil
		})...)
		return
	}
	f.left = append(f.left, func() tea.Msg { return result })
}

// runNext runs one of the commands that were kept.
func (f *filming) runNext() {
	next := f.left
	f.left = nil
	for _, cmd := range next {
		switch msg := cmd().(type) {
		case nil, motionMsg:
		default:
			f.update(msg)
		}
	}
}

// pressEnter presses Enter, and draws all motion until the person has something to do.
func (f *filming) pressEnter() {
	f.update(tea.KeyMsg{Type: tea.KeyEnter})
	for range 40 {
		for f.motions.current != nil && !f.motions.isEnd() {
			f.Update(motionMsg{f.motions.current}) // one of them is enough: half of the way
			f.shoot(motionFrames * int(motionBeat.Milliseconds()))
			for f.motions.current != nil && !f.motions.isEnd() {
				f.Update(motionMsg{f.motions.current})
			}
		}
		for f.motions.isEnd() {
			f.cut = false
			f.shoot(2 * int(motionBeat.Milliseconds()))
			for range 2 {
				f.Update(motionMsg{f.motions.current})
			}
		}
		if f.round.phase != waiting {
			return
		}
		f.shoot(300)
		f.runNext()
	}
}

// TestFilm draws the same game in motion: the person looks at a card, asks for a hint and plays it, the
// others play, and the trick goes to its winner. After a cut comes the One Ring, and after another cut the
// end: the round is won.
func TestFilm(t *testing.T) {
	t.Parallel()
	f := filming{screen: pictured(t, "fair")}
	f.motions.tick = func(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }
	f.shoot(700)
	for range 2 { // the second one may not be played
		f.update(tea.KeyMsg{Type: tea.KeyRight})
		f.shoot(700)
	}
	f.press("d")
	f.shoot(2500)
	strong, err := players.New(players.Strongest)
	require.NoError(t, err)
	advised := f.home.Round().Decisions()
	for range 40 {
		f.pressEnter()
		if f.round.phase == finished {
			break
		}
		f.shoot(1200)
		f.cut = f.round.phase != choosing || len(f.round.view.History) != 6            // the trick of the One Ring
		if n := f.home.Round().Decisions(); f.round.phase == choosing && n > advised { // the One Ring asks more
			advised = n
			d, _, err := strong.Think(t.Context(), &f.round.view, players.Source(0, n), true)
			require.NoError(t, err)
			f.answers.advice = &d
			f.answers.ask(scene.Opening, tricks.NoSeat)
			f.shoot(1200)
		}
	}
	require.Equal(t, chapters.Won, f.round.view.Result)
	moving := strings.Split(f.frames.String()[strings.LastIndex(f.frames.String(), "\f"):], "\n")[1:]
	for i, line := range strings.Split(f.View(), "\n") {
		if strings.Contains(line, "has won") {
			require.Equal(t, line, moving[i], "the end does not jump when it stops moving")
		}
	}
	f.shoot(3500)
	fresh(t, "testdata/film.ansi", f.frames.String())
}

// fresh compares a text with a file.
func fresh(t *testing.T, file, now string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(now), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), now)
}
