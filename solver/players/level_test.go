package players

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
)

// The name of a player includes its effort, and each player has only one name.
func TestScaled(t *testing.T) {
	for _, tt := range []struct {
		name   string
		effort float64
		want   string
	}{
		{"strong", 1, "strong"},
		{"strong", 2, "strong:2"},
		{"fair", 0.5, "fair:0.5"},
		{"strong", LeastEffort, "strong:0.1"},
		{"strong", MostEffort, "strong:20"},
	} {
		got, err := Scaled(tt.name, tt.effort)
		require.NoError(t, err)
		assert.Equal(t, tt.want, got)
		p, err := New(got)
		require.NoError(t, err)
		for stage, times := range map[chapters.Stage]float64{
			chapters.StageDraft: tt.effort,
			chapters.StagePlay:  tt.effort,
		} {
			usual := levels[tt.name]
			now := p.(Fair).Level
			assert.InDelta(t, float64(usual.work(stage).cards)*times, float64(now.work(stage).cards), 1)
			assert.InDelta(t, float64(usual.work(stage).worlds)*times, float64(now.work(stage).worlds), 1)
		}
		assert.True(t, CanSit(got))
	}
	for _, wrong := range []string{"greedy", "random", "open", "gollum", "strong:2"} {
		_, err := Scaled(wrong, 2)
		require.Error(t, err, wrong)
	}
	for _, wrong := range []float64{0, -1, 0.01, 21, 1e300} {
		_, err := Scaled("strong", wrong)
		require.Error(t, err, wrong)
	}
	for _, wrong := range []string{
		"strong:", "strong:1", "strong:2.0", "strong:02", "strong:+2", "strong:NaN", "strong:Inf", "strong:21",
		"strong:0",
		"strong:2:2", "greedy:2", "open:2", ":2", "gollum:2",
	} {
		_, err := New(wrong)
		require.Error(t, err, wrong)
		assert.False(t, CanSit(wrong), wrong)
	}
	assert.False(t, CanSit("open"), "who sees all cards is no partner")
	assert.False(t, CanSit(""))
}
