package tricks_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// perftDoc is the part of a position document that these fixtures use. Package
// chapters reads the whole notation.
type perftDoc struct {
	ID     string
	Leader int
	Hands  []struct{ Cards string }
	Expect struct {
		Depth int
		Perft uint64
	}
}

func perftDocs(t testing.TB) []perftDoc {
	t.Helper()
	data, err := os.ReadFile("testdata/perft.jsonl")
	require.NoError(t, err)
	var docs []perftDoc
	for line := range strings.Lines(string(data)) {
		var d perftDoc
		require.NoError(t, json.Unmarshal([]byte(line), &d))
		docs = append(docs, d)
	}
	require.NotEmpty(t, docs)
	return docs
}

func (d *perftDoc) table(t testing.TB) (*tricks.Table, tricks.State) {
	t.Helper()
	var hands []tricks.Hand
	for _, h := range d.Hands {
		hands = append(hands, tricks.Plain(tricks.SetOf(parse(t, h.Cards)...)))
	}
	table := tricks.NewTable(tricks.NoSuit, hands...)
	return table, table.Start(tricks.Seat(d.Leader), tricks.NoCard)
}

// TestPerftFixtures compares the number of legal play sequences with the counts of another program.
func TestPerftFixtures(t *testing.T) {
	for _, d := range perftDocs(t) {
		t.Run(d.ID, func(t *testing.T) {
			table, s := d.table(t)
			n, ok := table.Perft(s, d.Expect.Depth, nil)
			assert.True(t, ok)
			assert.Equal(t, d.Expect.Perft, n)
		})
	}
}

func TestPerftStops(t *testing.T) {
	d := perftDocs(t)[0]
	table, s := d.table(t)
	asked := 0
	_, ok := table.Perft(s, 12, func() bool { asked++; return asked == 2 })
	assert.False(t, ok)
	assert.Equal(t, 2, asked)
}

func BenchmarkPerft(b *testing.B) {
	d := perftDocs(b)[0]
	table, s := d.table(b)
	for b.Loop() {
		table.Perft(s, 8, nil)
	}
}
