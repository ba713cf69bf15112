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

func (d *perftDoc) layout(t testing.TB) *layout {
	t.Helper()
	l := &layout{leader: d.Leader, pyramid: -1, trump: tricks.NoSuit}
	for _, h := range d.Hands {
		l.hands = append(l.hands, tricks.SetOf(parse(t, h.Cards)...))
	}
	return l
}

// TestPerftFixtures holds the number of legal play sequences to counts that another program made.
func TestPerftFixtures(t *testing.T) {
	for _, d := range perftDocs(t) {
		t.Run(d.ID, func(t *testing.T) {
			table, s := d.layout(t).table()
			n, ok := table.Perft(s, d.Expect.Depth, nil)
			assert.True(t, ok)
			assert.Equal(t, d.Expect.Perft, n)
		})
	}
}

func TestPerftStops(t *testing.T) {
	d := perftDocs(t)[0]
	table, s := d.layout(t).table()
	asked := 0
	_, ok := table.Perft(s, 12, func() bool { asked++; return asked == 2 })
	assert.False(t, ok)
	assert.Equal(t, 2, asked)
}

func BenchmarkPerft(b *testing.B) {
	d := perftDocs(b)[0]
	table, s := d.layout(b).table()
	for b.Loop() {
		table.Perft(s, 8, nil)
	}
}
