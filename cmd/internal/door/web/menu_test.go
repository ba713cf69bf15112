package web

import (
	"net/http"
	"strings"
	"testing"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/settings"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// menuPaths returns the addresses of the pages to which the menu leads. It checks that each entry of the menu has an
// address, and that there is no other.
func menuPaths(t *testing.T, client settings.Client) (paths []string) {
	openings := menuOpenings(client)
	for _, entry := range choose.MenuEntries(client) {
		path := openings[entry.Name]
		assert.NotEmpty(t, path, entry.Name)
		delete(openings, entry.Name)
		if entry.Sign != "" && !strings.HasPrefix(path, "/table/") {
			paths = append(paths, path)
		}
	}
	assert.Empty(t, openings, "there is no such entry")
	return paths
}

// TestMenu checks that each line of the menu leads to a page for people who have come in, in both languages,
// and to the door for all others.
func TestMenu(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de"} {
		s := serve(t, nil)
		s.lang = lang
		anna := s.comes("Anna", "")
		for _, path := range menuPaths(t, settings.BrowserOnServer) {
			require.NoError(t, anna.Open("/"))
			assert.Contains(t, string(anna.Body), `href="`+path+`"`)
			require.NoError(t, anna.Open(path))
			assert.Equal(t, http.StatusOK, anna.Status, path)
			assert.NotContains(t, anna.Text(), "lobby.", path)
			if !strings.HasPrefix(path, "/read/") {
				assert.Equal(t, http.StatusSeeOther, s.ask("GET", path, nil).StatusCode,
					"a stranger is sent to the door: %s", path)
			}
		}
		require.NoError(t, anna.Open("/today"))
		b, ok := anna.Button(anna.words().T("serve.new.create"))
		require.True(t, ok)
		anna.press(b.Label)
		assert.Equal(t, http.StatusOK, anna.Status)
		assert.True(t, strings.HasPrefix(anna.URL.Path, "/table/"),
			"the deal of the day begins as it is proposed: %s", anna.Text())
	}
}
