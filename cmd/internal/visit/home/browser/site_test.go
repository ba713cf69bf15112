package browser

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/visit/home"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// siteVisit is a person on the pages of a site.
type siteVisit struct {
	*webtest.Browser
	t *testing.T
	// stop ends the program, as a browser stops a worker.
	stop func()
	// choices selects answers.
	choices *rand.Rand
}

// visitSite starts the program of a site for a person with folders of their own.
func visitSite(t *testing.T, h *home.Home) *siteVisit {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	again := *h // the program starts anew
	again.Ctx = ctx
	site := NewSite(&again)
	ended := make(chan error)
	go func() { ended <- site.Run() }()
	pages, person := site.Handler()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.AddCookie(person)
		pages.ServeHTTP(w, r)
	}))
	return &siteVisit{webtest.New(server.URL), t, func() {
		cancel()
		require.ErrorIs(t, <-ended, context.Canceled)
		server.Close()
	}, rand.New(rand.NewPCG(1, 2))}
}

// plays plays the round at the table to its end.
func (v *siteVisit) plays() {
	v.t.Helper()
	for range 400 {
		require.NoError(v.t, v.Open("/table/home"))
		if _, over := v.Button("act-another"); over {
			return
		}
		if _, over := v.Button("act-again"); over {
			return
		}
		if _, waits := v.Button("goon"); waits {
			_ = v.Press("goon")
			continue
		}
		for _, b := range v.Buttons() {
			if b.Name == "decide" && !b.Refused || b.Name == "step" && b.ID != "back" {
				_ = v.Press(b.ID)
				break
			}
		}
	}
	require.Fail(v.t, "the round does not end", v.Text())
}

// decides makes one decision at a table as soon as there is one, with all its steps, and reports false if the round is
// over there. It tries all answers, because a puzzle refuses those that do not win.
func (v *siteVisit) decides(table string) bool {
	v.t.Helper()
	require.NoError(v.t, v.Open("/table/"+table))
	for {
		v.awaitChoice(table)
		next, ok := v.Next()
		if !ok {
			return false
		}
		if answers := v.answers(); next.ID != "goon" && len(answers) > 0 {
			next = answers[v.choices.IntN(len(answers))]
		}
		require.NoError(v.t, v.Press(next.ID))
		if next.Name == "decide" {
			return true
		}
	}
}

// answers returns the buttons that answer the question of a round.
func (v *siteVisit) answers() []webtest.Button {
	return slices.DeleteFunc(v.Buttons(), func(b webtest.Button) bool {
		isStep := b.Name == "step" && b.ID != "back" && b.ID != "take-back"
		return b.Refused || b.Name != "decide" && !isStep
	})
}

// awaitChoice waits until a table has something to choose, or its round is over.
func (v *siteVisit) awaitChoice(table string) {
	v.t.Helper()
	waits := func() bool {
		_, hasChoice := v.Next()
		_, isOver := v.Button("act-again")
		return !hasChoice && !isOver
	}
	if !waits() {
		return
	}
	ctx, cancel := context.WithTimeout(v.t.Context(), time.Minute)
	defer cancel()
	_ = v.Events(ctx, "/table/"+table, func(name string, page []byte) {
		if name == "table" {
			v.Show(page)
		}
		if !waits() {
			cancel()
		}
	})
	require.False(v.t, waits(), "%s", v.Text())
}

// kills ends the program as if the device was switched off: the next one has the files as they are now.
func (v *siteVisit) kills(h *home.Home) *siteVisit {
	v.t.Helper()
	for _, folder := range []string{"XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		later := filepath.Join(v.t.TempDir(), "later")
		require.NoError(v.t, os.CopyFS(later, os.DirFS(os.Getenv(folder))))
		v.t.Setenv(folder, later)
	}
	v.stop()
	h.Saves = saves.Default()
	again := visitSite(v.t, h)
	again.choices = v.choices
	return again
}

// endsWithStops plays the round at a table to its end. After every second decision the program is killed.
func endsWithStops(t *testing.T, h *home.Home, v *siteVisit, table string) *siteVisit {
	t.Helper()
	for n := 1; v.decides(table); n++ {
		if n%2 == 0 {
			v = v.kills(h)
		}
		require.Less(t, n, 200, "the round does not end")
	}
	return v
}

