package strictyaml

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// TestPackedFiles checks that a packed file is the tree that the parser makes, with all positions, and that a file which
// has changed since it was packed is parsed.
func TestPackedFiles(t *testing.T) {
	files := []File{
		{Name: "a.yaml", Data: []byte("# a\nname: Frodo\nlist: [1, \"2\", yes, ~, 1.5]\nmap:\n  deep: |\n    two\n    lines\n")},
		{Name: "b.yaml", Data: []byte("b: true\n")},
	}
	packed, err := PackFiles(files)
	require.NoError(t, err)
	UnpackFiles(files, packed)
	for i := range files {
		require.NotEmpty(t, files[i].tree)
		wantSource, want := Parse(files[i].Name, files[i].Data)
		gotSource, got := files[i].Parse()
		assert.Equal(t, wantSource, gotSource)
		forgetComments(want.node)
		assert.Equal(t, want.node, got.node)
	}

	files[1].Data = []byte("b: false\n")
	files[1].tree = ""
	UnpackFiles(files, packed)
	assert.Empty(t, files[1].tree)
	src, root := files[1].Parse()
	assert.False(t, root.Map("b").Need("b").Bool())
	require.NoError(t, src.Err())

	_, err = PackFiles([]File{{Name: "c.yaml", Data: []byte("a: 1\na: 2\n")}})
	assert.ErrorContains(t, err, "c.yaml")
}

// forgetComments removes the comments of a node and of all nodes below it, which are not packed.
func forgetComments(n *yaml.Node) {
	n.HeadComment = ""
	n.LineComment = ""
	n.FootComment = ""
	for _, child := range n.Content {
		forgetComments(child)
	}
}
