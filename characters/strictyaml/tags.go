package strictyaml

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// Field describes a key of a mapping, as the tags of a struct's field define it. The tag yaml
// names the key. The tag doc restricts its value with options that are separated by commas:
//
//	need      the key may not be missing
//	once      no item of the list may be repeated
//	most=64   the list has at most 64 items
//	length=60 the text has at most 60 characters
//	1..99     the number is in this range; 0.. has no upper end
//	of=seat   the value is read by the reader "seat", not by the reader for its type
//
// The tag about describes the key for people who write such files.
type Field struct {
	Key  string
	Type reflect.Type
	// Need reports whether the key must be present.
	Need bool
	// Once reports whether a list may not repeat an item.
	Once bool
	// Some reports whether a list needs an item.
	Some bool
	// Items is the largest number of items of a list, maxItems if the tag sets none.
	Items int
	// Length is the largest number of characters of a text, maxText if the tag sets none.
	Length int
	// Least is the smallest value of a number.
	Least int
	// Top is the largest value of a number.
	Top int
	// ReaderName is the name of the reader for the value: see [Readers].
	ReaderName string
	// Description describes the key for people who write such files.
	Description string
	// index is the index of the field in the struct.
	index int
}

// FieldsOf returns the fields of a struct that have a key. A field with the option inline has the Key "":
// its own fields are keys of the same mapping.
func FieldsOf(structType reflect.Type) []Field {
	if known, ok := fields.Load(structType); ok {
		return known.([]Field) //nolint:forcetypeassert // nothing else is in it
	}
	out := fieldsOf(structType)
	fields.Store(structType, out)
	return out
}

// fields caches the fields of each struct type.
var fields sync.Map

// fieldsOf is FieldsOf without the cache.
func fieldsOf(structType reflect.Type) []Field {
	var out []Field
	for i := range structType.NumField() {
		field := structType.Field(i)
		key, option, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		if key == "" && option != "inline" || key == "-" {
			continue
		}
		f := Field{
			Key:         key,
			Type:        field.Type,
			Items:       maxItems,
			Length:      maxText,
			Least:       math.MinInt,
			Top:         math.MaxInt,
			Description: field.Tag.Get("about"),
			index:       i,
		}
		for word := range strings.SplitSeq(field.Tag.Get("doc"), ",") {
			f.setOption(word)
		}
		out = append(out, f)
	}
	return out
}

// setOption sets one option of the tag doc.
func (f *Field) setOption(word string) {
	if least, top, isRange := strings.Cut(word, ".."); isRange {
		f.Least = atoi(least)
		if top != "" {
			f.Top = atoi(top)
		}
		return
	}
	switch name, value, _ := strings.Cut(word, "="); name {
	case "need":
		f.Need = true
	case "once":
		f.Once = true
	case "some":
		f.Some = true
	case "most":
		f.Items = atoi(value)
	case "length":
		f.Length = atoi(value)
	case "of":
		f.ReaderName = value
	}
}

func atoi(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		panic(err) // the tags are ours
	}
	return n
}

// Readers maps the option of= of a field, or else the name of its Go type, to a reader. A reader is a
// func(Value) T or a func(Value, *Field) T.
type Readers map[string]any

// Decode reads a mapping into a struct by the tags of its fields: see [Field]. It reports keys that
// the struct does not have.
func (v Value) Decode(doc any, readers Readers) Fields {
	f := v.Map(Keys(doc)...)
	f.Decode(doc, readers)
	return f
}

// Decode reads the keys of a struct by the tags of its fields: see [Field]. Other keys are ignored.
func (f Fields) Decode(doc any, readers Readers) {
	f.decodeStruct(reflect.ValueOf(doc).Elem(), readers)
}

func (f Fields) decodeStruct(target reflect.Value, readers Readers) {
	for _, field := range FieldsOf(target.Type()) {
		fieldValue := target.Field(field.index)
		switch {
		case field.Key == "":
			f.decodeStruct(fieldValue, readers)
		case f.HasKey(field.Key):
			readers.read(f.Get(field.Key), fieldValue, &field)
		case field.Need:
			f.Need(field.Key)
		}
	}
}

// read reads a value with its reader, or without one by the kind of its type.
func (r Readers) read(v Value, target reflect.Value, field *Field) {
	targetType := target.Type()
	name := field.ReaderName
	if name == "" {
		name = targetType.Name()
	}
	if reader := reflect.ValueOf(r[name]); reader.IsValid() {
		// A reader for the items of a list is not one for the list.
		result := reader.Type().Out(0)
		if result.Kind() == targetType.Kind() && result.ConvertibleTo(targetType) {
			args := []reflect.Value{reflect.ValueOf(v), reflect.ValueOf(field)}
			target.Set(reader.Call(args[:reader.Type().NumIn()])[0].Convert(targetType))
			return
		}
	}
	switch targetType.Kind() {
	case reflect.Slice:
		r.readList(v.AtMost(field.Items), target, field)
	case reflect.Int:
		target.SetInt(int64(v.Int(field.Least, field.Top)))
	case reflect.Uint64:
		target.SetUint(v.Uint64())
	case reflect.Bool:
		target.SetBool(v.Bool())
	case reflect.String:
		target.SetString(v.Short(field.Length).Str())
	case reflect.Struct:
		v.Decode(target.Addr().Interface(), r)
	case reflect.Pointer:
		target.Set(reflect.New(targetType.Elem()))
		r.read(v, target.Elem(), field)
	default:
		panic("nothing reads a " + targetType.String())
	}
}

// readList reads the items of a list. If no item may be repeated, it leaves out repeated items and
// items with a mistake.
func (r Readers) readList(v Value, target reflect.Value, field *Field) {
	seen := map[any]bool{}
	items := v.List()
	switch {
	case !field.Some || len(items) > 0 || !v.IsList():
	case field.Need:
		v.Errorf("%s is empty: list at least one", field.Key)
	default:
		v.Errorf("%s is empty: list at least one, or leave the key out", field.Key)
	}
	for _, w := range items {
		item := reflect.New(target.Type().Elem()).Elem()
		mistakes := v.src.mistakes()
		r.read(w, item, field)
		if field.Once {
			if !w.Present() || v.src.mistakes() > mistakes {
				continue
			}
			element := item.Interface()
			if seen[element] {
				w.Errorf("%s is listed twice", w.Text())
				continue
			}
			seen[element] = true
		}
		target.Set(reflect.Append(target, item))
	}
}
