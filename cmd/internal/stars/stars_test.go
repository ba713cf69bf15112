package stars_test

import (
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRow: a row says which stars are lit, and what the first one wants that is not.
func TestRow(t *testing.T) {
	for _, lang := range characters.Languages {
		said := texts.New(lang)
		row := stars.Of(true, false, true, true)
		assert.Equal(t, 3, row.Count())
		assert.Equal(t, "*.**", row.Text())
		assert.Equal(t, said.T("stars.wish.hints"), row.Wish(said))
		assert.Equal(t, said.T("stars.wish.none"), stars.Of(true, true, true, true).Wish(said))
		assert.Equal(t, said.T("lobby.book.stars", 3, 4), row.Spoken(said))
		assert.Len(t, row.Names(said), stars.Most)
		assert.Equal(t, said.T("stars.wish.puzzle"), stars.OfPuzzle(2).Wish(said))
		assert.Nil(t, stars.OfPuzzle(2).Names(said))
		assert.Empty(t, stars.Row(nil).Wish(said))
	}
	assert.Equal(t, "**.", stars.OfPuzzle(2).Text())
	assert.Equal(t, "***", stars.OfPuzzle(9).Text())
	one := stars.Of(true, false, false, false)
	two := stars.Of(true, true, false, false)
	assert.Equal(t, two, stars.Better(one, two))
	assert.Equal(t, two, stars.Better(two, one))
	assert.Equal(t, one, stars.Better(nil, one))
}

// TestOfProgress: a long chapter of a campaign has its stars when it is won, not before (L2): hints and undo count in all
// rounds that have won it, and the fourth star is for a chapter of which no round was lost before.
func TestOfProgress(t *testing.T) {
	lib := chapters.Default()
	chapter, err := lib.Chapter("9")
	require.NoError(t, err)
	p := campaign.NewProgress(lib, chapter, 4)
	rounds := [][]string{
		{"frodo", "glorfindel", "sam", "strider"}, {"frodo", "glorfindel", "merry", "pippin"},
	}
	p.Add(campaign.Outcome{Won: true, Taken: rounds[0], Helped: true, Date: "2026-11-28"}, "", "")
	assert.Equal(t, "..**", stars.OfProgress(p).Text())
	for len(p.Remaining()) > 0 {
		taken := append([]string{"frodo", "glorfindel"}, p.Remaining()...)
		p.Add(campaign.Outcome{Won: true, Taken: taken, Date: "2026-11-29"}, "", "")
	}
	assert.Equal(t, "2026-11-29", p.Won)
	assert.Equal(t, "*.**", stars.OfProgress(p).Text())

	p.Add(campaign.Outcome{}, "", "")
	p.Add(campaign.Outcome{Won: true, Taken: []string{"frodo", "glorfindel", "sam", "strider", "merry", "pippin"}}, "", "")
	for !p.Done() {
		p.Add(campaign.Outcome{Won: true, Taken: p.Remaining()}, "", "")
	}
	assert.Equal(t, "****", stars.OfProgress(p).Text(), "won once more without a hint; the first time stays the first")
}
