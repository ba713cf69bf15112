package chapters

// All lists of a chapter's file are limited, mostly in the tags of [Chapter]. Because of that every
// chapter can be played, written down and read back, and what a search goes through fits into memory.
const (
	// mostRoster is how many characters a round may offer. At four seats there are then
	// 16 × 15 × 14 × 13 ways to choose, which is fewer than 50,000.
	mostRoster = 16
	// mostGoals is how many goals of characters the file may change.
	mostGoals = 40
)

// The lists of a document are limited too, mostly in the tags of [Position].
const (
	// mostHands is how many hands are read of a document that has too many.
	mostHands = 16
	// mostRows is how many rows a pyramid may have.
	mostRows = 12
	// mostRowText is how many characters of text a row may have.
	mostRowText = 60
)
