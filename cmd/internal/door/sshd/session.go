package sshd

import (
	"context"
	"io"
	"time"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/table"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// handleSession is one terminal: it answers the requests on its channel, until it is closed.
// The library's own handler keeps as many variables as somebody sends, and waits for
// ever for a reader of the sizes.
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
	// Nobody writes to a program's standard error; what came there would be kept.
	go func() { _, _ = io.Copy(io.Discard, ch.Stderr()) }()

	sessionCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	go keepAlive(sessionCtx, conn)

	t := &terminal{connection: gateConn, ch: ch, env: guest.Environment{}}
	name, _ := table.CleanName(conn.User()) // else the visitor is asked for one
	t.visitor = &guest.Visitor{
		Person: person(ctx), Name: name, Address: conn.RemoteAddr().String(),
		In: ch, Out: ch, HangUp: func() { _ = gateConn.Close() },
	}
	for r := range requests {
		switch {
		case (r.Type == "shell" || r.Type == "exec") && !t.started:
			t.started = true
			var command struct{ Line string }
			if r.Type == "exec" && gossh.Unmarshal(r.Payload, &command) != nil {
				return
			}
			_ = r.Reply(true, nil)
			go func() { t.end(s.runProgram(ctx, t, command.Line)) }()
		default:
			_ = r.Reply(t.handle(r), nil)
		}
	}
}

// runProgram runs the program and returns its exit status.
func (s *Server) runProgram(ctx ssh.Context, t *terminal, command string) int {
	t.env.Describe(t.visitor)
	code, ok := guest.Code(command)
	refusal := ""
	switch {
	case !ok:
		refusal = "guest.code"
	case !t.hasTerminal:
		refusal = "guest.terminal"
	case t.env.Dumb():
		refusal = "guest.dumb"
	}
	if refusal != "" {
		out := io.Writer(t.ch)
		if !t.hasTerminal {
			out = t.ch.Stderr()
		}
		_, _ = io.WriteString(out, t.visitor.Texts().T(refusal)+"\r\n")
		return 1
	}
	t.visitor.Code = code
	t.connection.BeginSession()
	defer t.connection.EndSession()
	return s.sessions.Serve(ctx, t.visitor).Status()
}

// keepAliveInterval is how often the other side is asked whether it is there, and answer how long it
// may take to say so: a friend whose cable was pulled is gone within 45 seconds.
const keepAliveInterval, keepAliveTimeout = 15 * time.Second, 20 * time.Second

// keepAlive hangs up on a connection whose other side is not there any more. Any
// answer will do: a client that knows no such request says so.
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

// person is the visitor who has signed in: the holder of the key that they signed with. A key
// that was only offered is nobody's.
func person(ctx ssh.Context) guest.Person {
	if key, ok := ctx.Value(ssh.ContextKeyPublicKey).(gossh.PublicKey); ok && key != nil {
		return holder(key)
	}
	const idLength = 32
	return guest.Anonymous(ctx.SessionID()[:idLength])
}

// terminal is a channel with the terminal that the visitor has asked for.
type terminal struct {
	connection *connection
	ch         gossh.Channel
	env        guest.Environment
	visitor    *guest.Visitor
	// hasTerminal reports whether there is a terminal, begun whether the program runs on it.
	hasTerminal, started bool
}

// handle takes a request, and reports whether there is such a thing here.
func (t *terminal) handle(r *gossh.Request) bool {
	switch r.Type {
	case "pty-req":
		var ptyRequest struct {
			Term                          string
			Width, Height, PixelW, PixelH uint32
			Modes                         string
		}
		if t.hasTerminal || t.started || gossh.Unmarshal(r.Payload, &ptyRequest) != nil ||
			!t.env.Set("TERM", ptyRequest.Term) {
			return false
		}
		t.hasTerminal = true
		t.resize(ptyRequest.Width, ptyRequest.Height)
		return true
	case "window-change":
		var window struct{ Width, Height, PixelW, PixelH uint32 }
		if !t.hasTerminal || gossh.Unmarshal(r.Payload, &window) != nil {
			return false
		}
		t.resize(window.Width, window.Height)
		return true
	case "env":
		var variable struct{ Name, Value string }
		return !t.started && gossh.Unmarshal(r.Payload, &variable) == nil &&
			variable.Name != "TERM" && t.env.Set(variable.Name, variable.Value)
	}
	return false
}

func (t *terminal) resize(width, height uint32) {
	const most = 1 << 16
	t.visitor.Resize(int(min(width, most)), int(min(height, most)))
}

// end tells the other side how the program ended.
func (t *terminal) end(status int) {
	_, _ = t.ch.SendRequest("exit-status", false,
		gossh.Marshal(struct{ Status uint32 }{uint32(status)})) //nolint:gosec // 0 or 1
	_ = t.ch.Close()
}
