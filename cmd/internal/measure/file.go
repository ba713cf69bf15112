package measure

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"
)

// File is the file that a measurement is kept in: at its end it is where it was.
type File struct {
	*disk.Log
	// head is its first line.
	head []byte
}

// open opens the file of a measurement whose first line is head, and reads the lines that are
// there. Fits refuses the first line of a measurement that cannot be gone on with. What is
// measured will be added, each unit before the next one counts as done.
func open[H, L any](name string, head H, fits func(*H) error, check func(*L) error) (f File, lines []L, err error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return f, nil, errors.New("this file cannot be read a second time")
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666) //nolint:gosec // as far as the umask lets it
	if err != nil {
		return f, nil, disk.Classify(err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close())
		}
	}()
	if err := disk.Lock(file); err != nil {
		return f, nil, err
	}
	first, err := encodeLine(nil, head)
	if err != nil {
		return f, nil, err
	}
	stored, err := read(file, fits, check)
	if begun := bytes.TrimRight(stored.torn, "\x00"); errors.Is(err, errEmpty) && bytes.HasPrefix(first, begun) {
		f = File{disk.NewLog(file, 0), first}
		return f, nil, f.Append(first)
	}
	return File{disk.NewLog(file, stored.size), stored.top}, stored.lines, err
}

// Close ends the lock.
func (f File) Close() error { return errors.Join(f.Keep(), f.Log.Close()) }

// add writes a line, or leaves the file as it was.
func (f File) add(value any) error {
	text, err := encodeLine(f.head, value)
	if err == nil {
		err = f.Append(text)
	}
	return err
}

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

// encodeLine is the head of a measurement, or a result of it, as it is written: then head is the
// line at the top. At the end is a sum over both, which shows what a disk or a person has
// changed, and a line of another measurement.
func encodeLine(head []byte, value any) ([]byte, error) {
	text, err := json.Marshal(value)
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

// cutSum returns a line without its sum, and whether that is there and right.
func cutSum(head, line []byte) ([]byte, bool) {
	line = bytes.TrimSuffix(line, []byte("\n"))
	sumStart := len(line) - len(sumOf(nil, nil))
	if sumStart < 0 {
		return line, false
	}
	text := append(bytes.Clone(line[:sumStart]), '}')
	if !bytes.Equal(sumOf(head, text), line[sumStart:]) {
		return line, false
	}
	return text, true
}

// storedLines is what a file holds of a measurement: the line at its top, how it is made, and the results.
// Size is how many bytes count, so that the next line can be written behind them, and torn what a crash has
// left there.
type storedLines[H, L any] struct {
	top   []byte
	head  H
	lines []L
	size  int64
	torn  []byte
}

// read reads what was kept of a measurement: a first line that says how it is made, which fits
// may refuse, and then a line for each result, of which check tells what it lacks. The error is errEmpty
// where there is no whole line.
func read[H, L any](r io.Reader, fits func(*H) error, check func(*L) error) (k storedLines[H, L], err error) {
	n := 0
	k.size, k.torn, err = disk.Lines(r, maxLine, func(line []byte) (err error) {
		n++
		if n == 1 {
			k.top = bytes.Clone(line)
			if err = readHead(line, &k.head); err == nil {
				err = fits(&k.head)
			}
			return err
		}
		var next L
		if err = readLine(k.top, line, &next, check); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		k.lines = append(k.lines, next)
		return nil
	})
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		err = fmt.Errorf("line %d: it is longer than %d bytes", n+1, maxLine)
	case err == nil && n == 0:
		err = errEmpty
	}
	return k, err
}

// readHead reads the first line.
func readHead[H any](line []byte, head *H) error {
	text, whole := cutSum(nil, line)
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
func readLine[L any](head, line []byte, target *L, check func(*L) error) error {
	text, whole := cutSum(head, line)
	if !whole {
		return errChanged
	}
	if err := decode(text, target); err != nil {
		return err
	}
	return check(target)
}

// decode reads JSON in which there is nothing that is not known, and nothing twice.
func decode(line []byte, target any) error {
	if err := strictyaml.CheckJSON(line); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	return decoder.Decode(target)
}
