package web

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// sheet is the common part of all pages except tables and the first page. It has a bar at the top that leads back.
type sheet struct {
	frame
	// Back is the address to which the bar leads back.
	Back string
	// Headline is the headline in the bar.
	Headline string
	// Subtitle stands below the headline; empty for none.
	Subtitle string
	// PreviousStep is the previous step of the form on the page, to which the bar leads back instead; empty for none.
	PreviousStep string
}

type (
	// tile is a link to another page.
	tile struct {
		Path  string
		Icon  string
		Label string
		Note  string
	}
	// tab is a link to one of several pages. The open page has a tab, too.
	tab struct {
		Path    string
		Label   string
		Note    string
		Current bool
	}
	// member is a character of a chapter.
	member struct {
		ID    string
		Name  string
		Role  string
		Goal  string
		Setup string
		// Marks are the signs that draw the goal.
		Marks []mark
		// Also are further facts, such as a rider.
		Also []string
		// Required reports whether the character must be in the round.
		Required bool
	}
	// starred is a row of stars.
	starred struct {
		// All says for each star whether it is lit.
		All stars.Row
		// Spoken is the text for a screen reader.
		Spoken string
		// Names are the stars of a chapter with their names, after a round.
		Names []namedStar
		// Wish says what the first star wants that is not lit, after a round.
		Wish string
	}
	// namedStar is a star with a word for it.
	namedStar struct {
		Name string
		Lit  bool
	}
)

// newStarred returns a row of stars.
func newStarred(t *texts.Texts, all stars.Row) starred {
	return starred{All: all, Spoken: all.Spoken(t)}
}

// newEarned returns the stars that are shown after a round, with what they are for.
func newEarned(t *texts.Texts, all stars.Row) starred {
	if len(all) == 0 {
		return starred{}
	}
	s := newStarred(t, all)
	s.Wish = all.Wish(t)
	for i, name := range all.Names(t) {
		s.Names = append(s.Names, namedStar{name, all[i]})
	}
	return s
}

// fan returns a hand of cards, for decoration.
func fan(t *texts.Texts) (all []*card) {
	for _, c := range [...]tricks.Card{
		tricks.NewCard(tricks.Hills, 3), tricks.NewCard(tricks.Mountains, 7),
		tricks.OneRing, tricks.NewCard(tricks.Forests, 5), tricks.NewCard(tricks.Shadows, 8),
	} {
		all = append(all, cardOf(t, c))
	}
	return all
}

// line is a line of a list: a puzzle, a chapter, a character or a round.
type line struct {
	// ID is the value of the button that plays the line; empty without a button.
	ID string
	// Emblem is the character whose emblem is shown.
	Emblem string

	Name string
	// Link is the page to which the name leads; empty for none.
	Link string
	Text string

	// Share says in words which part of Total N is.
	Share string
	// Path is the address of the replay; empty without one.
	Path string
	// N is the part of Total that is drawn as a bar.
	N int
	// Total is the length of the bar, 0 for no bar.
	Total int
	Stars starred
}

// chapterLine returns a line with the name and the emblem of a chapter.
func chapterLine(t *texts.Texts, lib *chapters.Library, id string) (l line) {
	if c, err := lib.Chapter(id); err == nil {
		l.Name = t.Chapter(c)
		l.Emblem = emblem(lib, c)
	}
	return l
}
