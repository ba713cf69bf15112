package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// The last tricks of a round are its ending. There every way in which the round can go on is tried, for
// every way in which the cards can lie as far as everybody at the table knows. A goal that all of these
// ways meet is sealed, and a goal that none of them meets has failed. The count of a single goal may find
// that later, because it does not know what the rules of play leave possible. Say seat 0 leads its last
// card, S8, and wants one more trick. The other seats hold one card each, and everybody knows that these
// are Hills: the goal is sealed.
//
// The search never uses a hidden hand. How the cards can lie follows from what everybody has seen since
// the first trick, for each card by itself ([knowledge]). What is known from the setup is left out. Because of that a
// position in stage play, which does not state the setup, has the same statuses.

const (
	// endingTricks is the number of tricks in an ending.
	endingTricks = 3
	// endingPlays is the largest number of plays that are tried. They take some tenths of a millisecond.
	endingPlays = 2000
)

// ending tries all ways in which a round can be played to its end.
type ending struct {
	game *Game
	// open is the indexes of the goals that are not settled yet.
	open []int
	// met says for each goal whether one of the ways tried so far meets it.
	met [goalsAtMost]bool
	// unmet says for each goal whether one of the ways tried so far does not meet it.
	unmet [goalsAtMost]bool
	// plays is the number of plays tried so far.
	plays int

	// public is the cards that everybody knows each seat to hold.
	public [tricks.MaxSeats]tricks.Set
	// unknown is the other cards. A card that is in a hand at the moment is replaced by NoCard.
	unknown []tricks.Card
	// possible is the unknown cards that each seat can hold.
	possible [tricks.MaxSeats]tricks.Set
	// unknownCount is the number of unknown cards that each seat holds.
	unknownCount [tricks.MaxSeats]int
}

// moment is a moment of an ending.
type moment struct {
	state tricks.State
	// tricks is the number of tricks that were finished.
	tricks int
	// events is the number of events so far.
	events int
	score  score
}

// remember stores the current moment of an ending until a status is asked for. Then all stored moments
// are searched in their order, because a goal that is settled at one of them must remain settled.
func (j judge) remember() {
	g := j.game
	if j.inEnding() {
		g.count.moments = append(g.count.moments, moment{g.state, len(g.history), len(g.events), g.count.score})
	}
}

// settle searches the moments of an ending that were stored since the last call. If there are none it
// writes nothing: after one call any number of goroutines may read the game.
func (j judge) settle() {
	g := j.game
	if len(g.count.moments) == 0 {
		return
	}
	state := g.state
	history := g.history
	events := g.events
	for _, m := range g.count.moments {
		g.state = m.state
		g.history = history[:m.tricks]
		g.events = events[:m.events]
		j.settleNow(m.score)
	}
	g.state = state
	g.history = history
	g.events = events
	g.count.moments = nil
}

// settleNow settles the goals that all ways to play on meet, or that none of them meets.
func (j judge) settleNow(sc score) {
	g := j.game
	e := ending{game: g}
	outlook := j.outlook()
	for i := range g.count.goals {
		if g.count.fates[i] != characters.Open {
			continue
		}
		status := g.count.goals[i].checker.Status(sc.values(&g.count.goals[i]), &outlook)
		if status == characters.Open || status == characters.Met {
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
			g.count.fates[i] = characters.Sealed
		case !e.met[i]:
			g.count.fates[i] = characters.Failed
		}
	}
}

// inEnding reports whether the round is in its last tricks and nothing is hidden but which seat holds
// which card: no card is tucked away, in the draw pile or still to be turned up (C5), and Sting can no
// longer exchange a card.
func (j judge) inEnding() bool {
	g := j.game
	s := &g.state
	remaining := g.table.Tricks() - int(s.Number)
	switch {
	case s.IsOver || remaining > endingTricks:
		return false
	case s.Tucked != tricks.NoCard || g.pileLeft() > 0:
		return false
	case sting{g}.mayUseLater() || len(g.progress.Transfers) > 0:
		return false
	}
	return remaining == 1 || len(g.table.Willow) <= int(s.Number)+1
}

