package difficulty

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
)

// Units that are measured elsewhere, as JSON, come to the same report, with a precision
// too.
func TestElsewhere(t *testing.T) {
	for _, opt := range []Options{
		{Chapter: "9", Players: 3, Deals: 2, Fair: 1, FairBy: "strong:0.2", Campaigns: 1, CampaignBy: "random", Seed: 11},
		{Chapter: "1", Players: 3, Deals: 4, Seed: 5, Precision: 0.4},
		{Chapter: "2", Players: 4, Deals: 5, Seed: 5, Shard: Shard{2, 2}},
	} {
		want := run(t, opt)
		opt.Workers = 20
		opt.Nodes = fewNodes
		opt.Elsewhere = func(ctx context.Context, u Unit) (Result, error) {
			text, err := json.Marshal(Job{NewState(&opt, "1.0"), u})
			if err != nil {
				return Result{}, err
			}
			job, err := ParseJob(text)
			if err != nil {
				return Result{}, err
			}
			r, err := job.Measure(ctx, chapters.Default())
			if err != nil {
				return Result{}, err
			}
			if text, err = json.Marshal(r); err != nil {
				return Result{}, err
			}
			return ParseResult(text)
		}
		assert.Equal(t, want, run(t, opt))
	}
	other := Options{Chapter: "1", Players: 3, Deals: 1, Seed: 1, Elsewhere: func(ctx context.Context, u Unit) (Result, error) {
		u.Number++
		return Result{Unit: u}, nil
	}}
	_, err := Run(t.Context(), chapters.Default(), other)
	require.ErrorContains(t, err, "was asked for")
}

func TestBadJobs(t *testing.T) {
	for text, says := range map[string]string{
		``:                        "EOF",
		`{}`:                      "how to measure",
		`{"state":{"state":2}}`:   "how to measure",
		`{"unit":{"strength":3}}`: "unknown field",
	} {
		_, err := ParseJob([]byte(text))
		require.ErrorContains(t, err, says, text)
	}
	for _, text := range []string{
		`{"state":{"state":1},"unit":{"kind":"x"}}`,
		`{"state":{"state":1},"unit":{"kind":"deal","chapter":"99","players":3}}`,
		`{"state":{"state":1},"unit":{"kind":"fair","chapter":"1","players":9}}`,
		`{"state":{"state":1},"unit":{"kind":"campaign","chapter":"1","players":-1}}`,
		`{"state":{"state":1,"campaign_by":"x"},"unit":{"kind":"deal","chapter":"1","players":3}}`,
	} {
		j, err := ParseJob([]byte(text))
		require.NoError(t, err, text)
		_, err = j.Measure(t.Context(), chapters.Default())
		require.Error(t, err, text)
	}
}
