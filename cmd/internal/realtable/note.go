package realtable

import (
	"errors"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Fault is what is wrong with a line. Open reports whether nothing is wrong, but something is still missing:
// Line is the last one then.
type Fault struct {
	Line int
	Err  error
	Open bool
}

// The limits of a text, in bytes and lines: many times what a round needs.
const (
	MostText   = 16 << 10
	mostLines  = 400
	mostFaults = 20
)

// nobody wins the tricks that Old Man Willow takes (C5).
const nobody = tricks.NoSeat

// unsaid is a seat that a line does not name.
const unsaid = tricks.NoSeat - 2

// note is what the lines say, read one by one.
type note struct {
	lib     *chapters.Library
	chapter *chapters.Chapter // as it is played in this round, nil for none
	layout  chapters.Layout
	known   bool // the layout is the chapter's
	pos     chapters.Position
	n       int // seats
	seats   []seat

	lost     []tricks.Card
	lostSaid bool
	lostLine int
	dealt    bool
	threats  []int
	pile     []tricks.Card
	side     []tricks.Card
	left     []leftover
	moves    []move
	tricks   []trick
	piled    bool
	led      map[int]tricks.Seat
	won      map[tricks.Seat]int
	wonLine  int

	dealtGame *chapters.Game // before the first trick, if the deal and all of the setup are written
	taker     tricks.Seat    // of the lost cards, nobody where that is not known
	inPlay    tricks.Set     // in a hand or a trick

	line, lines int
	faults      []Fault
	notes       []error
	asked       error
	leads       Led // what asked asks
	turn        tricks.Seat
}

func (n *note) fault(err error) {
	if len(n.faults) < mostFaults {
		var open *openErr
		n.faults = append(n.faults, Fault{max(n.line, 1), err, errors.As(err, &open)})
	}
}

// openErr says what is still missing.
type openErr struct{ error }

func lacking(format string, args ...any) error { return &openErr{say.Errorf(format, args...)} }

// stray is that some cards stand nowhere.
func stray(cards tricks.Set) error {
	return lacking("these cards stand nowhere: %s; if they lie lost, say so: lost … (T1)", told(cards))
}

// Unwrap returns the error that says it.
func (e *openErr) Unwrap() error { return e.error }

// Said returns the format and its values.
func (e *openErr) Said() (format string, args []any) { return "%w", []any{e.error} }

// read reads the lines.
func (n *note) read(text string) {
	if len(text) > MostText {
		n.line = 1
		n.fault(say.Errorf("the text is longer than %d bytes: a round needs some hundred", MostText))
		return
	}
	for text := range strings.Lines(text) {
		if n.line++; n.line > mostLines {
			n.fault(say.Errorf("there are more than %d lines: a round needs some twenty", mostLines))
			return
		}
		for part := range strings.SplitSeq(text, ";") {
			part, _, _ = strings.Cut(part, "#")
			if part = strings.TrimSpace(part); part == "" {
				continue
			}
			n.lines = n.line
			if n.n == 0 {
				if err := n.head(part); err != nil {
					n.fault(err)
					return // nothing below has a meaning without it
				}
			} else if err := n.statement(part); err != nil {
				n.fault(err)
			}
		}
	}
}

// statement reads a line behind the first.
func (n *note) statement(text string) error {
	if before, behind, ok := strings.Cut(text, ">"); ok && !strings.ContainsAny(before, ":=") {
		return n.readMove(before, behind)
	}
	if isCards(text) {
		return n.readCards(text)
	}
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		return n.newSeat(nil, rest)
	}
	begin, _, _ := strings.Cut(strings.ReplaceAll(text, ":", " "), " ")
	first, _ := nameOf(begin)
	rest := strings.TrimLeft(strings.TrimPrefix(text, first), " \t:")
	if w := word(first); w != "" {
		return n.keyword(w, rest)
	}
	if d := n.sideDeck(); d != nil && first != "" && slices.ContainsFunc([]string{d.Name, d.Called("en"), d.Called("de")}, func(s string) bool {
		return strings.HasPrefix(bare(strings.TrimSpace(text)), bare(s))
	}) {
		if at := strings.IndexFunc(text, func(r rune) bool { return r >= '1' && r <= '9' }); at > 0 {
			rest = text[at-1:]
		}
		cards, err := cardsIn(rest, n.deckForm())
		n.side = append(n.side, plain(cards)...)
		return err
	}
	name, rest := nameOf(text)
	if name == "" {
		return say.Errorf("%s: a line begins with a character, a card or one of the words of the notation", shown(text))
	}
	c, err := n.character(name)
	if err != nil {
		return err
	}
	at := n.seatOf(c)
	rest = strings.TrimSpace(rest)
	colon := strings.HasPrefix(rest, ":")
	switch {
	case at < 0:
		return n.newSeat(c, strings.Replace(rest, ":*", "*:", 1))
	case colon:
		return n.behind(at, rest[1:])
	}
	return say.Errorf("%s sits at seat %d already; write a pile or a trick behind a colon, %s: … (S4)", c.Name, at+1, strings.ToLower(name))
}
