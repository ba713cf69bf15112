package search

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Problem is a round in stage play, ready to be searched: the table, the
// compiled goals and where the play stands.
type Problem struct {
	Table *tricks.Table
	// Checker is the compiled goals that have to be met.
	Checker *Checker

	// Start is the position at the beginning of the current trick.
	Start tricks.State
	// Progress is how far the goals had come at the beginning of the current trick.
	Progress Progress
	// Forced is the moves that have already been made in the current trick.
	Forced []tricks.Move
	// Stays reports whether the tucked card does not come back for the first trick.
	Stays bool

	// specials is the special mechanisms of the round.
	specials tricks.Specials
	// disabled is the parts of the search that are switched off.
	disabled Parts

	// Owner is the seat that plays each card.
	Owner [64]tricks.Seat
	// traits describes each card by bits. No goal tells apart two cards of a suit with the same traits.
	traits [64]uint64
	// all is every card that some seat plays in the round.
	all tricks.Set
	// Trump is the trumps of the round (T8).
	Trump tricks.Set
	// Pyramid is the cards of a pyramid. No two of them are alike, because each covers other cards.
	Pyramid tricks.Set
	// pile is the cards that come from the draw pile.
	pile tricks.Set

	// limits is the indices of the counters that limit a seat: those of the cards that it leads, and those
	// with an upper bound on the cards that it wins.
	limits []int
	// shared is the sets of cards that several seats compete for.
	shared []sharedSet
	// plain reports whether every seat follows suit in every trick and may choose any card of its hand.
	plain bool
	// last is the seats that play in the last trick.
	last tricks.SeatSet
	// playsLast reports whether a goal that has to be met asks for a card in the last trick.
	playsLast bool
	// classes is how many of the Old Forest cards turned up from a trick on are not above a rank, for each
	// trick and each rank. Two ranks with the same number beat the same cards, so they are alike (C5).
	classes [][9]uint8
	// overWillow is the cards that rank high enough to win each trick (C5).
	overWillow []tricks.Set
	// Sums is the sum that the ranks of each trick must reach against the Balrog (C14).
	Sums []int
	// toCome is the total of Sums from each trick to the end.
	toCome []int
	// Spared reports whether the sums of the Balrog need not be met.
	Spared bool
	// Swap is the exchange that is still to be made, nil for none.
	Swap *Swap
}

// noWinner stands for the Old Man Willow among those who can win a trick (C5).
const noWinner = tricks.SeatSet(1 << tricks.MaxSeats)

// anyWinner has every seat and noWinner. It is used when nothing is known about who can win.
const anyWinner = ^tricks.SeatSet(0)

// Alternative is a way to win a round: to meet all goals but those that Mithril covers. The zero
// value covers none.
type Alternative struct {
	// Waived is the goals that need not be met. Bit i is the goal with index i in [chapters.Game.Goals].
	Waived uint64
	// Spared reports whether the tricks may fall short of the Balrog's sums (C14).
	Spared bool
}

// NewProblem returns the problem of winning a game in stage play in the way of the alternative. The
// disabled parts of the search are switched off.
func NewProblem(g *chapters.Game, disabled Parts, alternative Alternative) (*Problem, error) {
	if g.Stage() != chapters.StagePlay {
		return nil, say.Errorf("the round is in stage %s, not in stage play", g.Stage())
	}
	state := g.State()
	var goals []characters.Formula
	for i, goal := range g.Goals() {
		if alternative.Waived>>i&1 == 0 {
			goals = append(goals, goal.Checker.Root)
		}
	}
	compiled, err := characters.Compile(state.Table, &g.Library().Cache, goals...)
	if err != nil {
		return nil, err
	}
	checker := pack(compiled)
	if len(checker.Counters) > rankTrait {
		return nil, say.Errorf("%w: they count %d different things, more than the solver can tell apart",
			characters.ErrTooMuch, len(checker.Counters))
	}
	p := &Problem{
		Table: state.Table, Checker: checker, Stays: state.LeftTucked, disabled: disabled,
		Spared: alternative.Spared,
	}
	if p.Spared {
		table := *p.Table
		table.Balrog = nil
		p.Table = &table
	}
	if p.Table.Trump != tricks.NoSuit {
		p.Trump = tricks.SuitSet(p.Table.Trump)
	}
	p.Progress = checker.Start()
	for _, t := range g.History() {
		p.Progress = checker.Advance(p.Progress, &t, &p.Table.Plan)
	}
	p.rewind(state.State)
	for i := range checker.Firm {
		if k := &checker.Counters[i]; k.Kind == characters.Leads ||
			k.Kind == characters.Cards && k.Hi != characters.NoLimit {
			p.limits = append(p.limits, i)
		}
	}
	p.prepare()
	return p, nil
}

