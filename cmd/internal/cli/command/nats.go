package command

import (
	"io"
	"log/slog"

	"fellowship/characters/say"
	"fellowship/cmd/internal/store/stream"
	"fellowship/cmd/internal/texts"

	"github.com/spf13/pflag"
)

// AddNATS adds the flags that name servers of NATS, and say how to sign in there; usage says what
// the servers are for.
func AddNATS(f *pflag.FlagSet, o *stream.Options, usage string) {
	f.StringVar(&o.URL, "nats", "", usage)
	AddRemote(f, &o.Remote)
}

// AddRemote adds the flags that say how to sign in.
func AddRemote(f *pflag.FlagSet, r *stream.Remote) {
	f.StringVar(&r.Credentials, "nats-creds", "", "`file` with a user's credentials there")
	f.StringVar(&r.CA, "nats-ca", "", "`file` with the certificates that check theirs")
	f.StringVar(&r.Cert, "nats-cert", "", "`file` with our certificate, for servers that ask")
	f.StringVar(&r.Key, "nats-key", "", "`file` with the key of that")
}

// CheckNATS refuses to sign in where no server is named.
func CheckNATS(o *stream.Options) error {
	if o.URL == "" && o.Remote != (stream.Remote{}) {
		return say.New("--nats-creds, --nats-ca, --nats-cert and --nats-key go with --nats")
	}
	return nil
}

// NewLog writes to a writer what is at least as important as the level.
func NewLog(w io.Writer, level string) *slog.Logger {
	var least slog.Level
	_ = least.UnmarshalText([]byte(level)) // the flag takes no other words
	return slog.New(slog.NewTextHandler(texts.Raw(w), &slog.HandlerOptions{Level: least}))
}
