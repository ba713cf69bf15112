package guest

import (
	"reflect"
	"strings"
	"sync/atomic"
)

// Counters are the figures of the server for its monitoring. They may be read at any time. A counter whose name has no
// _total is a gauge, which may go down again.
type Counters struct {
	Connections atomic.Int64 `name:"connections_total" help:"Connections that were let in."`
	Refused     atomic.Int64 `name:"connections_refused_total" help:"Connections that were turned away at the gate."`
	Silent      atomic.Int64 `name:"connections_silent_total" help:"Connections that were dropped because nobody signed in."`
	Open        atomic.Int64 `name:"connections" help:"Connections that are open."`
	Requests    atomic.Int64 `name:"requests_refused_total" help:"Requests of browsers that were one too many of their address."`
	Wrong       atomic.Int64 `name:"codes_wrong_total" help:"Codes that nobody has given out."`
	Codes       atomic.Int64 `name:"codes_refused_total" help:"Codes that were not looked up, after too many wrong ones of their address."`
	Visits      atomic.Int64 `name:"visits_total" help:"Visits that began."`
	Inside      atomic.Int64 `name:"visits" help:"Visitors who are in."`
	Panics      atomic.Int64 `name:"panics_total" help:"Visits that ended because the program panicked."`
	Stuck       atomic.Int64 `name:"stuck_total" help:"Visits that ended because the terminal did not read."`
	Idle        atomic.Int64 `name:"idle_total" help:"Visits that ended because nothing was typed."`
	In          atomic.Int64 `name:"input_bytes_total" help:"Bytes of keys."`
	Dropped     atomic.Int64 `name:"input_dropped_bytes_total" help:"Bytes of keys that came too fast."`
	Out         atomic.Int64 `name:"output_bytes_total" help:"Bytes of screens."`
}

// Counter is the present value of a counter.
type Counter struct {
	// Name is the name, in lower case with underscores.
	Name string
	// Help is a sentence about the counter.
	Help string
	// Gauge reports whether the value may go down again.
	Gauge bool
	Value int64
}

// All returns the present values of the counters.
func (c *Counters) All() (out []Counter) {
	all := reflect.ValueOf(c).Elem()
	for i := range all.NumField() {
		tag := all.Type().Field(i).Tag
		if n, ok := all.Field(i).Addr().Interface().(*atomic.Int64); ok {
			out = append(out,
				Counter{tag.Get("name"), tag.Get("help"), !strings.HasSuffix(tag.Get("name"), "_total"), n.Load()})
		}
	}
	return out
}
