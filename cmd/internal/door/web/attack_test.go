package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"fellowship/cmd/internal/door/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestForgedSteps sends steps and refusals that no page has, at each question of some rounds:
// none breaks a page.
func TestForgedSteps(t *testing.T) {
	for _, game := range []string{"2:", "16:"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			s := serve(t, nil)
			eve := s.comes("Eve", "")
			eve.begins("players", "2", "game", game, "computer", "greedy")
			table := eve.URL.Path
			eve.does("ready")
			asked := ""
			for !eve.over() || asked == "" {
				eve.reload()
				for _, b := range eve.Buttons() {
					_, form := webtest.Form(b)
					if seen := form.Get("seen"); b.Name == "decide" && seen != asked {
						asked = seen
						for n := range 16 {
							require.NoError(t,
								eve.Send(table,
									url.Values{"seen": {seen}, "step": {fmt.Sprintf("%d %d", n/2, n%2*127-1)}}))
						}
						for _, at := range []string{"-1", "127"} {
							require.NoError(t, eve.Send(table, url.Values{"seen": {seen}, "refused": {at}}))
						}
						require.NoError(t, eve.Send(table, url.Values{"seen": {seen}, "step": {firstStep}}))
						break
					}
				}
				eve.reload()
				eve.acts()
			}
			assert.EqualValues(t, 0, s.srv.options.Sessions.Counters.Panics.Load())
		})
	}
}

// TestForgedTables sends forms that no page has: each is refused with a reason, and no table or seat is
// as it asks for.
func TestForgedTables(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	eve := s.comes("Eve", "")
	for field, values := range map[string][]string{
		"computer": {"open", "bot:rm", "strong:100", "strong:20"}, "patience": {"-5", "99", "x"}, "players": {"", "0", "5", "x"},
		"game": {"", "99:", "1:z", "campaign", "again"}, "deal": {"c02p4s7", "x"},
	} {
		for _, value := range values {
			form := url.Values{"players": {"2"}, "game": {"2:"}, "patience": {"60"}}
			form.Set(field, value)
			if field == "game" {
				form.Set("deal", "c02p2s7")
			}
			if value == "" || value == "99:" || value == "1:z" {
				form.Del("deal")
			}
			require.NoError(t, eve.Send("/new", form))
			assert.Equal(t, http.StatusUnprocessableEntity, eve.Status, "%s=%s", field, value)
			assert.Contains(t, string(eve.all[len(eve.all)-1]), `class="note bad"`, "%s=%s", field, value)
		}
	}
	require.NoError(t,
		eve.Send("/new", url.Values{"players": {"2"}, "game": {"2:"}, "computer": {"open", "open", "open"}}))
	require.Equal(t, http.StatusUnprocessableEntity, eve.Status)
	eve.begins("players", "2", "game", "2:")
	at := eve.URL.Path
	for _, form := range []url.Values{
		{"at": {"1"}, "computer": {"open"}},
		{"at": {"1"}, "computer": {"bot:"}},
		{"at": {"9"}, "computer": {"fair"}},
	} {
		require.NoError(t, eve.Send(at, form))
		assert.Equal(t, http.StatusConflict, eve.Status, form.Encode())
	}
	eve.reload()
	assert.Contains(t, eve.Text(), "free")
	require.NoError(t, eve.Open("/"))
	page := string(eve.all[len(eve.all)-1])
	assert.Equal(t, 1, strings.Count(page, `href="/table/`), page)
}

// TestWindows lets one person do all at once in several windows, which the others see.
func TestWindows(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	eve := s.comes("Eve", "")
	eve.begins("players", "2", "game", "2:", "computer", "greedy", "hints", "yes")
	eve.does("ready")
	var all sync.WaitGroup
	for _, act := range []string{"unread", "goals", "hint", "refused", "step", "phrase", ""} {
		window := &person{Browser: webtest.New(s.url), t: t}
		window.Client().Jar = eve.Client().Jar
		all.Go(func() {
			for range 15 {
				if err := window.Open(eve.URL.Path); err != nil {
					t.Error(err)
					return
				}
				form := url.Values{"act": {act}, "refused": {"0"}, "phrase": {"thanks"}}
				if b, ok := window.Button("back"); ok && act == "step" {
					_, form = webtest.Form(b)
				}
				if act == "" {
					window.acts()
				} else if err := window.Send(eve.URL.Path, form); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	assert.EqualValues(t, 0, s.srv.options.Sessions.Counters.Panics.Load())
}
