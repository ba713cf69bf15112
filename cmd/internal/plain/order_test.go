package plain

import (
	"bytes"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHandByRank checks that a person who sorts hands by rank reads them so, and that the numbers of the choices follow
// the same order.
func TestHandByRank(t *testing.T) {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 7})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for g.Due().Kind != chapters.PlayCard {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	v := g.View(g.Due().Decider)
	byRank := reader.New(texts.New("en"), settings.Settings{Order: settings.ByRank})
	var out bytes.Buffer
	p := printer{&output{texts: byRank.Texts, writer: &out}, byRank, byRank.Texts, &v}
	p.hand(v.Ask.Seat)
	assert.Contains(t, out.String(), tricks.FormatCards(byRank.Sort(v.Seats[v.Ask.Seat].Hand)))

	choices := p.numbered(v.Ask, func(chapters.Decision) bool { return true })
	a := answers{byRank, byRank.Texts, byRank.Texts, &v}
	rank := 0
	for _, choice := range strings.Split(choices, ", ") {
		number, card, ok := strings.Cut(choice, " ")
		require.True(t, ok, choices)
		d, complaint := a.read(number)
		assert.Empty(t, complaint)
		assert.Equal(t, card, byRank.Texts.Move(d.Move), "the number means the card beside it")
		assert.GreaterOrEqual(t, d.Card.Rank(), rank, choices)
		rank = d.Card.Rank()
	}
}
