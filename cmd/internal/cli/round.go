package cli

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// round is a round played through decision by decision, with what can be said
// of the goals after each trick.
type round struct {
	*texts.Texts
	record *chapters.Record
	game   *chapters.Game
	tricks []trickAnswer
	// table is what was played into the trick that has not ended.
	table []tricks.Play
}

// trickAnswer is a finished trick in JSON.
type trickAnswer struct {
	ID     any                   `json:"id"`
	Trick  int                   `json:"trick"`
	Plays  []string              `json:"plays"`
	Winner tricks.Seat           `json:"winner"`
	Goals  []chapters.GoalStatus `json:"goals"`

	plays []tricks.Play
}

// resultAnswer says in JSON how a round stands.
type resultAnswer struct {
	ID     any                   `json:"id"`
	Result chapters.Result       `json:"result"`
	Seats  []chapters.GoalStatus `json:"seats"`
}

// replayRound plays a record or document through. An illegal decision is an
// error that names its number and the rule. The round is told in a language.
func replayRound(lib *chapters.Library, record *chapters.Record, t *texts.Texts) (*round, error) {
	steps := record.OneByOne() // to see the goals after each trick
	r := &round{Texts: t, record: record}
	for step, err := range steps.Walk(lib) {
		if err != nil {
			return nil, err
		}
		r.game = step.Game
		if d := step.Made; d != nil && d.Kind == chapters.PlayCard {
			r.played(d.Play())
		}
	}
	return r, nil
}

// played notes a play that was just made.
func (r *round) played(p tricks.Play) {
	r.table = append(r.table, p)
	history := r.game.History()
	if len(history) == len(r.tricks) {
		return
	}
	r.tricks = append(r.tricks, trickAnswer{
		ID: r.record.JSONID(), Trick: len(history), Plays: shorts(r.table), Winner: history[len(history)-1].Winner,
		Goals: r.statuses(), plays: r.table,
	})
	r.table = nil
}

// statuses returns the goals' statuses, an empty list before play.
func (r *round) statuses() []chapters.GoalStatus {
	if s := r.game.Statuses(); s != nil {
		return s
	}
	return []chapters.GoalStatus{}
}

func (r *round) result() resultAnswer {
	return resultAnswer{ID: r.record.JSONID(), Result: r.game.Result(), Seats: r.statuses()}
}
