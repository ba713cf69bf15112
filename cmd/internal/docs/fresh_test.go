// Package docs holds the pages in docs/ to the truth, and makes the files there that come from
// the program itself: the schemas for editors (schemas_test.go) and the picture of the screen
// (picture_test.go). `make generate` writes them, and a test tells when it has to be run again.
package docs

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fellowship/chapters"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// module is the folder of the module.
const module = "../../.."

//go:generate go test -run ^TestFresh$ -update .

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

	svg, err = picture("a \x1b[1;38;2;250;189;47mR1\x1b[0m < & \x1b[48;2;1;2;3m b \x1b[0m\n\x1b[22m──▄▄\x1b[0m\n")
	require.NoError(t, err)
	for _, want := range []string{
		`<text x="16" y="30" fill="#d5c4a1" textLength="9" lengthAdjust="spacingAndGlyphs">a</text>`,
		`<text x="34" y="30" fill="#fabd2f" font-weight="bold" textLength="18" lengthAdjust="spacingAndGlyphs">R1</text>`,
		`>&lt; &amp;</text>`,
		`<path d="M97 16h27v19h-27z" fill="#010203"/>`,
		`<path d="M16 44.5h18" stroke="#d5c4a1" fill="none"/>`,
		`<path d="M34 45h18v9h-18z" fill="#d5c4a1"/>`,
	} {
		assert.Contains(t, string(svg), want)
	}
	_, err = picture("\x1b[5mblinking")
	require.ErrorContains(t, err, "line 1: the picture has no look")
}

// TestFilm holds that a film has every frame at its time, and what stays the same once.
func TestFilm(t *testing.T) {
	frames, err := stills("\f100\nsame\none\n\f300\nsame\ntwo\n")
	require.NoError(t, err)
	svg, err := film(frames)
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(svg), ">same<"))
	assert.Contains(t, string(svg),
		`dur="400ms" repeatCount="indefinite" values="visible;hidden" keyTimes="0;0.2500"/>`)
	assert.Contains(t, string(svg), `values="hidden;visible" keyTimes="0;0.2500"/>`)
	_, err = stills("\fsoon\nx\n")
	require.ErrorContains(t, err, `frame 1: "soon" is no time`)

	moving, err := os.ReadFile(filepath.Join(module, "docs", "film.svg"))
	require.NoError(t, err)
	assert.Less(t, len(moving), 300_000, "it is small")
	assert.NotContains(t, string(moving), "@font-face")
	assert.NotContains(t, string(moving), "href")
}

// letters is a text without spaces and what is drawn with lines.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \n"+boxRunes+"▀▄█▌▐", r) {
			return -1
		}
		return r
	}, text)
}

// write writes every generated file below the module's folder.
func write(module string) error {
	files, err := generate(module)
	if err != nil {
		return err
	}
	for name, data := range files {
		name = filepath.Join(module, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the generated files by their paths from the module's folder.
func generate(module string) (map[string][]byte, error) {
	lib := chapters.Default()
	files := map[string][]byte{}
	for name, schema := range map[string]object{
		"character": characterSchema(lib), "chapter": chapterSchema(lib),
		"gift": giftSchema(lib), "position": positionSchema(lib),
	} {
		text, err := encode(schema)
		if err != nil {
			return nil, err
		}
		files["docs/schema/"+name+".schema.json"] = text
	}
	frame, err := os.ReadFile(filepath.Join(module, frameFile))
	if err != nil {
		return nil, err
	}
	if files["docs/play.svg"], err = picture(string(frame)); err != nil {
		return nil, fmt.Errorf("%s: %w", frameFile, err)
	}
	text, err := os.ReadFile(filepath.Join(module, filmFile))
	if err != nil {
		return nil, err
	}
	frames, err := stills(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filmFile, err)
	}
	if files["docs/film.svg"], err = film(frames); err != nil {
		return nil, fmt.Errorf("%s: %w", filmFile, err)
	}
	page, err := os.ReadFile(filepath.Join(module, "docs/difficulty.md"))
	files["cmd/internal/pages/rulebook/measured.csv"] = measured(string(page))
	return files, err
}

// measured is what the page on difficulty says of rounds that strong computer players win: a chapter
// a line, with the share for each number of players in percent.
func measured(page string) []byte {
	_, table, _ := strings.Cut(page, "\n## Won by strong")
	table, _, _ = strings.Cut(table, "\n## ")
	var out []byte
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+|road) \|.*$`).FindAllString(table, -1) {
		cells := strings.Split(row, "|")
		out = append(out, strings.TrimSpace(cells[1])...)
		for _, cell := range cells[2 : len(cells)-1] {
			share, _, _ := strings.Cut(strings.TrimSpace(cell), " ")
			out = append(out, ","+share...)
		}
		out = append(out, '\n')
	}
	return out
}
