package scene

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Seat is a seat as the person sees it.
type Seat struct {
	// Index is the number of the seat, counted from 0.
	Index tricks.Seat
	// ID is the character's id, empty before a character is chosen.
	ID string
	// Name is the character's short name. Before a character is chosen it is the player's name, or the seat's number.
	Name string
	// Letters are the one or two letters of the character, see [texts.Texts.CharacterLetters], or the number of the
	// seat before a character is chosen.
	Letters string
	// Role says who plays the seat: "you", a person's name, or the pyramid; empty for a computer player.
	Role string

	// Goal is the goal in a few words.
	Goal string
	// GoalWithPips is the goal in fewer words, for a narrow seat with pips.
	GoalWithPips string
	// WantedCard is the card to be won if the goal asks for a single one, else [tricks.NoCard].
	WantedCard tricks.Card
	// Count is the number that the goal asks for, as far as pips can show it.
	Count Count
	// Progress says in a few words how far the goal has come; empty before play and for no goal.
	Progress texts.ProgressWord
	// Status is the state of the goal.
	Status Status
	// StatusWord is the status in a word, empty for an open goal.
	StatusWord string
	// Tag is a word for what the seat does now.
	Tag string

	// Cards is the number of cards in the hand.
	Cards int
	// Tricks is the number of tricks won.
	Tricks int
	// Turn reports whether the seat has to decide.
	Turn bool
	// Leads reports whether the seat led the trick, or leads the next one.
	Leads bool
	// Fresh reports whether the goal has moved forward or back since the person's last turn.
	Fresh bool
	// Flash reports whether the goal has just been met or lost.
	Flash bool

	// Open are the cards that lie face up.
	Open []tricks.Card
	// Rows is the pyramid, nil for other seats (S9).
	Rows [][]tricks.Card
	// Extra are the cards beside the pyramid.
	Extra []tricks.Card
	// Facts are the threat, the rider, the gift and the like.
	Facts []string
}

// Count is a number of tricks or cards that a goal asks for. The zero value means that it asks for none.
type Count struct {
	// Reached is how many the seat has won.
	Reached int
	// Need is the least number that meets the goal.
	Need int
	// Most is the greatest number that still meets the goal.
	Most int
}

// seatLetters returns the letters of the character at a seat. A seat without a character has its number.
func (t *Board) seatLetters(seat tricks.Seat) string {
	if c := t.View.Seats[seat].Character; c != nil {
		return t.Reader.Texts.CharacterLetters(c)
	}
	return t.Reader.Texts.Number(seat)
}

// pipLimit is the number from which a goal's count is no longer drawn as pips.
const pipLimit = 5

// Word returns the goal in a few words if pips or a card show how far it has come, and otherwise how far it has
// come.
func (s *Seat) Word() string {
	if s.WantedCard != tricks.NoCard || s.Count != (Count{}) || s.Progress.Text == "" {
		return s.Goal
	}
	return s.Progress.Text
}

// countedPart returns the one part of a goal that asks for something, if the others only forbid something
// (Bilbo Baggins, Boromir, Underhill).
func countedPart(goal *characters.Standing) *characters.Standing {
	if goal.Op != characters.All {
		return goal
	}
	var counted *characters.Standing
	for i := range goal.Parts {
		part := &goal.Parts[i]
		switch {
		case part.Op != characters.Leaf || part.Least > 0 && counted != nil:
			return goal
		case part.Least > 0:
			counted = part
		}
	}
	if counted == nil {
		return goal
	}
	return counted
}

// dependsOnOthers reports whether the number that a condition asks for changes with what the others win.
func dependsOnOthers(kind characters.ConditionKind) bool {
	return kind == characters.Fewest || kind == characters.BetweenOthers || kind == characters.MostCards
}

// wanted returns the single card that a goal asks for, or else the number that it asks for if pips can
// show that.
func wanted(goal *characters.Standing) (c tricks.Card, n Count) {
	goal = countedPart(goal)
	if goal.Op != characters.Leaf || dependsOnOthers(goal.Condition.Kind) {
		return tricks.NoCard, n
	}
	if goal.Condition.Kind == characters.Cards && goal.Condition.Cards.Len() == 1 && goal.Least == 1 {
		return goal.Condition.Cards.First(), n
	}
	most := goal.Most
	if most == characters.NoLimit {
		most = goal.Least
	}
	if max(goal.Least, most) > 0 && max(goal.Least, most) < pipLimit {
		n = Count{goal.Counted, goal.Least, most}
	}
	return tricks.NoCard, n
}

// Role says who plays a seat: "you", the name of a person, or the pyramid. It is empty for a computer
// player, and where [Seat.Name] names the person.
func (t *Board) Role(s tricks.Seat) string {
	seatView := &t.View.Seats[s]
	switch isOwn := seatView.Decider == t.View.Player && t.View.Players > 1; {
	case seatView.Rows != nil && isOwn:
		return t.Reader.Texts.T("seat.pyramid") + ", " + t.Reader.Texts.T("seat.you")
	case seatView.Rows != nil:
		return t.Reader.Texts.T("seat.pyramid")
	case isOwn:
		return t.Reader.Texts.T("seat.you")
	case seatView.Character != nil: // before that the seat itself is called by the person's name
		return seatView.Person
	}
	return ""
}

// SeatName returns a seat's number and its character.
func (t *Board) SeatName(s tricks.Seat) string {
	if c := t.View.Seats[s].Character; c != nil {
		return t.Reader.Texts.Number(s) + " " + t.Reader.Texts.ShortName(c)
	}
	return t.Reader.Texts.Number(s) + " " + t.Reader.Texts.T("seat.noone")
}

// Leads reports whether the seat led the trick shown, or leads the next one.
func (t *Board) Leads(s tricks.Seat) bool {
	if t.Shown != nil && len(t.Shown.Plays) > 0 {
		return t.Shown.Plays[0].Seat == s
	}
	return t.View.Stage == chapters.StagePlay && t.View.Leader == s
}

// Side returns the side of the trick where a seat sits: near, left, far or right.
func (t *Board) Side(s tricks.Seat) string {
	n := len(t.View.Seats)
	offset := (int(s) - int(t.nearSeat) + n) % n
	if n == 3 && offset == 2 {
		offset = 3 // Of three seats none sits opposite.
	}
	return [...]string{"near", "left", "far", "right"}[offset]
}

// HandCards returns the visible cards of a seat without the ones that it has set aside, which
// [texts.Round.Facts] names.
func HandCards(seatView *chapters.SeatView) tricks.Set {
	cards := seatView.Open
	for _, c := range []tricks.Card{seatView.Tucked, seatView.First, seatView.Last} {
		if c != tricks.NoCard && c != tricks.Closed && !seatView.Hand.Contains(c) {
			cards &^= c.Bit()
		}
	}
	return cards
}
