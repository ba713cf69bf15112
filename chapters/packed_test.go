package chapters

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"testing"

	"fellowship/characters"
	"fellowship/characters/strictyaml"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

//go:generate go test -run ^TestPacked$ -update .

// TestPacked checks that the packed files of this package and of package characters are what would be packed now.
func TestPacked(t *testing.T) {
	for name, files := range map[string][]strictyaml.File{
		"packed.bin": ourChapters(), "../characters/packed.bin": characters.Embedded(),
	} {
		want, err := strictyaml.PackFiles(files)
		require.NoError(t, err)
		if flag.Lookup("update").Value.String() == "true" {
			require.NoError(t, os.WriteFile(name, want, 0o644))
		}
		have, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, have), "%s is stale; run: make generate", name)
	}
}

// TestOursIsChecked reads the files that come with the program as those of a person are read: they have no mistakes, and
// rounds of all chapters can be played.
func TestOursIsChecked(t *testing.T) {
	files := slices.Concat(characters.Embedded(), ourChapters())
	for i := range files {
		f := &files[i]
		files[i] = strictyaml.File{Folder: f.Folder, Name: f.Name, Data: f.Data}
	}
	lib := &Library{Box: &characters.Box{}}
	lib.Add(files)
	for i := range files {
		require.NoError(t, files[i].Err)
	}
	require.Len(t, lib.Chapters, len(Default().Chapters))
	for i, c := range Default().Chapters {
		assert.Equal(t, lib.Chapters[i].Title, c.Title)
		assert.Len(t, c.Roster, len(lib.Chapters[i].Roster))
	}
}
