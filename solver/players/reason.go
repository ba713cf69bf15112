package players

import (
	"fellowship/chapters"
	"fellowship/tricks"
)

// Reason is the reason for a computer player's decision, in numbers from its trials.
type Reason struct {
	// Options is the number of decisions to choose from.
	Options int
	// Worlds is the number of worlds, all in agreement with the player's view, in which the solver
	// was asked about the decision.
	Worlds int
	// Won is the number of these worlds in which the round can still be won after the decision.
	Won int
	// Open is the number of these worlds that the solver did not decide.
	Open int
	// Imagined is the number of rounds that the player has imagined after this decision.
	Imagined int
	// Best is the best decision. It is set by players that ask the solver.
	Best Judged
	// Second is the second best decision, judged in the same worlds. It is set in a full reason of
	// a player that asks the solver, and nil if there is none.
	Second *Judged
	// Ranked is all decisions that were judged, in the same worlds and the best first. It is set in a full
	// reason of a player that asks the solver.
	Ranked []Judged
	// Key is the card whose place says most about the worlds that Best wins. It is set in a full
	// reason of a player that asks the solver, and nil if no card clearly matters.
	Key *KeyCard
}

// Heard is as much of a reason as the others at the table may hear while the round lasts (S11). A reason
// is worked out from the hand of the player's seat. Its alternatives are cards of that hand, "the only
// choice" says that the hand has no other card of a suit, and the key card says what the seat does not
// hold. So Heard has none of these: it has two counts, and no card.
type Heard struct {
	// Worlds is the number of worlds in which the solver was asked about the decision, 0 for a player
	// that does not ask the solver. It does not depend on the number of choices.
	Worlds int
	// Won is the number of these worlds in which the round can still be won after the decision.
	Won int
}

// Heard returns what the others may hear of a full reason.
func (r *Reason) Heard() Heard { return Heard{Worlds: r.Worlds, Won: r.Won} }

// Judged is a decision with its result.
type Judged struct {
	chapters.Decision
	// Won is the number of worlds in which the round can still be won after the decision.
	Won int
}

// KeyCard is a card that the player does not see, and what it matters who holds it.
type KeyCard struct {
	Card tricks.Card
	Seat tricks.Seat
	// HeldWorlds is the number of worlds in which Seat holds the card.
	HeldWorlds int
	// HeldWins is how many of HeldWorlds can still be won.
	HeldWins int
	// OtherWorlds is the number of all other worlds.
	OtherWorlds int
	// OtherWins is how many of OtherWorlds can still be won.
	OtherWins int
}
