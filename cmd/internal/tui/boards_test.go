package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/muesli/termenv"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// boardsOf returns a board of each kind: one for every chapter that looks like no other.
func boardsOf() []shown {
	two := []tricks.Seat{0, 1}
	return []shown{
		{"c01", inGame("1", 4, asks(chapters.PlayCard, 0, sofar(2, 2), choosy), alone)},
		{"c05", inGame("5", 4, asks(chapters.PlayCard, 0, sofar(2, 2), willowAhead), alone)},
		{"c06", inGame("6", 2, asks(chapters.PlayCard, tricks.NoSeat, sofar(2, 1), pyramidIs("tom")), two, "enter")},
		{"c10", inGame("10", 4, asks(chapters.PlayCard, 0, sofar(3, 1), wasNamed), alone)},
		{"c12", inGame("12", 4, asks(chapters.PlayCard, 0, sofar(2, 2), seatIs(0, "radagast")), alone)},
		{"c14", inGame("14/b", 4, asks(chapters.PlayCard, 0, sofar(1, 3), shortfall), alone, "home")},
		{"c15", inGame("15", 4, asks(chapters.PlayCard, 0, sofar(1, 2), faceDown), alone)},
		{"c16", inGame("16", 3, asks(chapters.PlayCard, 0, sofar(4, 1)), alone)},
		{"c18", inGame("18/1", 4, asks(chapters.PlayCard, 0, sofar(3, 2)), alone)},
		{"solo", inGame("2", 1, asks(chapters.PlayCard, 1, sofar(4, 2)), alone)},
		{"road", inGame("road", 4, asks(chapters.PlayCard, 0, sofar(2, 1)), alone)},
	}
}

// windowsOf has the smallest windows of each size.
var windowsOf = [][2]int{{46, 30}, {80, 24}, {100, 30}, {120, 40}}

// coloredAt is the window whose frames are compared with their colors.
const coloredAt = 100

// TestBoards draws boards in windows of all sizes, in both languages. In one size it also compares the
// colors, on a dark and on a light background.
func TestBoards(t *testing.T) {
	t.Parallel()
	for _, tt := range boardsOf() {
		t.Run(tt.name, func(t *testing.T) {
			var plain, colored txtar.Archive
			keep := func(archive *txtar.Archive, name, frame string) {
				archive.Files = append(archive.Files, txtar.File{Name: name, Data: trimmed(frame)})
			}
			for _, w := range windowsOf {
				for _, lang := range []string{"en", "de"} {
					set := setting{lang: lang, w: w[0], h: w[1]}
					frame := tt.show(t, set)
					(&still{t, frame, w[0], w[1]}).whole(tt.name)
					keep(&plain, fmt.Sprintf("%dx%d, %s", w[0], w[1], lang), frame)
					set.color = true
					for _, look := range []struct {
						name  string
						light bool
					}{{"dark", false}, {"light", true}} {
						set.light = look.light
						in := tt.show(t, set)
						(&still{t, in, w[0], w[1]}).fits()
						if w[0] == coloredAt {
							keep(&colored, fmt.Sprintf("%dx%d, %s, %s", w[0], w[1], lang, look.name), in)
						}
					}
				}
			}
			goldenArchive(t, filepath.Join("testdata", "boards", tt.name+".txt"), &plain)
			goldenArchive(t, filepath.Join("testdata", "boards", tt.name+".ansi"), &colored)
		})
	}
}

// trimmed returns a frame without the blanks at the ends of its lines.
func trimmed(frame string) []byte {
	var b strings.Builder
	for l := range strings.Lines(frame + "\n") {
		b.WriteString(strings.TrimRight(l, " \n") + "\n")
	}
	return []byte(b.String())
}

// goldenArchive compares an archive with a file.
func goldenArchive(t *testing.T, file string, now *txtar.Archive) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, txtar.Format(now), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(txtar.Format(now)))
}

// willowAhead is met by a trick that Old Man Willow would take as it lies (C5).
func willowAhead(g *chapters.Game) bool { return g.View(0).WonByNobody }

// wasNamed is met by a leader whom another seat has named (K: Bilbo Baggins).
func wasNamed(g *chapters.Game) bool {
	for _, e := range recentEvents(g) {
		if e.Kind.String() == "named" && e.Target != e.Seat {
			return true
		}
	}
	return false
}

// recentEvents returns the events since the end of the last trick but one.
func recentEvents(g *chapters.Game) []chapters.Event {
	log := g.View(0).Log
	for i := len(log) - 1; i >= 0; i-- {
		if log[i].Kind == chapters.WonTrick {
			return log[i:]
		}
	}
	return log
}

// shortfall is met by a trick whose last card decides: with one card the sum falls short of the Balrog's
// (C14), with another it does not.
func shortfall(g *chapters.Game) bool {
	v := g.View(0)
	sum, _ := texts.Sum(&v)
	low, high := false, false
	for _, d := range g.Options() {
		if sum+d.Card.Rank() < v.Least {
			low = true
		} else {
			high = true
		}
	}
	return low && high
}

// BenchmarkFrame draws a frame of a large window.
func BenchmarkFrame(b *testing.B) {
	pos, made := until(b, "10", 4, asks(chapters.PlayCard, 0, sofar(6, 2)))
	s := open(b, pos, made, setting{humans: alone, color: true, w: 120, h: 40})
	s.viewer.theme = kit.NewTheme(s.viewer.theme.Texts, kit.TermProfile{Colors: termenv.ANSI})
	for b.Loop() {
		_ = s.View()
	}
}
