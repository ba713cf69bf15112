package cli

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/cmd/internal/cli/command"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// damages are the ways of disks and people. Another is a file of the same kind, and before
// what was in the file a day ago. An end that is missing is what a crash leaves, too, and a
// file of the day before is whole: they may be gone on with from there.
var damages = []struct {
	name string
	end  bool
	do   func(rng *rand.Rand, text, another, before []byte) []byte
}{
	{"a bit", false, func(rng *rand.Rand, text, _, _ []byte) []byte {
		text[rng.IntN(len(text))] ^= 1 << rng.IntN(8)
		return text
	}},
	{"a zeroed block", false, func(rng *rand.Rand, text, _, _ []byte) []byte {
		const block = 512
		at := rng.IntN(len(text) - block - 1)
		copy(text[at:at+block], make([]byte, block))
		return text
	}},
	{"a piece that is missing", false, func(rng *rand.Rand, text, _, _ []byte) []byte {
		at := rng.IntN(len(text) * 3 / 4)
		return append(text[:at], text[at+1+rng.IntN(len(text)/8):]...)
	}},
	{"another file", false, func(_ *rand.Rand, _, another, _ []byte) []byte { return another }},
	{"a cut", true, func(rng *rand.Rand, text, _, _ []byte) []byte { return text[:1+rng.IntN(len(text)-1)] }},
	{"zeros at the end", true, func(rng *rand.Rand, text, _, _ []byte) []byte {
		at := 1 + rng.IntN(len(text)-1)
		return append(text[:at], make([]byte, len(text)-at)...)
	}},
	{"a file of the day before", true, func(_ *rand.Rand, _, _, before []byte) []byte { return before }},
}

// damaged is a file that is damaged, what asks for it, and what asks for others, which answer
// as ever. Read returns what the answer tells of what was written.
type damaged struct {
	file, another, before string
	ask                   []string
	others                [][]string
	read                  func(out string) string
}

