package characters

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/tricks"
)

// TestRows checks that every kind of condition has a complete row, and that the numbers of a goal are
// written with its word.
func TestRows(t *testing.T) {
	words := map[string]bool{}
	for k := range ConditionKind(numKinds) {
		row := &conditionKinds[k]
		assert.False(t, words[k.String()] || k.String() == "", "kind %d: %q", k, k)
		words[k.String()] = true
		text, err := json.Marshal(Formula{Condition: Condition{Kind: k, Lo: 1, Hi: 2, N: 1}}.Standing(3))
		require.NoError(t, err, k)
		assert.Contains(t, string(text), `{"condition":"`+k.String()+`",`)
		assert.NotNil(t, row.most, "kind %d", k)
		assert.NotNil(t, row.numbers, "kind %d", k)
		assert.NotNil(t, row.more, "kind %d", k)
		assert.Equal(t, row.winners, k <= TricksInARow, "kind %d: those on trick winners come first", k)
		if row.winners && !k.everybody() {
			assert.Less(t, row.most(&Condition{Kind: k, Lo: 14, Hi: NoLimit, N: 14}), Count(1<<8), "kind %d: see raw",
				k)
		}
	}
}

// TestWords checks that every setup action, effect, status and operator has a word.
func TestWords(t *testing.T) {
	for k := range ActionKind(numActions) {
		assert.True(t, slices.ContainsFunc(actionKinds, func(w Word) bool {
			return w.action.Kind == k
		}), "action %d", k)
	}
	assert.Len(t, Words("effect"), numEffects)
	for s := Failed; s <= Waived; s++ {
		assert.NotEmpty(t, s.String())
	}
	for o := range Any + 1 {
		assert.NotEmpty(t, o.String())
	}
}

// TestWithin checks that the distance of a count is its difference from the nearest number that meets the limits.
func TestWithin(t *testing.T) {
	for _, tt := range []struct{ least, most, have, off int }{
		{1, 2, 0, 1},
		{1, 2, 1, 0},
		{1, 2, 2, 0},
		{1, 2, 5, 3},
		{3, 99, 0, 3},
		{3, 99, 12, 0},
		{0, 0, 4, 4},
		{0, NoLimit, 31, 0},
	} {
		assert.Equal(t, tt.off, newNumbers(tt.have, tt.least, tt.most).Distance, "%+v", tt)
	}
}

// TestRun checks that a broken run stays broken, whatever else is won (G4).
func TestRun(t *testing.T) {
	a := &Condition{Kind: TricksInARow, Seat: 1, N: 2}
	v := Count(0)
	for i, tt := range []struct {
		winner          tricks.Seat
		have, most, off int
	}{
		{0, 0, 2, 2}, {1, 1, 2, 1}, {1, 2, 2, 0}, {2, 2, 2, 0}, {1, 3, -1, 2}, {tricks.NoSeat, 3, -1, 2}, {1, 4, -1, 2},
	} {
		v = a.Advance(v, &Trick{Number: i, Winner: tt.winner}, nil)
		assert.Equal(t, Numbers{Counted: tt.have, Least: 2, Most: tt.most, Distance: tt.off},
			conditionKinds[TricksInARow].numbers(a, v, 3, 0), "trick %d", i)
	}
}
