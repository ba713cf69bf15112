package stream

import (
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"slices"
	"sync"

	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
	"fellowship/solver/units"
)

// shown is how far each table was shown here. It is kept in a file of this machine, so that
// a log shows to be shorter also after both have begun again: what NATS cuts off after damage
// is the end of a log, and the rest is as it was.
type shown struct {
	log *slog.Logger

	mu    sync.Mutex
	marks map[string]shownMark
	// damaged are the tables that could not be read last.
	damaged map[string]error
	// path is where the file is, empty for none; file is nil where it cannot be written. From
	// size on it is written anew.
	path string
	file *os.File
	size int64
}

// shownMark is an event that was shown: a line of the file.
type shownMark struct {
	Table  string `json:"table"`
	Number uint64 `json:"n"`
	Seq    uint64 `json:"seq"`
	ID     string `json:"id"`
}

// shownHead is the first line of the file, with the version of its format.
type shownHead struct {
	Shown int `json:"shown"`
}

// openShown reads the file, and writes it anew. A damaged one is put aside: then less is known, and
// no event of a table is lost.
func openShown(path string, log *slog.Logger) (*shown, error) {
	s := &shown{log: log, path: path, marks: map[string]shownMark{}, damaged: map[string]error{}}
	if path == "" {
		return s, nil
	}
	f, err := disk.OpenOwn(path, os.O_RDONLY)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, s.renew()
	case err != nil:
		return nil, err
	}
	_, all, _, bad := units.Read(f, func(h *shownHead) bool { return h.Shown == 1 }, func(*shownMark) error { return nil })
	for _, m := range all {
		if m.Number >= s.marks[m.Table].Number {
			s.marks[m.Table] = m
		}
	}
	err = f.Close()
	if bad != nil {
		log.Warn("how far tables were shown is not known of all of them; the file is put aside", "file", path, "error", bad, "copy", path+".damaged")
		err = errors.Join(err, os.Rename(path, path+".damaged"))
	}
	if err != nil {
		return nil, disk.Classify(err)
	}
	return s, s.renew()
}

// renew writes the file anew, with a line for each table.
func (s *shown) renew() error {
	text, err := units.Line(nil, shownHead{1})
	for _, table := range slices.Sorted(maps.Keys(s.marks)) {
		var line []byte
		if err == nil {
			line, err = s.line(s.marks[table])
		}
		text = append(text, line...)
	}
	if err == nil {
		err = disk.Replace(s.path, text)
	}
	if err != nil {
		return err
	}
	_ = s.close() // each line was written
	const often = 1 << 20
	s.size = int64(2*len(text)) + often
	s.file, err = disk.OpenOwn(s.path, os.O_WRONLY|os.O_APPEND)
	return err
}

func (s *shown) line(m shownMark) ([]byte, error) {
	head, err := units.Line(nil, shownHead{1})
	if err != nil {
		return nil, err
	}
	return units.Line(head, m)
}

func (s *shown) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}

// note notes that an event was shown. It waits for no disk: after a power cut less is known.
func (s *shown) note(m shownMark) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.Number <= s.marks[m.Table].Number {
		return
	}
	s.marks[m.Table] = m
	if s.file == nil {
		return
	}
	line, err := s.line(m)
	if err == nil {
		_, err = s.file.Write(line)
	}
	if err == nil {
		if info, bad := s.file.Stat(); bad == nil && info.Size() > s.size {
			err = s.renew()
		}
	}
	if err != nil {
		s.log.Warn("how far tables are shown cannot be noted any more", "file", s.path, "error", err)
		_ = s.close()
	}
}

// of returns the last event of a table that was shown here.
func (s *shown) of(table string) (shownMark, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := s.marks[table]
	return m, ok
}

// found notes whether a table is damaged that was read, and returns the error.
func (s *shown) found(table string, err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if errors.Is(err, store.ErrDamaged) {
		s.damaged[table] = err
	} else if errors.Is(err, store.ErrGone) {
		delete(s.damaged, table)
	}
	return err
}

// whole notes that all of a table could be read.
func (s *shown) whole(table string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.damaged, table)
}

// forget forgets a table that was deleted.
func (s *shown) forget(table string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.marks, table)
	delete(s.damaged, table)
}

// all returns the last event of each table that was shown here.
func (s *shown) all() map[string]shownMark {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.marks)
}

// inspected notes the tables that were found damaged when all were looked at. A server says which
// of them are new.
func (s *shown) inspected(damaged map[string]error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, table := range slices.Sorted(maps.Keys(damaged)) {
		if s.damaged[table] == nil && s.path != "" {
			s.log.Error("a table is damaged; it stays as it is, and the others go on", "error", damaged[table])
		}
	}
	s.damaged = damaged
}

// damage returns why a table could not be read last, nil if it could.
func (s *shown) damage(table string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.damaged[table]
}

func (s *shown) count() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return uint64(len(s.damaged))
}

// shorter is the error of a table of which events are missing that were shown.
func shorter(table string) error {
	return say.Errorf("the server has fewer events of the table %s than it has shown: %w", table, store.ErrDamaged)
}