// prepare fills in the fields that follow from the table and the goals.
func (p *Problem) prepare() {
	p.addSpecials(p.Table.Specials(&p.Start))
	p.assignTraits()
	p.findShared()
	p.prepareWillow()
	p.plain = p.specials&(tricks.Free|tricks.PutFirst|tricks.DueLast|tricks.Tucked) == 0
	p.last = 0
	if n := p.Table.Tricks(); n > 0 {
		p.last = p.Table.Playing(n - 1)
	}
	p.playsLast = false
	for i := range p.Checker.Firm {
		p.playsLast = p.playsLast || p.Checker.Counters[i].Kind == characters.PlaysLast
	}
	p.prepareSums()
}

// addSpecials adds special mechanisms to the round, and switches off the parts of the search that do not
// take them into account.
func (p *Problem) addSpecials(specials tricks.Specials) {
	p.specials |= specials
	p.disabled |= brokenParts(specials)
}

// rewind takes the cards of an unfinished trick back, so that every search
// begins with a whole trick, and notes them as forced.
func (p *Problem) rewind(s tricks.State) {
	if !s.IsOver && s.Led != tricks.NoSuit {
		for seat := s.Leader; seat != s.Turn; seat = p.Table.Next(seat) {
			c := s.Card[seat]
			if c == tricks.NoCard {
				continue
			}
			p.Forced = append(p.Forced, tricks.Move{Card: c, ToWin: c == tricks.OneRing && s.Taken})
			s.Held[seat] |= c.Bit()
			s.Hand[seat] |= c.Bit()
			s.Card[seat] = tricks.NoCard
		}
		s.Trick = 0
		s.Led = tricks.NoSuit
		s.Best = tricks.NoSeat
		s.Taken = false
		s.Turn = s.Leader
	}
	p.Start = s
}

// The bits of a card's traits. The bits below rankTrait stand for the counters of the problem.
const (
	// rankTrait is the first bit of the rank, where the rank itself matters.
	rankTrait = 54
	// apartTrait is the bit of a card set aside for the last trick. The next bit marks the tucked card (K).
	apartTrait = 61
	// ringOfPower is the bit of R1.
	ringOfPower = 63
)

// assignTraits works out which cards the goals and the special mechanisms tell apart. R1 is like no other
// card (T7), and so is each card that lies apart from the hand (K). Every rank is different against the
// Balrog (C14), and to a goal that asks more of a card than whether it belongs to a set. Which ranks the
// Old Forest tells apart changes from trick to trick, so it is not a trait: see classes (C5).
func (p *Problem) assignTraits() {
	p.traits = [64]uint64{}
	p.all = 0
	p.Pyramid = 0
	p.pile = 0
	for seat := range tricks.Seat(p.Table.Seats) {
		p.all |= p.Table.Owned[seat]
		for cards := p.Table.Owned[seat]; cards != 0; cards &= cards - 1 {
			c := cards.First()
			p.Owner[c] = seat
			if p.Table.DrawnAfter(c) > 0 {
				p.pile |= c.Bit()
			}
			if p.Table.Covers(c) != 0 {
				p.Pyramid |= p.Table.Owned[seat]
			}
		}
	}
	ranks := len(p.Table.Balrog) > 0
	for i := range p.Checker.Counters {
		k := &p.Checker.Counters[i]
		for cards := k.Cards; cards != 0; cards &= cards - 1 {
			p.traits[cards.First()] |= 1 << i
		}
		ranks = ranks || k.Tally == nil && !k.Kind.MembershipOnly()
	}
	p.traits[tricks.OneRing] |= 1 << ringOfPower
	for seat := range p.Table.Seats {
		if c := p.Table.Last[seat]; c != tricks.NoCard {
			p.traits[c] |= 1 << apartTrait
		}
	}
	if c := p.Start.Tucked; c != tricks.NoCard {
		p.traits[c] |= 1 << (apartTrait + 1)
	}
	if ranks {
		for cards := p.all; cards != 0; cards &= cards - 1 {
			c := cards.First()
			p.traits[c] |= uint64(c.Rank()) << rankTrait
		}
	}
}

// tuckedAt returns the tucked card if the seat holds it and may play it in this trick.
func (p *Problem) tuckedAt(s *tricks.State, seat tricks.Seat) tricks.Set {
	if s.Tucked == tricks.NoCard || p.Stays && s.Number == p.Start.Number {
		return 0
	}
	return s.Held[seat] & s.Tucked.Bit()
}

// Legal returns the cards the seat to move may play.
func (p *Problem) Legal(s *tricks.State) tricks.Set {
	legal := p.Table.Legal(s)
	if s.Tucked != tricks.NoCard && p.tuckedAt(s, s.Turn) == 0 {
		legal &^= s.Tucked.Bit()
	}
	return legal
}

// Advance returns the progress after a trick. State is the position before the last card of the trick, and
// last is that card.
func (p *Problem) Advance(pr Progress, state *tricks.State, last tricks.Card, winner tricks.Seat) Progress {
	t := characters.TrickOf(p.Table, state, last, winner)
	return p.Checker.Advance(pr, &t, &p.Table.Plan)
}

// Won reports whether all goals are met at the end of the round.
func (p *Problem) Won(s *tricks.State, pr Progress) bool {
	return (!s.Short || p.Spared) && p.Checker.Met(pr, p.Table, &s.Held)
}
