package cli

import (
	"fmt"

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
	start := record.Position
	var decisions []chapters.Decision
	if start.Stage == chapters.StagePlay {
		// One by one, to see the goals after each trick.
		for _, p := range start.Plays {
			decisions = append(decisions, chapters.PlayDecision(p))
		}
		start.Plays = nil
	}
	g, err := lib.NewGame(start)
	if err != nil {
		return nil, err
	}
	r := &round{Texts: t, record: record, game: g}
	plays := 0
	for i, d := range append(decisions, record.Decisions...) {
		if d.Kind == chapters.PlayCard {
			plays++
		}
		if err := g.Apply(d); err != nil {
			if d.Kind == chapters.PlayCard {
				return nil, fmt.Errorf("play %d: %w", plays, err)
			}
			return nil, fmt.Errorf("decision %d, %s %s: %w", i+1, d.Kind, d, err)
		}
		if d.Kind == chapters.PlayCard {
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
	t := trickAnswer{
		ID: r.record.JSONID(), Trick: len(history), Winner: history[len(history)-1].Winner,
		Goals: r.statuses(), plays: r.table,
	}
	for _, p := range r.table {
		t.Plays = append(t.Plays, p.String())
	}
	r.tricks, r.table = append(r.tricks, t), nil
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
