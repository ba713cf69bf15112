package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"fellowship/characters"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSlowPage checks that the page of somebody whose request took too long says so in a sentence.
func TestSlowPage(t *testing.T) {
	t.Parallel()
	for lang, sentence := range map[string]string{
		"en": "This took too long; try it again.",
		"de": "Das hat zu lange gedauert; versuch es noch einmal.",
	} {
		s := serve(t, nil)
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/new", nil)
		r.Header.Set("Accept-Language", lang)
		s.srv.newRequest(w, r).sendError(fmt.Errorf("a deal: %w", context.DeadlineExceeded))
		assert.Equal(t, http.StatusServiceUnavailable, w.Code)
		assert.Contains(t, w.Body.String(), sentence)
	}
}

// TestErrorPages checks that each page that says why something cannot be shown leads elsewhere: to the page from which
// the person came, and to the first page.
func TestErrorPages(t *testing.T) {
	t.Parallel()
	for _, lang := range characters.Languages {
		s := serve(t, nil)
		s.lang = lang
		t.Cleanup(func() { s.lang = "" })
		anna := s.comes("Anna", "")
		tx := texts.New(lang)
		for path, status := range map[string]int{
			"/nothing":          http.StatusNotFound,
			"/read/nothing":     http.StatusNotFound,
			"/read/chapter/99":  http.StatusNotFound,
			"/table/nowhere":    http.StatusNotFound,
			"/saved/look":       http.StatusNotFound, // only at home
			"/table/a/b/c/d/e/": http.StatusNotFound,
		} {
			require.NoError(t, anna.Open("/settings"))
			require.NoError(t, anna.Open(path))
			assert.Equal(t, status, anna.Status, path)
			assert.Contains(t, string(anna.Body), `href="/">`+tx.T("web.start")+`</a>`, path)
		}
		answer := s.ask("GET", "/nothing", http.Header{
			"Accept-Language": {lang}, "Referer": {s.url + "/puzzles?chapter=3"},
		})
		assert.Contains(t, body(t, answer), `href="/puzzles?chapter=3">`+tx.T("web.back")+`</a>`)
		for _, elsewhere := range []string{"http://evil.example/x", "javascript:alert(1)", s.url + "/nothing", "%", ""} {
			answer := s.ask("GET", "/nothing", http.Header{"Accept-Language": {lang}, "Referer": {elsewhere}})
			assert.NotContains(t, body(t, answer), tx.T("web.back"), elsewhere)
		}

		require.NoError(t, anna.Send("/settings", url.Values{"lang": {strings.Repeat("x", 1<<14)}}))
		assert.Equal(t, http.StatusBadRequest, anna.Status, "the form is too long")
		assert.Contains(t, string(anna.Body), `href="/">`+tx.T("web.start")+`</a>`)
	}
}

// TestErrorPagesAtHome checks that the same is so at home.
func TestErrorPagesAtHome(t *testing.T) {
	p := pagesAtHome(t, "en", hasPlayed(t))
	for _, path := range []string{"/nothing", "/read/nothing", "/saved/look?name=nothing", "/table/nowhere"} {
		require.NoError(t, p.Open(path))
		assert.Equal(t, http.StatusNotFound, p.Status, path)
		assert.Contains(t, string(p.Body), `href="/"`, path)
	}
}

// TestCrowdedPage checks that whoever is refused because too much comes from an address can try again by a link.
func TestCrowdedPage(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) {
		o.Sessions = &guest.Sessions{Limits: guest.Limits{PerAddress: 2, Burst: 3}}
	})
	status := http.StatusOK
	page := ""
	for range 20 {
		answer := s.ask("GET", "/read/rules", http.Header{"Accept-Language": {"de"}})
		status = answer.StatusCode
		page = body(t, answer)
		if status != http.StatusOK {
			break
		}
	}
	assert.Equal(t, http.StatusTooManyRequests, status)
	assert.Contains(t, page, texts.New("de").T("web.crowded"))
	assert.Contains(t, page, `href="/read/rules"`)
}
