package characters

import "fellowship/tricks"

// Goal is a character's or a rider's goal as its YAML file states it. The set
// of kinds is closed; each one binds to a [Formula] once the seat, the threat
// number and the table are known.
//
//sumtype:decl
type Goal interface {
	// bind resolves numbers and seats.
	bind(b *Binding) Formula
}

// Binding is what a goal's numbers may refer to.
type Binding struct {
	Seat    tricks.Seat
	Seats   int
	Players int
	// Threat is the threat number beside the character, 0 without one.
	Threat int
	// Declared is "more" or "fewer" for a character that declares (Strider).
	Declared string
	// Range, if set, takes the place of an exact threat number (the Sword).
	Range [2]int
	// Rivers says that Rivers are in the deck.
	Rivers bool
}

// Bind returns the formula of a goal at a seat. A goal that needs a threat number and has
// none can never be met: see [NeedsThreat].
func Bind(g Goal, b Binding) Formula { return g.bind(&b) }

// Number is a number in a goal: fixed, one for each number of players, or the threat number.
type Number struct {
	Fixed     int
	ByPlayers map[int]int
	Threat    bool
}

func (n *Number) value(b *Binding) int {
	switch {
	case n.Threat:
		return b.Threat
	case n.ByPlayers != nil:
		return n.ByPlayers[b.Players]
	}
	return n.Fixed
}

// Limits is how many: at least, at most, or both. A nil bound is none.
type Limits struct {
	AtLeast, AtMost *Number
	// Every asks for all the cards counted.
	Every bool
}

// bounds returns the limits as numbers. Cards is what is counted, for Every.
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
	return l.AtLeast != nil && l.AtLeast.Threat || l.AtMost != nil && l.AtMost.Threat
}

// Cards names a set of cards: listed ones, a suit, a rank, or the card of a
// suit with the threat number as its rank.
type Cards struct {
	Listed tricks.Set  // fixed cards; 0 for all
	Suit   tricks.Suit // NoSuit for all
	Rank   *Number     // nil for all
}

func (c *Cards) set(b *Binding) tricks.Set {
	set := ^tricks.Set(0)
	if c.Listed != 0 {
		set = c.Listed
	}
	if c.Suit != tricks.NoSuit {
		set &= tricks.SuitSet(c.Suit)
	}
	if c.Rank != nil {
		set &= tricks.RankSet(c.Rank.value(b))
	}
	return set & b.deck()
}

// deck returns the cards that can count at all.
func (b *Binding) deck() tricks.Set {
	if b.Rivers {
		return tricks.Deck | tricks.SuitSet(tricks.Rivers)
	}
	return tricks.Deck
}

// The kinds of goals.
type (
	// AllOf is met when every part is.
	AllOf []Goal
	// AnyOf is met when one part is.
	AnyOf []Goal
	// TricksGoal is met when the number of tricks won lies within the limits.
	TricksGoal struct{ Limits }
	// ThanThreat asks for strictly more or strictly fewer tricks than the threat
	// number, as declared in setup (Strider).
	ThanThreat struct{}
	// ExactThreat asks for as many tricks as the threat number, or within the range
	// that the Sword sets in its place (Aragorn).
	ExactThreat struct{}
	// FewestTricks is met when nobody wins fewer (Pippin).
	FewestTricks struct{}
	// BetweenTricks is met when somebody wins strictly fewer and somebody strictly
	// more (Galadriel).
	BetweenTricks struct{}
	// WinsOneOfLast asks for at least one of the last so many tricks (Barliman, Boromir).
	WinsOneOfLast struct{ Tricks int }
	// TricksInARow asks for exactly so many tricks, one after the other (Goldberry).
	TricksInARow struct{ Tricks int }
	// CardsGoal is met when the number of cards won lies within the limits.
	CardsGoal struct {
		Of Cards
		Limits
	}
	// TricksWithGoal counts tricks won that contain such a card; with Without set,
	// tricks won that contain none.
	TricksWithGoal struct {
		Of      Cards
		Without bool
		Limits
	}
	// LeadsGoal counts tricks led with such a card (riders).
	LeadsGoal struct {
		Of Cards
		Limits
	}
	// MostCardsGoal asks for strictly more such cards than everyone else wins (Arwen,
	// Glóin).
	MostCardsGoal struct{ Of Cards }
	// PlaysLastGoal asks for such a card to be played into the last trick (Gildor).
	PlaysLastGoal struct{ Of Cards }
	// OneRank is met when the limits hold for the cards of at least one rank (Celeborn).
	OneRank struct{ Limits }
	// EachRank is met when the limits hold for the cards of every rank 1–8 (Saruman's
	// event).
	EachRank struct{ Limits }
	// RankRun asks for cards of a suit in so many consecutive ranks (Balin's Tomb).
	RankRun struct {
		Suit   tricks.Suit
		Length int
	}
	// LeftSuit counts the cards won of the suit of a card left in hand (Tom).
	LeftSuit struct{ Limits }
	// Everyone is met when the goal is for every character at the table (Elrond).
	Everyone struct{ Goal Goal }
	// Others is met when the goal is for every other character (Peregrin).
	Others struct{ Goal Goal }
)

func bindAll(op Op, goals []Goal, b *Binding) Formula {
	f := Formula{Op: op, Parts: make([]Formula, 0, len(goals))}
	for _, g := range goals {
		f.Parts = append(f.Parts, g.bind(b))
	}
	return f
}

func (g AllOf) bind(b *Binding) Formula { return bindAll(All, g, b) }
func (g AnyOf) bind(b *Binding) Formula { return bindAll(Any, g, b) }

func trickCount(b *Binding, lo, hi int) Formula {
	return leaf(Atom{Kind: TrickCount, Seat: b.Seat, Lo: lo, Hi: hi})
}