// TestDamage damages the files that the program keeps at home, and a measurement. A command that needs
// a damaged file names it and ends with exit code 2, or returns what was written before the damage.
// The bytes stay as they are, and other files can still be used. With -kills there is more of it.
func TestDamage(t *testing.T) {
	atHome(t)
	state := filepath.Join(os.Getenv("XDG_STATE_HOME"), "fellowship")
	files := t.TempDir()
	game := func(name string) string { return filepath.Join(state, "games", name+".ndjson") }
	keep := func(path string) string {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		before := filepath.Join(files, filepath.Base(path)+".before")
		require.NoError(t, os.WriteFile(before, text, 0o600))
		return before
	}
	plays := func(answers int, args ...string) {
		code, _, errs := call(strings.Repeat("1\n", answers), append(args, "--plain", "--computer", "random")...)
		require.Equal(t, command.ExitOK, code, errs)
	}
	says := func(args ...string) {
		code, _, errs := call("", args...)
		require.Equal(t, command.ExitOK, code, errs)
	}
	plays(5, "play", "--chapter", "2", "--players", "3", "--seed", "5")
	gameBefore := keep(game("c02p3s5-1"))
	code, _, errs := call(strings.Repeat("1\n", 6), "play", "c02p3s5-1", "--plain")
	require.Equal(t, command.ExitOK, code, errs)
	plays(200, "play", "--chapter", "1", "--players", "3", "--seed", "6")
	says("campaign", "new", "shire", "--players", "3", "--computer", "random")
	bookBefore := keep(game("shire"))
	code, _, errs = call(strings.Repeat("1\n", 200), "campaign", "play", "shire", "--plain")
	require.Equal(t, command.ExitOK, code, errs)
	says("campaign", "new", "road", "--players", "2")
	one, two := filepath.Join(files, "one.state"), filepath.Join(files, "two.state")
	says(keeping(one)...)
	says(keeping(two, "--seed", "9")...)
	oneText, err := os.ReadFile(one)
	require.NoError(t, err)
	half := filepath.Join(files, "half.state")
	require.NoError(t,
		os.WriteFile(half, append(bytes.Join(bytes.SplitAfter(oneText, []byte("\n"))[:3], nil), "{\"cha"...), 0o600))

	same := func(out string) string { return out }
	list := []string{"saves", "list", "--json"}
	for _, d := range []damaged{
		{
			game("c02p3s5-1"), game("c01p3s6-1"), gameBefore,
			[]string{"saves", "export", "c02p3s5-1"},
			[][]string{{"saves", "show", "c01p3s6-1"}, {"campaign", "show", "shire"}},
			same,
		},
		{
			game("shire"), game("road"), bookBefore,
			[]string{"campaign", "show", "shire", "--json"},
			[][]string{{"saves", "show", "c01p3s6-1"}, {"saves", "show", "c02p3s5-1"}, {"campaign", "show", "road"}},
			nil,
		},
		{one, two, half, keeping(one), [][]string{keeping(two, "--seed", "9"), list}, same},
	} {
		good, err := os.ReadFile(d.file)
		require.NoError(t, err)
		another, err := os.ReadFile(d.another)
		require.NoError(t, err)
		before, err := os.ReadFile(d.before)
		require.NoError(t, err)
		_, want, _ := call("", d.ask...)
		var others []string
		for _, other := range d.others {
			code, out, errs := call("", other...)
			require.Equal(t, command.ExitOK, code, errs)
			others = append(others, out)
		}
		info, err := os.Stat(d.file)
		require.NoError(t, err)
		name := strings.SplitN(filepath.Base(d.file), ".", 2)[0]
		rng := rand.New(rand.NewPCG(8, uint64(*kills)))
		for n := range len(damages) * (2 + *kills/2) {
			how := damages[n%len(damages)]
			bad := how.do(rng, bytes.Clone(good), bytes.Clone(another), bytes.Clone(before))
			require.NoError(t, os.WriteFile(d.file, bad, 0o600))
			require.NoError(t, os.Chtimes(d.file, info.ModTime(), info.ModTime()))
			code, out, errs := call("", d.ask...)
			switch code {
			case command.ExitUsage:
				assert.Contains(t, errs, name, how.name)
				assert.Empty(t, out, how.name)
			default:
				require.Equal(t, command.ExitOK, code, "%s: %s", how.name, errs)
				require.True(t, how.end, "%s is not noticed:\n%s", how.name, bad)
				if d.read != nil {
					require.True(t, strings.HasPrefix(want, d.read(out)), how.name)
				}
				if d.file == one { // the measurement has gone on to its end
					require.Equal(t, want, out, how.name)
					bad, err = os.ReadFile(d.file)
					require.NoError(t, err)
					require.Equal(t, good, bad, how.name)
				}
			}
			for i, other := range d.others {
				code, out, errs := call("", other...)
				require.Equal(t, command.ExitOK, code, errs)
				require.Equal(t, others[i], out, "%s: %s", how.name, other)
			}
			now, err := os.ReadFile(d.file)
			require.NoError(t, err)
			require.Equal(t, bad, now, how.name)
		}
		require.NoError(t, os.WriteFile(d.file, good, 0o600))
		require.NoError(t, os.Chtimes(d.file, info.ModTime(), info.ModTime()))
	}
}

// TestDamageOfSettings damages the settings at each byte: a command that heeds them says which
// file it is and where, and does what it was asked; or they are settings, if other ones.
func TestDamageOfSettings(t *testing.T) {
	atHome(t)
	path := filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "fellowship", "settings.yaml")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	good := []byte("theme: vivid\nstill: true\npuzzles: {c01p2s32t10: 3}\nnames: [Anna]\nkeys: {undo: [z]}\n")
	told := 0
	for i := range 8 * len(good) {
		if testing.Short() && i%7 > 0 {
			continue
		}
		bad := bytes.Clone(good)
		bad[i/8] ^= 1 << (i % 8)
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		code, out, errs := call("", "rules", "T4")
		require.Equal(t, command.ExitOK, code)
		require.Contains(t, out, "T4")
		if strings.Contains(errs, path) {
			require.Contains(t, errs, "the other settings are used", "%s", bad)
			told++
		}
		now, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, bad, now)
	}
	assert.NotZero(t, told)
	for _, bad := range []string{
		"\x00\x00\x00", "theme: vivit\n", "still: [\n", "still: tru\xff\n",
		"colour: never\n", strings.Repeat("x", 1<<22),
	} {
		require.NoError(t, os.WriteFile(path, []byte(bad), 0o600))
		_, _, errs := call("", "rules", "T4")
		assert.Contains(t, errs, path, "%.20q", bad)
		_, _, errs = call("", "puzzle", "--plain")
		assert.Contains(t, errs, path, "%.20q", bad)
	}
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.Mkdir(path, 0o700))
	_, _, errs := call("", "rules", "T4")
	assert.Contains(t, errs, path)
}
