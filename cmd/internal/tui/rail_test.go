package tui

import (
	"fmt"
	"strings"
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// narrowRail is the row of the rail in a window of 46 by 30 cells, counted from 0.
const narrowRail = 13

// railRow returns the row of the rail in a frame of a board without colours: the first line across the window.
func railRow(frame string) int {
	for y, line := range strings.Split(frame, "\n") {
		if strings.Trim(line, "─═") == "" {
			return y
		}
	}
	return -1
}

// TestRailStandsStill plays whole rounds in a narrow window: with one to four players, with a pyramid, with open hands,
// with hands in one row and in two, with things on the felt, with refused cards and with hints. The rail stays in its
// row throughout.
func TestRailStandsStill(t *testing.T) {
	t.Parallel()
	rounds := []struct {
		chapter string
		players int
	}{
		{"1", 4},
		{"1", 3},
		{"2", 1},
		{"4", 2},
		{"5", 2},
		{"9", 3},
		{"11", 4},
		{"14/bridge", 4},
		{"17", 2},
		{"18/1", 4},
		{"road", 4},
	}
	for i, r := range rounds {
		for _, lang := range []string{"en", "de"} {
			t.Run(fmt.Sprintf("%s, %d players, %s", r.chapter, r.players, lang), func(t *testing.T) {
				t.Parallel()
				chapter, variant, _ := strings.Cut(r.chapter, "/")
				id := chapters.DealID{Chapter: chapter, Variant: variant, Players: r.players, Seed: uint64(i)}
				pos, err := chapters.Default().Deal(id)
				require.NoError(t, err)
				s := open(t, pos, nil, setting{humans: alone, lang: lang, w: 46, h: 30})
				checkRail := func(when string) {
					t.Helper()
					s.fits()
					if len(s.on.Overlays) > 0 { // A hint that is too long has a page of its own.
						s.press("enter")
					}
					if s.round.phase == finished {
						return
					}
					if frame := s.View(); railRow(frame) != narrowRail {
						require.Failf(t, "the rail has moved", "%s, to row %d:\n%s", when, railRow(frame), frame)
					}
				}
				moments := 0
				for ; s.round.phase != finished; moments++ {
					require.Less(t, moments, 300)
					checkRail(fmt.Sprint("moment ", moments))
					if s.round.phase == choosing && moments%5 == 0 {
						s.press("d")
						checkRail("with a hint")
					}
					for range moments % 4 { // A refused card also has a warning.
						s.press("right")
						checkRail("with another card")
					}
					s.press("enter")
					checkRail("after Enter")
					if s.round.phase == choosing {
						s.press("home")
						for range 20 {
							if item := s.answers.choice.Selected(); item == nil || item.Ok {
								break
							}
							s.press("right")
						}
						s.press("enter")
					}
				}
				assert.Greater(t, moments, 10)
			})
		}
	}
}
