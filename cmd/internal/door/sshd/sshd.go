// Package sshd is the door for everybody who has ssh: `ssh -p 2222 -t HOST CODE`.
//
// A key is a person, and there are no passwords. If the server allows it, people without a key come in as guests. The
// door offers only the game on a terminal: no shell, no commands, no files, no forwarding.
//
// Where to look: the server in this file, one session in session.go, the host key and the keys of people in keys.go.
package sshd

import (
	"context"
	"errors"
	"net"
	"sync/atomic"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/door/terminal"
	"fellowship/cmd/internal/texts"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// Options configure a server.
type Options struct {
	// Programs run the visitors' programs. Their sessions limit the connections of the door.
	Programs *terminal.Programs
	// HostKey identifies the server, see [HostKey].
	HostKey gossh.Signer
	// Known reports whether the holder of a key is let in, see [Known]; nil lets all holders of keys in.
	Known func(guest.Person) bool
	// Guests lets people in who have no key. It has no effect if Known is set.
	Guests bool
	// Texts has the texts for people who are not let in, whose language is not known yet.
	Texts *texts.Texts
}

// Server is the door.
type Server struct {
	programs *terminal.Programs
	srv      ssh.Server
}

// New returns a server that is not open yet.
func New(o Options) *Server {
	s := &Server{programs: o.Programs}
	s.srv = ssh.Server{
		Version:         "Fellowship",
		HostSigners:     []ssh.Signer{o.HostKey},
		ChannelHandlers: map[string]ssh.ChannelHandler{"session": s.handleSession},
		ConnCallback: func(ctx ssh.Context, conn net.Conn) net.Conn {
			c, ok := conn.(*guest.Conn)
			if !ok {
				return nil // the connection was not let in by Sessions.Listen
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
		// This asks no questions, so that people get in with plain ssh.
		s.srv.KeyboardInteractiveHandler = func(ssh.Context, gossh.KeyboardInteractiveChallenge) bool { return true }
	}
	return s
}

// modernConfig returns the algorithms that the server accepts: the algorithms of the library that sshd of OpenSSH 10
// offers by default, and no SHA-1.
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
	err := s.srv.Serve(s.programs.Sessions.Listen(l, false))
	if errors.Is(err, ssh.ErrServerClosed) {
		return nil
	}
	return err
}

// Shutdown closes the door and ends all sessions, see [guest.Sessions.Shutdown].
func (s *Server) Shutdown(ctx context.Context) error {
	return errors.Join(s.programs.Sessions.Shutdown(ctx, s.srv.Shutdown), s.srv.Close())
}

// connection is a connection that was let in. It has one terminal at a time.
type connection struct {
	*guest.Conn
	// busy reports whether there is a terminal.
	busy atomic.Bool
}

// connectionKey is the key of the connection in its context.
type connectionKey struct{}
