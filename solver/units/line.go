package units

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// These errors say that a line is not the one that was written. The lines of results stand
// for themselves: without a changed one all others count.
var (
	ErrChanged     = errors.New("it is not as it was written; without this line its part is measured again")
	ErrHeadChanged = errors.New("it is not as it was written")
)

// Line is the head of some work, or a result of it, as it is written: then head is the
// line at the top. At the end is a sum over both, which shows what a disk or a person has
// changed, and a line of other work.
func Line(head []byte, what any) ([]byte, error) {
	text, err := json.Marshal(what)
	if err != nil {
		return nil, err
	}
	return append(append(text[:len(text)-1], sumOf(head, text)...), '\n'), nil
}

// sumOf is how a line ends, in the place of its last brace.
func sumOf(head, text []byte) []byte {
	sum := sha256.New()
	sum.Write(head)
	sum.Write(text)
	return fmt.Appendf(nil, `,"sum":"%x"}`, sum.Sum(nil)[:8])
}

// summed returns a line without its sum, and whether that is there and right.
func summed(head, line []byte) ([]byte, bool) {
	line = bytes.TrimSuffix(line, []byte("\n"))
	at := len(line) - len(sumOf(nil, nil))
	if at < 0 {
		return line, false
	}
	text := append(bytes.Clone(line[:at]), '}')
	if !bytes.Equal(sumOf(head, text), line[at:]) {
		return line, false
	}
	return text, true
}

// unfinished reports whether the end of a file without a newline is what a crash leaves of a
// line: its beginning, with zeros behind it where data did not arrive.
func unfinished(end []byte) bool {
	end = bytes.TrimRight(end, "\x00")
	var value json.RawMessage
	err := json.NewDecoder(bytes.NewReader(end)).Decode(&value)
	return json.Valid(end) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
