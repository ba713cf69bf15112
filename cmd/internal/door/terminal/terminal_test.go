package terminal

import (
	"math"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
)

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
		tty := newTerminal()
		tty.Resize(tt[0], tt[1])
		w, h := tty.Size()
		assert.Equal(t, [2]int{tt[2], tt[3]}, [2]int{w, h}, "%v", tt)
	}
	synctest.Test(t, func(t *testing.T) {
		p, all := keeping(nil)
		x := arrive(t, p, newTerminal())
		for i := range 10_000 {
			x.terminal.Resize(65535-i, 65535)
			x.terminal.Resize(0, 0)
			x.terminal.Resize(100+i%2, 30)
			if i%100 == 0 {
				time.Sleep(time.Millisecond)
			}
		}
		time.Sleep(time.Second)
		sizes := 0
		for _, msg := range all[x.terminal].read() {
			if _, ok := msg.(tea.WindowSizeMsg); ok {
				sizes++
			}
		}
		assert.Equal(t, tea.WindowSizeMsg{Width: 101, Height: 30}, last(all[x.terminal].read()))
		assert.LessOrEqual(t, sizes, 8, "in a tenth of a second")
		x.press("q")
		x.left()
	})
}
