package docs

import (
	"maps"
	"reflect"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
)

// kinds are the schemas of what the tags of a type name, and of types: see [strictyaml.Field].
// One is an object, or a function that makes it for a field.
type kinds map[string]any

// mapping is the schema of what a struct states.
func (k kinds) mapping(of reflect.Type) object {
	properties := object{}
	needed := []string(nil)
	for _, f := range strictyaml.FieldsOf(of) {
		if f.Key == "" {
			inside := k.mapping(f.Type)
			more, _ := inside["properties"].(object)
			maps.Copy(properties, more)
			need, _ := inside["required"].([]string)
			needed = append(needed, need...)
			continue
		}
		if f.Need {
			needed = append(needed, f.Key)
		}
		properties[f.Key] = k.field(&f)
		if f.Description != "" {
			properties[f.Key] = described(f.Description, k.field(&f))
		}
	}
	return mapping(properties, needed...)
}

// field is the schema of what stands behind a key.
func (k kinds) field(f *strictyaml.Field) object {
	isText := f.Type == reflect.TypeFor[characters.Text]() // a mapping of languages, in files
	if isText || f.Type.Kind() != reflect.Slice || f.ReaderName == "" && f.Type.Name() != "" {
		return k.of(f.Type, f)
	}
	schema := list(k.of(f.Type.Elem(), f), f.Items)
	if f.Once {
		schema["uniqueItems"] = true
	}
	if f.Some {
		schema["minItems"] = 1
	}
	return schema
}

// of is the schema of a value, or of an item of a list.
func (k kinds) of(t reflect.Type, f *strictyaml.Field) object {
	name := f.ReaderName
	if name == "" {
		name = t.Name()
	}
	switch schema := k[name].(type) {
	case object:
		return schema
	case func(*strictyaml.Field) object:
		return schema(f)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return k.of(t.Elem(), f)
	case reflect.Struct:
		return k.mapping(t)
	case reflect.Bool:
		return boolean()
	case reflect.Int, reflect.Uint64:
		return integer(f.Least, f.Top)
	}
	panic("nothing describes " + f.Key)
}
