package terminal

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/felt"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/vt"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/require"
)

// typist is a person at a terminal. A test types for the person, and reads what the terminal shows.
type typist struct {
	t        testing.TB
	terminal *Terminal
	typed    *io.PipeWriter
	keys     *io.PipeReader
	end      chan guest.EndReason

	mu      sync.Mutex
	shown   bytes.Buffer
	stuck   chan struct{} // closed when hung up; nil for a terminal that reads
	hung    time.Time
	hanging sync.Once
}

// Write shows something, unless the terminal is stuck.
func (x *typist) Write(b []byte) (int, error) {
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
func (x *typist) output() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.shown.String()
}

// screen returns what the terminal shows now. Neither a test nor a program may send a query to the emulator, because
// they would wait for the answer for ever.
func (x *typist) screen() string {
	w, h := x.terminal.Size()
	e := vt.NewEmulator(w, h)
	_, _ = e.WriteString(x.output())
	return e.String()
}

// block makes the terminal stop reading.
func (x *typist) block() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.stuck = make(chan struct{})
}

func (x *typist) hang() {
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

func (x *typist) press(keys string) {
	_, err := io.WriteString(x.typed, keys)
	require.NoError(x.t, err)
}

// newTerminal returns a terminal of somebody who is not known.
func newTerminal() *Terminal { return newTerminalOf(guest.Visitor{}) }

// newTerminalOf returns the terminal of a visitor.
func newTerminalOf(visitor guest.Visitor) *Terminal { return &Terminal{Visitor: &visitor} }

// arrive begins a session and waits until nothing changes any more.
func arrive(t testing.TB, p *Programs, tty *Terminal) *typist {
	x := &typist{t: t, terminal: tty, end: make(chan guest.EndReason, 1)}
	x.keys, x.typed = io.Pipe()
	if tty.Visitor.Lang == "" {
		tty.Visitor.Lang = "en"
	}
	if tty.Visitor.Person == "" {
		tty.Visitor.Person = guest.Anonymous(fmt.Sprintf("%p", tty))
	}
	tty.In = x.keys
	tty.Out = x
	tty.HangUp = x.hang
	go func() {
		end := p.Serve(context.Background(), tty)
		x.hang() // what a door does
		x.end <- end
	}()
	synctest.Wait()
	return x
}

// left waits for the end of a session.
func (x *typist) left() guest.EndReason { return <-x.end }

// diary is a model that writes down its messages.
type diary struct {
	terminal *Terminal
	mu       sync.Mutex
	got      []tea.Msg
	on       func(tea.Msg) tea.Cmd
	init     tea.Cmd
	view     func() string
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

// keeping returns programs that are all diaries.
func keeping(log io.Writer) (*Programs, map[*Terminal]*diary) {
	all := map[*Terminal]*diary{}
	var mu sync.Mutex
	p := &Programs{Sessions: &guest.Sessions{}, NewScreen: func(_ context.Context, tty *Terminal) Screen {
		mu.Lock()
		defer mu.Unlock()
		if all[tty] == nil {
			all[tty] = &diary{}
		}
		all[tty].terminal = tty
		return all[tty]
	}}
	if log != nil {
		p.Sessions.Log = slog.New(slog.NewTextHandler(log, nil))
	}
	return p, all
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
