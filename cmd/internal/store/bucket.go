package store

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Bucket keeps values by keys, which are made of letters, digits, - and _.
type Bucket struct {
	store *Store
	kv    jetstream.KeyValue
}

// bucket opens a bucket whose values are forgotten after a time.
func (s *Store) bucket(ctx context.Context, name string, life time.Duration) (*Bucket, error) {
	b := &Bucket{store: s}
	err := s.patiently(ctx, "the list of "+name, func(ctx context.Context) (err error) {
		if b.kv, err = s.js.KeyValue(ctx, name); !errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
		if s.folder.mayBegin() != nil {
			// The tables are more than a list of names, so they go on.
			s.log.Error("a list cannot be read any more, and is begun anew", "list", name)
		}
		b.kv, err = s.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: name, TTL: life, Storage: jetstream.FileStorage, Replicas: s.replicas(), MaxValueSize: 1 << 14,
		})
		return err
	})
	return b, err
}

// Get returns a value and its revision. The error is ErrNone without one.
func (b *Bucket) Get(ctx context.Context, key string) (value []byte, revision uint64, err error) {
	err = b.ask(ctx, func(ctx context.Context) error {
		e, err := b.kv.Get(ctx, key)
		if err == nil {
			value, revision = e.Value(), e.Revision()
		}
		return err
	})
	return value, revision, err
}

// Create adds a value. The error is ErrTaken where there is one, which may be the
// same one, written before the server stopped answering.
func (b *Bucket) Create(ctx context.Context, key string, value []byte) error {
	return b.ask(ctx, func(ctx context.Context) error {
		_, err := b.kv.Create(ctx, key, value)
		return err
	})
}

// Update puts a value in the place of the one of a revision, 0 for none. The error is
// ErrQuicker where there is another one meanwhile.
func (b *Bucket) Update(ctx context.Context, key string, value []byte, revision uint64) error {
	err := b.ask(ctx, func(ctx context.Context) error {
		if revision == 0 {
			_, err := b.kv.Create(ctx, key, value)
			return err
		}
		_, err := b.kv.Update(ctx, key, value, revision)
		return err
	})
	if errors.Is(err, ErrTaken) {
		return ErrQuicker
	}
	return err
}

// ask asks for something, and says what is wrong in our words.
func (b *Bucket) ask(ctx context.Context, try func(context.Context) error) error {
	return b.store.ask(ctx, func(ctx context.Context) error {
		err := try(ctx)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound), errors.Is(err, jetstream.ErrInvalidKey):
			return ErrNone
		case errors.Is(err, jetstream.ErrKeyExists), wasLate(err):
			return ErrTaken
		}
		return err
	})
}
