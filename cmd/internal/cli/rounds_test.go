//go:build !windows

package cli

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/settings"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var everyTable = flag.Bool("tables", false, "play rounds by keys at many more tables")

// TestRoundsByKeys plays rounds with what is special about their chapters, at
// tables and in windows of each size.
func TestRoundsByKeys(t *testing.T) {
	t.Parallel()
	rounds := []string{"c14bp2s3", "c181p1s3"}
	if *everyTable {
		rounds = nil
		for _, chapter := range strings.Fields("c01 c05 c06 c12 c14d c14t c14l c14b c16 c181 c182 road") {
			for _, players := range strings.Fields("p1 p2 p3 p4") {
				rounds = append(rounds, chapter+players+"s3")
			}
		}
	}
	windows := [][2]int{{80, 24}, {100, 30}, {120, 40}}
	for i, deal := range rounds {
		t.Run(deal, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			h.set(settings.Settings{Quick: true, Computer: "random", Lang: []string{"de", "en"}[i%2]})
			size := windows[i%len(windows)]
			play := []string{"play", deal}
			if !strings.Contains(deal, "p1") && i%2 == 0 {
				play = append(play, "--humans", "2") // with a curtain between them
			}
			p := &person{terminal: h.inWindow(size[0], size[1], play...), rng: rand.New(rand.NewPCG(8, uint64(i)))}
			p.until("the page of the chapter", frame.introduces)
			f := p.press(enterKey, "the first question", frame.asked)
			for !f.over() {
				f = p.next(f)
			}
			p.typed("q")
			_, code := p.exits()
			assert.Equal(t, command.ExitOK, code)
			code, out, errs := h.call("", "replay", "--json", h.kept("games/"+deal+"-1.ndjson"))
			require.Equal(t, command.ExitOK, code, errs)
			assert.Regexp(t, `"result":"(won|lost)"`, out)
		})
	}
}

// TestResized makes the window larger and smaller while a round is played.
func TestResized(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.set(settings.Settings{Quick: true, Computer: "random"})
	w := h.inWindow(36, 20, "play", "c05p2s3")
	w.until("that it is too small", says("36x20", "80x24"))
	w.resize(80, 24)
	w.until("the page of the chapter", frame.introduces)
	f := w.press(enterKey, "a question", frame.asked)
	p := &person{terminal: w, rng: rand.New(rand.NewPCG(9, 0))}
	for _, size := range [][2]int{{120, 40}, {46, 30}, {100, 30}, {80, 24}} {
		for range 3 {
			f = p.next(f)
		}
		w.resize(size[0], size[1])
		f = w.until("the question in the new window", func(f frame) bool {
			fills := func(l string) bool { return utf8.RuneCountInString(l) == size[0] }
			return slices.ContainsFunc(f.lines(), fills) && f.asked()
		})
	}
	w.press("q", "whether to leave", says("Leave the game?"))
	w.typed("y")
	_, code := w.exits()
	assert.Equal(t, command.ExitOK, code)
}
