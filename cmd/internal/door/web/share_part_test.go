package web

import (
	"html"
	"net/url"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/share"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestShare: the end of a round has the text to send, also without scripts, with a link that deals the same cards, and a
// tile for each trick. It names no card.
func TestShare(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	code := anna.begins("players", "2", "game", "deal", "deal", "c02p2s7")
	ben := s.comes("Ben", code)
	for _, p := range []*person{anna, ben} {
		p.reload()
		p.does("ready")
	}
	require.True(t, playOn(t, 1000, anna, ben))
	for anna.reload(); anna.acts(); { // until all tricks are seen
		anna.reload()
	}
	page := html.UnescapeString(string(anna.Body))
	assert.Contains(t, page, "c02p2s7 · ")
	assert.Contains(t, page, s.url+"/new?deal=c02p2s7")
	_, tiles, _ := strings.Cut(page, `<ol class="trick-tiles`)
	tiles, _, _ = strings.Cut(tiles, "</ol>")
	assert.Equal(t, 12, strings.Count(tiles, "<li"))
	assert.Contains(t, page, assetPath("end.css"))
}

// TestSharedDeal: somebody who follows a link to a deal gets the form of a table with that deal, also if they first have
// to say their name.
func TestSharedDeal(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for path, then := range map[string]string{
		"/new?deal=c02p4s7": "c02p4s7", "/new?deal=c99p9s1": "", "/new?deal=x%22%3E": "", "/new": "",
	} {
		stranger := s.stands("Ben")
		require.NoError(t, stranger.Open(path))
		require.Equal(t, "/", stranger.URL.Path, "a stranger says a name first")
		require.NoError(t, stranger.Press(stranger.words().T("web.enter"), "name", "Ben"))
		if then == "" {
			assert.NotEqual(t, "/new", stranger.URL.Path, path)
			continue
		}
		assert.Equal(t, "/new", stranger.URL.Path, path)
		assert.Contains(t, string(stranger.Body), `value="`+then+`"`)
	}
	assert.Equal(t, "/today", dealPath("today"))
	assert.Equal(t, "/new?deal=c02p4s7", dealPath("c02p4s7"))
	assert.Empty(t, dealPath("//example.org"))
}

// TestSharedPart: tiles stand in rows of at most ten, and say for a screen reader what they show.
func TestSharedPart(t *testing.T) {
	t.Parallel()
	said := texts.New("en")
	frodo := share.Seat{ID: "frodo", Name: "Frodo", Letters: "F"}
	sam := share.Seat{ID: "sam", Name: "Sam", Letters: "S"}
	block := &share.Block{Line: "c02p4s7 · lost"}
	for n := range 12 {
		block.Tiles = append(block.Tiles, share.Tile{Number: n + 1, Winner: frodo, Played: n < 10})
	}
	block.Tiles[1].Met = []share.Seat{frodo, sam}
	block.Tiles[2].Failed = []share.Seat{sam}
	block.Tiles[3].Winner = share.Seat{}
	share.MarkLost(block.Tiles, 3)
	p := newShared(said, block, "")
	assert.Equal(t, "of-six", p.Class)
	assert.Equal(t, "Trick 2: Frodo. Goals met: Frodo, Sam.", p.Tiles[1].Spoken)
	assert.Equal(t, "2", p.Tiles[1].MetCount())
	assert.Equal(t, "Trick 3: Frodo. Goals lost: Sam. Lost in trick 3.", p.Tiles[2].Spoken)
	assert.Equal(t, "lost-here", p.Tiles[2].Class())
	assert.Equal(t, "Trick 4: nobody.", p.Tiles[3].Spoken)
	assert.Equal(t, "Trick 11: not played.", p.Tiles[10].Spoken)
	assert.Equal(t, "late", p.Tiles[10].Class())
	assert.Empty(t, p.Tiles[0].Class())
	assert.Nil(t, newShared(said, nil, ""))
}

// TestEarned: after a round the stars of a chapter have names, and there is a line on what the dim one wants.
func TestEarned(t *testing.T) {
	t.Parallel()
	said := texts.New("de")
	earned := newEarned(said, stars.Of(true, true, false, true))
	require.Len(t, earned.Names, stars.Most)
	assert.False(t, earned.Names[2].Lit)
	assert.Equal(t, said.T("stars.name.undo"), earned.Names[2].Name)
	assert.Equal(t, said.T("stars.wish.undo"), earned.Wish)
	assert.Empty(t, newEarned(said, stars.OfPuzzle(3)).Names)
	assert.Empty(t, newEarned(said, nil).All)
}

// TestRegionsAreDrawn: every region has a drawing.
func TestRegionsAreDrawn(t *testing.T) {
	t.Parallel()
	drawings := string(assets()["regions.svg"].text)
	for _, c := range chapters.Default().Chapters {
		_, id, found := strings.Cut(string(regionOf(scene.RegionOf(c))), "#")
		require.True(t, found)
		id, _, _ = strings.Cut(id, `"`)
		assert.Contains(t, drawings, `<symbol id="`+url.PathEscape(id)+`"`, c.ID)
	}
}
