// Package folder keeps the logs of tables in a folder, each in its own file.
//
// A file has a line for each event, with its number, its time, the event's own lines of JSON, and a checksum
// over these and everything before. So flipped bits, missing lines and lines of other tables are found (see
// line.go). Damage affects only one table: the table is reported and refused, its file is not changed, and
// the other tables work as before.
//
// If a crash leaves the last line unfinished, that event was never acknowledged. The line is ignored, and
// before the next event is written it is copied to another file and cut off. Reading changes nothing and
// takes no lock, so the tables of a running server can be listed. At home the store also knows how far each
// file was written (see end_mark.go), so that it can tell such a line from a file that somebody has cut.
package folder

import (
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
)

// Options configures a [Store].
type Options struct {
	// Dir is the folder. It is created with mode 0700 when it is needed first.
	Dir string
	// Alone locks the whole folder for this process, as a server does, so that no other process writes
	// there. Without it only open tables are locked.
	Alone bool
	// EndMarks is a folder in which the store remembers how far each table was written, so that a missing end of a
	// file is damage. It is created when it is needed first. It is empty for a server, which remembers nothing,
	// because its host puts back older copies of files.
	EndMarks string
	// Log receives repairs after a crash and errors with paths; nil discards them.
	Log *slog.Logger
}

// Store is a folder with the logs of tables.
type Store struct {
	opts Options
	// lock is the lock file, nil if the folder is not locked.
	lock *os.File

	// A server keeps the following beside its tables. The callers choose the keys.

	// People has the records of people who sat at a table.
	People *Bucket
	// Newcomers has the records of people who never sat at a table.
	Newcomers *Bucket
	// Codes has the targets of codes.
	Codes *Bucket
	// clock is a steady clock.
	clock  func() time.Time
	health health

	// mu guards the fields below.
	mu sync.Mutex
	// open are the open logs by the names of their tables.
	open map[string]*log
	// lastCleanup is when expired values were removed last.
	lastCleanup time.Time
	// damaged are the tables that could not be read when they were read last.
	damaged map[string]bool
	// seen is how far each table was read or written here. A file that ends before that has lost events.
	seen map[string]state
}

// Files of the folder.
const (
	// extension is the extension of the files of tables.
	extension = ".ndjson"
	// lockFile is the file that is locked with Options.Alone.
	lockFile = "lock"
)

// Open opens a folder. The error matches [disk.ErrInUse] if another process has locked it.
func Open(opts Options) (*Store, error) {
	if opts.Dir == "" {
		return nil, disk.ErrNoHome
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Store{
		opts:    opts,
		clock:   store.SteadyClock(),
		open:    map[string]*log{},
		damaged: map[string]bool{},
		seen:    map[string]state{},
	}
	s.health.dir = opts.Dir
	s.People = &Bucket{store: s, name: "people", life: store.PeopleLife}
	s.Newcomers = &Bucket{store: s, name: "newcomers", life: store.NewcomerLife}
	s.Codes = &Bucket{store: s, name: "codes", life: store.CodeLife}
	if !opts.Alone {
		return s, nil
	}
	if err := os.MkdirAll(opts.Dir, 0o700); err != nil {
		return nil, say.Errorf("the data folder: %w", disk.Classify(err))
	}
	lock, err := disk.OpenOwn(filepath.Join(opts.Dir, lockFile), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, say.Errorf("the data folder: %w", err)
	}
	if err := disk.Lock(lock); err != nil {
		return nil, errors.Join(say.Errorf("the data folder %s: %w", opts.Dir, err), lock.Close())
	}
	s.lock = lock
	s.removeExpired()
	return s, nil
}

// Close releases all tables and the locks.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for name, l := range s.open {
		errs = append(errs, l.close())
		delete(s.open, name)
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Close())
	}
	return errors.Join(errs...)
}

// Healthy returns why nothing can be written now, nil if it can: [disk.ErrFull], [disk.ErrReadOnly], or
// [store.ErrWaiting] if the disk does not answer.
func (s *Store) Healthy() error { return s.health.status() }

// path returns the path of a table's file. It is the only way from a name to a file, so that no name can
// lead out of the folder.
func (s *Store) path(table string) (string, error) {
	if !campaign.IsSaveName(table) {
		return "", store.ErrGone
	}
	return filepath.Join(s.opts.Dir, table+extension), nil
}

