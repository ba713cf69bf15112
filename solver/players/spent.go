package players

import "fellowship/chapters"

// Spent is the time of a [Fair] by its parts, by a clock that it is given: the
// engine reads none itself.
type Spent struct {
	// Timer is called when something begins. The function that it returns is called at the
	// end of that, for the seconds that were taken.
	Timer func() func() float64
	// Seconds adds up.
	Seconds map[Part]float64
}

// Part is something a [Fair] takes its time for.
type Part string

// The parts: the decisions of the draft and the setup as a whole; of those of
// the play the rounds played in the head, the whole games that are made up, and
// what the solver says of these.
const (
	SettingUp    Part = "setup"
	Imagining    Part = "imagine"
	MakingWorlds Part = "worlds"
	Solving      Part = "solver"
)

// on begins to measure a part; the call it returns ends that.
func (s *Spent) on(v *chapters.View, p Part) (done func()) {
	if s == nil {
		return func() {}
	}
	if v.Stage != chapters.StagePlay {
		p = SettingUp
	}
	taken := s.Timer()
	return func() { s.Seconds[p] += taken() }
}
