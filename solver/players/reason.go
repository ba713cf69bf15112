package players

import (
	"fellowship/chapters"
	"fellowship/tricks"
)

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
	// They are there if the reason is given in full by a player that asks worlds, and Second
	// and Key nil where there is none.
	Best   Judged
	Second *Judged
	Key    *KeyCard
}

// Judged is a decision, and in how many worlds the round can still be won after it.
type Judged struct {
	chapters.Decision
	Won int
}

// KeyCard is a card that the player does not see, and the meaning of its place: of With worlds in
// which Seat does, Won can still be won, and of Without others Else.
type KeyCard struct {
	Card                   tricks.Card
	Seat                   tricks.Seat
	HeldWorlds, HeldWins   int
	OtherWorlds, OtherWins int
}
