package round

import (
	"context"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Thought is a decision that a computer player has to make. It does not refer to the round, so another
// goroutine can think about it. The same thought always leads to the same decision.
type Thought struct {
	// Seat is the seat of the player who decides.
	Seat tricks.Seat
	// Name is the name of the computer player.
	Name string
	// Player is the computer player itself, nil for an external program.
	Player players.Player

	view chapters.View
	seed uint64
	// decisions is the number of decisions before this one.
	decisions int
}

// Think returns the thought about the decision that is due, nil if no computer player decides.
func (s *Round) Think() *Thought {
	player := s.game.Due().Decider
	if s.stopped || player == tricks.NoSeat || s.isPerson(player) {
		return nil
	}
	return s.newThought(s.game, player)
}

// newThought returns the thought of a player about the decision that is due in a game.
func (s *Round) newThought(g *chapters.Game, player tricks.Seat) *Thought {
	name := s.playerNames[player]
	return ThoughtOf(g, name, s.computers[name], s.seed, len(g.Decisions()))
}

// ThoughtOf returns the thought of a computer player with a name about the decision that is due in a game, after
// a number of decisions. player is nil for an external program, and seed is the seed of the round's computer
// players.
func ThoughtOf(g *chapters.Game, name string, player players.Player, seed uint64, decisions int) *Thought {
	decider := g.Due().Decider
	return &Thought{
		Seat:      decider,
		Name:      name,
		Player:    player,
		view:      g.View(decider),
		seed:      seed,
		decisions: decisions,
	}
}

// Decide thinks until there is a decision or the context ends. It also returns a short reason for the
// decision.
func (t *Thought) Decide(ctx context.Context) (chapters.Decision, players.Reason, error) {
	if t.Player == nil {
		return chapters.Decision{}, players.Reason{},
			say.Errorf("only the command line can start a program such as %s", t.Name)
	}
	view := t.view
	return t.Player.Think(ctx, &view, players.Source(t.seed, t.decisions), false)
}

// Explain comes to the same decision as Decide and returns the full reason. It may take longer. Player must
// not be nil. The reason tells cards of the seat's hand: while the round lasts only the person at that seat
// may read it, and everybody else reads what [players.Reason.Heard] leaves of it (S11).
func (t *Thought) Explain(ctx context.Context) (chapters.Decision, players.Reason, error) {
	view := t.view
	return t.Player.Think(ctx, &view, players.Source(t.seed, t.decisions), true)
}
