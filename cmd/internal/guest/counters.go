package guest

import "sync/atomic"

// Counters are the figures of the server, for those who watch it. They may be read at
// any time.
type Counters struct {
	// Connections were let in at the gate, Refused were not, and Open are there
	// now. Silent were dropped because nobody had signed in.
	Connections, Refused, Open, Silent atomic.Int64
	// Requests of browsers were turned away, as were Codes, after Wrong ones.
	Requests, Codes, Wrong atomic.Int64
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
func (c *Counters) All() []Counter {
	return []Counter{
		{"connections_total", "Connections that were let in.", false, c.Connections.Load()},
		{"connections_refused_total", "Connections that were turned away at the gate.", false, c.Refused.Load()},
		{"connections_silent_total", "Connections that were dropped because nobody signed in.", false, c.Silent.Load()},
		{"connections", "Connections that are open.", true, c.Open.Load()},
		{"requests_refused_total", "Requests of browsers that were one too many of their address.", false, c.Requests.Load()},
		{"codes_wrong_total", "Codes that nobody has given out.", false, c.Wrong.Load()},
		{"codes_refused_total", "Codes that were not looked up, after too many wrong ones of their address.", false, c.Codes.Load()},
		{"visits_total", "Visits that began.", false, c.Visits.Load()},
		{"visits", "Visitors who are in.", true, c.Inside.Load()},
		{"panics_total", "Visits that ended because the program panicked.", false, c.Panics.Load()},
		{"stuck_total", "Visits that ended because the terminal did not read.", false, c.Stuck.Load()},
		{"idle_total", "Visits that ended because nothing was typed.", false, c.Idle.Load()},
		{"input_bytes_total", "Bytes of keys.", false, c.In.Load()},
		{"input_dropped_bytes_total", "Bytes of keys that came too fast.", false, c.Dropped.Load()},
		{"output_bytes_total", "Bytes of screens.", false, c.Out.Load()},
	}
}
