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
	"fellowship/cmd/internal/turns"

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

// somebody asks questions elsewhere.
var somebody = turns.Asker{Person: "somebody"}

// holds keeps the worker of a class busy until the function that is returned is called.
func (s *served) holds(t testing.TB, class turns.Class) (release func()) {
	free := make(chan struct{})
	held := make(chan struct{})
	ended := make(chan error, 1)
	go func() {
		ended <- s.hall.Turns().Once(context.Background(), somebody, class, func() error {
			close(held)
			<-free
			return nil
		})
	}()
	<-held
	return sync.OnceFunc(func() {
		close(free)
		require.NoError(t, <-ended)
	})
}

// TestOneVisitorLocksNobodyOut lets one browser send 25 questions while a long search runs. All but its share get a
// sentence at once. Beside them others read, solve a puzzle, look through a round and play with computer players, and
// somebody else of the same house gets an answer.
func TestOneVisitorLocksNobodyOut(t *testing.T) {
	t.Parallel()
	for lang, sentence := range map[string]string{
		"en": "The server is busy: try again in a moment.",
		"de": "Der Server ist ausgelastet: Versuche es gleich noch einmal.",
	} {
		t.Run(lang, func(t *testing.T) {
			s := serve(t, nil)
			s.lang = lang
			release := s.holds(t, turns.Long)
			defer release()
			eve := s.comes("Eve", "")
			const asked = 25
			refused := make(chan string, asked)
			answered := make(chan string, asked)
			for range asked {
				window := &person{Browser: webtest.New(s.url), t: t, name: "Eve"}
				window.Lang = lang
				window.Client().Jar = eve.Client().Jar
				go func() {
					if err := window.Send("/real", url.Values{"do": {"told"}, "text": {friday}}); err != nil {
						t.Error(err)
					}
					if window.Status == http.StatusTooManyRequests {
						assert.Contains(t, window.Text(), sentence)
						refused <- window.Text()
					} else {
						answered <- window.Text()
					}
				}()
			}
			const share = 2
			for range asked - share {
				text := <-refused
				assert.Contains(t, text, "Merry 2, Sam 4, Pippin 0, Frodo 3", "what was read is shown")
			}

			rob := s.comes("Rob", "")
			require.NoError(t, rob.Send("/real", url.Values{"do": {"check"}, "text": {friday}}))
			assert.Contains(t, rob.Text(), "Merry 2, Sam 4, Pippin 0, Frodo 3")
			require.NoError(t, rob.Open("/real/file?text="+url.QueryEscape(friday)))
			assert.Contains(t, rob.Text(), "pippin")
			require.NoError(t, rob.Open("/real/look?at=10&worth=10&text="+url.QueryEscape(friday)))
			assert.Contains(t, rob.Text(), "10/")
			assert.NotContains(t, rob.Text(), sentence)
			require.NoError(t, rob.Send("/puzzles", url.Values{"chapter": {"1"}}))
			require.True(t, rob.acts(), "a puzzle")
			assert.NotContains(t, rob.Text(), sentence)
			tom := s.comes("Tom", "")
			tom.begins("players", "2", "game", "2:", "computer", "greedy")
			tom.reload()
			tom.does("ready")
			playOn(t, 8, tom)

			ada := s.comes("Ada", "")
			other := make(chan error, 1)
			go func() { other <- ada.Send("/real", url.Values{"do": {"told"}, "text": {friday}}) }()
			release()
			require.NoError(t, <-other)
			assert.NotContains(t, ada.Text(), sentence)
			for range share {
				assert.Contains(t, <-answered, "Merry 2, Sam 4, Pippin 0, Frodo 3")
			}
			assert.Empty(t, refused)
		})
	}
}

// TestManyLooks checks that the look-through has a share of its own for each person, and says so on its page.
func TestManyLooks(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	release := s.holds(t, turns.Look)
	defer release()
	eve := s.comes("Eve", "")
	texts := make(chan string)
	const asked = 10
	for range asked {
		window := &person{Browser: webtest.New(s.url), t: t, name: "Eve"}
		window.Client().Jar = eve.Client().Jar
		go func() {
			if err := window.Open("/real/look?find=1&text=" + url.QueryEscape(friday)); err != nil {
				t.Error(err)
			}
			texts <- window.Text()
		}()
	}
	const share = 2
	for range asked - share {
		assert.Contains(t, <-texts, "The server is busy: try again in a moment.")
	}
	release()
	for range share {
		assert.Contains(t, <-texts, "Here the round was lost")
	}
}

// TestVerdictsWait checks that those who ask for verdicts wait for their turn, while cards are played elsewhere.
func TestVerdictsWait(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	ben := s.comes("Ben", anna.begins("players", "2", "game", "2:"))
	release := s.holds(t, turns.Long)
	defer release()
	answered := s.asks(t, friday)
	for _, p := range []*person{anna, ben} {
		p.reload()
		p.does("ready")
	}
	require.False(t, playOn(t, 12, anna, ben))
	assert.Empty(t, answered)
	release()
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
	_, ok := p.Next()
	return ok
}
