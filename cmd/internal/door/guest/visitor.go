package guest

import (
	"context"
	"io"
	"strings"
	"sync"

	"fellowship/cmd/internal/texts"

	"github.com/muesli/termenv"
)

// Person tells people apart: a visitor who comes back is the same Person, and nobody
// else can be. A person without a key is a new one each time, see [Person.IsPersistent].
type Person string

// KeyHolder is the person who has signed in with a key of this fingerprint.
func KeyHolder(fingerprint string) Person { return Person("key:" + fingerprint) }

// HasKey reports whether the person is one who has signed in with a key.
func (p Person) HasKey() bool { return strings.HasPrefix(string(p), string(KeyHolder(""))) }

// Browser is the person whose browser keeps the secret with this hash.
func Browser(hash string) Person { return Person("web:" + hash) }

// Anonymous is somebody who cannot be known again.
func Anonymous(session string) Person { return Person(anonymousPrefix + session) }

const anonymousPrefix = "guest:"

// IsPersistent reports whether the person is known again when they come back.
func (p Person) IsPersistent() bool { return p != "" && !strings.HasPrefix(string(p), anonymousPrefix) }

// Visitor is one person on one terminal. A door fills in the exported fields and
// hands it to [Sessions.Serve]; the model reads them.
type Visitor struct {
	// Person identifies the visitor.
	Person Person
	// Name is how they wish to be called; it may be empty, and others may be called so too.
	Name string
	// Code is the invitation that they came with, as [Code] returns it; empty
	// without one.
	Code string
	// Address is their address.
	Address string
	// Lang is the language that they read, as far as their terminal tells.
	Lang string
	// Colors and ASCII describe the visitor's terminal.
	Colors termenv.Profile
	ASCII  bool

	// In reads the visitor's keys, and Out writes to their terminal. Hang drops the connection at
	// once; both end then.
	In     io.Reader
	Out    io.Writer
	HangUp func()

	mu            sync.Mutex
	width, height int
	resized       chan struct{}

	cancel  context.CancelCauseFunc
	onPanic func(place string, panicked any)
}

// Sizes of a terminal, in cells. One without a size is taken for a common one.
const (
	maxWidth, maxHeight       = 500, 200
	commonWidth, commonHeight = 80, 24
)

// Resize tells how large the terminal is. It may come at any time, also before the
// visit, and as often as it likes: the program sees the last size, some times a
// second.
func (v *Visitor) Resize(width, height int) {
	if width <= 0 || height <= 0 {
		width, height = commonWidth, commonHeight
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.width, v.height = min(width, maxWidth), min(height, maxHeight)
	if v.resized == nil {
		v.resized = make(chan struct{}, 1)
	}
	select {
	case v.resized <- struct{}{}:
	default:
	}
}

// Size is how large the terminal is, in cells.
func (v *Visitor) Size() (width, height int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.width, v.height
}

// Texts are those of the visitor's language.
func (v *Visitor) Texts() *texts.Texts { return texts.New(v.Lang) }

// End ends the visit: the program stops, the terminal says why.
func (v *Visitor) End(reason EndReason) {
	if v.cancel != nil {
		v.cancel(&endError{reason})
	}
}

// Go runs a function of the model in a goroutine of its own. A panic in it ends the
// visit; with a plain go statement it would end the server.
func (v *Visitor) Go(f func()) {
	go func() {
		defer v.recoverPanic("goroutine")
		f()
	}()
}

// recoverPanic ends the visit if there is a panic; to be deferred.
func (v *Visitor) recoverPanic(place string) {
	if r := recover(); r != nil {
		v.onPanic(place, r)
	}
}

// EndReason is how a visit ended.
type EndReason uint8

// The endings.
const (
	// Left: the person went, or the program had nothing more for them.
	Left EndReason = iota
	// Lost: the connection ended.
	Lost
	// Idle: nothing was typed for a long time.
	Idle
	// Taken: the same person came in again elsewhere.
	TakenOver
	// Closing: the server ends.
	Closing
	// Stuck: the terminal did not read what was written to it.
	Stuck
	// Broken: the program panicked.
	Broken
)

// String is the name of the ending, in the log and in the keys of texts.
func (e EndReason) String() string {
	return [...]string{"left", "lost", "idle", "taken", "closing", "stuck", "broken"}[e]
}

// Status returns the exit status of the visitor's program: 1 if it broke, else 0.
func (e EndReason) Status() int {
	if e == Broken {
		return 1
	}
	return 0
}

// Message returns the last message on the terminal after the program has ended; empty if the
// person knows, or cannot be told.
func (e EndReason) Message(t *texts.Texts) string {
	switch e {
	case Left, Lost, Stuck:
		return ""
	case Idle, TakenOver, Closing, Broken:
	}
	return t.T("guest." + e.String())
}

// endError carries an ending as the cause of a context.
type endError struct{ EndReason }

// Error returns the name of the ending.
func (e *endError) Error() string { return e.String() }

// longestCode is how many characters a code may have.
const longestCode = 64

// Code returns an invitation as it is kept, in small letters, and whether it can be
// one: letters and digits, with hyphens between them. Empty is none, and allowed.
func Code(typed string) (code string, ok bool) {
	code = strings.ToLower(strings.TrimSpace(typed))
	if len(code) > longestCode || strings.HasPrefix(code, "-") || strings.HasSuffix(code, "-") {
		return "", false
	}
	for _, r := range code {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return "", false
		}
	}
	return code, true
}
