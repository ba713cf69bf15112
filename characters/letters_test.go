package characters_test

import (
	"testing"
	"testing/fstest"

	"fellowship/characters"
	"fellowship/characters/strictyaml"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLettersOfOwnCharacters: a character of somebody's own gets letters that no other character of the library has,
// the same whatever order its file is read in, and takes none away from those of the program.
func TestLettersOfOwnCharacters(t *testing.T) {
	names := map[string]string{
		"thorin": "Thorin", "thrain": "Thráin", "thror": "Thrór", "eowyn": "Éowyn", "frodowo": "Frodo Two", "radagost": "R",
		"wide": "山", "fatty": "Fatty",
	}
	files := fstest.MapFS{}
	for id, name := range names {
		files["characters/"+id+".yaml"] = &fstest.MapFile{Data: []byte("id: " + id + "\nname: {en: " + name +
			", de: " + name + "}\ngoal: {tricks: fewest}\ngoal_text: {en: a, de: b}\nsetup: []\n" +
			"fidelity: reconstructed\nnote: n\n")}
	}
	own := strictyaml.ReadFiles(files, "characters")
	backwards := make([]strictyaml.File, len(own))
	for i, f := range own {
		backwards[len(own)-1-i] = f
	}
	inOrder, reversed := box(t), box(t)
	inOrder.Read(own)
	reversed.Read(backwards)
	for i := range own {
		require.NoError(t, own[i].Err)
	}
	for _, lang := range characters.Languages {
		owner := map[string]string{}
		for id := range names {
			c := inOrder.Characters[id]
			letters := c.Letters.In(lang)
			assert.Equal(t, letters, reversed.Characters[id].Letters.In(lang), id)
			if id != "fatty" {
				assert.Regexp(t, `^[A-Z][a-z1-9]$`, letters, id)
			}
			for other, o := range inOrder.Characters {
				assert.Equal(t, other == id, o.Letters.In(lang) == letters, "%s and %s: %s", id, other, letters)
			}
			assert.Empty(t, owner[letters], id)
			owner[letters] = id
		}
	}
	assert.Equal(t, "Fa", inOrder.Characters["fatty"].Letters.In("en"), "a changed file of the program keeps its letters")
	assert.Equal(t, "Th", inOrder.Characters["thorin"].Letters.In("en"))
	assert.Equal(t, "Tr", inOrder.Characters["thrain"].Letters.In("en"))
	assert.Equal(t, "F", inOrder.Characters["frodo"].Letters.In("en"))
}
