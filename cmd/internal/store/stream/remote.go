package stream

import (
	"crypto/tls"
	"net/url"

	"fellowship/characters/say"
	"fellowship/cmd/internal/files"

	"github.com/nats-io/nats.go"
)

// Remote is how to sign in to servers that run elsewhere. The user may be in the
// address, too.
type Remote struct {
	// Credentials is a file with a user's token and key.
	Credentials string
	// CA is a file with the certificates that theirs is checked with; empty for
	// those of the system.
	CA string
	// Cert and Key are files for servers that ask who we are.
	Cert, Key string
}

// options returns the options of the connection.
func (r *Remote) options() ([]nats.Option, error) {
	var out []nats.Option
	const most = 1 << 20 // the certificates of a system are a quarter of that
	for _, name := range []string{r.Credentials, r.CA, r.Cert, r.Key} {
		if name == "" {
			continue
		}
		// The client reads them without a limit, and again after each lost connection.
		if _, err := files.ReadRegular(name, most); err != nil {
			return nil, err
		}
	}
	if r.Credentials != "" {
		out = append(out, nats.UserCredentials(r.Credentials))
	}
	if r.CA != "" {
		out = append(out, nats.RootCAs(r.CA))
	}
	if r.Cert != "" || r.Key != "" {
		if _, err := tls.LoadX509KeyPair(r.Cert, r.Key); err != nil {
			return nil, say.Errorf("the certificate %s with the key %s: %w", r.Cert, r.Key, err)
		}
		out = append(out, nats.ClientCert(r.Cert, r.Key))
	}
	return out, nil
}

// Redacted returns an address for people, without the password or token in it.
func Redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "that address"
	}
	if _, ok := u.User.Password(); u.User != nil && !ok {
		u.User = url.User("xxxxx") // a token
	}
	return u.Redacted()
}
