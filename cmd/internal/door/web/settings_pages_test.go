package web

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSettings checks that a setting is kept for a person whom the server knows, and counts.
func TestSettings(t *testing.T) {
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
