package chapters

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"

	"fellowship/tricks"
)

// DealID names a deal: the same name is the same deal for ever (c02p4s7 =
// chapter 2, 4 players, number 7).
type DealID struct {
	Chapter string
	Players int
	Seed    uint64
}

// String returns the deal's short name.
func (d DealID) String() string {
	if n := number(d.Chapter); n < 1<<20 {
		return fmt.Sprintf("c%02dp%ds%d", n, d.Players, d.Seed)
	}
	return fmt.Sprintf("%sp%ds%d", d.Chapter, d.Players, d.Seed)
}

var dealName = regexp.MustCompile(`^c0*([1-9][0-9]{0,2})p([1-4])s(0|[1-9][0-9]{0,19})$`)

// ParseDealID reads a deal's short name.
func ParseDealID(text string) (DealID, error) {
	m := dealName.FindStringSubmatch(text)
	if m == nil {
		return DealID{}, fmt.Errorf("%q is not the name of a deal: write c, chapter, p, players, s, number, such as c02p4s7", text)
	}
	seed, err := strconv.ParseUint(m[3], 10, 64)
	if err != nil {
		return DealID{}, fmt.Errorf("the number of deal %s is too large: the largest is %d", text, uint64(math.MaxUint64))
	}
	players, _ := strconv.Atoi(m[2])
	return DealID{Chapter: m[1], Players: players, Seed: seed}, nil
}

// SeatsFor returns the number of seats for so many players (S1).
func SeatsFor(players int) int {
	switch players {
	case 1, 4:
		return 4
	default:
		return 3
	}
}

// dealStream keeps the dealer's random numbers apart from those of computer
// players with the same seed. It is frozen: changing it changes every deal.
const dealStream = 0xf3110c0de

// Deal deals a round: everything that chance decides, in stage draft. Players
// run from 1 to 4. The dealer is frozen by golden tests.
func (l *Library) Deal(id DealID) (Position, error) {
	chapter, err := l.Chapter(id.Chapter)
	if err != nil {
		return Position{}, err
	}
	if id.Players < 1 || id.Players > 4 {
		return Position{}, fmt.Errorf("%d players are not possible: 1 to 4 can play (S1)", id.Players)
	}
	seats := SeatsFor(id.Players)
	pos := Position{
		ID: id.String(), Deal: id.String(), Chapter: id.Chapter, Players: id.Players,
		Stage: StageDraft, Leader: tricks.NoSeat, Pyramid: tricks.NoSeat, Hands: make([]HandInfo, seats),
	}
	src := tricks.NewSource(id.Seed, dealStream^uint64(number(id.Chapter))<<8^uint64(id.Players))
	deck := tricks.Deck.Cards()
	if id.Players == 1 {
		deck = (tricks.Deck &^ tricks.OneRing.Bit()).Cards() // S10: R1 is set aside
	}
	// S2: R1 may not be the lost card, so shuffle again.
	for first := true; first || deck[0] == tricks.OneRing; first = false {
		tricks.Shuffle(src, deck)
	}
	pos.Lost, deck = []tricks.Card{deck[0]}, deck[1:]
	take := func(n int) []tricks.Card {
		out := deck[:n:n]
		deck = deck[n:]
		return out
	}
	switch id.Players {
	case 1:
		pos.Hands[0].Cards = tricks.SetOf(take(3)...) | tricks.OneRing.Bit()
		for s := 1; s < seats; s++ {
			pos.Hands[s].Cards = tricks.SetOf(take(4)...)
		}
		pos.Pile = slices.Clone(deck)
	case 2:
		for s := range 2 {
			pos.Hands[s].Cards = tricks.SetOf(take(12)...)
		}
		pos.Pyramid = 2
		pos.Hands[2].Rows = [][]tricks.Card{take(3), take(4), take(5)} // S9
	default:
		n := len(deck) / seats
		for s := range seats {
			pos.Hands[s].Cards = tricks.SetOf(take(n)...)
		}
	}
	pos.Threats = slices.Clone(chapter.Threats)
	tricks.Shuffle(src, pos.Threats)
	return pos, nil
}
