package chapters

// What a chapter's file may repeat has its limits, so that whatever it allows can
// be played, written down and read back, and no search has to go through more
// than there is room for.
const (
	// MostListed is how many characters a list of the file may name.
	MostListed = 64
	// mostCast is how many of them there may be to choose from in a round:
	// everyone's choices together are then fewer than 50,000.
	mostCast = 16
	// mostGoals is how many goals of characters the file may change.
	mostGoals = 40
	// MostThreats is how many cards the threat deck may have.
	MostThreats = 20
	// MostVariants is how many events or groups there may be.
	MostVariants = 12
	// MostRedraws is how many draws may be thrown away.
	MostRedraws = 16
	// MostPoints is how many points filled_in may list.
	MostPoints = 40
)

// What a document may repeat has its limits as well.
const (
	// mostCards is how many cards may lie anywhere, and how many plays there may
	// be: each card is there only once (T1).
	mostCards = 64
	// mostHands is how many hands are looked at, of a document with too many of
	// them, mostStages how many stages (C16).
	mostHands    = 16
	mostPortions = 8
	// mostRows is how many rows a pyramid may have, mostRowText how many
	// characters the cards of one may take.
	mostRows    = 12
	mostRowText = 60
	// mostCompleted is how many characters a round may look back on, or a pool
	// have.
	mostCompleted = 200
)
