package stream

import (
	"context"
	"errors"

	"fellowship/characters/say"
	"fellowship/cmd/internal/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// apiCode returns the code that the server gave an error, 0 if it is not its own.
func apiCode(err error) jetstream.ErrorCode {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.ErrorCode
	}
	return 0
}

// The codes with which a server says that it has no room: they stand in the list of
// errors of its documentation, and the client has no names for them.
const (
	insufficientResources jetstream.ErrorCode = 10023
	memoryExceeded        jetstream.ErrorCode = 10028
	storageExceeded       jetstream.ErrorCode = 10047
	accountExceeded       jetstream.ErrorCode = 10002
	storeFailed           jetstream.ErrorCode = 10077
)

// unavailable is said by a server of a cluster that knows no leader.
const unavailable jetstream.ErrorCode = 10008

// isFull reports whether an error says that the server has no room.
func isFull(err error) bool {
	switch apiCode(err) {
	case insufficientResources, memoryExceeded, storageExceeded, accountExceeded, storeFailed:
		return true
	}
	return false
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

// problem tells an error in our words.
func problem(err error) error {
	switch {
	case err == nil:
		return nil
	case isFull(err):
		return say.Errorf("%w: %w", store.ErrFull, err)
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return store.ErrGone
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout), errors.Is(err, nats.ErrNoResponders),
		errors.Is(err, jetstream.ErrNoStreamResponse), errors.Is(err, nats.ErrDisconnected), apiCode(err) == unavailable:
		return say.Errorf("%w: %w", store.ErrWaiting, err)
	}
	return err
}
