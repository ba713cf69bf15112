package guest

import (
	"iter"
	"sync/atomic"
)

// Counters are what the server counts, for whoever watches it. They may be read at
// any time.
type Counters struct {
	// Connections were let in at the gate, Refused were not, and Open are there
	// now. Silent were dropped because nobody had signed in.
	Connections, Refused, Open, Silent atomic.Int64
	// Visits began, and Inside are there now.
	Visits, Inside atomic.Int64
	// Panics ended a visit, as did terminals that were Stuck and people who were
	// Idle.
	Panics, Stuck, Idle atomic.Int64
	// In and Out are bytes of keys and screens; Dropped are bytes of keys that came
	// too fast.
	In, Out, Dropped atomic.Int64
}

// Counter is one of the counters as it stands.
type Counter struct {
	// Name is in lower case with underscores, Help a sentence.
	Name, Help string
	// Gauge says that it may go down again.
	Gauge bool
	Value int64
}

// All returns the counters as they stand now.
func (c *Counters) All() iter.Seq[Counter] {
	list := []struct {
		name, help string
		gauge      bool
		value      *atomic.Int64
	}{
		{"connections_total", "Connections that were let in.", false, &c.Connections},
		{"connections_refused_total", "Connections that were turned away at the gate.", false, &c.Refused},
		{"connections_silent_total", "Connections that were dropped because nobody signed in.", false, &c.Silent},
		{"connections", "Connections that are open.", true, &c.Open},
		{"visits_total", "Visits that began.", false, &c.Visits},
		{"visits", "Visitors who are in.", true, &c.Inside},
		{"panics_total", "Visits that ended because the program panicked.", false, &c.Panics},
		{"stuck_total", "Visits that ended because the terminal did not read.", false, &c.Stuck},
		{"idle_total", "Visits that ended because nothing was typed.", false, &c.Idle},
		{"input_bytes_total", "Bytes of keys.", false, &c.In},
		{"input_dropped_bytes_total", "Bytes of keys that came too fast.", false, &c.Dropped},
		{"output_bytes_total", "Bytes of screens.", false, &c.Out},
	}
	return func(yield func(Counter) bool) {
		for _, n := range list {
			if !yield(Counter{n.name, n.help, n.gauge, n.value.Load()}) {
				return
			}
		}
	}
}
