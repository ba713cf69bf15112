package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/serve"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/store/natstest"
	"fellowship/cmd/internal/store/stream"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keepTables writes two tables into a store, at each of which a round is being played.
func keepTables(t *testing.T, s store.Store) {
	t.Helper()
	code, _, errs := call(strings.Repeat("1\n", 5), "play", "--chapter", "2", "--players", "3", "--seed", "5", "--plain")
	require.Equal(t, command.ExitOK, code, errs)
	code, record, errs := call("", "saves", "export", "c02p3s5-1")
	require.Equal(t, command.ExitOK, code, errs)
	events, err := table.GameAtHome(chapters.Default(), []byte(record), false)
	require.NoError(t, err)
	for _, name := range []string{"one", "two"} {
		var at store.Mark
		for _, data := range events {
			lines := bytes.SplitAfter(data, []byte("\n"))
			for _, part := range [][][]byte{lines[:6], lines[6:]} {
				at, err = s.Append(t.Context(), name, at, bytes.Join(part, nil))
				require.NoError(t, err)
			}
		}
	}
	require.NoError(t, s.Close())
}

// stateOf tells each file below a folder, with its bytes and its time.
func stateOf(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		fmt.Fprintln(&out, path, info.Mode(), info.ModTime())
		if err == nil && !d.IsDir() {
			text, err := os.ReadFile(path)
			fmt.Fprintln(&out, string(text))
			return err
		}
		return err
	}))
	return out.String()
}

// stateAt tells what a server of NATS keeps, with the consumers that stay there. Those of a
// reader that has gone end by themselves, some time later.
func stateAt(t *testing.T, url string) string {
	t.Helper()
	nc, err := nats.Connect(url)
	require.NoError(t, err)
	defer nc.Close()
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	var out strings.Builder
	all := js.ListStreams(t.Context())
	for info := range all.Info() {
		stream, err := js.Stream(t.Context(), info.Config.Name)
		require.NoError(t, err)
		var stay []string
		consumers := stream.ListConsumers(t.Context())
		for c := range consumers.Info() {
			if c.Config.Durable != "" {
				stay = append(stay, c.Config.Durable)
			}
		}
		require.NoError(t, consumers.Err())
		info.State.Consumers = 0
		text, err := json.Marshal([]any{info.Config, info.State, stay})
		require.NoError(t, err)
		fmt.Fprintln(&out, string(text))
	}
	require.NoError(t, all.Err())
	return out.String()
}

// TestTablesAreOnlyRead lists and exports the tables of a server that runs, of a folder, and of
// NATS: nothing changes there, and what is written is what was played. A table that is damaged
// is named, and the others are exported.
func TestTablesAreOnlyRead(t *testing.T) {
	atHome(t)
	dir := t.TempDir()
	inFolder, err := folder.Open(folder.Options{Dir: filepath.Join(dir, "tables"), Alone: true})
	require.NoError(t, err)
	keepTables(t, inFolder)
	url := natstest.One(t)
	code, _, errs := call("", "tables", "list", "--nats", url)
	assert.Equal(t, command.ExitUsage, code)
	assert.Contains(t, errs, "there are no tables")
	assert.Empty(t, stateAt(t, url), "who only looks makes nothing")
	onNATS, err := stream.Open(t.Context(), stream.Options{URL: url})
	require.NoError(t, err)
	keepTables(t, onNATS)

	looks := func(state func() string, at ...string) {
		t.Helper()
		before := state()
		code, out, errs := call("", append([]string{"tables", "list"}, at...)...)
		require.Equal(t, command.ExitOK, code, errs)
		assert.Equal(t, 2, strings.Count(out, " events "), out)
		to := t.TempDir()
		code, out, errs = call("", append([]string{"tables", "export", "--out", to}, at...)...)
		require.Equal(t, command.ExitOK, code, errs)
		assert.Equal(t, "one  1 round\ntwo  1 round\n", out)
		assert.Equal(t, before, state())
		code, _, errs = call("", "replay", filepath.Join(to, "two-001.jsonl"))
		require.Equal(t, command.ExitOK, code, errs)
	}
	ofFolder := func() string { return stateOf(t, dir) }
	looks(ofFolder, "--data", dir)
	looks(func() string { return stateAt(t, url) }, "--nats", url)

	s, err := serve.Start(t.Context(), serve.Options{
		SSH: "127.0.0.1:0", Dir: dir, Guests: true, Library: chapters.Default(), Texts: texts.New("en"), Log: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	looks(ofFolder, "--data", dir)
	require.NoError(t, s.Close(t.Context()))

	path := filepath.Join(dir, "tables", "one.ndjson")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text[:len(text)-10], 0o600))
	code, _, errs = call("", "tables", "list", "--data", dir)
	assert.Equal(t, command.ExitOK, code)
	assert.Regexp(t, `^one: the last \d+ bytes of its file are not a whole event and are left out\n$`, errs)
	text[len(text)-10] ^= 1
	require.NoError(t, os.WriteFile(path, text, 0o600))
	before := ofFolder()
	code, out, errs := call("", "tables", "list", "--data", dir)
	assert.Equal(t, command.ExitUsage, code)
	assert.Contains(t, errs, "table one")
	assert.Contains(t, out, "two ")
	to := t.TempDir()
	earlier := filepath.Join(to, "one-001.jsonl")
	require.NoError(t, os.WriteFile(earlier, []byte("longer"), 0o600))
	code, out, errs = call("", "tables", "export", "--out", to, "--data", dir)
	assert.Equal(t, command.ExitUsage, code)
	text, err = os.ReadFile(earlier)
	require.NoError(t, err)
	assert.Equal(t, "longer", string(text), "what was exported before the damage stays")
	assert.Contains(t, errs, "table one")
	assert.Contains(t, out, "two  1 round")
	assert.Equal(t, before, ofFolder())
}
