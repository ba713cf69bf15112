package characters

import (
	"encoding/binary"
	"fmt"
	"sync"

	"fellowship/tricks"
)

// A Tally is the finite automaton of everything that depends only on who wins which
// trick. It reads the winners, trick by trick, and accepts if all its conditions are met
// at the end. It is built of raw tallies, one layer a trick. Then states with the same
// future are merged, from the last layer backwards.
//
// So two rounds in the same state have the same winning futures as far as tricks are
// concerned. A state from which no future is accepted is known as dead at once, however
// many goals are involved. Say seat 0 wants exactly 5 tricks and seat 1 at least 5: of 9
// tricks that is dead before the first one.
type Tally struct {
	States []TallyState
	Start  uint16
	// Name encodes the goals that the tally was built from: equal names, equal tallies.
	Name string
}

// TallyState is one state of a [Tally].
type TallyState struct {
	// Next is the state after each winner. The last entry is for a trick that nobody
	// wins. A winner that sits the trick out leads to DeadTally.
	Next [tricks.MaxSeats + 1]uint16
	// Min and Max are the fewest and the most further tricks that each seat wins in an
	// accepted future. Max of SettledTally is 255: the tricks left bound it.
	Min, Max [tricks.MaxSeats]uint8
	// Last is the seats that can win the last trick in an accepted future. The bit after the last seat's
	// means that nobody wins it (C5).
	Last tricks.SeatSet
}

// The two states every tally has.
const (
	// DeadTally is the state from which no future is accepted.
	DeadTally uint16 = 0
	// SettledTally is the state from which every future is accepted.
	SettledTally uint16 = 1
)

// Advance returns the state after a trick that the seat won (NoSeat: nobody).
func (t *Tally) Advance(state uint16, winner tricks.Seat) uint16 {
	return t.States[state].Next[slot(winner)]
}

// raw is a state before merging: the value of each condition, as far as it matters. Those
// that count everybody's tricks share one value.
type raw struct {
	own       [2 * tricks.MaxSeats]uint8
	everybody Count
}

// tallyRules is a set of conditions at a table, ready to be stepped through.
type tallyRules struct {
	conditions []Condition
	most       [len(raw{}.own)]Count // a value beyond this makes no difference
	plan       *tricks.Plan
}

func newTallyRules(plan *tricks.Plan, conditions []Condition) *tallyRules {
	r := &tallyRules{conditions: conditions, plan: plan}
	for i := range conditions {
		r.most[i] = conditionKinds[conditions[i].Kind].most(&conditions[i])
	}
	return r
}

func (t *tallyRules) step(r, next *raw, trick *Trick) {
	next.everybody = r.everybody
	for i := range t.conditions {
		a := &t.conditions[i]
		if a.Kind.everybody() {
			next.everybody = a.Advance(r.everybody, trick, t.plan)
		} else {
			next.own[i] = uint8(min(a.Advance(Count(r.own[i]), trick, t.plan), t.most[i]))
		}
	}
}

func (t *tallyRules) hold(r *raw) bool {
	for i := range t.conditions {
		a := &t.conditions[i]
		v := Count(r.own[i])
		if a.Kind.everybody() {
			v = r.everybody
		}
		if conditionKinds[a.Kind].numbers(a, v, t.plan.Seats, 0).Distance > 0 {
			return false
		}
	}
	return true
}

// outcomes lists how the trick can end: a seat that plays in it wins it, or nobody does, if
// that may be.
func (t *tallyRules) outcomes(trick int, noWinner bool) (list []Trick) {
	for s := tricks.NoSeat; s < tricks.Seat(t.plan.Seats); s++ {
		if s < 0 && noWinner || s >= 0 && t.plan.Playing(trick).Contains(s) {
			list = append(list, Trick{Number: trick, Winner: s})
		}
	}
	return list
}

func slot(winner tricks.Seat) int {
	if winner < 0 {
		return tricks.MaxSeats
	}
	return int(winner)
}

// layers is the automaton before merging, with a layer for each number of tricks that have ended.
type layers struct {
	// states is the states of each layer.
	states [][]raw
	// next is, for each state of a layer and each winner of the next trick, the index of the state that
	// follows in the next layer. It is −1 if the winner cannot win the trick.
	next [][][tricks.MaxSeats + 1]int32
}

// layers returns the states that the rules can reach, through all the ways in which the tricks can be won.
func (t *tallyRules) layers(noWinner bool) layers {
	total := t.plan.Tricks()
	ls := layers{make([][]raw, total+1), make([][][tricks.MaxSeats + 1]int32, total)}
	ls.states[0] = []raw{{}}
	for trick := range total {
		index := make(map[raw]int32, len(ls.states[trick])*2)
		ls.next[trick] = make([][tricks.MaxSeats + 1]int32, len(ls.states[trick]))
		outcomes := t.outcomes(trick, noWinner)
		var next raw
		for i := range ls.states[trick] {
			successors := [tricks.MaxSeats + 1]int32{-1, -1, -1, -1, -1}
			for j := range outcomes {
				t.step(&ls.states[trick][i], &next, &outcomes[j])
				target, ok := index[next]
				if !ok {
					target = int32(len(ls.states[trick+1]))
					index[next] = target
					ls.states[trick+1] = append(ls.states[trick+1], next)
				}
				successors[slot(outcomes[j].Winner)] = target
			}
			ls.next[trick][i] = successors
		}
	}
	return ls
}

