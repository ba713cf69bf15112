package guest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/outputtest"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/vt"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// terminal is the terminal of a visitor. A test types on it, and reads what it shows.
type terminal struct {
	t     testing.TB
	v     *Visitor
	typed *io.PipeWriter
	keys  *io.PipeReader
	end   chan EndReason

	mu      sync.Mutex
	shown   bytes.Buffer
	stuck   chan struct{} // closed when hung up; nil for a terminal that reads
	hung    time.Time
	hanging sync.Once
}

// Write shows something, unless the terminal is stuck.
func (x *terminal) Write(b []byte) (int, error) {
	x.mu.Lock()
	stuck := x.stuck
	x.mu.Unlock()
	if stuck != nil {
		<-stuck
		return 0, io.ErrClosedPipe
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.shown.Write(b)
}

// output returns everything that was written to the terminal.
func (x *terminal) output() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.shown.String()
}

// screen returns what the terminal shows now. Neither a test nor a program may send a query to the emulator, because
// they would wait for the answer for ever.
func (x *terminal) screen() string {
	w, h := x.v.Size()
	e := vt.NewEmulator(w, h)
	_, _ = e.WriteString(x.output())
	return e.String()
}

// block makes the terminal stop reading.
func (x *terminal) block() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.stuck = make(chan struct{})
}

func (x *terminal) hang() {
	x.hanging.Do(func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.hung = time.Now()
		if x.stuck != nil {
			close(x.stuck)
		}
		_ = x.keys.Close()
		_ = x.typed.Close()
	})
}

func (x *terminal) press(keys string) {
	_, err := io.WriteString(x.typed, keys)
	require.NoError(x.t, err)
}

// arrive begins a visit and waits until nothing changes any more.
func arrive(t testing.TB, h *Sessions, v *Visitor) *terminal {
	x := &terminal{t: t, v: v, end: make(chan EndReason, 1)}
	x.keys, x.typed = io.Pipe()
	if v.Lang == "" {
		v.Lang = "en"
	}
	if v.Person == "" {
		v.Person = Anonymous(fmt.Sprintf("%p", v))
	}
	v.In = x.keys
	v.Out = x
	v.HangUp = x.hang
	go func() {
		end := h.Serve(context.Background(), v)
		x.hang() // what a door does
		x.end <- end
	}()
	synctest.Wait()
	return x
}

// left waits for the end of a visit.
func (x *terminal) left() EndReason { return <-x.end }

// diary is a model that writes down its messages.
type diary struct {
	v    *Visitor
	mu   sync.Mutex
	got  []tea.Msg
	on   func(tea.Msg) tea.Cmd
	init tea.Cmd
	view func() string
}

func (d *diary) Init() tea.Cmd { return d.init }

func (d *diary) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	d.mu.Lock()
	d.got = append(d.got, msg)
	d.mu.Unlock()
	if k, ok := msg.(tea.KeyMsg); ok && k.String() == "q" {
		return d, tea.Quit
	}
	if d.on != nil {
		return d, d.on(msg)
	}
	return d, nil
}

// written is a screen with lines of text.
func written(w, h int, text string) *felt.Grid {
	g := felt.New(felt.NewPalette(termenv.Ascii, false, false, false, tricks.Card.String), w, h)
	for i, l := range strings.Split(text, "\n") {
		g.Put(0, i, l, felt.Pen{Fg: felt.Ink})
	}
	return g
}

func (d *diary) Grid() *felt.Grid { return written(80, 24, d.View()) }

func (d *diary) View() string {
	if d.view != nil {
		return d.view()
	}
	return fmt.Sprint("I have read ", len(d.got))
}

