package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/klauspost/compress/flate"
)

const (
	// beats is how often a stream says that it is there.
	beats = 10 * time.Second
	// streams is how long a stream lasts: the browser is asked to begin another one then. One
	// whose phone sleeps, or has lost its net, is missed after that, whatever the system says of
	// the connection.
	streams = 50 * time.Second
	// patience is how long a browser may take to read.
	patience = 15 * time.Second
)

// events sends the table as it is, and again when it is otherwise, until the stream has
// lasted long enough.
func (v *visitor) events() {
	visit, err := v.Server.visit(v.r.Context(), v.me, v.ticket())
	out := newStream(v.w, accepts(v.r, "gzip"))
	if err != nil && v.home != nil {
		return // another round begins
	}
	if err != nil {
		_ = out.send("over", v.ended(err), 0)
		return
	}
	defer visit.done()
	beat := time.NewTicker(beats)
	defer beat.Stop()
	end := time.After(streams)
	var last [sha256.Size]byte // a stream keeps no page
	for {
		var now drawing
		aside(func() {
			main := paper()
			defer papers.Put(main)
			now = v.main(visit, main)
			if sum := sha256.Sum256(main.Bytes()); sum != last {
				err = out.send("table", main.Bytes(), now.at)
				last = sum
			}
		})
		if err != nil || !v.rests(out, visit, now, beat.C, end) {
			return
		}
	}
}

// rests waits for something new, and tells the browser meanwhile that the stream is there. It
// reports whether there is something; else the stream is over.
func (v *visitor) rests(out *stream, visit *visit, now drawing, beat, end <-chan time.Time) bool {
	var pause <-chan time.Time
	if now.again > 0 {
		pause = time.After(now.again)
	}
	for {
		select {
		case <-now.news:
			return true
		case <-now.table:
			now.table = visit.chair.News()
			switch more, after := visit.goneOn(now.events); {
			case after > 0:
				pause = time.After(after)
			case more && visit.over.Err() == nil:
				return true
			}
		case <-pause:
			return true
		case <-beat:
			var err error
			if aside(func() { err = out.send("beat", nil, 0) }); err != nil {
				return false
			}
		case <-end:
			_ = out.send("again", nil, 0)
			return false
		case <-v.r.Context().Done():
			return false
		case <-visit.over.Done():
			if cause := context.Cause(visit.over); v.closing.Err() == nil && visit.round.Home == nil { // else the browser comes again
				_ = out.send("over", v.ended(cause), 0)
			}
			return false
		}
	}
}

// aside does something on a stack of its own, which is gone afterwards: those of connections, of
// which there are many that wait, stay small.
func aside(do func()) {
	done := make(chan string)
	go func() {
		said := ""
		defer func() {
			if p := recover(); p != nil {
				said = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
			done <- said
		}()
		do()
	}()
	if said := <-done; said != "" {
		panic(said)
	}
}

// ended returns the last state of a table's page, with the reason why the stream ends.
func (v *visitor) ended(why error) []byte {
	v.Path = "/table/" + v.r.PathValue("table")
	v.complain(why)
	var out bytes.Buffer
	if err := templates(v.Texts)["gone"].ExecuteTemplate(&out, "main", &v.frame); err != nil {
		panic(err) // into memory
	}
	return out.Bytes()
}

// stream is events on their way to a browser.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	zips    bool
}

// papers are buffers for pages sent at once: growing them took half of all that a server of
// browsers used.
var papers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// paper is an empty one.
func paper() *bytes.Buffer {
	out, _ := papers.Get().(*bytes.Buffer)
	out.Reset()
	return out
}

// gzipHeader begins a packed stream, which never ends: each event is packed by itself, so that a
// stream holds no memory between two.
var gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}

func newStream(w http.ResponseWriter, zips bool) *stream {
	s := &stream{w: w, control: http.NewResponseController(w), zips: zips}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no") // of nginx
	if zips {
		h.Set("Content-Encoding", "gzip")
	}
	w.WriteHeader(http.StatusOK)
	if zips {
		_, _ = w.Write(gzipHeader)
	}
	return s
}

// send sends an event.
func (s *stream) send(name string, data []byte, drawn int64) error {
	text := paper()
	defer papers.Put(text)
	fmt.Fprintf(text, "retry: 500\nid: %d\nevent: %s\n", drawn, name)
	for line := range bytes.Lines(data) {
		text.WriteString("data: ")
		text.Write(bytes.TrimRight(line, "\r\n"))
		text.WriteByte('\n')
	}
	if len(data) == 0 {
		text.WriteString("data:\n")
	}
	text.WriteByte('\n')
	_ = s.control.SetWriteDeadline(time.Now().Add(patience))
	var err error
	if s.zips {
		err = flate.StatelessDeflate(s.w, text.Bytes(), false, nil)
	} else {
		_, err = s.w.Write(text.Bytes())
	}
	if err != nil {
		return err
	}
	return s.control.Flush()
}
