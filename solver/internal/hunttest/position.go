package hunttest

import (
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Size is how many cards a seat holds in a round of its own.
type Size int

// The sizes. Small rounds can be gone through whole, full ones are as large as a deal.
const (
	Small Size = iota // 2 to 4 cards
	Middle
	Full
)

// OwnRound lays a round as no deal lies: any special of play beside any other, any size, some hands uneven. Who sits
// there wants nothing so far.
func (c *Case) OwnRound(size Size) Bed {
	players := c.Number%4 + 1
	seats := tricks.SeatsFor(players)
	pos := chapters.Position{
		Players: players, Stage: chapters.StagePlay, Pyramid: tricks.NoSeat,
		Leader: tricks.Seat(c.IntN(seats)), Hands: make([]chapters.HandInfo, seats),
	}
	cards := [][2]int{Small: {2, 4}, Middle: {5, 7}, Full: {8, 36 / seats}}[size]
	hand := cards[0] + c.IntN(cards[1]-cards[0]+1)
	gift := ""
	if c.OneOf(2) {
		gift = Pick(c.Rand, []string{"mithril", "mithril", "sting", "sting", "glamdring", "glamdring", "sword", "horn"})
	}
	deck := c.sideDeck(&pos, hand, gift == "mithril" && c.OneOf(3))
	hand = min(hand, (deck.Len()-3)/seats)
	take := c.dealer(deck)
	world := World{}
	for s := range pos.Hands {
		h := &pos.Hands[s]
		id := "seat-" + string(rune('a'+s))
		h.Character = id
		world["characters/"+id+".yaml"] = c.goallessCharacter(s)
		n := hand
		if c.OneOf(5) {
			n = max(1, n-c.IntN(3)) // C4, Gandalf: uneven hands
		}
		if players == 2 && s == seats-1 {
			pos.Pyramid = tricks.Seat(s)
			c.pyramid(h, n, take)
			continue
		}
		if players == 1 && size != Small {
			n = 4
		}
		h.Cards = tricks.SetOf(take(n)...)
	}
	if players == 1 {
		pos.Pile = take(c.IntN(max(1, (hand-4)*seats+1)))
		if size == Small {
			pos.Pile = take(c.IntN(5))
		}
	}
	c.setCardsAside(&pos)
	c.gift(&pos, gift, take)
	return Bed{World: world, Position: pos, Anybody: true}
}

// dealer returns what takes cards off a shuffled deck. One deck in three has two suits on top, which makes equal cards,
// following and voids likely.
func (c *Case) dealer(cards tricks.Set) (take func(n int) []tricks.Card) {
	deck := cards.Cards()
	c.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	if c.OneOf(3) {
		two := tricks.SuitSet(tricks.Suit(c.IntN(4))) | tricks.RingSet | tricks.SuitSet(tricks.Rivers)
		slices.SortStableFunc(deck, func(a, b tricks.Card) int {
			in := func(x tricks.Card) int {
				if two.Contains(x) {
					return 0
				}
				return 1
			}
			return in(a) - in(b)
		})
	}
	return func(n int) []tricks.Card {
		n = min(n, len(deck))
		out := deck[:n:n]
		deck = deck[n:]
		return out
	}
}

// goallessCharacter writes a character that wants nothing, with a special of play now and then.
func (c *Case) goallessCharacter(seat int) string {
	special := ""
	switch c.IntN(8) {
	case 0:
		special = "names_leader: true\n"
	case 1:
		special = "need_not_follow: true\n"
	case 2:
		if seat > 0 {
			special = "counts_for: {character: seat-a, suit: Rings}\n"
		}
	case 3:
		special = "may_not_pass: R1\n"
	}
	id := "seat-" + string(rune('a'+seat))
	return fmt.Sprintf("id: %s\nname: {en: %s, de: %s}\n%sgoal: {all: []}\ngoal_text: {en: a goal, de: ein Ziel}\nfidelity: reconstructed\nnote: made by chance\n", id, id, id, special)
}

// pyramid lays the hand of a pyramid, with so many cards: rows, and what is over beside them.
func (c *Case) pyramid(h *chapters.HandInfo, cards int, take func(int) []tricks.Card) {
	row := 1
	if cards >= 9 {
		row = 2 + c.IntN(2)
	}
	for cards >= row && len(h.Rows) < 4 {
		h.Rows = append(h.Rows, take(row))
		cards -= row
		row++
	}
	if h.Rows == nil {
		h.Rows = [][]tricks.Card{take(1)}
		return
	}
	h.Extra = tricks.SetOf(take(cards)...)
}

// sideDeck lays what is special beside the characters: a side deck (C5, C14), or Rivers, trump or not (C17, C18). It
// returns the cards that are dealt.
func (c *Case) sideDeck(pos *chapters.Position, cards int, bridge bool) tricks.Set {
	deck := tricks.Deck
	kind := c.IntN(8)
	if bridge {
		kind = 2
	}
	up := func(pool tricks.Set, n int) []tricks.Card {
		out := make([]tricks.Card, n)
		for i := range out {
			out[i] = Pick(c.Rand, pool.Cards())
		}
		return out
	}
	switch kind {
	case 0:
		forests := tricks.SuitSet(tricks.Forests)
		list := append(forests.Cards(), tricks.OldManWillow)
		c.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		pos.Sides = map[string][]tricks.Card{"oldforest": list}
		return deck &^ forests
	case 1, 2:
		shadows := tricks.SuitSet(tricks.Shadows)
		if kind == 2 {
			pos.Chapter, pos.Event = "14", "bridge"
		}
		pos.Sides = map[string][]tricks.Card{chapters.Balrog: up(shadows|tricks.BalrogCard.Bit(), 3*cards)}
		return deck &^ shadows
	case 3:
		pos.Chapter = "17"
		return deck | tricks.SuitSet(tricks.Rivers)
	case 4:
		pos.Chapter = "18"
		pos.Group = Pick(c.Rand, groups())
		return deck | tricks.SuitSet(tricks.Rivers)
	}
	return deck
}

// groups are the groups of chapter 18.
func groups() []string {
	chapter, err := chapters.Default().Chapter("18")
	if err != nil {
		panic(err)
	}
	return chapters.VariantIDs(chapter.Groups)
}

// setCardsAside lays cards of some hands apart: tucked away, put into the first trick, or set aside for the
// last one (K).
func (c *Case) setCardsAside(pos *chapters.Position) {
	tucked := false
	for s := range pos.Hands {
		h := &pos.Hands[s]
		source := &h.Cards
		if h.Rows != nil {
			source = &h.Extra
		}
		if !c.OneOf(5) || source.Len() < 2 {
			continue
		}
		cards := source.Cards()
		c.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		switch choice := c.IntN(4); {
		case choice < 2 && !tucked:
			h.Tucked = cards[0].Bit()
			tucked = true
		case choice == 2 || len(cards) == 2:
			h.Last = cards[0].Bit()
		default:
			h.First, h.Last = cards[0].Bit(), cards[1].Bit()
		}
		*source &^= h.Tucked | h.First | h.Last
	}
}

// gift gives somebody a gift. Sting comes with a lost card, or with somebody who took it; neither has a tucked card.
func (c *Case) gift(pos *chapters.Position, gift string, take func(int) []tricks.Card) {
	if gift == "" {
		return
	}
	seats := len(pos.Hands)
	bearer := c.IntN(seats)
	h := &pos.Hands[bearer]
	switch gift {
	case "sting":
		taker := &pos.Hands[(bearer+1+c.IntN(seats-1))%seats]
		if h.Tucked|taker.Tucked != 0 {
			return
		}
		if c.OneOf(2) {
			pos.Lost = take(1)
		}
		taker.TookLost = len(pos.Lost) == 0
	case "sword":
		h.Range = Pick(c.Rand, [][2]int{{1, 2}, {3, 4}, {5, 6}})
	}
	h.Gift = gift
}