// keeping returns sessions in which each program is a diary.
func keeping(log io.Writer) (*Sessions, map[*Visitor]*diary) {
	all := map[*Visitor]*diary{}
	var mu sync.Mutex
	h := &Sessions{NewScreen: func(_ context.Context, v *Visitor) Screen {
		mu.Lock()
		defer mu.Unlock()
		if all[v] == nil {
			all[v] = &diary{}
		}
		all[v].v = v
		return all[v]
	}}
	if log != nil {
		h.Log = slog.New(slog.NewTextHandler(log, nil))
	}
	return h, all
}

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
		h := &Sessions{NewScreen: func(ctx context.Context, v *Visitor) Screen {
			home, err := table.OpenUnsaved(chapters.Default(),
				chapters.Record{Position: pos, PlayerNames: []string{round.Human, "greedy", "greedy", "greedy"}})
			if err != nil {
				panic(err)
			}
			context.AfterFunc(ctx, func() { _ = home.Close() })
			return tui.New(ctx, home,
				tui.Options{Terminal: tui.Terminal{
					Texts: v.Texts(),
					Style: kit.TermProfile{Colors: v.Colors, ASCII: v.ASCII},
				}, Beat: -1})
		}}
		visitor := func(vars ...string) *Visitor {
			e := Environment{"TERM": "xterm-256color"}
			v := &Visitor{}
			for i := 0; i < len(vars); i += 2 {
				require.True(t, e.Set(vars[i], vars[i+1]))
			}
			e.Describe(v)
			return v
		}
		anna := visitor("LANG", "en_US.UTF-8")
		ben := visitor("LANG", "de_DE.UTF-8", "NO_COLOR", "1")
		cleo := visitor("LC_ALL", "C")
		cleo.Resize(120, 40)
		a := arrive(t, h, anna)
		b := arrive(t, h, ben)
		c := arrive(t, h, cleo)
		for range 3 {
			time.Sleep(time.Second) // the clock of the bubble
			for _, x := range []*terminal{a, b, c} {
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
		for _, x := range []*terminal{a, b, c} {
			x.press("q")
			synctest.Wait()
			x.press("y")
			assert.Equal(t, Left, x.left())
		}
		assert.EqualValues(t, 3, h.Counters.Visits.Load())
		assert.EqualValues(t, 0, h.Counters.Inside.Load())
	})
}

// TestPanicEndsOneVisit checks that a panic in any part of a visitor's program ends the visit with status 1 and a trace
// in the log, and that other visitors do not notice it.
func TestPanicEndsOneVisit(t *testing.T) {
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
		"goroutine":  on("x", func(d *diary) tea.Cmd { d.v.Go(func() { panic("boom") }); return nil }),
		"late frame": on("x", func(d *diary) tea.Cmd { d.view = func() string { panic("boom") }; return nil }),
		"no model":   func(d *diary) { d.init = func() tea.Msg { panic("boom") } },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log outputtest.Output
				h, all := keeping(&log)
				calm := &Visitor{}
				other := arrive(t, h, calm)
				v := &Visitor{}
				all[v] = &diary{}
				change(all[v])
				x := arrive(t, h, v)
				_, _ = io.WriteString(x.typed, "x")
				end := x.left()
				assert.Equal(t, Broken, end)
				assert.Equal(t, 1, end.Status())
				assert.Contains(t, x.output(), "The program failed here")
				assert.Contains(t, x.output(), "\x1b[?1049l", "the terminal is as before")
				assert.Contains(t, log.String(), "panic")
				assert.Contains(t, log.String(), "sessions_test.go", "a trace")
				assert.GreaterOrEqual(t, h.Counters.Panics.Load(), int64(1))

				other.press("a")
				time.Sleep(time.Second)
				assert.Contains(t, other.screen(), "I have read 3", "two sizes and a key")
				other.press("q")
				assert.Equal(t, Left, other.left())
			})
		})
	}
	t.Run("model", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := &Sessions{NewScreen: func(context.Context, *Visitor) Screen { panic("boom") }}
			assert.Equal(t, Broken, arrive(t, h, &Visitor{}).left())
		})
	})
}

