package tui

import "time"

// settleTime is how long Enter does not count after a page has come, or its steps have changed, so that nobody takes a step
// that they have not read.
const settleTime = 500 * time.Millisecond

// lostSteps are the two steps that can follow a lost round: to play on from where it was lost, once that is known, and
// another one, such as to play the same deal again. Enter takes the golden one.
type lostSteps struct {
	// offered reports whether to play on is a step.
	offered bool
	// golden reports whether that step is golden. Otherwise the other one is.
	golden bool
	// touched reports whether the person has pressed a key since the page came.
	touched bool
	// settles reports whether Enter does not count, because the page has just come or its steps have just changed.
	settles bool
}

// offer adds the step to play on, and reports whether that has changed the page. The step becomes golden unless the
// person has begun to use the page already.
func (s *lostSteps) offer() (changed bool) {
	if s.offered {
		return false
	}
	s.offered = true
	s.golden = !s.touched
	return true
}

// move makes the other step golden, if there are two.
func (s *lostSteps) move() {
	if s.offered {
		s.golden = !s.golden
	}
}
