package characters

// Action is a setup action (S5): what a character does between the draft and
// the first trick. The set of kinds is closed; how each one is carried out is
// in package chapters, in the file setup_<kind>.go.
type Action interface{ action() }

// The kinds of setup actions, done in the order they stand in the file.
type (
	// DrawThreat draws the next card of the threat deck (S8).
	DrawThreat struct{}
	// TakeLost adds the lost card to the hand.
	TakeLost struct{}
	// Exchange passes a card to one of the named characters and gets one
	// back (S6).
	Exchange struct{ With []string }
	// GiveEach gives a card to every other character and takes none back (C4).
	GiveEach struct{}
)

func (DrawThreat) action() {}
func (TakeLost) action()   {}
func (Exchange) action()   {}
func (GiveEach) action()   {}
