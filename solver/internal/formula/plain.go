package formula

import (
	"fmt"
	"strconv"
	"strings"

	"fellowship/solver/internal/sat"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// A proof that a round cannot be won is only as good as its formula. The formula of a proof is therefore plain: it
// states the rules of play and the goals, and leaves out what the search adds for speed, since that would need a
// proof of its own. Left out are the tricks that each seat needs at least ([Formula.writeNeeds]), the shares of cards
// that several seats need ([Formula.writeShared]), the least number of cards for winning the most
// ([Formula.writeMost]), and the order of equal cards ([Formula.orderEqual]).
//
// Some clauses of a plain formula follow from others and only make the search shorter: the rule of
// [Formula.mayPlay] that a card of a pyramid is played early enough for the cards under it, the second half of
// [Formula.writeHigher], the sums of [Formula.writeSuits], the lower bound and the count of open cards in
// [Formula.writeVoid], and the dead and settled states of tallies ([characters.Compile]). No formula states the case
// that a tucked card is taken back and not played.

// Describer receives a formula in the game's words and the refutation that a solver finds.
type Describer interface {
	sat.Trace
	// Name gives the meaning of a variable. The meaning is a function because its words take time to build.
	Name(variable sat.Lit, meaning func() string)
	// Topic gives the subject of the linear conditions that follow.
	Topic(topic func() string)
}

// Names are the words for a formula's description that depend on the round.
type Names struct {
	// Seats are the names of the seats.
	Seats []string
	// Ways describe for each problem how the round is won, if there are several problems.
	Ways []string
}

// NewPlain writes the plain formula of problems of the same round into a solver, which it resets, and describes it
// with the given names. The solver may use memory bytes for its clauses.
func NewPlain(all []*search.Problem, s *sat.Solver, memory int64, describer Describer, names Names) *Formula {
	s.ResetTraced(memory, describer)
	f := &Formula{s: s, describer: describer, seatNames: names.Seats, wayNames: names.Ways}
	f.write(all)
	return f
}

// plain reports whether the formula states only the rules and the goals.
func (f *Formula) plain() bool { return f.describer != nil }

// subject is the values for the placeholders in a description: the field card replaces {card}, and so on.
type subject struct {
	card  tricks.Card
	cards tricks.Set
	seat  tricks.Seat
	seats tricks.SeatSet
	suit  tricks.Suit
	// trick is counted from the first trick of the formula.
	trick int

	number int
	won    wonTricks
	place  string
	// way is empty if there is only one way to win.
	way string
}

// wonTricks is how many tricks each seat has won. The last entry is the tricks that nobody won (C5).
type wonTricks [tricks.MaxSeats + 1]int

// winners returns in words how many tricks each seat has won.
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

// place returns in words where in the goals something stands: it is part i of the whole, counted from 0. A formula of
// the search is not described, so it gets an empty string.
func (f *Formula) place(kind string, i int, whole string) string {
	if f.describer == nil {
		return ""
	}
	return fmt.Sprintf("%s %d of %s", kind, i+1, whole)
}

// way returns the name of the i-th way to win. It is empty if there is only one way, or no description.
func (f *Formula) way(i int) string {
	if f.describer == nil || len(f.all) < 2 {
		return ""
	}
	return f.wayNames[i]
}

// variable returns a new variable and describes its meaning.
func (f *Formula) variable(meaning string, s subject) sat.Lit {
	v := f.s.Var()
	if f.describer != nil {
		f.describer.Name(v, func() string { return f.sentence(meaning, s) })
	}
	return v
}

// topic describes the subject of the linear conditions that follow.
func (f *Formula) topic(topic string, s subject) {
	if f.describer != nil {
		f.describer.Topic(func() string { return f.sentence(topic, s) })
	}
}

// sentence replaces the placeholders in a text. In the result, tricks are counted from the round's first trick,
// which is 1.
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

// Plays returns the literal that a card is played into a trick, counted from the first trick of
// the formula.
func (f *Formula) Plays(c tricks.Card, trick int) sat.Lit { return f.plays[c][trick] }

// ToWin returns the literal that R1 is played to win a trick (T7).
func (f *Formula) ToWin(trick int) sat.Lit { return f.toWin[trick] }

// Leads returns the literal that a seat leads a trick.
func (f *Formula) Leads(seat tricks.Seat, trick int) sat.Lit { return f.leads[trick][seat] }

// Tricks returns the number of the formula's first trick, counted from 0, and its number of tricks.
func (f *Formula) Tricks() (first, count int) { return f.firstTrick, f.n }
