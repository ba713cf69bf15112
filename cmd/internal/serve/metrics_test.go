package serve

import (
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

// asked returns the answer of the monitoring at a path.
func (h *house) asked(path string) (int, string) {
	w := httptest.NewRecorder()
	h.figures().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

// TestDamagedIsCounted damages a table, and checks that the monitoring reports it and that the other tables go on.
func TestDamagedIsCounted(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	all := meet(h, "anna", "ben")
	require.NoError(t, h.store.Append("bad", 0, []byte("{}\n")))
	path := filepath.Join(h.opts.Dir, "tables", "bad.ndjson")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text[len(text)/2] ^= 1
	require.NoError(t, os.WriteFile(path, text, 0o600))
	_, said := h.asked("/healthz")
	assert.Equal(t, "ok\n", said)
	err = h.store.Append("bad", 1, []byte("{}\n"))
	require.ErrorIs(t, err, store.ErrDamaged)
	_, said = h.asked("/metrics")
	assert.Contains(t, said, "fellowship_store_healthy 1\n")
	assert.Contains(t, said, "\nfellowship_build_info{version=\""+build.Release+"-dev")
	assert.Contains(t, said, "\nfellowship_store_damaged 1\n")
	assert.Contains(t, said, "\nfellowship_store_tables 2\n")
	for _, figure := range []string{
		"store_healthy", "tables_open", "store_people", "store_newcomers", "store_tables", "store_damaged", "store_bytes",
	} {
		assert.Regexp(t, "(?m)^# HELP fellowship_"+figure+" .+\n# TYPE fellowship_"+figure+" gauge$", said)
	}
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
