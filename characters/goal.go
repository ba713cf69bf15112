package characters

import "fellowship/tricks"

// Goal is a character's or a rider's goal as its YAML file states it: a word, and the values behind it. The field Form
// of the word's [Word] says which of the values are set.
type Goal struct {
	// Word is the word that the goal begins with. For a comparison it is the word behind "tricks:".
	Word string
	// Goals are the goals of a list, or the one goal that stands behind the word.
	Goals []*Goal
	// Number is a number of tricks or of ranks.
	Number int
	Cards  *CardFilter
	Limits *Limits
}

// Formula returns the formula of the goal for a seat, a threat number and a table. Cards that others win for the
// character are not counted, see [Character.Formula].
func (g *Goal) Formula(b Binding) Formula { return g.formula(&b) }

func (g *Goal) formula(b *Binding) Formula {
	switch g.Word {
	case "all":
		return g.combine(All, b)
	case "any":
		return g.combine(Any, b)
	case "one_rank":
		return g.ofRanks(Any, b)
	case "each_rank":
		return g.ofRanks(All, b)
	case "rank_run":
		return g.rankRun(b)
	case "left_suit":
		return g.leftSuit(b)
	case "everyone":
		return g.atSeats(false, b)
	case "others":
		return g.atSeats(true, b)
	case "exactly_threat":
		return exactThreat(b)
	case "than_threat":
		return thanThreat(b)
	}
	return g.condition(b)
}

// Binding holds the values that a goal's formula depends on.
type Binding struct {
	// Seat is the seat whose goal it is.
	Seat tricks.Seat
	// Seats is the number of seats at the table.
	Seats   int
	Players int
	// Threat is the threat number beside the character, 0 without one. A goal that needs one
	// and has none can never be met: see [Goal.NeedsThreat].
	Threat int
	// Declared is [More] or [Fewer] for a character that declares (Strider).
	Declared string
	// Range, if set, takes the place of the threat number in exactly_threat (the Sword).
	Range [2]int
	// Rivers reports whether Rivers are in the deck.
	Rivers bool
	// Cast holds the character at each seat, or nil. It matters because some characters win cards for
	// another one's goal (K: Samwise).
	Cast [tricks.MaxSeats]*Character
}

// Strider's declarations.
const (
	More  = "more"
	Fewer = "fewer"
)

// Number is a number in a goal. It is fixed unless one of the other fields is set.
type Number struct {
	Fixed int
	// ByPlayers, if set, holds the number for each number of players, which is its index. Index 0 is unused.
	ByPlayers []int
	// IsThreat reports whether the number is the threat number.
	IsThreat bool
}

func (n *Number) value(b *Binding) int {
	switch {
	case n.IsThreat:
		return b.Threat
	case n.ByPlayers != nil:
		return n.ByPlayers[b.Players]
	}
	return n.Fixed
}

// Limits bound a number of tricks or cards.
type Limits struct {
	// AtLeast is nil if there is no lower bound.
	AtLeast *Number
	// AtMost is nil if there is no upper bound.
	AtMost *Number
	// Every reports whether all the counted cards are asked for.
	Every bool
}

// bounds returns the limits as numbers. The counted cards matter only if all of them are asked for.
func (l *Limits) bounds(b *Binding, cards tricks.Set) (lo, hi int) {
	hi = NoLimit
	if l.AtLeast != nil {
		lo = l.AtLeast.value(b)
	}
	if l.AtMost != nil {
		hi = l.AtMost.value(b)
	}
	if l.Every {
		lo = cards.Len()
	}
	return lo, hi
}

func (l *Limits) refersToThreat() bool {
	return l.AtLeast != nil && l.AtLeast.IsThreat || l.AtMost != nil && l.AtMost.IsThreat
}

// CardFilter describes a set of cards. The set holds the cards of the deck that meet all three conditions.
type CardFilter struct {
	// Listed holds the cards that a goal names one by one. 0 allows all cards.
	Listed tricks.Set
	// Suit is the suit of the cards. NoSuit allows all suits.
	Suit tricks.Suit
	// Rank is the rank of the cards, which may be the threat number. nil allows all ranks.
	Rank *Number
}

