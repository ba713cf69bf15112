package characters

import "slices"

// Action is a setup action (S5): what a character does between the draft and
// the first trick. The set of kinds is closed; how each one is carried out is
// in package chapters, in the file setup_<kind>.go.
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
