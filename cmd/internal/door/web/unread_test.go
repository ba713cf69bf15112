package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"fellowship/cmd/internal/settings"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestUnreadForms sends forms that cannot be read whole to every address that takes forms. Each is refused, nothing is
// changed, and no page says that something was kept.
func TestUnreadForms(t *testing.T) {
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	anna.begins("players", "2", "game", "2:")
	own := sessionOf(s, anna)
	before := own.client.TableView()
	require.NoError(t, s.hall.ChangeSettings(own.key.person, func(set *settings.Settings) { set.NoTips = true }))
	wanted := s.hall.Settings(own.key.person)
	const form = "application/x-www-form-urlencoded"
	good := everyField()
	for _, route := range s.srv.routes() {
		method, pattern, _ := strings.Cut(route.pattern, " ")
		if !s.srv.includes(route.place) || method != http.MethodPost {
			continue
		}
		address := strings.Replace(pattern, "{table}", before.Table, 1)
		for _, bad := range []struct{ kind, text string }{
			{form, good.Encode() + "&x=%zz"},
			{form, good.Encode() + "&x=" + strings.Repeat("y", 1<<14)},
			{"text/plain", good.Encode()},
			{"application/json", `{"name": "Mallory"}`},
			{"multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nMallory\r\n--b--\r\n"},
			{"", good.Encode()},
			{"multipart", "x"},
		} {
			r, err := http.NewRequest(http.MethodPost, s.url+address, strings.NewReader(bad.text))
			require.NoError(t, err)
			r.Header.Set("Content-Type", bad.kind)
			r.Header.Set("Accept-Language", "de")
			answer, err := anna.Client().Do(r)
			require.NoError(t, err)
			page := body(t, answer)
			_ = answer.Body.Close()
			assert.Equal(t, http.StatusBadRequest, answer.StatusCode, "%s %s", address, bad.kind)
			assert.Contains(t, page, "Das Formular war nicht zu lesen", address)
			assert.Empty(t, answer.Cookies(), address)
		}
	}
	assert.Equal(t, before, own.client.TableView())
	assert.Equal(t, wanted, s.hall.Settings(own.key.person))

	require.NoError(t, anna.Send("/settings", url.Values{"nothing": {"of it"}}))
	assert.Equal(t, http.StatusBadRequest, anna.Status)
	assert.Equal(t, wanted, s.hall.Settings(own.key.person))
	assert.NotContains(t, anna.Text(), anna.words().T("web.kept"))
}
