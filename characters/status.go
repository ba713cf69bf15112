package characters

import (
	"encoding/json"

	"fellowship/tricks"
)

// Status is the state of a goal during a round (S12). The smaller one of two is the status
// of "a and b", the larger one that of "a or b".
type Status int8

// The statuses. Sealed and Failed never change again.
const (
	// Failed: can no longer be met.
	Failed Status = iota - 1
	// Open: not met, but can still be.
	Open
	// Met: met if the round ended now, but can still fail.
	Met
	// Sealed: met for good; a star in the rules' words (S12).
	Sealed
	// Waived: failed, but covered by Mithril.
	Waived
)

// String returns the word used in JSON: open, met, sealed, failed or waived.
func (s Status) String() string {
	return statusWords[s-Failed]
}

var statusWords = []string{"failed", "open", "met", "sealed", "waived"}

// MarshalText writes the status as [Status.String].
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Outlook is everybody's knowledge of the cards still to come.
type Outlook struct {
	// Unplayed is every card that is not lost and lies in no finished trick. It is empty at
	// the end.
	Unplayed tricks.Set
	// Tricks counts the finished tricks.
	Tricks int
	// Leaders are the seats that may lead the trick that is due, none if nobody can say.
	// Led is the card it was led with, none before.
	Leaders tricks.SeatSet
	Led     tricks.Set
	// IsOver reports whether the round has ended. Held is then what each seat has left.
	IsOver bool
	Held   [tricks.MaxSeats]tricks.Set
	// Shown are seats whose cards somebody sees, so that Held is known before the end.
	// Only numbers make use of that. A status is the same for everybody.
	Shown tricks.SeatSet
}

type tableOutlook struct {
	*Outlook
	plan  *tricks.Plan
	split bool // see Checker
}

// tricksLeft returns in how many of the coming tricks, of those from a number on, the seat
// plays: the most that it can still win or lead.
func (outlook tableOutlook) tricksLeft(seat tricks.Seat, firstTrick int) int {
	if outlook.IsOver {
		return 0
	}
	n := 0
	for t := max(outlook.Tricks, firstTrick); t < outlook.plan.Tricks(); t++ {
		if outlook.plan.Playing(t).Contains(seat) {
			n++
		}
	}
	return n
}

// winnable returns how many of the cards that count some seats can still win: at most
// those unplayed, and at most a whole trick for each trick that they play in.
func (outlook tableOutlook) winnable(a *Condition, seats tricks.SeatSet) int {
	n := (a.Cards & outlook.Unplayed).Len()
	if outlook.split {
		return n
	}
	most := 0
	for ; seats != 0; seats &= seats - 1 {
		most += outlook.tricksLeft(seats.First(), 0) * outlook.plan.Seats
	}
	return min(n, most)
}

// Status returns the status of all goals of the checker together.
//
// It uses only what everybody at the table knows, so it gives nothing away. Sealed and
// Failed are proofs. In truth a goal may be sealed or failed a while before this can tell,
// because hands are not looked at.
func (c *Checker) Status(values []Count, o *Outlook) Status { return c.judge(values, o).all() }

type judge struct {
	*Checker
	values  []Count
	outlook tableOutlook
}

func (c *Checker) judge(values []Count, o *Outlook) *judge {
	return &judge{c, values, tableOutlook{o, &c.plan, c.split}}
}

// tally is the status of the conditions on trick winners that must all be met: the
// tally's own state tells Failed and Sealed, the values tell Met from Open.
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

// leaf is the status of one condition. A tally says more than its kind does.
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

