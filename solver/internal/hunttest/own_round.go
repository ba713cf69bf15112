package hunttest

import (
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Size is the size of the hands in a round that [Case.OwnRound] makes.
type Size int

// The sizes of hands.
const (
	// Small hands have 2 to 4 cards. Such rounds can be searched completely.
	Small Size = iota
	// Middle hands have 5 to 7 cards.
	Middle
	// Full hands have as many cards as a deal.
	Full
)

// OwnRound makes a round that no deal can bring about: any special rule of play together with any other, and some hands
// uneven. Its characters have no goals yet.
func (c *Case) OwnRound(size Size) Bed {
	players := c.Number%4 + 1
	seats := tricks.SeatsFor(players)
	pos := chapters.Position{
		Players: players,
		Stage:   chapters.StagePlay,
		Pyramid: tricks.NoSeat,
		Leader:  tricks.Seat(c.IntN(seats)),
		Hands:   make([]chapters.HandInfo, seats),
	}
	cards := [][2]int{Small: {2, 4}, Middle: {5, 7}, Full: {8, 36 / seats}}[size]
	hand := cards[0] + c.IntN(cards[1]-cards[0]+1)
	gift := ""
	if c.OneOf(2) {
		gift = Pick(c.Rand, []string{"mithril", "mithril", "sting", "sting", "glamdring", "glamdring", "sword", "horn"})
	}
	deck := c.chooseDeck(&pos, hand, gift == "mithril" && c.OneOf(3))
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
			c.layPyramid(h, n, take)
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
	c.giveGift(&pos, gift, take)
	return Bed{World: world, Position: pos, AnyCharacter: true}
}

// dealer shuffles cards and returns a function that takes n cards off the deck. One deck in three has two suits on top,
// which makes equal cards, following suit and voids likely.
func (c *Case) dealer(cards tricks.Set) (take func(n int) []tricks.Card) {
	deck := cards.Cards()
	c.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	if c.OneOf(3) {
		preferred := tricks.SuitSet(tricks.Suit(c.IntN(4))) | tricks.RingSet | tricks.SuitSet(tricks.Rivers)
		slices.SortStableFunc(deck, func(a, b tricks.Card) int {
			in := func(x tricks.Card) int {
				if preferred.Contains(x) {
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

// goallessCharacter writes the file of a character without a goal. About half of them have a special rule of play.
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
	return fmt.Sprintf(
		"id: %s\n"+
			"name: {en: %s, de: %s}\n"+
			"%s"+
			"goal: {all: []}\n"+
			"goal_text: {en: a goal, de: ein Ziel}\n"+
			"fidelity: reconstructed\n"+
			"note: made by chance\n",
		id, id, id, special)
}

// layPyramid lays a number of cards as the hand of a pyramid. Cards that fill no row lie beside it.
func (c *Case) layPyramid(h *chapters.HandInfo, cards int, take func(int) []tricks.Card) {
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

// chooseDeck gives the round a side deck (C5, C14), Rivers as trump or not (C17, C18), or nothing special. It returns
// the cards from which the hands are dealt. With bridge the round is the Bridge of Moria (C14).
func (c *Case) chooseDeck(pos *chapters.Position, cards int, bridge bool) tricks.Set {
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

// groups returns the ids of the groups of chapter 18.
func groups() []string {
	chapter, err := chapters.Default().Chapter("18")
	if err != nil {
		panic(err)
	}
	return chapters.VariantIDs(chapter.Groups)
}

// setCardsAside takes cards out of some hands (K): it tucks them away, puts them into the first trick, or sets them
// aside for the last trick.
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
			h.First = cards[0].Bit()
			h.Last = cards[1].Bit()
		}
		*source &^= h.Tucked | h.First | h.Last
	}
}

// giveGift gives a gift to a random seat. Sting comes with a lost card or with a seat that took it. If the bearer or
// that seat has a tucked card, nobody gets Sting.
func (c *Case) giveGift(pos *chapters.Position, gift string, take func(int) []tricks.Card) {
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
