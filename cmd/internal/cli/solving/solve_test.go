package solving

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/home"
	"fellowship/solver"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCountTellsHowFarItIs checks that solve --count reports the card plays of all its work,
// including the counting of lines.
func TestCountTellsHowFarItIs(t *testing.T) {
	lib := chapters.Default()
	id, err := chapters.ParseDealID("c02p4s7")
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	var a solved
	opt := &solveOptions{
		Root: &command.Root{Person: home.Person{Lang: "en"}}, Count: true,
		SearchLimits: command.SearchLimits{Nodes: 30_000, Memory: 16},
	}
	require.NoError(t, opt.find(t.Context(), lib, &chapters.Document{Record: chapters.Record{Position: pos}}, &a))
	require.False(t, a.count.lines.Exact)
	assert.Greater(t, a.nodes.Load(), a.result.Nodes+20_000)
}

// TestAnswersReplay checks that the decisions in the JSON of an answer can be made one after the
// other as the game asks for them, and that they win: in every chapter, with every event and group
// and on the Road, with 1 to 4 players, from the draft, the setup and the first card on.
func TestAnswersReplay(t *testing.T) {
	lib := chapters.Default()
	opt := solveOptions{Root: &command.Root{Person: home.Person{Lang: "en"}}, texts: texts.New(texts.Default)}
	opt.Nodes, opt.Memory = 100_000, 16
	for _, id := range lib.DealIDs(1) {
		for ; ; id.Seed++ {
			pos, err := lib.Deal(id)
			require.NoError(t, err)
			e := chapters.Document{Record: chapters.Record{Position: pos}, IsRecord: true}
			opt.FromStage = ""
			if !replays(t, lib, &opt, &e) {
				require.Less(t, id.Seed, uint64(20), "no deal of this kind was won")
				continue
			}
			for _, opt.FromStage = range []string{"setup", "play"} {
				require.True(t, replays(t, lib, &opt, &e), "%s from %s", id, opt.FromStage)
			}
			break
		}
	}
}

// replays solves a round and makes the decisions of the JSON answer instead of the record's own. It
// returns false for a round that is not won.
func replays(t *testing.T, lib *chapters.Library, opt *solveOptions, e *chapters.Document) bool {
	t.Helper()
	var a solved
	require.NoError(t, opt.find(t.Context(), lib, e, &a))
	text, err := json.Marshal(a.answer(e))
	require.NoError(t, err)
	var answer struct {
		Verdict            solver.Verdict
		Draft, Setup, Line []string
		Decisions          []json.RawMessage
	}
	require.NoError(t, json.Unmarshal(text, &answer))
	if answer.Verdict != solver.Winnable {
		require.Empty(t, answer.Decisions)
		return false
	}

	begun := e.Record // as far as the answer's stage
	begun.Decisions = a.start.Decisions
	record, err := begun.Text()
	require.NoError(t, err)
	for _, d := range answer.Decisions {
		record = append(append(record, d...), '\n')
	}
	read := slices.Collect(lib.Read("record", bytes.NewReader(record)))
	require.Len(t, read, 1)
	require.NoError(t, read[0].Err)
	require.Len(t, read[0].Record.Decisions, len(begun.Decisions)+len(answer.Decisions))
	var made []string
	var g *chapters.Game
	for step, err := range read[0].Record.Walk(lib) {
		require.NoError(t, err)
		g = step.Game
		if step.Next != nil {
			require.Contains(t, g.Options(), *step.Next, "%s: what the game asks for is left out", e.Record.ID)
		}
		if step.Number >= len(begun.Decisions) && step.Next != nil {
			made = append(made, step.Next.String())
		}
	}
	require.Equal(t, chapters.Won, g.Result(), e.Record.ID)
	require.True(t, g.IsOver())
	require.Subset(t, made, slices.Concat(answer.Draft, answer.Setup, answer.Line))
	e.Record.Decisions = read[0].Record.Decisions
	return true
}
