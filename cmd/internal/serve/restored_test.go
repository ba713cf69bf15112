package serve

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keeping is where a server keeps its tables.
type keeping struct {
	// long reports whether it takes its time.
	long bool
	// begin is where the server begins, and copy makes the backup while it runs; restore,
	// after it has ended, says where the new one begins.
	begin, copy, restore func(t *testing.T, o *Options)
}

func nothing(*testing.T, *Options) {}

// places are the ways of docs/serving.md to make a backup and to restore it.
func places() map[string]keeping {
	var copied string
	return map[string]keeping{
		"a folder, while the server runs": {
			begin:   nothing,
			copy:    func(t *testing.T, o *Options) { copied = copyFolder(t, o.Dir) },
			restore: func(_ *testing.T, o *Options) { o.Dir = copied },
		},
		"a folder, when the server has ended": {
			long:    true,
			begin:   nothing,
			copy:    nothing,
			restore: func(t *testing.T, o *Options) { o.Dir = copyFolder(t, o.Dir) },
		},
	}
}

// TestRestored makes a backup in each of these ways, restores it in a new place, and lets the
// people go on there from where that was made. The host key is the same.
func TestRestored(t *testing.T) {
	t.Parallel()
	for name, at := range places() {
		t.Run(name, func(t *testing.T) {
			if at.long && testing.Short() {
				t.Skip("it takes its time")
			}
			h := open(t, func(o *Options) { at.begin(t, o) })
			all := meet(h, "anna", "ben")
			for _, f := range all {
				f.isReady()
			}
			require.False(t, h.plays(6, all...))
			before, _, err := h.tables.Export(h.table())
			require.NoError(t, err)
			at.copy(t, &h.opts)
			id := h.table()
			later, _, err := h.tables.Export(id)
			require.NoError(t, err)
			key := h.Fingerprint()
			h.close()
			at.restore(t, &h.opts)
			h.start()
			assert.Equal(t, key, h.Fingerprint())
			after, _, err := h.tables.Export(id)
			require.NoError(t, err)
			// What the last key decides may be on its way, and come into the log at any moment. So the backup has all that
			// was there before, and nothing that the log did not have then, or gets later.
			kept := string(after[0].Text)
			last := string(later[0].Text)
			assert.True(t, strings.HasPrefix(kept, string(before[0].Text)), "%s\nbefore:\n%s", kept, before[0].Text)
			assert.True(t, strings.HasPrefix(last, kept) || strings.HasPrefix(kept, last), "%s\nlater:\n%s", kept, last)
			for _, f := range all {
				f.comes("")
				f.chooses("Back to the table")
			}
			require.True(t, h.plays(1000, all...))
		})
	}
}
