package difficulty

import (
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/solver/players"
	"fellowship/solver/units"
)

// Job is a unit with how it is measured: all that another machine has to know.
type Job struct {
	State State `json:"state"`
	Unit  Unit  `json:"unit"`
}

// ParseJob reads a job from JSON. A key that this program does not know is an error: it
// would measure something else.
func ParseJob(text []byte) (j Job, err error) {
	if err = units.Decode(text, &j); err == nil && j.State.State != 1 {
		err = say.New("it does not say how to measure")
	}
	return j, err
}

// Measure measures the unit. It comes to what [Run] would have measured.
func (j *Job) Measure(ctx context.Context, lib *chapters.Library) (Result, error) {
	opt := Options{Nodes: j.State.Nodes, FairBy: j.State.FairBy, CampaignBy: j.State.CampaignBy}
	if _, err := players.New(opt.campaignBy()); err != nil {
		return Result{}, err
	}
	if !slices.Contains(kinds, j.Unit.Kind) {
		return Result{}, say.Errorf("%.100s cannot be measured", j.Unit)
	}
	return units.Safely(ctx, j.Unit, opt.measurer(lib).measure)
}
