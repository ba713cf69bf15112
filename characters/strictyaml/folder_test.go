package strictyaml_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"fellowship/characters/strictyaml"
)

// TestReadFiles reads the YAML files of folders in the order of their names, and only these. What cannot be read, or is no
// file, is told with its name; a missing folder is an empty one.
func TestReadFiles(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	fsys := fstest.MapFS{
		"one/b.yaml":     file("b"),
		"one/a.yaml":     file("a"),
		"one/a.yml":      file("not read"),
		"one/sub/x.yaml": file("not read"),
		"two/c.yaml":     file("c"),
		"two/d.yaml":     {Mode: fs.ModeDir},
		"file":           file("no folder"),
		"else/e.yaml":    file("not asked for"),
	}
	list := strictyaml.ReadFiles(fsys, "two", "one", "none", "file")
	var got []string
	for _, f := range list {
		got = append(got, fmt.Sprintf("%s %s %s %q %v", f.Folder, f.Name, f.ID(), f.Data, f.Err))
	}
	assert.Equal(t, []string{
		`two two/c.yaml c "c" <nil>`,
		`two two/d.yaml d "" two/d.yaml: this is not a file`,
		`one one/a.yaml a "a" <nil>`,
		`one one/b.yaml b "b" <nil>`,
		`file file file "" file: this is not a folder`,
	}, got)
	var wrong *strictyaml.Error
	require.ErrorAs(t, list[1].Err, &wrong)
}

// TestReadFilesHasLimits: too many files in a folder, too much in all files together, and a file that is too long are not
// read to their end.
func TestReadFilesHasLimits(t *testing.T) {
	fsys := fstest.MapFS{}
	for i := range strictyaml.MaxFiles {
		fsys[fmt.Sprintf("many/%04d.yaml", i)] = &fstest.MapFile{}
	}
	assert.Len(t, strictyaml.ReadFiles(fsys, "many"), strictyaml.MaxFiles)
	fsys["many/more"] = &fstest.MapFile{}
	list := strictyaml.ReadFiles(fsys, "many")
	require.Len(t, list, 1)
	require.ErrorIs(t, list[0].Err, strictyaml.ErrLimit)

	large := make([]byte, strictyaml.MaxDocument+10)
	fsys = fstest.MapFS{}
	n := strictyaml.MaxBytes/(strictyaml.MaxDocument+1) + 3
	for i := range n {
		fsys[fmt.Sprintf("large/%02d.yaml", i)] = &fstest.MapFile{Data: large}
	}
	list = strictyaml.ReadFiles(fsys, "large")
	assert.Len(t, list, n-2, "nothing is opened after that")
	for i, f := range list {
		assert.Len(t, f.Data, strictyaml.MaxDocument+1)
		assert.Equal(t, i == len(list)-1, errors.Is(f.Err, strictyaml.ErrLimit))
	}
}

// failing is a file system whose files cannot be opened.
type failing struct{ fstest.MapFS }

func (f failing) Open(name string) (fs.File, error) {
	if strings.HasSuffix(name, ".yaml") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.MapFS.Open(name)
}

func (f failing) Stat(name string) (fs.FileInfo, error) { return f.MapFS.Stat(name) }

// TestUnreadable: the reason why a file cannot be opened is told without its path, which the error has already.
func TestUnreadable(t *testing.T) {
	list := strictyaml.ReadFiles(failing{fstest.MapFS{"one/a.yaml": {}}}, "one")
	require.Len(t, list, 1)
	require.ErrorIs(t, list[0].Err, fs.ErrPermission)
	assert.EqualError(t, list[0].Err, "one/a.yaml: "+fs.ErrPermission.Error())
}

// TestPlain: ids that are whole numbers are written as numbers, in YAML only behind the keys that have ids, and one JSON
// object has all the keys of several structs.
func TestPlain(t *testing.T) {
	assert.Equal(t, 7, strictyaml.Plain("7"))
	assert.Equal(t, "7a", strictyaml.Plain("7a"))
	assert.Nil(t, strictyaml.Plain(""))

	doc := struct {
		Chapter string   `yaml:"chapter"`
		Others  []string `yaml:"others"`
		Text    string   `yaml:"text"`
	}{"7", []string{"8", "road"}, "9"}
	node, err := strictyaml.PlainIDs(doc, "chapter", "others")
	require.NoError(t, err)
	text, err := yaml.Marshal(node)
	require.NoError(t, err)
	assert.Equal(t, "chapter: 7\nothers:\n    - 8\n    - road\ntext: \"9\"\n", string(text))

	more := struct {
		N     int            `yaml:"n"`
		OK    bool           `yaml:"ok"`
		Empty []int          `yaml:"empty"`
		Map   map[string]int `yaml:"map"`
		None  *int           `yaml:"none"`
		Said  string         `yaml:"said"`
	}{N: 3, OK: true, Map: map[string]int{"a": 1}, Said: "\"quoted\" \u202e<"}
	got, err := strictyaml.JSON(doc, more)
	require.NoError(t, err)
	assert.True(t, json.Valid(got))
	//nolint:testifylint // the order of the keys counts as well
	assert.Equal(t, `{"chapter":"7","others":["8","road"],"text":"9","n":3,"ok":true,"empty":[],"map":{"a":1},"none":null,`+
		`"said":"\"quoted\" \u202e\u003c"}`, string(got))
	assert.Equal(t, []string{"chapter", "others", "text"}, strictyaml.Keys(&doc))
	_, err = strictyaml.JSON(map[string]any{"a": failingText{}})
	require.Error(t, err)
}

// failingText cannot be written.
type failingText struct{}

func (failingText) MarshalYAML() (any, error) { return nil, errors.New("failed") }

// TestEscapeJSON: hidden characters become escapes that stand for them again, and nothing else changes.
func TestEscapeJSON(t *testing.T) {
	for _, text := range []string{"plain", "Glóin ↑", "a\u009bb", "\u2028", "\U000E0001 tag", "\uFFFE", "a\u200Db"} {
		line, err := json.Marshal(text)
		require.NoError(t, err)
		escaped := strictyaml.EscapeJSON(string(line))
		var again string
		require.NoError(t, json.Unmarshal([]byte(escaped), &again), escaped)
		assert.Equal(t, text, again)
		assert.NotContains(t, strings.Map(func(r rune) rune {
			if strictyaml.Hidden(r) {
				return '!'
			}
			return r
		}, escaped), "!", escaped)
	}
}
