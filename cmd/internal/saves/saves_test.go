package saves_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var lib = chapters.Default()

// held is the environment variable of a child process that keeps the lock of a game until it is killed, see
// TestALockEndsWithItsProgram.
const held = "FELLOWSHIP_TEST_HOLD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(held); dir != "" {
		if _, err := open(saves.New(dir), "c01p4s7-1"); err != nil {
			panic(err)
		}
		fmt.Println("locked")
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
		return
	}
	os.Exit(m.Run())
}

// play begins a game and plays it with the first options.
func play(t require.TestingT, shelf *saves.Folder, deal string, decisions int) (*saves.File, *round.Round) {
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	file, err := shelf.Create(lib,
		chapters.Record{
			Position: pos, PlayerNames: []string{round.Human, "random", "random", "random"},
			Seed: &id.Seed,
		})
	require.NoError(t, err)
	goOn(t, file.Home, decisions)
	return file, file.Home.Round()
}

// goOn plays until a number of decisions were made, or to the end.
func goOn(t require.TestingT, home *table.Home, decisions int) {
	home.Pace(0, true)
	for s := home.Round(); s.Decisions() < decisions && !s.IsOver(); s = home.Round() {
		now := home.Look()
		switch now.Now {
		case round.Thinking:
			require.NoError(t, home.Wait(context.Background(), now.Event))
		case round.Turn:
			options := now.View.Ask.Options
			require.NoError(t, home.Decide(context.Background(), now.Revision, options[s.Decisions()%len(options)]))
		default:
			home.GoOn()
		}
	}
}

const toTheEnd = 1 << 20

func text(t require.TestingT, r chapters.Record) string {
	b, err := r.Text()
	require.NoError(t, err)
	return string(b)
}

func TestAGameThatWasCutOffGoesOn(t *testing.T) {
	dir := t.TempDir()
	whole, s := play(t, saves.New(dir), "c02p4s7", toTheEnd)
	want := text(t, s.Record())
	require.NoError(t, whole.Home.Close())
	data, err := os.ReadFile(whole.Table.Path())
	require.NoError(t, err)
	events, err := folder.Events(bytes.NewReader(data))
	require.NoError(t, err)
	rounds, err := table.Rounds(events)
	require.NoError(t, err)
	require.Len(t, rounds, 1)
	require.Equal(t, want, string(rounds[0].Text), "the record is in the file, as it is")
	header := bytes.IndexByte(data, '\n') + 1
	markPath := filepath.Join(filepath.Dir(dir), ".ends", filepath.Base(dir), whole.Name())
	mark, err := os.ReadFile(markPath)
	require.NoError(t, err)

	rapid.Check(t, func(t *rapid.T) {
		at := rapid.IntRange(header, len(data)-2).Draw(t, "cut")
		kept := bytes.Clone(data[:at])
		require.NoError(t, os.WriteFile(whole.Table.Path(), kept, 0o600))
		require.NoError(t, os.WriteFile(markPath, mark, 0o600))

		shelf := saves.New(dir)
		_, err := open(shelf, whole.Name())
		require.ErrorIs(t, err, saves.ErrDamaged)
		now, err := os.ReadFile(whole.Table.Path())
		require.NoError(t, err)
		require.Equal(t, kept, now, "nothing is written behind a cut by itself")
		damage := shelf.List().FindDamage(lib, whole.Name())
		require.NotNil(t, damage)
		require.True(t, damage.CanRepair())
		copied, err := damage.Repair()
		require.NoError(t, err)
		original, err := os.ReadFile(copied)
		require.NoError(t, err)
		require.Equal(t, kept, original)
		require.NoError(t, os.Remove(copied))

		file, err := open(shelf, whole.Name())
		require.NoError(t, err)
		defer file.Home.Close()
		require.GreaterOrEqual(t, file.Home.Round().Decisions(), bytes.Count(kept, []byte("\n"))-1,
			"nothing before the cut is lost")

		again := file.Home
		if inMemory := rapid.IntRange(0, 9).Draw(t, "in memory") > 0; inMemory { // waiting for the disk takes time
			again, err = table.OpenUnsaved(lib, file.Home.Round().Record())
			require.NoError(t, err)
			defer again.Close()
		}
		goOn(t, again, toTheEnd)
		require.Equal(t, want, text(t, again.Round().Record()))
	})
}

