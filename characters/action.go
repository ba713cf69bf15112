package characters

import "slices"

// Action is a setup action (S5): what a character does between the draft and the first trick.
// Package chapters carries it out.
type Action struct {
	Kind ActionKind
	// Cards is how many cards are drawn or taken, 0 if the kind has no such number.
	Cards int
	// Chosen reports whether the owner of a Threat may choose any card of the threat deck.
	Chosen bool
	// Partners is the characters that an exchange is possible with.
	Partners Partners
	// Each reports whether the exchange is with all partners at the same time, rather than with one of them.
	Each bool
	// Lost reports whether the exchange may be with the lost card instead of a partner.
	Lost bool
}

// ActionKind is the kind of a setup action. [actionKinds] has the words.
type ActionKind uint8

// The kinds of setup actions. A character with a Threat has a threat card.
const (
	Threat    ActionKind = iota // S8, K: Aragorn; of several cards one is kept
	Declare                     // K: Strider
	TakeLost                    // K: Gandalf
	TakeSide                    // C6: Tom
	Exchange                    // S6; with Each K: Bill, with Lost K: Galadriel
	GiveEach                    // C4: Fatty
	PassRight                   // C10: Elrond
	Reveal                      // K: Goldberry
	Tuck                        // K: Shadowfax
	SetAside                    // K: Radagast

	numActions = iota
)

// actionKinds has a row for every word that a setup action can begin with.
var actionKinds = []Word{
	{
		Word: "draw_threat", Description: "Draw the next card of the threat deck.",
		ArgDescription: "Draw so many cards of the threat deck and keep one.", Least: 2, Most: 3,
		action: Action{Kind: Threat},
	},
	{
		Word: "choose_threat", Description: "Take any card of the threat deck.",
		action: Action{Kind: Threat, Chosen: true},
	},
	{
		Word: "declare", Description: "Say whether more or fewer tricks than the threat number will be won.",
		action: Action{Kind: Declare},
	},
	{Word: "take_lost", Description: "Take the lost cards into the hand.", action: Action{Kind: TakeLost}},
	{
		Word: "take_side", ArgDescription: "Take so many cards of the side deck into the hand.", Least: 1, Most: 10,
		action: Action{Kind: TakeSide},
	},
	{
		Word: "exchange", ArgDescription: "Pass a card to one of these characters and get one back.",
		Most:   mostPartners,
		action: Action{Kind: Exchange},
	},
	{
		Word: "exchange_each", ArgDescription: "Exchange with all of these characters at the same time.",
		Most:   mostPartners,
		action: Action{Kind: Exchange, Each: true},
	},
	{
		Word: "exchange_lost", ArgDescription: "Exchange with the lost card, or with one of these characters.",
		Most:   mostPartners,
		action: Action{Kind: Exchange, Lost: true},
	},
	{
		Word: "give_each", Description: "Give a card to every other character and take none back.",
		action: Action{Kind: GiveEach},
	},
	{
		Word: "pass_right", Description: "Everyone passes a card to the right at the same time.",
		action: Action{Kind: PassRight},
	},
	{Word: "reveal", Description: "Lay the hand down for all to see.", action: Action{Kind: Reveal}},
	{Word: "tuck", Description: "Tuck a card away; it may come back before any trick.", action: Action{Kind: Tuck}},
	{
		Word: "set_aside", Description: "Set a card aside for the last trick and put one into the first.",
		action: Action{Kind: SetAside},
	},
}

// Partners are the characters that one may exchange with.
type Partners struct {
	// IDs are the characters. A gold card counts as the plain character.
	IDs []string
	// AllExcept turns it round: anyone but these.
	AllExcept bool
}

// Include reports whether a character is one of the partners.
func (p Partners) Include(c *Character) bool {
	return p.AllExcept != slices.ContainsFunc(p.IDs, c.Matches)
}
