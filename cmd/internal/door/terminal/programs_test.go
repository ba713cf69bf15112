package terminal

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOneProcessManyTerminals checks that everybody has their own language, colours,
// characters and size, and that none of it is the process' own.
func TestOneProcessManyTerminals(t *testing.T) {
	t.Setenv("LANG", "de_DE.UTF-8")
	t.Setenv("NO_COLOR", "1")
	before := lipgloss.ColorProfile()
	lipgloss.SetColorProfile(termenv.Ascii)
	t.Cleanup(func() { lipgloss.SetColorProfile(before) })
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 7})
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		p := &Programs{Sessions: &guest.Sessions{}, NewScreen: func(ctx context.Context, tty *Terminal) Screen {
			home, err := table.OpenUnsaved(chapters.Default(),
				chapters.Record{Position: pos, PlayerNames: []string{round.Human, "greedy", "greedy", "greedy"}})
			if err != nil {
				panic(err)
			}
			context.AfterFunc(ctx, func() { _ = home.Close() })
			return tui.New(ctx, home,
				tui.Options{Terminal: tui.Terminal{
					Reader: reader.WithoutWishes(tty.Visitor.Texts()),
					Style:  kit.TermProfile{Colors: tty.Colors, ASCII: tty.ASCII},
				}, Beat: -1})
		}}
		visitor := func(vars ...string) *Terminal {
			e := Environment{"TERM": "xterm-256color"}
			tty := newTerminal()
			for i := 0; i < len(vars); i += 2 {
				require.True(t, e.Set(vars[i], vars[i+1]))
			}
			e.Describe(tty)
			return tty
		}
		anna := visitor("LANG", "en_US.UTF-8")
		ben := visitor("LANG", "de_DE.UTF-8", "NO_COLOR", "1")
		cleo := visitor("LC_ALL", "C")
		cleo.Resize(120, 40)
		a := arrive(t, p, anna)
		b := arrive(t, p, ben)
		c := arrive(t, p, cleo)
		for range 3 {
			time.Sleep(time.Second) // the clock of the bubble
			for _, x := range []*typist{a, b, c} {
				x.press("\r")
			}
		}
		time.Sleep(time.Second)
		assert.Contains(t, a.output(), "38;5;", "colours")
		assert.NotContains(t, b.output(), "38;5;", "no colours")
		assert.Contains(t, b.screen(), "2  Kleine Verzögerung")
		assert.Contains(t, a.screen(), "2  A Little Delay")
		assert.Contains(t, a.screen(), "▄")
		assert.NotContains(t, c.output(), "▄", "a terminal without UTF-8")
		assert.Len(t, strings.Split(c.screen(), "\n"), 40)
		for _, x := range []*typist{a, b, c} {
			x.press("q")
			synctest.Wait()
			x.press("y")
			assert.Equal(t, guest.Left, x.left())
		}
		assert.EqualValues(t, 3, p.Sessions.Counters.Visits.Load())
		assert.EqualValues(t, 0, p.Sessions.Counters.Inside.Load())
	})
}

// TestTakingOver checks that a person has one session at a time: on the terminal that they used before, the session
// ends with a message. Visitors with another key, or without one, are other people.
func TestTakingOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := keeping(nil)
		anna := guest.KeyHolder("SHA256:abc")
		first := arrive(t, p, newTerminalOf(guest.Visitor{Person: anna}))
		other := arrive(t, p, newTerminalOf(guest.Visitor{Person: guest.Browser("abc")}))
		second := arrive(t, p, newTerminalOf(guest.Visitor{Person: anna}))
		assert.Equal(t, guest.TakenOver, first.left())
		assert.Contains(t, first.output(), "from elsewhere")
		third := arrive(t, p, newTerminalOf(guest.Visitor{Person: anna}))
		assert.Equal(t, guest.TakenOver, second.left())
		other.press("q")
		assert.Equal(t, guest.Left, other.left())
		third.press("q")
		assert.Equal(t, guest.Left, third.left())
	})
}

// TestClosing checks that all terminals show that the server closes, that nobody gets in any more, and that a terminal
// that does not read cannot delay the closing for longer than allowed.
func TestClosing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := keeping(nil)
		x := arrive(t, p, newTerminal())
		require.NoError(t, p.Sessions.Close(t.Context()))
		assert.Equal(t, guest.Closing, x.left())
		assert.Contains(t, x.output(), "The server is shutting down")
		late := arrive(t, p, newTerminal())
		assert.Equal(t, guest.Closing, late.left())
		assert.Contains(t, late.output(), "The server is shutting down")
		require.NoError(t, p.Sessions.Close(t.Context()), "twice is once")
	})
	synctest.Test(t, func(t *testing.T) {
		p, _ := keeping(nil)
		x := arrive(t, p, newTerminal())
		x.block()
		x.press("a")
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		require.ErrorIs(t, p.Sessions.Close(ctx), context.DeadlineExceeded)
		x.hang() // a door drops what is left
		x.left()
	})
}

// TestConnectionEnds checks that a session ends with its input, and with the context of its door.
func TestConnectionEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, all := keeping(nil)
		x := arrive(t, p, newTerminal())
		x.press("ab")
		_ = x.typed.Close()
		assert.Equal(t, guest.Lost, x.left())
		assert.Contains(t, keysOf(all[x.terminal]), "ab")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		y := &typist{t: t}
		y.keys, y.typed = io.Pipe()
		assert.Equal(t, guest.Lost, p.Serve(ctx, &Terminal{Visitor: &guest.Visitor{}, In: y.keys, Out: y, HangUp: y.hang}))
		y.hang()
	})
}
