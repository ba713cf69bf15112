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

// Chunk is one document of a stream, for [ParseAt].
type Chunk struct {
	// Line is the line of the stream on which Data begins, counted from 1.
	Line int
	// Data holds the unchanged lines of the document. The caller may keep it.
	Data []byte
}

// Split cuts a stream into documents. A document begins
//
//   - after a line "---" or "...", as in YAML, and
//   - with a line that begins with "{", as in NDJSON. If "}" ends that line, the document ends
//     there, too, and is yielded before the next line is read.
//
// Otherwise a document ends where the next one begins. So only the first line of a document may
// begin with "{"; other lines need a blank before it. Separators belong to no document, nor do
// blank lines and comments before a document. A document without content is skipped.
//
// An error of type [*Error] is about one document that is too long, and the next document
// follows. Any other error is from r and ends the stream. The Chunk that comes with an error
// has only a Line.
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

// splitter collects the lines of the current document.
type splitter struct {
	file  string
	yield func(Chunk, error) bool
	// doc is the beginning of the current document. Its Line is 0 if none has begun.
	doc Chunk
	// tooLong reports whether the document is too long. The error was yielded, and the remaining
	// lines are dropped.
	tooLong bool
}

// longestLine is the most bytes of a line that are read, because an input may have no end.
const longestLine = 64 << 20

// readLine reads a line with its line break. If the line is longer than a document may be, readLine
// keeps one byte more than that and drops the rest, because the caller only has to see that it is too long.
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

// line handles the next line of the stream. It reports whether to go on.
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

// flush yields the current document and begins a new one. It reports whether to go on.
func (s *splitter) flush() bool {
	d := *s
	s.doc = Chunk{}
	s.tooLong = false
	return d.doc.Line == 0 || d.tooLong || s.yield(d.doc, nil)
}

// isMarker reports whether a line is a separator of documents. It is one even inside quotes, as in
// YAML. After "---" a document may begin on the same line.
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
