package players

import (
	"context"
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Thinker is a player whose thinking can be broken off, and who can tell what
// came of it.
type Thinker interface {
	Player
	// Think returns what Choose returns, and why. When the context is done
	// first it returns that error; the context changes nothing else.
	Think(ctx context.Context, v *chapters.View, src rand.Source) (chapters.Decision, Reason, error)
}

// Reason is why a computer player made a decision, in counts of its
// trials.
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
	// Best and Second are the two best decisions and what became of each in the same
	// Worlds, and Key the card whose place tells most about the worlds that Best won.
	// They are there after [Explain] by a player that asks worlds, and Second and Key
	// nil where there is none.
	Best   Judged
	Second *Judged
	Key    *KeyCard
}

// Judged is a decision, and in how many worlds the round can still be won after it.
type Judged struct {
	chapters.Decision
	Won int
}

// KeyCard is a card that the player does not see, and what it means who holds it: of
// With worlds in which Seat does, Won can still be won, and of Without others Else.
type KeyCard struct {
	Card          tricks.Card
	Seat          tricks.Seat
	With, Won     int
	Without, Else int
}

// Explainer is a thinker that can give its reason in full, which takes longer.
type Explainer interface {
	Thinker
	// Explain returns what Think returns, with the reason in full.
	Explain(ctx context.Context, v *chapters.View, src rand.Source) (chapters.Decision, Reason, error)
}

// Explain returns what [Think] returns, with a reason in full if the player has one.
func Explain(ctx context.Context, p Player, v *chapters.View, src rand.Source) (chapters.Decision, Reason, error) {
	if e, ok := p.(Explainer); ok {
		return e.Explain(ctx, v, src)
	}
	return Think(ctx, p, v, src)
}

// Think lets a player choose, with its reason if it is a [Thinker].
func Think(ctx context.Context, p Player, v *chapters.View, src rand.Source) (chapters.Decision, Reason, error) {
	if t, ok := p.(Thinker); ok {
		return t.Think(ctx, v, src)
	}
	return p.Choose(v, src), Reason{Options: len(v.Ask.Options)}, ctx.Err()
}
