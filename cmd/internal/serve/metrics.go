package serve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/store"

	"github.com/VictoriaMetrics/metrics"
)

// figures returns the handler for the monitoring of the server: its figures (/metrics), and whether it can go on
// (/healthz).
func (s *Server) figures() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		var out bytes.Buffer
		s.writeFigures(&out)
		metrics.WriteProcessMetrics(&out)
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(out.Bytes())
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		if err := s.store.Healthy(); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		stats, err := s.store.Stats()
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte("ok\n"))
		if stats.Damaged > 0 {
			fmt.Fprintln(w, "damaged tables:", stats.Damaged)
		}
	})
	return mux
}

// writeFigures writes the server's own figures in the text format of Prometheus.
func (s *Server) writeFigures(out io.Writer) {
	write := func(name, help, kind string, value float64) {
		fmt.Fprintf(out, "# HELP fellowship_%s %s\n# TYPE fellowship_%[1]s %[3]s\nfellowship_%[1]s %[4]s\n", name,
			help, kind, strconv.FormatFloat(value, 'f', -1, 64))
	}
	for _, n := range s.sessions.Counters.All() {
		kind := "counter"
		if n.Gauge {
			kind = "gauge"
		}
		write(n.Name, n.Help, kind, float64(n.Value))
	}
	arrivals := s.tables.Arrivals()
	write("people_new_total", "People, and codes of people, that were written down for the first time.", "counter",
		float64(arrivals.Written.Load()))
	write("people_refused_total", "People, and codes of people, that were too many of their address or in a day.",
		"counter", float64(arrivals.Refused.Load()))
	write("questions_refused_total", "Questions to the solver that were too many, or whose turn did not come in time.",
		"counter", float64(s.tables.Turns().Refused.Load()))
	write("decisions_total", "Decisions that people have made through this process.", "counter",
		float64(s.decisions.Load()))
	v := build.Read()
	fmt.Fprintf(out, "# HELP fellowship_build_info The version of the program.\n"+
		"# TYPE fellowship_build_info gauge\n"+
		"fellowship_build_info{version=%q,commit=%q,go=%q} 1\n", v.Version, v.Commit, v.Go)
	healthy := 1.
	trouble := s.store.Healthy()
	if trouble != nil {
		healthy = 0
	}
	write("store_healthy", "Whether events can be written.", "gauge", healthy)
	write("tables_open", "Tables that are open in this process.", "gauge", float64(s.tables.OpenCount()))
	if errors.Is(trouble, store.ErrWaiting) {
		return // the disk does not answer, so the figures below would block
	}
	write("store_people", "People who sat at a table and are known.", "gauge", float64(s.store.People.Count()))
	write("store_newcomers", "People who never sat at a table, and are forgotten after a day.", "gauge",
		float64(s.store.Newcomers.Count()))
	if stats, err := s.store.Stats(); err == nil {
		write("store_tables", "Tables in the store.", "gauge", float64(stats.Tables))
		write("store_damaged", "Tables that were found damaged.", "gauge", float64(stats.Damaged))
		write("store_bytes", "Bytes in the store.", "gauge", float64(stats.Bytes))
	}
}
