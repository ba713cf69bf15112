package console

import (
	"bytes"
	"strings"
	"testing"

	_ "fellowship/cmd/internal/envtest" // the tests have an environment of their own
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLinesAreShared: questions share one reader, so that no line which is read ahead is lost for the next question,
// and the person counts as asked.
func TestLinesAreShared(t *testing.T) {
	c := &Console{In: strings.NewReader("one\ntwo\n"), Out: &bytes.Buffer{}}
	assert.False(t, c.Asked)
	for _, want := range []string{"one", "two"} {
		line, err := c.Lines(t.Context()).Next()
		require.NoError(t, err)
		assert.Equal(t, want, line)
	}
	assert.True(t, c.Asked)
}

// TestPipe: a pipe is no terminal, so nobody can be asked there and it has no width.
func TestPipe(t *testing.T) {
	c := &Console{In: strings.NewReader(""), Out: &bytes.Buffer{}}
	assert.False(t, c.IsInteractive())
	assert.False(t, c.HasScreen())
	assert.Nil(t, c.Columns())
}

// TestPrintLine: a line has its letters, or ASCII for a terminal that wants nothing else.
func TestPrintLine(t *testing.T) {
	out := &bytes.Buffer{}
	c := &Console{Out: out}
	c.PrintLine("Hügel")
	c.ASCII = true
	c.PrintLine("Hügel")
	assert.Equal(t, "Hügel\nHuegel\n", out.String())
}

// TestStyle: the options of the command come first, then the settings, then what the terminal says of itself.
func TestStyle(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("COLORTERM", "")
	for _, tt := range []struct {
		name, background string
		console          Console
		wants            settings.Settings
		colors, light    bool
		ascii            bool
	}{
		{name: "no terminal"},
		{name: "colors of the option", console: Console{Color: "always"}, colors: true},
		{name: "the option before the setting", console: Console{Color: "never"}, wants: settings.Settings{Color: "always"}},
		{name: "the setting", console: Console{Color: "auto"}, wants: settings.Settings{Color: "always"}, colors: true},
		{name: "ASCII of the option", console: Console{ASCII: true}, ascii: true},
		{name: "ASCII of the setting", wants: settings.Settings{ASCII: true}, ascii: true},
		{name: "a light terminal", background: "0;15", light: true},
		{name: "a dark terminal", background: "15;0"},
		{name: "light by the setting", background: "15;0", wants: settings.Settings{Background: "light"}, light: true},
		{name: "dark by the setting", background: "0;15", wants: settings.Settings{Background: "dark"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("COLORFGBG", tt.background)
			tt.console.Out = &bytes.Buffer{}
			style := tt.console.Style(reader.New(texts.New("en"), tt.wants))
			assert.Equal(t, tt.colors, style.Colors != termenv.Ascii)
			assert.Equal(t, tt.light, style.Light)
			assert.Equal(t, tt.ascii, style.ASCII)
		})
	}
}
