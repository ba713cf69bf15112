package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReopenOnce resumes a round that takes a while for two pages, as when a page connects again meanwhile: the round
// is resumed once, and both pages have it.
func TestReopenOnce(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var h *Home
	started := make(chan bool, 2)
	goesOn := make(chan bool)
	h = NewSite(chapters.Default(), texts.New("en"), nil, func() error {
		started <- true
		<-goesOn
		h.server.sessions.replace(&session{key: homeKey})
		h.chosen.noteBegun()
		<-ctx.Done()
		return ctx.Err()
	})
	played := make(chan error)
	go func() { played <- h.PlayChoices(ctx) }()
	opened := make(chan error)
	open := func() { opened <- h.reopen() }
	go open()
	<-started
	go open()
	close(goesOn)
	require.NoError(t, <-opened)
	require.NoError(t, <-opened)
	assert.Empty(t, started, "it is not resumed again")
	h.server.sessions.mu.Lock()
	delete(h.server.sessions.byKey, homeKey) // it has no client that could leave
	h.server.sessions.mu.Unlock()
	cancel()
	require.ErrorIs(t, <-played, context.Canceled)
}

// TestSiteKeepsRealRound counts a round of a real table in a campaign of a site: then the page offers to save the
// games.
func TestSiteKeepsRealRound(t *testing.T) {
	t.Parallel()
	book, err := campaign.New(chapters.Default(), 4, 4)
	require.NoError(t, err)
	h := NewSite(chapters.Default(), texts.New("en"), &keeper{book: book}, func() error { return nil })
	defer func() { require.NoError(t, h.Close()) }()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.AddCookie(h.Cookie())
		h.Handler().ServeHTTP(w, r)
	}))
	defer server.Close()
	p := &person{Browser: webtest.New(server.URL), t: t}
	require.NoError(t, p.Send("/real", url.Values{"do": {"told"}, "text": {friday}}))
	offer := texts.New("en").T("site.keep.campaign")
	assert.NotContains(t, p.Text(), offer)
	p.does("Count it in the campaign shire")
	assert.Contains(t, p.Text(), offer)
}
