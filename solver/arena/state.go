package arena

import (
	"errors"
	"fmt"
	"io"

	"fellowship/solver/units"
)

// State is the first line of the saved rounds that line-ups have played; a line
// for each result follows. It does not say which rounds and line-ups are wanted, so
// that there may be more of them next time.
type State struct {
	// Arena is the version of the format, 1.
	Arena int `json:"arena"`
	// Version is the version of the program.
	Version string `json:"version"`
}

// NewState returns the state of work that is about to begin.
func NewState(version string) State { return State{1, version} }

// ReadState reads the rounds saved by a version of the program, see [units.Read].
func ReadState(r io.Reader, version string) (results []Result, size int64, err error) {
	isHead := func(s *State) bool { return s.Arena == 1 }
	s, results, size, err := units.Read(r, isHead, (*Result).check)
	if err == nil && s.Version != version {
		err = fmt.Errorf("it was played with version %s, not %s", s.Version, version)
	}
	return results, size, err
}

// check reports what a result lacks.
func (r *Result) check() error {
	if r.Round == "" || r.LineUp == "" || r.Seconds < 0 {
		return errors.New("it does not say what was played")
	}
	return nil
}
