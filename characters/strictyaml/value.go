package strictyaml

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Value is a cursor on one place of a document. The zero Value is absent.
//
// Accessors return zero values without an error if the Value is absent, or if an accessor has
// complained about it before.
type Value struct {
	src *Source
	// node is nil if the value is absent. Its kind is 0 once an accessor has complained about it.
	node *yaml.Node
	// errorNode is the node at whose position errors are reported: node itself, or for an absent
	// value the node that lacks it.
	errorNode *yaml.Node
}

// Present reports whether there is a value, even one of the wrong type or null.
// It is false once an accessor has complained about the value.
func (v Value) Present() bool { return v.node != nil && v.node.Kind != 0 }

// IsScalar reports whether v is a single text, number, boolean or null.
func (v Value) IsScalar() bool { return v.Present() && v.node.Kind == yaml.ScalarNode }

// IsMap reports whether v is a mapping.
func (v Value) IsMap() bool { return v.Present() && v.node.Kind == yaml.MappingNode }

// IsList reports whether v is a list.
func (v Value) IsList() bool { return v.Present() && v.node.Kind == yaml.SequenceNode }

// Pos returns the line and column at which v begins. For an absent value it returns the position of
// the mapping or word that lacks it. For a zero Value it returns 0, 0.
func (v Value) Pos() (line, column int) {
	if v.src == nil || v.errorNode == nil {
		return 0, 0
	}
	return v.src.first + v.errorNode.Line - 1, v.errorNode.Column
}

// Errorf records a mistake at the position of v: see [Value.Pos]. It does nothing if an accessor
// or [Fields.Need] has already complained about v or its absence.
func (v Value) Errorf(format string, args ...any) {
	if v.src == nil || v.errorNode == nil || v.errorNode.Kind == 0 {
		return
	}
	v.src.add(v.errorNode.Line, v.errorNode.Column, format, args...)
}

// fail rejects v because it is not what the accessor wants. The hint ends the message and may be empty.
func (v Value) fail(want string, hint string) {
	v.reject("expected %s, found %s%s", want, describe(v.node), hint)
}

// reject records a mistake at v and makes v silent.
func (v Value) reject(format string, args ...any) {
	v.Errorf(format, args...)
	invalidate(v.node)
}

// rejectUnknown rejects a word that is not among the known words. It looks for a similar word only
// if the mistake is reported, because the search takes long.
func (v Value) rejectUnknown(kind string, known []string) {
	if v.src.full() {
		v.reject("it is unknown") // this mistake is only counted
		return
	}
	v.reject("%s", unknown(kind, v.node.Value, known))
}

// scalar reports whether v is a scalar other than null, of acceptable length and without hidden
// characters. It rejects any other value that is present.
func (v Value) scalar(want string) bool {
	return v.scalarOf(func() string { return want })
}

// scalarOf is scalar with a description that is made only if it is needed.
func (v Value) scalarOf(want func() string) bool {
	if !v.Present() {
		return false
	}
	if v.node.Kind != yaml.ScalarNode || v.node.Tag == "!!null" {
		v.fail(want(), "")
		return false
	}
	if problem := hiddenIn(v.node.Value); problem != nil {
		v.reject("%s", problem)
		return false
	}
	return v.Short(maxText).Present()
}

// Short returns v, and rejects it if it is a scalar of more than most characters.
func (v Value) Short(most int) Value {
	if v.IsScalar() && len(v.node.Value) > most {
		if n := utf8.RuneCountInString(v.node.Value); n > most {
			v.reject("this text has %d characters: at most %d are read here", n, most)
		}
	}
	return v
}

// AtMost returns v without the items of a list, or the keys of a mapping, beyond the
// first most. It reports a mistake at the first one beyond them.
func (v Value) AtMost(most int) Value {
	each := 1
	unit := "items"
	switch {
	case v.IsMap():
		each = 2
		unit = "keys"
	case !v.IsList():
		return v
	}
	if n := len(v.node.Content) / each; n > most {
		extra := v.node.Content[each*most]
		Value{v.src, extra, extra}.Errorf("these are %d %s: at most %d are read here", n, unit, most)
		v.node.Content = v.node.Content[:each*most]
	}
	return v
}

