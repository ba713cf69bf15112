package play

// Wish is what people at home want to play after a round.
type Wish uint8

// The wishes.
const (
	// Nothing leaves the table. The round is in its record and can be continued.
	Nothing Wish = iota
	// Again plays the same deal again, Another another deal of the chapter, and NextChapter the
	// next chapter.
	Again
	Another
	NextChapter
	// Chosen is a round that the person has set up on a page.
	Chosen
)
