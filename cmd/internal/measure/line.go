package measure

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"fellowship/characters/strictyaml"
)

// These are the problems of a line in the file of a measurement. The lines of results stand for
// themselves: without a changed one all others count.
var (
	errChanged     = errors.New("it is not as it was written; without this line its part is measured again")
	errHeadChanged = errors.New("it is not as it was written")
	errNoState     = errors.New("it does not hold the state of a measurement")
	errAnswers     = errors.New("it holds what --json has written, not what --resume keeps")
	errEarlier     = errors.New("an earlier version of the program has written it; measure again, with another file")
	// errEmpty is of a file that is empty, or ends in its first line.
	errEmpty = errors.New("nothing is in it yet")
)

// maxLine is the most bytes of a line that is kept, far more than a result has.
const maxLine = 1 << 16

// line is the head of a measurement, or a result of it, as it is written: then head is the
// line at the top. At the end is a sum over both, which shows what a disk or a person has
// changed, and a line of another measurement.
func line(head []byte, what any) ([]byte, error) {
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

// read reads what was kept of a measurement: a first line that says how it is made, which fits
// may refuse, and then one for each result, of which check tells what it lacks. A last line
// without its end was being written when the program was stopped: it is left out. Size is how
// many bytes count, so that the next line can be written behind them.
func read[H, L any](r io.Reader, fits func(*H) error, check func(*L) error) (head H, lines []L, size int64, err error) {
	in := bufio.NewReaderSize(r, maxLine)
	var top []byte
	for n := 1; ; n++ {
		line, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return head, lines, size, fmt.Errorf("line %d: it is longer than %d bytes", n, maxLine)
		case errors.Is(err, io.EOF) && n == 1 && unfinished(line):
			return head, lines, 0, errEmpty
		case errors.Is(err, io.EOF) && n == 1:
			return head, lines, 0, errNoState
		case errors.Is(err, io.EOF) && !unfinished(line):
			return head, lines, size, fmt.Errorf("line %d: %w", n, errChanged)
		case errors.Is(err, io.EOF):
			return head, lines, size, nil
		case err != nil:
			return head, lines, size, err
		}
		if n == 1 {
			top = bytes.Clone(line)
			if err = readHead(line, &head); err == nil {
				err = fits(&head)
			}
		} else {
			var next L
			if err = readLine(top, line, &next, check); err != nil {
				err = fmt.Errorf("line %d: %w", n, err)
			} else {
				lines = append(lines, next)
			}
		}
		if err != nil {
			return head, lines, size, err
		}
		size += int64(len(line))
	}
}

// readHead reads the first line.
func readHead[H any](line []byte, head *H) error {
	text, whole := summed(nil, line)
	switch {
	case bytes.HasPrefix(line, []byte(`{"schema":`)):
		return errAnswers
	case bytes.HasPrefix(line, []byte(`{"state":1,`)):
		return errEarlier
	case !whole && bytes.Contains(line, []byte(`,"sum":"`)):
		return fmt.Errorf("line %d: %w", 1, errHeadChanged)
	case !whole || decode(text, head) != nil:
		return errNoState
	}
	return nil
}

// readLine reads another line of a measurement with a head.
func readLine[L any](head, line []byte, into *L, check func(*L) error) error {
	text, whole := summed(head, line)
	if !whole {
		return errChanged
	}
	if err := decode(text, into); err != nil {
		return err
	}
	return check(into)
}

// decode reads JSON in which there is nothing that is not known, and nothing twice.
func decode(line []byte, into any) error {
	if err := strictyaml.CheckJSON(line); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}
