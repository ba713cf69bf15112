package characters

import "slices"

// Action is a setup action (S5): what a character does between the draft and the first trick.
// Package chapters carries it out.
type Action struct {
	Kind ActionKind
	// Cards is how many cards are drawn or taken, 0 where the kind has no such number.
	Cards int
	// With is the characters that an exchange is possible with.
	With Partners
}

// ActionKind is the kind of a setup action. [actionKinds] has the words.
type ActionKind uint8

// The kinds of setup actions. A character that draws or chooses a threat has a threat card.
const (
	DrawThreat   ActionKind = iota // S8; of several cards one is kept
	ChooseThreat                   // K: Aragorn
	Declare                        // K: Strider
	TakeLost                       // K: Gandalf
	TakeSide                       // C6: Tom
	Exchange                       // S6
	ExchangeEach                   // S6: Bill
	ExchangeLost                   // K: Galadriel
	GiveEach                       // C4: Fatty
	PassRight                      // C10: Elrond
	Reveal                         // K: Goldberry
	Tuck                           // K: Shadowfax
	SetAside                       // K: Radagast
)

// actionKinds has a row for every kind of setup action, in the order of the kinds.
var actionKinds = [...]Word{
	DrawThreat: {
		Word: "draw_threat", About: "Draw the next card of the threat deck.",
		With: "Draw so many cards of the threat deck and keep one.", Least: 2, Most: 3,
	},
	ChooseThreat: {Word: "choose_threat", About: "Take any card of the threat deck."},
	Declare:      {Word: "declare", About: "Say whether more or fewer tricks than the threat number will be won."},
	TakeLost:     {Word: "take_lost", About: "Take the lost cards into the hand."},
	TakeSide:     {Word: "take_side", With: "Take so many cards of the side deck into the hand.", Least: 1, Most: 10},
	Exchange:     {Word: "exchange", With: "Pass a card to one of these characters and get one back.", Most: mostPartners},
	ExchangeEach: {Word: "exchange_each", With: "Exchange with all of these characters at the same time.", Most: mostPartners},
	ExchangeLost: {Word: "exchange_lost", With: "Exchange with the lost card, or with one of these characters.", Most: mostPartners},
	GiveEach:     {Word: "give_each", About: "Give a card to every other character and take none back."},
	PassRight:    {Word: "pass_right", About: "Everyone passes a card to the right at the same time."},
	Reveal:       {Word: "reveal", About: "Lay the hand down for all to see."},
	Tuck:         {Word: "tuck", About: "Tuck a card away; it may come back before any trick."},
	SetAside:     {Word: "set_aside", About: "Set a card aside for the last trick and put one into the first."},
}

// Partners are the characters that one may exchange with.
type Partners struct {
	// IDs are the characters. A gold card counts as the plain character.
	IDs []string
	// But turns it round: anyone but these.
	But bool
}

// Include reports whether a character is one of the partners.
func (p Partners) Include(c *Character) bool {
	return p.But != slices.ContainsFunc(p.IDs, c.Is)
}
