package folder

import (
	"bytes"
	"context"
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

// bucket is values in a folder of the folder, a file each: a line with the revision and a
// sum, and the value. A file is written as a whole and put in its place at once.
type bucket struct {
	store *Store
	name  string
	life  time.Duration
}

// changing is held while a value is changed: the folder belongs to this process.
var changing sync.Mutex

// mostValue is how large a value may be.
const mostValue = 1 << 14

func (b *bucket) dir() string { return filepath.Join(b.store.opts.Dir, b.name) }

// path is where the value of a key is, empty for what is no key.
func (b *bucket) path(key string) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	if key == "" || len(key) > 100 || strings.Trim(key, letters) != "" {
		return ""
	}
	return filepath.Join(b.dir(), key)
}

func sumOf(value []byte, revision uint64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s", revision, value))
	return hex.EncodeToString(sum[:8])
}

// Get returns a value and its revision.
func (b *bucket) Get(_ context.Context, key string) (value []byte, revision uint64, err error) {
	path := b.path(key)
	info, err := os.Lstat(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) || err == nil && b.over(info) {
		return nil, 0, store.ErrNone
	}
	f, err := disk.OpenOwn(path, os.O_RDONLY)
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // visitors read it: no path of the host
		}
		return nil, 0, say.Errorf("%s: %w", filepath.Join(b.name, key), err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 2*mostValue))
	if err != nil {
		return nil, 0, disk.Classify(err)
	}
	head, value, _ := bytes.Cut(text, []byte("\n"))
	var sum string
	if _, err := fmt.Sscanf(string(head), "%d %s", &revision, &sum); err != nil || sum != sumOf(value, revision) {
		return nil, 0, say.Errorf("%s: %w", filepath.Join(b.name, key), store.ErrDamaged)
	}
	return value, revision, nil
}

// Update puts a value in the place of the one of a revision.
func (b *bucket) Update(ctx context.Context, key string, value []byte, revision uint64) error {
	path := b.path(key)
	switch {
	case path == "":
		return store.ErrNone
	case len(value) > mostValue:
		return store.ErrTooLarge
	}
	changing.Lock()
	defer changing.Unlock()
	switch _, now, err := b.Get(ctx, key); {
	case errors.Is(err, store.ErrNone):
	case err != nil:
		return err
	case now != revision:
		return store.ErrQuicker
	}
	text := fmt.Appendf(nil, "%d %s\n%s", revision+1, sumOf(value, revision+1), value)
	err := disk.Replace(path, text)
	b.store.health.failed(err)
	return err
}

// over reports whether the time of a value is over by both clocks: that of the system may just have
// been set.
func (b *bucket) over(info fs.FileInfo) bool {
	written := info.ModTime()
	return min(time.Since(written), b.store.even().Sub(written)) > b.life
}

// forget removes the values whose time is over.
func (b *bucket) forget() {
	all, err := os.ReadDir(b.dir())
	if err != nil {
		return // there is nothing to forget
	}
	for _, f := range all {
		if info, err := f.Info(); err == nil && b.over(info) {
			_ = os.Remove(filepath.Join(b.dir(), f.Name()))
		}
	}
}
