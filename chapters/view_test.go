package chapters_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cardsIn is every card that can come into a hand of the round.
func cardsIn(pos chapters.Position) tricks.Set {
	all := tricks.SetOf(pos.Lost...) | tricks.SetOf(pos.Pile...) | tricks.SetOf(pos.Sides[chapters.Barrow]...)
	for _, h := range pos.Hands {
		all |= h.Owned()
	}
	for _, stage := range pos.Staged {
		for _, cards := range stage {
			all |= cards
		}
	}
	return all
}

// togetherWith is how many cards are given at the same time, that one included
// (C4, C10, C16).
func togetherWith(g *chapters.Game, d chapters.Decision) int {
	seats := g.Seats()
	switch {
	case g.Start().Chapter == "16":
		n := g.Players() // the pyramid takes no part
		return n * (n - 1)
	case g.Character(d.Seat).ID == "fatty":
		return seats - 1
	}
	return seats // Elrond
}

// arrived reports for each decision whether the card it passed has come to its
// new owner: those that go at the same time come when the last has left (S6).
func arrived(g *chapters.Game) []bool {
	made, ask := g.Decisions(), g.Ask()
	out := make([]bool, len(made))
	returning := ask == nil || ask.Kind == chapters.Return || g.Stage() == chapters.StagePlay ||
		slices.ContainsFunc(made, func(d chapters.Decision) bool { return d.Kind == chapters.Return })
	for i := 0; i < len(made); i++ {
		d := made[i]
		last := i
		switch d.Kind {
		case chapters.Give:
			last = i + togetherWith(g, d) - 1
		case chapters.Exchange:
			if g.Start().Event == "long-dark" && g.Players() > 1 { // all of them at the same time (C14)
				out[i] = returning
				continue
			}
			for last+1 < len(made) && made[last+1].Kind == d.Kind && made[last+1].Seat == d.Seat {
				last++
			}
			if last == len(made)-1 && ask.Kind == d.Kind && ask.Seat == d.Seat {
				last++ // Bill or Glorfindel has not sent all of his
			}
		}
		for j := i; j <= min(last, len(made)-1); j++ {
			out[j] = last < len(made)
		}
		i = last
	}
	return out
}

// known works out, from the rules alone and not from a View, which cards a
// player has seen by now (S9, S10, S11). Where it is not sure it says that he
// has.
func known(g *chapters.Game, player tricks.Seat) tricks.Set {
	start := g.Start()
	solo := g.Players() == 1
	made := g.Decisions()
	seen := tricks.Set(0)
	// C16: a stage is dealt when all have given a card to all.
	stages := 0
	for n := 0; stages < len(start.Staged) && n <= len(made) && len(made) >= (stages+1)*togetherWith(g, chapters.Decision{}); n++ {
		stages++
	}
	if stages == len(start.Staged) {
		seen |= tricks.SetOf(start.Lost...)
	}
	if stages == len(start.Staged) && (stages == 0 || g.Players() == 2) {
		seen |= tricks.OneRing.Bit() // everybody learns who was dealt it (S3), or who controls the pyramid (C16)
	}
	decides := func(s tricks.Seat) bool { return g.View(s).Seats[s].By == player }
	// Goldberry's hand lies open for all (K), once she has acted.
	open := func(s tricks.Seat) bool { return g.Character(s) != nil && g.Character(s).ID == "goldberry" }
	for s, h := range start.Hands {
		seat := tricks.Seat(s)
		if decides(seat) || open(seat) {
			if h.Rows == nil || open(seat) {
				seen |= h.Owned()
			}
			for _, stage := range start.Staged[:stages] {
				seen |= stage[s]
			}
		}
		for r, row := range h.Rows {
			switch {
			case r == len(h.Rows)-1:
				seen |= tricks.SetOf(row...)
			case r == len(h.Rows)-3 && len(row) == 3:
				seen |= tricks.SetOf(row[0], row[2])
			}
		}
		if g.Character(seat) != nil && g.Character(seat).ID == "tom" && (decides(seat) || seat == start.Pyramid) {
			seen |= tricks.SetOf(start.Sides[chapters.Barrow][:min(5, len(start.Sides[chapters.Barrow]))]...)
		}
	}
	if solo {
		seen |= tricks.SetOf(start.Pile[:len(start.Pile)-g.View(0).PileLeft]...)
	}
	come := arrived(g)
	for i, d := range made {
		switch d.Kind {
		case chapters.Exchange, chapters.Return, chapters.Give, chapters.Swap:
			if d.To == tricks.NoSeat {
				continue
			}
			// What comes to rest in the pyramid lies open, and so does what was
			// taken from it. A card on its way to it does not lie there yet.
			rests := come[i]
			if d.Kind == chapters.Exchange {
				rests = come[i] && i+1 < len(made)
				if rests && made[i+1].Kind == chapters.Return {
					rests = made[i+1].Card != d.Card
				}
			}
			switch {
			case d.To == chapters.LostCard, decides(d.Seat),
				decides(d.To) && come[i],
				(d.To == start.Pyramid || open(d.To)) && rests,
				d.Seat == start.Pyramid && d.Kind != chapters.Return:
				seen |= d.Card.Bit()
			}
		case chapters.Tuck, chapters.KeepLast, chapters.PutFirst:
			if decides(d.Seat) {
				seen |= d.Card.Bit()
			}
		case chapters.PlayCard:
			seen |= d.Card.Bit()
		}
	}
	if g.Stage() == chapters.StagePlay && start.Pyramid != tricks.NoSeat {
		seen |= g.State().Hand[start.Pyramid] // uncovered when a trick ended
	}
	if down := faceDown(g, player); down != tricks.NoCard {
		seen &^= down.Bit() // C15: until the trick is complete
	}
	return seen
}

