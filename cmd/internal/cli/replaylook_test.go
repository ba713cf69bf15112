package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/saves"
	"fellowship/solver"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPlayOn plays on from the middle of a round: in a new game, with the
// decisions so far, and the old one stays as it is.
func TestPlayOn(t *testing.T) {
	lib := chapters.Default()
	shelf := saves.New(t.TempDir())
	for _, id := range []chapters.DealID{{Chapter: "2", Players: 4, Seed: 7}, {Chapter: "5", Players: 1, Seed: 3}} {
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for !g.Over() {
			require.NoError(t, g.Apply(g.Options()[0]))
		}
		walk, err := hindsight.New(lib, chapters.Record{Position: pos, Decisions: g.Decisions()})
		require.NoError(t, err)

		var out bytes.Buffer
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		cmd.SetIn(strings.NewReader("1\nquit\n"))
		cmd.SetOut(&out)
		at := walk.Begins(3)
		play := playOptions{rootOptions: &rootOptions{Lang: "en"}}
		require.NoError(t, play.playOn(cmd, lib, shelf, walk.Upto(at)))
		assert.Contains(t, out.String(), "The game goes on after")

		saved, err := shelf.Find(lib, id.String()+"-1")
		require.NoError(t, err)
		require.NoError(t, saved.Err)
		made := saved.Record.Decisions
		require.Greater(t, len(made), at, "one decision was made")
		assert.Equal(t, g.Decisions()[:at], made[:at])
		assert.Contains(t, saved.Record.By, "human")
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
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	cmd.SetIn(strings.NewReader("quit\n"))
	cmd.SetOut(&bytes.Buffer{})
	play := playOptions{rootOptions: &rootOptions{Lang: "en"}}
	require.NoError(t, play.playOn(cmd, lib, saves.New(dir), walk.Upto(1)))
	files, err := filepath.Glob(filepath.Join(dir, "*.ndjson"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	assert.Contains(t, string(text), `{"play":"0:H1"}`)
}

// TestAgainWithoutADeal: after a round that is no deal of the dealer's, what is offered
// can be had: the round again, and a deal of its chapter.
func TestAgainWithoutADeal(t *testing.T) {
	atHome(t)
	shelf := saves.Default()
	document := `{"record":1,"chapter":1,"players":4,"lost":["F4"],"stage":"play","hands":[{"character":"frodo","cards":"H1 R1"},` +
		`{"character":"bilbo","cards":"H2 R2"},{"character":"pippin","cards":"H3 R3"},{"character":"gandalf","cards":"H4 R4"}],` +
		`"by":["human","random","random","random"],"seed":3}` + "\n"
	file, err := shelf.Create("")
	require.NoError(t, err)
	require.NoError(t, file.Append([]byte(document)))
	require.NoError(t, file.Close())
	over := strings.Repeat("1\n", 2)
	code, out, errs := call(over+"again\n", "play", "game-1")
	assert.Equal(t, exitOK, code, "%s\n%s", out, errs)
	code, out, errs = call(over+"new\n", "play", "game-2")
	assert.Equal(t, exitOK, code, "%s\n%s", out, errs)
	var dealt []string
	for _, name := range shelf.Names() {
		if strings.HasPrefix(name, "c01p4s") {
			dealt = append(dealt, name)
		}
	}
	assert.Len(t, dealt, 1, out)
}

// TestAnswersAheadAreKept: what is there to be read when a round ends is for the next
// one.
func TestAnswersAheadAreKept(t *testing.T) {
	atHome(t)
	shelf := saves.Default()
	document := `{"record":1,"chapter":1,"players":4,"lost":["F4"],"stage":"play","hands":[{"character":"frodo","cards":"H1 R1"},` +
		`{"character":"bilbo","cards":"H2 R2"},{"character":"pippin","cards":"H3 R3"},{"character":"gandalf","cards":"H4 R4"}],` +
		`"by":["human","random","random","random"],"seed":3}` + "\n"
	file, err := shelf.Create("")
	require.NoError(t, err)
	require.NoError(t, file.Append([]byte(document)))
	require.NoError(t, file.Close())
	code, out, errs := call(strings.Repeat("1\n1\nagain\n", 3), "play", "game-1")
	assert.Equal(t, exitOK, code, "%s\n%s", out, errs)
	games, err := shelf.List(chapters.Default())
	require.NoError(t, err)
	over := 0
	for g := range games {
		require.NoError(t, g.Err)
		if g.Finished {
			over++
		}
	}
	assert.Equal(t, 3, over, out)
}

// TestPlayOnAHostileRecord: what a record says its deal is called names no file
// outside of the folder, and no command.
func TestPlayOnAHostileRecord(t *testing.T) {
	lib := chapters.Default()
	_, text, _ := call("", "simulate", "c02p4s7", "--json")
	for _, deal := range []string{"../../../../evil", "/tmp/evil", `..\\evil`, "c02p4s7/../../evil", "$(reboot)", "con", "x"} {
		outside := t.TempDir()
		dir := filepath.Join(outside, "a", "b", "c", "d", "games")
		var record chapters.Record
		for e := range lib.Read("friend", strings.NewReader(strings.Replace(text, `"deal":"c02p4s7"`, `"deal":"`+deal+`"`, 1))) {
			require.NoError(t, e.Err, deal)
			record = e.Record
		}
		walk, err := hindsight.New(lib, record)
		require.NoError(t, err)
		var out bytes.Buffer
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		cmd.SetIn(strings.NewReader("1\nquit\n"))
		cmd.SetOut(&out)
		play := playOptions{rootOptions: &rootOptions{Lang: "en"}}
		require.NoError(t, play.playOn(cmd, lib, saves.New(dir), walk.Upto(walk.Begins(12))))
		assert.FileExists(t, filepath.Join(dir, "game-1.ndjson"))
		assert.NotContains(t, out.String(), "evil")
		assert.NotContains(t, out.String(), "reboot")
		for _, folder := range []string{outside, filepath.Join(outside, "a"), filepath.Join(outside, "a", "b", "c", "d")} {
			files, err := os.ReadDir(folder)
			require.NoError(t, err)
			assert.Len(t, files, 1, "%s: nothing else is there", deal)
		}
	}
}

// TestJudge holds that the judge of the screen asks the solver, and knows nothing
// when there is no time.
func TestJudge(t *testing.T) {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 1})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	assert.Equal(t, solver.Winnable, judge(t.Context(), g))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	assert.Equal(t, solver.Unknown, judge(ctx, g))
}

// TestLookAtALargeFile: no more is read of a file than can be looked through, and a
// record that was cut is not shown as one.
func TestLookAtALargeFile(t *testing.T) {
	atHome(t)
	lib := chapters.Default()
	_, record, _ := call("", "simulate", "c02p4s7", "--json")
	padded := strings.Replace(record, "{", "{"+strings.Repeat(" ", 500_000), 1)
	name := filepath.Join(t.TempDir(), "many.ndjson")
	look := func(text string) ([]chapters.Entry, string, error) {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		opt := replayOptions{rootOptions: &rootOptions{Lang: "en"}}
		return opt.roundsToLook(cmd, lib, name)
	}
	all, note, err := look(strings.Repeat(padded, 20))
	require.NoError(t, err)
	assert.Len(t, all, bytesToLook/len(padded))
	assert.Contains(t, note, "the first 16")
	for _, e := range all {
		require.NoError(t, e.Err)
		assert.Len(t, e.Decisions, strings.Count(record, "\n")-1)
	}
	all, note, err = look(strings.Repeat(padded, 3))
	require.NoError(t, err)
	assert.Len(t, all, 3)
	assert.Empty(t, note)
	_, _, err = look(record + strings.Repeat(`{"assisted":"`+strings.Repeat(" ", 9_000)+"\"}\n", 2000))
	require.ErrorContains(t, err, "the record is longer than")
}
