package chapters_test

import (
	"bytes"
	"strings"
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAssistedInRecords holds that a record tells where help was given that no
// player has, and that it comes back the same.
func TestAssistedInRecords(t *testing.T) {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 1})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for range 5 {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	want := chapters.Record{Position: g.Start(), Decisions: g.Decisions(), Assisted: []int{2, 2, 5}, Hints: []int{0, 3, 5}}
	text, err := want.Text()
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	assert.JSONEq(t, `{"assisted":"open cards"}`, lines[4], "before the third decision")
	assert.Equal(t, lines[4], lines[5])
	assert.JSONEq(t, `{"hint":"fair"}`, lines[1], "before the first decision")
	for e := range lib.Read("record", bytes.NewReader(text)) {
		require.NoError(t, e.Err)
		assert.Equal(t, want.Assisted, e.Assisted)
		assert.Equal(t, want.Hints, e.Hints)
		assert.Equal(t, want.Decisions, e.Decisions)
	}
	for e := range lib.Read("record", strings.NewReader(string(text)+`{"assisted":["x"]}`)) {
		require.ErrorContains(t, e.Err, ":13:")
	}
}