func (c *CardFilter) set(b *Binding) tricks.Set {
	set := b.deck()
	if c.Listed != 0 {
		set &= c.Listed
	}
	if c.Suit != tricks.NoSuit {
		set &= tricks.SuitSet(c.Suit)
	}
	if c.Rank != nil {
		set &= tricks.RankSet(c.Rank.value(b))
	}
	return set
}

// deck returns all cards that can come into a hand.
func (b *Binding) deck() tricks.Set {
	if b.Rivers {
		return tricks.Deck | tricks.SuitSet(tricks.Rivers)
	}
	return tricks.Deck
}

// condition returns the formula of a goal that is one condition, whose kind has the word.
func (g *Goal) condition(b *Binding) Formula {
	c := Condition{Seat: b.Seat, N: g.Number}
	for conditionKinds[c.Kind].goal.Word != g.Word {
		c.Kind++
	}
	if g.Cards != nil {
		c.Cards = g.Cards.set(b)
	}
	if g.Limits != nil {
		c.Lo, c.Hi = g.Limits.bounds(b, c.Cards)
	}
	return leaf(c)
}

// combine returns the formula of a goal with a list of parts.
func (g *Goal) combine(op Op, b *Binding) Formula {
	f := Formula{Op: op, Parts: make([]Formula, 0, len(g.Goals))}
	for _, part := range g.Goals {
		f.Parts = append(f.Parts, part.formula(b))
	}
	return f
}

// atSeats returns the formula of a goal that every seat has to meet, or every other seat.
func (g *Goal) atSeats(othersOnly bool, b *Binding) Formula {
	f := Formula{Op: All}
	binding := *b
	for binding.Seat = range tricks.Seat(b.Seats) {
		if !othersOnly || binding.Seat != b.Seat {
			f.Parts = append(f.Parts, g.Goals[0].formula(&binding))
		}
	}
	return f
}

func trickCount(b *Binding, lo, hi int) Formula {
	return leaf(Condition{Kind: Tricks, Seat: b.Seat, Lo: lo, Hi: hi})
}

// thanThreat asks for strictly more or strictly fewer tricks than the threat number (Strider).
func thanThreat(b *Binding) Formula {
	if b.Declared == More {
		return trickCount(b, b.Threat+1, NoLimit)
	}
	return trickCount(b, 0, b.Threat-1)
}

// exactThreat asks for as many tricks as the threat number, or within the range that the Sword
// sets in its place (Aragorn).
func exactThreat(b *Binding) Formula {
	if b.Range != [2]int{} {
		return trickCount(b, b.Range[0], b.Range[1])
	}
	return trickCount(b, b.Threat, b.Threat)
}

func (g *Goal) wonCards(b *Binding, cards tricks.Set) Formula {
	lo, hi := g.Limits.bounds(b, cards)
	return leaf(Condition{Kind: Cards, Seat: b.Seat, Cards: cards, Lo: lo, Hi: hi})
}

// ofRanks returns the formula that applies the limits to the won cards of each rank from 1 to 8.
func (g *Goal) ofRanks(op Op, b *Binding) Formula {
	f := Formula{Op: op, Parts: make([]Formula, 0, 8)}
	for rank := 1; rank <= 8; rank++ {
		f.Parts = append(f.Parts, g.wonCards(b, tricks.RankSet(rank)&b.deck()))
	}
	return f
}

// rankRun asks for cards of one suit in a number of consecutive ranks (Balin's Tomb).
func (g *Goal) rankRun(b *Binding) Formula {
	f := Formula{Op: Any}
	for first := 1; first+g.Number-1 <= g.Cards.Suit.Ranks(); first++ {
		var run tricks.Set
		for rank := first; rank < first+g.Number; rank++ {
			run |= tricks.NewCard(g.Cards.Suit, rank).Bit()
		}
		f.Parts = append(f.Parts, leaf(Condition{Kind: Cards, Seat: b.Seat, Cards: run, Lo: g.Number, Hi: NoLimit}))
	}
	return f
}

