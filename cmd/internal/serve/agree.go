package serve

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"fellowship/characters/say"
	"fellowship/cmd/internal/guest"
	"fellowship/cmd/internal/store"
)

// agreed reads a secret from a file of the server's folder, which read makes if there is
// none. It sees to it that all programs which share servers of NATS have the same one, so that
// friends and browsers are known everywhere: the first one that comes leaves it with the
// tables, and the others take it from there. A program that can read it there can read all cards as
// well. A server that has another one already does not begin: friends would be told that somebody
// else answers.
func agreed[T any](ctx context.Context, s *Server, name string, read func(dir string) (T, error)) (secret T, err error) {
	common := s.store.Common()
	if common == nil {
		return read(s.opts.Dir)
	}
	path := filepath.Join(s.opts.Dir, name)
	_, err = os.Lstat(path)
	had := !errors.Is(err, fs.ErrNotExist)
	for {
		kept, _, err := common.Get(ctx, name)
		none := errors.Is(err, store.ErrNone)
		if none {
			_, err = read(s.opts.Dir)
		}
		if err != nil {
			return secret, err
		}
		own, err := guest.Secret(path, func() ([]byte, error) {
			if none {
				return nil, fs.ErrNotExist
			}
			return kept, nil
		})
		switch {
		case err != nil:
			return secret, err
		case none:
			if err := common.Update(ctx, name, own, 0); err != nil && !errors.Is(err, store.ErrQuicker) {
				return secret, err
			}
		case bytes.Equal(own, kept):
			return read(s.opts.Dir)
		case had:
			return secret, say.Errorf("%s is not that of the other servers of the cluster; remove it, and it is taken from them", path)
		default:
			if err := os.Remove(path); err != nil { // ours, and somebody was quicker
				return secret, err
			}
		}
	}
}
