package serve

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"fellowship/cmd/internal/guest"
	"fellowship/cmd/internal/sshd"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/web"
	"fellowship/tricks/say"
)

// agree sees to it that all servers of a cluster of ours have the same secret in a file of
// their folders, so that friends and browsers are known everywhere: the first one that
// comes leaves it with the tables, and the others take it from there. Whoever can read it
// there can read all cards as well. A server that has another one already does not begin:
// friends would be told that somebody else answers.
func (s *Server) agree(ctx context.Context, name string) error {
	common := s.store.Common()
	if common == nil {
		return nil
	}
	path := filepath.Join(s.opts.Dir, name)
	_, err := os.Lstat(path)
	had := !errors.Is(err, fs.ErrNotExist)
	for {
		kept, _, err := common.Get(ctx, name)
		switch {
		case errors.Is(err, store.ErrNone):
			own, err := makeSecret(s.opts.Dir, path, name)
			if err != nil {
				return err
			}
			if err = common.Create(ctx, name, own); !errors.Is(err, store.ErrTaken) {
				return err
			}
			continue
		case err != nil:
			return err
		}
		own, err := guest.Secret(path, func() ([]byte, error) { return kept, nil })
		switch {
		case err != nil || bytes.Equal(own, kept):
			return err
		case had:
			return say.Errorf("%s is not that of the other servers of the cluster; remove it, and it is taken from them", path)
		}
		if err := os.Remove(path); err != nil { // ours, and somebody was quicker
			return err
		}
	}
}

// makeSecret makes a secret, if there is none in the file.
func makeSecret(dir, path, name string) ([]byte, error) {
	var err error
	switch name {
	case sshd.HostKeyFile:
		_, err = sshd.HostKey(dir)
	case web.SecretFile:
		_, err = web.Secret(dir)
	}
	if err != nil {
		return nil, err
	}
	return guest.Secret(path, func() ([]byte, error) { return nil, fs.ErrNotExist })
}
