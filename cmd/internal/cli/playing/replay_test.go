package playing

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/visit/home"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLookAtALargeFile: no more is read of a file than the first round, and a
// record that is too long is refused.
func TestLookAtALargeFile(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	lib := chapters.Default()
	record := played(t, "c02p4s7")
	padded := strings.Replace(record, "{", "{"+strings.Repeat(" ", 500_000), 1)
	name := filepath.Join(t.TempDir(), "many.ndjson")
	look := func(text string) (chapters.Record, string, error) {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		return roundToLook(&home.Home{Person: &home.Person{Lang: "en"}, Lib: lib, Shelf: saves.Default()}, cmd, name)
	}
	first, note, err := look(strings.Repeat(padded, 20))
	require.NoError(t, err)
	assert.Contains(t, note, "this is the first")
	assert.Len(t, first.Decisions, strings.Count(record, "\n")-1)
	_, note, err = look(padded)
	require.NoError(t, err)
	assert.Empty(t, note)
	_, _, err = look(record + strings.Repeat(`{"assisted":"`+strings.Repeat(" ", 9_000)+"\"}\n", 2000))
	require.ErrorContains(t, err, "the record is longer than")
}

// played is the record of a round in which everybody takes the first option.
func played(t *testing.T, deal string) string {
	t.Helper()
	lib := chapters.Default()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for !g.Over() {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	text, err := (&chapters.Record{Position: pos, Decisions: g.Decisions()}).Text()
	require.NoError(t, err)
	return string(text)
}
