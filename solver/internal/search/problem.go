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
	Table   *tricks.Table
	Checker *Checker
	// Start is the beginning of the current trick, and Progress how far the goals have
	// come by then. Forced is what has been played into the trick already.
	Start    tricks.State
	Progress Progress
	Forced   []tricks.Move
	// Stays reports whether the tucked card does not come back for the first trick.
	Stays bool
	// specials is the special mechanisms of the round, without the parts of the search that are
	// switched off.
	specials tricks.Specials
	disabled Parts

	// Owner is the seat that plays each card. Traits has bits for all that the goals see in a
	// card: two cards of a suit with the same traits are alike to every goal.
	Owner  [64]tricks.Seat
	traits [64]uint64
	// all is every card of the round, Trump its trumps (T8).
	all, Trump tricks.Set
	// limits are the counters of cards that a seat leads, and of the most that it may win.
	limits []int
	// shared are the sets of cards of which several seats need some.
	shared []sharedSet
	// Pyramid is the cards of a pyramid: none is alike to another, because of
	// what they cover. pile is the cards that come from the draw pile.
	Pyramid, pile tricks.Set
	// plain reports whether all seats follow suit in every trick, with any card of the
	// hand.
	plain bool
	// last is the seats that play in the last trick.
	last tricks.SeatSet
	// playsLast reports whether a goal that has to be met asks for a card in the last trick.
	playsLast bool
	// classes is, for each trick and rank, how many cards of the Old Forest that
	// are still to come it beats: ranks of one class are alike (C5).
	classes [][9]uint8
	// overWillow is the cards that rank high enough to win each trick (C5).
	overWillow []tricks.Set
	// Sums is the least sum of ranks of each trick, toCome what all tricks from
	// one on ask for together (C14).
	Sums, toCome []int
	// Spared reports whether the sums of the Balrog need not be met.
	Spared bool
	// Swap is the exchange that is still to be made, nil for none.
	Swap *Swap
}

// noWinner stands for the Old Man Willow among those who can win a trick (C5).
const noWinner = tricks.SeatSet(1 << tricks.MaxSeats)

// anyWinner is more than all who can win a trick.
const anyWinner = ^tricks.SeatSet(0)

// Alternative is a way to win a round: to meet all goals but those that Mithril covers. The zero
// value covers none.
type Alternative struct {
	// Waived are the goals that need not be met, those that it covers among them: a bit for each, as
	// [chapters.Game.Goals] lists them.
	Waived uint64
	// Spared reports whether the tricks may fall short of the Balrog's sums (C14).
	Spared bool
}

// NewProblem returns the problem of winning a game in stage play in this way.
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

// prepare works out everything that follows from the table and the goals.
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

// addSpecials notes what is special in the round, and switches off what has not been told about
// it.
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

// The bits of a card's traits: one for each counter, from rankTrait on the rank as the Balrog sees
// it, then those of cards that are like no other.
const (
	rankTrait   = 54
	apartTrait  = 61 // set aside for the last trick, or tucked away (K)
	ringOfPower = 63
)

// assignTraits works out which cards the goals and the specials tell apart. R1 is like
// no other card (T7), and so are those that lie apart from the hand (K). Against
// the Old Forest ranks are alike that no card still to be turned up parts (C5);
// against the Balrog none are (C14), nor for a goal that sees more of a card than whether
// it is one of some.
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

// tuckedAt returns the tucked card if it is the seat's.
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

// Advance returns the progress after a trick that began in the state before and
// ended with the last card.
func (p *Problem) Advance(pr Progress, state *tricks.State, last tricks.Card, winner tricks.Seat) Progress {
	t := characters.TrickOf(p.Table, state, last, winner)
	return p.Checker.Advance(pr, &t, &p.Table.Plan)
}

// Won reports whether all goals are met at the end of the round.
func (p *Problem) Won(s *tricks.State, pr Progress) bool {
	return (!s.Short || p.Spared) && p.Checker.Met(pr, p.Table, &s.Held)
}