// TestADecisionInFlight: the line that a killed program was writing was told to nobody. The game goes on without it,
// and opening writes nothing.
func TestADecisionInFlight(t *testing.T) {
	dir := t.TempDir()
	file, s := play(t, saves.New(dir), "c02p4s7", 9)
	require.NoError(t, file.Home.Close())
	data, err := os.ReadFile(file.Table.Path())
	require.NoError(t, err)
	for _, torn := range []string{`{"n":`, `{"n":10,"at":"2026-11-23T04:00:00Z","sum":"`, "\x00\x00\x00\x00"} {
		killed := append(bytes.Clone(data), torn...)
		require.NoError(t, os.WriteFile(file.Table.Path(), killed, 0o600))
		again, err := open(saves.New(dir), file.Name())
		require.NoError(t, err)
		assert.Equal(t, text(t, s.Record()), text(t, again.Home.Round().Record()))
		require.NoError(t, again.Home.Close())
		assert.Empty(t, saves.New(dir).List().Damages(lib))
		now, err := os.ReadFile(file.Table.Path())
		require.NoError(t, err)
		assert.Equal(t, string(killed), string(now), "opening writes nothing")
	}
}

// TestEveryBitOfAGame flips bits of a game's file. Each damage is found and refused, and the file does not change.
func TestEveryBitOfAGame(t *testing.T) {
	dir := t.TempDir()
	shelf := saves.New(dir)
	file, _ := play(t, shelf, "c02p4s7", 9)
	require.NoError(t, file.Home.Close())
	data, err := os.ReadFile(file.Table.Path())
	require.NoError(t, err)
	for at := 0; at < len(data); at += 7 {
		flipped := bytes.Clone(data)
		flipped[at] ^= 1 << (at % 7)
		require.NoError(t, os.WriteFile(file.Table.Path(), flipped, 0o600))
		g, err := found(shelf, file.Name())
		require.NoError(t, err)
		if g.Err == nil {
			require.Less(t, len(g.Record.Decisions), 9,
				"byte %d: only a last line that is no line any more is left out", at)
			require.Greater(t, at, bytes.LastIndexByte(data[:len(data)-1], '\n'), "byte %d", at)
		}
		now, err := os.ReadFile(file.Table.Path())
		require.NoError(t, err)
		require.Equal(t, flipped, now)
	}
}

func TestCreateOverwritesNothing(t *testing.T) {
	shelf := saves.New(filepath.Join(t.TempDir(), "new", "folder"))
	first, _ := play(t, shelf, "c01p4s7", 5)
	second, _ := play(t, shelf, "c01p4s7", 9)
	defer first.Home.Close()
	defer second.Home.Close()
	assert.Equal(t, "c01p4s7-1", first.Name())
	assert.Equal(t, "c01p4s7-2", second.Name())
	games, err := listed(shelf)
	require.NoError(t, err)
	require.Len(t, games, 2)
	for _, g := range games {
		require.NoError(t, g.Err)
		assert.Equal(t, "c01p4s7", g.Record.Deal)
	}
}

func TestTwoProgramsCannotPlayOneGame(t *testing.T) {
	shelf := saves.New(t.TempDir())
	file, _ := play(t, shelf, "c01p4s7", 5)
	_, err := open(shelf, "c01p4s7-1")
	require.ErrorIs(t, err, saves.ErrInUse)
	require.ErrorContains(t, err, "c01p4s7-1")
	games, err := listed(shelf)
	require.NoError(t, err)
	assert.NoError(t, games[0].Err, "it can be looked at")

	require.NoError(t, file.Home.Close())
	file, err = open(shelf, "c01p4s7-1")
	require.NoError(t, err)
	assert.Equal(t, 5, file.Home.Round().Decisions())
	require.NoError(t, file.Home.Close())
}

func TestALockEndsWithItsProgram(t *testing.T) {
	shelf := saves.New(t.TempDir())
	file, _ := play(t, shelf, "c01p4s7", 5)
	require.NoError(t, file.Home.Close())

	holder := exec.Command(os.Args[0])
	holder.Env = append(os.Environ(), held+"="+shelf.Dir())
	in, err := holder.StdinPipe()
	require.NoError(t, err)
	defer in.Close()
	out, err := holder.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, holder.Start())
	_, err = io.ReadFull(out, make([]byte, len("locked\n")))
	require.NoError(t, err)
	_, err = open(shelf, "c01p4s7-1")
	require.ErrorIs(t, err, saves.ErrInUse)

	require.NoError(t, holder.Process.Kill())
	require.Error(t, holder.Wait())
	file, err = open(shelf, "c01p4s7-1")
	require.NoError(t, err)
	require.NoError(t, file.Home.Close())
}

