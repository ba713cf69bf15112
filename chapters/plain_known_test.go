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

// A player knows what he has seen, and the plain engine tells what lies in sight. The rest can be dealt anew
// under the same decisions: where nobody would have noticed, his View must be the very same.

// inSight is the cards that a player sees now: his own, what lies open (S9, K: Goldberry), and what
// is on the table (S11) but for a card played face down (C15).
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
		// S3, S7, S9: who holds R1 takes Frodo, or the ring token, or controls
		// the pyramid. In chapter 16 nobody needs to know (C16).
		out = append(out, plainOneRing)
	}
	return out
}

// shown is the cards of a seat that a player sees.
func (r *plainRound) shown(seat, player int) []plainCard {
	at := &r.seats[seat]
	switch {
	case r.decides(seat) == player:
		return r.seen(seat)
	case at.rows != nil:
		out := plainWithout(r.seen(seat), at.tucked, at.first, at.last)
		for _, w := range r.ways {
			// A card that has come to the pyramid, but may still go on, does not lie there yet.
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

// otherWorld is a round that begins elsewhere: cards stand for each other, and
// so do threat numbers.
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

// position is the deal in the other world.
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

// decision is the same decision in the other world.
func (w *otherWorld) decision(d chapters.Decision) chapters.Decision {
	d.Card = w.cardFor(d.Card)
	if to, ok := w.threat[d.Number]; ok && d.Kind == chapters.Threat {
		d.Number = to
	}
	return d
}

// stranger makes another world that a player cannot tell from this one: a few cards he has never
// seen change places, and so do the threat numbers he does not know and what side decks still hide.
func stranger(g *chapters.Game, r *plainRound, known tricks.Set, player int,
	rng *rand.Rand,
) (chapters.Position, *otherWorld) {
	start := g.Start()
	w := &otherWorld{card: map[tricks.Card]tricks.Card{}, threat: map[int]int{}}
	layout, _ := g.Chapter().Layout(g.Start().Players)
	unseen := (layout.Deck &^ known).Cards()
	passed := []tricks.Card{} // cards of hidden decisions are the likeliest to leak
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
		numbers = nil // he has looked the threat deck through
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

// threatHidden is S8: only the owner sees a threat under Unseen and in the Long Dark.
func (r *plainRound) threatHidden(seat int) bool {
	return r.players > 1 && (r.event == "long-dark" || r.seats[seat].rider == "unseen")
}

// told is what the table hears of hidden cards and numbers: what the Horn says, the suit of a card
// played face down, which threats had to be set aside, and that a hidden goal is met (K, C15, S8).
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

// unlike says in which fields two Views differ: a whole one is too long to read.
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

// TestNoViewLeaks deals what a player cannot know anew at random moments of
// rounds of everything there is (S8, S9, S11).
func TestNoViewLeaks(t *testing.T) {
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

// replays makes the decisions, and reports whether all were legal.
func replays(g *chapters.Game, made []chapters.Decision) bool {
	for _, d := range made {
		if g.Apply(d) != nil {
			return false
		}
	}
	return true
}
