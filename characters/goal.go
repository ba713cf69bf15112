package characters

import "fellowship/tricks"

// Goal is a character's or a rider's goal as its YAML file states it. Called with the seat, the
// threat number and the table, it returns the goal's formula.
type Goal func(b Binding) Formula

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

// goalArgs holds the values behind the word of a goal. [Word].Form determines which of them are set.
type goalArgs struct {
	goals  []Goal
	number int
	cards  *cards
	limits *limits
}

// number is a number in a goal. It is fixed unless one of the other fields is set.
type number struct {
	fixed int
	// byPlayers, if set, holds the number for each number of players.
	byPlayers map[int]int
	// threat reports whether the number is the threat number.
	threat bool
}

func (n *number) value(b *Binding) int {
	switch {
	case n.threat:
		return b.Threat
	case n.byPlayers != nil:
		return n.byPlayers[b.Players]
	}
	return n.fixed
}

// limits bounds a number of tricks or cards. A nil bound is no bound.
type limits struct {
	atLeast, atMost *number
	// every reports whether all the counted cards are asked for.
	every bool
}

// bounds returns the limits as numbers. The counted cards matter only if all of them are asked for.
func (l *limits) bounds(b *Binding, cards tricks.Set) (lo, hi int) {
	hi = NoLimit
	if l.atLeast != nil {
		lo = l.atLeast.value(b)
	}
	if l.atMost != nil {
		hi = l.atMost.value(b)
	}
	if l.every {
		lo = cards.Len()
	}
	return lo, hi
}

func (l *limits) refersToThreat() bool {
	return l.atLeast != nil && l.atLeast.threat || l.atMost != nil && l.atMost.threat
}

// cards describes a set of cards. The set holds the cards of the deck that meet all three conditions.
type cards struct {
	// listed holds the cards that a goal names one by one. 0 allows all cards.
	listed tricks.Set
	// suit is the suit of the cards. NoSuit allows all suits.
	suit tricks.Suit
	// rank is the rank of the cards, which may be the threat number. nil allows all ranks.
	rank *number
}

