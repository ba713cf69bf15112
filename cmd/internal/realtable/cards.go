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

	"golang.org/x/text/unicode/norm"
)

// vocabulary is the words of the notation, by what a person types in any language.
var vocabulary = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, lang := range characters.Languages {
		for _, w := range strings.Fields("announced back completed dealt done fewer first gift last led left lost mithril more nobody pile pool quit rest rider threats took tucked won") {
			for _, typed := range strings.Fields(texts.New(lang).T("real.word." + w)) {
				all[typed] = w
			}
		}
	}
	return all
})

// word returns the word of the notation that a person means, "" for none.
func word(typed string) string { return vocabulary()[strings.ToLower(typed)] }

// suits are the suits by their letters in all languages. The Balrog's card is of no suit.
var suits = sync.OnceValue(func() map[rune]tricks.Suit {
	all := map[rune]tricks.Suit{}
	for _, lang := range characters.Languages {
		t := texts.New(lang)
		all[[]rune(t.T("letter.balrog"))[0]] = tricks.NoSuit
		for i, letter := range t.T("letters") {
			all[letter] = tricks.Suit(i)
		}
	}
	all['B'] = tricks.Mountains // a hand never holds the Balrog's card
	return all
})

// writtenCard is a card as it is written: NoCard for one that was the only one possible.
type writtenCard struct {
	tricks.Card
	toWin bool
}

// form says where cards are written, and so what they mean.
type form uint8

const (
	handForm  form = iota // a suit counts for the ranks behind it, or those before it: h137, 5h 6h
	trickForm             // a rank alone is of the suit led
	rowForm               // as a hand, and - is an empty place
	deckForm              // as a hand, and a card may come again
	balrogForm
)

// cardsIn reads cards as people write them, with or without blanks and commas.
func cardsIn(text string, kind form) (out []writtenCard, err error) {
	bad := func(piece string) ([]writtenCard, error) {
		return out, say.Errorf("%s in %s: cards are a suit (%s) and ranks, such as h137 (T2)", quoted(piece),
			quoted(text), suitLetters())
	}
	const unset, balrog = tricks.NoSuit + 1, tricks.NoSuit
	// open: a rank has to follow
	suit := unset
	led := unset
	open := false
	var pending []rune // the ranks whose suit comes behind them
	add := func(s tricks.Suit, r rune) bool {
		c := tricks.NoCard
		switch {
		case s == balrog && r == '5':
			c = tricks.BalrogCard
		case s == tricks.Forests && r == '9' && kind == deckForm:
			c = tricks.OldManWillow
		case s < tricks.NoSuit && r >= '1' && int(r-'0') <= s.Ranks():
			c = tricks.NewCard(s, int(r-'0'))
		}
		out = append(out, writtenCard{Card: c})
		return c != tricks.NoCard
	}
	for _, r := range strings.ToUpper(text) {
		s, isSuit := suits()[r]
		switch last := len(out) - 1; {
		case unicode.IsSpace(r) || r == ',' || kind != trickForm && kind != rowForm && (r == '.' || r == '-'):
		case r == '.' && kind == trickForm || r == '-' && kind == rowForm:
			out = append(out, writtenCard{Card: tricks.NoCard})
		case r == '!' && kind == trickForm && last >= 0 && out[last].Card == tricks.OneRing && !open:
			out[last].toWin = true
		case isSuit && !open:
			if kind == balrogForm && string(r) == tricks.BalrogCard.String()[:1] {
				s = balrog
			}
			for _, rank := range pending {
				if !add(s, rank) {
					return bad(string(rank) + string(r))
				}
			}
			suit = s
			open = len(pending) == 0
			if !open {
				suit = unset
			}
			pending = nil
		case r >= '1' && r <= '9' && suit == unset && kind == trickForm && led != unset:
			if !add(led, r) {
				return bad(string(r))
			}
		case r >= '1' && r <= '9' && suit == unset && kind != trickForm:
			pending = append(pending, r)
		case r >= '1' && r <= '9' && suit != unset:
			if !add(suit, r) {
				return bad(string(r))
			}
			open = false
			if kind == trickForm {
				if led == unset {
					led = suit
				}
				suit = unset
			}
		default:
			return bad(string(r))
		}
	}
	if open || pending != nil {
		return bad(text[len(text)-1:])
	}
	return out, nil
}

// suitLetters lists the letters of suits, those of each language once.
func suitLetters() string {
	var all []string
	for _, lang := range characters.Languages {
		if l := texts.New(lang).T("letters"); !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	return strings.Join(all, ", ")
}

// setIn reads the cards of a hand, each once.
func setIn(text string) (set tricks.Set, err error) {
	list, err := cardsIn(text, handForm)
	for _, c := range list {
		if c.Card != tricks.NoCard && set.Contains(c.Card) && err == nil {
			err = say.Errorf("%s is there twice: %s (T1)", spelled(c.Card), quoted(text))
		}
		if c.Card != tricks.NoCard {
			set |= c.Bit()
		}
	}
	return set, err
}

func cardsOf(list []writtenCard) (out []tricks.Card) {
	for _, c := range list {
		out = append(out, c.Card)
	}
	return out
}

// spelled is a card in a sentence, told in the letters of the reader's language.
func spelled(c tricks.Card) texts.Spelled { return texts.Spelled(c.Bit()) }

// quoted is a piece of a file as it may be printed.
func quoted(text string) string {
	const most = 24
	if r := []rune(strings.ToValidUTF8(text, "?")); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return strconv.QuoteToGraphic(strings.ToValidUTF8(text, "?"))
}

// matchByPrefix returns the characters that somebody may mean with the beginning of a name, in any
// language: the one whose name it is, if there is one.
func matchByPrefix(all []*characters.Character, name string) (out []*characters.Character) {
	want := normalizeName(name)
	for _, c := range all {
		names := []string{normalizeName(c.ID)}
		for _, lang := range characters.Languages {
			names = append(names, normalizeName(c.Name.In(lang)))
		}
		if want != "" && slices.Contains(names, want) {
			return []*characters.Character{c}
		}
		if want != "" && slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, want) }) {
			out = append(out, c)
		}
	}
	return out
}

// normalizeName leaves out of a name what nobody wants to type.
func normalizeName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsMark(r) || strings.ContainsRune(" -.,&()'’", r) {
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(name)))
}

// spelledSet is cards in a sentence, told in the letters of the reader's language.
func spelledSet(set tricks.Set) texts.Spelled { return texts.Spelled(set) }
