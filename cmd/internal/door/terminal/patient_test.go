package terminal

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	"fellowship/cmd/internal/door/guest"

	"github.com/stretchr/testify/assert"
)

// TestStuckTerminal checks that the server hangs up in time on a terminal that stops reading.
func TestStuckTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := keeping(nil)
		x, other := arrive(t, p, newTerminal()), arrive(t, p, newTerminal())
		time.Sleep(time.Second)
		x.block()
		began := time.Now()
		x.press("a") // a new screen
		other.press("a")
		time.Sleep(time.Second)
		assert.Contains(t, other.screen(), "I have read 3", "nobody waits for it")
		assert.Equal(t, guest.Stuck, x.left())
		assert.InDelta(t, 20, x.hung.Sub(began).Seconds(), 0.1)
		assert.EqualValues(t, 1, p.Sessions.Counters.Stuck.Load())
		other.press("q")
		assert.Equal(t, guest.Left, other.left())
	})
}

// TestStuckFromTheBeginning checks that the server also hangs up on a terminal that never reads anything.
func TestStuckFromTheBeginning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := keeping(nil)
		tty := newTerminal()
		x := &typist{t: t, terminal: tty, end: make(chan guest.EndReason, 1)}
		x.keys, x.typed = io.Pipe()
		x.block()
		tty.In = x.keys
		tty.Out = x
		tty.HangUp = x.hang
		tty.Visitor.Lang = "en"
		assert.Equal(t, guest.Stuck, p.Serve(t.Context(), tty))
	})
}
