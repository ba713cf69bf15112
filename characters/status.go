package characters

import "fellowship/tricks"

// Status is the state of a goal during a round (S12). The smaller one of two is the status
// of "a and b", the larger one that of "a or b".
type Status int8

// The statuses. Sealed and Failed never change again.
const (
	// Failed means that the goal can no longer be met.
	Failed Status = iota - 1
	// Open means that the goal is not met, but can still be.
	Open
	// Met means that the goal would be met if the round ended now, but can still fail.
	Met
	// Sealed means that the goal is met for good; the rules mark it with a star (S12).
	Sealed
	// Waived means that the goal has failed, but is covered by Mithril.
	Waived
)

// String returns the word used in JSON: open, met, sealed, failed or waived.
func (s Status) String() string {
	return statusWords[s-Failed]
}

var statusWords = []string{"failed", "open", "met", "sealed", "waived"}

// MarshalText writes the status as [Status.String].
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Status returns the status of all goals of the checker together.
//
// It uses only what everybody at the table knows, so it gives nothing away. Sealed and
// Failed are proofs. In truth a goal may be sealed or failed a while before this can tell,
// because hands are not looked at.
func (c *Checker) Status(values []Count, o *Outlook) Status { return c.judge(values, o).all() }

// judge works out the statuses of a checker's goals at one moment.
type judge struct {
	*Checker
	// values is the counts of the conditions and the states of the tallies: see [Checker.Start].
	values  []Count
	outlook tableOutlook
}

func (c *Checker) judge(values []Count, o *Outlook) *judge {
	return &judge{c, values, tableOutlook{o, &c.plan, c.split}}
}

// tally returns the status of the conditions on trick winners that must all be met. The state of the joint
// tally decides whether it is Failed or Sealed, else the counts decide between Met and Open.
func (j *judge) tally() Status {
	switch uint16(j.values[j.joint()]) {
	case DeadTally:
		return Failed
	case SettledTally:
		return Sealed
	}
	for i := len(j.Counters); i < j.joint(); i++ {
		if j.condition(i).Numbers(j.values[i], j.plan.Seats, 0).Distance > 0 {
			return Open
		}
	}
	return Met
}

// all returns the status of all goals together.
func (j *judge) all() Status {
	if j.cannotAllBeWon() {
		return Failed
	}
	s := j.tally()
	for i := range j.Firm {
		s = min(s, j.leaf(i))
	}
	for i := range j.Trees {
		s = min(s, j.tree(&j.Trees[i]))
	}
	return s
}

// tree returns the status of a formula.
func (j *judge) tree(n *Formula) Status {
	if n.Op == Leaf {
		return j.leaf(n.Counter)
	}
	s := Failed
	if n.Op == All {
		s = Sealed
	}
	for i := range n.Parts {
		part := j.tree(&n.Parts[i])
		if n.Op == All {
			s = min(s, part)
		} else {
			s = max(s, part)
		}
	}
	return s
}

// leaf returns the status of one condition. A tally can prove more than the condition's kind, so the tally
// is asked first.
func (j *judge) leaf(i int) Status {
	state := j.joint()
	alone := len(j.tallies) == 1
	if i < len(j.Counters) {
		k := &j.Counters[i]
		if k.Tally == nil {
			return j.status(i)
		}
		state = k.state
		alone = true
	}
	switch {
	case j.values[state] == Count(SettledTally):
		return Sealed
	case j.values[state] == Count(DeadTally) && alone:
		return Failed
	}
	return j.status(i)
}

// status returns the status of one condition by its kind.
func (j *judge) status(i int) Status {
	a := j.condition(i)
	v := j.values[i]
	row := &conditionKinds[a.Kind]
	if row.status != nil {
		return row.status(a, v, j.outlook)
	}
	n := row.numbers(a, v, j.plan.Seats, 0)
	return reach(n.Counted, row.more(a, v, j.outlook), n.Least, n.Most)
}

// reach returns the status of a condition that is met from least to most. Counted is its count so far, and
// more is how much the count can still grow.
func reach(counted, more, least, most int) Status {
	switch {
	case counted > most || counted+more < least:
		return Failed
	case counted < least:
		return Open
	case counted+more > most:
		return Met
	}
	return Sealed
}

// cannotAllBeWon reports whether the cards that several conditions still ask for cannot all
// be won, although each condition could be met alone. Say one seat still needs 4 Hills and another
// seat 3, but only 6 are unplayed. Or say that 2 tricks of 4 cards are left,
// and two seats need 5 cards each: each seat would have to win 2 tricks.
func (j *judge) cannotAllBeWon() bool {
	// cards is how many cards each seat has to win, and counted is the sets that these cards are from.
	var cards [tricks.MaxSeats]int
	var counted [tricks.MaxSeats]tricks.Set
	// asked is how many cards of each set all seats have to win.
	asked := map[tricks.Set]int{}
	for i := range j.Counters[:j.Firm] {
		k := &j.Counters[i]
		need := k.Lo - int(j.values[i])
		if k.Kind != Cards || k.ExtraSeats != 0 || need <= 0 {
			continue
		}
		asked[k.Cards] += need
		if asked[k.Cards] > (k.Cards & j.outlook.Unplayed).Len() {
			return true
		}
		if k.Cards&counted[k.Seat] == 0 { // a card must not be counted twice
			counted[k.Seat] |= k.Cards
			cards[k.Seat] += need
		}
	}
	needed := 0
	for _, n := range cards {
		needed += (n + j.plan.Seats - 1) / j.plan.Seats // a trick has a card of each seat at most
	}
	return !j.split && needed > j.plan.Tricks()-j.outlook.Tricks
}

// Met reports whether the goal of a checker of one goal is met at the end of a round, with
// what each seat has left.
func (c *Checker) Met(values []Count, held *[tricks.MaxSeats]tricks.Set) bool {
	return c.Root.Met(func(leaf *Formula) bool {
		return leaf.Condition.Numbers(values[leaf.Counter], c.plan.Seats, held[leaf.Condition.Seat]).Distance == 0
	})
}

// Impossible reports whether the formula can never be met, wherever the cards lie, if only the available
// cards are in play and the round has at most tricksInAll tricks. It decides whether a threat number is
// drawn anew (S8): Sam with 3 needs H3, which may be the lost card. It also checks the threats of a chapter.
func (f Formula) Impossible(available tricks.Set, tricksInAll int) bool {
	return !f.Met(func(leaf *Formula) bool {
		never := conditionKinds[leaf.Condition.Kind].never
		return never == nil || !never(&leaf.Condition, available, tricksInAll)
	})
}