func (g TricksGoal) bind(b *Binding) Formula {
	lo, hi := g.bounds(b, 0)
	return trickCount(b, lo, hi)
}

func (ThanThreat) bind(b *Binding) Formula {
	if b.Declared == More {
		return trickCount(b, b.Threat+1, NoLimit)
	}
	return trickCount(b, 0, b.Threat-1)
}

// What Strider declares.
const (
	More  = "more"
	Fewer = "fewer"
)

func (ExactThreat) bind(b *Binding) Formula {
	if b.Range != [2]int{} {
		return trickCount(b, b.Range[0], b.Range[1])
	}
	return trickCount(b, b.Threat, b.Threat)
}

func (FewestTricks) bind(b *Binding) Formula { return leaf(Atom{Kind: Fewest, Seat: b.Seat}) }

func (BetweenTricks) bind(b *Binding) Formula { return leaf(Atom{Kind: Between, Seat: b.Seat}) }

func (g WinsOneOfLast) bind(b *Binding) Formula {
	return leaf(Atom{Kind: WinsLast, Seat: b.Seat, N: g.Tricks})
}

func (g TricksInARow) bind(b *Binding) Formula {
	return leaf(Atom{Kind: InARow, Seat: b.Seat, N: g.Tricks})
}

func count(kind AtomKind, b *Binding, set tricks.Set, l *Limits) Formula {
	lo, hi := l.bounds(b, set)
	return leaf(Atom{Kind: kind, Seat: b.Seat, Of: set, Lo: lo, Hi: hi})
}

func (g CardsGoal) bind(b *Binding) Formula {
	return count(CardsWon, b, g.Of.set(b), &g.Limits)
}

func (g TricksWithGoal) bind(b *Binding) Formula {
	if g.Without {
		return count(TricksWithout, b, g.Of.set(b), &g.Limits)
	}
	return count(TricksWith, b, g.Of.set(b), &g.Limits)
}

func (g LeadsGoal) bind(b *Binding) Formula { return count(Leads, b, g.Of.set(b), &g.Limits) }

func (g MostCardsGoal) bind(b *Binding) Formula {
	return leaf(Atom{Kind: MostCards, Seat: b.Seat, Of: g.Of.set(b)})
}

func (g PlaysLastGoal) bind(b *Binding) Formula {
	return leaf(Atom{Kind: PlaysLast, Seat: b.Seat, Of: g.Of.set(b)})
}

func (g OneRank) bind(b *Binding) Formula  { return ranks(Any, b, &g.Limits) }
func (g EachRank) bind(b *Binding) Formula { return ranks(All, b, &g.Limits) }

func ranks(op Op, b *Binding, l *Limits) Formula {
	f := Formula{Op: op, Parts: make([]Formula, 0, 8)}
	for rank := 1; rank <= 8; rank++ {
		f.Parts = append(f.Parts, count(CardsWon, b, tricks.RankSet(rank)&b.deck(), l))
	}
	return f
}

func (g RankRun) bind(b *Binding) Formula {
	f := Formula{Op: Any}
	for first := 1; first+g.Length-1 <= g.Suit.Ranks(); first++ {
		var run tricks.Set
		for rank := first; rank < first+g.Length; rank++ {
			run |= tricks.NewCard(g.Suit, rank).Bit()
		}
		f.Parts = append(f.Parts, leaf(Atom{Kind: CardsWon, Seat: b.Seat, Of: run, Lo: g.Length, Hi: NoLimit}))
	}
	return f
}

func (g LeftSuit) bind(b *Binding) Formula {
	f := Formula{Op: Any}
	for s := tricks.Hills; s < tricks.NoSuit; s++ {
		of := Cards{Suit: s}
		if set := of.set(b); set != 0 {
			f.Parts = append(f.Parts, Formula{Op: All, Parts: []Formula{
				count(CardsWon, b, set, &g.Limits),
				leaf(Atom{Kind: LeftOver, Seat: b.Seat, Of: set}),
			}})
		}
	}
	return f
}

func everyone(g Goal, b *Binding, but tricks.Seat) Formula {
	f := Formula{Op: All}
	for s := range tricks.Seat(b.Seats) {
		if s != but {
			at := *b
			at.Seat = s
			f.Parts = append(f.Parts, g.bind(&at))
		}
	}
	return f
}

func (g Everyone) bind(b *Binding) Formula { return everyone(g.Goal, b, tricks.NoSeat) }
func (g Others) bind(b *Binding) Formula   { return everyone(g.Goal, b, b.Seat) }

// NeedsThreat reports whether the goal refers to a threat number.
func NeedsThreat(g Goal) bool { return NeedsThreatBeside(g, [2]int{}) }

// NeedsThreatBeside reports whether the goal refers to a threat number even though there is
// a range. A range takes the place of the number in ExactThreat (Aragorn's Sword).
func NeedsThreatBeside(g Goal, limits [2]int) bool {
	// Two threat numbers give two formulas exactly where the number is used.
	// There are two seats, so that a goal of the others counts.
	one := Bind(g, Binding{Seats: 2, Players: 4, Threat: 1, Declared: More, Range: limits})
	two := Bind(g, Binding{Seats: 2, Players: 4, Threat: 2, Declared: More, Range: limits})
	return !one.equal(two)
}

// NeedsDeclaration reports whether the goal refers to a declared direction.
func NeedsDeclaration(g Goal) bool {
	more := Bind(g, Binding{Seats: 2, Players: 4, Threat: 3, Declared: More})
	fewer := Bind(g, Binding{Seats: 2, Players: 4, Threat: 3, Declared: Fewer})
	return !more.equal(fewer)
}
