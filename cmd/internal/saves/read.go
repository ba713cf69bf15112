package saves

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
)

// maxSize is more than any game needs, hundreds of undos included.
const maxSize = 16 << 20

// content is what a file holds.
type content struct {
	record  chapters.Record
	game    *chapters.Game
	size    int64 // where the last whole line ends
	torn    bool  // something follows it
	unended bool  // its newline is missing
}

// read reads a record and plays it through.
func read(lib *chapters.Library, f *os.File) (content, error) {
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	switch {
	case err != nil:
		return content{}, err
	case len(data) > maxSize:
		return content{}, fmt.Errorf("%w: it is larger than any game", ErrForeign)
	}
	var c content
	data, c.torn, c.unended = wholeLines(data)
	c.size = int64(len(data))
	if len(data) == 0 {
		return content{}, ErrEmpty
	}
	entries := 0
	for e := range lib.Read(filepath.Base(f.Name()), bytes.NewReader(data)) {
		entries++
		switch {
		case !e.IsRecord && entries == 1:
			return content{}, ErrForeign
		case entries > 1:
			return content{}, fmt.Errorf("%w: line %d is not a decision", ErrDamaged, e.Line)
		case e.Err != nil:
			return content{}, fmt.Errorf("%w: %w", ErrDamaged, e.Err)
		}
		c.record = e.Record
	}
	if c.game, err = c.record.Game(lib); err != nil {
		return content{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err := session.CheckBy(c.game, c.record.By); err != nil {
		return content{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return c, nil
}

// wholeLines cuts off a last line that a crash left unfinished: one without its
// newline that is no JSON either, or one of zeros where the file grew but its
// data did not arrive.
func wholeLines(data []byte) (whole []byte, torn, unended bool) {
	end := bytes.LastIndexByte(data, '\n') + 1
	switch last := data[end:]; {
	case len(last) == 0:
		return data, false, false
	case json.Valid(last):
		return data, false, true
	}
	return data[:end], true, false
}
