package texts_test

import (
	"strings"
	"testing"

	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCardsAreRead: cards are written with the letters of the language, sets by suit with the suit's letter once, in
// the order of T2.
func TestCardsAreRead(t *testing.T) {
	set, err := tricks.ParseSet("H137 M2 F8 S4 R15 V6")
	require.NoError(t, err)
	set |= tricks.BalrogCard.Bit()
	for _, lang := range characters.Languages {
		said := texts.New(lang)
		letters := map[string]bool{}
		var groups []string
		for suit := tricks.Hills; suit < tricks.NoSuit; suit++ {
			letter := said.Letter(suit)
			assert.Len(t, letter, 1)
			letters[letter] = true
			ranks := ""
			for _, c := range set.OfSuit(suit).Cards() {
				ranks += strings.TrimPrefix(said.Code(c), letter)
				assert.Equal(t, letter, said.Code(c)[:1], "%s in %s", c, lang)
			}
			groups = append(groups, letter+ranks)
		}
		assert.Len(t, letters, tricks.Suits, "no two suits have one letter")
		codes := said.Codes(set)
		for _, group := range groups {
			assert.Contains(t, strings.Fields(codes), group, "%s in %s", codes, lang)
		}
		assert.Contains(t, strings.Fields(codes), said.Code(tricks.BalrogCard))
		assert.Len(t, strings.Fields(codes), len(groups)+1)
		assert.Empty(t, said.Codes(0))

		list := said.List([]tricks.Card{tricks.OneRing, tricks.NewCard(tricks.Hills, 3)})
		assert.Equal(t, said.Code(tricks.OneRing)+" "+said.Code(tricks.NewCard(tricks.Hills, 3)), list, "as they lie")
		assert.Equal(t, said.Code(tricks.OneRing)+"!", said.Move(tricks.Move{Card: tricks.OneRing, ToWin: true}))
		assert.Equal(t, said.Code(tricks.OneRing), said.Move(tricks.Move{Card: tricks.OneRing}))
	}
	english := texts.New("en")
	assert.Equal(t, set.String(), english.Codes(set), "in English as in files")
}
