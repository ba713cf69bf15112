package hindsight

import (
	"encoding/json"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/tricks"
)

type stepAnswer struct {
	Schema int `json:"schema"`
	ID     any `json:"id"`
	// Number counts the decisions from 1, Trick is 0 before play.
	Number int            `json:"number"`
	Trick  int            `json:"trick"`
	Kind   string         `json:"kind"`
	Seat   tricks.Seat    `json:"seat"`
	Made   *string        `json:"made"`
	Before solver.Verdict `json:"before"`
	After  solver.Verdict `json:"after"`
	Reason solver.Reason  `json:"reason"`
	// Winning and Unknown count the choices, which are empty where they were not
	// judged.
	Winning int            `json:"winning"`
	Unknown int            `json:"unknown"`
	Choices []choiceAnswer `json:"choices"`
}

type choiceAnswer struct {
	Choice  string         `json:"choice"`
	Verdict solver.Verdict `json:"verdict"`
	Reason  solver.Reason  `json:"reason"`
}

type analysisAnswer struct {
	Schema int             `json:"schema"`
	ID     any             `json:"id"`
	Result chapters.Result `json:"result"`
	Start  solver.Verdict  `json:"start"`
	Reason solver.Reason   `json:"reason"`
	// Lost is the decision that lost the round, null where none did.
	Lost    *lostAnswer `json:"lost"`
	Nodes   int64       `json:"nodes"`
	Seconds float64     `json:"seconds"`
}

type lostAnswer struct {
	Number int         `json:"number"`
	Trick  int         `json:"trick"`
	Kind   string      `json:"kind"`
	Seat   tricks.Seat `json:"seat"`
	Made   string      `json:"made"`
	// Before is winnable, or unknown where a limit was reached.
	Before solver.Verdict `json:"before"`
	// Winning lists with what the round could still be won.
	Winning []string `json:"winning"`
}

// Answers is the analysis in JSON: an object a decision, then the result, which took so
// many seconds.
func (a *Analysed) Answers(seconds float64) (out []any) {
	answer := analysisAnswer{
		Schema: 1, ID: JSONID(&a.Record.Position), Result: a.Game.Result(), Start: a.Found.Start.Verdict,
		Reason: a.Found.Start.Reason, Nodes: a.Found.Nodes, Seconds: seconds,
	}
	for i := range a.Found.Steps {
		s := &a.Found.Steps[i]
		step := stepAnswer{
			Schema: 1, ID: answer.ID, Number: s.Number, Trick: s.Trick, Kind: s.Kind.String(), Seat: s.Seat,
			Before: s.Before.Verdict, After: s.After.Verdict, Reason: s.After.Reason, Choices: []choiceAnswer{},
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
			answer.Lost = &lostAnswer{step.Number, s.Trick, step.Kind, s.Seat, *step.Made, s.Before.Verdict, Shorts(Winners(s))}
		}
		out = append(out, &step)
	}
	return append(out, &answer)
}

// mostID is how many characters of an id are echoed.
const mostID = 200

// shortID returns an id as answers echo it. One longer than mostID characters is cut.
func shortID(id string) string {
	n := 0
	for at := range id {
		if n++; n > mostID {
			return id[:at] + "…"
		}
	}
	return id
}

// JSONID returns the id of a position as answers in JSON echo it: a text, a number or boolean
// as it is written, or nil without one. One that is cut is a text.
func JSONID(p *chapters.Position) any {
	short := shortID(p.ID)
	switch {
	case p.ID == "":
		return nil
	case p.BareID && short == p.ID:
		return json.RawMessage(p.ID)
	}
	return short
}
