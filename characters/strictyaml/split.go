package strictyaml

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"fellowship/characters/say"
)

// Chunk is one document of a stream, for ParseAt.
type Chunk struct {
	Line int    // the line of the stream on which Data begins, from 1
	Data []byte // the lines of the document, as they are; not shared
}

// Split cuts a stream into documents. A document begins
//
//   - behind a line "---" or "...", as in YAML, and
//   - with a line that begins with "{", as in NDJSON. If "}" ends that line, the document ends
//     there, too, and is yielded before the next line is read.
//
// Else it goes on to the next one. So no line of a document but its first may begin with "{":
// blanks in front of it will do. Separators, and blank lines and comments in front of a
// document, belong to no document. A document without content is skipped.
//
// An error of type *Error is about one document that is too long, and the next document
// follows. Any other error is from r and ends the stream. The Chunk that comes with an error
// has a Line and nothing else.
func Split(file string, r io.Reader) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		s := splitter{file: file, yield: yield}
		in := bufio.NewReader(r)
		for line := 1; ; line++ {
			text, err := readLine(in)
			if err != nil && !errors.Is(err, io.EOF) {
				yield(Chunk{Line: line}, fmt.Errorf("%s: %w", file, err))
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

type splitter struct {
	file    string
	yield   func(Chunk, error) bool
	doc     Chunk // what has been read of it; on line 0 if none has begun
	tooLong bool  // that is told, and nothing is kept
}

// longestLine is how many bytes of a line are read: an input may have no end.
const longestLine = 64 << 20

// readLine reads a line with its end. Of a line that is too long it keeps just enough to see that.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for read := 0; ; {
		part, err := in.ReadSlice('\n')
		line = append(line, part[:min(len(part), MaxDocument+1-len(line))]...)
		read += len(part)
		if read > longestLine {
			return line, fmt.Errorf("a line is longer than %d bytes", longestLine)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// line takes the next line of the stream. It reports whether to go on.
func (s *splitter) line(number int, text []byte) bool {
	marker := isMarker(text)
	if marker || bytes.HasPrefix(text, []byte("{")) {
		if !s.flush() {
			return false
		}
	}
	first := s.doc.Line == 0
	if first {
		if isBlank(text) || marker && isBlank(text[len("---"):]) {
			return true
		}
		s.doc.Line = number
	}
	switch {
	case s.tooLong:
		return true
	case len(s.doc.Data)+len(text) > MaxDocument:
		s.tooLong = true
		return s.yield(Chunk{Line: s.doc.Line}, &Error{
			File: s.file, Line: s.doc.Line, Column: 1,
			Msg: say.Sprintf("the document is longer than %d bytes", MaxDocument),
		})
	}
	s.doc.Data = append(s.doc.Data, text...)
	if inner := bytes.Trim(text, " \t\r\n"); first && inner[0] == '{' && inner[len(inner)-1] == '}' {
		return s.flush()
	}
	return true
}

// flush yields the document read and starts anew. It reports whether to go on.
func (s *splitter) flush() bool {
	d := *s
	s.doc = Chunk{}
	s.tooLong = false
	return d.doc.Line == 0 || d.tooLong || s.yield(d.doc, nil)
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
