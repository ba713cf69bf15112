package solver

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
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

// TestOthersCheckProofs lets programs that know nothing of this one check proofs, where they are installed:
// drat-trim confirms each, and cadical finds the same by itself.
func TestOthersCheckProofs(t *testing.T) {
	checkers := map[string][]string{"drat-trim": {"round.cnf", "round.drat"}, "cadical": {"-q", "round.cnf"}}
	says := map[string]string{"drat-trim": "s VERIFIED", "cadical": "s UNSATISFIABLE"}
	for name := range checkers {
		if _, err := exec.LookPath(name); err != nil {
			t.Log(name, "is not installed: it checks nothing")
			delete(checkers, name)
		}
	}
	if len(checkers) == 0 {
		t.Skip("neither drat-trim nor cadical is installed (docs/proofs.md)")
	}
	text, err := os.ReadFile("testdata/full-deals.jsonl")
	require.NoError(t, err)
	lib := chapters.Default()
	confirmed := map[string]int{}
	for e := range lib.Read("full-deals", bytes.NewReader(text)) {
		require.NoError(t, e.Err)
		if e.Expect.Verdict != string(Unwinnable) {
			continue
		}
		g, err := e.Game(lib)
		require.NoError(t, err)
		var drat, formula bytes.Buffer
		p, err := Prove(t.Context(), g, Options{Nodes: 200_000}, &drat)
		require.NoError(t, err)
		if !p.Refuted {
			continue
		}
		require.NoError(t, p.WriteFormula(&formula, e.ID))
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "round.cnf"), formula.Bytes(), 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "round.drat"), drat.Bytes(), 0o600))
		for name, args := range checkers {
			cmd := exec.CommandContext(t.Context(), name, args...)
			cmd.Dir = dir
			said, _ := cmd.CombinedOutput() // exit codes differ from program to program
			require.Contains(t, strings.FieldsFunc(string(said), func(r rune) bool { return r == '\n' || r == '\r' }), says[name], "%s of %s", name, e.ID)
			confirmed[name]++
		}
	}
	t.Log("confirmed:", confirmed)
}
