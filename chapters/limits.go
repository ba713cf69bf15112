package chapters

// All lists of a chapter's file are limited, mostly in the tags of [Chapter]. So a chapter
// can always be played, written down and read back, and a search has no more to go through than
// fits into memory.
const (
	// mostRoster is how many characters there may be to choose from in a round. Everyone's
	// choices together are then fewer than 50,000: at four seats 16 × 15 × 14 × 13.
	mostRoster = 16
	// mostGoals is how many goals of characters the file may change.
	mostGoals = 40
)

// The lists of a document are limited too, in the tags of [Position].
const (
	// mostHands is how many hands are looked at in a document with too many of them.
	mostHands = 16
	// mostRows is how many rows a pyramid may have, mostRowText how many characters of text a row.
	mostRows    = 12
	mostRowText = 60
)
