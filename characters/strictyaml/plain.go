package strictyaml

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Plain is how an id is written into a document: a number as a number, nothing as
// nothing.
func Plain(id string) any {
	if n, err := strconv.Atoi(id); err == nil {
		return n
	}
	if id == "" {
		return nil
	}
	return id
}

// PlainIDs returns a struct as a mapping in which the ids of some keys are [Plain].
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

func bare(n *yaml.Node) {
	if _, err := strconv.Atoi(n.Value); err == nil {
		n.Tag, n.Style = "!!int", 0
	}
	for _, item := range n.Content {
		bare(item)
	}
}

// Keys returns the keys with which a struct is written.
func Keys(doc any) (keys []string) {
	of := reflect.TypeOf(doc)
	for i := range of.NumField() {
		field := of.Field(i)
		switch key, _, _ := strings.Cut(field.Tag.Get("yaml"), ","); {
		case field.Anonymous:
			keys = append(keys, Keys(reflect.Zero(field.Type).Interface())...)
		case key != "" && key != "-":
			keys = append(keys, key)
		}
	}
	return keys
}
