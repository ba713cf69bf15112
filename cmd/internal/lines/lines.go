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
	// maxAnswerLength is more than any answer needs: the rest of a line is ignored.
	maxAnswerLength = 4096
	// maxLineLength is longer than any line that a person types.
	maxLineLength = 1 << 20
	// maxUndecided is a number of useless answers that nobody gives who wants to go on.
	maxUndecided = 1000
)

// ErrEndless means that a line does not seem to end: the input is not a person.
var ErrEndless = say.Errorf("the answer is too long: a line has more than %d characters", maxLineLength)

// ErrVain means that many answers came and none was of use: the input is not a person.
var ErrVain = say.Errorf("none of the last %d answers decided anything: they do not seem to come from a person",
	maxUndecided)

// Reader reads lines.
type Reader struct {
	in *bufio.Reader
	// undecided counts the lines since the last useful one.
	undecided int
}

// New returns a reader of lines. It may read ahead of the lines that are asked for, so code that
// reads on from the same input needs the Reader; New returns a Reader as it is.
func New(in io.Reader) *Reader {
	if r, ok := in.(*Reader); ok {
		return r
	}
	return &Reader{in: bufio.NewReader(in)}
}

// Read reads what follows the lines that were asked for.
func (r *Reader) Read(p []byte) (int, error) { return r.in.Read(p) }

// Decided records that the last line was a useful answer.
func (r *Reader) Decided() { r.undecided = 0 }

// Next returns the next line without control characters, and with a single space in the place of
// all white space between words. The last line need not end with a newline. The error is io.EOF at
// the end of the input, ErrEndless, ErrVain, or the error of the input.
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
