package stream

import (
	"context"
	"errors"
	"time"

	"fellowship/cmd/internal/store"

	"github.com/nats-io/nats.go/jetstream"
)

// bucket keeps values by keys, which are made of letters, digits, - and _.
type bucket struct {
	*Store
	kv jetstream.KeyValue
}

// bucket opens a bucket whose values are forgotten after a time.
func (s *Store) bucket(ctx context.Context, name string, life time.Duration) (*bucket, error) {
	b := &bucket{Store: s}
	err := s.patiently(ctx, "the list of "+name, func(ctx context.Context) (err error) {
		if b.kv, err = s.js.KeyValue(ctx, name); !errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
		b.kv, err = s.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: name, TTL: life, Storage: jetstream.FileStorage, Replicas: s.replicas(), MaxValueSize: 1 << 14,
		})
		return err
	})
	return b, err
}

// Get returns a value and its revision.
func (b *bucket) Get(ctx context.Context, key string) (value []byte, revision uint64, err error) {
	err = b.ask(ctx, func(ctx context.Context) error {
		e, err := b.kv.Get(ctx, key)
		if err == nil {
			value, revision = e.Value(), e.Revision()
		}
		return err
	})
	return value, revision, err
}

// Update puts a value in the place of the one of a revision.
func (b *bucket) Update(ctx context.Context, key string, value []byte, revision uint64) error {
	return b.ask(ctx, func(ctx context.Context) (err error) {
		if revision == 0 {
			_, err = b.kv.Create(ctx, key, value)
		} else {
			_, err = b.kv.Update(ctx, key, value, revision)
		}
		return err
	})
}

// ask asks for something, and tells errors in our words.
func (b *bucket) ask(ctx context.Context, try func(context.Context) error) error {
	return b.Store.ask(ctx, func(ctx context.Context) error {
		err := try(ctx)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound), errors.Is(err, jetstream.ErrInvalidKey):
			return store.ErrNone
		case errors.Is(err, jetstream.ErrKeyExists), wasLate(err):
			return store.ErrQuicker
		}
		return err
	})
}
