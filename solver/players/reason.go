package players

import (
	"context"
	"math/rand/v2"

	"fellowship/chapters"
)

// Thinker is a player whose thinking can be broken off, and who can tell what
// came of it.
type Thinker interface {
	Player
	// Think returns what Choose returns, and why. When the context is done
	// first it returns that error; the context changes nothing else.
	Think(ctx context.Context, v *chapters.View, src rand.Source) (chapters.Decision, Reason, error)
}

// Reason is what a computer player found about the decision it made, in counts
// of what it tried.
type Reason struct {
	// Options is how many decisions there were to choose from.
	Options int
	// Worlds is in how many worlds that agree with the player's view the solver
	// was asked. In Won of them the decision keeps the round winnable, in Open
	// of them the solver did not find out.
	Worlds, Won, Open int
	// Imagined is how many rounds the player played to their end in its head
	// after this decision.
	Imagined int
}

// Think lets a player choose, with its reason if it is a [Thinker].
func Think(ctx context.Context, p Player, v *chapters.View, src rand.Source) (chapters.Decision, Reason, error) {
	if t, ok := p.(Thinker); ok {
		return t.Think(ctx, v, src)
	}
	return p.Choose(v, src), Reason{Options: len(v.Ask.Options)}, ctx.Err()
}
