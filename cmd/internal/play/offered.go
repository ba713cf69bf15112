package play

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// kind is a kind of round, a bit of a set.
type kind uint8

const (
	// game is a person's own game at home, which is saved.
	game kind = 1 << iota
	// evening is the small round of the first evening.
	evening
	// puzzled is a puzzle.
	puzzled
	// friends is a round at a table on a server.
	friends
)

// offered says which kinds of rounds have an action, by its name, and when. Actions that are not listed exist
// in all rounds. In a puzzle one person plays all seats with all cards face up, so a hint is the solution.
var offered = map[string]struct {
	// kinds is the set of the kinds that have the action.
	kinds kind
	// condition further limits the action; nil means always.
	condition func(State) bool
}{
	"hint":        {game | evening | puzzled | friends, State.hasHints},
	"why":         {game | evening | friends, State.hasHints},
	"opencards":   {game | puzzled | friends, State.hasOpenCards},
	"undo":        {game | evening | friends, State.mayPropose},
	"stop":        {game | evening | friends, State.mayPropose},
	"know":        {game | evening | friends, nil},
	"coach":       {game | evening | friends, func(s State) bool { return s.Texts.Round(s.View).Coach() != "" }},
	"onfrom":      {game | friends, State.mayPlayOn},
	"again":       {game | evening | puzzled, nil},
	"another":     {game | puzzled, nil},
	"nextchapter": {game | evening, func(s State) bool { return s.Options.Next != "" }},
	"solve": {game | friends, func(s State) bool {
		return s.Options.Solve != nil && s.View.Result != chapters.Won && !s.Solving
	}},
	"look":     {game | friends, func(s State) bool { return s.Options.Replayable || s.kind() == friends }},
	"table":    {friends, nil},
	"phrases":  {friends, func(s State) bool { return s.Client.LastSnapshot.Company() }},
	"together": {friends, func(s State) bool { return s.Client.LastSnapshot.Company() && s.Now == round.End }},
}

// Offered limits actions to the rounds that offer them, see [State.Offers].
func Offered[F Front[R], R any](all []Action[F, R]) []Action[F, R] {
	for i := range all {
		all[i].Available = func(f F) bool {
			s := f.State()
			return s.Offers(all[i].Name)
		}
	}
	return all
}

// Offers reports whether an action exists in this round, by its name.
func (s State) Offers(name string) bool {
	row, listed := offered[name]
	return !listed || row.kinds&s.kind() != 0 && (row.condition == nil || row.condition(s))
}

// kind returns the kind of the round.
func (s State) kind() kind {
	switch {
	case s.Client.Puzzle != nil:
		return puzzled
	case !s.Client.LastSnapshot.Setup.Home:
		return friends
	case s.Options.Lesson:
		return evening
	}
	return game
}

// hasSay reports whether the person plays in the round. At a table on a server others may watch.
func (s State) hasSay() bool {
	return s.kind() != friends || s.Client.LastSnapshot.Me != tricks.NoSeat && s.Client.LastSnapshot.Playing
}

// mayPropose reports whether the person may take a decision back or end the round, or propose to.
func (s State) mayPropose() bool { return s.hasSay() && (s.kind() != friends || s.Now != round.End) }

// mayPlayOn reports whether the person may play on from where the round was lost, or propose to.
func (s State) mayPlayOn() bool {
	return s.Loss.CanPlayOn() && (s.kind() != friends || s.Client.LastSnapshot.Me != tricks.NoSeat)
}

// hasOpenCards reports whether the person may ask the solver, which sees all cards.
func (s State) hasOpenCards() bool {
	allowed := s.Client.LastSnapshot.Setup.OpenCards && s.hasSay()
	if s.kind() == friends {
		return allowed
	}
	return s.kind() == puzzled || s.Options.Solve != nil || allowed
}

// hasHints reports whether the person may ask for hints.
func (s State) hasHints() bool {
	return s.hasSay() && (s.kind() != friends || s.Client.LastSnapshot.Setup.Hints)
}
