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

// laid is a card as it is written: NoCard for one that was the only one possible.
type laid struct {
	tricks.Card
	toWin bool
}

// form says where cards are written, and so what they mean.
type form uint8

const (
	aHand  form = iota // a suit counts for the ranks behind it, or those before it: h137, 5h 6h
	aTrick             // a rank alone is of the suit led
	aRow               // as a hand, and - is an empty place
	aDeck              // as a hand, and a card may come again
	aBalrog
)

// cardsIn reads cards as people write them, with or without blanks and commas.
func cardsIn(text string, kind form) (out []laid, err error) {
	bad := func(piece string) ([]laid, error) {
		return out, say.Errorf("%s in %s: cards are a suit (%s) and ranks, such as h137 (T2)", shown(piece), shown(text), lettersOf())
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
		case s == tricks.Forests && r == '9' && kind == aDeck:
			c = tricks.OldManWillow
		case s < tricks.NoSuit && r >= '1' && int(r-'0') <= s.Ranks():
			c = tricks.NewCard(s, int(r-'0'))
		}
		out = append(out, laid{Card: c})
		return c != tricks.NoCard
	}
	for _, r := range strings.ToUpper(text) {
		s, isSuit := suits()[r]
		switch last := len(out) - 1; {
		case unicode.IsSpace(r) || r == ',' || kind != aTrick && kind != aRow && (r == '.' || r == '-'):
		case r == '.' && kind == aTrick || r == '-' && kind == aRow:
			out = append(out, laid{Card: tricks.NoCard})
		case r == '!' && kind == aTrick && last >= 0 && out[last].Card == tricks.OneRing && !open:
			out[last].toWin = true
		case isSuit && !open:
			if kind == aBalrog && string(r) == tricks.BalrogCard.String()[:1] {
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
		case r >= '1' && r <= '9' && suit == unset && kind == aTrick && led != unset:
			if !add(led, r) {
				return bad(string(r))
			}
		case r >= '1' && r <= '9' && suit == unset && kind != aTrick:
			pending = append(pending, r)
		case r >= '1' && r <= '9' && suit != unset:
			if !add(suit, r) {
				return bad(string(r))
			}
			open = false
			if kind == aTrick {
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

// lettersOf lists the letters of suits, those of each language once.
func lettersOf() string {
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
	list, err := cardsIn(text, aHand)
	for _, c := range list {
		if c.Card != tricks.NoCard && set.Has(c.Card) && err == nil {
			err = say.Errorf("%s is there twice: %s (T1)", spelled(c.Card), shown(text))
		}
		if c.Card != tricks.NoCard {
			set |= c.Bit()
		}
	}
	return set, err
}

func plain(list []laid) (out []tricks.Card) {
	for _, c := range list {
		out = append(out, c.Card)
	}
	return out
}

// spelled is a card in a sentence, told in the letters of the reader's language.
func spelled(c tricks.Card) texts.Spelled { return texts.Spelled(c.Bit()) }

// shown is a piece of a file as it may be printed.
func shown(text string) string {
	const most = 24
	if r := []rune(strings.ToValidUTF8(text, "?")); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return strconv.QuoteToGraphic(strings.ToValidUTF8(text, "?"))
}

// begins returns the characters that somebody may mean with the beginning of a name, in any
// language: the one whose name it is, if there is one.
func begins(all []*characters.Character, name string) (out []*characters.Character) {
	want := bare(name)
	for _, c := range all {
		names := []string{bare(c.ID)}
		for _, lang := range characters.Languages {
			names = append(names, bare(c.Name.In(lang)))
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

// bare leaves out of a name what nobody wants to type.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsMark(r) || strings.ContainsRune(" -.,&()'’", r) {
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(name)))
}

// told is cards in a sentence, told in the letters of the reader's language.
func told(set tricks.Set) texts.Spelled { return texts.Spelled(set) }
