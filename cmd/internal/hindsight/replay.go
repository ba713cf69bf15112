package hindsight

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Round is a round that has been replayed to the end of its record, with texts to describe it.
type Round struct {
	Texts  *texts.Texts
	Record *chapters.Record
	// Game is the round after the last decision.
	Game *chapters.Game
	// Tricks are the finished tricks.
	Tricks []trickAnswer
	// Table has the plays of an unfinished trick.
	Table []tricks.Play
	// InSentences tells the round in sentences, without columns, as for a screen reader.
	InSentences bool
}

// Replay replays a record or a position document. An illegal decision is an error that names its number
// and the rule.
func Replay(lib *chapters.Library, record *chapters.Record, t *texts.Texts) (*Round, error) {
	w, err := New(lib, *record)
	if err != nil {
		return nil, err
	}
	return w.newRound(t, record), nil
}

// newRound collects the finished tricks of a replayed record.
func (w *Walk) newRound(t *texts.Texts, record *chapters.Record) *Round {
	result := &Round{Texts: t, Record: record, Game: w.games[w.Len()]}
	for n := range w.Len() {
		d := w.Decision(n)
		if d.Kind == chapters.PlayCard {
			result.Table = append(result.Table, d.Play())
		}
		if !w.EndsTrick(n + 1) {
			continue
		}
		history := w.games[n+1].History()
		result.Tricks = append(result.Tricks, trickAnswer{
			ID:     JSONID(&record.Position),
			Trick:  len(history),
			Plays:  Shorts(result.Table),
			Winner: history[len(history)-1].Winner,
			Goals:  statuses(w.games[n+1]),
			Played: result.Table,
		})
		result.Table = nil
	}
	return result
}

// PlayerName returns the name of a player for people; player is the name as a record has it.
func PlayerName(t *texts.Texts, player string) string {
	name, person := round.PersonName(player)
	switch {
	case !person:
		return t.T("played.computer", player)
	case name == "":
		return t.T("played.person")
	}
	return name
}

// SeatName returns the name of a seat's character. A seat without one has the name of its player.
func (r *Round) SeatName(s tricks.Seat) string {
	if c := r.Game.Character(s); c != nil {
		return c.Name.In(r.Texts.Lang())
	}
	return r.words().PlayerAt(s)
}

// Label returns the heading of a seat's line or column: its number and character.
func (r *Round) Label(s tricks.Seat) string {
	if r.Game.Character(s) == nil {
		return r.SeatName(s)
	}
	return r.Texts.Number(s) + " " + r.SeatName(s)
}

// words returns the sentences about the round at its end, as somebody without a seat sees it.
func (r *Round) words() texts.Round {
	v := r.Game.View(tricks.NoSeat)
	round.NamePeople(&v, r.Record.PlayerNames)
	return r.Texts.Round(&v)
}

// either lists choices: "H2, M7 or R1". If they belong to several seats it names the seats. That happens
// before a trick for which another leader may be named.
func (r *Round) either(list []chapters.Decision) string {
	several := slices.ContainsFunc(list, func(d chapters.Decision) bool { return d.Seat != list[0].Seat })
	words := make([]string, len(list))
	for i, d := range list {
		words[i] = r.words().Option(d)
		if several {
			words[i] = r.Texts.T("option.whose", r.SeatName(d.Seat), words[i])
		}
	}
	return r.Texts.Names(words)
}
