package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/door/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hardHands are hands of chapter 16 for which the search takes two million cards to find a way to win.
const hardHands = "16 3 lost r4\ngaladriel h145m12f246s56r35\nceleborn h26m578f157s138r1\nfrodo* h378m346f38s247r2\n"

// asks lets six phones ask for a verdict about a round at once. It returns a channel that tells how long each has
// waited when all have their answers.
func (s *served) asks(t testing.TB, text string) <-chan []time.Duration {
	var mu sync.Mutex
	var all sync.WaitGroup
	var took []time.Duration
	answered := make(chan []time.Duration, 1)
	for _, name := range []string{"Ada", "Bea", "Cid", "Dan", "Eva", "Fay"} {
		p := s.comes(name, "")
		all.Go(func() {
			began := time.Now()
			if err := p.Send("/real", url.Values{"do": {"told"}, "text": {text}}); err != nil ||
				p.Status != http.StatusOK {
				t.Error(err, p.Status)
			}
			mu.Lock()
			defer mu.Unlock()
			assert.Regexp(t, "round was lost|can be won", p.Text())
			took = append(took, time.Since(began))
		})
	}
	go func() {
		all.Wait()
		answered <- took
	}()
	return answered
}

// TestVerdictsWait checks that those who ask for verdicts wait for their turn, while cards are played elsewhere.
func TestVerdictsWait(t *testing.T) {
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	ben := s.comes("Ben", anna.begins("players", "2", "game", "2:"))
	free := make(chan struct{})
	held := make(chan struct{})
	ended := make(chan error, 1)
	go func() { // somebody else's search
		ended <- s.hall.WithSolver(context.Background(), func() error {
			close(held)
			<-free
			return nil
		})
	}()
	<-held
	answered := s.asks(t, friday)
	for _, p := range []*person{anna, ben} {
		p.reload()
		p.does("ready")
	}
	require.False(t, playOn(t, 12, anna, ben))
	assert.Empty(t, answered)
	close(free)
	require.NoError(t, <-ended)
	assert.Len(t, <-answered, 6)
}

// BenchmarkVerdicts measures how long six phones wait for a verdict at once, and how long people and computer
// players elsewhere need for a card meanwhile.
func BenchmarkVerdicts(b *testing.B) {
	for name, text := range map[string]string{"round": friday, "hands": hardHands} {
		b.Run(name, func(b *testing.B) {
			var verdicts, moves, computers []time.Duration
			for b.Loop() {
				s := serve(b, nil)
				anna := s.comes("Anna", "")
				ben := s.comes("Ben", anna.begins("players", "2", "game", "2:"))
				for _, p := range []*person{anna, ben} {
					p.reload()
					p.does("ready")
				}
				cleo := s.comes("Cleo", "")
				cleo.begins("players", "2", "game", "2:", "computer", "greedy")
				cleo.reload()
				cleo.does("ready")
				answered := s.asks(b, text)
				for over := false; !over && len(answered) == 0; {
					began := time.Now()
					over = playOn(b, 1, anna, ben)
					moves = append(moves, time.Since(began))
					cleo.reload()
					if cleo.acts() {
						began = time.Now()
						for cleo.reload(); !cleo.mayAct() && !cleo.over(); cleo.reload() {
						}
						computers = append(computers, time.Since(began))
					}
				}
				verdicts = append(verdicts, <-answered...)
			}
			slices.Sort(verdicts)
			slices.Sort(moves)
			slices.Sort(computers)
			b.ReportMetric(float64(verdicts[len(verdicts)/2].Milliseconds()), "verdict-ms")
			b.ReportMetric(float64(verdicts[len(verdicts)-1].Milliseconds()), "last-verdict-ms")
			b.ReportMetric(float64(moves[len(moves)/2].Milliseconds()), "card-ms")
			b.ReportMetric(float64(moves[len(moves)-1].Milliseconds()), "slowest-card-ms")
			b.ReportMetric(float64(computers[len(computers)/2].Milliseconds()), "computer-ms")
			b.ReportMetric(float64(computers[len(computers)-1].Milliseconds()), "slowest-computer-ms")
		})
	}
}

// mayAct reports whether there is something to press in a round.
func (p *person) mayAct() bool {
	return slices.ContainsFunc(p.Buttons(), func(b webtest.Button) bool {
		return !b.Refused && (b.Name == "decide" || b.Name == "step" && b.ID != "back" || b.ID == "goon")
	})
}
