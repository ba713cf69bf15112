package realtable

import (
	"errors"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// playTricks plays the tricks of an order in a game that is at its first trick. If there is an error, it also
// returns the line that is wrong.
func playTricks(n *note, g *chapters.Game, order trickOrder) (line int, err error) {
	for k, t := range order {
		for _, m := range n.moves {
			if m.beforeTrick == k {
				if err := applySwap(g, m); err != nil {
					return m.line, err
				}
			}
		}
		if err := nameLeader(g, t.leader); err != nil {
			return t.line, err
		}
		for _, p := range t.plays {
			err := g.Apply(chapters.PlayDecision(p))
			var illegal *tricks.IllegalError
			if errors.As(err, &illegal) {
				err = say.Errorf(
					"trick %d: %s %s (%s); correct the card, or who led",
					k+1,
					n.name(illegal.Seat),
					illegal.Reason,
					illegal.Rule,
				)
			}
			if err != nil {
				return t.line, err
			}
		}
	}
	return 0, nil
}

// nameLeader names the leader of the next trick, if a character has to name one (K: Bilbo Baggins).
func nameLeader(g *chapters.Game, leader tricks.Seat) error {
	due := g.Due()
	if due.Kind != chapters.NameLeader || g.IsOver() {
		return nil
	}
	return g.Apply(chapters.Decision{
		Kind:   chapters.NameLeader,
		Seat:   due.Seat,
		Target: leader,
		Move:   tricks.Move{Card: tricks.NoCard},
	})
}

// applySwap makes an exchange during play (L5: Sting).
func applySwap(g *chapters.Game, m move) error {
	err := g.Apply(chapters.Decision{
		Kind:   chapters.Swap,
		Seat:   m.giver,
		Target: m.receiver,
		Move:   tricks.Move{Card: m.card},
	})
	if err != nil || m.receiver < 0 {
		return err
	}
	return g.Apply(chapters.Decision{
		Kind:   chapters.Return,
		Seat:   m.receiver,
		Target: m.giver,
		Move:   tricks.Move{Card: m.returned},
	})
}
