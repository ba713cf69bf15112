package terminal

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
)

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
		tty := newTerminal()
		e.Describe(tty)
		assert.Equal(t, tt.lang, tty.Visitor.Lang, tt.env)
		assert.Equal(t, tt.colors, tty.Colors != termenv.Ascii, tt.env)
		assert.Equal(t, tt.colors && strings.Contains(tt.env, "256color"), tty.Colors == termenv.ANSI256, tt.env)
		assert.Equal(t, tt.ascii, tty.ASCII, tt.env)
		assert.Equal(t, tt.dumb, e.Dumb(), tt.env)
	}
	rich := Environment{"TERM": "foot", "COLORTERM": "truecolor"}
	assert.Equal(t, termenv.TrueColor, rich.colors())
	e := Environment{}
	assert.False(t, e.Set("PATH", "/"), "nobody asked")
	assert.False(t, e.Set("LANG", strings.Repeat("x", 65)))
	assert.Empty(t, e)
}
