package strictyaml

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
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
// Both may be mixed, though a YAML document has to end with a separator
// before an NDJSON one. Separators, and blank lines and comments in front of
// a document, belong to no document; a document without content is skipped.
//
// A mapping never closed would swallow the rest of the stream. It therefore
// ends before a line that begins with "{" where no mapping could begin.
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
	tooLong bool // the rest of it is thrown away

	braced bool // begun with "{"
	flow   flow // how far its brackets are closed, if so
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
	brace := bytes.HasPrefix(text, []byte("{"))
	if marker || brace && s.begun && s.braced && !s.flow.mappingMayBegin() {
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
		// Blanks in front of a brace carry no meaning, as in NDJSON.
		s.braced = bytes.HasPrefix(bytes.TrimLeft(text, " \t"), []byte("{"))
		s.begun, s.doc.Line = true, number
	}
	if s.tooLong = s.tooLong || len(s.doc.Data)+len(text) > MaxDocument; s.tooLong {
		s.doc.Data = nil
	} else {
		s.doc.Data = append(s.doc.Data, text...)
	}
	if s.braced {
		// A line that was cut leaves open whatever it left open.
		s.flow.scan(text)
		if s.flow.closed() || len(text) > MaxDocument {
			return s.flush(yield)
		}
	}
	return true
}

// flush yields the document read and starts anew.
func (s *splitter) flush(yield func(Chunk, error) bool) bool {
	doc, begun, tooLong := s.doc, s.begun, s.tooLong
	*s = splitter{file: s.file, in: s.in}
	switch {
	case !begun:
		return true
	case tooLong:
		return yield(Chunk{Line: doc.Line}, &Error{
			File: s.file, Line: doc.Line, Column: 1,
			Msg: fmt.Sprintf("the document is longer than %d bytes", MaxDocument),
		})
	}
	return yield(doc, nil)
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

// flow follows the brackets and quotes of a flow mapping or JSON object just
// well enough to tell its end.
type flow struct {
	open   []byte // the brackets not closed yet
	begun  bool
	quote  byte // the kind of quote we are in, or 0
	escape bool // after a backslash
	last   byte // the last byte that is neither blank nor comment
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

func (f *flow) scan(line []byte) {
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
		case (c == '"' || c == '\'') && bytes.IndexByte([]byte("{[,:"), f.last) >= 0:
			f.quote = c // elsewhere it is an apostrophe
		case c == '{' || c == '[':
			f.begun = true
			if len(f.open) < MaxDocument { // more cannot be in a document that is not too long
				f.open = append(f.open, c)
			}
		case (c == '}' || c == ']') && len(f.open) > 0:
			if f.open = f.open[:len(f.open)-1]; len(f.open) == 0 {
				return // what follows on the line is not ours to judge
			}
		}
		if !blank {
			f.last = c
		}
		previous = c
	}
}
