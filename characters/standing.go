package characters

import (
	"encoding/json"

	"fellowship/tricks"
)

// Standing is how a goal stands: its status and the numbers behind it. It has the shape of
// the goal's [Formula].
type Standing struct {
	Op     Op
	Parts  []Standing
	Status Status

	// Condition is the condition of a leaf. This field and the following ones are set in a leaf only.
	Condition Condition
	Numbers
	// Possible is the most that Numbers.Counted can still become, as far as the person who asks can know.
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

// Standing returns how a goal stands before the first trick if no card is known. It shows what the goal
// counts. Seats is the number of seats at the table.
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

// Standing returns how a goal stands. The checker must have been compiled for that goal alone. [Checker.Status]
// returns the same status.
func (c *Checker) Standing(values []Count, o *Outlook) Standing {
	j := c.judge(values, o)
	s := j.standing(&c.Root)
	s.Status = j.all()
	return s
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
