package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fellowship/cmd/internal/guest"
	"fellowship/cmd/internal/texts"

	"github.com/coder/websocket"
	"github.com/muesli/termenv"
)

// The page and we talk over a websocket. The page's first message is a greeting;
// then its messages are "d" with keys behind it, and "s" with a new size in columns
// and rows. Ours are what the terminal is to show. We close with the name of the
// guest.Ending as the reason, or badCode, or closed.

const (
	badCode = "code"
	closed  = "closed"
	// longestMessage is how long a message of the page may be, in bytes.
	longestMessage = 1 << 13
	// pinging keeps the connection alive through proxies, and finds out that it is
	// not.
	pinging, pong = 25 * time.Second, 20 * time.Second
)

// greeting is the first message.
type greeting struct {
	Name    string `json:"name"`
	Code    string `json:"code"`
	Lang    string `json:"lang"`
	Columns int    `json:"columns"`
	Rows    int    `json:"rows"`
}

// terminal is one visit through a browser.
func (s *Server) terminal(w http.ResponseWriter, r *http.Request) {
	s.open.Add(1)
	defer s.open.Done()
	who, ok := s.person(r)
	if !ok {
		http.Error(w, "come in by the page", http.StatusForbidden)
		return
	}
	line, _ := r.Context().Value(lineKey{}).(*guest.Conn)
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: s.Origins}) // refuses other origins
	if err != nil {
		return
	}
	defer ws.CloseNow() //nolint:errcheck // it has ended
	ws.SetReadLimit(longestMessage)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()

	var hello greeting
	kind, text, err := ws.Read(ctx) // until the time to sign in is over
	if err != nil {
		return
	}
	if kind != websocket.MessageText || json.Unmarshal(text, &hello) != nil {
		_ = ws.Close(websocket.StatusPolicyViolation, "greeting")
		return
	}
	code, ok := guest.Code(hello.Code)
	if !ok {
		_ = ws.Close(websocket.StatusPolicyViolation, badCode)
		return
	}
	if s.Admit != nil {
		err := s.House.Tries(ctx, r.RemoteAddr, ErrClosed, func() (err error) {
			who, err = s.Admit(ctx, code)
			return err
		})
		switch {
		case errors.Is(err, ErrClosed):
			_ = ws.Close(websocket.StatusPolicyViolation, closed)
			return
		case err != nil:
			_ = ws.Close(websocket.StatusTryAgainLater, "") // the page does
			return
		}
		code = ""
	}
	keys, typed := io.Pipe()
	defer keys.Close()
	v := &guest.Visitor{
		Person: who, Name: guest.Name(hello.Name), Named: true, Code: code, Door: "web", From: r.RemoteAddr,
		Lang: texts.Default, Colors: termenv.ANSI, Mouse: true,
		In: keys, Out: screen{ctx, ws}, Hang: func() { _ = ws.CloseNow() },
	}
	if texts.Known(hello.Lang) {
		v.Lang = hello.Lang
	}
	v.Resize(hello.Columns, hello.Rows)
	line.Begun()
	defer line.Over()
	go listen(ctx, ws, v, typed)
	go keepAlive(ctx, ws)
	end := s.House.Visit(ctx, v)
	_ = ws.Close(status(end), end.String())
}

// status is how a visit's end is told to a browser.
func status(end guest.Ending) websocket.StatusCode {
	switch end {
	case guest.Closing:
		return websocket.StatusServiceRestart
	case guest.Broken:
		return websocket.StatusInternalError
	case guest.Left, guest.Lost, guest.Idle, guest.Taken, guest.Stuck:
	}
	return websocket.StatusNormalClosure
}

// listen takes what the page says until it says nothing more, or something that no
// page of ours would say.
func listen(ctx context.Context, ws *websocket.Conn, v *guest.Visitor, typed *io.PipeWriter) {
	defer typed.Close()
	for {
		kind, text, err := ws.Read(ctx)
		if err != nil || kind != websocket.MessageText || len(text) == 0 {
			return
		}
		switch rest := text[1:]; text[0] {
		case 'd':
			if _, err := typed.Write(rest); err != nil {
				return
			}
		case 's':
			width, height, ok := size(string(rest))
			if !ok {
				return
			}
			v.Resize(width, height)
		default:
			return
		}
	}
}

// size reads columns and rows.
func size(text string) (width, height int, ok bool) {
	columns, rows, _ := strings.Cut(text, " ")
	width, errWidth := strconv.Atoi(columns)
	height, errHeight := strconv.Atoi(rows)
	return width, height, errWidth == nil && errHeight == nil
}

// keepAlive asks the browser whether it is still there.
func keepAlive(ctx context.Context, ws *websocket.Conn) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pinging):
		}
		answer, cancel := context.WithTimeout(ctx, pong)
		err := ws.Ping(answer)
		cancel()
		if err != nil {
			_ = ws.CloseNow()
			return
		}
	}
}

// screen is the terminal in the page.
type screen struct {
	ctx context.Context
	ws  *websocket.Conn
}

// Write shows something.
func (s screen) Write(b []byte) (int, error) {
	if err := s.ws.Write(s.ctx, websocket.MessageBinary, b); err != nil {
		return 0, err
	}
	return len(b), nil
}
