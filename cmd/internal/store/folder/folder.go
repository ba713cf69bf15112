// Package folder keeps the logs of tables in a folder, a file each.
//
// A file has a line for each event. A line tells its number, when it was written, the
// event's own lines, and a sum over these and everything before: a flipped bit, a line
// that is missing, and a line of another table show ([line.go]). The damage of a table is
// its own: it is named and refused, the file stays as it is, and all others go on.
//
// A last line that a crash has left unfinished was never acknowledged. It is left out, and
// with the next event it is cut off, after it was copied into a file beside. Reading
// changes nothing and takes no lock, so that a running server's tables can be listed.
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

// Options says how the logs are kept.
type Options struct {
	// Dir is the folder, made with mode 0700 where there is none.
	Dir string
	// Alone locks the folder: no other process writes there. Without it each table is
	// locked while it is open.
	Alone bool
	// Log takes what is done to a file after a crash; nil for nobody.
	Log *slog.Logger
}

// Store is the logs in a folder.
type Store struct {
	opts Options
	// lock is the file that is locked, nil where the folder is not.
	lock *os.File
	// People holds the records of people who sat at a table, by a key of the caller's, Newcomers those of people who
	// never did, and Codes the targets of codes: what a server keeps beside its tables.
	People, Newcomers, Codes *Bucket
	clock                    func() time.Time
	health                   health

	mu          sync.Mutex
	open        map[string]*log
	lastCleanup time.Time // when what is over was removed last
	// damaged are the tables that could not be read last, and seen is how far each was read
	// or written here: a file that ends before that has lost events.
	damaged map[string]bool
	seen    map[string]state
}

// The folder's own files.
const (
	extension = ".ndjson"
	lockFile  = "lock"
)

// Open opens a folder. The error matches disk.ErrInUse where another process has locked
// it.
func Open(opts Options) (*Store, error) {
	if opts.Dir == "" {
		return nil, disk.ErrNoHome
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Store{
		opts: opts, clock: store.SteadyClock(), open: map[string]*log{}, damaged: map[string]bool{},
		seen: map[string]state{},
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

// Close releases all tables, and the locks.
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

// Healthy reports why nothing can be written now, nil if it can: [disk.ErrFull],
// [disk.ErrReadOnly], or [store.ErrWaiting] where the disk does not answer.
func (s *Store) Healthy() error { return s.health.status() }

// path is where the file of a table is. It is the only way from a name to a file, so that
// none outside of the folder is ever meant.
func (s *Store) path(table string) (string, error) {
	if !campaign.PlainName(table) {
		return "", store.ErrGone
	}
	return filepath.Join(s.opts.Dir, table+extension), nil
}

// publicError is an error as visitors of a server may read it: without a path of the host, whose log gets it.
func (s *Store) publicError(err error) error {
	plain := disk.WithoutPath(err)
	if !s.opts.Alone || plain == err { //nolint:errorlint // whether something was left out
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

// Unfinished returns how many bytes at the end of a table's file are no whole event: left by a
// crash, or by somebody who has cut the file.
func (s *Store) Unfinished(table string) int {
	_, c, _ := s.readContent(table) // whoever reads it is told
	return len(c.torn)
}

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

// file opens the file of a table. The error is ErrGone, or matches ErrDamaged where something else was
// put in its place.
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

// removeExpired removes from time to time the people and codes whose time is over. Without a lock
// the folder may be another program's.
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

// Stats counts the tables, the bytes of their files, and which of them cannot be read.
func (s *Store) Stats() (out store.Stats, err error) {
	s.mu.Lock()
	damaged, open := maps.Clone(s.damaged), maps.Clone(s.open)
	s.mu.Unlock()
	err = s.each(func(name string, info fs.FileInfo) {
		out.Tables++
		regular := info.Mode().IsRegular()
		if regular {
			out.Bytes += uint64(info.Size())
		}
		// only one that is begun now may be empty
		if damaged[name] || !regular || info.Size() == 0 && open[name] == nil {
			out.Damaged++
		}
	})
	return out, s.publicError(err)
}

// each calls a function for the file of each table, and for whatever else was put in the place of one.
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
		if info, err := f.Info(); ok && err == nil && campaign.PlainName(name) {
			do(name, info)
		}
	}
	return nil
}

// Delete removes the file of a table, unless another process has it open, or something else was put in
// its place.
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
	disk.SyncFolder(s.opts.Dir)
	return nil
}
