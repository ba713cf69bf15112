package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

var errSecondDocument = errors.New("a second document begins here, only one is expected")

// decode runs the YAML parser. If the parser panics, as it does on some malformed input, decode
// returns an error.
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

// parserError matches the errors of the YAML parser: line, unknown anchor, any other problem.
var parserError = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^yaml: (?:line (\d+): )?(?:unknown anchor '(.*)' referenced|(.*))$`)
})

// adviceOn returns a message that helps an author, for a message of the YAML parser. It returns "" for a message
// that it does not know.
func adviceOn(problem string) string {
	switch problem {
	case "did not find expected <document start>":
		return "this does not belong to the document above: check the indentation, quotes and brackets"
	case "did not find expected node content":
		return "a value is missing on this line, or a bracket is not closed"
	case "did not find expected '-' indicator":
		return "expected a list item \"- \" on this line: check the indentation"
	case "did not find expected key":
		return "expected a key on this line: check the indentation, quotes and brackets"
	case "did not find expected ',' or ']'":
		return "the list that begins on this line misses a \",\" or its \"]\""
	case "did not find expected ',' or '}'":
		return "the mapping that begins on this line misses a \",\" or its \"}\""
	case "found undefined tag handle":
		return "tags (!name) are not allowed: quote text that begins with \"!\""
	case "mapping values are not allowed in this context":
		return "a \": \" is not allowed here: check the indentation, or quote the text"
	case "could not find expected ':'":
		return "expected a \":\" after the key on this line"
	case "found unexpected end of stream",
		"found unexpected document indicator":
		return "the quoted text that begins on this line misses its closing quote"
	case "found unknown escape character":
		return "unknown escape in a quoted text: write \\\\ for a backslash, or use single quotes"
	case "found invalid Unicode character escape code":
		return "this \\u escape is not a character: write the character itself"
	case "found character that cannot start any token":
		return "a tab, \"@\", \"`\" or \"%\" cannot begin a value: indent with spaces, quote text"
	case "found a tab character that violates indentation",
		"found a tab character where an indentation space is expected":
		return "indent with spaces, not tabs"
	case "block sequence entries are not allowed in this context":
		return "a list item \"- \" is not allowed here: begin the list on a line of its own"
	case "did not find expected alphabetic or numeric character":
		return "an \"&\" or \"*\" cannot begin a value: quote the text"
	case "did not find expected comment or line break":
		return "the text after \"|\" or \">\" begins on the next line"
	case "found unknown directive name":
		return "YAML directives (%) are not allowed"
	case "exceeded max depth of 10000":
		return "lists and mappings are nested far too deep here"
	}
	return ""
}

// syntaxError records an error of the YAML parser.
//
// A list, mapping or text that is not closed is reported on the line on which it begins. The parser
// knows that line, but reports it only if it is not the first one, so the parser is run again with an
// empty line before the document.
//
// Any other mistake is reported on the first line of which this is true: up to there, the document
// makes the parser fail with the same error as the whole document does. The parser reads from left to
// right, so that line is found by binary search.
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
	advice := adviceOn(problem)
	switch {
	case m[2] != "":
		line, column := unknownAlias(data, m[2], errorText(err), line)
		s.add(line, column, "aliases are not allowed: write the value instead of *%s", short(m[2]))
	case strings.Contains(advice, "begins on this line"):
		_, err := decode(append([]byte("\n"), data...))
		firstLine := line
		if m := parserError().FindStringSubmatch(errorText(err)); m != nil {
			firstLine, _ = strconv.Atoi(m[1]) // without a number this is 0, for which addLine takes line 1
		}
		if !strings.Contains(problem, "did not find") {
			firstLine-- // the scanner counts from 1
		}
		s.addLine(data, firstLine, "%s", advice)
	case advice != "":
		s.addLine(data, line, "%s", advice)
	default:
		s.addLine(data, line, "%s", problem)
	}
}

// unknownAlias returns the position of the alias that the parser complains about. The text of the
// alias may also be in comments and quotes. To tell them apart, unknownAlias spells the first few
// matches another way: the complaint changes as soon as the alias itself is among them. If nothing
// matches, it returns the known line.
func unknownAlias(data []byte, name, complaint string, knownLine int) (line, column int) {
	matches := regexp.MustCompile(`\*`+regexp.QuoteMeta(name)+`(?:[^-0-9A-Za-z_]|$)`).FindAllIndex(data, -1)
	if len(matches) == 0 {
		return knownLine, 1
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

// lineEnds returns the offset after each line.
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

// addLine records a mistake of which only the line is known, at the first character of that line.
// If the line is empty or lies after the end of the document, it takes the nearest line before it
// that is not.
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
		line-- // the mistake is not in a blank line or a comment
	}
	column := 1
	if trimmed := bytes.TrimLeft(text, " \t"); len(bytes.TrimSpace(trimmed)) > 0 {
		column += len(text) - len(trimmed)
	}
	s.add(line, column, format, args...)
}
