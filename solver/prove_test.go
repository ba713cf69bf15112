package solver

import (
	"bytes"
	"context"
	"io"
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
	t.Parallel()
	proven := 0
	for _, name := range []string{"endings", "full-deals"} {
		text, err := os.ReadFile("testdata/" + name + ".jsonl")
		require.NoError(t, err)
		lib := chapters.Default()
		n := 0
		for e := range lib.Read(name, bytes.NewReader(text)) {
			require.NoError(t, e.Err)
			won := e.Record.Expect.Verdict == string(Winnable)
			n++
			if won && n%10 > 0 || testing.Short() && n%3 > 0 {
				continue
			}
			g, err := e.Record.Game(lib)
			require.NoError(t, err, e.Record.ID)
			var drat, formula bytes.Buffer
			p, err := Prove(context.Background(), g, Options{Nodes: 300_000}, &drat)
			require.NoError(t, err)
			assert.False(t, won && p.Refuted, e.Record.ID)
			assert.False(t, !won && p.Line != nil, e.Record.ID)
			require.NoError(t, p.WriteFormula(&formula, "a comment"))
			assert.NotContains(t, formula.String(), " \n", "a variable without a meaning")
			assert.Equal(t, p.Refuted, checked(t, formula.Bytes(), drat.Bytes()), e.Record.ID)
			assert.Equal(t, p.Lines, int64(strings.Count(drat.String(), "\n")))
			if p.Refuted {
				proven++
			} else if !won {
				t.Log(e.Record.ID, p.Reason, p.Steps, p.Lines)
			}
		}
	}
	t.Log(proven, "proven")
	least := 40
	if testing.Short() {
		least /= 3
	}
	assert.Greater(t, proven, least)
}

// TestOthersCheckProofs lets programs that know nothing of this one check proofs, where they are installed:
// drat-trim confirms each, and cadical finds the same by itself.
func TestOthersCheckProofs(t *testing.T) {
	t.Parallel()
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
		if e.Record.Expect.Verdict != string(Unwinnable) {
			continue
		}
		g, err := e.Record.Game(lib)
		require.NoError(t, err)
		var drat, formula bytes.Buffer
		p, err := Prove(t.Context(), g, Options{Nodes: 200_000}, &drat)
		require.NoError(t, err)
		if !p.Refuted {
			continue
		}
		require.NoError(t, p.WriteFormula(&formula, e.Record.ID))
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "round.cnf"), formula.Bytes(), 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "round.drat"), drat.Bytes(), 0o600))
		for name, args := range checkers {
			cmd := exec.CommandContext(t.Context(), name, args...)
			cmd.Dir = dir
			said, _ := cmd.CombinedOutput() // exit codes differ from program to program
			require.Contains(t, strings.FieldsFunc(string(said), func(r rune) bool {
				return r == '\n' || r == '\r'
			}), says[name], "%s of %s", name, e.Record.ID)
			confirmed[name]++
		}
	}
	t.Log("confirmed:", confirmed)
}

// TestProveOverAndWon: a round that is over and was won has no plays left to win it with. It is won all the same, for
// a proof and for the check of a deal.
func TestProveOverAndWon(t *testing.T) {
	t.Parallel()
	g := document(t,
		`{players: 3, leader: 0, hands: [{character: gandalf, cards: H8}, {cards: H1}, {cards: H2}], plays: ["0:H8", "1:H1", "2:H2"]}`)
	require.True(t, g.IsOver())
	proof, err := Prove(t.Context(), g, Options{}, io.Discard)
	require.NoError(t, err)
	assert.True(t, proof.Won)
	assert.False(t, proof.Refuted)
	checked, err := CheckDeal(t.Context(), g, CheckOptions{})
	require.NoError(t, err)
	assert.True(t, checked.Won)
	assert.False(t, checked.Proven)
}

// TestWaysAreNamed checks that the comments of a formula name the goal that Mithril covers in each way, and that no
// two variables have the same meaning.
func TestWaysAreNamed(t *testing.T) {
	t.Parallel()
	g := document(t,
		`{players: 4, leader: 0, hands: [{character: frodo, gift: mithril, cards: "R15 H1 M1"}, {character: merry, cards: "H2 M2 F2 S2"}, {character: pippin, cards: "H3 M3 F3 S3"}, {character: boromir, cards: "H4 M4 F4 S4"}]}`)
	proof, err := Prove(t.Context(), g, Options{}, io.Discard)
	require.NoError(t, err)
	var text strings.Builder
	require.NoError(t, proof.WriteFormula(&text))
	assert.Contains(t, text.String(), "the round is won with the goal of seat 2 (Merry) covered by Mithril")
	meanings := map[string]bool{}
	for line := range strings.Lines(text.String()) {
		meaning, ok := strings.CutPrefix(line, "c ")
		if !ok {
			continue
		}
		_, meaning, ok = strings.Cut(meaning, ": ")
		if ok {
			assert.False(t, meanings[meaning], "two variables: %s", line)
			meanings[meaning] = true
		}
	}
}

// TestProveLeads: a seat that has to lead Hills twice and gets the lead once cannot, and the formula knows that a card
// that is not led does not count.
func TestProveLeads(t *testing.T) {
	t.Parallel()
	g := withGoals(t, map[string]string{"leader": "{leads: {suit: Hills, at_least: 2}}"},
		`{players: 3, leader: 0, hands: [{character: leader, cards: H1 H2}, {cards: H8 S1}, {cards: H3 M1}]}`)
	proof, err := Prove(t.Context(), g, Options{}, io.Discard)
	require.NoError(t, err)
	assert.True(t, proof.Refuted)
	assert.Equal(t, Unwinnable, solve(t, g, Options{}).Verdict)
}
