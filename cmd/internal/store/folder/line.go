package folder

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
)

// A line of a file is
//
//	{"table":"c02p4s7-1","n":3,"at":"2026-11-23T04:00:00Z","sum":"…","lines":[{…},{…}]}
//
// with the name of the table in the first line only. The checksum covers the checksum of the line before, the
// number, the time and the event's lines; in the first line also the table's name. A line is valid only if
// [state.line] would write its content with exactly the same bytes.

// state has the values of the last line that the next line depends on.
type state struct {
	number uint64
	time   time.Time
	// sum is the checksum.
	sum string
	// first is the checksum of the first line. It tells tables of the same name apart.
	first string
}

// storedLine is a line of a file.
type storedLine struct {
	// Table is the name of the table, empty after the first line.
	Table string `json:"table"`
	// N is the number of the event, counted from 1.
	N    uint64 `json:"n"`
	Time string `json:"at"`
	// Sum is the checksum in hexadecimal.
	Sum string `json:"sum"`
	// Lines are the event's own lines.
	Lines []json.RawMessage `json:"lines"`
}

// line returns the next line of the file for an event, and the state after it.
func (s state) line(table string, moment time.Time, data []byte) ([]byte, state, error) {
	moment = moment.UTC()
	stamp := moment.Format(time.RFC3339Nano)
	next := state{number: s.number + 1, time: moment}
	sum := sha256.New()
	if s.number == 0 {
		fmt.Fprintf(sum, "%s\n", table)
	}
	fmt.Fprintf(sum, "%s\n%d\n%s\n", s.sum, next.number, stamp)
	sum.Write(data)
	const length = 8
	next.sum = hex.EncodeToString(sum.Sum(nil)[:length])
	next.first = s.first
	if s.number == 0 {
		next.first = next.sum
	}
	var out bytes.Buffer
	out.WriteByte('{')
	if s.number == 0 {
		name, err := json.Marshal(table)
		if err != nil {
			return nil, s, err
		}
		fmt.Fprintf(&out, `"table":%s,`, name)
	}
	fmt.Fprintf(&out, `"n":%d,"at":"%s","sum":"%s","lines":[`, next.number, stamp, next.sum)
	first := true
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if !json.Valid(line) {
			return nil, s, say.New("an event of a table is made of lines of JSON")
		}
		if !first {
			out.WriteByte(',')
		}
		first = false
		out.Write(line)
	}
	out.WriteString("]}\n")
	return out.Bytes(), next, nil
}

// event reads a line. The error says why it is not a valid next line after the state. An empty table accepts any
// table's name.
func (s state) event(table string, line []byte) (store.Event, state, error) {
	var w storedLine
	if err := json.Unmarshal(line, &w); err != nil {
		return store.Event{}, s, say.New("it is not an event")
	}
	if s.number == 0 && table == "" {
		table = w.Table
	}
	if s.number == 0 && w.Table != table {
		return store.Event{}, s, &renamedError{w.Table}
	}
	moment, err := time.Parse(time.RFC3339Nano, w.Time)
	if err != nil {
		return store.Event{}, s, say.New("it has no time")
	}
	var data []byte
	for _, l := range w.Lines {
		data = append(append(data, l...), '\n')
	}
	same, next, err := s.line(table, moment, data)
	switch {
	case err != nil:
		return store.Event{}, s, err
	case !bytes.Equal(same, line):
		return store.Event{}, s, say.New("it was changed after it was written, or a line before it is missing")
	}
	return store.Event{Number: next.number, Time: next.time, Data: data}, next, nil
}

// renamedError means that a file belongs to a table of another name.
type renamedError struct{ table string }

// Error returns the message in English.
func (e *renamedError) Error() string { return say.English(e) }

// FormatArgs returns the message for translation, see package say.
func (e *renamedError) FormatArgs() (format string, args []any) {
	return "it is the file of the table %.60q", []any{e.table}
}

// content describes the end of a file: the state after its last event.
type content struct {
	state
	// size is the size in bytes up to the last event.
	size int64
	// torn is an unfinished line after it.
	torn []byte
}

