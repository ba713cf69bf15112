package round

import (
	"context"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/solver"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Thought is a decision that a computer player has to make, apart from the
// round, so that another goroutine can think about it. The same thought comes
// to the same decision every time.
type Thought struct {
	// Seat is the player who thinks, and Name which computer player that is.
	Seat tricks.Seat
	Name string
	// Player is the one of that name, nil for a program.
	Player players.Player

	view      chapters.View
	seed      uint64
	decisions int // decisions before this one
}

// Think returns the computer's decision that is due, to be thought about; nil if it is not its
// turn.
func (s *Round) Think() *Thought {
	player := s.game.Due().Decider
	if s.stopped || player == tricks.NoSeat || s.isPerson(player) {
		return nil
	}
	return s.newThought(s.game, player)
}

// newThought is about the decision that a game waits for.
func (s *Round) newThought(g *chapters.Game, player tricks.Seat) *Thought {
	name := s.playerNames[player]
	return &Thought{
		Seat: player, Name: name, Player: s.computers[name],
		view: g.View(player), seed: s.seed, decisions: len(g.Decisions()),
	}
}

// Decide thinks until there is a decision, or the context is done. It says why
// the decision was made.
func (t *Thought) Decide(ctx context.Context) (chapters.Decision, players.Reason, error) {
	if t.Player == nil {
		return chapters.Decision{}, players.Reason{},
			say.Errorf("only the command line starts a program such as %s", t.Name)
	}
	view := t.view
	return t.Player.Think(ctx, &view, players.Source(t.seed, t.decisions), false)
}

// Explain decides as Decide does, with the reason in full. It may take longer.
func (t *Thought) Explain(ctx context.Context) (chapters.Decision, players.Reason, error) {
	view := t.view
	return t.Player.Think(ctx, &view, players.Source(t.seed, t.decisions), true)
}

// Hinter is the computer player that is asked for a hint.
const Hinter = players.Strongest

// Advice returns the decision that is due, for the strongest computer player to think about in the
// person's place. It sees what that person sees, and nothing else.
func (s *Round) Advice() (*Thought, error) {
	player := s.Player()
	if player == tricks.NoSeat {
		return nil, ErrNotDue
	}
	p, err := players.New(Hinter)
	t := s.newThought(s.game, player)
	t.Name = Hinter
	t.Player = p
	return t, err
}

// LastCard returns the last card that a computer player played in the first tricks, so many of
// them, and the thought that led to it, to be thought once more for its reason. The thought is nil
// if there is none. Programs tell no reasons.
func (s *Round) LastCard(trickCount int) (tricks.Play, *Thought, error) {
	decisions := s.game.Decisions()
	for i := len(decisions) - 1; i >= 0; i-- {
		player := s.deciders[i].seat
		if decisions[i].Kind != chapters.PlayCard || s.deciders[i].person || s.isPerson(player) ||
			IsProgram(s.playerNames[player]) {
			continue
		}
		game, err := s.game.AfterDecisions(i)
		if err != nil {
			return tricks.Play{}, nil, err
		}
		if len(game.History()) >= trickCount {
			continue
		}
		return decisions[i].Play(), s.newThought(game, player), nil
	}
	return tricks.Play{}, nil, nil
}

// OpenCardsResult is the verdict of the solver, which sees all cards, on a decision: the options that keep
// the round winnable, and those of which that was not found out.
type OpenCardsResult struct {
	Wins, Unknown []chapters.Decision
	// OptionCount is how many options there are.
	OptionCount int
}

// openNodes is how many card plays the solver may try for each option.
const openNodes = 300_000

// OpenCards returns that question about the decision that is due, to be answered by another
// goroutine.
func (s *Round) OpenCards() func(context.Context) (OpenCardsResult, error) {
	game := s.game
	return func(ctx context.Context) (OpenCardsResult, error) {
		var out OpenCardsResult
		for _, option := range game.Options() {
			trial := game.Clone()
			if err := trial.Apply(option); err != nil {
				return out, err
			}
			found, err := solver.Solve(ctx, trial, solver.Options{Nodes: openNodes})
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return out, err
			}
			out.OptionCount++
			switch found.Verdict {
			case solver.Winnable:
				out.Wins = append(out.Wins, option)
			case solver.Unknown:
				out.Unknown = append(out.Unknown, option)
			case solver.Unwinnable:
			}
		}
		return out, nil
	}
}
