// Package hindsight looks back at a round with all cards open: every moment of
// it, what each decision was worth, and where the round was lost.
//
// It knows nothing of screens. A Judge tells the worth of a decision, so that tests need no search
// and the caller sets the limits.
package hindsight

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// Walk is a round with all its decisions. It is for one goroutine; the games it
// hands out are copies.
type Walk struct {
	record chapters.Record
	// games[n] is the round after n decisions.
	games []*chapters.Game
}

// New plays a record or a position document through. The plays of a document
// count as decisions, so that they can be looked at one by one. An illegal
// decision is an error that names its number and the rule.
func New(lib *chapters.Library, rec chapters.Record) (*Walk, error) {
	rec = rec.PlaysAsDecisions() // to see the goals after each trick, too
	w := &Walk{record: rec}
	for step, err := range rec.Walk(lib) {
		if err != nil {
			return nil, err
		}
		w.games = append(w.games, step.Game.Clone())
	}
	return w, nil
}

// Len returns the number of decisions.
func (w *Walk) Len() int { return len(w.record.Decisions) }

// GameAt returns a copy of the round after so many decisions.
func (w *Walk) GameAt(n int) *chapters.Game { return w.games[n].Clone() }

// Decision returns the decision that was made after n others.
func (w *Walk) Decision(n int) chapters.Decision { return w.record.Decisions[n] }

// RecordUpTo returns the record with its first n decisions, to be played on.
func (w *Walk) RecordUpTo(n int) chapters.Record {
	rec := w.record
	rec.Decisions = rec.Decisions[:n:n]
	return rec
}

// Tricks returns the number of tricks that were begun.
func (w *Walk) Tricks() int { return w.Trick(w.Len()) }

// Trick returns the number of the trick being played after n decisions, counted
// from 1; 0 before the first one. A trick lasts until the next one is begun.
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

// EndsTrick reports whether the last of n decisions ended a trick, which therefore
// still lies there.
func (w *Walk) EndsTrick(n int) bool {
	return n > 0 && len(w.games[n].History()) > len(w.games[n-1].History())
}

// TrickStart returns after how many decisions a trick begins, counted from 1; the
// end of the round for one that there is not.
func (w *Walk) TrickStart(trick int) int {
	for n, g := range w.games {
		if g.Stage() == chapters.StagePlay && len(g.History()) >= trick-1 {
			return n
		}
	}
	return w.Len()
}

// TrickViews returns the view before the first trick and after each one, see [View].
func (w *Walk) TrickViews() (views []chapters.View) {
	for n := range w.Tricks() + 1 {
		views = append(views, View(w.GameAt(w.TrickStart(n+1))))
	}
	return views
}

// View returns the view of somebody for whom all cards lie open: all hands,
// hidden threats, cards put aside and the closed cards of the pyramid.
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
				// A closed card has never been touched (S9).
				if dealt := start.Hands[s].Rows; c == tricks.Closed && i < len(dealt) && j < len(dealt[i]) {
					row[j] = dealt[i][j]
				}
			}
		}
	}
	return all
}

// Judge says whether a round can still be won with open cards. It may end early
// with the context; its answer is Unknown then.
type Judge func(ctx context.Context, g *chapters.Game) solver.Verdict

// Ask is a judge's answer, without a search where none is needed.
func (j Judge) Ask(ctx context.Context, g *chapters.Game) solver.Verdict {
	switch result := g.Result(); {
	case result == chapters.Won:
		return solver.Winnable
	case result == chapters.Lost || g.IsOver():
		return solver.Unwinnable
	}
	return j(ctx, g)
}

// TurningPoint is where a round was lost.
type TurningPoint struct {
	// Verdict is Winnable where the round can still be won at its end, or was
	// won; Unwinnable where it was lost, at the decision made after Step others,
	// or before the first one where Step is -1; Unknown where a limit was hit.
	Verdict solver.Verdict
	Step    int
}

// Text says where the round was lost, where no decision did that; else it is empty.
func (point TurningPoint) Text(t *texts.Texts) string {
	switch {
	case point.Verdict == solver.Winnable:
		return t.T("look.found.open")
	case point.Verdict == solver.Unknown:
		return t.T("look.found.unknown")
	case point.Step < 0:
		return t.T("look.found.never")
	}
	return ""
}

// TurningPoint finds the decision after which the round could no longer be won, as
// [solver.TurningPoint] does.
func (w *Walk) TurningPoint(ctx context.Context, judge Judge) TurningPoint {
	first, sure := solver.TurningPoint(len(w.games), w.TrickStart(1), func(n int) solver.Verdict {
		return judge.Ask(ctx, w.GameAt(n))
	})
	switch {
	case !sure:
		return TurningPoint{Verdict: solver.Unknown}
	case first == len(w.games):
		return TurningPoint{Verdict: solver.Winnable}
	}
	return TurningPoint{Verdict: solver.Unwinnable, Step: first - 1}
}