// reach is the status of "from least to most" when a count can still grow by more.
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
// be won, although those of each one could. Say one seat still needs 4 Hills and another
// one 3, but 6 are unplayed: there are too few. Or say that 2 tricks of 4 cards are left,
// and two seats need 5 cards each: these take 2 tricks of each seat.
func (j *judge) cannotAllBeWon() bool {
	var cards [tricks.MaxSeats]int // that each seat has to win
	var counted [tricks.MaxSeats]tricks.Set
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
		if k.Cards&counted[k.Seat] == 0 { // no card counts for two
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

// Standing is how a goal stands: its status and the numbers behind it. It has the shape of
// the goal's [Formula].
type Standing struct {
	Op     Op
	Parts  []Standing
	Status Status
	// The others are a leaf's.
	Condition Condition
	Numbers
	// Possible is the most that Have can still become, as far as the one who asks can know.
	Possible int
	// Missing is the cards that would still bring the seat nearer to Least. It is empty if
	// Least is out of reach.
	Missing tricks.Set
}

// MarshalJSON writes a part with the parts that it joins behind the word of its [Op], as the file of the
// goal has them, and a leaf with its condition and its numbers. A number without a limit is left out.
func (s Standing) MarshalJSON() ([]byte, error) {
	if s.Op != Leaf {
		parts := s.Parts
		if parts == nil {
			parts = []Standing{}
		}
		return json.Marshal(map[string]any{s.Op.String(): parts, "status": s.Status})
	}
	limit := func(n int) *int {
		if n >= NoLimit {
			return nil
		}
		return &n
	}
	return json.Marshal(struct {
		Condition  ConditionKind  `json:"condition"`
		Seat       tricks.Seat    `json:"seat"`
		ExtraSeats tricks.SeatSet `json:"with,omitempty"`
		Cards      tricks.Set     `json:"of,omitempty"`
		Last       int            `json:"n,omitempty"`
		Counted    int            `json:"have"`
		Least      int            `json:"least"`
		Most       *int           `json:"most,omitempty"`
		Distance   int            `json:"off"`
		Possible   *int           `json:"possible,omitempty"`
		Missing    tricks.Set     `json:"missing,omitempty"`
		Status     Status         `json:"status"`
	}{
		s.Condition.Kind, s.Condition.Seat, s.Condition.ExtraSeats, s.Condition.Cards, s.Condition.N, s.Counted,
		s.Least, limit(s.Most), s.Distance, limit(s.Possible), s.Missing, s.Status,
	})
}

// Standing returns how a goal stands before the first trick, at a table with so many seats
// and no card known. It tells what the goal counts.
func (f Formula) Standing(seats int) Standing {
	s := Standing{Op: f.Op, Condition: f.Condition}
	for _, p := range f.Parts {
		s.Parts = append(s.Parts, p.Standing(seats))
	}
	if f.Op == Leaf {
		s.Numbers = conditionKinds[f.Condition.Kind].numbers(&f.Condition, 0, seats, 0)
		s.Possible = NoLimit
	}
	return s
}

// Numbers returns the condition's numbers at a table of so many seats. Held is the hand of its seat,
// empty if that is not known.
func (a *Condition) Numbers(v Count, seats int, held tricks.Set) Numbers {
	return conditionKinds[a.Kind].numbers(a, v, seats, held)
}

// Standing returns how the goal of a checker of one goal stands. Its status is that of
// [Checker.Status].
func (c *Checker) Standing(values []Count, o *Outlook) Standing {
	j := c.judge(values, o)
	s := j.standing(&c.Root)
	s.Status = j.all()
	return s
}

// Met reports whether the goal of a checker of one goal is met at the end of a round, with
// what each seat has left.
func (c *Checker) Met(values []Count, held *[tricks.MaxSeats]tricks.Set) bool {
	return c.Root.Met(func(leaf *Formula) bool {
		return leaf.Condition.Numbers(values[leaf.Counter], c.plan.Seats, held[leaf.Condition.Seat]).Distance == 0
	})
}

func (j *judge) standing(n *Formula) Standing {
	s := Standing{Op: n.Op}
	if n.Op != Leaf {
		s.Parts = make([]Standing, len(n.Parts))
		for i := range n.Parts {
			s.Parts[i] = j.standing(&n.Parts[i])
		}
		s.Status = j.tree(n)
		return s
	}
	i := n.Counter
	a := j.condition(i)
	v := j.values[i]
	held := tricks.Set(0)
	if j.outlook.IsOver || j.outlook.Shown.Contains(a.Seat) {
		held = j.outlook.Held[a.Seat]
	}
	s.Condition = *a
	s.Status = j.leaf(i)
	s.Numbers = a.Numbers(v, j.plan.Seats, held)
	s.Possible = s.Counted + conditionKinds[a.Kind].more(a, v, j.outlook)
	if conditionKinds[a.Kind].wanted && s.Counted < s.Least && s.Status != Failed {
		s.Missing = a.Cards & j.outlook.Unplayed
	}
	return s
}

// Impossible reports whether the formula can never be met with these cards in play and at
// most so many tricks, wherever the cards lie. It decides whether a threat number is drawn
// anew (S8): Sam with 3 needs H3, which lies lost. It also checks the threats of a chapter.
func (f Formula) Impossible(available tricks.Set, tricksInAll int) bool {
	return !f.Met(func(leaf *Formula) bool {
		never := conditionKinds[leaf.Condition.Kind].never
		return never == nil || !never(&leaf.Condition, available, tricksInAll)
	})
}
