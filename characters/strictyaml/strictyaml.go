// Package strictyaml reads the small, strict part of YAML that our data
// files, position documents and NDJSON records are written in.
//
// Parse reads one document and returns a cursor, a Value, on its root.
// Loaders walk down from there with accessors that say what they expect:
//
//	src, root := strictyaml.Parse("frodo.yaml", data)
//	f := root.Map("name", "hand", "moves")
//	name := f.Need("name").Str()
//	hand := f.Need("hand").Int(1, 8)
//	for _, move := range f.Get("moves").List() {
//		kind, arg := move.Single("draw", "exchange")
//		...
//	}
//	return src.Err()
//
// A struct whose field tags describe what the fields hold is read with [Value.Decode]: see [Field].
//
// Every mistake is recorded in the Source with its line and column, and reading goes on.
// So one pass reports everything, up to MaxErrors mistakes. A mistake is reported once: an
// accessor that complains returns a zero value and silences the Value. A silent Value, the
// Values below it, and a Value whose absence Fields.Need has reported cause no further errors.
//
// The language is YAML without its surprises: no anchors, aliases, merge keys, tags or
// directives, no duplicate keys, only text as keys, only true and false as booleans, only
// decimal digits as integers, one document, at most MaxDocument bytes and maxDepth levels.
// Lists and texts have limits, too, so that a small document cannot cause a lot of work.
// All of JSON belongs to the language, except for \u escapes of one half of a surrogate
// pair, which mean nothing. No accessor but Opaque returns a text with Hidden characters,
// which a terminal would obey.
//
// Split cuts a stream of many documents into single ones for ParseAt.
package strictyaml

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"fellowship/characters/say"

	"gopkg.in/yaml.v3"
)

const (
	// MaxDocument is the size in bytes of the largest document read.
	MaxDocument = 1 << 20
	// maxDepth is how deep lists and mappings may be nested in each other.
	maxDepth = 64
	// maxItems is how many items a list, or keys a mapping, may have unless
	// [Value.AtMost] sets a lower limit.
	maxItems = 10_000
	// maxText is how many characters a text may have unless [Value.Short] sets a lower limit.
	maxText = 10_000
	// MaxErrors is how many mistakes of a document are reported. The others are only counted.
	MaxErrors = 24
)

// byteOrderMark may stand at the beginning of a file and means nothing there.
const byteOrderMark = "\uFEFF"

// Source is a document being read. It collects the errors found on the way.
// A Source and its Values are for one goroutine at a time.
type Source struct {
	file string
	// first is the line of the whole stream on which the document begins.
	first int
	// last is how many lines the document has.
	last int
	errs Errors
	// omitted counts the mistakes beyond MaxErrors.
	omitted int
}

// Parse reads the document in data. It never fails: mistakes in the syntax
// are recorded like all others, and then the returned Value is absent.
// The file name only appears in errors.
func Parse(file string, data []byte) (*Source, Value) {
	return ParseAt(file, 1, data)
}

// ParseAt is Parse for a document that begins on the given line of a stream
// (see [Chunk]), so that errors have positions in that stream.
func ParseAt(file string, line int, data []byte) (*Source, Value) {
	s := &Source{file: file, first: max(line, 1)}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	root := s.tree(data)
	if root == nil {
		return s, Value{}
	}
	s.check(root, 1)
	return s, Value{src: s, node: root, errorNode: root}
}

// tree returns the root of the document. It returns nil if the syntax is wrong.
func (s *Source) tree(data []byte) *yaml.Node {
	if len(data) > MaxDocument {
		s.add(1, 1, "the document is longer than %d bytes", MaxDocument)
		return nil
	}
	s.last = len(lineEnds(data))
	if isJSON(data) {
		return s.parseJSON(data)
	}
	if !s.checkText(data) {
		return nil
	}
	doc, err := decode(data)
	if err != nil {
		s.syntaxError(data, err)
		return nil
	}
	if len(doc.Content) == 0 {
		s.add(1, 1, "the document is empty")
		return nil
	}
	return doc.Content[0]
}

// Err returns the Errors found so far, or nil if there are none.
func (s *Source) Err() error {
	if len(s.errs) == 0 {
		return nil
	}
	errs := Errors(slices.SortedFunc(slices.Values(s.errs), compareErrors))
	switch s.omitted {
	case 0:
	case 1:
		errs = append(errs, &Error{File: s.file, Msg: say.Sprintf("and 1 more mistake")})
	default:
		errs = append(errs, &Error{File: s.file, Msg: say.Sprintf("and %d more mistakes", s.omitted)})
	}
	return errs
}

// full reports whether further mistakes are only counted. Then no message is needed for them.
func (s *Source) full() bool { return len(s.errs) == MaxErrors }

// mistakes returns how many mistakes were found so far.
func (s *Source) mistakes() int { return len(s.errs) + s.omitted }

// add records a mistake, unless it is known already.
func (s *Source) add(line, column int, format string, args ...any) {
	if s.full() {
		s.omitted++
		return
	}
	e := Error{File: s.file, Line: s.first + line - 1, Column: column, Msg: say.Sprintf(format, args...)}
	if !slices.ContainsFunc(s.errs, func(known *Error) bool { return compareErrors(known, &e) == 0 }) {
		s.errs = append(s.errs, &e)
	}
}