// faceDown is the card in the trick that a player does not see (C15), NoCard for
// none.
func faceDown(g *chapters.Game, player tricks.Seat) tricks.Card {
	if g.Start().Chapter != "15" || g.Players() == 1 || g.Stage() != chapters.StagePlay || g.Over() {
		return tricks.NoCard
	}
	for s := range tricks.Seat(g.Seats()) {
		if c := g.State().Card[s]; g.Character(s).ID == "gimli" && g.View(s).Seats[s].By != player && c != tricks.OneRing {
			return c
		}
	}
	return tricks.NoCard
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
	if barrow := pos.Sides[chapters.Barrow]; barrow != nil {
		pos.Sides = map[string][]tricks.Card{chapters.Barrow: list(barrow)}
	}
	var staged [][]tricks.Set
	for _, stage := range pos.Staged {
		var sets []tricks.Set
		for _, cards := range stage {
			sets = append(sets, tricks.SetOf(list(cards.Cards())...))
		}
		staged = append(staged, sets)
	}
	pos.Staged = staged
	made := append([]chapters.Decision(nil), decisions...)
	for i := range made {
		made[i].Card = card(made[i].Card)
	}
	return pos, made
}

// shuffleHidden shuffles what has not come up yet, in a copy: the threat cards not
// drawn, and the side deck not turned up.
func shuffleHidden(g *chapters.Game, v chapters.View, pos *chapters.Position, rng *rand.Rand) {
	chosen := func(d chapters.Decision) bool { return d.Kind == chapters.Threat || d.Kind == chapters.Redraw }
	if !slices.ContainsFunc(g.Decisions(), chosen) { // else the chooser has seen the deck
		pos.Threats = slices.Clone(pos.Threats)
		left := pos.Threats[len(pos.Threats)-v.ThreatsLeft:]
		rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	}
	up := 0
	for _, e := range v.Log {
		if e.Kind == chapters.TurnedUp {
			up++
		}
	}
	for _, side := range []string{chapters.OldForest, chapters.Balrog} {
		if cards := slices.Clone(pos.Sides[side]); cards != nil {
			left := cards[up:]
			rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
			pos.Sides = map[string][]tricks.Card{side: cards}
		}
	}
}

// announced is what the Horn has told everybody (C11).
func announced(v chapters.View) [][]tricks.Suit {
	var out [][]tricks.Suit
	for _, s := range v.Seats {
		out = append(out, s.Announced)
	}
	return out
}

// TestS11NoLeak deals another world that a player cannot tell from this one:
// two cards he has not seen change places, hidden decisions with them, and so do
// the threat cards and the cards of a side deck that have not come up yet. Where
// the same public decisions are legal there, his view must be the very same.
func TestS11NoLeak(t *testing.T) {
	compared := map[string]int{}
	rounds(t, 8, func(t *testing.T, name string, rng *rand.Rand) {
		g := randomGame(t, name, rng)
		if g.Over() {
			return // nothing is hidden any more
		}
		for p := range g.Players() {
			player := tricks.Seat(p)
			unseen := (cardsIn(g.Start()) &^ known(g, player)).Cards()
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
				if down := faceDown(g, player); slices.Contains(pair[:], down) && pair[0].Suit() != pair[1].Suit() {
					continue // the suit is named (C15)
				}
				barrow := tricks.SetOf(g.Start().Sides[chapters.Barrow]...)
				if barrow&(pair[0].Bit()|pair[1].Bit()) != 0 && (pair[0].Suit() == tricks.Rings || pair[1].Suit() == tricks.Rings) {
					continue // no Ring lies there (C6)
				}
				pos, made := relabel(g.Start(), g.Decisions(), pair[0], pair[1])
				shuffleHidden(g, want, &pos, rng)
				other := gameOf(t, pos)
				if !replays(other, made) {
					continue
				}
				got := other.View(player)
				if !reflect.DeepEqual(announced(want), announced(got)) {
					continue // another world in which something else is said
				}
				compared[g.Start().Chapter]++
				if !assert.Equal(t, want, got, "%s after %v: player %d can tell %s from %s",
					name, g.Decisions(), player, pair[0], pair[1]) {
					t.FailNow()
				}
			}
		}
	})
	for _, c := range chapters.Default().Chapters {
		require.Greater(t, compared[c.ID], 100, "chapter %s", c.ID)
	}
	t.Logf("worlds compared: %v", compared)
}

func replays(g *chapters.Game, made []chapters.Decision) bool {
	for _, d := range made {
		if g.Apply(d) != nil {
			return false
		}
	}
	return true
}
