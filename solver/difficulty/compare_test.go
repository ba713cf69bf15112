package difficulty

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
)

// The fair rounds of two strengths stand beside each other where both have played;
// they are never added up.
func TestCompare(t *testing.T) {
	lib := chapters.Default()
	one, three := Cell{"1", 4}, Cell{"13", 4}
	report := func(by string, seed uint64, rows ...Row) Report { return Report{Seed: seed, FairBy: by, Rows: rows} }
	strong := report("strong", 1, Row{Cell: one, Fair: Share{Wins: 3, Deals: 4}}, Row{Cell: three, Fair: Share{Wins: 4, Deals: 4}, Campaigns: &Campaigns{Clean: Share{Wins: 1, Deals: 2}}})
	fair := report("fair", 1, Row{Cell: one, Fair: Share{Wins: 2, Deals: 8}})

	half, other := strong, fair
	half.Shard, other.Shard = Shard{1, 2}, Shard{2, 2}
	_, err := Merge(lib, []Report{half, other})
	require.ErrorContains(t, err, "not measured alike")
	require.ErrorContains(t, strong.Compare(&strong), "strong players, too")
	other = report("fair", 2, fair.Rows...)
	require.ErrorContains(t, strong.Compare(&other), "numbered from 2 on, not from 1")
	part := fair
	part.Shard = Shard{1, 2}
	require.ErrorContains(t, strong.Compare(&part), "only part 1/2")

	require.NoError(t, strong.Compare(&fair))
	assert.Equal(t, "fair", strong.Beside)
	low, high := Wilson(2, 8)
	assert.Equal(t, &Share{Wins: 2, Deals: 8, Low: low, High: high}, strong.Rows[0].Beside)
	assert.Nil(t, strong.Rows[1].Beside)

	// Sums and merged reports keep both apart.
	sum := Sum([]*Row{&strong.Rows[1], &strong.Rows[0], &strong.Rows[0]})
	assert.Equal(t, 4, sum.Beside.Wins)
	assert.Equal(t, 16, sum.Beside.Deals)
	assert.Equal(t, 10, sum.Fair.Wins)
	merged, err := Merge(lib, []Report{strong})
	require.NoError(t, err)
	assert.Equal(t, "fair", merged.Beside)
	assert.Equal(t, strong.Rows[0].Beside, merged.Rows[0].Beside)
	assert.Equal(t, 1, merged.Rows[1].Campaigns.Clean.Wins)
}

// Only players who think, and see no more than a person, play the fair rounds.
func TestFairRoundsAreFair(t *testing.T) {
	for _, by := range []string{"open", "greedy", "random", "gollum", "strong:0"} {
		opt := Options{Deals: 1, FairBy: by}
		_, err := opt.check(chapters.Default())
		require.Error(t, err, by)
	}
	for _, by := range []string{"", "strong", "fair", "strong:0.5"} {
		opt := Options{Deals: 1, FairBy: by}
		_, err := opt.check(chapters.Default())
		require.NoError(t, err, by)
	}
}
