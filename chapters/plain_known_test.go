package chapters_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A player knows what he has seen, and the plain engine says what he sees. The other cards can be dealt again with
// the same decisions. If the player could not have noticed the difference, his View must be exactly the same.

// inSight returns the cards that a player sees now: his own, open cards (S9, K: Goldberry), and the cards on the
// table (S11) except a card that was played face down (C15).
func (r *plainRound) inSight(player int) []plainCard {
	out := append(slices.Clone(r.lost), r.turned...)
	for _, t := range r.tricks {
		out = append(out, t.cards()...)
	}
	for _, p := range r.trick {
		hidden := r.chapter == "15" && r.players > 1 && r.seats[p.seat].character == "gimli" && p.card != plainOneRing
		if !hidden || r.decides(p.seat) == player {
			out = append(out, p.card)
		}
	}
	for s := range r.seats {
		out = append(out, r.shown(s, player)...)
	}
	if r.dealtR1 >= 0 && (r.chapter != "16" || r.players < 3) {
		// The holder of R1 is known, because he takes Frodo or the ring token, or controls the pyramid (S3, S7,
		// S9). In chapter 16 nobody needs to know the holder (C16).
		out = append(out, plainOneRing)
	}
	return out
}

// shown returns the cards of a seat that a player sees.
func (r *plainRound) shown(seat, player int) []plainCard {
	at := &r.seats[seat]
	switch {
	case r.decides(seat) == player:
		return r.seen(seat)
	case at.rows != nil:
		out := plainWithout(r.seen(seat), at.tucked, at.first, at.last)
		for _, w := range r.ways {
			// A card that has come to the pyramid but may still be returned does not lie there yet.
			if w.to == seat && w.arrived && r.decides(w.from) != player {
				out = plainWithout(out, w.card)
			}
		}
		return out
	case at.faceUp:
		return r.atHand(seat)
	}
	return nil
}

// memory is what each player has seen so far.
type memory []tricks.Set

func (m memory) look(r *plainRound) {
	for p := range m {
		for _, c := range plainDistinct(r.inSight(p)) {
			card, err := tricks.ParseCard(c.String())
			if err != nil {
				panic(err)
			}
			m[p] |= card.Bit()
		}
	}
}

// otherWorld is a round with another deal: some cards are exchanged for each other, and so are some threat
// numbers.
type otherWorld struct {
	card   map[tricks.Card]tricks.Card
	threat map[int]int
}

func (w *otherWorld) cardFor(c tricks.Card) tricks.Card {
	if to, ok := w.card[c]; ok {
		return to
	}
	return c
}

func (w *otherWorld) cards(list []tricks.Card) []tricks.Card {
	out := slices.Clone(list)
	for i, c := range out {
		out[i] = w.cardFor(c)
	}
	return out
}

func (w *otherWorld) set(s tricks.Set) tricks.Set { return tricks.SetOf(w.cards(s.Cards())...) }

// position returns the deal in the other world.
func (w *otherWorld) position(pos chapters.Position) chapters.Position {
	pos.Hands = slices.Clone(pos.Hands)
	for s := range pos.Hands {
		h := &pos.Hands[s]
		h.Cards = w.set(h.Cards)
		var rows [][]tricks.Card
		for _, row := range h.Rows {
			rows = append(rows, w.cards(row))
		}
		h.Rows = rows
	}
	pos.Lost, pos.Pile = w.cards(pos.Lost), w.cards(pos.Pile)
	pos.Threats = slices.Clone(pos.Threats)
	for i, n := range pos.Threats {
		if to, ok := w.threat[n]; ok {
			pos.Threats[i] = to
		}
	}
	pos.Sides = maps.Clone(pos.Sides)
	for name, cards := range pos.Sides {
		pos.Sides[name] = w.cards(cards)
	}
	var staged [][]tricks.Set
	for _, stage := range pos.Staged {
		var sets []tricks.Set
		for _, s := range stage {
			sets = append(sets, w.set(s))
		}
		staged = append(staged, sets)
	}
	pos.Staged = staged
	return pos
}

// decision returns the same decision in the other world.
func (w *otherWorld) decision(d chapters.Decision) chapters.Decision {
	d.Card = w.cardFor(d.Card)
	if to, ok := w.threat[d.Number]; ok && d.Kind == chapters.Threat {
		d.Number = to
	}
	return d
}