// TestFilesThatAreNoGames puts other files into the folder. Each is refused with its name and not changed.
func TestFilesThatAreNoGames(t *testing.T) {
	dir := t.TempDir()
	shelf := saves.New(dir)
	record, events := recorded(t, "c01p4s7", 6)
	for name, tt := range map[string]struct {
		content string
		is      error
	}{
		"empty":          {"", saves.ErrEmpty},
		"half a line":    {`{"table":"bad","n":1,"at":"20`, saves.ErrEmpty},
		"a record alone": {record, saves.ErrForeign},
		"events alone":   {string(events), saves.ErrForeign},
		"prose":          {"Dear diary\n", saves.ErrForeign},
		"a document":     {"{\"players\": 3, \"hands\": []}\n", saves.ErrForeign},
		"binary":         {"\x00\x01\xff\n\xfe\n", saves.ErrForeign},
		"huge":           {strings.Repeat("x", 17<<20), saves.ErrForeign},
		"another table":  {"{\"table\":\"good\",\"n\":1}\n", saves.ErrDamaged},
	} {
		path := filepath.Join(dir, "bad.ndjson")
		require.NoError(t, os.WriteFile(path, []byte(tt.content), 0o600))
		_, err := open(shelf, "bad")
		require.ErrorIs(t, err, tt.is, name)
		g, err := found(shelf, "bad")
		require.NoError(t, err, name)
		require.ErrorIs(t, g.Err, tt.is, name)
		unfinished(t, shelf)
		now, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, tt.content, string(now), "%s: it is left as it is", name)
	}
	_, err := open(shelf, "missing")
	require.ErrorIs(t, err, saves.ErrUnknown)
}

// TestGamesThatCannotBe reads tables with valid lines that describe impossible games.
func TestGamesThatCannotBe(t *testing.T) {
	_, good := recorded(t, "c01p4s7", 6)
	change := func(old, to string) []byte {
		require.Contains(t, string(good), old)
		return bytes.Replace(good, []byte(old), []byte(to), 1)
	}
	_, record, _ := bytes.Cut(good, []byte(`{"record":1`))
	header := slices.Concat([]byte(`{"record":1`), record)
	for name, content := range map[string][]byte{
		"another version":            change(`"record":1`, `"record":2`),
		"another form":               change(`"version":1`, `"version":2`),
		"a missing line":             change("{\"draft\":\"0:", "{\"draft\":\"1:"),
		"two games":                  slices.Concat(good, header),
		"too few players":            change(`"by":["human",`, `"by":[`),
		"unknown player":             change(`"random"`, `"randy"`),
		"impossible undo":            slices.Concat(good, []byte("{\"undo\":99}\n")),
		"impossible, and taken back": slices.Concat(good, []byte("{\"play\":\"3:R5\"}\n{\"undo\":1}\n")),
	} {
		dir := t.TempDir()
		put(t, dir, "bad", content)
		before, err := os.ReadFile(filepath.Join(dir, "bad.ndjson"))
		require.NoError(t, err)
		_, err = open(saves.New(dir), "bad")
		require.ErrorIs(t, err, saves.ErrDamaged, name)
		now, err := os.ReadFile(filepath.Join(dir, "bad.ndjson"))
		require.NoError(t, err)
		assert.Equal(t, before, now, "%s: it is left as it is", name)
	}
}

func TestFindAndDelete(t *testing.T) {
	shelf := saves.New(t.TempDir())
	file, _ := play(t, shelf, "c01p4s7", 5)
	beside := filepath.Join(shelf.Dir(), "c01p4s7-1.txt")
	require.NoError(t, os.WriteFile(beside, nil, 0o600))
	for _, name := range []string{"c01p4s7-2", "", "../c01p4s7-1", "c01p4s7-1.txt"} {
		_, err := found(shelf, name)
		require.ErrorIs(t, err, saves.ErrUnknown, name)
	}
	_, err := found(shelf, "c01p4s7-2")
	require.ErrorContains(t, err, "did you mean c01p4s7-1?")
	g, err := found(shelf, "c01p4s7-1.ndjson")
	require.NoError(t, err)
	require.NoError(t, g.Err)
	assert.Equal(t, "c01p4s7-1", g.Name)
	assert.Len(t, g.Game.Decisions(), 5)
	assert.Equal(t, []string{"c01p4s7-1"}, namesIn(t, shelf))

	require.ErrorIs(t, g.Delete(), saves.ErrInUse)
	require.NoError(t, file.Home.Close())
	require.NoError(t, g.Delete())
	left, err := os.ReadDir(shelf.Dir())
	require.NoError(t, err)
	assert.Len(t, left, 1)
	assert.FileExists(t, beside, "it is somebody else's")
	require.ErrorIs(t, g.Delete(), os.ErrNotExist)
}

