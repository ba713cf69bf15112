package serve

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// figures answers with what the server counts (/metrics), and whether it can go on
// (/healthz).
func (s *Server) figures() http.Handler {
	all := prometheus.NewRegistry()
	all.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), counted{s})
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(all, promhttp.HandlerOpts{Registry: all}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		if err := s.store.Healthy(); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte("ok\n"))
	})
	return mux
}

// counted is the server's own figures.
type counted struct{ *Server }

// Describe says nothing: what there is stands in the house's counters.
func (counted) Describe(chan<- *prometheus.Desc) {}

// Collect reads the figures.
func (c counted) Collect(out chan<- prometheus.Metric) {
	send := func(name, help string, kind prometheus.ValueType, value float64) {
		d := prometheus.NewDesc("fellowship_"+name, help, nil, nil)
		out <- prometheus.MustNewConstMetric(d, kind, value)
	}
	for _, n := range c.house.Counters.All() {
		kind := prometheus.CounterValue
		if n.Gauge {
			kind = prometheus.GaugeValue
		}
		send(n.Name, n.Help, kind, float64(n.Value))
	}
	send("decisions_total", "Decisions that people have made through this process.", prometheus.CounterValue, float64(c.decided.Load()))
	healthy := 1.
	if c.store.Healthy() != nil {
		healthy = 0
	}
	send("store_healthy", "Whether events can be written.", prometheus.GaugeValue, healthy)
	send("tables_open", "Tables that are open in this process.", prometheus.GaugeValue, float64(c.hall.Open()))
	const longest = 2 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	if stats, err := c.store.Stats(ctx); err == nil {
		send("store_tables", "Tables in the store.", prometheus.GaugeValue, float64(stats.Tables))
		send("store_bytes", "Bytes in the store.", prometheus.GaugeValue, float64(stats.Bytes))
	}
}
