package chapters_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// known works out, from the rules alone and not from a View, which cards a
// player has seen by now (S9, S10, S11).
func known(g *chapters.Game, player tricks.Seat) tricks.Set {
	start := g.Start()
	solo := g.Players() == 1
	seen := tricks.OneRing.Bit() // S3: everybody learns who was dealt it
	seen |= tricks.SetOf(start.Lost...)
	decides := func(s tricks.Seat) bool { return g.View(s).Seats[s].By == player }
	for s, h := range start.Hands {
		switch {
		case h.Rows == nil && decides(tricks.Seat(s)):
			seen |= h.Cards
		case h.Rows != nil:
			seen |= tricks.SetOf(h.Rows[0][0], h.Rows[0][2]) | tricks.SetOf(h.Rows[2]...)
		}
	}
	if solo {
		seen |= tricks.SetOf(start.Pile[:len(start.Pile)-g.View(0).PileLeft]...)
	}
	for i, d := range g.Decisions() {
		switch d.Kind {
		case chapters.Exchange, chapters.Return, chapters.Give:
			if d.To == tricks.NoSeat {
				continue
			}
			// What comes to rest in the pyramid lies open, and so does what was
			// taken from it. A card on its way to it does not lie there yet.
			rests := d.Kind != chapters.Exchange || i+1 < len(g.Decisions())
			if d.Kind == chapters.Exchange && i+1 < len(g.Decisions()) {
				rests = g.Decisions()[i+1].Card != d.Card
			}
			if decides(d.Seat) || decides(d.To) || d.To == start.Pyramid && rests || d.Seat == start.Pyramid && d.Kind != chapters.Return {
				seen |= d.Card.Bit()
			}
		case chapters.PlayCard:
			seen |= d.Card.Bit()
		}
	}
	if g.Stage() == chapters.StagePlay && start.Pyramid != tricks.NoSeat {
		seen |= g.State().Hand[start.Pyramid] // uncovered when a trick ended
	}
	return seen
}

// relabel swaps two cards in a deal and its decisions, wherever they are.
func relabel(pos chapters.Position, decisions []chapters.Decision, a, b tricks.Card) (chapters.Position, []chapters.Decision) {
	card := func(c tricks.Card) tricks.Card {
		switch c {
		case a:
			return b
		case b:
			return a
		}
		return c
	}
	list := func(cards []tricks.Card) []tricks.Card {
		var out []tricks.Card
		for _, c := range cards {
			out = append(out, card(c))
		}
		return out
	}
	hands := make([]chapters.HandInfo, len(pos.Hands))
	for s, h := range pos.Hands {
		h.Cards = tricks.SetOf(list(h.Cards.Cards())...)
		var rows [][]tricks.Card
		for _, row := range h.Rows {
			rows = append(rows, list(row))
		}
		h.Rows = rows
		hands[s] = h
	}
	pos.Hands, pos.Pile, pos.Lost = hands, list(pos.Pile), list(pos.Lost)
	made := append([]chapters.Decision(nil), decisions...)
	for i := range made {
		made[i].Card = card(made[i].Card)
	}
	return pos, made
}

// TestS11NoLeak deals another world that a player cannot tell from this one:
// two cards he has not seen change places, hidden decisions with them, and so do
// the threat cards not drawn yet. Where the same public decisions are legal
// there, his view must be the very same.
func TestS11NoLeak(t *testing.T) {
	compared := 0
	rounds(t, 60, func(t *testing.T, name string, rng *rand.Rand) {
		g := randomGame(t, name, rng)
		for p := range g.Players() {
			player := tricks.Seat(p)
			unseen := (tricks.Deck &^ known(g, player)).Cards()
			if len(unseen) < 2 {
				continue
			}
			want := g.View(player)
			pairs := [][2]tricks.Card{}
			for range 3 {
				pairs = append(pairs, [2]tricks.Card{unseen[rng.IntN(len(unseen))], unseen[rng.IntN(len(unseen))]})
			}
			for _, d := range g.Decisions() { // cards that were passed are the likeliest to leak
				if slices.Contains(unseen, d.Card) {
					pairs = append(pairs, [2]tricks.Card{d.Card, unseen[rng.IntN(len(unseen))]})
				}
			}
			for _, pair := range pairs {
				pos, made := relabel(g.Start(), g.Decisions(), pair[0], pair[1])
				pos.Threats = append([]int(nil), pos.Threats...)
				left := pos.Threats[len(pos.Threats)-want.ThreatsLeft:]
				rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
				other := gameOf(t, pos)
				if !replays(other, made) {
					continue
				}
				compared++
				if !assert.Equal(t, want, other.View(player), "%s after %v: player %d can tell %s from %s",
					name, g.Decisions(), player, pair[0], pair[1]) {
					t.FailNow()
				}
			}
		}
	})
	require.Greater(t, compared, 1000)
	t.Logf("%d worlds compared", compared)
}

func replays(g *chapters.Game, made []chapters.Decision) bool {
	for _, d := range made {
		if g.Apply(d) != nil {
			return false
		}
	}
	return true
}
