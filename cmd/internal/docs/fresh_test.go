package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// module is the folder of the module.
const module = "../../.."

// TestFresh holds that the generated files are those that would be generated
// now.
func TestFresh(t *testing.T) {
	if *update {
		require.NoError(t, write(module))
	}
	files, err := generate(module)
	require.NoError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(module, name))
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, got), "%s is not fresh; run: make generate", name)
	}
}

// TestPicture holds that the picture is XML that says what the frame says.
func TestPicture(t *testing.T) {
	frame, err := os.ReadFile(filepath.Join(module, frameFile))
	require.NoError(t, err)
	svg, err := picture(string(frame))
	require.NoError(t, err)
	var said strings.Builder
	for dec := xml.NewDecoder(strings.NewReader(string(svg))); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if text, ok := token.(xml.CharData); ok {
			said.Write(text)
		}
	}
	_, spoken, _ := strings.Cut(said.String(), "terminal\n") // behind the title
	assert.Equal(t, letters(ansi.Strip(string(frame))), letters(spoken))

	svg, err = picture("a \x1b[1;33mR1\x1b[0m < & \x1b[7m b \x1b[0m\n\x1b[2m──\x1b[0m\n")
	require.NoError(t, err)
	for _, want := range []string{
		`<text x="16" y="30" fill="#d5c4a1" textLength="9" lengthAdjust="spacingAndGlyphs">a</text>`,
		`<text x="34" y="30" fill="#fabd2f" font-weight="bold" textLength="18" lengthAdjust="spacingAndGlyphs">R1</text>`,
		`>&lt; &amp;</text>`,
		`<rect x="97" y="16" width="27" height="19" fill="#d5c4a1"/>`,
		`<text x="106" y="30" fill="#1d2021"`,
		`<path d="M16 44h18" stroke="#d5c4a1" opacity="0.5"/>`,
	} {
		assert.Contains(t, string(svg), want)
	}
	_, err = picture("\x1b[5mblinking")
	require.ErrorContains(t, err, "line 1: the picture has no look")
}

// letters is a text without spaces and rules.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \n─", r) {
			return -1
		}
		return r
	}, text)
}