// Head is the beginning of the file of each table.
const Head = `{"table":"`

// Events reads the file of any table. The error matches [store.ErrDamaged] if a line differs from what was
// written; the events before it are returned with it.
func Events(file io.Reader) (out []store.Event, err error) {
	_, err = scan(file, "", func(e store.Event) { out = append(out, e) }, state{})
	return out, err
}

// scan reads the file of a table, and notes whether it is damaged.
func (s *Store) scan(f io.Reader, table string, take func(store.Event)) (content, error) {
	mark, isMarked := s.readMark(table) // before the file, which may grow meanwhile
	s.mu.Lock()
	seen := s.seen[table]
	s.mu.Unlock()
	if mark.number > seen.number {
		seen = mark
	}
	c, err := scan(f, table, take, seen)
	if err == nil && s.opts.EndMarks != "" && len(c.torn) > 0 && c.number > 0 && !isMarked {
		if _, isMarked = s.readMark(table); !isMarked { // else it was written for the first time just now
			err = c.damage(table, store.Torn, errTorn)
		}
	}
	s.noteState(table, c.state, err)
	return c, err
}

// noteState notes the state that a table has reached, or that it is damaged.
func (s *Store) noteState(table string, reached state, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case errors.Is(err, store.ErrDamaged):
		s.damaged[table] = true
	case err == nil && reached.sum != "" && reached.number >= s.seen[table].number:
		s.seen[table] = reached
		fallthrough
	default:
		delete(s.damaged, table)
	}
}

// longestLine is the maximum size of a line in bytes, more than any event needs.
const longestLine = 2 * store.MaxEvent

// damage returns the error for the line after the content.
func (c *content) damage(table string, kind store.DamageKind, reason error) *store.DamageError {
	e := &store.DamageError{Kind: kind, Line: c.number + 1}
	e.Err = say.Errorf("the table %s, line %d of its file: %w: %w", table, e.Line, store.ErrDamaged, reason)
	if table == "" {
		e.Err = say.Errorf("line %d of the table's file: %w: %w", e.Line, store.ErrDamaged, reason)
	}
	var renamed *renamedError
	if errors.As(reason, &renamed) {
		e.Kind = store.Renamed
		e.Table = renamed.table
	}
	return e
}

// scan reads the file of a table. The error is a [store.DamageError] if a line differs from what was written or
// is too long, or if the file does not contain what was seen of it before. It names the line unless that is too
// long. A file that does not contain what was seen is read to its end.
func scan(in io.Reader, table string, take func(store.Event), seen state) (c content, err error) {
	var replaced *store.DamageError
	c.size, c.torn, err = disk.Lines(in, longestLine, func(line []byte) error {
		e, next, err := c.event(table, line)
		if err != nil {
			return c.damage(table, store.Changed, err)
		}
		if next.number == seen.number && next.sum != seen.sum {
			replaced = c.damage(table, store.Replaced, errMissing)
		}
		c.state = next
		take(e)
		return nil
	})
	var damaged *store.DamageError
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		err = c.damage(table, store.Changed, err)
		damaged, _ = err.(*store.DamageError) //nolint:errorlint // it was made here
		damaged.Err = say.Errorf("%w: a line is longer than any event", store.ErrDamaged)
	case err == nil && replaced != nil:
		replaced.Line = c.number + 1 // all lines of the other file can be used
		err = replaced
	case err == nil && c.number < seen.number:
		kind := store.Cut
		if c.number > 0 && seen.first != "" && c.first != seen.first {
			kind = store.Replaced
		}
		err = c.damage(table, kind, errMissing)
	}
	if errors.As(err, &damaged) {
		damaged.Written = seen.number
	}
	return c, err
}

// errMissing means that a file is valid but does not have the events that were seen before.
var errMissing = say.New("what was written there is missing, or another file is in its place")

// errTorn means that a file ends in the middle of a line.
var errTorn = say.New("it ends in the middle of an event")
