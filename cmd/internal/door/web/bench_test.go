package web

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkEvent draws the table of a round for one of four people, as each event does.
func BenchmarkEvent(b *testing.B) {
	s := serve(b, nil)
	anna := s.comes("Anna", "")
	code := anna.begins("players", "4", "game", "2:", "deal", "c02p4s7")
	people := []*person{anna, s.comes("Ben", code), s.comes("Cleo", code), s.comes("Dora", code)}
	for _, p := range people {
		require.NoError(b, p.Open(anna.URL.Path))
		p.does("ready")
	}
	const inPlay = 30
	require.False(b, playOn(b, inPlay, people...))
	draw := s.draws(anna)
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		out = draw()
	}
	b.ReportMetric(float64(len(out)), "B/event")
}

// draws returns how the table of a person is drawn for an event.
func (s *served) draws(p *person) func() []byte {
	var visit *session
	s.srv.sessions.mu.Lock()
	defer s.srv.sessions.mu.Unlock()
	for _, at := range s.srv.sessions.byKey {
		if at.client.TableView().Name == p.name {
			visit = at
		}
	}
	r := httptest.NewRequest("GET", p.URL.Path, nil)
	r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, &net.TCPAddr{}))
	q := s.srv.newRequest(nil, r)
	q.me = visit.whose()
	var out bytes.Buffer
	return func() []byte {
		out.Reset()
		newTablePages(q, visit).main(&out)
		return out.Bytes()
	}
}

// TestParts checks that a page made of parts that were drawn before is the same as one drawn anew.
func TestParts(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Beat = time.Hour })
	anna := s.comes("Anna", "")
	people := []*person{anna, s.comes("Ben", anna.begins("players", "2", "game", "2:", "hints", "yes"))}
	drawn := regexp.MustCompile(`data-drawn="\d+"`)
	for n := range 20 { // the last cards are played by themselves
		for _, p := range people {
			p.reload()
			switch {
			case n == 0:
				p.does("ready")
			case n%7 == 0:
				p.does("act-goals")
			default:
				p.acts()
			}
			draw := s.draws(p)
			before := drawn.ReplaceAllString(string(draw()), "")
			fragments.clear()
			require.Equal(t, before, drawn.ReplaceAllString(string(draw()), ""))
		}
	}
}
