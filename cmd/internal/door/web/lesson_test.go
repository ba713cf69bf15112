package web

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestManyAlone checks that no address takes what people play alone from all others.
func TestManyAlone(t *testing.T) {
	s := serve(t, nil)
	for range maxSoloPerAddress {
		p := s.comes("Eve", "")
		require.NoError(t, p.Send("/lesson", nil))
		require.Equal(t, "/table/lesson", p.URL.Path)
	}
	for _, path := range []string{"/lesson", "/puzzles"} {
		p := s.comes("Eve", "")
		require.NoError(t, p.Send(path, url.Values{"level": {"1"}}))
		assert.Equal(t, 404, p.Status)
		assert.Contains(t, p.Text(), "Many people")
	}
}

// TestFirstEvening plays the small round of the first evening on a server, alone: what there
// is to try is said until it was tried, another round can be played, and nothing is kept.
func TestFirstEvening(t *testing.T) {
	s := serve(t, nil)
	anna, ben := s.comes("Anna", ""), s.comes("Ben", "")
	require.NoError(t, anna.Open("/read/lesson"))
	anna.does("lesson")
	assert.Equal(t, "/table/lesson", anna.URL.Path)
	require.NoError(t, ben.Open("/table/lesson"))
	assert.Equal(t, 404, ben.Status, "it is Anna's")

	assert.Contains(t, anna.Text(), "Tap Rings 1")
	anna.press("cR1")
	assert.NotContains(t, anna.Text(), "Tap Rings 1")
	anna.through()
	assert.Contains(t, anna.Text(), "go on to chapter 1")
	for _, name := range []string{"act-another", "ready", "invite"} {
		_, there := anna.Button(name)
		assert.False(t, there, name)
	}
	anna.does("act-again")
	assert.Equal(t, "/table/lesson", anna.URL.Path)
	anna.through()
	anna.does("act-nextchapter")
	assert.Equal(t, "/new", anna.URL.Path)
	require.NoError(t, anna.Open("/table/lesson"))
	assert.Equal(t, 404, anna.Status)

	require.NoError(t, anna.Open("/read/lesson"))
	anna.does("lesson")
	anna.does("act-quit")
	assert.Equal(t, "/", anna.URL.Path)
	assert.NotContains(t, anna.Text(), "Your tables")
}
