package difficulty

import (
	"fmt"
	"io"
	"slices"

	"fellowship/solver"
	"fellowship/solver/units"
)

// State is the file of a measurement, with which it can go on later: a line that
// says how it measures, and then one for each unit. It does not say how many
// units are wanted, so that there may be more of them next time.
type State struct {
	// State is the version of the format, 1.
	State int `json:"state"`
	// Version is the version of the program.
	Version    string `json:"version"`
	Seed       uint64 `json:"seed"`
	Nodes      int64  `json:"nodes"`
	FairBy     string `json:"fair_by"`
	CampaignBy string `json:"campaign_by"`
	Shard      string `json:"shard,omitempty"`
	// Results are the lines that follow.
	Results []Result `json:"-"`
}

// NewState returns the state of a measurement that is about to begin.
func NewState(opt *Options, version string) State {
	return State{State: 1, Version: version, Seed: opt.Seed, Nodes: opt.Nodes, FairBy: opt.fairBy(), CampaignBy: opt.campaignBy(), Shard: opt.Shard.String()}
}

// ReadState reads a state, see [units.Read].
func ReadState(r io.Reader) (s State, size int64, err error) {
	isHead := func(s *State) bool { return s.State == 1 }
	s, results, size, err := units.Read(r, isHead, (*Result).check)
	s.Results = results
	return s, size, err
}

// ParseResult reads a result, which is a line of a state.
func ParseResult(line []byte) (r Result, err error) {
	if err = units.Decode(line, &r); err == nil {
		err = r.check()
	}
	return r, err
}

// check reports what a result lacks.
func (r *Result) check() error {
	verdicts := []solver.Verdict{solver.Winnable, solver.Unwinnable, solver.Unknown}
	ok := false
	switch r.Kind {
	case Deal:
		ok = r.Random != nil && r.Greedy != nil && slices.Contains(verdicts, r.Draft) && slices.Contains(verdicts, r.Play)
	case Fair:
		ok = r.Fair != nil && r.Forgiveness != nil && slices.Contains(verdicts, r.After)
	case Campaign:
		c := r.Campaign
		ok = c != nil && c.Keep >= 0 && c.Keep <= MaxRounds && c.Restart >= 0 && c.Restart <= MaxRounds
	}
	for _, round := range []*Round{r.Random, r.Greedy, r.Fair} {
		ok = ok && (round == nil || len(round.Broke) <= maxParts)
	}
	if !ok {
		return fmt.Errorf("%.100s does not say what was measured", r.Unit)
	}
	return nil
}

// maxParts is more than the goals of a round. A longer list was not measured, and is not kept.
const maxParts = 32

// Fits reports why a measurement cannot go on from a state.
func (s *State) Fits(opt *Options, version string) error {
	now := NewState(opt, version)
	for _, at := range []struct {
		what     string
		was, now any
	}{
		{"--seed", s.Seed, now.Seed},
		{"--nodes", s.Nodes, now.Nodes},
		{"--fair-by", s.FairBy, now.FairBy},
		{"--campaign-by", s.CampaignBy, now.CampaignBy},
		{"--shard", s.Shard, now.Shard},
		{"version", s.Version, now.Version},
	} {
		if at.was != at.now {
			return fmt.Errorf("it was measured with %s %v, not %v", at.what, at.was, at.now)
		}
	}
	return nil
}
