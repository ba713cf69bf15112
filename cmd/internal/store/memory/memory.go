// Package memory keeps tables for as long as the program runs: those of games that nobody
// wants to be saved.
package memory

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"fellowship/cmd/internal/store"
)

// Store is tables in memory. The zero value has none.
type Store struct {
	mu     sync.Mutex
	tables map[string][]store.Event
	follow map[string][]*func(store.Event)
}

// Append writes an event, and hands it on before it returns.
func (s *Store) Append(table string, after uint64, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := uint64(len(s.tables[table]))
	switch {
	case len(data) > store.MaxEvent:
		return store.ErrTooLarge
	case after != n:
		return store.ErrQuicker
	case s.tables == nil:
		s.tables, s.follow = map[string][]store.Event{}, map[string][]*func(store.Event){}
	}
	e := store.Event{Number: n + 1, Time: time.Now(), Data: bytes.Clone(data)}
	s.tables[table] = append(s.tables[table], e)
	for _, take := range s.follow[table] {
		(*take)(e)
	}
	return nil
}

// Read returns the events of a table.
func (s *Store) Read(table string) ([]store.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.tables[table]) == 0 {
		return nil, store.ErrGone
	}
	return slices.Clone(s.tables[table]), nil
}

// Follow hands the events of a table to a function.
func (s *Store) Follow(table string, take func(store.Event)) (stop func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.tables[table]) == 0 {
		return nil, store.ErrGone
	}
	for _, e := range s.tables[table] {
		take(e)
	}
	s.follow[table] = append(s.follow[table], &take)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.follow[table] = slices.DeleteFunc(s.follow[table], func(f *func(store.Event)) bool { return f == &take })
	}, nil
}

// Keep has no file that could be deleted.
func (*Store) Keep(string) error { return nil }

// Close forgets nothing.
func (*Store) Close() error { return nil }
