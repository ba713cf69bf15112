// Package lines reads what a person types, line by line.
package lines

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
)

const (
	// maxAnswerLength is more than any answer needs: the rest of a line counts for nothing.
	maxAnswerLength = 4096
	// maxLineLength is a line too long for any person to type.
	maxLineLength = 1 << 20
	// maxUndecided are more answers than anybody gives who wants to go on.
	maxUndecided = 1000
)

// ErrEndless means that a line does not seem to end: something else than a person
// is at the other end.
var ErrEndless = say.Errorf("the answer has no end: a line has more than %d characters", maxLineLength)

// ErrVain means that many answers came, and nothing of them: something else than a person
// is at the other end.
var ErrVain = say.Errorf("the last %d answers decided nothing: they do not seem to come from a person", maxUndecided)

// Reader reads lines.
type Reader struct {
	in *bufio.Reader
	// undecided counts the lines since the last one that decided something.
	undecided int
}

// New returns a reader of lines. It may read more than the lines that are asked
// for, so code that goes on reading there is given the Reader; a Reader is returned as it is.
func New(in io.Reader) *Reader {
	if r, ok := in.(*Reader); ok {
		return r
	}
	return &Reader{in: bufio.NewReader(in)}
}

// Read reads what comes behind the lines that were asked for.
func (r *Reader) Read(p []byte) (int, error) { return r.in.Read(p) }

// Decided notes that the last line was an answer which brings the person forward.
func (r *Reader) Decided() { r.undecided = 0 }

// Next returns the next line, with one space wherever there is white space and
// none around it, and nothing that a terminal would obey. The last line need not
// end. The error is io.EOF at the end of the input, ErrEndless, ErrVain, or that of the
// input.
func (r *Reader) Next() (string, error) {
	r.undecided++
	if r.undecided > maxUndecided {
		return "", ErrVain
	}
	var line []byte
	for n := 0; ; {
		part, err := r.in.ReadSlice('\n')
		n += len(part)
		if len(line) <= maxAnswerLength {
			line = append(line, part...)
		}
		switch {
		case n > maxLineLength:
			return "", ErrEndless
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == nil, errors.Is(err, io.EOF) && n > 0:
			words := strings.Fields(strings.ToValidUTF8(string(line), "?"))
			return strictyaml.Visible(strings.Join(words, " ")), nil
		}
		return "", err
	}
}
