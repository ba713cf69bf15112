package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// In the last tricks all ways to play on are tried, for all ways in which the cards may lie as
// far as everybody at the table knows. A goal that all of them meet is sealed, one that none
// of them meets has failed. Each goal's own count can be slower: it does not see that the
// goals of others and the rules of play leave nothing else. Say seat 0 leads its last card,
// S8, and wants one more trick. The other seats hold one card each, and everybody knows that
// they are Hills: its goal is sealed.
//
// A hand that nobody has shown is never looked at. How the cards may lie follows from what everybody
// has seen since the first trick ([View.Whereabouts]). Knowledge from the setup is left out: a position
// that states the round as it lay then has the same statuses.

const (
	// endingTricks is with how many tricks to come a round is an ending.
	endingTricks = 3
	// endingPlays is the most plays that are tried, in some tenths of a millisecond.
	endingPlays = 2000
)

// ending tries all ways to play a round on to its end.
type ending struct {
	g *Game
	// open is the goals whose fate is not settled. Met reports whether some way meets them, unmet
	// whether some way does not.
	open       []int
	met, unmet [goalsAtMost]bool
	plays      int
	// public holds the cards that everybody knows each seat to hold, unknown the other cards. Seat s
	// holds hides[s] of the unknown cards, all from may[s].
	public       [tricks.MaxSeats]tricks.Set
	unknown      []tricks.Card
	possible     [tricks.MaxSeats]tricks.Set
	unknownCount [tricks.MaxSeats]int
}

// moment is a state of an ending: the play, how many tricks had ended and how many events there
// were, and how far the goals had come.
type moment struct {
	state          tricks.State
	tricks, events int
	score          score
}

// remember notes a moment of an ending until somebody asks for a status. Then all moments are
// looked at in turn, so that a settled goal stays so.
func (g *Game) remember() {
	if g.inEnding() {
		g.moments = append(g.moments, moment{g.state, len(g.history), len(g.events), g.score})
	}
}

// settle looks at the moments of an ending that nobody has asked for yet. Where there is none it
// writes nothing, so that several goroutines can read a game once a view of it was asked for.
func (g *Game) settle() {
	if len(g.moments) == 0 {
		return
	}
	state := g.state
	history := g.history
	events := g.events
	for _, m := range g.moments {
		g.state = m.state
		g.history = history[:m.tricks]
		g.events = events[:m.events]
		g.settleNow(m.score)
	}
	g.state = state
	g.history = history
	g.events = events
	g.moments = nil
}

// settleNow notes the goals whose fate is the same in all ways to play on.
func (g *Game) settleNow(sc score) {
	e := ending{g: g}
	outlook := g.outlook()
	for i := range g.goals {
		if s := g.goals[i].checker.Status(sc.values(&g.goals[i]), &outlook); g.fates[i] == characters.Open &&
			(s == characters.Open || s == characters.Met) {
			e.open = append(e.open, i)
		}
	}
	if len(e.open) == 0 || !e.learnPublic() {
		return
	}
	state := g.state
	if !e.tryHands(&state, 0, 0, sc) {
		return // too many plays, or nothing is settled
	}
	for _, i := range e.open {
		switch {
		case !e.unmet[i]:
			g.fates[i] = characters.Sealed
		case !e.met[i]:
			g.fates[i] = characters.Failed
		}
	}
}

// inEnding reports whether the round is an ending in which nothing is hidden except who holds
// which card.
func (g *Game) inEnding() bool {
	s := &g.state
	remaining := g.table.Tricks() - int(s.Number)
	switch {
	case s.IsOver || remaining > endingTricks || s.Tucked != tricks.NoCard || g.pileLeft() > 0:
		return false
	case g.maySwapLater() || len(g.progress.Transfers) > 0: // Sting
		return false
	}
	return remaining == 1 || len(g.table.Willow) <= int(s.Number)+1 // C5: cards to be turned up
}

