package strictyaml

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"regexp"
	"slices"

	"fellowship/tricks/say"
)

// Chunk is one document of a stream, for ParseAt.
type Chunk struct {
	Line int    // the line of the stream on which Data begins, from 1
	Data []byte // the lines of the document, as they are; not shared
}

// Split cuts a stream into documents. It reads no further than it takes to know where the
// one it yields ends. Documents are
//
//   - separated by lines "---" or "...", as in YAML, or
//   - written in one line that begins with "{", as in NDJSON. A mapping that begins so and
//     is not closed on its line goes on until it is closed.
//
// Both may be mixed, though a YAML document has to begin with a separator where it follows
// another. Separators, and blank lines and comments in front of a document, belong to no
// document. A document without content is skipped.
//
// A line that belongs nowhere, or a document cut off in its middle, spoils nothing but
// itself. A line that begins with "{" begins a document wherever no mapping could begin in
// the one before. A mapping could begin in a list left open, or behind a key. Then what
// follows it tells: only "," or the bracket around it can follow a mapping. With anything
// else it was a document of its own.
//
// A broken document may look right by chance. So the reader says with good what it is
// looking for. Good is asked about a document that holds mappings which could stand alone,
// because nothing else is on their lines. If the document is not good, the good ones of
// these mappings are taken out of it. They stay inside if the document can be read and they
// stand in a list with a comma behind a mapping on its line, because such a list is meant.
// Of mappings inside each other good is asked about the outer ones and about single lines.
// So it gets no more than four times the bytes of the stream.
//
// An error of type *Error is about one document that is too long. The next document
// follows, and the good lines of that one. Any other error is from r and ends the stream.
// The Chunk that comes with an error has a Line and nothing else.
func Split(file string, r io.Reader, good func(Chunk) bool) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		s := splitter{stream: &stream{file, bufio.NewReader(r), good, yield}}
		for line := 1; ; line++ {
			text, err := s.readLine()
			if err != nil && !errors.Is(err, io.EOF) {
				yield(Chunk{Line: line}, say.Errorf("%s: %w", file, err))
				return
			}
			if line == 1 {
				text = bytes.TrimPrefix(text, []byte(byteOrderMark))
			}
			if !s.line(line, text) {
				return
			}
			if err != nil {
				s.flush()
				return
			}
		}
	}
}

// stream is where documents come from and go to.
type stream struct {
	file  string
	in    *bufio.Reader
	good  func(Chunk) bool
	yield func(Chunk, error) bool
}

// splitter is the document that is being read.
type splitter struct {
	*stream

	doc     Chunk // what has been read of it
	begun   bool
	style   style
	tooLong bool // that is told, and only mappings that could stand alone are kept
	rest    bool // it is the rest of another document: no mapping in it could stand alone
	flow    flow // how far its brackets are closed
}

// style is how a document is written, as its first line shows.
type style uint8

const (
	block  style = iota // YAML that goes on to a separator
	braced              // a mapping in braces that goes on until it is closed
	scrap               // no document: it goes on up to a line that can begin one
)

