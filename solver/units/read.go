package units

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"fellowship/characters/strictyaml"
)

// MaxLine is the most bytes of a line that is kept, far more than a result has.
const MaxLine = 1 << 16

// ErrNoState means that the file is none of such work.
var ErrNoState = errors.New("it does not hold the state of a measurement")

// Read reads the saved results of some work: a line that says how it is done, and then
// one for each result. IsHead tells whether the first line is one of such work, and
// check what a result lacks. A last line without its end was being written when the
// program was stopped: it is left out. Size is how many bytes count, so that the next
// line can be written behind them. Where the head has no sum an earlier program has written
// it, and lines need none.
func Read[H, R any](r io.Reader, isHead func(*H) bool, check func(*R) error) (head H, results []R, size int64, err error) {
	in := bufio.NewReaderSize(r, MaxLine)
	var top []byte
	for n := 1; ; n++ {
		line, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return head, results, size, fmt.Errorf("line %d: it is longer than %d bytes", n, MaxLine)
		case errors.Is(err, io.EOF) && n == 1:
			return head, results, 0, ErrNoState
		case errors.Is(err, io.EOF) && !unfinished(line):
			return head, results, size, fmt.Errorf("line %d: %w", n, ErrChanged)
		case errors.Is(err, io.EOF):
			return head, results, size, nil
		case err != nil:
			return head, results, size, err
		}
		if n == 1 {
			top = bytes.Clone(line)
			if err := decodeHead(line, &head, isHead); err != nil {
				return head, results, size, err
			}
		} else {
			result, err := decodeResult(top, line, check)
			if err != nil {
				return head, results, size, fmt.Errorf("line %d: %w", n, err)
			}
			results = append(results, result)
		}
		size += int64(len(line))
	}
}

// decodeHead reads the first line.
func decodeHead[H any](line []byte, head *H, isHead func(*H) bool) error {
	text, whole := summed(nil, line)
	if !whole && bytes.Contains(line, []byte(`,"sum":"`)) {
		return fmt.Errorf("line %d: %w", 1, ErrHeadChanged)
	}
	if err := strictyaml.CheckJSON(text); err != nil {
		return fmt.Errorf("line %d: %w", 1, err)
	}
	if err := Decode(text, head); err != nil || !isHead(head) {
		return ErrNoState
	}
	return nil
}

// decodeResult reads another line of work with a head.
func decodeResult[R any](head, line []byte, check func(*R) error) (result R, err error) {
	text, whole := summed(head, line)
	if _, needed := summed(nil, head); needed && !whole {
		return result, ErrChanged
	}
	if err := strictyaml.CheckJSON(text); err != nil {
		return result, err
	}
	if err := Decode(text, &result); err != nil {
		return result, err
	}
	return result, check(&result)
}

// Decode reads JSON in which there is nothing that is not known.
func Decode(line []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}