// stranger makes another world that a player cannot tell from this one. Some cards that he has never seen change
// places, and so do threat numbers that he does not know and cards that are still hidden in side decks.
func stranger(g *chapters.Game, r *plainRound, known tricks.Set, player int,
	rng *rand.Rand,
) (chapters.Position, *otherWorld) {
	start := g.Start()
	w := &otherWorld{card: map[tricks.Card]tricks.Card{}, threat: map[int]int{}}
	layout, _ := g.Chapter().Layout(g.Start().Players)
	unseen := (layout.Deck &^ known).Cards()
	passed := []tricks.Card{} // the cards of hidden decisions are the most likely ones to leak
	for _, d := range g.Decisions() {
		if slices.Contains(unseen, d.Card) {
			passed = append(passed, d.Card)
		}
	}
	for range 1 + rng.IntN(3) {
		if len(unseen) < 2 {
			break
		}
		a, b := unseen[rng.IntN(len(unseen))], unseen[rng.IntN(len(unseen))]
		if len(passed) > 0 && rng.IntN(2) == 0 {
			a = passed[rng.IntN(len(passed))]
		}
		w.card[a], w.card[b] = w.cardFor(b), w.cardFor(a)
	}
	numbers := slices.Clone(r.threats)
	for s := range r.seats {
		if r.threatHidden(s) && r.decides(s) != player && r.seats[s].threat != 0 {
			numbers = append(numbers, r.seats[s].threat)
		}
	}
	if s := r.seatOf("aragorn"); s >= 0 && r.decides(s) == player {
		numbers = nil // he has seen the whole threat deck
	}
	for i, j := range rng.Perm(len(numbers)) {
		w.threat[numbers[i]] = numbers[j]
	}
	other := w.position(start)
	for name, left := range map[string]int{"oldforest": len(r.oldForest), "balrog": len(r.balrog)} {
		if start.Sides[name] != nil {
			cards := slices.Clone(start.Sides[name])
			hidden := cards[len(cards)-left:]
			rng.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
			other.Sides = map[string][]tricks.Card{name: cards}
		}
	}
	return other, w
}

// threatHidden reports whether only the owner sees a threat number: with the Unseen, and in the Long Dark (S8).
func (r *plainRound) threatHidden(seat int) bool {
	return r.players > 1 && (r.event == "long-dark" || r.seats[seat].rider == "unseen")
}

// told returns what everybody learns about hidden cards and numbers: what the Horn announces, the suit of a card
// played face down, which threats were set aside, and that a hidden goal is met (K, C15, S8).
func told(g *chapters.Game, r *plainRound) string {
	var out []string
	for s := range tricks.Seat(len(r.seats)) {
		if v := g.View(s); v.FaceDown != tricks.NoSeat {
			out = append(out, v.FaceDownSuit.String())
		}
	}
	for _, e := range g.View(0).Log {
		if e.Kind == chapters.Announced || e.Kind == chapters.RejectedThreat {
			out = append(out, fmt.Sprint(e.Kind, e.Seat, e.Word))
		}
	}
	for _, s := range g.Statuses() {
		if r.threatHidden(int(s.Seat)) {
			out = append(out, fmt.Sprint(s.Seat, s.Character, s.Status.String() == "sealed"))
		}
	}
	return strings.Join(out, " ")
}

// unlike returns the fields in which two Views differ, because whole Views are too long to read.
func unlike(a, b chapters.View) string {
	var out []string
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		field := x.Type().Field(i)
		if field.Name == "Chapter" || field.Name == "Library" {
			continue
		}
		if f, g := x.Field(i).Interface(), y.Field(i).Interface(); !assert.ObjectsAreEqual(f, g) {
			out = append(out, fmt.Sprintf("%s: %v, %v", field.Name, f, g))
		}
	}
	return strings.Join(out, "\n")
}

// TestNoViewLeaks deals everything that a player cannot know again, at random moments of rounds of all kinds (S8, S9,
// S11).
func TestNoViewLeaks(t *testing.T) {
	t.Parallel()
	worlds := 0
	everyDeal(t, 1, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		g := gameOf(t, pos)
		r := plainStart(&pos)
		m := make(memory, r.players)
		look := func() {
			m.look(r)
			if rng.IntN(6) > 0 {
				return
			}
			p := rng.IntN(r.players)
			want := g.View(tricks.Seat(p))
			for s := range r.seats {
				require.Equal(t, plainText(r.shown(s, p)), plainText(plainCards(want.Seats[s].Open)),
					"S9, S11: player %d sees of seat %d: %s after %v",
					p, s, pos.ID, g.Decisions())
			}
			for range 3 {
				start, w := stranger(g, r, m[p], p, rng)
				h, err := chapters.Default().NewGame(start)
				if err != nil {
					continue // a Ring in the barrow deck (C6)
				}
				var decisions []chapters.Decision
				for _, d := range g.Decisions() {
					decisions = append(decisions, w.decision(d))
				}
				if !replays(h, decisions) || told(g, r) != told(h, r) {
					continue
				}
				worlds++
				require.Empty(t, unlike(want, h.View(tricks.Seat(p))),
					"%s after %v: player %d sees that %v %v changed places",
					pos.ID, g.Decisions(), p, w.card, w.threat)
				where := h.TrueUnseen(&want)
				require.Empty(t, want.Worlds().RulesOut(&where),
					"%s after %v: player %d holds what could be to be impossible: %v changed places",
					pos.ID, g.Decisions(), p, w.card)
			}
		}
		asks := func(_ string, _ int, _ []string) string {
			look()
			require.True(t, randomDecision(t, g, rng))
			return g.Decisions()[len(g.Decisions())-1].String()
		}
		r.draft(asks)
		r.setUp(asks)
		r.begin()
		for !r.over {
			look()
			require.True(t, randomDecision(t, g, rng))
			r.answer(g.Decisions()[len(g.Decisions())-1])
		}
		// When the round is over, the log tells everything.
	})
	t.Logf("%d worlds compared", worlds)
	require.Greater(t, worlds, 1000)
}

// replays makes decisions, and reports whether all were legal.
func replays(g *chapters.Game, made []chapters.Decision) bool {
	for _, d := range made {
		if g.Apply(d) != nil {
			return false
		}
	}
	return true
}