// TestStuckTerminal checks that the server hangs up in time on a terminal that stops reading.
func TestStuckTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := keeping(nil)
		x, other := arrive(t, h, &Visitor{}), arrive(t, h, &Visitor{})
		time.Sleep(time.Second)
		x.block()
		began := time.Now()
		x.press("a") // a new screen
		other.press("a")
		time.Sleep(time.Second)
		assert.Contains(t, other.screen(), "I have read 3", "nobody waits for it")
		assert.Equal(t, Stuck, x.left())
		assert.InDelta(t, 20, x.hung.Sub(began).Seconds(), 0.1)
		assert.EqualValues(t, 1, h.Counters.Stuck.Load())
		other.press("q")
		assert.Equal(t, Left, other.left())
	})
}

// TestStuckFromTheBeginning checks that the server also hangs up on a terminal that never reads anything.
func TestStuckFromTheBeginning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := keeping(nil)
		v := &Visitor{}
		x := &terminal{t: t, v: v, end: make(chan EndReason, 1)}
		x.keys, x.typed = io.Pipe()
		x.block()
		v.In = x.keys
		v.Out = x
		v.HangUp = x.hang
		v.Lang = "en"
		assert.Equal(t, Stuck, h.Serve(t.Context(), v))
	})
}

// TestIdle checks that a visit ends when nothing is typed, whatever else happens.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := keeping(nil)
		began := time.Now()
		x := arrive(t, h, &Visitor{Lang: "de"})
		time.Sleep(110 * time.Minute)
		x.press("a")
		time.Sleep(110 * time.Minute)
		x.v.Resize(100, 30)
		assert.Equal(t, Idle, x.left())
		assert.InDelta(t, 230, time.Since(began).Minutes(), 0.1)
		assert.Contains(t, x.output(), "aufgelegt")
		assert.EqualValues(t, 1, h.Counters.Idle.Load())
	})
}

// TestTakingOver checks that a person has one visit at a time: on the terminal that they used before, the visit ends
// with a message. Visitors with another key, or without one, are other people.
func TestTakingOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := keeping(nil)
		anna := KeyHolder("SHA256:abc")
		first := arrive(t, h, &Visitor{Person: anna})
		other := arrive(t, h, &Visitor{Person: Browser("abc")})
		second := arrive(t, h, &Visitor{Person: anna})
		assert.Equal(t, TakenOver, first.left())
		assert.Contains(t, first.output(), "from elsewhere")
		third := arrive(t, h, &Visitor{Person: anna})
		assert.Equal(t, TakenOver, second.left())
		other.press("q")
		assert.Equal(t, Left, other.left())
		third.press("q")
		assert.Equal(t, Left, third.left())
		assert.True(t, anna.IsPersistent())
		assert.False(t, Anonymous("1").IsPersistent())
		assert.False(t, Person("").IsPersistent())
	})
}

// TestClosing checks that all terminals show that the server closes, that nobody gets in any more, and that a terminal
// that does not read cannot delay the closing for longer than allowed.
func TestClosing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := keeping(nil)
		x := arrive(t, h, &Visitor{})
		require.NoError(t, h.Close(t.Context()))
		assert.Equal(t, Closing, x.left())
		assert.Contains(t, x.output(), "The server is closing down")
		late := arrive(t, h, &Visitor{})
		assert.Equal(t, Closing, late.left())
		assert.Contains(t, late.output(), "The server is closing down")
		require.NoError(t, h.Close(t.Context()), "twice is once")
	})
	synctest.Test(t, func(t *testing.T) {
		h, _ := keeping(nil)
		x := arrive(t, h, &Visitor{})
		x.block()
		x.press("a")
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		require.ErrorIs(t, h.Close(ctx), context.DeadlineExceeded)
		x.hang() // a door drops what is left
		x.left()
	})
}

// TestConnectionEnds checks that a visit ends with its input, and with the context of its door.
func TestConnectionEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, all := keeping(nil)
		x := arrive(t, h, &Visitor{})
		x.press("ab")
		_ = x.typed.Close()
		assert.Equal(t, Lost, x.left())
		assert.Contains(t, keysOf(all[x.v]), "ab")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		y := &terminal{t: t}
		y.keys, y.typed = io.Pipe()
		assert.Equal(t, Lost, h.Serve(ctx, &Visitor{In: y.keys, Out: y, HangUp: y.hang}))
		y.hang()
	})
}

