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
// A struct whose fields say in tags what they hold is read with Value.Into: see Field.
//
// Every mistake is recorded in the Source with its line and column, and reading goes on.
// So one pass reports everything, up to MaxErrors mistakes. A mistake is reported once: an
// accessor that complains returns a zero value, and the Value it complained about is silent
// from then on. So is a Value below it, or one whose absence was reported by Fields.Need.
//
// The language is YAML without its surprises: no anchors, aliases, merge keys, tags or
// directives, no duplicate keys, only text as keys, only true and false as booleans, only
// decimal digits as integers, one document, at most MaxDocument bytes and maxDepth levels.
// A reader says how much a list or a text may hold. So no document makes it do more work
// than its size is worth. All of JSON belongs to the language, except for \u escapes of
// one half of a surrogate pair, which mean nothing. No accessor but Opaque returns a text
// with Hidden characters, which a terminal would obey.
//
// Split cuts a stream of many documents into single ones for ParseAt.
package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"fellowship/characters/say"

	"gopkg.in/yaml.v3"
)

const (
	// MaxDocument is the size in bytes of the largest document read.
	MaxDocument = 1 << 20
	// maxDepth is how deep lists and mappings may be nested in each other.
	maxDepth = 64
	// maxItems is how many items a list and keys a mapping may have where
	// [Value.AtMost] does not ask for fewer.
	maxItems = 10_000
	// maxText is how many characters a text may have where [Value.Short] does not ask for fewer.
	maxText = 10_000
	// MaxErrors is how many mistakes of a document are told. The others are only counted.
	MaxErrors = 24
)

// byteOrderMark may stand at the beginning of a file and means nothing there.
const byteOrderMark = "\uFEFF"

// Source is a document being read. It collects the errors found on the way.
// A Source and its Values are for one goroutine at a time.
type Source struct {
	file    string
	first   int // line number, in the whole stream, of the document's first line
	last    int // line number, in the document, of its last line
	errs    Errors
	omitted int // mistakes beyond MaxErrors
}

// Parse reads the document in data. It never fails: mistakes in the syntax
// are recorded like all the others, and the Value returned is absent then.
// The file is only used to name the document in errors.
func Parse(file string, data []byte) (*Source, Value) {
	return ParseAt(file, 1, data)
}

// ParseAt is Parse for a document that begins on the given line of a stream,
// as found in Chunk.Line, so that errors tell positions in that stream.
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

// tree returns the root of the document, or nil after a mistake in its syntax.
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

// full reports whether further mistakes are only counted, so that nobody needs the words for them.
func (s *Source) full() bool { return len(s.errs) == MaxErrors }

func (s *Source) mistakes() int { return len(s.errs) + s.omitted }

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

// checkText reports what makes the bytes unreadable as a whole. It comes before the YAML
// parser, which does not tell positions of such mistakes. It also makes sure that the parser
// counts lines like everybody else: YAML 1.1 breaks lines at a lone carriage return and at
// three rare Unicode characters too.
func (s *Source) checkText(data []byte) bool {
	line, column := 1, 1
	inHead := true // only blanks and comments up to here
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
			// One such mistake usually means that all of it is, say, a binary
			// file; the first tells enough.
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

var errSecondDocument = errors.New("a second document begins here, only one is expected")

// decode runs the YAML parser. The parser panics on some malformed input; that becomes an error.
func decode(data []byte) (doc *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc = nil
			err = fmt.Errorf("yaml: the YAML parser gave up: %v", p)
		}
	}()
	d := yaml.NewDecoder(bytes.NewReader(data))
	doc = new(yaml.Node)
	if err = d.Decode(doc); err == nil {
		if err = d.Decode(new(yaml.Node)); err == nil {
			return nil, errSecondDocument
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return doc, err
}

var parserError = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^yaml: (?:line (\d+): )?(?:unknown anchor '(.*)' referenced|(.*))$`)
})

// advice turns the parser's view of a problem into the author's.
var advice = map[string]string{
	"did not find expected <document start>":                       "this does not belong to the document above: check the indentation, quotes and brackets",
	"did not find expected node content":                           "a value is missing on this line, or a bracket is not closed",
	"did not find expected '-' indicator":                          "expected a list item \"- \" on this line: check the indentation",
	"did not find expected key":                                    "expected a key on this line: check the indentation, quotes and brackets",
	"did not find expected ',' or ']'":                             "the list that begins on this line misses a \",\" or its \"]\"",
	"did not find expected ',' or '}'":                             "the mapping that begins on this line misses a \",\" or its \"}\"",
	"found undefined tag handle":                                   "tags (!name) are not allowed: quote text that begins with \"!\"",
	"mapping values are not allowed in this context":               "a \": \" is not allowed here: check the indentation, or quote the text",
	"could not find expected ':'":                                  "expected a \":\" after the key on this line",
	"found unexpected end of stream":                               "the quoted text that begins on this line misses its closing quote",
	"found unexpected document indicator":                          "the quoted text that begins on this line misses its closing quote",
	"found unknown escape character":                               "unknown escape in a quoted text: write \\\\ for a backslash, or use single quotes",
	"found invalid Unicode character escape code":                  "this \\u escape is not a character: write the character itself",
	"found character that cannot start any token":                  "a tab, \"@\", \"`\" or \"%\" cannot begin a value: indent with spaces, quote text",
	"found a tab character that violates indentation":              "indent with spaces, not tabs",
	"found a tab character where an indentation space is expected": "indent with spaces, not tabs",
	"block sequence entries are not allowed in this context":       "a list item \"- \" is not allowed here: begin the list on a line of its own",
	"did not find expected alphabetic or numeric character":        "an \"&\" or \"*\" cannot begin a value: quote the text",
	"did not find expected comment or line break":                  "the text after \"|\" or \">\" begins on the next line",
	"found unknown directive name":                                 "YAML directives (%) are not allowed",
	"exceeded max depth of 10000":                                  "lists and mappings are nested far too deep here",
}

