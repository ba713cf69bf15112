package strictyaml

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"

	"gopkg.in/yaml.v3"
)

// Plain returns an id as the encoders should write it: a whole number as an int, an empty id as nil.
func Plain(id string) any {
	if n, err := strconv.Atoi(id); err == nil {
		return n
	}
	if id == "" {
		return nil
	}
	return id
}

// PlainIDs returns a struct as a YAML mapping. The ids behind some keys are written without quotes
// if they are whole numbers.
func PlainIDs(doc any, keys ...string) (*yaml.Node, error) {
	var n yaml.Node
	err := n.Encode(doc)
	for i := 0; i+1 < len(n.Content); i += 2 {
		if slices.Contains(keys, n.Content[i].Value) {
			bare(n.Content[i+1])
		}
	}
	return &n, err
}

// bare removes the quotes from the whole numbers in a value.
func bare(n *yaml.Node) {
	if _, err := strconv.Atoi(n.Value); err == nil {
		n.Tag = "!!int"
		n.Style = 0
	}
	for _, item := range n.Content {
		bare(item)
	}
}

// JSON returns structs as one JSON object on one line. Its keys are the YAML keys of all the structs.
func JSON(docs ...any) ([]byte, error) {
	all := yaml.Node{Kind: yaml.MappingNode}
	for _, doc := range docs {
		var n yaml.Node
		if err := n.Encode(doc); err != nil {
			return nil, err
		}
		all.Content = append(all.Content, n.Content...)
	}
	return appendJSON(nil, &all)
}

func appendJSON(b []byte, n *yaml.Node) (_ []byte, err error) {
	if n.Kind == yaml.ScalarNode {
		if n.ShortTag() != "!!str" {
			return append(b, n.Value...), nil
		}
		text, err := json.Marshal(n.Value)
		return append(b, EscapeJSON(string(text))...), err
	}
	brackets := "{}"
	isMapping := n.Kind != yaml.SequenceNode
	if !isMapping {
		brackets = "[]"
	}
	b = append(b, brackets[0])
	for i, c := range n.Content {
		isValue := isMapping && i%2 == 1 // keys and values alternate
		switch {
		case isValue:
			b = append(b, ':')
		case i > 0:
			b = append(b, ',')
		}
		if b, err = appendJSON(b, c); err != nil {
			return nil, err
		}
	}
	return append(b, brackets[1]), nil
}

// Keys returns the YAML keys of a struct's fields, including the fields of inlined structs.
func Keys(doc any) []string { return keysOf(reflect.Indirect(reflect.ValueOf(doc)).Type()) }

func keysOf(structType reflect.Type) (keys []string) {
	for _, f := range FieldsOf(structType) {
		if f.Key == "" {
			keys = append(keys, keysOf(f.Type)...)
		} else {
			keys = append(keys, f.Key)
		}
	}
	return keys
}
