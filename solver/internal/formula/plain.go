package formula

import (
	"fmt"
	"strconv"
	"strings"

	"fellowship/solver/internal/sat"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// A proof that a round cannot be won is as good as its formula. So the formula of a proof is plain: it
// says the rules of play and the goals, and leaves out what the search adds to be quick and what would
// have to be proven itself. These are the tricks that each seat needs at least ([Formula.writeNeeds]),
// the shares of cards of which several seats need some ([Formula.writeShared]), how many cards the
// winner of the most needs at least (least in [Formula.writeMost]), and the order of equal cards
// ([Formula.orderEqual]).
//
// Some clauses of a plain formula follow from others and only make the search shorter: where a card at the
// pyramid cannot wait so long that those under it no longer come (mayPlay, above), the second half of
// writeHigher, the sums of writeSuits, the lower bound and the open count of writeVoid, and the dead and
// settled states of tallies (characters.Compile). That a tucked card is taken back and not played is never
// said.

// Describer is told of a formula and of the refutation that a solver finds, in the game's words.
type Describer interface {
	sat.Trace
	// Name says what a variable means. It takes some time to find words, so they are asked for.
	Name(variable sat.Lit, meaning func() string)
	// Topic says what the linear conditions that follow are about.
	Topic(topic func() string)
}

// Names are what a formula calls what it speaks of.
type Names struct {
	// Seats are the names of the seats.
	Seats []string
	// Ways say of each problem how the round is won then, if there are several.
	Ways []string
}

// NewPlain writes the plain formula of problems of the same round, and has it described with these names. The
// solver is used for it, with so many bytes for the clauses.
func NewPlain(all []*search.Problem, s *sat.Solver, memory int64, describer Describer, names Names) *Formula {
	s.ResetTraced(memory, describer)
	f := &Formula{s: s, describer: describer, seatNames: names.Seats, wayNames: names.Ways}
	f.write(all)
	return f
}

// plain reports whether the formula leaves out what does not stand in the rules.
func (f *Formula) plain() bool { return f.describer != nil }

// subject is what a sentence about a formula speaks of. It stands in the place of the words in braces.
type subject struct {
	card   tricks.Card    // {card}
	cards  tricks.Set     // {cards}
	seat   tricks.Seat    // {seat}
	seats  tricks.SeatSet // {seats}
	suit   tricks.Suit    // {suit}
	trick  int            // {trick}, counted from the first one of the formula
	number int            // {number}
	won    wonTricks      // {won}
	place  string         // {place}
	way    string         // {way}, nothing if there is but one
}

// wonTricks is how many tricks each seat has won; the last one is nobody (C5).
type wonTricks [tricks.MaxSeats + 1]int

// winners says how many tricks each seat has won.
func (f *Formula) winners(won wonTricks) string {
	var list []string
	for winner, count := range won {
		switch {
		case count == 0:
		case winner == tricks.MaxSeats:
			list = append(list, fmt.Sprintf("the Old Man Willow had taken %d", count))
		default:
			list = append(list, fmt.Sprintf("%s had won %d", f.seatNames[winner], count))
		}
	}
	if len(list) == 0 {
		return "nobody had won any"
	}
	return strings.Join(list, ", ")
}

// place says where in the goals something stands: as the i-th part of something, counted from 0. Nobody reads that
// of a formula of the search.
func (f *Formula) place(kind string, i int, whole string) string {
	if f.describer == nil {
		return ""
	}
	return fmt.Sprintf("%s %d of %s", kind, i+1, whole)
}

// way is the name of one of the ways to win, nothing if there is but one.
func (f *Formula) way(i int) string {
	if f.describer == nil || len(f.all) < 2 {
		return ""
	}
	return f.wayNames[i]
}

// variable returns a new variable, and says what it means.
func (f *Formula) variable(meaning string, s subject) sat.Lit {
	v := f.s.Var()
	if f.describer != nil {
		f.describer.Name(v, func() string { return f.sentence(meaning, s) })
	}
	return v
}

// topic says what the linear conditions that follow are about.
func (f *Formula) topic(topic string, s subject) {
	if f.describer != nil {
		f.describer.Topic(func() string { return f.sentence(topic, s) })
	}
}

// sentence puts a subject into a sentence. Tricks are counted from the first one of the round, from 1.
func (f *Formula) sentence(text string, s subject) string {
	var cards []string
	for _, c := range s.cards.Cards() {
		cards = append(cards, c.String())
	}
	var seats []string
	for seat := range tricks.Seat(f.seats()) {
		if s.seats.Contains(seat) {
			seats = append(seats, f.seatNames[seat])
		}
	}
	return strings.TrimSpace(strings.NewReplacer(
		"{card}", s.card.String(),
		"{cards}", strings.Join(cards, " "),
		"{seat}", f.seatNames[s.seat],
		"{seats}", strings.Join(seats, " or "),
		"{suit}", s.suit.String(),
		"{trick}", strconv.Itoa(f.firstTrick+s.trick+1),
		"{number}", strconv.Itoa(s.number),
		"{won}", f.winners(s.won),
		"{place}", s.place,
		"{way}", s.way,
	).Replace(text))
}

// Plays returns the literal that a card is played into a trick, counted from the first one of the
// formula.
func (f *Formula) Plays(c tricks.Card, trick int) sat.Lit { return f.plays[c][trick] }

// ToWin returns the literal that R1 is played to win a trick (T7).
func (f *Formula) ToWin(trick int) sat.Lit { return f.toWin[trick] }

// Leads returns the literal that a seat leads a trick.
func (f *Formula) Leads(seat tricks.Seat, trick int) sat.Lit { return f.leads[trick][seat] }

// Tricks returns the number of the first trick of the formula, from 0, and how many tricks it has.
func (f *Formula) Tricks() (first, count int) { return f.firstTrick, f.n }