// syntaxError records an error of the YAML parser. What begins on a line and misses its end is told
// there. The parser has that line, if another one stands in front of the document: it takes line
// index 0 for no position. Anything else is told on the first line with which the parser fails as
// it does in full. A parser that reads from left to right makes this a binary search.
func (s *Source) syntaxError(data []byte, err error) {
	errorText := func(err error) string {
		if err == nil {
			return ""
		}
		return err.Error()
	}
	ends := lineEnds(data)
	line := 1 + sort.Search(len(ends)-1, func(i int) bool {
		_, other := decode(data[:ends[i]])
		return errorText(other) == errorText(err)
	})
	m := parserError().FindStringSubmatch(err.Error())
	if m == nil {
		m = []string{"", "", "", err.Error()}
	}
	problem := m[3]
	a, known := advice[problem]
	switch {
	case m[2] != "":
		line, column := unknownAlias(data, m[2], errorText(err), line)
		s.add(line, column, "aliases are not allowed: write the value instead of *%s", short(m[2]))
	case strings.Contains(a, "begins on this line"):
		_, err := decode(append([]byte("\n"), data...))
		firstLine := line
		if m := parserError().FindStringSubmatch(errorText(err)); m != nil {
			firstLine, _ = strconv.Atoi(m[1]) // addLine makes line 1 of none
		}
		if !strings.Contains(problem, "did not find") {
			firstLine-- // the scanner counts from 1
		}
		s.addLine(data, firstLine, "%s", a)
	case known:
		s.addLine(data, line, "%s", a)
	default:
		s.addLine(data, line, "%s", problem)
	}
}

// unknownAlias returns the place of the alias that the parser complains about, the first one of a
// name that nothing has. The complaint changes as soon as that alias is spelled another way. The
// same text in a comment or in quotes makes no difference. Without any it is the line that is known.
func unknownAlias(data []byte, name, complaint string, known int) (line, column int) {
	matches := regexp.MustCompile(`\*`+regexp.QuoteMeta(name)+`(?:[^-0-9A-Za-z_]|$)`).FindAllIndex(data, -1)
	if len(matches) == 0 {
		return known, 1
	}
	n := sort.Search(len(matches)-1, func(i int) bool {
		other := bytes.Clone(data)
		for _, place := range matches[:i+1] {
			other[place[0]+len(name)] ^= 1 // the name's last letter, which is ASCII
		}
		_, err := decode(other)
		return err == nil || err.Error() != complaint
	})
	prefix := data[:matches[n][0]]
	lineStart := bytes.LastIndexByte(prefix, '\n') + 1
	return 1 + bytes.Count(prefix, []byte("\n")), 1 + utf8.RuneCount(prefix[lineStart:])
}

func lineEnds(data []byte) []int {
	var ends []int
	for i, b := range data {
		if b == '\n' {
			ends = append(ends, i+1)
		}
	}
	if n := len(data); n == 0 || data[n-1] != '\n' {
		ends = append(ends, n)
	}
	return ends
}

// addLine records a mistake known by its line only. It points at the first character there.
// Where an end is missing, the line may lie past the last one, which is then taken.
func (s *Source) addLine(data []byte, line int, format string, args ...any) {
	ends := lineEnds(data)
	line = max(1, min(line, len(ends)))
	lineAt := func(line int) []byte {
		if line == 1 {
			return data[:ends[0]]
		}
		return data[ends[line-2]:ends[line-1]]
	}
	text := lineAt(line)
	for ; line > 1 && isBlank(text); text = lineAt(line) {
		line-- // blank lines and comments miss nothing
	}
	column := 1
	if trimmed := bytes.TrimLeft(text, " \t"); len(bytes.TrimSpace(trimmed)) > 0 {
		column += len(text) - len(trimmed)
	}
	s.add(line, column, format, args...)
}

// check reports everything that is allowed nowhere. It takes it out of the tree, so that
// accessors need not look for it again.
func (s *Source) check(n *yaml.Node, depth int) {
	if n.Line > s.last { // the parser puts what is missing at the end behind it
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

// invalidate marks a node as complained about. Every accessor takes it for an absent one from now on.
func invalidate(n *yaml.Node) {
	n.Kind = 0
	n.Content = nil
}

// describe names what a node holds, for "found ...".
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
