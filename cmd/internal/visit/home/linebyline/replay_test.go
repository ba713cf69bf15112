package linebyline

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/console"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPlayOn plays on from the middle of a round, in a new game with the decisions so far. The old game
// stays as it is.
func TestPlayOn(t *testing.T) {
	lib := chapters.Default()
	shelf := saves.New(t.TempDir())
	for _, id := range []chapters.DealID{{Chapter: "2", Players: 4, Seed: 7}, {Chapter: "5", Players: 1, Seed: 3}} {
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for !g.IsOver() {
			require.NoError(t, g.Apply(g.Options()[0]))
		}
		walk, err := hindsight.New(lib, chapters.Record{Position: pos, Decisions: g.Decisions()})
		require.NoError(t, err)

		var out bytes.Buffer
		at := walk.TrickStart(3)
		h := &home.Home{Person: english(), Ctx: t.Context(), Library: lib, Saves: shelf}
		New(h, &console.Console{In: strings.NewReader("1\nquit\n"), Out: &out})
		require.NoError(t, h.PlayOn(walk.RecordUpTo(at)))
		assert.Contains(t, out.String(), "The game goes on after")

		saved, err := h.Saves.List().Find(lib, id.String()+"-1")
		require.NoError(t, err)
		require.NoError(t, saved.Err)
		made := saved.Record.Decisions
		require.Greater(t, len(made), at, "one decision was made")
		assert.Equal(t, g.Decisions()[:at], made[:at])
		assert.Contains(t, saved.Record.PlayerNames, "human")
	}
}

// TestPlayOnADocument plays on from a position document, which is no deal.
func TestPlayOnADocument(t *testing.T) {
	lib := chapters.Default()
	dir := t.TempDir()
	document := `{"chapter":1,"players":4,"lost":["F4"],"hands":[{"character":"frodo","cards":"H1 R1"},` +
		`{"character":"bilbo","cards":"H2 R2"},{"character":"pippin","cards":"H3 R3"},{"character":"gandalf","cards":"H4 R4"}],"plays":["0:H1","1:H2"]}`
	var record chapters.Record
	for e := range lib.Read("table", strings.NewReader(document)) {
		require.NoError(t, e.Err)
		record = e.Record
	}
	walk, err := hindsight.New(lib, record)
	require.NoError(t, err)
	h := &home.Home{Person: english(), Ctx: t.Context(), Library: lib, Saves: saves.New(dir)}
	New(h, &console.Console{In: strings.NewReader("quit\n"), Out: &bytes.Buffer{}})
	require.NoError(t, h.PlayOn(walk.RecordUpTo(1)))
	files, err := filepath.Glob(filepath.Join(dir, "*.ndjson"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	assert.Contains(t, string(text), `{"play":"0:H1"}`)
}

// TestPlayOnAHostileRecord checks that the deal name in a record cannot name a file outside of the folder,
// or a command.
func TestPlayOnAHostileRecord(t *testing.T) {
	lib := chapters.Default()
	text := played(t, "c02p4s7")
	for _, deal := range []string{
		"../../../../evil", "/tmp/evil", `..\\evil`, "c02p4s7/../../evil", "$(reboot)",
		"con", "x",
	} {
		outside := t.TempDir()
		dir := filepath.Join(outside, "a", "b", "c", "d", "games")
		var record chapters.Record
		for e := range lib.Read("friend",
			strings.NewReader(strings.Replace(text, `"deal":"c02p4s7"`, `"deal":"`+deal+`"`, 1))) {
			require.NoError(t, e.Err, deal)
			record = e.Record
		}
		walk, err := hindsight.New(lib, record)
		require.NoError(t, err)
		var out bytes.Buffer
		h := &home.Home{Person: english(), Ctx: t.Context(), Library: lib, Saves: saves.New(dir)}
		New(h, &console.Console{In: strings.NewReader("1\nquit\n"), Out: &out})
		require.NoError(t, h.PlayOn(walk.RecordUpTo(walk.TrickStart(12))))
		assert.FileExists(t, filepath.Join(dir, "game-1.ndjson"))
		assert.NotContains(t, out.String(), "evil")
		assert.NotContains(t, out.String(), "reboot")
		for _, folder := range []string{
			outside, filepath.Join(outside, "a"),
			filepath.Join(outside, "a", "b", "c", "d"),
		} {
			files, err := filepath.Glob(filepath.Join(folder, "[^.]*"))
			require.NoError(t, err)
			assert.Len(t, files, 1, "%s: nothing else is there", deal)
		}
	}
}

// played returns the record of a round in which everybody takes the first option.
func played(t *testing.T, deal string) string {
	t.Helper()
	lib := chapters.Default()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for !g.IsOver() {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	text, err := (&chapters.Record{Position: pos, Decisions: g.Decisions()}).Text()
	require.NoError(t, err)
	return string(text)
}

// english returns a person who reads English and has the usual settings.
func english() *home.Person {
	return &home.Person{Lang: "en", Load: func() settings.Settings { return settings.Settings{} }}
}
