package parallel

import "runtime"

// yield gives way to other goroutines.
var yield = runtime.Gosched

// Yield gives way to other goroutines for a moment. A search calls it often, so that on a single processor a screen is
// drawn while a computer player thinks.
func Yield() { yield() }

// YieldWith replaces what [Yield] does. In a browser events come in only while all goroutines wait, so the program that
// runs there has to wait for a moment. YieldWith must be called before the first search.
func YieldWith(f func()) { yield = f }
