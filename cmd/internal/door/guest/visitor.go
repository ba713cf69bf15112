package guest

import (
	"context"
	"io"
	"strings"
	"sync"

	"fellowship/cmd/internal/texts"

	"github.com/muesli/termenv"
)

// Person identifies a person: a visitor who comes back is the same Person, and nobody else can be. A visitor without a
// key is a new Person each time, see [Person.IsPersistent].
type Person string

// KeyHolder returns the person who has signed in with the key of this fingerprint.
func KeyHolder(fingerprint string) Person { return Person("key:" + fingerprint) }

// HasKey reports whether the person has signed in with a key.
func (p Person) HasKey() bool { return strings.HasPrefix(string(p), string(KeyHolder(""))) }

// Browser returns the person whose browser keeps the secret with this hash.
func Browser(hash string) Person { return Person("web:" + hash) }

// Anonymous returns a person who is not recognized in another session.
func Anonymous(session string) Person { return Person(anonymousPrefix + session) }

// anonymousPrefix begins all anonymous persons.
const anonymousPrefix = "guest:"

// IsPersistent reports whether the person is recognized when they come back.
func (p Person) IsPersistent() bool { return p != "" && !strings.HasPrefix(string(p), anonymousPrefix) }

// Visitor is one person on one terminal. A door fills in the exported fields and passes the visitor to
// [Sessions.Serve]; the program reads them.
type Visitor struct {
	// Person identifies the visitor.
	Person Person
	// Name is how they wish to be called; it may be empty, and others may be called so too.
	Name string
	// Code is the invitation that they came with, as [Code] returns it; empty without one.
	Code string
	// Address is their address.
	Address string
	// Lang is the language of their terminal.
	Lang string
	// Colors are the colours of the terminal.
	Colors termenv.Profile
	// ASCII reports whether the terminal can show only the characters of ASCII.
	ASCII bool

	// In reads the visitor's keys.
	In io.Reader
	// Out writes to the terminal.
	Out io.Writer
	// HangUp drops the connection at once, which ends In and Out.
	HangUp func()

	mu     sync.Mutex
	width  int
	height int
	// resized holds a value while the program does not know the last size.
	resized chan struct{}

	// cancel ends the visit.
	cancel context.CancelCauseFunc
	// onPanic logs a panic and ends the visit.
	onPanic func(place string, panicked any)
}

// Sizes of a terminal, in cells. A terminal that has no size gets the common one.
const (
	maxWidth, maxHeight       = 500, 200
	commonWidth, commonHeight = 80, 24
)

// Resize sets the size of the terminal. A door may call it at any time, also before the visit, and as often as the
// terminal wants: the program sees only the last size, at most a few times a second.
func (v *Visitor) Resize(width, height int) {
	if width <= 0 || height <= 0 {
		width, height = commonWidth, commonHeight
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.width = min(width, maxWidth)
	v.height = min(height, maxHeight)
	if v.resized == nil {
		v.resized = make(chan struct{}, 1)
	}
	select {
	case v.resized <- struct{}{}:
	default:
	}
}

// Size returns the size of the terminal in cells.
func (v *Visitor) Size() (width, height int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.width, v.height
}

// Texts returns the texts in the visitor's language.
func (v *Visitor) Texts() *texts.Texts { return texts.New(v.Lang) }

// End ends the visit: the program stops, and the terminal shows why.
func (v *Visitor) End(reason EndReason) {
	if v.cancel != nil {
		v.cancel(&endError{reason})
	}
}

// Go runs a function of the program in a new goroutine. A panic in it ends the visit; with a plain go statement it
// would end the server.
func (v *Visitor) Go(f func()) {
	go func() {
		defer v.recoverPanic("goroutine")
		f()
	}()
}

// recoverPanic ends the visit after a panic. It must be deferred.
func (v *Visitor) recoverPanic(place string) {
	if r := recover(); r != nil {
		v.onPanic(place, r)
	}
}

// EndReason is the reason why a visit has ended.
type EndReason uint8

const (
	// Left means that the person has left, or that the program has ended.
	Left EndReason = iota
	// Lost means that the connection has ended.
	Lost
	// Idle means that the person has typed nothing for a long time.
	Idle
	// TakenOver means that the same person has come in again elsewhere.
	TakenOver
	// Closing means that the server is closing.
	Closing
	// Stuck means that the terminal did not read what was written to it.
	Stuck
	// Broken means that the program has panicked.
	Broken
)

// String returns the name of the reason, as in the log and in the keys of texts.
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

// Message returns the last message on the terminal after the program has ended. It is empty if the person knows the
// reason, or cannot read the message.
func (e EndReason) Message(t *texts.Texts) string {
	switch e {
	case Left, Lost, Stuck:
		return ""
	case Idle, TakenOver, Closing, Broken:
	}
	return t.T("guest." + e.String())
}

// endError is the cause of a context that has ended with a visit.
type endError struct{ EndReason }

// Error returns the name of the reason.
func (e *endError) Error() string { return e.String() }

// longestCode is the highest number of characters of a code.
const longestCode = 64

// Code returns the stored form of an invitation, in lower case. The result ok is false if the text cannot be an
// invitation: it may have letters and digits, and hyphens between them. An empty text is no invitation, which is
// allowed.
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