// readLine reads a line with its end. Of a line that is too long it keeps just enough to
// see that.
func (s *stream) readLine() ([]byte, error) {
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
func (s *splitter) line(number int, text []byte) bool {
	marker := isMarker(text)
	if marker || s.begun && s.endsBefore(text) {
		if !s.flush() {
			return false
		}
	}
	first := !s.begun
	if first {
		if marker {
			marker = isBlank(text[len("---"):])
		}
		if marker || isBlank(text) {
			return true
		}
		s.begin(number, text)
	}
	if !s.makeRoom(len(text)) {
		return false
	}
	if !first && !s.rest && bytes.HasPrefix(text, []byte("{")) && len(text) <= MaxDocument {
		s.flow.begin(number, len(s.doc.Data))
	}
	if !s.tooLong || len(s.flow.starts) > 0 {
		s.doc.Data = append(s.doc.Data, text...)
	}
	if s.style == scrap {
		return true
	}
	s.flow.scan(text)
	s.flow.endLine(len(s.doc.Data))
	// A line that was cut leaves open whatever it left open.
	if s.style == braced && (s.flow.closed() || len(text) > MaxDocument) {
		return s.flush()
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
	return s.flow.waiting > 0 && !s.flow.mayFollow(bytes.TrimLeft(text, " \t")[0])
}

// makeRoom makes sure that so many bytes more may be kept. A document that has become too
// long is told and thrown away, except for its good mappings. It reports whether to go on.
func (s *splitter) makeRoom(more int) bool {
	if len(s.doc.Data)+more <= MaxDocument {
		return true
	}
	if !s.tooLong {
		s.tooLong = true
		err := &Error{File: s.file, Line: s.doc.Line, Column: 1, Msg: say.Sprintf("the document is longer than %d bytes", MaxDocument)}
		if !s.yield(Chunk{Line: s.doc.Line}, err) {
			return false
		}
	}
	if !s.cut(nil) {
		return false
	}
	s.doc.Data = nil
	s.flow.forget()
	return true
}

// flush yields the document read and starts anew. It reports whether to go on.
func (s *splitter) flush() bool {
	d := *s
	*s = splitter{stream: s.stream, rest: s.rest}
	switch {
	case !d.begun || d.tooLong && len(d.flow.starts) == 0:
		return true
	case len(d.flow.starts) == 0 || !d.tooLong && s.good(d.doc):
		return s.yield(d.doc, nil)
	}
	return d.cut(s)
}

// cut yields a document that is not good in pieces: the mappings that are taken out of it,
// and what lies between them. The latter goes through next, as if it had come alone. Without
// next the document goes on, and only good mappings are taken out. It reports whether to go
// on.
func (s *splitter) cut(next *splitter) bool {
	at, left := start{line: s.doc.Line}, false // where the piece begins, and whether it lies between mappings
	upTo := func(end int) bool {
		text := s.doc.Data[at.data:end:end]
		switch {
		case s.tooLong && (left || at.depth == 0): // it is told
			return true
		case !left:
			return s.yield(Chunk{at.line, text}, nil)
		}
		next.rest = true
		number := at.line
		for line := range bytes.Lines(text) {
			if !next.line(number, line) {
				return false
			}
			number++
		}
		more := next.flush()
		next.rest = false
		return more
	}
	budget := 2 * len(s.doc.Data) // of what good may be asked about beside single lines
	taken := 0                    // up to here nothing more can be taken out
	meant := !s.tooLong && s.wellFormedList()
	for i, st := range s.flow.starts {
		if st.data < taken || st.end == neverAlone {
			continue
		}
		if st.listed && meant {
			taken = st.end
			continue
		}
		own := next != nil && (st.end == 0 || i == s.flow.waiting-1) // a document, good or not
		whole := own && st.oneLine && st.end > 0
		if size := st.end - st.data; !whole && st.end > 0 && (st.oneLine || size <= budget) {
			whole = s.good(st.chunk(s.doc.Data))
			if !st.oneLine {
				budget -= size
			}
		}
		if !own && !whole {
			continue
		}
		if !upTo(st.data) {
			return false
		}
		at, left = st, whole
		if whole {
			c := st.chunk(s.doc.Data)
			if !s.yield(c, nil) {
				return false
			}
			at.line += bytes.Count(c.Data, []byte("\n"))
			at.data, taken = st.end, st.end
		}
	}
	return upTo(len(s.doc.Data))
}

// wellFormedList reports whether a document can be read and holds a list that is meant: one
// with a comma behind a mapping on its line.
func (s *splitter) wellFormedList() bool {
	if len(s.flow.open) > 0 || !slices.ContainsFunc(s.flow.starts, func(at start) bool { return at.listed }) {
		return false
	}
	_, root := Parse(s.file, s.doc.Data)
	return root.Present()
}

// isMarker reports whether a line ends the document above it. Even inside quotes it does,
// as in YAML. After "---" a document may begin on the same line.
func isMarker(line []byte) bool {
	rest, begin := bytes.CutPrefix(line, []byte("---"))
	rest, end := bytes.CutPrefix(rest, []byte("..."))
	if begin == end {
		return false
	}
	apart := len(rest) == 0 || bytes.IndexByte([]byte(" \t\r\n"), rest[0]) >= 0
	return apart && (begin || isBlank(rest))
}

// isBlank reports whether a line has no content, except maybe a comment.
func isBlank(line []byte) bool {
	line = bytes.TrimLeft(line, " \t\r\n")
	return len(line) == 0 || line[0] == '#'
}
