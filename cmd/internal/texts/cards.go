package texts

import (
	"slices"
	"strings"

	"fellowship/tricks"
)

// Cards become text for people only in this file. Documents, records and JSON write them as T2
// does; people read the letters of their language.

// Letter returns the letter of a suit on cards. A nil Texts uses the letters of T2, here and in the
// methods below.
func (t *Texts) Letter(s tricks.Suit) string {
	if t == nil || t.lang == Default || s >= tricks.NoSuit {
		return string(s.Letter())
	}
	return t.T("letters")[s : s+1]
}

// Code returns a card as people read it, such as H3; the One Ring is R1. The code has at most two
// characters, except in spoken texts.
func (t *Texts) Code(c tricks.Card) string {
	if t != nil && t.spoken && c.Valid() {
		return t.Card(c)
	}
	if t == nil || t.lang == Default || !c.Valid() {
		return c.String()
	}
	if c == tricks.BalrogCard {
		return t.T("letter.balrog") + "5"
	}
	return t.Letter(c.Suit()) + c.String()[1:]
}

// Codes returns the cards of a set as people read them, in the order of T2: H137 M2.
func (t *Texts) Codes(set tricks.Set) string {
	if t != nil && t.spoken {
		return t.List(set.Cards())
	}
	if t == nil || t.lang == Default {
		return set.String()
	}
	groups := strings.Fields(set.String())
	for i, group := range groups { // a suit and its ranks
		if group == tricks.BalrogCard.String() {
			groups[i] = t.Code(tricks.BalrogCard)
		} else if s, err := tricks.ParseSuit(group[:1]); err == nil {
			groups[i] = t.Letter(s) + group[1:]
		}
	}
	return strings.Join(groups, " ")
}

// List returns cards in their order as people read them.
func (t *Texts) List(cards []tricks.Card) string {
	codes := make([]string, len(cards))
	for i, c := range cards {
		codes[i] = t.Code(c)
	}
	if t != nil && t.spoken {
		return strings.Join(codes, ", ")
	}
	return strings.Join(codes, " ")
}

// Move returns a card as it is played: R1! is the One Ring that wins.
func (t *Texts) Move(m tricks.Move) string {
	code := t.Code(m.Card)
	switch {
	case m.ToWin && t != nil && t.spoken:
		return t.T("option.towin")
	case m.ToWin:
		code += "!"
	}
	return code
}

// Aside returns the code of a card that lies aside, ## if it lies face down.
func (t *Texts) Aside(c tricks.Card) string {
	if c == tricks.Closed {
		return "##"
	}
	return t.Code(c)
}

// NormalizeCards returns typed cards with the letters of T2. The input may be in lower case and may
// use the letters of the language or those of T2.
func (t *Texts) NormalizeCards(text string) string {
	text = strings.ToUpper(text)
	if t.lang == Default {
		return text
	}
	letters, balrog := t.T("letters"), t.T("letter.balrog")
	return strings.Map(func(r rune) rune {
		if i := strings.IndexRune(letters, r); i >= 0 {
			return rune(tricks.Suit(i).Letter())
		}
		if string(r) == balrog {
			return rune(tricks.BalrogCard.String()[0])
		}
		return r
	}, text)
}

// SuitLetters returns the letters with which a typed card may begin.
func (t *Texts) SuitLetters() string {
	return New(Default).T("letters") + t.T("letters") + t.T("letter.balrog")
}

// spellCards replaces the cards among the values of a text by their spelling.
func (t *Texts) spellCards(args []any) []any {
	if t.lang == Default && !t.spoken {
		return args
	}
	out := args
	for i, arg := range args {
		var text string
		switch c := arg.(type) {
		case tricks.Card:
			text = t.Code(c)
		case tricks.Set:
			text = t.Codes(c)
		case tricks.Move:
			text = t.Move(c)
		case []tricks.Card:
			text = t.List(c)
		default:
			continue
		}
		if &out[0] == &args[0] {
			out = slices.Clone(args)
		}
		out[i] = text
	}
	return out
}
