package guest

import (
	"context"

	"fellowship/cmd/internal/texts"
)

// Visitor is one person in one session that [Sessions.Serve] runs. A door fills in the exported fields; the program of
// the session reads them.
type Visitor struct {
	// Person identifies the visitor.
	Person Person
	// Name is how they wish to be called; it may be empty, and others may be called so too.
	Name string
	// Code is the invitation that they came with, as [Code] returns it; empty without one.
	Code string
	// Address is their address.
	Address string
	// Lang is their language.
	Lang string

	// cancel ends the session.
	cancel context.CancelCauseFunc
	// onPanic logs a panic and ends the session.
	onPanic func(place string, panicked any)
}

// Texts returns the texts in the visitor's language.
func (v *Visitor) Texts() *texts.Texts { return texts.New(v.Lang) }

// End ends the session for a reason. It has no effect before the session has begun, or when it has ended.
func (v *Visitor) End(reason EndReason) {
	if v.cancel != nil {
		v.cancel(&endError{reason})
	}
}

// Go runs a function of the session in a new goroutine. A panic in it ends the session; with a plain go statement it
// would end the server.
func (v *Visitor) Go(f func()) {
	go func() {
		defer v.RecoverPanic("goroutine")
		f()
	}()
}

// RecoverPanic recovers from a panic, and ends the session as [Visitor.Panicked] does. It must be deferred. The place
// is for the log.
func (v *Visitor) RecoverPanic(place string) {
	if r := recover(); r != nil {
		v.Panicked(place, r)
	}
}

// Panicked logs a panic that was recovered in a place of the session, and ends the session, which must have begun.
func (v *Visitor) Panicked(place string, panicked any) { v.onPanic(place, panicked) }
