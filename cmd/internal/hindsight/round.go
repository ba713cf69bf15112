package hindsight

import (
	"fmt"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Round is a round that was played through, told in a language.
type Round struct {
	*texts.Texts
	Record *chapters.Record
	// Game is the round at its end, Tricks are the tricks that have ended, and Table holds the
	// plays into the next.
	Game   *chapters.Game
	Tricks []trickAnswer
	Table  []tricks.Play
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
// error that names its number and the rule.
func Replay(lib *chapters.Library, record *chapters.Record, t *texts.Texts) (*Round, error) {
	w, err := New(lib, *record)
	if err != nil {
		return nil, err
	}
	return w.told(t, record), nil
}

// told tells the round of a record.
func (w *Walk) told(t *texts.Texts, record *chapters.Record) *Round {
	r := &Round{Texts: t, Record: record, Game: w.games[w.Len()]}
	for n := range w.Len() {
		d := w.Decision(n)
		if d.Kind == chapters.PlayCard {
			r.Table = append(r.Table, d.Play())
		}
		if !w.Ended(n + 1) {
			continue
		}
		history := w.games[n+1].History()
		r.Tricks = append(r.Tricks, trickAnswer{
			ID: JSONID(&record.Position), Trick: len(history), Plays: Shorts(r.Table), Winner: history[len(history)-1].Winner,
			Goals: statuses(w.games[n+1]), Played: r.Table,
		})
		r.Table = nil
	}
	return r
}

// statuses returns how the goals stand, an empty list before play.
func statuses(g *chapters.Game) []chapters.GoalStatus {
	if s := g.Statuses(); s != nil {
		return s
	}
	return []chapters.GoalStatus{}
}

// Result is how the round ended, with the fate of each goal.
func (r *Round) Result() ResultAnswer {
	return ResultAnswer{ID: JSONID(&r.Record.Position), Result: r.Game.Result(), Seats: statuses(r.Game)}
}

// PlayedBy names the player of a seat, from the words of a record.
func PlayedBy(t *texts.Texts, by string) string {
	name, person := round.PersonName(by)
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

// ShownID is a document's id for people. The document's writer may have put characters into it that
// a terminal would obey.
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
