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

// Bucket keeps values in a folder inside the store's folder, each in its own file. A file has a line with a number
// and a checksum, and then the value. Files are replaced atomically. Keys consist of letters, digits, - and _.
type Bucket struct {
	store *Store
	// name is the name of the bucket's folder.
	name string
	// life is how long a value is kept after it was written.
	life time.Duration
	// changing is held while a value is changed. No other process changes values, see Options.Alone.
	changing sync.Mutex
}

// mostValue is the maximum size of a value in bytes.
const mostValue = 1 << 14

// number is written in the first line of a value. Earlier programs counted there how often the value was
// written.
const number = 1

// dir returns the path of the bucket's folder.
func (b *Bucket) dir() string { return filepath.Join(b.store.opts.Dir, b.name) }

// path returns the path of a key's file, empty for an invalid key.
func (b *Bucket) path(key string) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	if key == "" || len(key) > 100 || strings.Trim(key, letters) != "" {
		return ""
	}
	return filepath.Join(b.dir(), key)
}

// sumOf returns the checksum of a value and the number in its first line.
func sumOf(value []byte, number uint64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s", number, value))
	return hex.EncodeToString(sum[:8])
}

// Get returns the value of a key. The error is [store.ErrNone] if there is none or it has expired.
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

// Change replaces the value of a key. The function change gets the previous value, nil for none, and returns
// the next one; nil removes the value. Only one change runs at a time. Nothing is written if change returns an
// error, if the value stays the same, or if the previous value is damaged. The error is [store.ErrNone] for an
// invalid key.
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

// Count returns the number of values.
func (b *Bucket) Count() int {
	all, _ := os.ReadDir(b.dir()) // no folder means no values
	return len(all)
}

// isExpired reports whether a value has expired by both the system clock and the steady clock, because the system
// clock may just have been set.
func (b *Bucket) isExpired(info fs.FileInfo) bool {
	written := info.ModTime()
	return min(time.Since(written), b.store.clock().Sub(written)) > b.life
}

// removeExpired removes the values that have expired.
func (b *Bucket) removeExpired() {
	all, err := os.ReadDir(b.dir())
	if err != nil {
		return // there is no folder yet
	}
	for _, f := range all {
		if info, err := f.Info(); err == nil && b.isExpired(info) {
			_ = os.Remove(filepath.Join(b.dir(), f.Name()))
		}
	}
}
