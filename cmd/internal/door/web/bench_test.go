package web

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/klauspost/compress/flate"
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
	for _, visit := range s.srv.visits {
		if visit.chair.Person().Name != anna.name {
			continue
		}
		r := httptest.NewRequest("GET", anna.URL.Path, nil)
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, &net.TCPAddr{}))
		v := &visitor{Server: s.srv, frame: s.srv.frame(r), r: r, me: visit.chair.Person()}
		var out bytes.Buffer
		b.ReportAllocs()
		for b.Loop() {
			out.Reset()
			v.main(visit, &out)
		}
		b.ReportMetric(float64(out.Len()), "B/event")
		var packed bytes.Buffer
		require.NoError(b, flate.StatelessDeflate(&packed, out.Bytes(), false, nil))
		b.ReportMetric(float64(packed.Len()), "packed/event")
		return
	}
}
