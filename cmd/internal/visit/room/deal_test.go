package room

import (
	"sync"
	"testing"

	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/turns"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLeafingIsNotRefused checks that the questions of one session wait for each other, so that somebody who leafs
// through a round quickly is not told that too many ask.
func TestLeafingIsNotRefused(t *testing.T) {
	files, err := folder.Open(folder.Options{Dir: t.TempDir(), Alone: true})
	require.NoError(t, err)
	service := table.NewService(files, table.Options{})
	defer func() {
		service.Close()
		require.NoError(t, files.Close())
	}()
	s := &session{opts: &Options{Service: service}}
	askOnce := s.askOnce(table.Person{ID: "key:anna", Network: "192.0.2.1/32"}, turns.Look)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { assert.NoError(t, askOnce(t.Context(), func() error { return nil })) })
	}
	all.Wait()
}
