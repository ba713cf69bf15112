// Package sshd is the door for everybody who has ssh: `ssh -p 2222 -t HOST CODE`.
//
// A key is a person, and there are no passwords. Where the server allows it,
// whoever has no key comes in as a guest. Nothing is to be had but the game on a
// terminal: no shell, no commands, no files, no forwarding.
//
// Where to look: the server in this file, one session in session.go, the server's
// own key and those of the people in keys.go.
package sshd

import (
	"context"
	"errors"
	"net"
	"sync/atomic"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/texts"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// Options configure a server.
type Options struct {
	Sessions *guest.Sessions
	// HostKey identifies the server, see [HostKey].
	HostKey gossh.Signer
	// Known says whose keys are let in, see [Known]; nil for everybody's.
	Known func(guest.Person) bool
	// Guests lets people in who have no key. Where only known keys are let in, it
	// lets nobody in.
	Guests bool
	// Texts tell those who are not let in why. Nobody knows their language yet.
	Texts *texts.Texts
}

// Server is the door.
type Server struct {
	sessions *guest.Sessions
	srv      ssh.Server
}

// New returns a server that is not open yet.
func New(o Options) *Server {
	s := &Server{sessions: o.Sessions}
	s.srv = ssh.Server{
		Version:         "Fellowship",
		HostSigners:     []ssh.Signer{o.HostKey},
		ChannelHandlers: map[string]ssh.ChannelHandler{"session": s.handleSession},
		ConnCallback: func(ctx ssh.Context, conn net.Conn) net.Conn {
			c, ok := conn.(*guest.Conn)
			if !ok {
				return nil // it has not come through the gate
			}
			ctx.SetValue(connectionKey{}, &connection{Conn: c})
			return conn
		},
		ServerConfigCallback: func(ssh.Context) *gossh.ServerConfig { return modernConfig() },
		PublicKeyHandler: func(_ ssh.Context, key ssh.PublicKey) bool {
			return isStrong(key) && (o.Known == nil || o.Known(holder(key)))
		},
	}
	switch {
	case o.Known != nil:
		s.srv.Banner = o.Texts.T("guest.known") + "\n"
	case !o.Guests:
		s.srv.Banner = o.Texts.T("guest.keys") + "\n"
	default:
		// Without a question nobody has to answer: plain ssh gets in.
		s.srv.KeyboardInteractiveHandler = func(ssh.Context, gossh.KeyboardInteractiveChallenge) bool { return true }
	}
	return s
}

// modernConfig are the algorithms that the server agrees to: of those that the library has, the
// ones that sshd of OpenSSH 10 offers by itself, and no SHA-1.
func modernConfig() *gossh.ServerConfig {
	supported := gossh.SupportedAlgorithms()
	c := &gossh.ServerConfig{PublicKeyAuthAlgorithms: supported.PublicKeyAuths}
	c.Ciphers = supported.Ciphers
	c.KeyExchanges = []string{
		gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519,
		gossh.KeyExchangeECDHP256, gossh.KeyExchangeECDHP384, gossh.KeyExchangeECDHP521,
	}
	c.MACs = []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM, gossh.HMACSHA256, gossh.HMACSHA512}
	return c
}

// Serve lets people in until Shutdown; the error is nil then.
func (s *Server) Serve(l net.Listener) error {
	err := s.srv.Serve(s.sessions.Listen(l, false))
	if errors.Is(err, ssh.ErrServerClosed) {
		return nil
	}
	return err
}

// Shutdown closes the door and the house, see [guest.Sessions.Shutdown].
func (s *Server) Shutdown(ctx context.Context) error {
	return errors.Join(s.sessions.Shutdown(ctx, s.srv.Shutdown), s.srv.Close())
}

// connection is one that has come through the gate: on each there is one terminal at a
// time.
type connection struct {
	*guest.Conn
	busy atomic.Bool
}

type connectionKey struct{}
