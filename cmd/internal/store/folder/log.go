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

// Append writes an event behind so many others.
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

// Unchanged reports whether the file of a table that is open is as it was written here, nil if it is. The
// error is a [store.ReplacedError].
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
	return nil // what else is wrong shows when something is written
}

// Hold hands over all events, and keeps the table open and locked.
func (s *Store) Hold(table string, take func(store.Event)) (release func(), err error) {
	l, err := s.acquire(table, false, take)
	if err != nil {
		return nil, s.publicError(err)
	}
	return sync.OnceFunc(func() { s.release(l) }), nil
}

// Keep writes the file of a table that is open anew, where it was deleted.
func (s *Store) Keep(table string) error {
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

// acquire opens the log of a table for this process, or the one that is open already, until
// leave is called. Fresh makes a file where there is none. All events are handed over, if there is a function
// for that.
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
		_ = l.close() // every line is on disk
	}
}

// log is the file of a table that is open for writing.
type log struct {
	store       *Store
	table, path string
	users       int // of the store's

	mu   sync.Mutex
	file *disk.Log // nil before it was read
	last state
	// torn is a last line that a crash has left unfinished.
	torn    []byte
	deleted bool
}

// begin opens, locks and reads the file, or reads it once more.
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
		read, err = l.store.scan(f, l.table, take)
		if err == nil && read.number == 0 && !fresh {
			err = store.ErrGone // one that was begun and never written
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
	if err == nil {
		err = l.file.Append(line)
	}
	err = l.replaced(err)
	l.store.noteState(l.table, next, err)
	if err != nil {
		return err
	}
	l.last = next
	return nil
}

// replaced tells of a file that somebody has changed, or put another one in its place: a table of a
// server is damaged then.
func (l *log) replaced(err error) error {
	switch alone := l.store.opts.Alone; {
	case alone && (errors.Is(err, disk.ErrChanged) || errors.Is(err, disk.ErrGone)):
		return &store.ReplacedError{Table: l.table}
	case errors.Is(err, disk.ErrChanged):
		return say.Errorf("the table %s: %w: %w", l.table, store.ErrDamaged, disk.ErrChanged)
	}
	return err
}

// keepTorn copies what a crash has left at the end into a file beside, before it is cut
// off.
func (l *log) keepTorn() error {
	if len(l.torn) == 0 {
		return nil
	}
	kept := filepath.Join(filepath.Dir(l.path), fmt.Sprintf("%s.cut-%d", l.table, time.Now().UnixNano()))
	if err := disk.Create(kept, l.torn); err != nil {
		return err
	}
	l.store.opts.Log.Warn("a crash has left an unfinished line at the end of a table; it is cut off, and a copy was kept", "table", l.table, "copy", kept, "bytes", len(l.torn))
	l.torn = nil
	return nil
}

func (l *log) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	var removeErr error
	if l.file.Size() == 0 && len(l.torn) == 0 { // the first event was refused, by a full disk perhaps
		removeErr = os.Remove(l.path) // while nobody else can write it
	}
	err := l.file.Close()
	if removeErr != nil { // Windows removes no file that is open
		err = errors.Join(err, os.Remove(l.path))
	}
	l.file = nil
	l.deleted = true
	return err
}
