package folder

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
)

// Append writes an event after the first count events.
func (s *Store) Append(table string, count uint64, data []byte) error {
	if len(data) > store.MaxEvent {
		return store.ErrTooLarge
	}
	l, err := s.acquire(table, count == 0, nil)
	if err != nil {
		return s.publicError(err)
	}
	defer s.release(l)
	done := s.health.beginWrite()
	err = l.append(count, data)
	done()
	s.health.noteResult(err)
	return s.publicError(err)
}

// Unchanged returns an error that matches [store.ErrDamaged] if the file of an open table was changed or replaced
// from outside, nil if it was not. With [Options.Alone] that is a [store.ReplacedError], and a deleted file counts
// as well.
func (s *Store) Unchanged(table string) error {
	s.mu.Lock()
	l := s.open[table]
	s.mu.Unlock()
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	err := l.replaced(l.file.Unchanged())
	if errors.Is(err, store.ErrDamaged) {
		s.noteState(table, state{}, err)
		return err
	}
	return nil // the next write reports other errors
}

// Hold calls take with all events, and keeps the table open and locked.
func (s *Store) Hold(table string, take func(store.Event)) (release func(), err error) {
	l, err := s.acquire(table, false, take)
	if err != nil {
		return nil, s.publicError(err)
	}
	return sync.OnceFunc(func() { s.release(l) }), nil
}

// KeepFile writes the file of an open table again if it was deleted.
func (s *Store) KeepFile(table string) error {
	l, err := s.acquire(table, false, nil)
	if err != nil {
		return err
	}
	defer s.release(l)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil // nothing was written here
	}
	return l.file.Keep()
}

// acquire returns the log of a table and opens it first if it is not open. Every call without an error needs
// a call of release. fresh creates the file if there is none. take, which may be nil, is called with all events.
func (s *Store) acquire(table string, fresh bool, take func(store.Event)) (*log, error) {
	path, err := s.path(table)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	l := s.open[table]
	if l == nil {
		l = &log{store: s, table: table, path: path}
		s.open[table] = l
	}
	l.users++
	s.mu.Unlock()
	if err := l.begin(fresh, take); err != nil {
		s.release(l)
		return nil, err
	}
	return l, nil
}

// release ends one use of a log. The last one closes it.
func (s *Store) release(l *log) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.users--
	if l.users == 0 && s.open[l.table] == l {
		delete(s.open, l.table)
		_ = l.close() // no error matters: every line is on disk already
	}
}

// log is the file of a table that is open for writing.
type log struct {
	store *Store
	table string
	path  string
	// users counts the uses, see [Store.acquire]; Store.mu guards it.
	users int

	// mu guards the fields below.
	mu sync.Mutex
	// file is nil before it was read and after it was closed.
	file *disk.Log
	// last is the state after the last event.
	last state
	// isMarked reports whether the end mark was written since the file was opened.
	isMarked bool
	// torn is an unfinished last line that a crash has left.
	torn []byte
	// deleted reports whether the table was deleted or the log closed.
	deleted bool
}

// begin opens, locks and reads the file. If it is open already, it reads it again for take.
func (l *log) begin(fresh bool, take func(store.Event)) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.file != nil && take != nil:
		_, err = l.store.scan(l.file.Reader(), l.table, take)
	case l.file == nil && !l.deleted:
		err = l.read(fresh, take)
	case take != nil:
		err = store.ErrGone
	}
	return err
}

// read opens, locks and reads the file; l.mu is held.
func (l *log) read(fresh bool, take func(store.Event)) error {
	flags := os.O_RDWR
	if fresh {
		if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
			return disk.Classify(err)
		}
		flags |= os.O_CREATE
	}
	f, err := l.store.file(l.table, l.path, flags)
	if err != nil {
		return err
	}
	if take == nil {
		take = func(store.Event) {}
	}
	var read content
	if err = disk.Lock(f); err == nil {
		if info, statErr := f.Stat(); fresh && statErr == nil && info.Size() == 0 {
			l.store.removeMark(l.table) // it belongs to a table that somebody deleted
		}
		read, err = l.store.scan(f, l.table, take)
		if err == nil && read.number == 0 && !fresh {
			err = store.ErrGone // the file was created, but no event was written
		}
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	l.last = read.state
	l.torn = read.torn
	l.file = disk.NewLog(f, read.size)
	l.file.Sync = true
	if fresh {
		disk.SyncFolder(filepath.Dir(l.path))
	}
	return nil
}

// append writes an event after the first count events.
func (l *log) append(count uint64, data []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.deleted:
		return store.ErrGone
	case count != l.last.number:
		return store.ErrQuicker
	}
	line, next, err := l.last.line(l.table, time.Now(), data)
	if err == nil {
		err = l.keepTorn()
	}
	if err == nil && !l.isMarked {
		_ = l.store.writeMark(l.table, l.last) // so that a line that is being written is known as one
		l.isMarked = true
	}
	if err == nil {
		err = l.file.Append(line)
	}
	err = l.replaced(err)
	l.store.noteState(l.table, next, err)
	if err != nil {
		return err
	}
	l.last = next
	_ = l.store.writeMark(l.table, next) // without a mark only a missing end is not noticed
	return nil
}

// replaced translates the errors of a file that was changed, replaced or deleted from outside. For a server
// the table then counts as damaged.
func (l *log) replaced(err error) error {
	switch alone := l.store.opts.Alone; {
	case alone && (errors.Is(err, disk.ErrChanged) || errors.Is(err, disk.ErrGone)):
		return &store.ReplacedError{Table: l.table}
	case errors.Is(err, disk.ErrChanged):
		return say.Errorf("the table %s: %w: %w", l.table, store.ErrDamaged, disk.ErrChanged)
	}
	return err
}

// keepTorn copies an unfinished last line into another file before it is cut off.
func (l *log) keepTorn() error {
	if len(l.torn) == 0 {
		return nil
	}
	kept := filepath.Join(filepath.Dir(l.path), fmt.Sprintf("%s.cut-%d", l.table, time.Now().UnixNano()))
	if err := disk.Create(kept, l.torn); err != nil {
		return err
	}
	l.store.opts.Log.Warn("a crash has left an unfinished line at the end of a table; "+
		"it is cut off, and a copy was kept",
		"table", l.table, "copy", kept, "bytes", len(l.torn))
	l.torn = nil
	return nil
}

// close closes the file, and deletes it if it has no event.
func (l *log) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	var removeErr error
	if l.file.Size() == 0 && len(l.torn) == 0 {
		// The first event could not be written. The file is removed while it is still locked.
		removeErr = os.Remove(l.path)
	}
	err := l.file.Close()
	if removeErr != nil { // Windows cannot remove an open file.
		err = errors.Join(err, os.Remove(l.path))
	}
	l.file = nil
	l.deleted = true
	return err
}
