package saves

import (
	"bytes"
	"io"
	"os"
	"path/filepath"

	"fellowship/chapters"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/session"
	"fellowship/tricks/say"
)

// content is what a file holds.
type content struct {
	record chapters.Record
	game   *chapters.Game
	size   int64 // where the last whole line ends
}

// read reads a record and plays it through.
func read(lib *chapters.Library, f *os.File) (content, error) {
	data, err := io.ReadAll(io.LimitReader(f, chapters.MaxRecord+1))
	switch {
	case err != nil:
		return content{}, err
	case len(data) > chapters.MaxRecord:
		return content{}, say.Errorf("%w: it is larger than any game", ErrForeign)
	}
	data = disk.WholeLines(data)
	c := content{size: int64(len(data))}
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
			return content{}, say.Errorf("%w: line %d is not a decision", ErrDamaged, e.Line)
		case e.Err != nil:
			return content{}, say.Errorf("%w: %w", ErrDamaged, e.Err)
		}
		c.record = e.Record
	}
	if c.game, err = c.record.Game(lib); err != nil {
		return content{}, say.Errorf("%w: %w", ErrDamaged, err)
	}
	if err := session.CheckBy(c.game, c.record.By); err != nil {
		return content{}, say.Errorf("%w: %w", ErrDamaged, err)
	}
	return c, nil
}
