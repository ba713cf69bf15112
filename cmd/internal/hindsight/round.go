package hindsight

import (
	"fmt"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Round is a round played through decision by decision, with what can be said
// of the goals after each trick.
type Round struct {
	*texts.Texts
	Record *chapters.Record
	Game   *chapters.Game
	Tricks []trickAnswer
	// table is what was played into the trick that has not ended.
	Table []tricks.Play
}

// trickAnswer is a finished trick in JSON.
type trickAnswer struct {
	ID     any                   `json:"id"`
	Trick  int                   `json:"trick"`
	Plays  []string              `json:"plays"`
	Winner tricks.Seat           `json:"winner"`
	Goals  []chapters.GoalStatus `json:"goals"`

	Played []tricks.Play `json:"-"`
}

// ResultAnswer says in JSON how a round stands.
type ResultAnswer struct {
	ID     any                   `json:"id"`
	Result chapters.Result       `json:"result"`
	Seats  []chapters.GoalStatus `json:"seats"`
}

// Replay plays a record or document through. An illegal decision is an
// error that names its number and the rule. The round is told in a language.
func Replay(lib *chapters.Library, record *chapters.Record, t *texts.Texts) (*Round, error) {
	steps := record.OneByOne() // to see the goals after each trick
	r := &Round{Texts: t, Record: record}
	for step, err := range steps.Walk(lib) {
		if err != nil {
			return nil, err
		}
		r.Game = step.Game
		if d := step.Made; d != nil && d.Kind == chapters.PlayCard {
			r.played(d.Play())
		}
	}
	return r, nil
}

// played notes a play that was just made.
func (r *Round) played(p tricks.Play) {
	r.Table = append(r.Table, p)
	history := r.Game.History()
	if len(history) == len(r.Tricks) {
		return
	}
	r.Tricks = append(r.Tricks, trickAnswer{
		ID: JSONID(&r.Record.Position), Trick: len(history), Plays: Shorts(r.Table), Winner: history[len(history)-1].Winner,
		Goals: r.statuses(), Played: r.Table,
	})
	r.Table = nil
}

// statuses returns the goals' statuses, an empty list before play.
func (r *Round) statuses() []chapters.GoalStatus {
	if s := r.Game.Statuses(); s != nil {
		return s
	}
	return []chapters.GoalStatus{}
}

// Result is how the round ended, and what became of each goal.
func (r *Round) Result() ResultAnswer {
	return ResultAnswer{ID: JSONID(&r.Record.Position), Result: r.Game.Result(), Seats: r.statuses()}
}

// PlayedBy says who plays a seat, by the words of a record.
func PlayedBy(t *texts.Texts, by string) string {
	name, person := session.PersonName(by)
	switch {
	case !person:
		return t.T("played.computer", by)
	case name == "":
		return t.T("played.person")
	}
	return name
}

// Shorts writes decisions or plays as documents have them.
func Shorts[T fmt.Stringer](list []T) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = x.String()
	}
	return out
}

// ShownID is a document's id for people. Whoever wrote the document may have put
// characters into it that a terminal would obey.
func ShownID(id string) string {
	id = shortID(id)
	if strings.ContainsFunc(id, strictyaml.Hidden) {
		return strconv.Quote(id)
	}
	return id
}

// Answers is the round in JSON: an object a trick, then the result.
func (r *Round) Answers() (out []any) {
	for i := range r.Tricks {
		out = append(out, &r.Tricks[i])
	}
	return append(out, r.Result())
}