// publicError returns an error that visitors of a server may read. Paths of the server are left out of it and
// logged.
func (s *Store) publicError(err error) error {
	plain := disk.WithoutPath(err)
	if !s.opts.Alone || plain == err { //nolint:errorlint // the same error: it has no path
		return err
	}
	s.opts.Log.Error("the folder of the tables", "error", err)
	plain = disk.Classify(plain)
	if errors.Is(err, store.ErrDamaged) {
		plain = say.Errorf("%w: %w", store.ErrDamaged, plain)
	}
	return plain
}

// Read returns all events of a table.
func (s *Store) Read(table string) ([]store.Event, error) {
	out, _, err := s.readContent(table)
	return out, s.publicError(err)
}

// Unfinished returns the number of bytes of an incomplete event at the end of a table's file. A crash leaves such
// bytes, or somebody who cuts the file. It returns 0 for a file that cannot be read.
func (s *Store) Unfinished(table string) int {
	_, c, _ := s.readContent(table) // Read reports the error
	return len(c.torn)
}

// readContent reads the file of a table. It returns the events and how the file ends.
func (s *Store) readContent(table string) (out []store.Event, c content, err error) {
	path, err := s.path(table)
	if err != nil {
		return nil, c, err
	}
	f, err := s.file(table, path, os.O_RDONLY)
	if err != nil {
		return nil, c, err
	}
	defer f.Close()
	c, err = s.scan(f, table, func(e store.Event) { out = append(out, e) })
	if err == nil && len(out) == 0 {
		err = say.Errorf("%w: its file holds no event", store.ErrGone)
	}
	return out, c, err
}

// file opens the file of a table. The error is [store.ErrGone] without one, and matches [store.ErrDamaged] if
// something other than a file is in its place.
func (s *Store) file(table, path string, flags int) (*os.File, error) {
	f, err := disk.OpenOwn(path, flags)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, store.ErrGone
	case errors.Is(err, disk.ErrStrange):
		err = say.Errorf("the table %s: %w: %w", table, store.ErrDamaged, disk.ErrStrange)
		s.noteState(table, state{}, err)
	}
	return f, err
}

// Tables returns the names of the tables.
func (s *Store) Tables() ([]string, error) {
	var out []string
	err := s.each(func(name string, _ fs.FileInfo) { out = append(out, name) })
	slices.Sort(out)
	s.removeExpired()
	return out, s.publicError(err)
}

// removeExpired removes expired people and codes, at most once an hour. It does so only if the folder is
// locked, because otherwise another process may use it.
func (s *Store) removeExpired() {
	const often = time.Hour
	s.mu.Lock()
	due := s.lock != nil && time.Since(s.lastCleanup) > often
	if due {
		s.lastCleanup = time.Now()
	}
	s.mu.Unlock()
	if due {
		s.Codes.removeExpired()
		s.People.removeExpired()
		s.Newcomers.removeExpired()
	}
}

// Stats counts the tables, the bytes of their files, and the damaged tables.
func (s *Store) Stats() (out store.Stats, err error) {
	s.mu.Lock()
	damaged := maps.Clone(s.damaged)
	open := maps.Clone(s.open)
	s.mu.Unlock()
	err = s.each(func(name string, info fs.FileInfo) {
		out.Tables++
		regular := info.Mode().IsRegular()
		if regular {
			out.Bytes += uint64(info.Size())
		}
		// The file of an open table is empty before its first event.
		isEmpty := info.Size() == 0 && open[name] == nil
		if damaged[name] || !regular || isEmpty {
			out.Damaged++
		}
	})
	return out, s.publicError(err)
}

// each calls a function for the file of each table, and for anything else that has the name of such a file.
func (s *Store) each(do func(name string, info fs.FileInfo)) error {
	files, err := os.ReadDir(s.opts.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return say.Errorf("the folder of the tables: %w", err)
	}
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), extension)
		if info, err := f.Info(); ok && err == nil && campaign.IsSaveName(name) {
			do(name, info)
		}
	}
	return nil
}

// Delete removes the file of a table, even a damaged one. It fails if another process has the table open, or
// if something other than a file is in its place.
func (s *Store) Delete(table string) error {
	l, err := s.acquire(table, false, nil)
	if err != nil && (!errors.Is(err, store.ErrDamaged) || errors.Is(err, disk.ErrStrange)) {
		return err
	}
	path, bad := s.path(table)
	if bad != nil {
		return bad
	}
	if l != nil {
		defer s.release(l)
		l.mu.Lock()
		defer l.mu.Unlock()
	}
	if err := os.Remove(path); err != nil {
		return disk.Classify(err)
	}
	if l != nil {
		l.deleted = true
	}
	s.mu.Lock()
	delete(s.seen, table)
	s.mu.Unlock()
	s.removeMark(table)
	disk.SyncFolder(s.opts.Dir)
	return nil
}
