package scene

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// languages are the texts of both languages; tests look sentences up by their keys.
var languages = []*texts.Texts{texts.New("en"), texts.New("de")}

// gameOf returns the game of a document.
func gameOf(t *testing.T, document string) *chapters.Game {
	t.Helper()
	lib := chapters.Default()
	for e := range lib.Read("test", strings.NewReader(document)) {
		require.NoError(t, e.Err)
		g, err := e.Record.Game(lib)
		require.NoError(t, err)
		return g
	}
	require.Fail(t, "the document is empty")
	return nil
}

// dealt returns the game of a deal at its first decision of a kind. All decisions before take the first option.
func dealt(t *testing.T, deal string, kind chapters.DecisionKind) *chapters.Game {
	t.Helper()
	lib := chapters.Default()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for g.Due().Kind != kind {
		require.False(t, g.IsOver(), "no decision of the kind %s in %s", kind, deal)
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	return g
}

// finish plays a game to its end with every n-th option.
func finish(t *testing.T, g *chapters.Game, n int) {
	t.Helper()
	for !g.IsOver() {
		options := g.Options()
		require.NoError(t, g.Apply(options[len(g.Decisions())*n%len(options)]))
	}
}

// questionOf returns the question of a game for the person who decides.
func questionOf(words *texts.Texts, g *chapters.Game) *Question {
	v := g.View(g.Due().Decider)
	return &Question{Reader: reader.WithoutWishes(words), View: &v, Ask: v.Ask, PartnerSeat: tricks.NoSeat}
}

// labels returns the labels of items.
func labels(items []Item) (out []string) {
	for i := range items {
		out = append(out, items[i].Label)
	}
	return out
}

// itemFor returns the item of a card.
func itemFor(t *testing.T, items []Item, code string) *Item {
	t.Helper()
	c, err := tricks.ParseCard(code)
	require.NoError(t, err)
	for i := range items {
		if items[i].Card == c {
			return &items[i]
		}
	}
	require.Fail(t, "no such card", "%s", code)
	return nil
}

// pageText returns the texts of a page, a line for each block.
func pageText(p page.Page) string {
	var out strings.Builder
	for i := range p {
		out.WriteString(strings.TrimSpace(p[i].Label+" "+p[i].Text) + "\n")
	}
	return out.String()
}

// cardOf returns the card of a code.
func cardOf(t *testing.T, code string) tricks.Card {
	t.Helper()
	c, err := tricks.ParseCard(code)
	require.NoError(t, err)
	return c
}
