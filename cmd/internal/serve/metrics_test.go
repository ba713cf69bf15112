package serve

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/store"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asked is what the figures say at a path.
func (h *house) asked(path string) (int, string) {
	w := httptest.NewRecorder()
	h.figures().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

// TestDamagedIsCounted damages a table: whoever watches over the server is told, and the
// others go on.
func TestDamagedIsCounted(t *testing.T) {
	h := open(t, nil)
	all := meet(h, "anna", "ben")
	at, err := h.store.Append(t.Context(), "bad", store.Mark{}, []byte("{}\n"))
	require.NoError(t, err)
	path := filepath.Join(h.opts.Dir, "tables", "bad.ndjson")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text[len(text)/2] ^= 1
	require.NoError(t, os.WriteFile(path, text, 0o600))
	_, said := h.asked("/healthz")
	assert.Equal(t, "ok\n", said)
	_, err = h.store.Append(t.Context(), "bad", at, []byte("{}\n"))
	require.ErrorIs(t, err, store.ErrDamaged)
	_, said = h.asked("/metrics")
	assert.Contains(t, said, "\nfellowship_store_damaged 1\n")
	assert.Contains(t, said, "\nfellowship_store_tables 2\n")
	code, said := h.asked("/healthz")
	assert.Equal(t, http.StatusOK, code, "the others go on")
	assert.Equal(t, "ok\ndamaged tables: 1\n", said)
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(3, all...))
	require.NoError(t, os.Remove(path))
	_, said = h.asked("/healthz")
	assert.Equal(t, "ok\n", said)
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	_, said = h.asked("/healthz")
	assert.Equal(t, "ok\ndamaged tables: 1\n", said, "an emptied file")
}

// silent is a store that does not answer.
type silent struct {
	store.Store
	until chan struct{}
}

func (s silent) Stats(context.Context) (store.Stats, error) {
	<-s.until
	return store.Stats{}, nil
}

// TestSilentStore answers those who watch over the server also when its store does not.
func TestSilentStore(t *testing.T) {
	h := open(t, nil)
	kept, until := h.store, make(chan struct{})
	h.store = silent{kept, until}
	code, said := h.asked("/metrics")
	assert.Equal(t, http.StatusOK, code)
	assert.Contains(t, said, "fellowship_store_healthy")
	assert.Contains(t, said, "\nfellowship_build_info{version=\""+build.Release+"-dev")
	assert.NotContains(t, said, "fellowship_store_tables")
	code, _ = h.asked("/healthz")
	assert.Equal(t, http.StatusServiceUnavailable, code)
	count := h.counting.DoChan("", func() (any, error) {
		panic("there is one that asks, whoever comes")
	})
	close(until)
	<-count
	h.store = kept
	code, said = h.asked("/healthz")
	assert.Equal(t, http.StatusOK, code)
	assert.Equal(t, "ok\n", said)
}