// learnPublic works out what everybody knows about the cards. It returns false if that leaves too many
// ways to try, or if a card is hidden otherwise than in a hand.
func (e *ending) learnPublic() bool {
	viewer := tricks.NoSeat
	if e.game.start.Players == 1 {
		viewer = 0 // the one player sees all hands (S10)
	}
	v := observer{e.game, viewer}.base()
	v.Log = v.Log[min(e.game.progress.SetupLog, len(v.Log)):]
	// Without the log of the setup it is known that R1 is still where it was dealt to only if the
	// character there may not pass it on.
	if r1 := v.Progress.R1; r1 != tricks.NoSeat && !v.Seats[r1].Character.MayNotPass.Contains(tricks.OneRing) {
		v.Progress.R1 = tricks.NoSeat
	}
	if v.FaceDown != tricks.NoSeat {
		return false // a card of the trick lies face down (C15)
	}
	k := v.newKnowledge()
	whereabouts := k.whereabouts(&k.places)
	e.possible = whereabouts.Possible
	unknown := whereabouts.Unseen
	for s := range tricks.Seat(len(v.Seats)) {
		seat := &v.Seats[s]
		certain := whereabouts.Certain[s]
		unknown &^= certain
		e.public[s] = seat.Open | certain
		e.unknownCount[s] = seat.Cards - e.public[s].Len()
		isAside := seat.First == tricks.Closed || seat.Last == tricks.Closed && seat.Cards > 1
		if e.unknownCount[s] > 0 && (seat.Rows != nil || isAside) {
			return false
		}
	}
	e.unknown = unknown.Cards()
	// Multiply the numbers of ways to choose each seat's unknown cards. Each way takes at least one play
	// for each card that is held.
	ways := 1
	remaining := len(e.unknown)
	held := 0
	for s := range v.Seats {
		held += v.Seats[s].Cards
		for i := range e.unknownCount[s] {
			ways = ways * (remaining - i) / (i + 1)
			if ways > endingPlays {
				return false
			}
		}
		remaining -= e.unknownCount[s]
	}
	return ways*max(held, 1) <= endingPlays
}

// tryHands tries all ways in which the unknown cards can lie in the hand of a seat and of the seats after
// it. The seat gets the unknown cards at the index start and after it. It returns false once no goal can be
// settled any more, or once too many plays were tried.
func (e *ending) tryHands(s *tricks.State, seat, start int, sc score) bool {
	if seat == len(e.game.seats) {
		opened := *s
		if opened.Led == tricks.NoSuit {
			e.game.table.OpenHands(&opened)
		}
		return e.tryPlays(&opened, sc)
	}
	if e.unknownCount[seat] == 0 {
		return e.tryHands(s, seat+1, 0, sc)
	}
	if start == 0 {
		// Forget the hand that the seat really has: only its public cards may be used.
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

// tryPlays tries all ways to play on from a state. It returns false in the same cases as tryHands.
func (e *ending) tryPlays(s *tricks.State, sc score) bool {
	if s.IsOver {
		return e.countEnd(s, sc)
	}
	t := e.game.table
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
			nextScore = sc.withTrick(e.game.count.goals, &trick)
		}
		if !e.tryPlays(&next, nextScore) {
			return false
		}
	}
	return true
}

// countEnd notes which goals are met at the end of a round. It returns false if no goal can be settled any
// more, because each of them was met in one way and not met in another.
func (e *ending) countEnd(s *tricks.State, sc score) bool {
	canSettle := false
	for _, i := range e.open {
		goal := &e.game.count.goals[i]
		if goal.checker.Met(sc.values(goal), &s.Held) {
			e.met[i] = true
		} else {
			e.unmet[i] = true
		}
		canSettle = canSettle || e.met[i] != e.unmet[i]
	}
	return canSettle
}
