package hindsight

import (
	"fmt"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/tricks"
)

// stepAnswer is one decision of an analysis in JSON.
type stepAnswer struct {
	Schema int `json:"schema"`
	ID     any `json:"id"`
	// Number counts the decisions from 1.
	Number int `json:"number"`
	// Trick is the number of the trick, 0 before the play.
	Trick int `json:"trick"`

	Kind string      `json:"kind"`
	Seat tricks.Seat `json:"seat"`
	// Made is the decision that was made, null if the record ends before it.
	Made *string `json:"made"`

	VerdictBefore solver.Verdict `json:"before"`
	VerdictAfter  solver.Verdict `json:"after"`
	// Reason is the limit that ended the search, empty for none.
	Reason solver.Reason `json:"reason"`

	// Winning is the number of choices that could still win.
	Winning int `json:"winning"`
	// Unknown is the number of choices that the search did not decide.
	Unknown int `json:"unknown"`
	// Choices is empty if the choices were not judged.
	Choices []choiceAnswer `json:"choices"`
}

// choiceAnswer is a possible decision in JSON.
type choiceAnswer struct {
	Choice  string         `json:"choice"`
	Verdict solver.Verdict `json:"verdict"`
	Reason  solver.Reason  `json:"reason"`
}

// analysisAnswer is the result of an analysis in JSON.
type analysisAnswer struct {
	Schema int             `json:"schema"`
	ID     any             `json:"id"`
	Result chapters.Result `json:"result"`
	// Start is the verdict before the first judged decision: at the beginning of the round, or of the
	// stage that --from names.
	Start solver.Verdict `json:"start"`
	// Reason is the limit that ended that search, empty for none.
	Reason solver.Reason `json:"reason"`
	// Lost is the decision that lost the round, null for none.
	Lost *lostAnswer `json:"lost"`

	Nodes   int64   `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// lostAnswer is the decision that lost the round in JSON.
type lostAnswer struct {
	Number int         `json:"number"`
	Trick  int         `json:"trick"`
	Kind   string      `json:"kind"`
	Seat   tricks.Seat `json:"seat"`
	Made   string      `json:"made"`
	// VerdictBefore is winnable, or unknown if the search reached a limit.
	VerdictBefore solver.Verdict `json:"before"`
	// Winning lists the choices that would still have won.
	Winning []string `json:"winning"`
}

// Answers returns the analysis as JSON objects: one for each decision, then the result. The argument
// seconds is how long the analysis took.
func (a *Analysis) Answers(seconds float64) (out []any) {
	answer := analysisAnswer{
		Schema:  1,
		ID:      JSONID(&a.Round.Record.Position),
		Result:  a.Round.Game.Result(),
		Start:   a.Found.Start.Verdict,
		Reason:  a.Found.Start.Reason,
		Nodes:   a.Found.Nodes,
		Seconds: seconds,
	}
	for i := range a.Found.Steps {
		s := &a.Found.Steps[i]
		step := stepAnswer{
			Schema:        1,
			ID:            answer.ID,
			Number:        s.Number,
			Trick:         s.Trick,
			Kind:          s.Kind.String(),
			Seat:          s.Seat,
			VerdictBefore: s.JudgementBefore.Verdict,
			VerdictAfter:  s.JudgementAfter.Verdict,
			Reason:        s.JudgementAfter.Reason,
			Choices:       []choiceAnswer{},
		}
		step.Winning, step.Unknown = s.Winning()
		for _, c := range s.Choices {
			step.Choices = append(step.Choices, choiceAnswer{c.String(), c.Verdict, c.Reason})
		}
		if s.Made != nil {
			made := s.Made.String()
			step.Made = &made
		}
		if s == a.Found.Lost() {
			answer.Lost = &lostAnswer{
				Number:        step.Number,
				Trick:         s.Trick,
				Kind:          step.Kind,
				Seat:          s.Seat,
				Made:          *step.Made,
				VerdictBefore: s.JudgementBefore.Verdict,
				Winning:       Shorts(Winners(s)),
			}
		}
		out = append(out, &step)
	}
	return append(out, &answer)
}

// trickAnswer is a finished trick in JSON.
type trickAnswer struct {
	ID     any                   `json:"id"`
	Trick  int                   `json:"trick"`
	Plays  []string              `json:"plays"`
	Winner tricks.Seat           `json:"winner"`
	Goals  []chapters.GoalStatus `json:"goals"`

	// Played has the same plays as Plays, for [Round.row].
	Played []tricks.Play `json:"-"`
}

// ResultAnswer is the result of a round in JSON.
type ResultAnswer struct {
	ID     any                   `json:"id"`
	Result chapters.Result       `json:"result"`
	Seats  []chapters.GoalStatus `json:"seats"`
}

// Result returns the result of the round with the state of each goal.
func (r *Round) Result() ResultAnswer {
	return ResultAnswer{ID: JSONID(&r.Record.Position), Result: r.Game.Result(), Seats: statuses(r.Game)}
}

// Answers returns the round as JSON objects: one for each trick, then the result.
func (r *Round) Answers() (out []any) {
	for i := range r.Tricks {
		out = append(out, &r.Tricks[i])
	}
	return append(out, r.Result())
}

// Shorts returns decisions or plays in the notation of documents.
func Shorts[T fmt.Stringer](list []T) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = x.String()
	}
	return out
}

// statuses returns the states of the goals. Before the play it is an empty list, not nil, for JSON.
func statuses(g *chapters.Game) []chapters.GoalStatus {
	return append([]chapters.GoalStatus{}, g.Statuses()...)
}
