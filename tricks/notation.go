package tricks

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrNotation is wrapped by every error of the notation parsers.
var ErrNotation = errorf("invalid notation")

func notationError(format string, args ...any) error {
	return errorf("%w: %s (T2)", ErrNotation, sentence{format, args})
}

// String returns the card's code of T2, such as H3 or R1. It returns "-" for [NoCard], "?" for [Closed]
// and ">" for [Leaving].
func (c Card) String() string {
	switch {
	case c == BalrogCard:
		return "B5"
	case c == Closed:
		return "?"
	case c == Leaving:
		return ">"
	case !c.Valid():
		return "-"
	}
	return string(c.Suit().Letter()) + strconv.Itoa(c.Rank())
}

// ParseCard reads a card's code of T2. Errors wrap [ErrNotation].
func ParseCard(text string) (Card, error) {
	letter, size := utf8.DecodeRuneInString(text)
	rank, rest := utf8.DecodeRuneInString(text[size:])
	if rest == 0 || size+rest != len(text) {
		return NoCard,
			notationError("%s is not a card: write a letter of %s and a rank, such as H3", quote(text), suitLetters)
	}
	return cardOf(letter, rank)
}

// cardOf returns the card with a suit's letter and a rank's digit.
func cardOf(letter, rank rune) (Card, error) {
	switch {
	case letter == 'F' && rank == '9':
		return OldManWillow, nil
	case letter == 'B' && rank == '5':
		return BalrogCard, nil
	}
	s, err := suitOf(letter)
	if err != nil {
		return NoCard, err
	}
	if rank < '1' || rank > '0'+rune(s.Ranks()) {
		return NoCard, notationError("%s has no rank %s: its ranks are 1 to %d", s, quote(string(rank)), s.Ranks())
	}
	return NewCard(s, int(rank-'0')), nil
}

func suitOf(letter rune) (Suit, error) {
	i := strings.IndexRune(suitLetters, letter)
	if i < 0 {
		return NoSuit, notationError("%s is not a suit: the suits are %s", quote(string(letter)), suitLetters)
	}
	return Suit(i), nil
}

// ParseSuit reads a suit's letter of T2. Errors wrap [ErrNotation].
func ParseSuit(text string) (Suit, error) {
	letter, size := utf8.DecodeRuneInString(text)
	if size == 0 || size != len(text) {
		return NoSuit, notationError("%s is not a suit: the suits are %s", quote(text), suitLetters)
	}
	return suitOf(letter)
}

// quote returns a text in quotes for an error message: short and printable, whatever the input was.
func quote(text string) string {
	const most = 24
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strconv.QuoteToGraphic(strings.ToValidUTF8(text, "?"))
}

// String writes the set in the notation of T2: groups of a suit and its ranks,
// suits in the order H M F S R V, ranks rising. The empty set is "".
func (s Set) String() string {
	var b strings.Builder
	for suit := Hills; suit < NoSuit; suit++ {
		cards := s.OfSuit(suit)
		if cards == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(suit.Letter())
		for ; cards != 0; cards &= cards - 1 {
			b.WriteByte('0' + byte(cards.First().Rank()))
		}
	}
	for _, c := range []Card{OldManWillow, BalrogCard} {
		if s.Contains(c) {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(c.String())
		}
	}
	return b.String()
}

// ParseSet reads a hand in the notation of T2. The groups may come in any order, and a suit may
// have several. A card named twice is an error. Errors wrap [ErrNotation].
func ParseSet(text string) (Set, error) {
	cards, err := ParseCards(text)
	return SetOf(cards...), err
}

// ParseCards reads cards in the notation of T2 and keeps their order, which
// matters for piles. A card named twice is an error. Errors wrap [ErrNotation].
func ParseCards(text string) ([]Card, error) {
	cards, err := ParseSequence(text)
	if err != nil {
		return cards, err
	}
	var seen Set
	for i, c := range cards {
		if seen.Contains(c) {
			return cards[:i], notationError("%s appears twice", c)
		}
		seen |= c.Bit()
	}
	return cards, nil
}

// ParseSequence reads cards as [ParseCards] does, but a card may be named again: the Balrog deck
// is shuffled anew when it runs out (C14). Errors wrap [ErrNotation].
func ParseSequence(text string) ([]Card, error) {
	var cards []Card
	for _, group := range strings.Fields(text) {
		letter, size := utf8.DecodeRuneInString(group)
		if size == len(group) {
			return cards,
				notationError("%s is not a group of cards: write a suit and its ranks, such as H137", quote(group))
		}
		for _, rank := range group[size:] {
			c, err := cardOf(letter, rank)
			if err != nil {
				return cards, err
			}
			cards = append(cards, c)
		}
	}
	return cards, nil
}

// FormatCards writes cards in their order, one code each.
func FormatCards(cards []Card) string {
	codes := make([]string, len(cards))
	for i, c := range cards {
		codes[i] = c.String()
	}
	return strings.Join(codes, " ")
}

// Move is the card that a seat plays.
type Move struct {
	Card Card
	// ToWin reports whether R1 is played to win the trick (T7). It is false for all other cards.
	ToWin bool
}

// String writes the move: the card's code, with "!" for R1 played to win.
func (m Move) String() string {
	if m.ToWin {
		return m.Card.String() + "!"
	}
	return m.Card.String()
}

// parseMove reads what [Move.String] writes. Errors wrap [ErrNotation].
func parseMove(text string) (Move, error) {
	code, win := strings.CutSuffix(text, "!")
	c, err := ParseCard(code)
	if err != nil {
		return Move{Card: NoCard}, err
	}
	if win && c != OneRing {
		return Move{Card: NoCard}, errorf("%w: only R1 can be played to win, not %s (T7)", ErrNotation, c)
	}
	return Move{Card: c, ToWin: win}, nil
}

// Play is a move and the seat that makes it.
type Play struct {
	Seat Seat
	Move
}

// String writes the play as seat:card, such as 0:H3 or 2:R1!.
func (p Play) String() string { return p.Seat.String() + ":" + p.Move.String() }

// ParsePlay reads what [Play.String] writes. Errors wrap [ErrNotation].
func ParsePlay(text string) (Play, error) {
	seat, move, ok := strings.Cut(text, ":")
	if !ok {
		return Play{}, notationError("%s is not a play: write seat:card, such as 0:H3", quote(text))
	}
	s, err := ParseSeat(seat)
	if err != nil {
		return Play{}, err
	}
	m, err := parseMove(move)
	return Play{Seat: s, Move: m}, err
}

// MarshalText writes the card as [Card.String].
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// MarshalText writes the set as [Set.String].
func (s Set) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// MarshalText writes the play as [Play.String].
func (p Play) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// MarshalText writes the suit's letter of T2, "-" for no suit.
func (s Suit) MarshalText() ([]byte, error) {
	if s == NoSuit {
		return []byte{'-'}, nil
	}
	return []byte{s.Letter()}, nil
}
