// Package page holds the sources of the pages: templates (template), styles (style), scripts (script) and
// drawings (drawing). The folder dist has the files that are sent, each bundled, minified and packed: the program
// embeds those, and the templates. `make generate` makes dist, and a test tells when it has to be made again.
//
// The folder has Go in tests alone, so that nothing of what bundles and packs is linked into the program.
package page

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dist is the folder of the files that are sent.
const dist = "dist"

var (
	// entries are the styles and scripts that pages load. Each is sent as one file with all that it imports.
	entries = []string{
		"style/common.css", "style/table.css", "style/end.css", "style/look.css", "style/pages.css",
		"script/look.js", "script/page.js", "script/table.js", "script/taps.js", "script/worker.js",
	}
	// drawings are sent one by one.
	drawings = []string{"signs.svg", "emblems.svg", "regions.svg", "icon.svg", "manifest.webmanifest"}
)

var update = flag.Bool("update", false, "make the folder dist anew")

//go:generate go test -run ^TestFresh$ -update .

// TestFresh checks that the folder dist has the files that would be made now, and no others.
func TestFresh(t *testing.T) {
	files, err := makeDist()
	require.NoError(t, err)
	if *update {
		require.NoError(t, writeDist(files))
	}
	found, err := os.ReadDir(dist)
	require.NoError(t, err)
	for _, file := range found {
		assert.Contains(t, files, file.Name(), "%s comes from no source; run: make generate", file.Name())
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dist, name))
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, got), "%s is stale; run: make generate", name)
	}
}

// makeDist returns the files of the folder dist by name: each file that is sent, and the same packed as .gz and .br.
func makeDist() (map[string][]byte, error) {
	sent, err := bundle()
	if err != nil {
		return nil, err
	}
	for _, name := range drawings {
		text, err := os.ReadFile(filepath.Join("drawing", name))
		if err != nil {
			return nil, err
		}
		sent[name] = betweenTags.ReplaceAll(text, []byte("><"))
	}
	files := map[string][]byte{}
	for name, text := range sent {
		files[name] = text
		if files[name+".gz"], err = pack(text, newGzip); err != nil {
			return nil, err
		}
		if files[name+".br"], err = pack(text, newBrotli); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// writeDist makes the folder dist anew.
func writeDist(files map[string][]byte) error {
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	if err := os.Mkdir(dist, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dist, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// bundle returns the minified files of all entries, by their names without folders.
func bundle() (map[string][]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints:       entries,
		EntryNames:        "[name]",
		Outdir:            dist,
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ESNext, // nothing is rewritten for older browsers: what is tested is what is sent
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
	})
	messages := slices.Concat(result.Errors, result.Warnings)
	if len(messages) > 0 {
		options := api.FormatMessagesOptions{Kind: api.ErrorMessage}
		return nil, errors.New(strings.Join(api.FormatMessages(messages, options), ""))
	}
	files := map[string][]byte{}
	for _, file := range result.OutputFiles {
		files[filepath.Base(file.Path)] = file.Contents
	}
	return files, nil
}

// betweenTags matches the space between tags, which means nothing in a drawing.
var betweenTags = regexp.MustCompile(`>\s+<`)

// pack returns a text packed as small as it goes.
func pack(text []byte, newPacker func(io.Writer) io.WriteCloser) ([]byte, error) {
	var out bytes.Buffer
	packer := newPacker(&out)
	if _, err := packer.Write(text); err != nil {
		return nil, err
	}
	if err := packer.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func newGzip(to io.Writer) io.WriteCloser {
	packer, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		panic(err) // there is such a level
	}
	return packer
}

func newBrotli(to io.Writer) io.WriteCloser {
	return brotli.NewWriterLevel(to, brotli.BestCompression)
}
