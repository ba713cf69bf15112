package strictyaml

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"gopkg.in/yaml.v3"
)

// Packed files hold what the parser makes of files, so that a program reads its own files without parsing them. In a
// browser, where Go is slow, the parser takes most of the time until the first page.

// PackFiles returns files as [UnpackFiles] reads them. The error says which one has a mistake in its syntax.
func PackFiles(files []File) ([]byte, error) {
	var out []byte
	for i := range files {
		src, root := Parse(files[i].Name, files[i].Data)
		if err := errors.Join(files[i].Err, src.Err()); err != nil {
			return nil, err
		}
		tree, err := packNode(nil, root.node)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", files[i].Name, err)
		}
		out = appendText(out, files[i].Name)
		out = binary.AppendUvarint(out, uint64(crc32.ChecksumIEEE(files[i].Data)))
		out = appendText(out, string(tree))
	}
	return out, nil
}

// UnpackFiles gives files the trees that PackFiles has made of them. A file that has changed since then is parsed as
// usual.
func UnpackFiles(files []File, packed []byte) {
	r := packedReader{text: string(packed)}
	for r.text != "" {
		name := r.string()
		sum := uint32(r.number()) //nolint:gosec // it was one
		tree := r.string()
		i := slices.IndexFunc(files, func(f File) bool { return f.Name == name })
		if i >= 0 && files[i].Err == nil && crc32.ChecksumIEEE(files[i].Data) == sum {
			files[i].tree = tree
		}
	}
}

// IsPacked reports whether the file comes with the program, as it was when it was packed.
func (f *File) IsPacked() bool { return f.tree != "" }

// Parse is [Parse] for the file.
func (f *File) Parse() (*Source, Value) {
	if f.tree == "" {
		return Parse(f.Name, f.Data)
	}
	s := &Source{file: f.Name, first: 1, last: len(lineEnds(f.Data))}
	r := packedReader{text: f.tree}
	root := r.node()
	return s, Value{src: s, node: root, errorNode: root}
}

// packedTags are the tags that nodes have.
var packedTags = []string{"!!str", "!!int", "!!map", "!!seq", "!!bool", "!!null", "!!float"}

// packNode appends a node and all nodes below it.
func packNode(out []byte, n *yaml.Node) ([]byte, error) {
	tag := slices.Index(packedTags, n.Tag)
	if tag < 0 {
		return nil, fmt.Errorf("line %d: a node with the tag %s cannot be packed", n.Line, n.Tag)
	}
	for _, number := range []int{int(n.Kind), int(n.Style), tag, n.Line, n.Column, len(n.Content)} {
		out = binary.AppendUvarint(out, uint64(number)) //nolint:gosec // none is negative
	}
	out = appendText(out, n.Value)
	for _, child := range n.Content {
		var err error
		if out, err = packNode(out, child); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// appendText appends a text with its length.
func appendText(out []byte, text string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(text))), text...)
}

// packedReader reads what was packed, from the beginning of a text.
type packedReader struct{ text string }

// number reads a number.
func (r *packedReader) number() uint64 {
	var number uint64
	for shift := 0; ; shift += 7 {
		b := r.text[0]
		r.text = r.text[1:]
		number |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return number
		}
	}
}

// string reads a text.
func (r *packedReader) string() string {
	length := r.number()
	text := r.text[:length]
	r.text = r.text[length:]
	return text
}

// node reads a node and all nodes below it.
func (r *packedReader) node() *yaml.Node {
	n := &yaml.Node{
		Kind:  yaml.Kind(r.number()),  //nolint:gosec // it was one
		Style: yaml.Style(r.number()), //nolint:gosec // it was one
		Tag:   packedTags[r.number()],
	}
	n.Line = int(r.number())   //nolint:gosec // it was one
	n.Column = int(r.number()) //nolint:gosec // it was one
	children := r.number()
	n.Value = r.string()
	if children > 0 {
		n.Content = make([]*yaml.Node, children)
	}
	for i := range n.Content {
		n.Content[i] = r.node()
	}
	return n
}
