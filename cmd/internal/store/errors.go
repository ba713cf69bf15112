package store

import (
	"context"
	"errors"

	"fellowship/cmd/internal/disk"
	"fellowship/tricks/say"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// What can be wrong with the logs. The errors of this package wrap them.
var (
	// ErrQuicker is that another event was written for that moment.
	ErrQuicker = say.New("something happened meanwhile: look again")
	// ErrGone is that a table is not there, or not any more.
	ErrGone = say.New("there is no such table any more")
	// ErrWaiting is that the server does not answer. Whether an event was written is
	// known nevertheless: it was not.
	ErrWaiting = say.New("the server that keeps the tables does not answer; try again in a moment")
	// ErrUnknown is that the server stopped answering after an event was sent, so
	// that nobody knows whether it was written until it answers again.
	ErrUnknown = say.New("the server that keeps the tables stopped answering, so whether this was written shows when it is back")
	// ErrFull is that the disk, or the room that the logs may take, is full.
	ErrFull = disk.ErrFull
	// ErrDamaged is that something which was written cannot be read any more.
	ErrDamaged = say.New("what was saved of this cannot be read any more")
	// ErrTooLarge is that an event is larger than any is.
	ErrTooLarge = say.New("that is too long to be written")
	// ErrNone is that there is nothing under a key, ErrTaken that there is
	// something.
	ErrNone  = say.New("there is nothing of that name")
	ErrTaken = say.New("there is something of that name already")
)

// apiCode returns the code that the server gave an error, 0 if it is not its own.
func apiCode(err error) jetstream.ErrorCode {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.ErrorCode
	}
	return 0
}

// isFull reports whether an error says that there is no room, or the server has ended
// its streams because of that.
func (s *Store) isFull(err error) bool {
	switch server.ErrorIdentifier(apiCode(err)) {
	case server.JSInsufficientResourcesErr, server.JSStorageResourcesExceededErr, server.JSStreamStoreFailedF,
		server.JSMemoryResourcesExceededErr, server.JSAccountResourcesExceededErr:
		return true
	}
	return s.isStuck()
}

// wasLate reports whether the server refused an event because another one, or
// another proposal of the cluster, came first.
func wasLate(err error) bool {
	switch apiCode(err) {
	case jetstream.JSErrCodeStreamWrongLastSequence, jetstream.JSErrCodeStreamWrongLastSequenceConstant:
		return true
	}
	return false
}

// problem says what is wrong in our words.
func (s *Store) problem(err error) error {
	switch {
	case err == nil:
		return nil
	case s.isFull(err):
		return say.Errorf("%w: %w", ErrFull, err)
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return ErrGone
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout), errors.Is(err, nats.ErrNoResponders),
		errors.Is(err, jetstream.ErrNoStreamResponse), errors.Is(err, nats.ErrDisconnected):
		return say.Errorf("%w: %w", ErrWaiting, err)
	}
	return err
}
