package plain

import (
	"bytes"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCoach plays the first chapter with the coach, switches it off and on, and
// holds that the help names it.
func TestCoach(t *testing.T) {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 1, Seed: 1})
	require.NoError(t, err)
	const line = "Each character has a goal of its own."
	var out bytes.Buffer
	in := strings.NewReader("coach\nhelp\n1\n\ncoach\nquit\n")
	home, err := table.OpenUnsaved(lib, chapters.Record{Position: pos})
	require.NoError(t, err)
	defer home.Close()
	_, err = Run(t.Context(), home,
		Options{In: in, Out: &out, RoundOptions: play.RoundOptions{Advice: &play.Advice{Coach: true}}})
	require.NoError(t, err)
	said := out.String()
	assert.Equal(t, 2, strings.Count(said, line), said)
	assert.Contains(t, said, "The coach is silent now; coach calls it back.")
	assert.Contains(t, said, "The coach of the first chapter speaks again.")
	assert.Contains(t, said, "the coach of the first chapter, on and off")
}
