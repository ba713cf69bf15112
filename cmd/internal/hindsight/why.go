package hindsight

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"
)

// Why is the question why a computer player made a decision. The answer names cards of its hand, so it is
// for a round that is over, or whose cards are all open.
type Why struct {
	thought *round.Thought
	// view shows all cards before the decision.
	view chapters.View
	made chapters.Decision
}

// SetPlayers sets who made each decision, as records name players. Without it the players of the record
// count, who may have been replaced during the round.
func (w *Walk) SetPlayers(names []string) { w.players = names }

// player returns who made the decision after n others, as records name players; empty if that is not known.
func (w *Walk) player(n int) string {
	made := n - w.plays
	seat := int(w.games[n].Due().Decider)
	switch {
	case made < 0 || n >= w.Len():
		return ""
	case made < len(w.players):
		return w.players[made]
	case seat >= 0 && seat < len(w.record.PlayerNames):
		return w.record.PlayerNames[seat]
	}
	return ""
}

// HasComputers reports whether a computer player that gives reasons made some decision.
func (w *Walk) HasComputers() bool {
	for n := range w.Len() {
		if players.CanSit(w.player(n)) {
			return true
		}
	}
	return false
}

// Why returns the question about the decision that was made after n others. It is nil if a person or an
// external program made that decision, or if nothing was decided. Another goroutine may ask it.
func (w *Walk) Why(n int) *Why {
	name := w.player(n)
	if !players.CanSit(name) {
		return nil
	}
	player, err := players.New(name)
	if err != nil {
		return nil
	}
	seed := uint64(0)
	if w.record.Seed != nil {
		seed = *w.record.Seed
	}
	thought := round.ThoughtOf(w.GameAt(n), name, player, seed, n-w.plays)
	return &Why{thought: thought, view: w.View(n), made: w.Decision(n)}
}

// Answer lets the computer player think again, and returns its whole reason as a page. The error is that of the
// context.
func (q *Why) Answer(ctx context.Context) (func(*texts.Texts) page.Page, error) {
	again, reason, err := q.thought.Explain(ctx)
	if err != nil {
		return nil, err
	}
	return func(t *texts.Texts) page.Page {
		words := t.Round(&q.view)
		if again != q.made {
			return page.FromText(words.NotRepeated(q.made.Seat))
		}
		return words.WholeReason(q.made, reason)
	}, nil
}
