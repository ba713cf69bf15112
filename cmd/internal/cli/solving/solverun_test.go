package solving

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/home"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCountTellsHowFarItIs: the card plays of all that solve --count does are told,
// those of counting the lines, too.
func TestCountTellsHowFarItIs(t *testing.T) {
	lib := chapters.Default()
	id, err := chapters.ParseDealID("c02p4s7")
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	var a solved
	opt := &solveOptions{Root: &command.Root{Person: home.Person{Lang: "en"}}, Count: true, SearchLimits: command.SearchLimits{Nodes: 30_000, Memory: 16}}
	require.NoError(t, opt.find(t.Context(), lib, &chapters.Document{Record: chapters.Record{Position: pos}}, &a))
	require.False(t, a.count.lines.Exact)
	assert.Greater(t, a.nodes.Load(), a.result.Nodes+20_000)
}
