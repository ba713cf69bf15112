package sshd

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/pem"
	"fmt"
	"log/slog"
	"path/filepath"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/door/guest"

	gossh "golang.org/x/crypto/ssh"
)

// hostKeyFile is the name of the file with the host key.
const hostKeyFile = "host_key"

// HostKey returns the host key from its file in a folder. The file is made if there is none, and refused if others can
// read it.
func HostKey(dir string) (gossh.Signer, error) {
	path := filepath.Join(dir, hostKeyFile)
	text, err := guest.Secret(path, func() ([]byte, error) {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		block, err := gossh.MarshalPrivateKey(key, "fellowship")
		if err != nil {
			return nil, err
		}
		return pem.EncodeToMemory(block), nil
	})
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	key, err := gossh.ParsePrivateKey(text)
	if err == nil {
		err = checkKey(key)
	}
	if err != nil {
		return nil, fmt.Errorf("host key: %s: %w; put it back from a backup, "+
			"or remove it: friends are told then that the key is another one", path, err)
	}
	return key, nil
}

// checkKey checks that the two halves of a key belong together. With a damaged key, friends would see a warning that
// somebody else answers, or nothing at all.
func checkKey(key gossh.Signer) error {
	message := []byte("fellowship")
	signed, err := key.Sign(rand.Reader, message)
	if err == nil {
		err = key.PublicKey().Verify(message, signed)
	}
	return err
}

// Known returns a function that reports whether somebody holds a key of a file like ssh's authorized_keys, with one key
// in each line. The function reads the file again each time, so changes take effect at once. While the file cannot be
// read nobody is known, and the log says so.
func Known(path string, log *slog.Logger) (func(guest.Person) bool, error) {
	if _, err := readKeys(path); err != nil {
		return nil, err
	}
	return func(p guest.Person) bool {
		all, err := readKeys(path)
		if err != nil {
			log.Error("nobody is let in", "because", err)
		}
		return all[p]
	}, nil
}

// holder returns the person who holds a key.
func holder(key gossh.PublicKey) guest.Person {
	return guest.KeyHolder(gossh.FingerprintSHA256(plainKey(key)))
}

// readKeys returns the people who hold the keys of a file. It refuses options before a key, because their author would
// rely on them.
func readKeys(path string) (map[guest.Person]bool, error) {
	const most = 1 << 20
	text, err := disk.ReadRegular(path, most)
	if err != nil {
		return nil, err
	}
	all := map[guest.Person]bool{}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		key, _, options, _, err := gossh.ParseAuthorizedKey(line)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s:%d: this is not a public key, such as a line of ~/.ssh/id_ed25519.pub", path, n)
		case len(options) > 0:
			return nil, fmt.Errorf("%s:%d: options such as %.30q are not supported: write the key alone", path, n,
				options[0])
		}
		all[holder(key)] = true
	}
	return all, nil
}

// plainKey returns the key of a certificate, and any other key unchanged. A person is the holder of the key, whatever
// else was certified about it.
func plainKey(key gossh.PublicKey) gossh.PublicKey {
	if c, ok := key.(*gossh.Certificate); ok {
		return c.Key
	}
	return key
}

// isStrong reports whether the key is long enough that nobody but its holder can sign with it.
func isStrong(key gossh.PublicKey) bool {
	const fewest = 2048
	if k, ok := plainKey(key).(gossh.CryptoPublicKey); ok {
		if r, ok := k.CryptoPublicKey().(*rsa.PublicKey); ok {
			return r.N.BitLen() >= fewest
		}
	}
	return true
}
