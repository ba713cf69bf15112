// Package endingtest draws positions near the end of a round, for property tests of the
// solver.
package endingtest

import (
	"maps"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Any draws a position near the end of a round: any characters, riders and
// threats together, hands of any kind with a few cards each, and perhaps a few
// decisions made. One position in four has a gift, but never Sting, which allows
// too many choices.
func Any(t *rapid.T) *chapters.Game {
	gift := ""
	if rapid.IntRange(0, 3).Draw(t, "gift?") == 0 {
		gift = rapid.SampledFrom([]string{"mithril", "glamdring", "sword", "horn"}).Draw(t, "gift")
	}
	return WithGift(t, gift, 0)
}

// WithGift draws a position near the end of a round with a gift, or without one if
// gift is empty. Each hand has extraCards more cards than the slow solver can handle.
// With Sting the hands are smaller, as there are more choices.
func WithGift(t *rapid.T, gift string, extraCards int) *chapters.Game {
	lib := chapters.Default()
	return FromLibrary(t, lib, slices.Sorted(maps.Keys(lib.Characters)), slices.Sorted(maps.Keys(lib.Riders)), gift,
		extraCards)
}

// FromLibrary draws a position as WithGift does, with these characters and riders of
// a library.
func FromLibrary(t *rapid.T, lib *chapters.Library, ids, riders []string, gift string, extraCards int) *chapters.Game {
	players := rapid.IntRange(1, 4).Draw(t, "players")
	seats := tricks.SeatsFor(players)
	pos := chapters.Position{
		Players: players, Stage: chapters.StagePlay, Pyramid: tricks.NoSeat,
		Leader: tricks.Seat(rapid.IntRange(0, seats-1).Draw(t, "leader")), Hands: make([]chapters.HandInfo, seats),
	}
	cards := rapid.IntRange(2, 4).Draw(t, "cards")
	if seats == 4 {
		cards = min(cards, 3)
	}
	if gift == "sting" {
		cards = min(cards, 6-seats)
	}
	cards += extraCards
	dealt := special(t, &pos, cards, gift == "mithril" && rapid.Bool().Draw(t, "bridge?"))
	// A deck of few suits makes equal cards, following and voids likely.
	deck := rapid.Permutation(dealt.Cards()).Draw(t, "deck")
	if rapid.Bool().Draw(t, "dense") {
		preferred := tricks.SuitSet(tricks.Suit(rapid.IntRange(0, 3).Draw(t, "suit"))) | tricks.RingSet |
			tricks.SuitSet(tricks.Rivers)
		slices.SortStableFunc(deck, func(a, b tricks.Card) int {
			if first, second := preferred.Contains(a), preferred.Contains(b); first != second {
				if first {
					return -1
				}
				return 1
			}
			return 0
		})
	}
	take := func(n int) []tricks.Card {
		out := deck[:n:n]
		deck = deck[n:]
		return out
	}
	tucked := false
	cast := rapid.Permutation(ids).Draw(t, "cast")
	for s := range pos.Hands {
		h := &pos.Hands[s]
		if rapid.IntRange(0, 2).Draw(t, "goal?") > 0 {
			h.Character = cast[s]
		}
		h.Threat = rapid.IntRange(1, 4).Draw(t, "threat")
		h.Declared = rapid.SampledFrom([]string{"more", "fewer"}).Draw(t, "declared")
		if rapid.IntRange(0, 4).Draw(t, "rider?") == 0 {
			h.Rider = rapid.SampledFrom(riders).Draw(t, "rider")
		}
		n := cards
		if rapid.IntRange(0, 3).Draw(t, "more?") == 0 {
			n = max(1, n+rapid.IntRange(-1, 1).Draw(t, "more")) // C4, Gandalf: uneven hands
		}
		if players == 1 {
			n = min(n, 2+extraCards)
		}
		if players == 2 && s == 2 {
			pos.Pyramid = 2
			h.Rows = [][]tricks.Card{take(1), take(2)}
			h.Extra = tricks.SetOf(take(max(0, n-3))...)
			if h.Extra != 0 && rapid.IntRange(0, 2).Draw(t, "apart?") == 0 {
				// The cards beside the pyramid can be put apart, too.
				h.Cards, h.Extra = h.Extra, 0
				putApart(t, h, !tucked)
				tucked = tucked || h.Tucked != 0
				h.Extra, h.Cards = h.Cards, 0
			}
			continue
		}
		h.Cards = tricks.SetOf(take(n)...)
		if rapid.IntRange(0, 5).Draw(t, "apart?") == 0 {
			putApart(t, h, !tucked)
			tucked = tucked || h.Tucked != 0
		}
	}
	bearer := rapid.IntRange(0, seats-1).Draw(t, "bearer")
	h := &pos.Hands[bearer]
	switch gift {
	case "":
	case "sting":
		// Sting exchanges with the lost card, or with another seat that took it. The search
		// does not consider taking back a tucked card for the exchange: see TestSwapLimit in
		// package solver.
		taker := &pos.Hands[(bearer+rapid.IntRange(1, seats-1).Draw(t, "taker"))%seats]
		if h.Tucked|taker.Tucked != 0 {
			break
		}
		h.Gift = gift
		if rapid.Bool().Draw(t, "lost?") {
			pos.Lost = take(1)
		} else {
			taker.TookLost = true
		}
	case "sword":
		h.Gift = gift
		h.Range = rapid.SampledFrom([][2]int{{0, 1}, {1, 2}, {2, 3}}).Draw(t, "range")
	default:
		h.Gift = gift
	}
	if players == 1 {
		pos.Pile = take(rapid.IntRange(0, 4).Draw(t, "pile"))
	}
	g, err := lib.NewGame(pos)
	if err != nil && lib != chapters.Default() {
		t.Skip(err) // goals of a drawn library can be too large to compile
	}
	require.NoError(t, err)
	for range rapid.IntRange(0, 3).Draw(t, "played") {
		if options := g.Options(); len(options) > 0 {
			require.NoError(t, g.Apply(rapid.SampledFrom(options).Draw(t, "decision")))
		}
	}
	return g
}

// special gives the round a side deck (C5, C14), a trump suit (C17), or nothing special. With
// bridge it is always the Bridge of Moria, which Mithril may cover (C14). It returns the
// cards from which the hands are dealt.
func special(t *rapid.T, pos *chapters.Position, cards int, bridge bool) tricks.Set {
	deck := tricks.Deck
	forests := tricks.SuitSet(tricks.Forests)
	kind := rapid.IntRange(0, 8).Draw(t, "special")
	if bridge {
		kind = 3
	}
	switch kind {
	case 0:
		deck &^= forests
		up := rapid.Permutation(append(forests.Cards(), tricks.OldManWillow)).Draw(t, "old forest")
		pos.Sides = map[string][]tricks.Card{"oldforest": up}
	case 1:
		deck &^= forests
		up := rapid.SampledFrom([]tricks.Card{
			tricks.BalrogCard, forests.First(), forests.First() + 1,
			forests.First() + 2,
		})
		pos.Sides = map[string][]tricks.Card{chapters.Balrog: rapid.SliceOfN(up, 3*cards, 3*cards).Draw(t, "balrog")}
	case 3:
		shadows := tricks.SuitSet(tricks.Shadows)
		deck &^= shadows
		pos.Chapter, pos.Event = "14", "bridge"
		up := rapid.SampledFrom(append(shadows.Cards(), tricks.BalrogCard))
		pos.Sides = map[string][]tricks.Card{chapters.Balrog: rapid.SliceOfN(up, 3*cards, 3*cards).Draw(t, "balrog")}
	case 2:
		pos.Chapter = "17"
		deck |= tricks.SuitSet(tricks.Rivers)
	}
	return deck
}

// putApart takes one or two cards out of a hand (K): it tucks a card away, puts one into the
// first trick, or sets one aside for the last trick.
func putApart(t *rapid.T, h *chapters.HandInfo, mayTuck bool) {
	cards := rapid.Permutation(h.Cards.Cards()).Draw(t, "apart")
	n := min(len(cards), 2)
	switch choice := rapid.IntRange(0, 3).Draw(t, "how"); {
	case choice == 0 && mayTuck:
		h.Tucked = cards[0].Bit()
	case choice == 1:
		h.First = cards[0].Bit()
	case choice == 2:
		h.Last = cards[0].Bit()
	case n == 2:
		h.First = cards[0].Bit()
		h.Last = cards[1].Bit()
	}
	h.Cards &^= h.Tucked | h.First | h.Last
}

// Comparisons returns the words that can follow "tricks:" in a goal without a threat number, such as "fewest". A new
// one is drawn without a change of the tests.
func Comparisons() []string {
	return slices.DeleteFunc(characters.Words("comparison"), func(word string) bool {
		return strings.HasSuffix(word, "_threat")
	})
}
