package hindsight

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// Walk is a round at every point between two decisions. It must not be used by several goroutines at
// once. The games that it returns are copies.
type Walk struct {
	// record has all plays as decisions.
	record chapters.Record
	// games[n] is the round after n decisions.
	games []*chapters.Game
	// plays is the number of decisions that were plays of the record's position.
	plays int
	// players are the players who made the decisions after these plays, see [Walk.SetPlayers].
	players []string
}

// New replays a record or a position document. The plays of a document count as decisions, so they can be
// looked at one by one. An illegal decision is an error that names its number and the rule.
func New(lib *chapters.Library, rec chapters.Record) (*Walk, error) {
	all := rec.PlaysAsDecisions()
	w := &Walk{record: all, plays: len(all.Decisions) - len(rec.Decisions)}
	for step, err := range all.Walk(lib) {
		if err != nil {
			return nil, err
		}
		w.games = append(w.games, step.Game.Clone())
	}
	return w, nil
}

// Len returns the number of decisions.
func (w *Walk) Len() int { return len(w.record.Decisions) }

// GameAt returns a copy of the game after n decisions.
func (w *Walk) GameAt(n int) *chapters.Game { return w.games[n].Clone() }

// Decision returns the decision that was made after n others.
func (w *Walk) Decision(n int) chapters.Decision { return w.record.Decisions[n] }

// RecordUpTo returns the record with its first n decisions only, from where it can be played differently.
func (w *Walk) RecordUpTo(n int) chapters.Record {
	rec := w.record
	rec.Decisions = rec.Decisions[:n:n]
	return rec
}

// Tricks returns the number of tricks that were begun.
func (w *Walk) Tricks() int { return w.Trick(w.Len()) }

// Trick returns the number of the trick after n decisions, counted from 1, or 0 before the first one.
// Right after a trick has ended it still counts as the current one.
func (w *Walk) Trick(n int) int {
	g := w.games[n]
	if g.Stage() != chapters.StagePlay {
		return 0
	}
	done := len(g.History())
	if w.EndsTrick(n) {
		return done
	}
	return done + 1
}

// EndsTrick reports whether the last of n decisions ended a trick, which is then still shown.
func (w *Walk) EndsTrick(n int) bool {
	return n > 0 && len(w.games[n].History()) > len(w.games[n-1].History())
}

// TrickStart returns the number of decisions before a trick begins. Tricks count from 1. If the round has
// no such trick it returns the number of all decisions.
func (w *Walk) TrickStart(trick int) int {
	for n, g := range w.games {
		if g.Stage() == chapters.StagePlay && len(g.History()) >= trick-1 {
			return n
		}
	}
	return w.Len()
}

// TrickViews returns the views before the first trick and after each one, with all cards face up as in
// [View].
func (w *Walk) TrickViews() (views []chapters.View) {
	for n := range w.Tricks() + 1 {
		views = append(views, w.View(w.TrickStart(n+1)))
	}
	return views
}

// View returns the round after n decisions with all cards face up, and with the names of the people who play.
func (w *Walk) View(n int) chapters.View {
	v := View(w.games[n])
	round.NamePeople(&v, w.record.PlayerNames)
	return v
}

// View returns a view with all cards face up: all hands, hidden threats, cards set aside and the
// face-down cards of the pyramid.
func View(g *chapters.Game) chapters.View {
	all := g.View(tricks.NoSeat)
	start := g.Start()
	for s := range all.Seats {
		own := g.View(all.Seats[s].Decider)
		all.Seats[s] = own.Seats[s]
		for i, e := range own.Log {
			if e.Card != tricks.NoCard || e.Number != 0 {
				all.Log[i] = e
			}
		}
		if own.FaceDown == tricks.Seat(s) {
			all.Card, all.Best = own.Card, own.Best
		}
		for i, row := range all.Seats[s].Rows {
			for j, c := range row {
				// A card of the pyramid that lies face down is still the one that was dealt there (S9).
				if dealt := start.Hands[s].Rows; c == tricks.Closed && i < len(dealt) && j < len(dealt[i]) {
					row[j] = dealt[i][j]
				}
			}
		}
	}
	return all
}