func (c *cards) set(b *Binding) tricks.Set {
	set := b.deck()
	if c.listed != 0 {
		set &= c.listed
	}
	if c.suit != tricks.NoSuit {
		set &= tricks.SuitSet(c.suit)
	}
	if c.rank != nil {
		set &= tricks.RankSet(c.rank.value(b))
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

// formula makes the formula of a goal from the values behind its word.
type formula func(a *goalArgs, b *Binding) Formula

func (f formula) goal(a *goalArgs) Goal { return func(b Binding) Formula { return f(a, &b) } }

// condition returns the formula of a goal that is one condition of the kind.
func condition(kind ConditionKind) formula {
	return func(a *goalArgs, b *Binding) Formula {
		c := Condition{Kind: kind, Seat: b.Seat, N: a.number}
		if a.cards != nil {
			c.Cards = a.cards.set(b)
		}
		if a.limits != nil {
			c.Lo, c.Hi = a.limits.bounds(b, c.Cards)
		}
		return leaf(c)
	}
}

// combine returns the formula of a goal with a list of parts.
func combine(op Op) formula {
	return func(a *goalArgs, b *Binding) Formula {
		f := Formula{Op: op, Parts: make([]Formula, 0, len(a.goals))}
		for _, g := range a.goals {
			f.Parts = append(f.Parts, g(*b))
		}
		return f
	}
}

// atSeats returns the formula of a goal that every seat has to meet, or every other seat.
func atSeats(othersOnly bool) formula {
	return func(a *goalArgs, b *Binding) Formula {
		f := Formula{Op: All}
		binding := *b
		for binding.Seat = range tricks.Seat(b.Seats) {
			if !othersOnly || binding.Seat != b.Seat {
				f.Parts = append(f.Parts, a.goals[0](binding))
			}
		}
		return f
	}
}

func trickCount(b *Binding, lo, hi int) Formula {
	return leaf(Condition{Kind: Tricks, Seat: b.Seat, Lo: lo, Hi: hi})
}

// thanThreat asks for strictly more or strictly fewer tricks than the threat number (Strider).
func thanThreat(_ *goalArgs, b *Binding) Formula {
	if b.Declared == More {
		return trickCount(b, b.Threat+1, NoLimit)
	}
	return trickCount(b, 0, b.Threat-1)
}

// exactThreat asks for as many tricks as the threat number, or within the range that the Sword
// sets in its place (Aragorn).
func exactThreat(_ *goalArgs, b *Binding) Formula {
	if b.Range != [2]int{} {
		return trickCount(b, b.Range[0], b.Range[1])
	}
	return trickCount(b, b.Threat, b.Threat)
}

func wonCards(a *goalArgs, b *Binding, cards tricks.Set) Formula {
	lo, hi := a.limits.bounds(b, cards)
	return leaf(Condition{Kind: Cards, Seat: b.Seat, Cards: cards, Lo: lo, Hi: hi})
}

// ofRanks returns the formula that applies the limits to the won cards of each rank from 1 to 8.
func ofRanks(op Op) formula {
	return func(a *goalArgs, b *Binding) Formula {
		f := Formula{Op: op, Parts: make([]Formula, 0, 8)}
		for rank := 1; rank <= 8; rank++ {
			f.Parts = append(f.Parts, wonCards(a, b, tricks.RankSet(rank)&b.deck()))
		}
		return f
	}
}

// rankRun asks for cards of one suit in a number of consecutive ranks (Balin's Tomb).
func rankRun(a *goalArgs, b *Binding) Formula {
	f := Formula{Op: Any}
	for first := 1; first+a.number-1 <= a.cards.suit.Ranks(); first++ {
		var run tricks.Set
		for rank := first; rank < first+a.number; rank++ {
			run |= tricks.NewCard(a.cards.suit, rank).Bit()
		}
		f.Parts = append(f.Parts, leaf(Condition{Kind: Cards, Seat: b.Seat, Cards: run, Lo: a.number, Hi: NoLimit}))
	}
	return f
}

// leftSuit applies the limits to the won cards of one suit. It has to be the suit of a card left in
// hand; if several cards are left, any one may be the match (Tom, G5).
func leftSuit(a *goalArgs, b *Binding) Formula {
	f := Formula{Op: Any}
	for s := tricks.Hills; s < tricks.NoSuit; s++ {
		if cards := tricks.SuitSet(s) & b.deck(); cards != 0 {
			f.Parts = append(f.Parts, Formula{Op: All, Parts: []Formula{
				wonCards(a, b, cards),
				leaf(Condition{Kind: LeftOver, Seat: b.Seat, Cards: cards}),
			}})
		}
	}
	return f
}

// NeedsThreat reports whether the goal refers to a threat number. With a range it reports whether the
// goal refers to the number even so: a range takes the number's place in exactly_threat only
// (Aragorn's Sword).
func (g Goal) NeedsThreat(ranges ...[2]int) bool {
	var limits [2]int
	if len(ranges) > 0 {
		limits = ranges[0]
	}
	// Two threat numbers give different formulas exactly if the number is used. There are two seats,
	// so that goals for the others are compared as well.
	threat1 := g(Binding{Seats: 2, Players: 4, Threat: 1, Declared: More, Range: limits})
	threat2 := g(Binding{Seats: 2, Players: 4, Threat: 2, Declared: More, Range: limits})
	return !threat1.equal(threat2)
}

// NeedsDeclaration reports whether the goal refers to a declared direction.
func (g Goal) NeedsDeclaration() bool {
	more := g(Binding{Seats: 2, Players: 4, Threat: 3, Declared: More})
	fewer := g(Binding{Seats: 2, Players: 4, Threat: 3, Declared: Fewer})
	return !more.equal(fewer)
}

// mostConditions is how many conditions a goal may have at a table; each all and any counts as one
// more. No character of the program has more than 13. The limit is needed because everyone and others
// repeat the goal inside them for each seat: a few of them inside each other would fill any memory.
const mostConditions = 100

// checkRoom returns an error if the goal needs more memory than [Compile] allows at some table. It
// compiles the goal for each number of players and the most demanding threat numbers, at a table with
// tricks that nobody wins (C5) and with the most cards there can be (chapter 17). cache may be nil.
func checkRoom(g Goal, cache *Cache) error {
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
			if _, err := Compile(table, cache, g(b)); err != nil {
				return err
			}
		}
	}
	return nil
}

// roomBindings returns the bindings with which a goal takes the most memory: those that ask for about
// half of all tricks, or for as many cards as possible.
func roomBindings(g Goal) []Binding {
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
