package solver

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
)

// checked reports whether a proof, read as any other program would read it, refutes a formula.
func checked(t require.TestingT, formula, drat []byte) bool {
	refuted, err := CheckFiles(context.Background(), bytes.NewReader(formula), bytes.NewReader(drat), func(int64) {})
	require.NoError(t, err)
	return refuted
}

// TestProveKnownVerdicts proves rounds that independent programs call unwinnable, and checks the
// proofs. No other round has a proof.
func TestProveKnownVerdicts(t *testing.T) {
	proven := 0
	for _, name := range []string{"endings", "full-deals"} {
		text, err := os.ReadFile("testdata/" + name + ".jsonl")
		require.NoError(t, err)
		lib := chapters.Default()
		n := 0
		for e := range lib.Read(name, bytes.NewReader(text)) {
			require.NoError(t, e.Err)
			won := e.Expect.Verdict == string(Winnable)
			n++
			if won && n%10 > 0 {
				continue
			}
			g, err := e.Game(lib)
			require.NoError(t, err, e.ID)
			var drat, formula bytes.Buffer
			p, err := Prove(context.Background(), g, Options{Nodes: 300_000}, &drat)
			require.NoError(t, err)
			assert.False(t, won && p.Refuted, e.ID)
			assert.False(t, !won && p.Line != nil, e.ID)
			require.NoError(t, p.WriteFormula(&formula, "a comment"))
			assert.NotContains(t, formula.String(), " \n", "a variable without a meaning")
			assert.Equal(t, p.Refuted, checked(t, formula.Bytes(), drat.Bytes()), e.ID)
			assert.Equal(t, p.Lines, int64(strings.Count(drat.String(), "\n")))
			if p.Refuted {
				proven++
			} else if !won {
				t.Log(e.ID, p.Reason, p.Steps, p.Lines)
			}
		}
	}
	t.Log(proven, "proven")
	assert.Greater(t, proven, 40)
}
