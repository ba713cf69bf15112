package web

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestKnownCards: the page with what a player knows has each unseen card under every place where it can be, and marks those
// that are there for sure; a seat whose cards are all open has no place, and the lost card none but elsewhere.
func TestKnownCards(t *testing.T) {
	said := texts.New("en")
	lib := chapters.Default()
	for _, deal := range []string{"c01p4s2", "c05p2s1", "c13p1s2", "c06p3s4"} {
		id, err := chapters.ParseDealID(deal)
		require.NoError(t, err)
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for n := 0; g.Stage() != chapters.StagePlay || len(g.History()) < 4; n++ {
			options := g.Options()
			require.NoError(t, g.Apply(options[n*5%len(options)]))
		}
		v := g.View(g.Due().Decider)
		var seats []seatPart
		for s := range v.Seats {
			seats = append(seats, seatPart{Seat: scene.Seat{Index: tricks.Seat(s), ID: v.Seats[s].Character.ID, Name: "somebody"}})
		}
		var r readingPart
		r.addKnown(said, &v, seats)
		where := v.Whereabouts()
		heads := 0
		for s := range v.Seats {
			if v.Seats[s].Cards == v.Seats[s].Open.Len() {
				continue
			}
			possible, certain := cardsUnder(t, &r, heads)
			assert.Equal(t, v.Seats[s].Character.ID, r.Heads[heads].ID)
			assert.Equal(t, where.Possible[s]&where.Unseen, possible, deal)
			assert.Equal(t, where.Certain[s], certain, deal)
			heads++
		}
		if where.Elsewhere != 0 {
			possible, certain := cardsUnder(t, &r, heads)
			assert.Equal(t, where.Elsewhere, possible, deal)
			assert.Zero(t, certain)
			assert.Equal(t, said.T("web.known.elsewhere"), r.Heads[heads].Name)
			heads++
		}
		assert.Len(t, r.Heads, heads, deal)
		want := said.N("know.unseen", 0)
		if where.Unseen != 0 {
			want = said.T("web.known")
		}
		assert.Equal(t, want, r.Doc[0].Text)
	}
}

// cardsUnder returns the cards under a head, and those of them that are certainly there.
func cardsUnder(t *testing.T, r *readingPart, head int) (possible, certain tricks.Set) {
	t.Helper()
	require.Less(t, head, len(r.Heads))
	for _, row := range r.Known {
		for suit, name := range suits[:tricks.Suits] {
			for _, c := range row.Cells[head] {
				card := tricks.NewCard(tricks.Suit(suit), c.Rank)
				if name != row.Suit {
					continue
				}
				possible |= card.Bit()
				if c.Sure {
					certain |= card.Bit()
				}
			}
		}
	}
	return possible, certain
}