func TestUnfinished(t *testing.T) {
	dir := t.TempDir()
	shelf := saves.New(dir)
	g, skipped := unfinished(t, saves.New(filepath.Join(dir, "none")))
	assert.Empty(t, g.Name)
	assert.Empty(t, skipped)

	hour := time.Now().Add(-24 * time.Hour)
	add := func(deal string, decisions int) *saves.File {
		file, _ := play(t, shelf, deal, decisions)
		require.NoError(t, file.Home.Close())
		hour = hour.Add(time.Hour)
		require.NoError(t, os.Chtimes(file.Table.Path(), hour, hour))
		return file
	}
	add("c01p4s1", 9)
	add("c01p4s2", 12)
	add("c01p4s3", toTheEnd)
	stopped, _ := play(t, shelf, "c01p4s4", 40)
	require.NoError(t, stopped.Home.GiveUp(t.Context()))
	require.NoError(t, stopped.Home.Close())
	require.NoError(t, os.WriteFile(filepath.Join(dir, "empty.ndjson"), nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "prose.ndjson"), []byte("Dear diary\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("Dear diary\n"), 0o600))

	g, skipped = unfinished(t, shelf)
	assert.Equal(t, "c01p4s2-1", g.Name, "the newest that has not ended")
	said := errors.Join(skipped...)
	require.Len(t, skipped, 2)
	require.ErrorIs(t, said, saves.ErrForeign)
	require.ErrorIs(t, said, saves.ErrEmpty)
	require.ErrorContains(t, said, "saved game prose:")
	require.ErrorContains(t, said, "saved game empty:")

	games, err := listed(shelf)
	require.NoError(t, err)
	finished := map[string]bool{}
	for _, g := range games {
		finished[g.Name] = g.Finished
	}
	assert.Equal(t, map[string]bool{
		"c01p4s1-1": false, "c01p4s2-1": false, "c01p4s3-1": true, "c01p4s4-1": true, "empty": false, "prose": false,
	}, finished)
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	_, err := create(saves.New(filepath.Join(dir, "file")))
	require.ErrorContains(t, err, "folder of the saved games")

	if os.Getuid() == 0 {
		t.Log("root may write everywhere: the rest is not tested")
		return
	}
	shelf := saves.New(filepath.Join(dir, "locked"))
	file, _ := play(t, shelf, "c01p4s7", 5)
	require.NoError(t, file.Home.Close())
	require.NoError(t, os.Chmod(file.Table.Path(), 0o400))
	_, err = open(shelf, "c01p4s7-1")
	require.ErrorIs(t, err, disk.ErrReadOnly)
	require.NoError(t, os.Chmod(shelf.Dir(), 0o500))
	_, err = create(shelf)
	require.ErrorIs(t, err, disk.ErrReadOnly)
	require.NoError(t, os.Chmod(shelf.Dir(), 0o700))
}

func TestDefaultIsInTheFolderForState(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	assert.Equal(t, filepath.Join(dir, "fellowship", "games"), saves.Default().Dir())
}

// create creates a game, which stays open.
func create(shelf *saves.Folder) (*saves.File, error) {
	id, _ := chapters.ParseDealID("c01p4s7")
	pos, err := lib.Deal(id)
	if err != nil {
		return nil, err
	}
	return shelf.Create(lib,
		chapters.Record{Position: pos, PlayerNames: []string{round.Human, "random", "random", "random"}})
}

// recorded returns the record of a game, and the lines of its table.
func recorded(t *testing.T, deal string, decisions int) (record string, lines []byte) {
	t.Helper()
	file, s := play(t, saves.New(t.TempDir()), deal, decisions)
	require.NoError(t, file.Home.Close())
	record = text(t, s.Record())
	lines, err := table.GameAtHome(lib, []byte(record), false)
	require.NoError(t, err)
	return record, lines
}

// put writes the lines of a table into a folder.
func put(t *testing.T, dir, name string, lines []byte) {
	t.Helper()
	keeper, err := folder.Open(folder.Options{Dir: dir})
	require.NoError(t, err)
	require.NoError(t, keeper.Append(name, 0, lines))
	require.NoError(t, keeper.Close())
}

// listed returns all saved games.
func listed(shelf *saves.Folder) ([]saves.Save, error) {
	list := shelf.List()
	return slices.Collect(list.Saves(lib)), list.Err
}

// found returns a saved game by its name.
func found(shelf *saves.Folder, name string) (saves.Save, error) {
	return shelf.List().Find(lib, name)
}

// open opens the table of a saved game.
func open(shelf *saves.Folder, name string) (*saves.File, error) {
	g, err := found(shelf, name)
	if err != nil {
		return nil, err
	}
	return g.Open(lib)
}

// unfinished returns the unfinished game played last, and the errors of skipped ones.
func unfinished(t *testing.T, shelf *saves.Folder) (saves.Save, []error) {
	t.Helper()
	list := shelf.List()
	require.NoError(t, list.Err)
	return list.Unfinished(lib)
}

// namesIn returns the names of all saved games.
func namesIn(t *testing.T, shelf *saves.Folder) []string {
	t.Helper()
	list := shelf.List()
	require.NoError(t, list.Err)
	return list.Names()
}
