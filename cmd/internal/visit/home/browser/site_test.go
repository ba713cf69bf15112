package browser

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"fellowship/cmd/internal/door/web/webtest"
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
	}}
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
