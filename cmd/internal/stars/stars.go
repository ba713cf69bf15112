// Package stars has the stars that people earn, and the one rule for them. A chapter has four: it is won, without
// hints, without undo, and at the first try. A puzzle has three. The book, a campaign, the statistics and the end of a
// round show the same stars.
package stars

import (
	"strings"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/texts"
)

// Row is a row of stars. Each entry says whether that star is lit.
type Row []bool

// Most is the number of stars of a chapter.
const Most = 4

// names has the endings of the keys of the four stars of a chapter, in their order.
var names = [Most]string{"won", "hints", "undo", "first"}

// Of returns the stars of a chapter: whether it is won, whether that was without hints and other help, whether it was
// without undo, and whether it was at the first try.
func Of(won, unaided, straight, first bool) Row { return Row{won, unaided, straight, first} }

// OfProgress returns the stars of a chapter in a campaign. Before the chapter is won they say which ones the rounds so
// far have left within reach.
func OfProgress(p *campaign.Progress) Row {
	if p.Won == "" && !p.Done() {
		return Of(false, !p.Helped, !p.Undone, p.Lost == 0)
	}
	return Of(true, p.Unaided, p.Straight, p.First)
}

// OfPuzzle returns the stars of a puzzle, n of them lit. Stars beyond the third do not count.
func OfPuzzle(n int) Row {
	row := make(Row, puzzle.MostStars)
	for i := range min(n, puzzle.MostStars) {
		row[i] = true
	}
	return row
}

// Count returns how many stars are lit.
func (r Row) Count() (n int) {
	for _, isLit := range r {
		if isLit {
			n++
		}
	}
	return n
}

// Text returns the stars as text, with a dot for each star that is not lit.
func (r Row) Text() string {
	var b strings.Builder
	for _, isLit := range r {
		sign := "."
		if isLit {
			sign = "*"
		}
		b.WriteString(sign)
	}
	return b.String()
}

// Spoken says how many stars are lit.
func (r Row) Spoken(t *texts.Texts) string { return t.T("lobby.book.stars", r.Count(), len(r)) }

// Names returns a word for each star of a chapter, nil for a puzzle.
func (r Row) Names(t *texts.Texts) (all []string) {
	if len(r) != Most {
		return nil
	}
	for _, name := range names {
		all = append(all, t.T("stars.name."+name))
	}
	return all
}

// Wish says what the first star wants that is not lit, or that all are lit. It is empty for no stars.
func (r Row) Wish(t *texts.Texts) string {
	if len(r) == 0 {
		return ""
	}
	for i, isLit := range r {
		switch {
		case isLit:
		case len(r) == Most:
			return t.T("stars.wish." + names[i])
		default:
			return t.T("stars.wish.puzzle")
		}
	}
	return t.T("stars.wish.none")
}

// Better returns the row of two with more lit stars, the first one of equal rows.
func Better(a, b Row) Row {
	if b.Count() > a.Count() || a == nil {
		return b
	}
	return a
}
