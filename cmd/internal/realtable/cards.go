package realtable

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// keywords are the words of the notation.
const keywords = "announced back completed dealt done fewer first gift last led left lost mithril more nobody " +
	"pile pool quit rest rider threats took tucked won"

// vocabulary has the words of the notation by their spellings in all languages.
var vocabulary = sync.OnceValue(func() map[string]string { return spellings("real.word.", keywords) })

// spellings returns words by their spellings in all languages. The text with the prefix and the word as its key has the
// spellings of a language, with blanks between them.
func spellings(prefix, words string) map[string]string {
	all := map[string]string{}
	for _, lang := range characters.Languages {
		for _, w := range strings.Fields(words) {
			for _, typed := range strings.Fields(texts.New(lang).T(prefix + w)) {
				all[typed] = w
			}
		}
	}
	return all
}

// word returns the word of the notation for a typed word in any language, "" for none.
func word(typed string) string { return vocabulary()[strings.ToLower(typed)] }

// suits has the suits by their letters in all languages. The Balrog's card has no suit.
var suits = sync.OnceValue(func() map[rune]tricks.Suit {
	all := map[rune]tricks.Suit{}
	for _, lang := range characters.Languages {
		t := texts.New(lang)
		all[[]rune(t.T("letter.balrog"))[0]] = tricks.NoSuit
		for i, letter := range t.T("letters") {
			all[letter] = tricks.Suit(i)
		}
	}
	// In German B is the letter of Mountains. The Balrog's card is never in a hand, see balrogForm.
	all['B'] = tricks.Mountains
	return all
})

// writtenCard is a card as it is written. It is NoCard if it is left out because no other card was possible,
// or for an empty place.
type writtenCard struct {
	tricks.Card
	// toWin reports whether R1 was played to win (T7).
	toWin bool
}

// form is a way to write cards, which depends on their place in a note.
type form uint8

const (
	// handForm writes a suit before its ranks, h137, or after them, 5h 6h.
	handForm form = iota
	// trickForm writes the cards of a trick. A rank alone has the led suit, and . stands for the only
	// possible card.
	trickForm
	// rowForm is handForm with - for an empty place.
	rowForm
	// deckForm is handForm in which Old Man Willow's card is also a card.
	deckForm
	// balrogForm is handForm in which B5 is the Balrog's card.
	balrogForm
)

// cardsIn reads cards as people write them, with or without blanks and commas.
func cardsIn(text string, kind form) ([]writtenCard, error) {
	s := &cardScanner{form: kind, suit: unset, led: unset}
	wrong := ""
	for _, r := range strings.ToUpper(text) {
		wrong = s.read(r)
		if wrong != "" {
			break
		}
	}
	if wrong == "" && s.isOpen() {
		wrong = text[len(text)-1:]
	}
	if wrong != "" {
		return s.cards, say.Errorf("%s in %s: cards are a suit (%s) and ranks, such as h137 (T2)", quoted(wrong),
			quoted(text), suitLetters())
	}
	return s.cards, nil
}

// unset stands for a suit that is not known yet.
const unset = tricks.NoSuit + 1

// cardScanner reads a text of cards character by character.
type cardScanner struct {
	form  form
	cards []writtenCard
	// suit is the suit of the ranks that follow.
	suit tricks.Suit
	// led is the suit of the first card of a trick.
	led tricks.Suit
	// needsRank reports whether a suit was read and a rank has to follow.
	needsRank bool
	// pending are the ranks whose suit is still to come.
	pending []rune
}

// isOpen reports whether a card is begun and not complete.
func (c *cardScanner) isOpen() bool { return c.needsRank || c.pending != nil }

// read reads a character. It returns what is wrong in the text, "" for nothing.
func (c *cardScanner) read(r rune) (wrong string) {
	suit, isSuit := suits()[r]
	isRank := r >= '1' && r <= '9'
	isPlace := r == '.' && c.form == trickForm || r == '-' && c.form == rowForm
	isFiller := r == '.' || r == '-'
	ok := true
	switch {
	case unicode.IsSpace(r) || r == ',' || isFiller && c.form != trickForm && c.form != rowForm:
	case isPlace:
		c.cards = append(c.cards, writtenCard{Card: tricks.NoCard})
	case r == '!':
		ok = c.markToWin()
	case isSuit && !c.needsRank:
		return c.readSuit(suit, r)
	case isRank && c.suit != unset:
		ok = c.readRank(r)
	case isRank && c.form != trickForm:
		c.pending = append(c.pending, r)
	case isRank && c.led != unset:
		ok = c.add(c.led, r)
	default:
		ok = false
	}
	if !ok {
		return string(r)
	}
	return ""
}