// leftSuit applies the limits to the won cards of one suit. It has to be the suit of a card left in
// hand; if several cards are left, any one may be the match (Tom, G5).
func (g *Goal) leftSuit(b *Binding) Formula {
	f := Formula{Op: Any}
	for s := tricks.Hills; s < tricks.NoSuit; s++ {
		if cards := tricks.SuitSet(s) & b.deck(); cards != 0 {
			f.Parts = append(f.Parts, Formula{Op: All, Parts: []Formula{
				g.wonCards(b, cards),
				leaf(Condition{Kind: LeftOver, Seat: b.Seat, Cards: cards}),
			}})
		}
	}
	return f
}

// NeedsThreat reports whether the goal refers to a threat number. With a range it reports whether the
// goal refers to the number even so: a range takes the number's place in exactly_threat only
// (Aragorn's Sword).
func (g *Goal) NeedsThreat(ranges ...[2]int) bool {
	var limits [2]int
	if len(ranges) > 0 {
		limits = ranges[0]
	}
	// Two threat numbers give different formulas exactly if the number is used. There are two seats,
	// so that goals for the others are compared as well.
	threat1 := g.Formula(Binding{Seats: 2, Players: 4, Threat: 1, Declared: More, Range: limits})
	threat2 := g.Formula(Binding{Seats: 2, Players: 4, Threat: 2, Declared: More, Range: limits})
	return !threat1.equal(threat2)
}

// NeedsDeclaration reports whether the goal refers to a declared direction.
func (g *Goal) NeedsDeclaration() bool {
	more := g.Formula(Binding{Seats: 2, Players: 4, Threat: 3, Declared: More})
	fewer := g.Formula(Binding{Seats: 2, Players: 4, Threat: 3, Declared: Fewer})
	return !more.equal(fewer)
}

// mostConditions is how many conditions a goal may have at a table; each all and any counts as one
// more. No character of the program has more than 13. The limit is needed because everyone and others
// repeat the goal inside them for each seat: a few of them inside each other would fill any memory.
const mostConditions = 100

// checkRoom returns an error if the goal needs more memory than [Compile] allows at some table. It
// compiles the goal for each number of players and the most demanding threat numbers, at a table with
// tricks that nobody wins (C5) and with the most cards there can be (chapter 17). cache may be nil.
func checkRoom(g *Goal, cache *Cache) error {
	cards := (tricks.Deck | tricks.SuitSet(tricks.Rivers)).Cards()
	for players := 1; players <= 4; players++ {
		seats := tricks.SeatsFor(players)
		hands := make([]tricks.Hand, seats)
		for s, n := 0, len(cards)/seats; s < seats; s++ {
			hands[s] = tricks.Plain(tricks.SetOf(cards[s*n : (s+1)*n]...))
		}
		// Tricks that may have no winner take more memory.
		table := tricks.NewTable(tricks.NoSuit, hands...)
		table.Willow = cards
		for _, b := range roomBindings(g) {
			b.Seats = seats
			b.Players = players
			b.Rivers = true
			if _, err := Compile(table, cache, g.Formula(b)); err != nil {
				return err
			}
		}
	}
	return nil
}

// roomBindings returns the bindings with which a goal takes the most memory: those that ask for about
// half of all tricks, or for as many cards as possible.
func roomBindings(g *Goal) []Binding {
	list := []Binding{{Threat: 8, Declared: More}}
	if !g.NeedsThreat() {
		return list
	}
	for _, threat := range []int{1, 4, 5, 6, 7, 99} {
		list = append(list, Binding{Threat: threat, Declared: More})
	}
	if g.NeedsDeclaration() {
		for _, b := range list {
			b.Declared = Fewer
			list = append(list, b)
		}
	}
	for _, limits := range [][2]int{{1, 7}, {3, 8}, {6, 8}} {
		if !g.NeedsThreat(limits) {
			list = append(list, Binding{Range: limits, Declared: More})
		}
	}
	return list
}
