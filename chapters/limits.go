package chapters

// Whatever a chapter's file may list is limited. So a chapter can always be played, written
// down and read back, and a search has no more to go through than fits into memory.
const (
	// MostListed is how many characters a list of the file may name.
	MostListed = 64
	// mostCast is how many of them there may be to choose from in a round. Everyone's
	// choices together are then fewer than 50,000: at four seats 16 × 15 × 14 × 13.
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

// Whatever a document may list is limited too, in the tags of [Position].
const (
	// mostHands is how many hands are looked at in a document with too many of them.
	mostHands = 16
	// mostRows is how many rows a pyramid may have, mostRowText how many characters of text
	// a row.
	mostRows    = 12
	mostRowText = 60
)
