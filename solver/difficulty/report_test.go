package difficulty

import (
	"testing"

	"fellowship/solver"

	"github.com/stretchr/testify/assert"
)

// TestSum adds up results of all kinds, in rows and then the rows: every number of the sum is the sum of the numbers, its
// shares and intervals come from these, and it is about the cell of the first row.
func TestSum(t *testing.T) {
	outcome := func(won bool, broke ...Break) *Outcome { return &Outcome{Won: won, Broke: broke} }
	one := newRow(Cell{Chapter: "2", Players: 3})
	one.add(&Result{
		Unit:  Unit{Kind: Deal},
		Draft: solver.Winnable, Play: solver.Unwinnable,
		Random: outcome(false, Break{"sam", "frodo"}), Greedy: outcome(true),
	})
	one.add(&Result{
		Unit:       Unit{Kind: Fair},
		AfterSetup: solver.Unknown, Fair: outcome(false, Break{"sam", "sam"}, Break{"frodo", "sam"}),
		Forgiveness: &Forgiveness{Decisions: 4, Parts: 2, Undecided: 1},
	})
	other := newRow(Cell{Chapter: "2", Players: 4})
	other.add(&Result{
		Unit:  Unit{Kind: Deal},
		Draft: solver.Unknown, Play: solver.Winnable,
		Random: outcome(false, Break{"sam", "frodo"}), Greedy: outcome(false, Break{"sam", "merry"}),
	})
	other.add(&Result{
		Unit:       Unit{Kind: Fair},
		AfterSetup: solver.Winnable, Fair: outcome(true),
		Forgiveness: &Forgiveness{Decisions: 3, Parts: 3, Undecided: 2},
	})
	sum := Sum([]*Row{&one, &other})
	assert.Equal(t, one.Cell, sum.Cell)
	counts := func(s Share) [3]int { return [3]int{s.Wins, s.Undecided, s.Deals} }
	assert.Equal(t, [3]int{1, 1, 2}, counts(sum.Draft))
	assert.Equal(t, [3]int{1, 0, 2}, counts(sum.Play))
	assert.Equal(t, [3]int{1, 1, 2}, counts(sum.AfterSetup))
	assert.Equal(t, [3]int{1, 0, 2}, counts(sum.Fair))
	assert.Equal(t, [3]int{1, 0, 2}, counts(sum.Greedy))
	assert.Equal(t, [3]int{0, 0, 2}, counts(sum.Random))
	assert.Equal(t, 1, sum.Play.Lost())
	assert.Equal(t, 0, sum.Draft.Lost())
	assert.Equal(t, Forgiveness{Decisions: 7, Parts: 5, Undecided: 3}, sum.Forgiveness)
	assert.Equal(t, Broken{"sam": {"frodo": 2}}, sum.Broken.Random)
	assert.Equal(t, Broken{"sam": {"merry": 1}}, sum.Broken.Greedy)
	assert.Equal(t, Broken{"sam": {"sam": 1}, "frodo": {"sam": 1}}, sum.Broken.Fair)
	assert.InDelta(t, 0.5, sum.Draft.Share, 1e-9)
	low, high := Wilson(1, 2)
	assert.InDelta(t, low, sum.Play.Low, 1e-9)
	assert.InDelta(t, high, sum.Play.High, 1e-9)
	_, undecided := Wilson(2, 2)
	assert.InDelta(t, undecided, sum.Draft.High, 1e-9)
	assert.Equal(t, []string{"sam"}, sum.Broken.Random.Goals())
	assert.Equal(t, 2, sum.Broken.Random.Rounds("sam"))
}