// readSuit reads the letter of a suit. It is the suit of the ranks before it, or else of the ranks that follow.
func (c *cardScanner) readSuit(suit tricks.Suit, letter rune) (wrong string) {
	if c.form == balrogForm && string(letter) == tricks.BalrogCard.String()[:1] {
		suit = balrog
	}
	for _, rank := range c.pending {
		if !c.add(suit, rank) {
			return string(rank) + string(letter)
		}
	}
	if c.pending == nil {
		c.suit = suit
		c.needsRank = true
		return ""
	}
	c.pending = nil
	c.suit = unset
	return ""
}

// readRank reads a rank of the current suit. In a trick a suit has one rank, and further ranks have the led suit.
func (c *cardScanner) readRank(rank rune) bool {
	if !c.add(c.suit, rank) {
		return false
	}
	c.needsRank = false
	if c.form == trickForm {
		if c.led == unset {
			c.led = c.suit
		}
		c.suit = unset
	}
	return true
}

// markToWin reads the mark that R1, which is the last card so far, was played to win.
func (c *cardScanner) markToWin() bool {
	last := len(c.cards) - 1
	if c.form != trickForm || last < 0 || c.cards[last].Card != tricks.OneRing || c.needsRank {
		return false
	}
	c.cards[last].toWin = true
	return true
}

// add adds a card. It reports false if there is no such card.
func (c *cardScanner) add(suit tricks.Suit, rank rune) bool {
	card := c.form.card(suit, rank)
	c.cards = append(c.cards, writtenCard{Card: card})
	return card != tricks.NoCard
}

// balrog stands for the suit of the Balrog's card, which has none.
const balrog = tricks.NoSuit

// card returns the card with a suit and the digit of a rank, NoCard if this form has no such card.
func (kind form) card(s tricks.Suit, rank rune) tricks.Card {
	switch {
	case s == balrog && rank == '5':
		return tricks.BalrogCard
	case s == tricks.Forests && rank == '9' && kind == deckForm:
		return tricks.OldManWillow
	case s < tricks.NoSuit && rank >= '1' && int(rank-'0') <= s.Ranks():
		return tricks.NewCard(s, int(rank-'0'))
	}
	return tricks.NoCard
}

// suitLetters lists the letters of the suits in each language.
func suitLetters() string {
	var all []string
	for _, lang := range characters.Languages {
		if l := texts.New(lang).T("letters"); !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	return strings.Join(all, ", ")
}

// setIn reads the cards of a hand. A card that is written twice is an error.
func setIn(text string) (set tricks.Set, err error) {
	list, err := cardsIn(text, handForm)
	for _, c := range list {
		if c.Card != tricks.NoCard && set.Contains(c.Card) && err == nil {
			err = say.Errorf("%s appears twice: %s; correct one of them (T1)", spelled(c.Card), quoted(text))
		}
		if c.Card != tricks.NoCard {
			set |= c.Bit()
		}
	}
	return set, err
}

// cardsOf returns the cards of a list.
func cardsOf(list []writtenCard) (out []tricks.Card) {
	for _, c := range list {
		out = append(out, c.Card)
	}
	return out
}

// spelled returns a card for a message, which shows it with the letters of the reader's language.
func spelled(c tricks.Card) texts.Spelled { return texts.Spelled(c.Bit()) }

// quoted returns a piece of a note in quotes, cut to a length and safe to print.
func quoted(text string) string {
	const most = 24
	if r := []rune(strings.ToValidUTF8(text, "?")); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return strconv.QuoteToGraphic(strings.ToValidUTF8(text, "?"))
}

// spelledSet returns cards for a message, which shows them with the letters of the reader's language.
func spelledSet(set tricks.Set) texts.Spelled { return texts.Spelled(set) }