// plain reports whether v is written without quotes.
func (v Value) plain() bool { return v.node.Style == 0 }

const aText = "text"

// Str returns a text. A text that looks like another type to YAML (7, true, a date) has to be
// quoted. [Value.Text] accepts it without quotes.
func (v Value) Str() string {
	if !v.scalar(aText) {
		return ""
	}
	if v.node.Tag != "!!str" {
		v.fail(aText, ": put it in quotes")
		return ""
	}
	return v.node.Value
}

// Text returns a scalar of any type as it is written, without its quotes. It is for names that
// may look like numbers. Only null is an error.
func (v Value) Text() string {
	if !v.scalar(aText) {
		return ""
	}
	return v.node.Value
}

// Opaque is Text for a value that goes back to the writer of the document, such as an id. It may
// hold [Hidden] characters, so whoever shows it has to clean or escape it.
func (v Value) Opaque() string {
	if v.IsScalar() && v.node.Tag != "!!null" {
		return v.node.Value
	}
	return v.Text()
}

// Bare reports whether v is a number or boolean without quotes, written as in JSON. If so,
// [Value.Text] returns its JSON form.
func (v Value) Bare() bool {
	return v.IsScalar() && v.plain() && v.node.Tag != "!!null" && json.Valid([]byte(v.node.Value))
}

