package web

import (
	"testing"

	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCards checks that each card of the box can be drawn, with a sign and a colour, and has a name.
func TestCards(t *testing.T) {
	t.Parallel()
	signs, err := files.ReadFile("page/dist/signs.svg")
	require.NoError(t, err)
	style, err := files.ReadFile("page/dist/common.css")
	require.NoError(t, err)
	for _, lang := range characters.Languages {
		words := texts.New(lang)
		names := map[string]tricks.Card{}
		for c := range tricks.NoCard {
			if !c.Valid() {
				continue
			}
			drawn := cardOf(words, c)
			assert.Contains(t, string(signs), `<symbol id="`+drawn.Suit+`"`, c)
			assert.Contains(t, string(style), "."+drawn.Suit, c)
			assert.Equal(t, words.Code(c), drawn.Letter+drawn.Rank)
			assert.NotContains(t, names, drawn.Name)
			names[drawn.Name] = c
		}
	}
}
