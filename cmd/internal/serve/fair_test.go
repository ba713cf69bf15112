package serve

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"fellowship/cmd/internal/door/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	// hardHands are hands of chapter 16 for which the search takes two million cards to find a way to win.
	hardHands = "16 3 lost r4\ngaladriel h145m12f246s56r35\nceleborn h26m578f157s138r1\nfrodo* h378m346f38s247r2\n"
	// friday is the round of docs/real-table.md.
	friday = "2 4 lost r4\nmerry: h2345 / f8615\nsam 2: h7681 / m8153 / s8645 / s73f21\npippin\n" +
		"frodo: f3r2s27 / f4r5m4m2 / r13m6m7\n"
)

// asksAll sends a hard question from each of many windows of one browser. Windows with a result ask again until the
// function that is returned is called. Each question has to be answered, with a result or with the sentence that many
// ask.
func (s *surfer) asksAll(windows int) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for range windows {
		window := webtest.New(s.URL.Scheme + "://" + s.URL.Host)
		window.Lang = "en"
		window.Client().Jar = s.Client().Jar
		all.Go(func() {
			for ctx.Err() == nil {
				err := window.Send("/real", url.Values{"do": {"told"}, "text": {hardHands}})
				if err != nil {
					s.t.Error(err)
					return
				}
				if window.Status != http.StatusOK {
					assert.Contains(s.t, window.Text(), "The server is busy: try again in a moment.")
					return
				}
			}
		})
	}
	return func() {
		cancel()
		all.Wait()
	}
}

// TestOneVisitorLocksNobodyOut has somebody ask 25 hard questions at once, as often as possible. Beside that others ask,
// read, solve a puzzle and play with computer players, in a browser and with ssh, and nobody is told to wait.
func TestOneVisitorLocksNobodyOut(t *testing.T) {
	h := open(t, func(o *Options) { o.Web = "127.0.0.1:0" })
	anna := meetAs(h, 2, func(host *friend) {
		host.sets("Seat 2", "computer, fair")
		host.sets("Hints", "yes")
	}, "anna")[0]
	eve := h.surfs("Eve", "")
	defer eve.asksAll(25)()

	ada := h.surfs("Ada", "")
	require.NoError(t, ada.Send("/real", url.Values{"do": {"told"}, "text": {friday}}))
	assert.Contains(t, ada.Text(), "Here the round was lost, with Shadows 7.")
	require.NoError(t, ada.Send("/real", url.Values{"do": {"check"}, "text": {friday}}))
	assert.Contains(t, ada.Text(), "Merry 2, Sam 4, Pippin 0, Frodo 3")
	require.NoError(t, ada.Open("/real/look?find=1&text="+url.QueryEscape(friday)))
	assert.Contains(t, ada.Text(), "Here the round was lost, with Shadows 7.")

	pia := h.surfs("Pia", "")
	require.NoError(t, pia.Send("/puzzles", url.Values{"chapter": {"1"}}))
	for range 3 {
		pia.acts()
		assert.NotContains(t, pia.Text(), "The server is busy")
	}
	tom := h.surfs("Tom", "")
	require.NoError(t, tom.Open("/new"))
	tom.press("Begin", "players", "2", "game", "2:", "computer", "fair")
	require.NoError(t, tom.Open(tom.URL.Path))
	tom.press("ready")
	for played := 0; played < 6; {
		did, over := tom.acts()
		require.False(t, over)
		if did {
			played++
		}
	}

	anna.isReady()
	for !strings.Contains(anna.until("that it goes on", acts), "enter play") {
		anna.press("\r")
	}
	anna.press("d")
	anna.sees("Hint: ")
}
