package chapters_test

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/tricks"
)

// A second engine, for comparison only: the play of every chapter by the letter of the rules. It is
// slow and plain on purpose. Cards are small structs, hands are slices, and each function reads
// like the rule it names. It shares no code with the engine but the text of cards (T2).

// plainCard is a card by its code of T2; the zero value stands for none.
type plainCard struct {
	suit byte
	rank int
}

var (
	noPlainCard  plainCard
	plainOneRing = plainCard{'R', 1}
)

func plainCardOf(code string) plainCard {
	if len(code) != 2 {
		return noPlainCard // "-"
	}
	return plainCard{code[0], int(code[1] - '0')}
}

func (c plainCard) String() string {
	if c == noPlainCard {
		return "-"
	}
	return fmt.Sprintf("%c%d", c.suit, c.rank)
}

// plainCards takes cards over from a set, by their text.
func plainCards(set tricks.Set) []plainCard { return plainList(set.Cards()) }

func plainList(cards []tricks.Card) []plainCard {
	out := []plainCard{}
	for _, c := range cards {
		out = append(out, plainCardOf(c.String()))
	}
	return out
}

// plainText returns the cards as text, in a fixed order.
func plainText(cards []plainCard) string {
	codes := []string{}
	for _, c := range cards {
		codes = append(codes, c.String())
	}
	slices.Sort(codes)
	return strings.Join(codes, " ")
}

func plainWithout(cards []plainCard, gone ...plainCard) []plainCard {
	return plainOnly(cards, func(c plainCard) bool { return !slices.Contains(gone, c) })
}

func plainOfSuit(cards []plainCard, suit byte) []plainCard {
	return plainOnly(cards, func(c plainCard) bool { return c.suit == suit })
}

func plainOnly(cards []plainCard, want func(plainCard) bool) []plainCard {
	out := []plainCard{}
	for _, c := range cards {
		if want(c) {
			out = append(out, c)
		}
	}
	return out
}

// plainDistinct returns each card once: open cards of a pyramid stand both in
// its hand and in its rows.
func plainDistinct(cards []plainCard) []plainCard {
	out := []plainCard{}
	for _, c := range cards {
		if c != noPlainCard && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

func plainRanks(cards []plainCard) int {
	sum := 0
	for _, c := range cards {
		sum += c.rank
	}
	return sum
}