// read returns the messages that the diary has received so far.
func (d *diary) read() []tea.Msg {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.got)
}

func last(all []tea.Msg) tea.Msg { return all[len(all)-1] }

// keysOf returns the keys that a diary has received.
func keysOf(d *diary) string {
	var b strings.Builder
	for _, msg := range d.read() {
		if k, ok := msg.(tea.KeyMsg); ok {
			b.WriteString(k.String())
		}
	}
	return b.String()
}

// TestKeyFlood checks that only a limited number of keys reaches the program, that the rest does not pile up, and that
// the program goes on afterwards.
func TestKeyFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, all := keeping(nil)
		x := arrive(t, h, &Visitor{})
		for range 10_000 {
			x.press(strings.Repeat("x", 100))
		}
		synctest.Wait()
		assert.LessOrEqual(t, len(keysOf(all[x.v])), 4100)
		assert.Greater(t, h.Counters.Dropped.Load(), int64(990_000))
		time.Sleep(10 * time.Second)
		x.press("q")
		assert.Equal(t, Left, x.left())
	})
}

// TestKeysArrive checks that keys arrive as they were typed: also many at once, characters of several bytes, and keys
// that send an escape sequence.
func TestKeysArrive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, all := keeping(nil)
		x := arrive(t, h, &Visitor{})
		for _, text := range []string{
			strings.Repeat("h", 256), strings.Repeat("ä€😀", 100), strings.Repeat("\x1b[A", 300),
			"\x1b[200~a paste\x1b[201~", "\x1b",
		} {
			x.press(text)
			synctest.Wait()
		}
		got := keysOf(all[x.v])
		assert.Equal(t, strings.Repeat("h", 256)+strings.Repeat("ä€😀", 100)+strings.Repeat("up", 300)+"[a paste]esc",
			got)
		x.press("q")
		assert.Equal(t, Left, x.left())
	})
}

// TestPasteWithoutEnd checks that the program gets an end even for a paste that never ends. Otherwise bubbletea would
// keep the paste, and search it for its end, for ever.
func TestPasteWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, all := keeping(nil)
		x := arrive(t, h, &Visitor{})
		x.press("\x1b[200~")
		for range 60 {
			x.press(strings.Repeat("y", 100))
			time.Sleep(time.Second)
		}
		pasted := keysOf(all[x.v])
		assert.Equal(t, "["+strings.Repeat("y", longestPaste)+"]", pasted)
		x.press("\x1b[20")
		x.press("1~")
		synctest.Wait()
		x.press("q")
		assert.Equal(t, Left, x.left(), "after its end keys are keys")
	})
}

// TestRandomInput checks that no bytes, in whatever pieces they come, break a program or keep it from receiving what is
// typed afterwards.
func TestRandomInput(t *testing.T) {
	parts := []string{
		"\x1b", "[", "200~", "\x1b[200~", "\x1b[201~", "201~", "\x1b[M", "\x1b[<0;1;1M", "\x1b[<", ";", "a", " ", "ä",
		"\xc3", "\x00", "\r", "\x7f",
		strings.Repeat("h", 300), strings.Repeat("\xff", 200), strings.Repeat("\x1b[200~", 50),
		strings.Repeat("0", 257),
	}
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		synctest.Test(t, func(t *testing.T) {
			h, all := keeping(nil)
			v := &Visitor{}
			all[v] = &diary{}
			x := arrive(t, h, v)
			for range 200 {
				var piece strings.Builder
				for range 1 + rng.IntN(6) {
					piece.WriteString(parts[rng.IntN(len(parts))])
				}
				x.press(piece.String())
				if rng.IntN(3) == 0 {
					time.Sleep(time.Second)
				}
			}
			time.Sleep(10 * time.Second)
			for _, msg := range all[v].read() {
				if k, ok := msg.(tea.KeyMsg); ok {
					require.LessOrEqual(t, len(k.Runes), longestPaste+longestRead, "seed %d", seed)
				}
			}
			x.press("\x1b[201~")
			synctest.Wait()
			x.press("q")
			require.Equal(t, Left, x.left(), "seed %d", seed)
		})
	}
}