var decimal = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`) })

// Int returns a whole number from lo to hi, inclusive. It has to be written
// in plain decimal digits: YAML would read 010 as 8 and 1_0 as 10. After a
// complaint the result is 0, even if that is out of range.
func (v Value) Int(lo, hi int) int {
	return whole(v, wholeNumber(lo, hi), func(digits string) (int, bool) {
		n, err := strconv.Atoi(digits)
		return n, err == nil && lo <= n && n <= hi
	})
}

// Uint64 is Int for an unsigned number of 64 bits.
func (v Value) Uint64() uint64 {
	return whole(v, wholeNumber(0, math.MaxInt), func(digits string) (uint64, bool) {
		n, err := strconv.ParseUint(digits, 10, 64)
		return n, err == nil
	})
}

// whole returns a number in plain decimal digits, or 0 after a complaint. parse reports whether the
// digits are in range.
func whole[N any](v Value, want string, parse func(digits string) (N, bool)) (zero N) {
	if !v.scalar(want) {
		return zero
	}
	switch n, ok := parse(v.node.Value); {
	case !decimal().MatchString(v.node.Value):
		hint := ""
		if v.node.Tag == "!!int" {
			hint = ": write it in plain decimal digits"
		}
		v.fail(want, hint)
	case !v.plain():
		v.fail(want, ": drop the quotes")
	case !ok:
		v.fail(want, "")
	default:
		return n
	}
	return zero
}

// Bool returns a boolean, written true or false and no other way.
func (v Value) Bool() bool {
	const want = "true or false"
	if !v.scalar(want) {
		return false
	}
	isBool := v.node.Value == "true" || v.node.Value == "false"
	switch {
	case isBool && !v.plain():
		v.fail(want, ": drop the quotes")
	case isBool:
		return v.node.Value == "true"
	default:
		v.fail(want, "")
	}
	return false
}

// OneOf returns a word that is one of allowed. The error about any other word
// says which kind of word is wanted ("role", "trick") and suggests the nearest.
func (v Value) OneOf(kind string, allowed ...string) string {
	if !v.scalarOf(func() string { return oneOf(allowed) }) {
		return ""
	}
	word := v.node.Value
	if !slices.Contains(allowed, word) {
		v.rejectUnknown(kind, allowed)
		return ""
	}
	return word
}

// List returns the items of a list.
func (v Value) List() []Value {
	if !v.Present() {
		return nil
	}
	if !v.IsList() {
		v.fail("a list", "")
		return nil
	}
	v.AtMost(maxItems)
	items := make([]Value, len(v.node.Content))
	for i, n := range v.node.Content {
		items[i] = Value{v.src, n, n}
	}
	return items
}

// Entry is a key of a mapping and its value.
type Entry struct{ Key, Value Value }

// Entries returns the entries of a mapping with free keys, in the order of the document.
// Of a duplicate key it returns the first entry; [Parse] has reported the others.
func (v Value) Entries() []Entry {
	if !v.Present() {
		return nil
	}
	if !v.IsMap() {
		v.fail("a mapping", "")
		return nil
	}
	v.AtMost(maxItems)
	var entries []Entry
	for i := 0; i+1 < len(v.node.Content); i += 2 {
		key, value := v.node.Content[i], v.node.Content[i+1]
		entries = append(entries, Entry{Value{v.src, key, key}, Value{v.src, value, value}})
	}
	return entries
}

// Map returns the fields of a mapping with a closed set of keys, and reports
// all keys that are not known.
func (v Value) Map(known ...string) Fields {
	f := Fields{value: v, entries: map[string]Entry{}, misspelt: map[string]bool{}}
	for _, e := range v.Entries() {
		key := e.Key.node.Value
		f.entries[key] = e
		if slices.Contains(known, key) {
			continue
		}
		if v.src.full() {
			e.Key.Errorf("unknown key") // this mistake is only counted
			continue
		}
		e.Key.Errorf("%s", unknown("key", key, known))
		f.misspelt[Suggest(key, known)] = true
	}
	return f
}

// Single returns one alternative of a closed set, written as a mapping with
// one key, {exchange: [frodo]}, or as a bare word, draw. The value of a bare
// word is absent; its Errorf points at the word.
func (v Value) Single(known ...string) (kind string, value Value) {
	word := v
	if v.Present() && !v.IsScalar() {
		want := func() string { return fmt.Sprintf("%s or a mapping with one such key", oneOf(known)) }
		if !v.IsMap() {
			v.fail(want(), "")
			return "", Value{}
		}
		entries := v.Entries()
		if len(entries) != 1 {
			v.reject("expected %s, found %d keys", want(), len(entries))
			return "", Value{}
		}
		word, value = entries[0].Key, entries[0].Value
	} else {
		value = Value{src: v.src, errorNode: v.errorNode}
	}
	kind = word.OneOf("kind", known...)
	if kind == "" {
		return "", Value{}
	}
	return kind, value
}

// Fields is a mapping with a closed set of keys.
type Fields struct {
	value   Value
	entries map[string]Entry
	// misspelt holds the known keys for which a misspelling was reported.
	misspelt map[string]bool
}

// Get returns the value of an optional key. The value is absent if the key is missing.
func (f Fields) Get(key string) Value {
	switch e, ok := f.entries[key]; {
	case ok:
		return e.Value
	case f.misspelt[key] || !f.value.Present():
		return Value{}
	}
	return Value{src: f.value.src, errorNode: f.value.node}
}

// Need returns the value of a key and reports its absence, unless an unknown
// key was reported as a misspelling of this one: that is the same mistake.
func (f Fields) Need(key string) Value {
	v := f.Get(key)
	if v.node == nil {
		v.Errorf("missing key %s", quote(key))
		return Value{}
	}
	return v
}

// DropNulls removes the keys whose value is null or missing, and returns the fields.
func (f Fields) DropNulls() Fields {
	for key, e := range f.entries {
		if e.Value.IsScalar() && e.Value.node.Tag == "!!null" {
			delete(f.entries, key)
		}
	}
	return f
}

// HasKey reports whether the mapping has the key.
func (f Fields) HasKey(key string) bool {
	_, ok := f.entries[key]
	return ok
}

// Key returns the key itself as a Value, for errors at the position of the key. If the mapping does
// not have the key, the Value is absent.
func (f Fields) Key(key string) Value {
	if e, ok := f.entries[key]; ok {
		return e.Key
	}
	return f.Get(key)
}

// Errorf records a mistake about the mapping as a whole.
func (f Fields) Errorf(format string, args ...any) { f.value.Errorf(format, args...) }
