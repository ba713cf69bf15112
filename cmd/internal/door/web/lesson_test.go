package web

import (
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestManyAlone checks that no address takes what people play alone from all others.
func TestManyAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for range maxSoloPerAddress {
		p := s.comes("Eve", "")
		require.NoError(t, p.Send("/lesson", nil))
		require.Equal(t, "/table/lesson", p.URL.Path)
	}
	for _, path := range []string{"/lesson", "/puzzles"} {
		p := s.comes("Eve", "")
		require.NoError(t, p.Send(path, url.Values{"chapter": {"1"}}))
		assert.Equal(t, http.StatusTooManyRequests, p.Status)
		assert.Contains(t, p.Text(), "Many people")
	}
}

// TestManyAloneAtOnce checks that exactly as many people play alone as may, also if more of them begin at the same time,
// and that a round that ends makes room for another one.
func TestManyAloneAtOnce(t *testing.T) {
	s := serve(t, nil)
	const more = 20
	people := make([]*person, maxSoloPerAddress+more)
	for n := range people {
		people[n] = s.comes("Eve", "")
	}
	var all sync.WaitGroup
	for _, p := range people {
		all.Go(func() { assert.NoError(t, p.Send("/lesson", nil)) })
	}
	all.Wait()
	var playing, refused []*person
	for _, p := range people {
		if p.URL.Path == "/table/lesson" {
			playing = append(playing, p)
		} else {
			refused = append(refused, p)
		}
	}
	require.Len(t, playing, maxSoloPerAddress)
	require.Len(t, refused, more)
	require.NoError(t, playing[0].Send("/lesson", nil))
	require.Equal(t, "/table/lesson", playing[0].URL.Path, "whoever has a round may begin it again")
	playing[0].does("act-quit")
	require.NoError(t, refused[0].Send("/lesson", nil))
	require.Equal(t, "/table/lesson", refused[0].URL.Path)
}

// TestSoloPlaces lets many people take places at once: exactly as many get one as there are, in all and from one
// address, and what is given back can be taken again.
func TestSoloPlaces(t *testing.T) {
	for name, tt := range map[string]struct {
		address func(n int) string
		most    int
	}{
		"one address":    {func(int) string { return "192.0.2.1/32" }, maxSoloPerAddress},
		"many addresses": {strconv.Itoa, maxSolo},
		"no address":     {func(int) string { return "" }, maxSolo},
	} {
		t.Run(name, func(t *testing.T) {
			var sessions openSessions
			for range 3 {
				var all sync.WaitGroup
				taken := make(chan func(), 2*maxSolo)
				for n := range 2 * maxSolo {
					all.Go(func() {
						giveBack, err := sessions.reserveSolo(sessionKey{strconv.Itoa(n), lessonTable}, tt.address(n))
						if err == nil {
							taken <- giveBack
						} else {
							assert.ErrorIs(t, err, errAlone)
						}
					})
				}
				all.Wait()
				close(taken)
				require.Len(t, taken, tt.most)
				for giveBack := range taken {
					all.Go(giveBack)
				}
				all.Wait()
				require.Empty(t, sessions.reserved)
			}
		})
	}
}

// TestSoloPlacesAreTaken checks what a person is told for whom no place is left: a sentence, with the status that says
// that it is worth trying again.
func TestSoloPlacesAreTaken(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	for n := range maxSoloPerAddress {
		giveBack, err := s.srv.sessions.reserveSolo(sessionKey{strconv.Itoa(n), lessonTable}, "127.0.0.1/32")
		require.NoError(t, err)
		t.Cleanup(giveBack)
	}
	require.NoError(t, anna.Send("/lesson", url.Values{}))
	assert.Equal(t, http.StatusTooManyRequests, anna.Status)
	assert.Contains(t, anna.Text(), "Many people play alone here now")
}

// TestFirstEvening plays the small round of the first evening on a server, alone: the
// coach names a card, another round can be played, and nothing is kept.
func TestFirstEvening(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna, ben := s.comes("Anna", ""), s.comes("Ben", "")
	require.NoError(t, anna.Open("/read/lesson"))
	anna.does("lesson")
	assert.Equal(t, "/table/lesson", anna.URL.Path)
	require.NoError(t, ben.Open("/table/lesson"))
	assert.Equal(t, 404, ben.Status, "it is Anna's")

	assert.Contains(t, anna.Text(), "First evening")
	assert.NotContains(t, anna.Text(), "A Long-expected Party", "the evening is not yet a round of chapter 1")
	assert.Contains(t, anna.Text(), "Play Hills 6: everyone who has Hills plays them too")
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
