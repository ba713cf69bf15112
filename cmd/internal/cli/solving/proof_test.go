package solving

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/home"
	"fellowship/solver"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// oneDocument reads a document.
func oneDocument(t *testing.T, text string) *chapters.Document {
	t.Helper()
	for e := range chapters.Default().Read("test", strings.NewReader(text)) {
		require.NoError(t, e.Err)
		return &e
	}
	require.Fail(t, "no document")
	return nil
}

// TestFalseVerdict checks that a round that was called unwinnable, but whose formula has a model, is reported as a bug
// of the program, and that no file is left.
func TestFalseVerdict(t *testing.T) {
	lib := chapters.Default()
	e := oneDocument(t,
		`{"id":"won","players":3,"lost":[],"leader":0,"hands":[{"character":"gandalf","cards":"H8"},{"cards":"H1"},{"cards":"H2"}]}`)
	opt := solveOptions{Root: &command.Root{Person: home.Person{Lang: "en"}}, texts: texts.New(texts.Default)}
	opt.Memory = 16
	var a solved
	require.NoError(t, opt.find(t.Context(), lib, e, &a))
	a.result = solver.Result{Verdict: solver.Unwinnable}
	folder, err := newProofFolder(filepath.Join(t.TempDir(), "proofs"))
	require.NoError(t, err)
	g, err := e.Record.Game(lib)
	require.NoError(t, err)
	_, err = folder.prove(t.Context(), &a, g, solver.Options{})
	require.ErrorContains(t, err, "calls the round unwinnable, but these plays win it: [0:H8 1:H1 2:H2]")
	assert.True(t, say.IsInternal(err))
	code, _ := command.ExitCode(err)
	assert.Equal(t, command.ExitInternal, code)
	left, err := os.ReadDir(folder.dir)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// TestLongDocument checks that a document that is too long for a comment is reported, and that its verdict stays.
func TestLongDocument(t *testing.T) {
	a := solved{start: &chapters.Record{}}
	a.start.ID = strings.Repeat("long ", 20_000)
	_, err := comments(a.start, nil)
	require.ErrorContains(t, err, "too long for a comment")
}

// TestFileNames checks that the files of any document have a name that is valid on every system, and a different name
// for each document.
func TestFileNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		folder := proofFolder{taken: map[string]bool{}}
		ids := rapid.SliceOfN(rapid.OneOf(
			rapid.String(),
			rapid.StringMatching(`[aA./\\:-]{0,6}`),
			rapid.SampledFrom([]string{"c02p4s7", "CON", "nul.x", "..", "a-2", "a", "A", strings.Repeat("x", 300)}),
		), 1, 20).Draw(t, "ids")
		seen := map[string]bool{}
		for i, id := range ids {
			name := folder.name(&chapters.Document{
				Record: chapters.Record{Position: chapters.Position{ID: id}},
				Line:   i,
			})
			require.Regexp(t, `^[A-Za-z0-9_][A-Za-z0-9._-]*$`, name)
			require.LessOrEqual(t, len(name), longestName+20)
			require.False(t, strings.HasSuffix(name, "."))
			device, _, _ := strings.Cut(strings.ToLower(name), ".")
			require.NotContains(t, deviceNames, device)
			require.False(t, seen[strings.ToLower(name)], name)
			seen[strings.ToLower(name)] = true
		}
	})
	assert.Equal(t, "c02p4s7",
		fileName(&chapters.Document{Record: chapters.Record{Position: chapters.Position{ID: "c02p4s7"}}}))
}
