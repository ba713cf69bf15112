package units

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"fellowship/characters/strictyaml"
	"fellowship/tricks/say"
)

// MaxLine is the most bytes of a line that is kept, far more than a result has.
const MaxLine = 1 << 16

// ErrNoState says that something else was read than what is kept of such work.
var ErrNoState = say.New("it does not hold the state of a measurement")

// Read reads what was kept of some work: a line that says how it is done, and then
// one for each result. IsHead tells whether the first line is one of such work, and
// check what a result lacks. A last line without its end was being written when the
// program was stopped: it is left out. Size is how many bytes count, so that the next
// line can be written behind them.
func Read[H, R any](r io.Reader, isHead func(*H) bool, check func(*R) error) (head H, results []R, size int64, err error) {
	in := bufio.NewReaderSize(r, MaxLine)
	for n := 1; ; n++ {
		line, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return head, results, size, say.Errorf("line %d: it is longer than %d bytes", n, MaxLine)
		case errors.Is(err, io.EOF) && n == 1:
			return head, results, 0, ErrNoState
		case errors.Is(err, io.EOF):
			return head, results, size, nil
		case err != nil:
			return head, results, size, err
		}
		if err := strictyaml.CheckJSON(line); err != nil {
			return head, results, size, say.Errorf("line %d: %w", n, err)
		}
		if n == 1 {
			if err := Decode(line, &head); err != nil || !isHead(&head) {
				return head, results, size, ErrNoState
			}
		} else {
			var result R
			if err := Decode(line, &result); err != nil {
				return head, results, size, say.Errorf("line %d: %w", n, err)
			}
			if err := check(&result); err != nil {
				return head, results, size, say.Errorf("line %d: %w", n, err)
			}
			results = append(results, result)
		}
		size += int64(len(line))
	}
}

// Decode reads JSON in which there is nothing that is not known.
func Decode(line []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}
