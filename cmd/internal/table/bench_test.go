package table

import (
	"errors"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store/folder"

	"github.com/stretchr/testify/require"
)

// BenchmarkDecide measures a decision until it is on disk and everybody sees it.
func BenchmarkDecide(b *testing.B) {
	s, err := folder.Open(folder.Options{Dir: b.TempDir(), Alone: true})
	require.NoError(b, err)
	defer s.Close()
	h := NewService(s, Options{Library: chapters.Default()})
	defer h.Close()
	clients := seated(b, h, Setup{Players: 4, First: Pick{Chapter: "2"}})
	for b.Loop() {
		if !clients[0].TableView().Playing {
			b.StopTimer()
			begin(b, clients...)
			b.StartTimer()
		}
		for _, c := range clients {
			for now := c.Look().Now; now == round.TrickEnd || now == round.Notice ||
				now == round.Settled; now = c.Look().Now {
				c.GoOn()
			}
			if v, saw := see(c); v.Ask != nil {
				// the last card is played by itself
				if err := c.Decide(b.Context(), saw, v.Ask.Options[0]); !errors.Is(err, ErrQuicker) {
					require.NoError(b, err)
				}
				break
			}
		}
	}
}

// BenchmarkEnter measures opening and closing a table with one round.
func BenchmarkEnter(b *testing.B) {
	s, err := folder.Open(folder.Options{Dir: b.TempDir(), Alone: true})
	require.NoError(b, err)
	defer s.Close()
	h := NewService(s, Options{Library: chapters.Default()})
	defer h.Close()
	clients := seated(b, h, Setup{Players: 4, First: Pick{Chapter: "2"}})
	begin(b, clients...)
	playOn(b, 1, clients...)
	id := clients[0].TableView().Table
	for _, c := range clients {
		c.Leave()
	}
	for b.Loop() {
		t, err := h.acquire(id)
		require.NoError(b, err)
		h.release(t)
	}
}
