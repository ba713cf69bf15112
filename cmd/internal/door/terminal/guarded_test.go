package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/outputtest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPanicEndsOneSession checks that a panic in any part of a visitor's program ends the session with status 1 and a
// trace in the log, and that other visitors do not notice it.
func TestPanicEndsOneSession(t *testing.T) {
	boom := func() tea.Msg { panic(errors.New("boom")) }
	calm := func() tea.Msg { return nil }
	on := func(key string, cmd func(*diary) tea.Cmd) func(*diary) {
		return func(d *diary) {
			d.on = func(msg tea.Msg) tea.Cmd {
				if k, ok := msg.(tea.KeyMsg); ok && k.String() == key {
					return cmd(d)
				}
				return nil
			}
		}
	}
	for name, change := range map[string]func(*diary){
		"init":     func(d *diary) { d.init = boom },
		"view":     func(d *diary) { d.view = func() string { panic("boom") } },
		"size":     func(d *diary) { d.on = func(tea.Msg) tea.Cmd { panic("boom") } },
		"update":   on("x", func(*diary) tea.Cmd { panic("boom") }),
		"value":    on("x", func(d *diary) tea.Cmd { panic(d) }),
		"command":  on("x", func(*diary) tea.Cmd { return boom }),
		"batch":    on("x", func(*diary) tea.Cmd { return tea.Batch(calm, boom, tea.Batch(calm, boom)) }),
		"sequence": on("x", func(*diary) tea.Cmd { return tea.Sequence(calm, tea.Batch(calm, calm), boom) }),
		"tick": on("x", func(*diary) tea.Cmd {
			return tea.Tick(time.Second, func(time.Time) tea.Msg { panic("boom") })
		}),
		"goroutine":  on("x", func(d *diary) tea.Cmd { d.terminal.Visitor.Go(func() { panic("boom") }); return nil }),
		"late frame": on("x", func(d *diary) tea.Cmd { d.view = func() string { panic("boom") }; return nil }),
		"no model":   func(d *diary) { d.init = func() tea.Msg { panic("boom") } },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log outputtest.Output
				p, all := keeping(&log)
				calm := newTerminal()
				other := arrive(t, p, calm)
				tty := newTerminal()
				all[tty] = &diary{}
				change(all[tty])
				x := arrive(t, p, tty)
				_, _ = io.WriteString(x.typed, "x")
				end := x.left()
				assert.Equal(t, guest.Broken, end)
				assert.Equal(t, 1, end.Status())
				assert.Contains(t, x.output(), "The program failed here")
				assert.Contains(t, x.output(), "\x1b[?1049l", "the terminal is as before")
				assert.Contains(t, log.String(), "panic")
				assert.Contains(t, log.String(), "guarded_test.go", "a trace")
				assert.GreaterOrEqual(t, p.Sessions.Counters.Panics.Load(), int64(1))

				other.press("a")
				time.Sleep(time.Second)
				assert.Contains(t, other.screen(), "I have read 3", "two sizes and a key")
				other.press("q")
				assert.Equal(t, guest.Left, other.left())
			})
		})
	}
	t.Run("model", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := &Programs{Sessions: &guest.Sessions{}, NewScreen: func(context.Context, *Terminal) Screen { panic("boom") }}
			assert.Equal(t, guest.Broken, arrive(t, p, newTerminal()).left())
		})
	})
}

// TestHostileInput checks that no bytes break the program or reach its screen.
func TestHostileInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, all := keeping(nil)
		tty := newTerminal()
		all[tty] = &diary{view: func() string { return "name: \x1b]0;gotcha\x07\x1b[2J\u202Eabc\r\nx\x1b[8mhidden" }}
		x := arrive(t, p, tty)
		for _, text := range []string{
			"\x1b[<0;0;0M", "\x1b[<99999999999999999999;99999999999999999999;99999999999999999999M",
			"\x1b[M\x00\x00\x00", "\x1b[M\xff\xff\xff",
			"\x1b[<0;600;3M", "\xff\xfe\x00", "\x1b[<;;;;M", "\x1bO", "\x1b[", "\x1a", "\x1b[I\x1b[O",
		} {
			x.press(text)
			synctest.Wait()
		}
		for _, msg := range all[tty].read() {
			assert.IsNotType(t, tea.MouseMsg{}, msg, "none of these is in the window")
		}
		x.press("\x1b[<0;3;4M")
		time.Sleep(time.Second)
		click, ok := last(all[tty].read()).(tea.MouseMsg)
		require.True(t, ok)
		assert.Equal(t, "left press at 2, 3", fmt.Sprintf("%s at %d, %d", click, click.X, click.Y))
		assert.NotContains(t, x.output(), "gotcha\x07")
		assert.NotContains(t, x.output(), "\x1b[8m")
		assert.NotContains(t, x.output(), "\u202E")
		x.press("q")
		assert.Equal(t, guest.Left, x.left())
	})
}

// TestManyKeysDrawOnce checks that a screen is drawn at most 30 times in a second, however many keys come, that the first
// key is seen at once, and that the screen is as it should be in the end.
func TestManyKeysDrawOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, all := keeping(nil)
		tty := newTerminal()
		var drawings atomic.Int32
		d := &diary{}
		d.view = func() string {
			drawings.Add(1)
			return fmt.Sprint("I have read ", len(d.read()))
		}
		all[tty] = d
		x := arrive(t, p, tty)
		time.Sleep(time.Second)
		began := len(d.read())
		drawings.Store(0)
		x.press("\x1b[A")
		synctest.Wait()
		assert.EqualValues(t, 1, drawings.Load(), "at once")
		for range 20 {
			x.press(strings.Repeat("\x1b[A", 60))
			time.Sleep(50 * time.Millisecond)
		}
		time.Sleep(time.Second)
		assert.Contains(t, x.screen(), fmt.Sprint("I have read ", began+1+20*60))
		assert.LessOrEqual(t, drawings.Load(), int32(32))
		x.press("q")
		assert.Equal(t, guest.Left, x.left())
	})
}

// TestNewSizeIsDrawnAtOnce checks that a screen is drawn in a new size at once, also right after a key and while another
// drawing is due. Otherwise the terminal would show the screen of the old size for a moment.
func TestNewSizeIsDrawnAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, all := keeping(nil)
		tty := newTerminal()
		var drawings atomic.Int32
		d := &diary{}
		d.view = func() string {
			drawings.Add(1)
			return fmt.Sprint("I have read ", len(d.read()))
		}
		all[tty] = d
		x := arrive(t, p, tty)
		time.Sleep(time.Second)
		drawings.Store(0)
		x.press("h")
		synctest.Wait()
		require.EqualValues(t, 1, drawings.Load())
		x.press("h")
		synctest.Wait()
		require.EqualValues(t, 1, drawings.Load(), "later")
		tty.Resize(60, 20)
		synctest.Wait()
		assert.EqualValues(t, 2, drawings.Load(), "in the new size")
		time.Sleep(time.Second)
		x.press("q")
		assert.Equal(t, guest.Left, x.left())
	})
}
