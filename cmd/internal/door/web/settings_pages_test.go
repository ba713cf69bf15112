package web

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fellowship/cmd/internal/settings"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSettings checks that a setting is kept for a person whom the server knows, and counts.
func TestSettings(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	anna.begins("players", "2", "game", "2:")
	require.NoError(t, anna.Open("/settings"))
	require.NoError(t, anna.Send("/settings", url.Values{"tips": {"yes"}}))
	assert.Contains(t, string(anna.Body), `name="tips" id="tips" value="yes" checked`)
	require.NoError(t, anna.Send("/settings", url.Values{"lang": {"de"}, "tips": {""}}))
	assert.NotContains(t, string(anna.Body), `value="yes" checked`)
	who := anna.id(s)
	set := s.hall.Settings(who)
	assert.True(t, set.NoTips)
	assert.Empty(t, set.Lang, "a form chooses nothing that its page has not")
}

// TestSettingsCountAtOnce checks that the pages of a table that is open follow the settings: without tips the coach is
// silent, and the hand has another order.
func TestSettingsCountAtOnce(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	anna.begins("players", "1", "game", "1:")
	tablePath := anna.URL.Path
	anna.does("ready")
	for !strings.Contains(string(anna.Body), `class="coach"`) || len(handOf(anna)) == 0 {
		require.True(t, anna.acts())
		require.NoError(t, anna.Open(tablePath))
	}
	bySuit := handOf(anna)
	require.NoError(t, anna.Send("/settings", url.Values{"order": {settings.ByRank}, "tips": {""}}))
	require.NoError(t, anna.Open(tablePath))
	assert.NotContains(t, string(anna.Body), `class="coach"`)
	byRank := handOf(anna)
	assert.ElementsMatch(t, bySuit, byRank)
	assert.NotEqual(t, bySuit, byRank)
	assert.True(t, slices.IsSortedFunc(byRank, func(a, b tricks.Card) int { return cmp.Compare(a.Rank(), b.Rank()) }),
		"%v", byRank)
	require.NoError(t, anna.Send("/settings", url.Values{"order": {settings.BySuit}, "tips": {"yes"}}))
	require.NoError(t, anna.Open(tablePath))
	assert.Contains(t, string(anna.Body), `class="coach"`)
	assert.Equal(t, bySuit, handOf(anna))
}

// handOf returns the cards of the hand on a page, from left to right.
func handOf(p *person) (cards []tricks.Card) {
	_, hand, _ := strings.Cut(string(p.Body), `class="hand-form"`)
	hand, _, _ = strings.Cut(hand, "</ol>")
	for _, m := range regexp.MustCompile(`data-card="([^"]+)"`).FindAllStringSubmatch(hand, -1) {
		card, err := tricks.ParseCard(m[1])
		require.NoError(p.t, err)
		cards = append(cards, card)
	}
	return cards
}

// TestDeviceSettings checks that a browser keeps its own settings in its cookie, reads the cookies of earlier versions,
// and ignores what it does not know.
func TestDeviceSettings(t *testing.T) {
	t.Parallel()
	read := func(value string) settings.Settings {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.AddCookie(&http.Cookie{Name: deviceCookie, Value: value})
		return deviceSettings(r)
	}
	for value, want := range map[string]settings.Settings{
		"":                {},
		"de.dark.still":   {Lang: "de", Background: "dark", Still: true},
		"de.light.yes":    {Lang: "de", Background: "light", Still: true},
		"xx.<b>.maybe":    {},
		"en":              {Lang: "en"},
		"..yes.more.text": {Still: true},
	} {
		assert.Equal(t, want, read(value), value)
	}
	w := httptest.NewRecorder()
	form := strings.NewReader("language=de&scheme=dark&motion=yes&tips=yes")
	r := httptest.NewRequest(http.MethodPost, "/look", form)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	keepDeviceSettings(w, r)
	kept := w.Result().Cookies()
	require.Len(t, kept, 1)
	assert.Equal(t, settings.Settings{Lang: "de", Background: "dark", Still: true}, read(kept[0].Value))
}
