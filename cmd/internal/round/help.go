package round

import (
	"context"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Hinter is the computer player that gives hints.
const Hinter = players.Strongest

// Advice returns the strongest computer player's thought about the decision of the person whose decision
// is due. The computer player sees only what that person sees.
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

// LastCard returns the last card that a computer player played in the first trickCount tricks, and the
// thought that led to it, so that it can be explained. The thought is nil if there is no such card.
// Cards of external programs are skipped, since they give no reasons.
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

// OpenCardsResult is the verdict of the solver, which sees all cards, on the options of a decision.
type OpenCardsResult struct {
	// Wins are the options that keep the round winnable.
	Wins []chapters.Decision
	// Unknown are the options for which the solver reached its limit.
	Unknown []chapters.Decision
	// OptionCount is the number of all options.
	OptionCount int
}

// openNodes is how many card plays the solver may try for each option.
const openNodes = 300_000

// OpenCards returns a function that judges the options of the decision that is due now. Another goroutine
// may call it, even when the round has gone on.
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
