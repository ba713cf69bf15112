package strictyaml

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// The YAML parser refuses some valid JSON: \u escapes of surrogate pairs, "\/", and characters
// such as U+007F in a text. So this file reads JSON documents into the same tree of nodes with
// the same positions.

// isJSON reports whether the document is a JSON object, array or text.
func isJSON(data []byte) bool {
	text := bytes.TrimLeft(data, " \t\r\n")
	return len(text) > 0 && bytes.IndexByte([]byte(`{["`), text[0]) >= 0 && utf8.Valid(data) && json.Valid(data)
}

// jsonReader builds a tree from valid JSON.
type jsonReader struct {
	src  *Source
	data []byte
	dec  *json.Decoder
	// offset is where the next value begins in data.
	offset int
	// line is the line of offset, counted from 1.
	line int
	// column is the column of offset, counted from 1 in characters.
	column int
}

// parseJSON returns the tree of a document that is valid JSON.
func (s *Source) parseJSON(data []byte) *yaml.Node {
	r := jsonReader{src: s, data: data, dec: json.NewDecoder(bytes.NewReader(data)), line: 1, column: 1}
	r.dec.UseNumber()
	n, _ := r.value()
	return n
}

// value reads the next value. At the end of a list or mapping more is false.
func (r *jsonReader) value() (n *yaml.Node, more bool) {
	r.skip(int(r.dec.InputOffset()))
	token, err := r.dec.Token()
	if err != nil {
		return &yaml.Node{Line: r.line, Column: r.column}, false // cannot happen in valid JSON
	}
	n = &yaml.Node{Kind: yaml.ScalarNode, Line: r.line, Column: r.column}
	switch token := token.(type) {
	case json.Delim:
		switch token {
		case '{':
			n.Kind = yaml.MappingNode
			n.Tag = "!!map"
		case '[':
			n.Kind = yaml.SequenceNode
			n.Tag = "!!seq"
		default:
			return nil, false
		}
		n.Style = yaml.FlowStyle
		for {
			inner, more := r.value()
			if !more {
				return n, true
			}
			n.Content = append(n.Content, inner)
		}
	case string:
		n.Value = token
		n.Tag = "!!str"
		n.Style = yaml.DoubleQuotedStyle
		if halfCharacter(r.data[r.offset:r.dec.InputOffset()]) {
			r.src.add(n.Line, n.Column, "a \\u escape in this text is only one half of a surrogate pair")
			invalidate(n)
		}
	case json.Number:
		n.Value = token.String()
		n.Tag = "!!int"
		if strings.ContainsAny(n.Value, ".eE") {
			n.Tag = "!!float"
		}
	case bool:
		n.Value = strconv.FormatBool(token)
		n.Tag = "!!bool"
	case nil:
		n.Value, n.Tag = "null", "!!null"
	}
	return n, true
}

// skip moves to the first byte at or after offset that belongs to a value.
func (r *jsonReader) skip(offset int) {
	for offset < len(r.data) && bytes.IndexByte([]byte(" \t\r\n,:"), r.data[offset]) >= 0 {
		offset++
	}
	for passed := r.data[r.offset:offset]; len(passed) > 0; {
		c, size := utf8.DecodeRune(passed)
		passed = passed[size:]
		r.column++
		if c == '\n' {
			r.line++
			r.column = 1
		}
	}
	r.offset = offset
}

// halfCharacter reports whether a JSON text has an escape for one half of a surrogate
// pair without the other half. Such an escape means no character.
func halfCharacter(text []byte) bool {
	unit := func(i int) rune {
		if i+6 > len(text) || text[i] != '\\' || text[i+1] != 'u' {
			return 0
		}
		n, err := strconv.ParseUint(string(text[i+2:i+6]), 16, 16)
		if err != nil {
			return 0
		}
		return rune(n)
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if half := unit(i); utf16.IsSurrogate(half) {
			if utf16.DecodeRune(half, unit(i+6)) == utf8.RuneError {
				return true
			}
			i += 6
		}
		i++ // skip the character after the backslash
	}
	return false
}
