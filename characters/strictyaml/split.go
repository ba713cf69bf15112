package strictyaml

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
)

// Chunk is one document of a stream, for ParseAt.
type Chunk struct {
	Line int    // the line of the stream on which Data begins, from 1
	Data []byte // the lines of the document, as they are; not shared
}

// Split cuts a stream into documents, reading no further than the one it
// yields, so that a program can answer each as it comes in. Documents are
//
//   - separated by lines "---" or "...", as in YAML, or
//   - written in one line that begins with "{", as in NDJSON. A mapping that
//     begins so and is not closed on its line goes on until it is closed.
//
// Both may be mixed, though a YAML document has to begin with a separator where
// it follows another. Separators, and blank lines and comments in front of a
// document, belong to no document; a document without content is skipped.
//
// A line that belongs nowhere, or a document cut off in its middle, spoils
// nothing but itself: a line that begins with "{" begins a document wherever no
// mapping could begin in the one before. Where one could, in a list left open or
// behind a key, that line waits: only "," or the bracket around it can follow a
// mapping, and with anything else it was a document of its own.
//
// An error of type *Error concerns one document, which is too long; the next
// follows. Any other error is from r and ends the stream. The Chunk that
// comes with an error tells the line only.
func Split(file string, r io.Reader) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		s := splitter{file: file, in: bufio.NewReader(r)}
		for line := 1; ; line++ {
			text, err := s.readLine()
			if err != nil && !errors.Is(err, io.EOF) {
				yield(Chunk{Line: line}, fmt.Errorf("%s: %w", file, err))
				return
			}
			if line == 1 {
				text = bytes.TrimPrefix(text, []byte(byteOrderMark))
			}
			if !s.line(line, text, yield) {
				return
			}
			if err != nil {
				s.flush(yield)
				return
			}
		}
	}
}

// splitter is the document that is being read.
type splitter struct {
	file string
	in   *bufio.Reader

	doc     Chunk // without Data at a document's start
	begun   bool
	style   style
	tooLong bool // the rest of it is thrown away
	flow    flow // how far its brackets are closed
}

// style is how a document is written, as its first line shows.
type style uint8

const (
	block  style = iota // YAML that goes on to a separator
	braced              // a mapping that goes on until it is closed
	scrap               // what can begin no document: it goes on to what can
)

// start is a line that begins with "{" in the middle of a document: a mapping
// in that document, unless what follows says otherwise.
type start struct {
	line  int
	data  int // where it begins in the data of the document
	depth int // how many brackets are open around it
}

