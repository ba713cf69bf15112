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

// TestHandGroups checks that the parts of a hand have a suit in the order by suit, and that the order by rank has one
// part with all cards.
func TestHandGroups(t *testing.T) {
	g := dealt(t, "c01p4s7", chapters.PlayCard)
	v := g.View(g.Due().Decider)
	cards := HandCards(&v.Seats[v.Ask.Seat])
	bySuit := New(reader.WithoutWishes(texts.New("en")), &v, v.Ask.Seat)
	var all []tricks.Card
	for _, group := range bySuit.HandGroups(cards) {
		for _, card := range group.Cards {
			assert.Equal(t, group.Suit, card.Suit())
		}
		all = append(all, group.Cards...)
	}
	assert.Equal(t, bySuit.Hand(v.Ask.Seat), all)
	byRank := New(reader.New(texts.New("en"), settings.Settings{Order: settings.ByRank}), &v, v.Ask.Seat)
	assert.Equal(t, []HandGroup{{Suit: tricks.NoSuit, Cards: byRank.Hand(v.Ask.Seat)}}, byRank.HandGroups(cards))
	assert.Empty(t, byRank.HandGroups(0))
}