// checkText reports the first character that makes the document unreadable. It runs before the
// YAML parser, which does not report positions of such mistakes. It also makes sure that the parser
// counts lines as editors do: YAML 1.1 also breaks lines at a lone carriage return and at three rare
// Unicode characters.
func (s *Source) checkText(data []byte) bool {
	line, column := 1, 1
	inHead := true // whether only blanks and comments were found so far
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		msg := ""
		switch {
		case r == utf8.RuneError && size == 1:
			msg = fmt.Sprintf("byte 0x%02x is not valid UTF-8", data[i])
		case r == '\r' && !bytes.HasPrefix(data[i:], []byte("\r\n")):
			msg = "a carriage return must be followed by a line feed"
		case r == '\u0085' || r == '\u2028' || r == '\u2029':
			msg = fmt.Sprintf("the line separator %U is not allowed", r)
		case r == '\uFEFF':
			msg = "a byte order mark is only allowed at the beginning"
		case r < 0xa0 && Hidden(r) && r != '\t' && r != '\n' && r != '\r':
			msg = fmt.Sprintf("the control character %U is not allowed", r)
		case r >= 0xa0 && Hidden(r):
			msg = fmt.Sprintf("the character %U is not allowed: it would not be seen", r)
		case column == 1 && r == '%' && inHead:
			msg = "YAML directives (%) are not allowed"
		}
		if msg != "" {
			// One such mistake usually means that this is no text file at all, so the first is
			// enough.
			s.add(line, column, "%s", msg)
			return false
		}
		if column == 1 && inHead {
			rest, _, _ := bytes.Cut(data[i:], []byte("\n"))
			inHead = isBlank(rest)
		}
		i += size
		column++
		if r == '\n' {
			line++
			column = 1
		}
	}
	return true
}

// check reports every construct that is not allowed anywhere. It removes them from the tree, so
// that accessors need not check for them.
func (s *Source) check(n *yaml.Node, depth int) {
	if n.Line > s.last { // the parser puts a value that is missing at the end on the line after it
		n.Line = s.last
		n.Column = 1
	}
	switch {
	case n.Kind == yaml.AliasNode:
		s.add(n.Line, n.Column, "aliases are not allowed: write the value instead of *%s", short(n.Value))
		invalidate(n)
		return
	case n.Style&yaml.TaggedStyle != 0:
		s.add(n.Line, n.Column, "tags are not allowed: leave out %s, or quote text that begins with \"!\"",
			quote(n.Tag))
		invalidate(n)
		return
	case n.Kind != yaml.ScalarNode && depth > maxDepth:
		s.add(n.Line, n.Column, "lists and mappings are nested deeper than %d levels", maxDepth)
		invalidate(n)
		return
	case n.Anchor != "":
		s.add(n.Line, n.Column, "anchors are not allowed: leave out &%s", short(n.Anchor))
	}
	switch n.Kind {
	case yaml.ScalarNode:
		oneLine(n)
	case yaml.SequenceNode:
		for _, c := range n.Content {
			s.check(c, depth+1)
		}
	case yaml.MappingNode:
		s.checkMapping(n, depth)
	}
}

// checkMapping reports keys that are no text or are there already, and removes their entries.
func (s *Source) checkMapping(n *yaml.Node, depth int) {
	lines := map[string]int{}
	kept := n.Content[:0]
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		s.check(value, depth+1)
		s.check(key, depth+1)
		first, again := lines[key.Value]
		switch {
		case key.Kind == 0: // reported above
			continue
		case key.Kind != yaml.ScalarNode:
			s.add(key.Line, key.Column, "a key must be text, found %s", describe(key))
			continue
		case key.Tag == "!!null":
			s.add(key.Line, key.Column, "a key must be text, found nothing")
			continue
		case key.Tag == "!!merge":
			s.add(key.Line, key.Column, "merge keys (<<) are not allowed")
			continue
		case again:
			s.add(key.Line, key.Column, "duplicate key %s, first on line %d", quote(key.Value), s.first+first-1)
			continue
		}
		lines[key.Value] = key.Line
		kept = append(kept, key, value)
	}
	n.Content = kept
}

// invalidate marks a node as faulty. From then on every accessor treats it as absent.
func invalidate(n *yaml.Node) {
	n.Kind = 0
	n.Content = nil
}

// describe returns what a node holds, for a message "expected …, found …".
func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Tag == "!!null":
		return "nothing"
	case n.Tag == "!!timestamp" && n.Style == 0:
		return fmt.Sprintf("the date %s", short(n.Value))
	case n.Style == 0 && n.Tag != "!!str":
		return short(n.Value) // a number or boolean as it is written
	}
	return quote(n.Value)
}

// wholeNumber returns the description of a whole number in a range.
func wholeNumber(lo, hi int) string {
	switch {
	case lo == math.MinInt && hi == math.MaxInt:
		return "a whole number"
	case hi == math.MaxInt:
		return fmt.Sprintf("a whole number of at least %d", lo)
	case lo == math.MinInt:
		return fmt.Sprintf("a whole number of at most %d", hi)
	}
	return fmt.Sprintf("a whole number from %d to %d", lo, hi)
}
