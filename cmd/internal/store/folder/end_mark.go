package folder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"fellowship/cmd/internal/disk"
)

// An end mark says how far the file of a table was written: the number and the checksum of its last event, and the
// checksum of its first one. The file alone cannot tell a missing end from a table that has not gone any further. With
// [Options.EndMarks] the store keeps a mark for each table in that folder, and a file that does not reach its mark is
// damaged.
//
// The mark is written after the event is on disk, and only a new mark is synced. So after a crash each table has a
// mark. It may be behind the file, but never ahead of it. What follows the marked event is either whole events or one
// line that was being written: nothing that anybody has seen can be missing there.

// markSize is the size of every end mark in bytes. A new mark is written over the old one at once.
const markSize = 64

// endMark is the content of an end mark.
type endMark struct {
	N     uint64 `json:"n"`
	Sum   string `json:"sum"`
	First string `json:"first"`
}

// markPath returns the path of a table's end mark.
func (s *Store) markPath(table string) string { return filepath.Join(s.opts.EndMarks, table) }

// readMark returns the state at a table's end mark. It reports false if the store keeps no marks, or if the table has
// none that can be read. For a mark that cannot be written the state is the beginning of the file: such a mark cannot
// be removed either, so it may belong to an earlier table of that name.
func (s *Store) readMark(table string) (state, bool) {
	if s.opts.EndMarks == "" {
		return state{}, false
	}
	f, err := disk.OpenOwn(s.markPath(table), os.O_RDWR)
	if err != nil {
		f, err = disk.OpenOwn(s.markPath(table), os.O_RDONLY)
		if err == nil {
			_ = f.Close()
		}
		return state{}, err == nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, markSize+1))
	var mark endMark
	if err != nil || len(text) != markSize || json.Unmarshal(text, &mark) != nil {
		return state{}, false
	}
	return state{number: mark.N, sum: mark.Sum, first: mark.First}, true
}

// writeMark writes the end mark of a table.
func (s *Store) writeMark(table string, end state) error {
	if s.opts.EndMarks == "" {
		return nil
	}
	path := s.markPath(table)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return disk.Classify(err)
	}
	f, err := disk.OpenOwn(path, os.O_WRONLY|os.O_CREATE)
	if err != nil {
		return err
	}
	defer f.Close()
	text := fmt.Appendf(nil, `{"n":%d,"sum":"%s","first":"%s"}`, end.number, end.sum, end.first)
	if len(text) >= markSize { // more events than any table has
		text = fmt.Appendf(nil, `{"n":%d,"sum":"%s"}`, end.number, end.sum)
	}
	text = append(text, bytes.Repeat([]byte(" "), markSize-1-len(text))...)
	info, err := f.Stat()
	if err == nil {
		_, err = f.WriteAt(append(text, '\n'), 0)
	}
	if err == nil && info.Size() != markSize {
		err = f.Sync()
		disk.SyncFolder(filepath.Dir(path))
	}
	return disk.Classify(err)
}

// removeMark removes the end mark of a table, and the folder of the marks when it is empty.
func (s *Store) removeMark(table string) {
	if s.opts.EndMarks != "" {
		_ = os.Remove(s.markPath(table))
		_ = os.Remove(s.opts.EndMarks)
	}
}
