package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/klauspost/compress/flate"
)

const (
	// beatInterval is the time between two signs that a stream is alive.
	beatInterval = 10 * time.Second
	// streamDuration is how long a stream lasts. Then the browser is asked to begin another one. So a phone that
	// sleeps, or has lost its network, is noticed after that time, even if the system takes the connection for alive.
	streamDuration = 50 * time.Second
	// patience is how long a browser may take to read.
	patience = 15 * time.Second
)

// sendEvents sends the table of the address, and sends it again when it has changed, until the stream has lasted long
// enough.
func sendEvents(q *request) {
	session, err := q.server.openSession(q.r.Context(), q.me, q.ticket())
	out := newStream(q.w, accepts(q.r, "gzip"))
	if err != nil && q.home != nil && !q.server.isSite() {
		return // another round begins
	}
	if err != nil {
		_ = out.send("over", q.endedPage(err), 0)
		return
	}
	defer session.release()
	tableStream{request: q, session: session, pages: newTablePages(q, session), out: out}.run()
}

// tableStream sends a table to a page that stays open.
type tableStream struct {
	request *request
	session *session
	// pages draw the table.
	pages tablePages
	out   *stream
}

// run sends the table until the stream has lasted long enough, or the browser is gone.
func (h tableStream) run() {
	beat := time.NewTicker(beatInterval)
	defer beat.Stop()
	end := time.After(streamDuration)
	var last [sha256.Size]byte // the hash of the last page, which is smaller than the page
	for {
		var now drawing
		var err error
		onFreshStack(func() {
			main := paper()
			defer papers.Put(main)
			now = h.pages.main(main)
			if sum := sha256.Sum256(main.Bytes()); sum != last {
				err = h.out.send("table", main.Bytes(), now.drawnAt)
				last = sum
			}
		})
		if err != nil || !h.waitForChange(now, beat.C, end) {
			return
		}
	}
}

// waitForChange waits for a change, and meanwhile sends signs that the stream is alive. It reports whether there is a
// change; otherwise the stream is over.
func (h tableStream) waitForChange(now drawing, beat, end <-chan time.Time) bool {
	var pause <-chan time.Time
	if now.redrawAfter > 0 {
		pause = time.After(now.redrawAfter)
	}
	for {
		select {
		case <-now.pageChanged:
			return true
		case <-now.tableChanged:
			now.tableChanged = h.session.client.Changed()
			switch more, delay := h.session.pollChanges(now.events); {
			case delay > 0:
				pause = time.After(delay)
			case more && h.session.lifetime.Err() == nil:
				return true
			}
		case <-pause:
			return true
		case <-beat:
			var err error
			onFreshStack(func() { err = h.out.send("beat", nil, 0) })
			if err != nil {
				return false
			}
		case <-end:
			_ = h.out.send("again", nil, 0)
			return false
		case <-h.request.r.Context().Done():
			return false
		case <-h.session.lifetime.Done():
			cause := context.Cause(h.session.lifetime)
			closing := h.request.server.closing.Err() != nil
			if !closing && h.session.round.Home == nil { // otherwise the browser reconnects
				_ = h.out.send("over", h.request.endedPage(cause), 0)
			}
			return false
		}
	}
}

// onFreshStack calls a function on the stack of a new goroutine, which is freed afterwards. So the stacks of the many
// connections that wait stay small.
func onFreshStack(do func()) {
	done := make(chan string)
	go func() {
		failure := ""
		defer func() {
			if p := recover(); p != nil {
				failure = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
			done <- failure
		}()
		do()
	}()
	if failure := <-done; failure != "" {
		panic(failure)
	}
}

// endedPage returns the last state of a table's page, with the reason why the stream ends.
func (q *request) endedPage(reason error) []byte {
	q.frame.Path = "/table/" + q.r.PathValue("table")
	q.frame.complain(reason)
	page := &gonePage{frame: q.frame}
	if !q.frame.AtHome {
		page.Ways = q.ways(true)
	}
	var out bytes.Buffer
	if err := templates(q.frame.Texts).page("gone").ExecuteTemplate(&out, "main", page); err != nil {
		panic(err) // writing into memory does not fail: the template is wrong
	}
	return out.Bytes()
}

// stream is events on their way to a browser. It is compressed as one gzip stream that never ends: a table repeats
// nearly all of the table before, so that an event takes some hundred bytes instead of nearly four thousand.
//
// A compressor that waits for the next event would hold a megabyte for each open page. So a stream keeps only what
// DEFLATE may refer to, the end of the text that was sent, and hands it as a dictionary to a compressor that all
// streams share. For the browser that is the same.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	// packed reports whether the stream is compressed.
	packed bool
	// window is the end of the text that was sent, from the last table on, and mostWindow bytes at most.
	window []byte
}

const (
	// mostWindow is the distance in bytes that DEFLATE can refer back (RFC 1951, 2).
	mostWindow = 32 << 10
	// eventLevel is the highest level of compression. It saves a tenth of the bytes, and takes a tenth of a millisecond
	// longer than the default; to draw the table takes more than a millisecond.
	eventLevel = 9
)

// gzipHeader is the header of a gzip stream without a name and a time (RFC 1952, 2.3).
var gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}

// eventPackers compress events into memory. There is one for each processor and no more, because each needs a megabyte.
// Each is nil until it is first needed.
var eventPackers = func() chan *flate.Writer {
	processors := runtime.GOMAXPROCS(0)
	all := make(chan *flate.Writer, processors)
	for range processors {
		all <- nil
	}
	return all
}()

// packEvent compresses a text that follows another one in the same stream.
func packEvent(out *bytes.Buffer, previous, text []byte) {
	packer := <-eventPackers
	defer func() { eventPackers <- packer }()
	if packer == nil {
		packer, _ = flate.NewWriter(nil, eventLevel) // the level is valid
	}
	packer.ResetDict(out, previous)
	_, _ = packer.Write(text) // writing into memory does not fail
	_ = packer.Flush()
}

// newStream begins the answer with a stream of events.
func newStream(w http.ResponseWriter, packed bool) *stream {
	s := &stream{w: w, control: http.NewResponseController(w), packed: packed}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no") // for nginx
	if packed {
		h.Set("Content-Encoding", "gzip")
	}
	w.WriteHeader(http.StatusOK)
	if packed {
		_, _ = w.Write(gzipHeader)
	}
	return s
}

// send sends an event, with a table or without data.
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
	if err := s.write(text.Bytes(), len(data) > 0); err != nil {
		return err
	}
	return s.control.Flush()
}

// write writes the text of an event, compressed if the stream is. An event after a table refers to nothing before that
// table.
func (s *stream) write(text []byte, isTable bool) error {
	if !s.packed {
		_, err := s.w.Write(text)
		return err
	}
	packed := paper()
	defer papers.Put(packed)
	packEvent(packed, s.window, text)
	s.remember(text, isTable)
	_, err := s.w.Write(packed.Bytes())
	return err
}

// roomForBeats is the room in the window for the events without data that follow a table, in bytes.
const roomForBeats = 1 << 10

// remember puts a text that was sent at the end of the window.
func (s *stream) remember(text []byte, isTable bool) {
	if isTable {
		s.window = s.window[:0]
	}
	if isTable && cap(s.window) < len(text)+roomForBeats {
		s.window = make([]byte, 0, len(text)+roomForBeats)
	}
	s.window = append(s.window, text...)
	excess := max(len(s.window)-mostWindow, 0)
	s.window = slices.Delete(s.window, 0, excess)
}
