package realtable

import (
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// leftover is cards that a seat still held at the end.
type leftover struct {
	seat  tricks.Seat
	cards tricks.Set
	rest  bool
	line  int
}

// move is an exchange, or a card given away (Back is NoCard). Before is the trick before which it was
// made, counted from 0, -1 for one in setup.
type move struct {
	from, to   tricks.Seat // to may be the lost card
	card, back tricks.Card
	before     int
	line       int
	passed     bool // and the card that comes back is still due
}

// trick is a trick as it is written. Pile is the seat in whose pile it lies, unsaid where the tricks
// stand in order. Named is then the seat that was named to lead it. Which of the two stands before a
// colon is known when all lines are read.
type trick struct {
	cards []laid
	side  []tricks.Card
	named tricks.Seat
	pile  tricks.Seat
	line  int
}

// isCards reports whether a line begins with a card.
func isCards(text string) bool {
	r := []rune(strings.ToUpper(text))
	_, suit := suits()[r[0]]
	return r[0] == '.' || r[0] >= '1' && r[0] <= '9' || suit && len(r) > 1 && (r[1] >= '1' && r[1] <= '9' || r[1] == ' ' && len(r) > 2 && r[2] >= '1' && r[2] <= '9')
}

// sideDeck is the chapter's side deck, nil without one.
func (n *note) sideDeck() *chapters.SideDeck {
	if n.chapter == nil {
		return nil
	}
	return n.chapter.Side
}

func (n *note) deckForm() form {
	if d := n.sideDeck(); d != nil && d.Cards.Has(tricks.BalrogCard) {
		return aBalrog
	}
	return aDeck
}

// readCards reads a line of cards: a trick, or a hand before anybody has a character.
func (n *note) readCards(text string) error {
	side, cards, turned := strings.Cut(text, "|")
	if len(n.seats) < n.n && (!turned || n.chapter != nil && n.chapter.Staged > 0) {
		return n.newSeat(nil, text)
	}
	if !turned {
		return n.addTrick(text, "", unsaid)
	}
	return n.addTrick(cards, side, unsaid)
}

// addTrick reads a trick.
func (n *note) addTrick(text, side string, behind tricks.Seat) error {
	t := trick{named: behind, pile: unsaid, line: n.line}
	up, err := cardsIn(side, n.deckForm())
	if err != nil {
		return err
	}
	t.side = plain(up)
	if t.cards, err = cardsIn(text, aTrick); err != nil {
		return err
	}
	if len(t.cards) > n.n {
		return say.Errorf("%s: %d cards are no trick, since %d seats play (T3)", shown(text), len(t.cards), n.n)
	}
	n.tricks = append(n.tricks, t)
	return nil
}

// behind reads what stands behind a seat's colon: the tricks of its pile from the bottom, or one that
// it was named to lead (K: Bilbo Baggins).
func (n *note) behind(at tricks.Seat, text string) error {
	parts := strings.Split(text, "/")
	n.piled = n.piled || len(parts) > 1 || at == nobody
	for _, part := range parts {
		side, cards, turned := strings.Cut(part, "|")
		if !turned {
			side, cards = "", part
		}
		if strings.TrimSpace(part) == "" {
			continue
		}
		if err := n.addTrick(cards, side, at); err != nil {
			return err
		}
	}
	return nil
}

// readMove reads an exchange, sam>frodo f7 h2, or a card that is given, fatty>sam f3. A number behind
// it is the trick before which it was made.
func (n *note) readMove(giver, text string) error {
	m := move{before: -1, line: n.line, back: tricks.NoCard}
	var err error
	if m.from, err = n.seated(strings.TrimSpace(giver)); err != nil {
		return err
	}
	name, rest := nameOf(strings.TrimSpace(text))
	if first, _, _ := strings.Cut(strings.TrimSpace(text), " "); word(first) == "lost" {
		m.to, rest = chapters.LostCard, strings.TrimPrefix(strings.TrimSpace(text), first)
	} else if m.to, err = n.seated(name); err != nil {
		return err
	}
	var pair []tricks.Card
	for _, w := range strings.FieldsFunc(rest, isBlank) {
		if isNumber().MatchString(w) && len(pair)%2 == 0 && m.before < 0 {
			at, _ := strconv.Atoi(w)
			m.before = at - 1
			continue
		}
		list, err := cardsIn(w, aDeck) // the same card may come back
		if err != nil {
			return err
		}
		pair = append(pair, plain(list)...)
	}
	switch len(pair) {
	case 2:
		m.card, m.back = pair[0], pair[1]
	case 1:
		m.card = pair[0]
	default:
		return say.Errorf("%s: an exchange has two cards, given and got back (S6)", shown(text))
	}
	if len(n.tricks) > 0 && !n.piled && m.before < 0 {
		m.before = len(n.tricks)
	}
	n.moves = append(n.moves, m)
	return nil
}
