package scene

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
)

// TestHandsByRank checks that the person's hand and the cards of a question stand in the order that the person wishes.
func TestHandsByRank(t *testing.T) {
	g := dealt(t, "c01p4s7", chapters.PlayCard)
	v := g.View(g.Due().Decider)
	byRank := reader.New(texts.New("en"), settings.Settings{Order: settings.ByRank})
	want := byRank.Sort(HandCards(&v.Seats[v.Ask.Seat]))
	cardsOf := func(items []Item) (cards []tricks.Card) {
		for _, item := range items {
			cards = append(cards, item.Card)
		}
		return cards
	}
	assert.Equal(t, want, cardsOf(New(byRank, &v, v.Ask.Seat).Scene().Hand))
	q := Question{Reader: byRank, View: &v, Ask: v.Ask, PartnerSeat: tricks.NoSeat}
	assert.Equal(t, want, cardsOf(q.Chooser().Items))
	assert.NotEqual(t, want, cardsOf(questionOf(texts.New("en"), g).Chooser().Items))
}