const mostTallyStates = 1 << 13

// build makes the automaton. Only if nobody is true may a trick have no winner (C5): else
// that would keep hopeless states alive. States with the same future become one.
func (t *tallyRules) build(noWinner bool) (*Tally, error) {
	ls := t.layers(noWinner)
	tally := &Tally{States: make([]TallyState, 2)}
	for w := range tally.States[SettledTally].Next {
		tally.States[SettledTally].Next[w] = SettledTally
	}
	for s := range tricks.MaxSeats {
		tally.States[SettledTally].Max[s] = 0xff
	}
	tally.States[SettledTally].Last = 1<<(tricks.MaxSeats+1) - 1
	total := t.plan.Tricks()
	state := make([]uint16, len(ls.states[total])) // of each raw one of a layer
	for i := range ls.states[total] {
		if t.hold(&ls.states[total][i]) {
			state[i] = SettledTally
		}
	}
	var remaining [tricks.MaxSeats]uint8 // the tricks after this one that each seat plays in
	for trick := total - 1; trick >= 0; trick-- {
		merged := map[[tricks.MaxSeats + 1]uint16]uint16{}
		current := make([]uint16, len(ls.states[trick]))
		for seat := range tricks.MaxSeats {
			if trick+1 < total && t.plan.Playing(trick+1).Contains(tricks.Seat(seat)) {
				remaining[seat]++
			}
		}
		for i, successors := range ls.next[trick] {
			var next [tricks.MaxSeats + 1]uint16
			dead, settled := true, true
			for w, target := range successors {
				if target < 0 {
					continue
				}
				next[w] = state[target]
				dead = dead && next[w] == DeadTally
				settled = settled && next[w] == SettledTally
			}
			switch id, known := merged[next]; {
			case settled:
				current[i] = SettledTally
			case dead: // as it is
			case known:
				current[i] = id
			case len(tally.States) >= mostTallyStates:
				return nil, fmt.Errorf("%w: those on tricks need more than %d states", ErrTooMuch, mostTallyStates)
			default:
				current[i] = uint16(len(tally.States))
				merged[next] = current[i]
				tally.States = append(tally.States, tally.bounds(next, remaining, trick == total-1))
			}
		}
		state = current
	}
	tally.Start = state[0]
	return tally, nil
}

// bounds makes the state that is followed by these, with its Min, Max and Last.
func (t *Tally) bounds(next [tricks.MaxSeats + 1]uint16, remaining [tricks.MaxSeats]uint8, last bool) TallyState {
	s := TallyState{Next: next}
	for w, id := range next {
		switch {
		case id == DeadTally:
		case last:
			s.Last |= tricks.Seat(w).Bit()
		default:
			s.Last |= t.States[id].Last
		}
	}
	for seat := range tricks.MaxSeats {
		s.Min[seat] = 0xff
		for w, id := range next {
			if id == DeadTally {
				continue
			}
			var won uint8
			if w == seat {
				won = 1
			}
			successor := t.States[id]
			s.Min[seat] = min(s.Min[seat], successor.Min[seat]+won)
			s.Max[seat] = max(s.Max[seat], min(successor.Max[seat], remaining[seat])+won)
		}
	}
	return s
}

// Cache keeps tallies that were built, because the same goals meet again and again: a few sets of
// goals serve thousands of deals. It may be used from many goroutines. The zero value is ready.
type Cache struct {
	mu      sync.Mutex
	tallies map[string]*Tally
	states  int // of all of them
}

// maxCached and maxStates bound the memory of a cache to some 20 MiB. Its contents never
// change an answer.
const (
	maxCached = 4096
	maxStates = 1 << 20
)

// tally returns the tally of some conditions, built or kept. A nil cache keeps none.
func (c *Cache) tally(plan *tricks.Plan, conditions []Condition, noWinner bool) (*Tally, error) {
	var buf [256]byte
	name := appendName(buf[:0], plan, conditions, noWinner)
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if t := c.tallies[string(name)]; t != nil {
			return t, nil
		}
	}
	t, err := newTallyRules(plan, conditions).build(noWinner)
	if err == nil {
		t.Name = string(name)
	}
	if err == nil && c != nil {
		size := len(t.States)
		if c.tallies == nil || len(c.tallies) >= maxCached || c.states+size > maxStates {
			c.tallies = map[string]*Tally{}
			c.states = 0
		}
		c.tallies[t.Name] = t
		c.states += size
	}
	return t, err
}

// appendName appends all that a tally is built from. The names of different tallies differ:
// each field has a fixed number of bytes, and how many fields there are comes first.
func appendName(name []byte, plan *tricks.Plan, conditions []Condition, noWinner bool) []byte {
	name = append(name, byte(plan.Seats), byte(plan.Tricks()))
	for trick := range plan.Tricks() {
		name = append(name, byte(plan.Playing(trick)))
	}
	name = append(name, byte(boolToInt(noWinner)), byte(len(conditions)))
	for _, a := range conditions {
		name = append(name, byte(a.Kind), byte(a.Seat), byte(a.N))
		name = binary.LittleEndian.AppendUint32(name, uint32(a.Lo))
		name = binary.LittleEndian.AppendUint32(name, uint32(a.Hi))
	}
	return name
}
