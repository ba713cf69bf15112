// Package memory keeps tables only while the program runs, for games that are not saved.
package memory

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"fellowship/cmd/internal/store"
)

// Store keeps tables in memory. The zero value has none.
type Store struct {
	mu     sync.Mutex
	tables map[string][]store.Event
}

// Append adds an event to a table.
func (s *Store) Append(table string, count uint64, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := uint64(len(s.tables[table]))
	switch {
	case len(data) > store.MaxEvent:
		return store.ErrTooLarge
	case count != n:
		return store.ErrQuicker
	case s.tables == nil:
		s.tables = map[string][]store.Event{}
	}
	s.tables[table] = append(s.tables[table], store.Event{Number: n + 1, Time: time.Now(), Data: bytes.Clone(data)})
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

// Hold calls take with the events of a table. It needs no lock, since no other process can write to the table.
func (s *Store) Hold(table string, take func(store.Event)) (release func(), err error) {
	events, err := s.Read(table)
	for _, e := range events {
		take(e)
	}
	return func() {}, err
}

// KeepFile does nothing: there is no file that could be deleted.
func (*Store) KeepFile(string) error { return nil }

// Healthy returns nil.
func (*Store) Healthy() error { return nil }

// Close does nothing: the tables remain.
func (*Store) Close() error { return nil }
