package texts

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// viewAfter returns the view of the seat that decides in a position after some plays.
func viewAfter(t *testing.T, document, played string) chapters.View {
	t.Helper()
	lib := chapters.Default()
	for e := range lib.Read("test", strings.NewReader(document)) {
		require.NoError(t, e.Err)
		g, err := lib.NewGame(e.Record.Position)
		require.NoError(t, err)
		for _, code := range strings.Fields(played) {
			i := slices.IndexFunc(g.Options(), func(d chapters.Decision) bool { return d.Card.String() == code })
			require.GreaterOrEqual(t, i, 0, code)
			require.NoError(t, g.Apply(g.Options()[i]))
		}
		return g.View(g.Due().Decider)
	}
	require.FailNow(t, "no position")
	return chapters.View{}
}

// TestPurposeOfPlays tells what plays are good for in a trick of the first chapter.
func TestPurposeOfPlays(t *testing.T) {
	begun := `
chapter: 1
players: 4
lost: []
stage: play
leader: 0
hands:
- {character: frodo, cards: "H7 S123 R1"}
- {character: gandalf, cards: "H8 M24 F1 R3"}
- {character: pippin, cards: "M138 F5 S4"}
- {character: bilbo, cards: "H6 F8 S57 R4"}
`
	for _, tt := range []struct{ played, card, en, de string }{
		{
			"", "H7", "without Hills you can play any card when they are led",
			"ohne Hügel-Karten darfst du jede Karte spielen, wenn die Farbe kommt",
		},
		{
			"", "S1", "it is low, so Bilbo can win the trick, and needs 3 tricks",
			"die Karte ist niedrig, so kann Bilbo gewinnen und braucht noch 3 Stiche",
		},
		{
			"H7 H8 S4 H6 M2 M3 R4", "R1", "you need 2 Rings, and R4 lies in this trick",
			"du brauchst noch 2 Ringe, und in diesem Stich liegt R4",
		},
		{
			"H7 H8 S4 H6 M2 M3 R4", "S1", "it does not win the trick, and you keep your higher Shadows",
			"das gewinnt den Stich nicht, und du behältst höhere Schatten",
		},
	} {
		v := viewAfter(t, begun, tt.played)
		card, err := tricks.ParseCard(tt.card)
		require.NoError(t, err)
		d := chapters.Decision{Kind: chapters.PlayCard, Move: tricks.Move{Card: card, ToWin: card == tricks.OneRing}}
		assert.Equal(t, tt.en, New("en").Round(&v).Purpose(d), tt.card)
		assert.Equal(t, tt.de, New("de").Round(&v).Purpose(d), tt.card)
	}
}

// TestPurposeOfDecisions plays rounds of all chapters. It checks that every text about a purpose comes up in both
// languages, that the same is said in both, and that most hints about cards need no numbers.
func TestPurposeOfDecisions(t *testing.T) {
	lib := chapters.Default()
	said := map[string]*strings.Builder{}
	for _, lang := range characters.Languages {
		said[lang] = &strings.Builder{}
	}
	asked := 0
	silent := 0
	for _, c := range lib.Chapters {
		for seed := range uint64(4) {
			id := chapters.DealID{Chapter: c.ID, Players: int(seed%4) + 1, Seed: seed}
			for _, v := range c.Variants() {
				id.Variant = v.Letter()
				break
			}
			pos, err := lib.Deal(id)
			if err != nil {
				continue // the chapter is not for so many players
			}
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			for !g.IsOver() {
				v := g.View(g.Due().Decider)
				d, _, err := players.Greedy{}.Think(t.Context(), &v, players.Source(seed, len(g.Decisions())), false)
				require.NoError(t, err)
				for _, o := range v.Ask.Options {
					en := New("en").Round(&v).Purpose(o)
					de := New("de").Round(&v).Purpose(o)
					assert.Equal(t, en == "", de == "")
					assert.NotContains(t, en+de, "%!")
					said["en"].WriteString(en + "\n")
					said["de"].WriteString(de + "\n")
				}
				if d.Card.Valid() && len(v.Ask.Options) > 1 {
					asked++
					if New("en").Round(&v).Purpose(d) == "" {
						silent++
					}
				}
				require.NoError(t, g.Apply(d))
			}
		}
	}
	assert.Less(t, 8*silent, asked, "cards about which there is nothing to say")
	for _, lang := range characters.Languages {
		for key, text := range catalogs[lang].byKey() {
			longest := ""
			if !strings.HasPrefix(key, "purpose.") {
				continue
			}
			for _, part := range regexp.MustCompile(`%(\[\d\])?[a-z]`).Split(text, -1) {
				if len(part) > len(longest) {
					longest = part
				}
			}
			if !strings.Contains(said[lang].String(), longest) {
				t.Errorf("nothing has the text of %s", key) // without all that was said, which is long
			}
		}
	}
}
