package table

import (
	"strings"
	"testing"

	"fellowship/characters"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTalk(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	require.NoError(t,
		clients[0].Say(t.Context(), "  Hello\x1b[2J \u202eall\u0300\u0300\u0300\u0300\u0300\n"+strings.Repeat("x", 500)))
	require.ErrorIs(t, clients[0].Say(t.Context(), " \x00\u200b "), ErrSilent)
	require.NoError(t, clients[1].SayPhrase(t.Context(), "thanks"))
	require.ErrorIs(t, clients[1].SayPhrase(t.Context(), "I hold R1"), ErrSilent)
	align(t, clients...)
	said := clients[1].TableView().Talk
	require.Len(t, said, 2)
	assert.True(t, strings.HasPrefix(said[0].Text, "Hello[2J al\u00fb"[:8]), said[0].Text)
	assert.NotContains(t, said[0].Text, "\x1b")
	assert.NotContains(t, said[0].Text, "\u202e")
	assert.Equal(t, "Anna", said[0].Name)
	assert.Equal(t, Phrase("thanks"), said[1].Phrase)
	begin(t, clients...)
	require.ErrorIs(t, clients[0].Say(t.Context(), "I hold R1"), ErrTalk)
	var err error
	for range mostTalk {
		require.NoError(t, err)
		err = clients[0].SayPhrase(t.Context(), "hello")
	}
	require.NoError(t, err)
	require.ErrorIs(t, clients[0].SayPhrase(t.Context(), "hello"), ErrTooMuch)
	playOn(t, 1, clients...)
	require.NoError(t, clients[0].Say(t.Context(), "I held R1"))
	require.NoError(t, clients[0].t.broken)
}

func TestEveryPhraseHasATextInEveryLanguage(t *testing.T) {
	for _, lang := range characters.Languages {
		for _, p := range Phrases {
			assert.NotEqual(t, p.Key(), texts.New(lang).T(p.Key()), lang)
		}
	}
}