// TestSiteStops kills the program after every second decision: in rounds of three chapters, in a campaign of three
// rounds, and in ten puzzles. All of them are played to their ends.
func TestSiteStops(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays sixteen rounds")
	}
	h := atHome(t)
	h.Person.Load = func() settings.Settings { return settings.Settings{Quick: true} }
	v := visitSite(t, h)
	quick := []string{"greedy", "greedy", "greedy"}
	for _, chapter := range []string{"1", "9", "18"} {
		require.NoError(t, v.Send("/new", url.Values{"players": {"4"}, "game": {chapter + ":"}, "computer": quick}))
		require.Equal(t, "/table/home", v.URL.Path, v.Text())
		v = endsWithStops(t, h, v, "home")
	}
	require.NoError(t, v.Send("/new", url.Values{"players": {"4"}, "game": {"campaign"}, "computer": quick}))
	for range 3 {
		v = endsWithStops(t, h, v, "home")
		require.NoError(t, v.Press("act-another"))
	}
	require.NoError(t, v.Open("/puzzles"))
	require.NoError(t, v.Press("next"))
	for range 10 {
		v = endsWithStops(t, h, v, "puzzle")
		require.NoError(t, v.Press("act-another"))
	}
	v.stop()
}

// TestSite begins with the menu, plays a campaign's round, and goes on after each stop where the person was: in the
// round, and at its end, from which the campaign goes on.
func TestSite(t *testing.T) {
	h := atHome(t)
	h.Person.Load = func() settings.Settings { return settings.Settings{Quick: true} }
	v := visitSite(t, h)
	require.NoError(t, v.Open("/"))
	assert.NotContains(t, v.Text(), "Continue", "nothing was begun")
	require.NoError(t, v.Open("/table/home"))
	assert.Equal(t, "/", v.URL.Path, "there is nothing to go on with")
	form := url.Values{"players": {"4"}, "game": {"campaign"}, "computer": {"greedy", "greedy", "greedy"}}
	require.NoError(t, v.Send("/new", form))
	require.Equal(t, "/table/home", v.URL.Path)
	require.NoError(t, v.Send("/saved", url.Values{"name": {"nothing"}}))
	assert.Equal(t, http.StatusNotFound, v.Status)
	v.stop()

	v = visitSite(t, h)
	require.NoError(t, v.Open("/table/home"))
	require.Equal(t, "/table/home", v.URL.Path)
	v.plays()
	v.stop()

	v = visitSite(t, h)
	require.NoError(t, v.Open("/table/home"))
	_, isOver := v.Button("act-again")
	require.True(t, isOver, "the end of the round is seen again: %s", v.Text())
	require.NoError(t, v.Press("act-again"))
	require.NoError(t, v.Open("/table/home"))
	_, isOver = v.Button("act-again")
	assert.False(t, isOver, "the campaign goes on: %s", v.Text())
	require.NoError(t, v.Open("/campaign"))
	assert.Equal(t, http.StatusOK, v.Status)
	v.stop()
}

// TestSaveOffer plays the rounds of a campaign until its first chapter is won: only then the page of the end asks to
// save the games.
func TestSaveOffer(t *testing.T) {
	h := atHome(t)
	h.Person.Load = func() settings.Settings { return settings.Settings{Quick: true} }
	v := visitSite(t, h)
	defer v.stop()
	form := url.Values{"players": {"4"}, "game": {"campaign"}, "computer": {"greedy", "greedy", "greedy"}}
	require.NoError(t, v.Send("/new", form))
	for range 100 {
		v.plays()
		var isWon bool
		for kept := range h.Saves.List().Campaigns(h.Library) {
			isWon = kept.Campaign.IsWon("1")
		}
		isOffered := strings.Contains(v.Text(), h.Person.Texts().T("site.keep.campaign"))
		require.Equal(t, isWon, isOffered, v.Text())
		if isWon {
			return
		}
		require.NoError(t, v.Press("act-another")) // act-again would deal the lost deal for ever
	}
	require.Fail(t, "the chapter is never won")
}