// learnPublic finds out what everybody knows of the cards. It returns false if that leaves too much
// to try.
func (e *ending) learnPublic() bool {
	viewer := tricks.NoSeat
	if e.g.start.Players == 1 {
		viewer = 0 // all hands lie open (S10)
	}
	v := e.g.baseView(viewer)
	v.Log = v.Log[min(e.g.progress.SetupLog, len(v.Log)):]
	if r1 := v.Progress.R1; r1 != tricks.NoSeat && !v.Seats[r1].Character.MayNotPass.Contains(tricks.OneRing) {
		v.Progress.R1 = tricks.NoSeat
	}
	if v.FaceDown != tricks.NoSeat {
		return false // C15
	}
	whereabouts := v.Whereabouts()
	e.possible = whereabouts.Possible
	unknown := whereabouts.Unseen
	for s := range tricks.Seat(len(v.Seats)) {
		seat := &v.Seats[s]
		certain := whereabouts.Certain[s]
		unknown &^= certain
		e.public[s] = seat.Open | certain
		e.unknownCount[s] = seat.Cards - e.public[s].Len()
		if e.unknownCount[s] > 0 &&
			(seat.Rows != nil || seat.First == tricks.Closed || seat.Last == tricks.Closed && seat.Cards > 1) {
			return false
		}
	}
	e.unknown = unknown.Cards()
	ways := 1
	cards := len(e.unknown)
	n := 0
	for s := range v.Seats {
		n += v.Seats[s].Cards
		for i := range e.unknownCount[s] {
			ways = ways * (cards - i) / (i + 1)
			if ways > endingPlays {
				return false
			}
		}
		cards -= e.unknownCount[s]
	}
	return ways*max(n, 1) <= endingPlays
}

// tryHands tries all ways in which the unknown cards may lie in the hands of a seat and those
// after it. That seat gets unknown cards from an index on. It returns false once nothing can
// be settled any more, or too many plays were tried.
func (e *ending) tryHands(s *tricks.State, seat, start int, sc score) bool {
	if seat == len(e.g.seats) {
		opened := *s
		if opened.Led == tricks.NoSuit {
			e.g.table.OpenHands(&opened)
		}
		return e.tryPlays(&opened, sc)
	}
	if e.unknownCount[seat] == 0 {
		return e.tryHands(s, seat+1, 0, sc)
	}
	if start == 0 { // drop its true hand, which nobody may look at
		public := e.public[seat]
		copied := *s
		s = &copied
		s.Held[seat] = public
		s.Hand[seat] = public
	}
	for i := start; i < len(e.unknown); i++ {
		c := e.unknown[i]
		if c == tricks.NoCard || !e.possible[seat].Contains(c) {
			continue
		}
		next := *s
		next.Held[seat] |= c.Bit()
		next.Hand[seat] |= c.Bit()
		e.unknown[i] = tricks.NoCard
		e.unknownCount[seat]--
		nextSeat := seat
		nextStart := i + 1
		if e.unknownCount[seat] == 0 {
			nextSeat = seat + 1
			nextStart = 0
		}
		ok := e.tryHands(&next, nextSeat, nextStart, sc)
		e.unknownCount[seat]++
		e.unknown[i] = c
		if !ok {
			return false
		}
	}
	return true
}

// tryPlays tries all ways to play on from a state. It returns what tryHands does.
func (e *ending) tryPlays(s *tricks.State, sc score) bool {
	if s.IsOver {
		return e.end(s, sc)
	}
	t := e.g.table
	if s.Naming {
		for leaders := t.Holding(s); leaders != 0; leaders &= leaders - 1 {
			named := *s
			t.Name(&named, leaders.First())
			if !e.tryPlays(&named, sc) {
				return false
			}
		}
		return true
	}
	var moves [tricks.MaxMoves]tricks.Move
	for _, m := range t.Moves(s, moves[:0]) {
		e.plays++
		if e.plays > endingPlays {
			return false
		}
		next := *s
		nextScore := sc
		if winner, done := t.Play(&next, m); done {
			trick := characters.TrickOf(t, s, m.Card, winner)
			nextScore = sc.withTrick(e.g.goals, &trick)
		}
		if !e.tryPlays(&next, nextScore) {
			return false
		}
	}
	return true
}

// end notes which goals are met, and reports whether one is left that may be settled.
func (e *ending) end(s *tricks.State, sc score) bool {
	settled := false
	for _, i := range e.open {
		goal := &e.g.goals[i]
		met := goal.checker.Met(sc.values(goal), &s.Held)
		e.met[i], e.unmet[i] = e.met[i] || met, e.unmet[i] || !met
		settled = settled || e.met[i] != e.unmet[i]
	}
	return settled
}
