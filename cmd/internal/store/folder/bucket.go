package folder

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
)

// Bucket keeps values in a folder of the folder, a file each: a line with a number and a sum, and
// the value. A file is written as a whole and put in its place at once. Keys are made of letters,
// digits, - and _.
type Bucket struct {
	store *Store
	name  string
	life  time.Duration
	// changing is held while a value is changed: the folder belongs to this process.
	changing sync.Mutex
}

// mostValue is how large a value may be.
const mostValue = 1 << 14

// number stands in the first line of a value. Earlier programs counted there how often the value
// was written.
const number = 1

func (b *Bucket) dir() string { return filepath.Join(b.store.opts.Dir, b.name) }

// path is where the value of a key is, empty for what is no key.
func (b *Bucket) path(key string) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	if key == "" || len(key) > 100 || strings.Trim(key, letters) != "" {
		return ""
	}
	return filepath.Join(b.dir(), key)
}

func sumOf(value []byte, number uint64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s", number, value))
	return hex.EncodeToString(sum[:8])
}

// Get returns a value. The error is [store.ErrNone] without one.
func (b *Bucket) Get(key string) ([]byte, error) {
	path := b.path(key)
	info, err := os.Lstat(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) || err == nil && b.isExpired(info) {
		return nil, store.ErrNone
	}
	f, err := disk.OpenOwn(path, os.O_RDONLY)
	if err != nil {
		return nil, say.Errorf("%s: %w", filepath.Join(b.name, key), b.store.publicError(err))
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 2*mostValue))
	if err != nil {
		return nil, b.store.publicError(err)
	}
	head, value, _ := bytes.Cut(text, []byte("\n"))
	var n uint64
	var sum string
	if _, err := fmt.Sscanf(string(head), "%d %s", &n, &sum); err != nil || sum != sumOf(value, n) {
		return nil, say.Errorf("%s: %w", filepath.Join(b.name, key), store.ErrDamaged)
	}
	return value, nil
}

// Change puts a value in the place of the one before, nil for none, unless the function returns an
// error; for nil it removes the one before. It is called while nobody else changes a value. Nothing is
// written where the value stays, or where the one before cannot be read.
func (b *Bucket) Change(key string, change func(previous []byte) (next []byte, err error)) error {
	path := b.path(key)
	if path == "" {
		return store.ErrNone
	}
	b.changing.Lock()
	defer b.changing.Unlock()
	previous, err := b.Get(key)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return err
	}
	next, err := change(previous)
	switch {
	case err != nil:
		return err
	case bytes.Equal(previous, next):
		return nil
	case next == nil:
		return b.store.publicError(os.Remove(path))
	case len(next) > mostValue:
		return store.ErrTooLarge
	}
	err = disk.Replace(path, fmt.Appendf(nil, "%d %s\n%s", number, sumOf(next, number), next))
	b.store.health.noteResult(err)
	return b.store.publicError(err)
}

// Count returns how many values there are.
func (b *Bucket) Count() int {
	all, _ := os.ReadDir(b.dir()) // without the folder there are none
	return len(all)
}

// isExpired reports whether the time of a value is over by both clocks: that of the system may just have
// been set.
func (b *Bucket) isExpired(info fs.FileInfo) bool {
	written := info.ModTime()
	return min(time.Since(written), b.store.clock().Sub(written)) > b.life
}

// removeExpired removes the values whose time is over.
func (b *Bucket) removeExpired() {
	all, err := os.ReadDir(b.dir())
	if err != nil {
		return // there is nothing to forget
	}
	for _, f := range all {
		if info, err := f.Info(); err == nil && b.isExpired(info) {
			_ = os.Remove(filepath.Join(b.dir(), f.Name()))
		}
	}
}
