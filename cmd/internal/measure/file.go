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

// File is the file in which the results of a measurement are stored. The first line says how they
// are measured. Each further line is a result, or in the file of a [Part] also the work that is wanted.
type File struct {
	*disk.Log
	// head is the first line.
	head []byte
}

// open opens the file of a measurement, locks it until Close, and reads its lines. If there is no
// file, or it ends within the first line, open writes head as its first line. Otherwise fits returns
// an error for a first line with which the measurement cannot continue, and check returns an error
// for a damaged result.
func open[H, L any](name string, head H, fits func(*H) error, check func(*L) error) (f File, lines []L, err error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return f, nil, errors.New("this file cannot be read a second time")
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666) //nolint:gosec // the umask restricts the mode
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

// Close makes sure that the file is in its place with all lines in it, and releases its lock.
func (f File) Close() error { return errors.Join(f.Keep(), f.Log.Close()) }

// add writes a line, or leaves the file as it was.
func (f File) add(value any) error {
	text, err := encodeLine(f.head, value)
	if err == nil {
		err = f.Append(text)
	}
	return err
}

// These are the problems of a line in the file of a measurement. A damaged line is an error, and the
// person has to remove it. The results are independent of each other, so all others still count then.
var (
	errChanged     = errors.New("it was changed after it was written; remove this line, and its part is measured again")
	errHeadChanged = errors.New("it was changed after it was written")
	errNoState     = errors.New("it does not contain a measurement")
	errAnswers     = errors.New("it contains output of --json, not a file of --resume")
	errEarlier     = errors.New("it was written by an earlier version of the program; measure again with another file")
	// errEmpty is the error of a file that is empty or ends within its first line.
	errEmpty = errors.New("it is empty")
)

// maxLine limits the bytes of a line. It is far more than a result needs.
const maxLine = 1 << 16

// encodeLine returns a line of the file. For a result, head is the first line of the file; for the
// first line itself it is nil. The line ends with a checksum of head and value. The checksum shows
// whether a disk or a person has changed the line, or whether it belongs to another measurement.
func encodeLine(head []byte, value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return append(append(text[:len(text)-1], sumOf(head, text)...), '\n'), nil
}

// sumOf returns the checksum as the end of a line. It replaces the line's last brace.
func sumOf(head, text []byte) []byte {
	sum := sha256.New()
	sum.Write(head)
	sum.Write(text)
	return fmt.Appendf(nil, `,"sum":"%x"}`, sum.Sum(nil)[:8])
}

// cutSum returns a line without its checksum, and whether the checksum is present and right.
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

// storedLines is the content of a measurement's file.
type storedLines[H, L any] struct {
	// top is the first line as it is written.
	top []byte
	// head is the first line decoded.
	head H
	// lines are the other lines.
	lines []L
	// size is the number of bytes in complete lines. The next line is written there.
	size int64
	// torn is the incomplete line that a crash has left at the end.
	torn []byte
}

// read reads the file of a measurement. The function fits returns an error for a first line that
// is not acceptable, and check for a result that is not. The error of read is errEmpty if there is
// no complete line.
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

// readLine reads a line of a result. head is the first line of the file.
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

// decode decodes JSON. Unknown and duplicate keys are errors.
func decode(line []byte, target any) error {
	if err := strictyaml.CheckJSON(line); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	return decoder.Decode(target)
}