// readLine reads a line with its end, of which it keeps just enough to see
// that it is too long.
func (s *splitter) readLine() ([]byte, error) {
	var line []byte
	for {
		part, err := s.in.ReadSlice('\n')
		line = append(line, part[:min(len(part), MaxDocument+1-len(line))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// line takes the next line of the stream. It reports whether to go on.
func (s *splitter) line(number int, text []byte, yield func(Chunk, error) bool) bool {
	marker := isMarker(text)
	if marker || s.begun && s.endsBefore(text) {
		if !s.flush(yield) {
			return false
		}
	}
	if !s.begun {
		if marker {
			marker = isBlank(text[len("---"):])
		}
		if marker || isBlank(text) {
			return true
		}
		s.begin(number, text)
	} else if bytes.HasPrefix(text, []byte("{")) {
		s.flow.starts = append(s.flow.starts, start{number, len(s.doc.Data), len(s.flow.open)})
	}
	s.keep(text)
	switch s.style {
	case scrap:
	case braced:
		s.flow.scan(text)
		// A line that was cut leaves open whatever it left open.
		if s.flow.closed() || len(text) > MaxDocument {
			return s.flush(yield)
		}
	case block:
		s.flow.scan(text)
	}
	return true
}

// begin begins a document.
func (s *splitter) begin(number int, text []byte) {
	s.begun, s.doc.Line = true, number
	switch first := bytes.TrimLeft(text, " \t"); {
	case first[0] == '{': // blanks in front of a brace carry no meaning, as in NDJSON
		s.style = braced
	case bytes.IndexByte([]byte("}],"), first[0]) >= 0, bytes.IndexByte([]byte("\"'"), first[0]) >= 0 && !keyLine.Match(text):
		s.style = scrap
	default:
		s.flow.block = true
	}
}

// keyLine matches a line that begins with the key of a mapping.
var keyLine = regexp.MustCompile(`^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z_][\w-]*)[ \t]*:(?:[ \t\r\n]|$)`)

// endsBefore reports whether a line that is no separator cannot belong to the
// document begun.
func (s *splitter) endsBefore(text []byte) bool {
	switch {
	case isBlank(text):
		return false
	case s.style == scrap:
		return bytes.TrimLeft(text, " \t")[0] == '{' || keyLine.Match(text)
	case text[0] == '{':
		return !s.flow.mappingMayBegin()
	}
	return s.flow.waits() && !s.flow.mayFollow(bytes.TrimLeft(text, " \t")[0])
}

// keep adds a line to the document. Of one that is too long it keeps only what
// may be a document of its own.
func (s *splitter) keep(text []byte) {
	starts := &s.flow.starts
	if s.tooLong && len(*starts) == 0 {
		s.doc.Data = nil
		return
	}
	if len(s.doc.Data)+len(text) > MaxDocument {
		s.tooLong = true
		*starts = slices.DeleteFunc(*starts, func(at start) bool { return at.data < len(s.doc.Data) || len(text) > MaxDocument })
		s.doc.Data = nil
		if len(*starts) == 0 {
			return
		}
		(*starts)[0].data = 0
	}
	s.doc.Data = append(s.doc.Data, text...)
}

// flush yields the document read and starts anew. What may be documents of
// their own in it are, since it was not closed behind them.
func (s *splitter) flush(yield func(Chunk, error) bool) bool {
	doc, begun, tooLong, starts := s.doc, s.begun, s.tooLong, s.flow.starts
	*s = splitter{file: s.file, in: s.in}
	if !begun {
		return true
	}
	rest := doc.Data
	if len(starts) > 0 {
		doc.Data = doc.Data[:starts[0].data:starts[0].data]
	}
	var err error
	if tooLong {
		doc.Data = nil
		err = &Error{File: s.file, Line: doc.Line, Column: 1, Msg: fmt.Sprintf("the document is longer than %d bytes", MaxDocument)}
	}
	if !yield(doc, err) {
		return false
	}
	for i, at := range starts {
		end := len(rest)
		if i+1 < len(starts) {
			end = starts[i+1].data
		}
		if !yield(Chunk{Line: at.line, Data: rest[at.data:end:end]}, nil) {
			return false
		}
	}
	return true
}

// isMarker reports whether a line ends the document above it. No quoting
// protects it: YAML has it that way too. After "---" a document may begin on
// the same line.
func isMarker(line []byte) bool {
	rest, begin := bytes.CutPrefix(line, []byte("---"))
	rest, end := bytes.CutPrefix(rest, []byte("..."))
	if begin == end {
		return false
	}
	apart := len(rest) == 0 || bytes.IndexByte([]byte(" \t\r\n"), rest[0]) >= 0
	return apart && (begin || isBlank(rest))
}

// isBlank reports whether a line has no content, but maybe a comment.
func isBlank(line []byte) bool {
	line = bytes.TrimLeft(line, " \t\r\n")
	return len(line) == 0 || line[0] == '#'
}

// flow follows the brackets and quotes of a document just well enough to tell
// the end of a mapping, and where another may begin.
type flow struct {
	block  bool   // most of the document may lie outside of brackets
	open   []byte // the brackets not closed yet
	begun  bool
	quote  byte // the kind of quote we are in, or 0
	escape bool // after a backslash
	last   byte // the last byte that is neither blank nor comment
	// starts are where other documents may have begun, the outermost first. What
	// turns out to be a part of this one leaves.
	starts []start
}

func (f *flow) closed() bool { return f.begun && len(f.open) == 0 }

// mappingMayBegin reports whether a "{" may come next: after a colon, or as
// the next item of a list.
func (f *flow) mappingMayBegin() bool {
	if f.quote != 0 || len(f.open) == 0 {
		return false
	}
	inList := f.open[len(f.open)-1] == '['
	return f.last == ':' || inList && (f.last == '[' || f.last == ',')
}

// waits reports whether the last of the starts has just been closed, so that
// what comes next tells what it was.
func (f *flow) waits() bool {
	n := len(f.starts)
	return n > 0 && f.starts[n-1].depth == len(f.open) && f.last == '}'
}

// mayFollow reports whether a byte may follow a mapping in brackets.
func (f *flow) mayFollow(c byte) bool {
	around := f.open[len(f.open)-1]
	return c == ',' || around == '{' && c == '}' || around == '[' && c == ']'
}

// settle drops the starts that turn out to be parts of the document: a "," or a
// bracket has followed.
func (f *flow) settle(depth int) {
	n := len(f.starts)
	for n > 0 && f.starts[n-1].depth >= depth {
		n--
	}
	f.starts = f.starts[:n]
}

func (f *flow) scan(line []byte) {
	if f.block && f.quote == 0 && len(f.open) == 0 {
		f.last = '\n'
	}
	previous := byte('\n')
	ended := false // previous ended a text in single quotes
	for _, c := range line {
		blank := c == ' ' || c == '\t' || c == '\r' || c == '\n'
		wasEnded := ended
		ended = false
		switch {
		case f.escape:
			f.escape = false
		case f.quote == '"' && c == '\\':
			f.escape = true
		case f.quote != 0:
			if c == f.quote {
				f.quote, ended = 0, c == '\''
			}
		case c == '#' && (previous == ' ' || previous == '\t' || previous == '\n'):
			return
		case c == '\'' && wasEnded: // it did not: 'it''s'
			f.quote = c
		case (c == '"' || c == '\'') && f.valueMayBegin(previous):
			f.quote = c // elsewhere it is an apostrophe
		case (c == '{' || c == '[') && (!f.block || len(f.open) > 0 || f.valueMayBegin(previous)):
			f.begun = true
			if len(f.open) < MaxDocument { // more cannot be in a document that is not too long
				f.open = append(f.open, c)
			}
		case (c == '}' || c == ']') && len(f.open) > 0:
			f.open = f.open[:len(f.open)-1]
			f.settle(len(f.open) + 1)
			if len(f.open) == 0 && !f.block {
				return // what follows on the line is not ours to judge
			}
		case c == ',':
			f.settle(len(f.open))
		}
		if !blank {
			f.last = c
		}
		previous = c
	}
}

// valueMayBegin reports whether a quote that comes next is one, and not a part
// of a text; outside of brackets in a block also for a bracket.
func (f *flow) valueMayBegin(previous byte) bool {
	switch f.last {
	case '{', '[', ',', ':', '\n':
		return true
	case '-', '?':
		return f.block && len(f.open) == 0 && (previous == ' ' || previous == '\t')
	}
	return false
}
