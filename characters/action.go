package characters

import "slices"

// Action is a setup action (S5): what a character does between the draft and
// the first trick. The set of kinds is closed, and [ActionKinds] has their words;
// how each one is carried out is in package chapters, in the file setup_<kind>.go.
//
//sumtype:decl
type Action interface{ action() }

// The kinds of setup actions, done in the order they stand in the file.
type (
	// DrawThreat draws the next cards of the threat deck and keeps one (S8):
	// nearly always it is the only one drawn.
	DrawThreat struct{ Cards int }
	// ChooseThreat takes any card of the threat deck (Aragorn).
	ChooseThreat struct{}
	// Declare says whether more or fewer tricks than the threat number will be
	// won (Strider).
	Declare struct{}
	// TakeLost adds the lost cards to the hand.
	TakeLost struct{}
	// TakeSide adds so many cards of the side deck to the hand (C6: Tom).
	TakeSide struct{ Cards int }
	// Exchange passes a card to one of the partners and gets one back (S6).
	Exchange struct{ With Partners }
	// ExchangeEach exchanges with all of the partners at the same time (S6).
	ExchangeEach struct{ With Partners }
	// ExchangeLost exchanges with the lost card, or with one of the partners
	// (Galadriel).
	ExchangeLost struct{ With Partners }
	// GiveEach gives a card to every other character and takes none back (C4).
	GiveEach struct{}
	// PassRight lets everyone pass a card to the right at the same time (Elrond).
	PassRight struct{}
	// Reveal lays the hand down for all to see (Goldberry).
	Reveal struct{}
	// Tuck puts a card of the hand away for a while (Shadowfax).
	Tuck struct{}
	// SetAside puts one card into the first trick and keeps one for the last
	// (Radagast).
	SetAside struct{}
)

func (DrawThreat) action()   {}
func (ChooseThreat) action() {}
func (Declare) action()      {}
func (TakeLost) action()     {}
func (TakeSide) action()     {}
func (Exchange) action()     {}
func (ExchangeEach) action() {}
func (ExchangeLost) action() {}
func (GiveEach) action()     {}
func (PassRight) action()    {}
func (Reveal) action()       {}
func (Tuck) action()         {}
func (SetAside) action()     {}

// ActionKind is how a file says one kind of setup action, and what that does.
type ActionKind struct {
	// Word is the action, or the key of a mapping to its argument.
	Word string
	// Does says what the word alone does, With what it does with an argument. Each is
	// empty if it cannot stand so.
	Does, With string
	// Least and Most are the limits of an argument that is a number of cards. Of an argument
	// that names the partners Least is 0, and Most how many it may name.
	Least, Most int

	action    Action
	numbered  func(cards int) Action
	partnered func(Partners) Action
}

// ActionKinds has a row for every kind of setup action.
var ActionKinds = []ActionKind{
	{
		Word: "draw_threat", Does: "Draw the next card of the threat deck.", action: DrawThreat{1},
		With: "Draw so many cards of the threat deck and keep one.", Least: 2, Most: 3,
		numbered: func(n int) Action { return DrawThreat{n} },
	},
	{Word: "choose_threat", Does: "Take any card of the threat deck.", action: ChooseThreat{}},
	{
		Word: "declare", Does: "Say whether more or fewer tricks than the threat number will be won.",
		action: Declare{},
	},
	{Word: "take_lost", Does: "Take the lost cards into the hand.", action: TakeLost{}},
	{
		Word: "take_side", With: "Take so many cards of the side deck into the hand.", Least: 1, Most: 10,
		numbered: func(n int) Action { return TakeSide{n} },
	},
	{
		Word: "exchange", With: "Pass a card to one of these characters and get one back.",
		Most: mostPartners, partnered: func(p Partners) Action { return Exchange{p} },
	},
	{
		Word: "exchange_each", With: "Exchange with all of these characters at the same time.",
		Most: mostPartners, partnered: func(p Partners) Action { return ExchangeEach{p} },
	},
	{
		Word: "exchange_lost", With: "Exchange with the lost card, or with one of these characters.",
		Most: mostPartners, partnered: func(p Partners) Action { return ExchangeLost{p} },
	},
	{Word: "give_each", Does: "Give a card to every other character and take none back.", action: GiveEach{}},
	{Word: "pass_right", Does: "Everyone passes a card to the right at the same time.", action: PassRight{}},
	{Word: "reveal", Does: "Lay the hand down for all to see.", action: Reveal{}},
	{Word: "tuck", Does: "Tuck a card away; it may come back before any trick.", action: Tuck{}},
	{
		Word: "set_aside", Does: "Set a card aside for the last trick and put one into the first.",
		action: SetAside{},
	},
}

// Partners is who a character may exchange with.
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
