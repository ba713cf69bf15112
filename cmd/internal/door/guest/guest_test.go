package guest

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCode(t *testing.T) {
	for typed, want := range map[string]string{
		"": "", "willow-42\n": "willow-42", "Willow-42-OAK": "willow-42-oak",
		strings.Repeat("a", 64): strings.Repeat("a", 64),
	} {
		got, ok := Code(typed)
		assert.True(t, ok, "%q", typed)
		assert.Equal(t, want, got)
	}
	for _, bad := range []string{
		"../../etc/passwd", "a b", "a;b", "rm -rf /", "-v", "a-", "a\x00b", "\x1b[31m", "ä", "a.b", "a/b", "a\\b",
		"a_b", "%2e%2e", "*", ">",
		strings.Repeat("a", 65), "table.>", "a\nb",
	} {
		_, ok := Code(bad)
		assert.False(t, ok, "%q", bad)
	}
}

func TestEnvironment(t *testing.T) {
	for _, tt := range []struct {
		env    string
		lang   string
		colors bool
		ascii  bool
		dumb   bool
	}{
		{"", "en", false, false, true},
		{"TERM=xterm-256color", "en", true, false, false},
		{"TERM=xterm LANG=de_DE.UTF-8", "de", true, false, false},
		{"TERM=xterm LANG=de_DE.utf8@euro", "de", true, false, false},
		{"TERM=xterm LANG=de_DE.UTF-8 LC_ALL=C", "en", true, true, false},
		{"TERM=xterm LANG=de_DE.ISO-8859-1", "de", true, true, false},
		{"TERM=xterm LANG=de_DE LC_CTYPE=UTF-8", "de", true, false, false},
		{"TERM=tmux-256color NO_COLOR=1", "en", false, false, false},
		{"TERM=screen", "en", true, false, false},
		{"TERM=vt100", "en", false, false, false},
		{"TERM=vt220-8bit", "en", false, false, false},
		{"TERM=xterm-mono", "en", false, false, false},
		{"TERM=dumb", "en", false, false, true},
		{"TERM=\x1b[31m$(reboot)", "en", true, false, false},
	} {
		e := Environment{}
		for _, v := range strings.Fields(tt.env) {
			name, value, _ := strings.Cut(v, "=")
			assert.True(t, e.Set(name, value), v)
		}
		var v Visitor
		e.Describe(&v)
		assert.Equal(t, tt.lang, v.Lang, tt.env)
		assert.Equal(t, tt.colors, v.Colors != termenv.Ascii, tt.env)
		assert.Equal(t, tt.colors && strings.Contains(tt.env, "256color"), v.Colors == termenv.ANSI256, tt.env)
		assert.Equal(t, tt.ascii, v.ASCII, tt.env)
		assert.Equal(t, tt.dumb, e.Dumb(), tt.env)
	}
	rich := Environment{"TERM": "foot", "COLORTERM": "truecolor"}
	assert.Equal(t, termenv.TrueColor, rich.colors())
	e := Environment{}
	assert.False(t, e.Set("PATH", "/"), "nobody asked")
	assert.False(t, e.Set("LANG", strings.Repeat("x", 65)))
	assert.Empty(t, e)
}

func TestSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "key")
	made := make([][]byte, 20)
	var began sync.WaitGroup
	for i := range made {
		began.Go(func() {
			var err error
			made[i], err = Secret(path, func() ([]byte, error) {
				return slices.Repeat([]byte{byte('a' + i)}, 1000), nil
			})
			assert.NoError(t, err)
		})
	}
	began.Wait()
	for i := range made {
		assert.Equal(t, string(made[0]), string(made[i]), "all have the same")
	}
	assert.Len(t, made[0], 1000)
	list, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, list, 1, "nothing else is left")
	if runtime.GOOS == "windows" {
		return
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	for _, mode := range []os.FileMode{0o644, 0o660, 0o604, 0o601} {
		require.NoError(t, os.Chmod(path, mode))
		_, err := Secret(path, nil)
		require.ErrorIs(t, err, ErrNoSecret)
		assert.ErrorContains(t, err, path)
	}
}

// TestCounters checks that [Counters.All] returns each counter, under a name of its own.
func TestCounters(t *testing.T) {
	var c Counters
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		n, ok := v.Field(i).Addr().Interface().(*atomic.Int64)
		require.True(t, ok)
		n.Store(int64(i + 1))
	}
	names := map[string]bool{}
	values := map[int64]bool{}
	for _, n := range c.All() {
		names[n.Name], values[n.Value] = true, true
		assert.NotEmpty(t, n.Help)
	}
	assert.Len(t, names, v.NumField())
	assert.Len(t, values, v.NumField())
}