// TestSizes checks that sizes of the terminal are bounded, and that the program gets only a few of many quick changes,
// with the last one among them.
func TestSizes(t *testing.T) {
	for _, tt := range [][4]int{
		{0, 0, 80, 24},
		{80, 0, 80, 24},
		{-1, -1, 80, 24},
		{65535, 65535, 500, 200},
		{math.MaxInt32, 1, 500, 1},
		{1, 1, 1, 1},
		{120, 40, 120, 40},
	} {
		var v Visitor
		v.Resize(tt[0], tt[1])
		w, h := v.Size()
		assert.Equal(t, [2]int{tt[2], tt[3]}, [2]int{w, h}, "%v", tt)
	}
	synctest.Test(t, func(t *testing.T) {
		h, all := keeping(nil)
		x := arrive(t, h, &Visitor{})
		for i := range 10_000 {
			x.v.Resize(65535-i, 65535)
			x.v.Resize(0, 0)
			x.v.Resize(100+i%2, 30)
			if i%100 == 0 {
				time.Sleep(time.Millisecond)
			}
		}
		time.Sleep(time.Second)
		sizes := 0
		for _, msg := range all[x.v].read() {
			if _, ok := msg.(tea.WindowSizeMsg); ok {
				sizes++
			}
		}
		assert.Equal(t, tea.WindowSizeMsg{Width: 101, Height: 30}, last(all[x.v].read()))
		assert.LessOrEqual(t, sizes, 8, "in a tenth of a second")
		x.press("q")
		x.left()
	})
}

// TestHostileInput checks that no bytes break the program or reach its screen.
func TestHostileInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, all := keeping(nil)
		v := &Visitor{}
		all[v] = &diary{view: func() string { return "name: \x1b]0;gotcha\x07\x1b[2J\u202Eabc\r\nx\x1b[8mhidden" }}
		x := arrive(t, h, v)
		for _, text := range []string{
			"\x1b[<0;0;0M", "\x1b[<99999999999999999999;99999999999999999999;99999999999999999999M",
			"\x1b[M\x00\x00\x00", "\x1b[M\xff\xff\xff",
			"\x1b[<0;600;3M", "\xff\xfe\x00", "\x1b[<;;;;M", "\x1bO", "\x1b[", "\x1a", "\x1b[I\x1b[O",
		} {
			x.press(text)
			synctest.Wait()
		}
		for _, msg := range all[v].read() {
			assert.IsNotType(t, tea.MouseMsg{}, msg, "none of these is in the window")
		}
		x.press("\x1b[<0;3;4M")
		time.Sleep(time.Second)
		click, ok := last(all[v].read()).(tea.MouseMsg)
		require.True(t, ok)
		assert.Equal(t, "left press at 2, 3", fmt.Sprintf("%s at %d, %d", click, click.X, click.Y))
		assert.NotContains(t, x.output(), "gotcha\x07")
		assert.NotContains(t, x.output(), "\x1b[8m")
		assert.NotContains(t, x.output(), "\u202E")
		x.press("q")
		assert.Equal(t, Left, x.left())
	})
}

// TestFrames checks that no more screens are written in a second than the limit allows.
func TestFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := keeping(nil)
		h.Limits.Frames = 10
		x := arrive(t, h, &Visitor{})
		time.Sleep(time.Second)
		before := strings.Count(x.output(), "I have read")
		for range 400 {
			x.press("a")
			time.Sleep(5 * time.Millisecond)
		}
		assert.LessOrEqual(t, strings.Count(x.output(), "I have read")-before, 21, "in two seconds")
		x.press("q")
		x.left()
	})
}
