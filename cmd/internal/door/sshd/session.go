package sshd

import (
	"context"
	"io"
	"time"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/door/terminal"
	"fellowship/cmd/internal/table"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// handleSession handles one terminal: it answers the requests on its channel, until the channel is closed. It replaces
// the handler of the library, which keeps any number of variables, and may wait for ever for somebody to read the sizes
// of the terminal.
func (s *Server) handleSession(_ *ssh.Server, conn *gossh.ServerConn, offered gossh.NewChannel, ctx ssh.Context) {
	gateConn, _ := ctx.Value(connectionKey{}).(*connection)
	if !gateConn.busy.CompareAndSwap(false, true) {
		_ = offered.Reject(gossh.Prohibited, "one terminal for each connection")
		return
	}
	defer gateConn.busy.Store(false)
	ch, requests, err := offered.Accept()
	if err != nil {
		return
	}
	defer ch.Close()
	// Nothing is expected on the standard error of a program, and unread data would pile up.
	go func() { _, _ = io.Copy(io.Discard, ch.Stderr()) }()

	sessionCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	go keepAlive(sessionCtx, conn)

	c := &channel{connection: gateConn, ch: ch, env: terminal.Environment{}}
	name, _ := table.CleanName(conn.User()) // without a valid name the visitor is asked for one
	c.terminal = &terminal.Terminal{
		Visitor: &guest.Visitor{Person: person(ctx), Name: name, Address: conn.RemoteAddr().String()},
		In:      ch,
		Out:     ch,
		HangUp:  func() { _ = gateConn.Close() },
	}
	for r := range requests {
		switch {
		case (r.Type == "shell" || r.Type == "exec") && !c.started:
			c.started = true
			var command struct{ Line string }
			if r.Type == "exec" && gossh.Unmarshal(r.Payload, &command) != nil {
				return
			}
			_ = r.Reply(true, nil)
			go func() { c.end(s.runProgram(ctx, c, command.Line)) }()
		default:
			_ = r.Reply(c.handle(r), nil)
		}
	}
}

// runProgram runs the program and returns its exit status. The command is the invitation that the person has typed.
func (s *Server) runProgram(ctx ssh.Context, c *channel, command string) int {
	c.env.Describe(c.terminal)
	code, ok := guest.Code(command)
	refusal := ""
	switch {
	case !ok:
		refusal = "guest.code"
	case !c.hasTerminal:
		refusal = "guest.terminal"
	case c.env.Dumb():
		refusal = "guest.dumb"
	}
	if refusal != "" {
		out := io.Writer(c.ch)
		if !c.hasTerminal {
			out = c.ch.Stderr()
		}
		_, _ = io.WriteString(out, c.terminal.Visitor.Texts().T(refusal)+"\r\n")
		return 1
	}
	c.terminal.Visitor.Code = code
	c.connection.BeginSession()
	defer c.connection.EndSession()
	return s.programs.Serve(ctx, c.terminal).Status()
}

// A friend whose cable was pulled is noticed within the sum of both times.
const (
	// keepAliveInterval is the time between two requests that check whether the client is still there.
	keepAliveInterval = 15 * time.Second
	// keepAliveTimeout is how long the client may take to answer.
	keepAliveTimeout = 20 * time.Second
)

// keepAlive closes a connection whose client is not there any more. Any answer counts: a client that does not know the
// request answers that.
func keepAlive(ctx context.Context, conn *gossh.ServerConn) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(keepAliveInterval):
		}
		timer := time.AfterFunc(keepAliveTimeout, func() { _ = conn.Close() })
		_, _, err := conn.SendRequest("keepalive@openssh.com", true, nil)
		timer.Stop()
		if err != nil {
			return
		}
	}
}

// person returns the person who has signed in: the holder of the key that they signed with, or an anonymous person. A
// key that was only offered does not count.
func person(ctx ssh.Context) guest.Person {
	if key, ok := ctx.Value(ssh.ContextKeyPublicKey).(gossh.PublicKey); ok && key != nil {
		return holder(key)
	}
	const idLength = 32
	return guest.Anonymous(ctx.SessionID()[:idLength])
}

// channel is a channel with the terminal that the visitor has asked for.
type channel struct {
	connection *connection
	ch         gossh.Channel
	env        terminal.Environment
	terminal   *terminal.Terminal
	// hasTerminal reports whether the visitor has asked for a terminal.
	hasTerminal bool
	// started reports whether the program was started.
	started bool
}

// handle handles a request, and reports whether it did.
func (c *channel) handle(r *gossh.Request) bool {
	switch r.Type {
	case "pty-req":
		var ptyRequest struct {
			Term                          string
			Width, Height, PixelW, PixelH uint32
			Modes                         string
		}
		if c.hasTerminal || c.started || gossh.Unmarshal(r.Payload, &ptyRequest) != nil {
			return false
		}
		if !c.env.Set("TERM", ptyRequest.Term) {
			return false
		}
		c.hasTerminal = true
		c.resize(ptyRequest.Width, ptyRequest.Height)
		return true
	case "window-change":
		var window struct{ Width, Height, PixelW, PixelH uint32 }
		if !c.hasTerminal || gossh.Unmarshal(r.Payload, &window) != nil {
			return false
		}
		c.resize(window.Width, window.Height)
		return true
	case "env":
		var variable struct{ Name, Value string }
		return !c.started && gossh.Unmarshal(r.Payload, &variable) == nil &&
			variable.Name != "TERM" && c.env.Set(variable.Name, variable.Value)
	}
	return false
}

// resize sets the size of the terminal.
func (c *channel) resize(width, height uint32) {
	const most = 1 << 16
	c.terminal.Resize(int(min(width, most)), int(min(height, most)))
}

// end sends the exit status of the program to the client, and closes the channel.
func (c *channel) end(status int) {
	_, _ = c.ch.SendRequest("exit-status", false,
		gossh.Marshal(struct{ Status uint32 }{uint32(status)})) //nolint:gosec // 0 or 1
	_ = c.ch.Close()
}
