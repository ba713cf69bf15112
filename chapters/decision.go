package chapters

import (
	"fmt"
	"strings"

	"fellowship/tricks"
)

// Kind is the kind of a decision.
type Kind uint8

// The kinds of decisions.
const (
	// Draft takes a character (S4).
	Draft Kind = iota
	// Exchange passes a card to a character (S6), or declines to (To is NoSeat).
	Exchange
	// Return passes one back (S6).
	Return
	// Give gives a card away for good (C4).
	Give
	// PlayCard plays a card (T3).
	PlayCard
	// NameLeader names who leads the trick (K: Bilbo Baggins); To is the seat,
	// maybe his own. A play by the seat that leads says the same.
	NameLeader
)

// kindNames are the keys of the decisions in a record.
var kindNames = [...]string{"draft", "exchange", "return", "give", "play", "name"}

// String returns the key of the kind in a record.
func (k Kind) String() string { return kindNames[k] }

// Decision is one choice made in a round.
type Decision struct {
	Kind Kind
	// Seat is whose decision it is: the seat of the character.
	Seat tricks.Seat
	// Character is the id taken, for Draft.
	Character string
	// To is the seat that receives the card; NoSeat declines an exchange.
	To tricks.Seat
	// Move is the card, and for R1 whether it is played to win.
	tricks.Move
}

// String writes the decision: 1:sam (draft), 1>0:H3 (a card from seat 1 to
// seat 0), 1:- (no exchange), 0:R1! (play), 1>2 (seat 2 leads).
func (d Decision) String() string {
	switch {
	case d.Kind == Draft:
		return d.Seat.String() + ":" + d.Character
	case d.Kind == PlayCard:
		return d.Play().String()
	case d.Kind == NameLeader:
		return d.Seat.String() + ">" + d.To.String()
	case d.To == tricks.NoSeat:
		return d.Seat.String() + ":-"
	}
	return d.Seat.String() + ">" + d.To.String() + ":" + d.Card.String()
}

// Play returns the play of a PlayCard decision.
func (d Decision) Play() tricks.Play { return tricks.Play{Seat: d.Seat, Move: d.Move} }

// PlayDecision returns the decision to make a play.
func PlayDecision(p tricks.Play) Decision {
	return Decision{Kind: PlayCard, Seat: p.Seat, To: tricks.NoSeat, Move: p.Move}
}

// ParseDecision reads what [Decision.String] writes for a kind. Whether the
// decision is legal is another question.
func ParseDecision(kind Kind, text string) (Decision, error) {
	d := Decision{Kind: kind, To: tricks.NoSeat, Move: tricks.Move{Card: tricks.NoCard}}
	if kind == PlayCard {
		p, err := tricks.ParsePlay(text)
		if err != nil {
			return Decision{}, err
		}
		return PlayDecision(p), nil
	}
	if kind == NameLeader {
		from, to, _ := strings.Cut(text, ">")
		var err error
		if d.Seat, err = tricks.ParseSeat(from); err != nil {
			return Decision{}, err
		}
		d.To, err = tricks.ParseSeat(to)
		return d, err
	}
	who, what, ok := strings.Cut(text, ":")
	if !ok {
		return Decision{}, fmt.Errorf("%.24q is not a decision: a colon is missing", text)
	}
	from, to, passes := strings.Cut(who, ">")
	var err error
	if d.Seat, err = tricks.ParseSeat(from); err != nil {
		return Decision{}, err
	}
	switch {
	case kind == Draft && !passes:
		if what == "" || strings.ContainsFunc(what, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') }) {
			return Decision{}, fmt.Errorf("%.24q is not the id of a character", what)
		}
		d.Character = what
		return d, nil
	case kind == Exchange && !passes && what == "-":
		return d, nil
	case kind == Draft || !passes:
		return Decision{}, fmt.Errorf("%.24q is not a decision of the kind %s", text, kind)
	}
	if d.To, err = tricks.ParseSeat(to); err != nil {
		return Decision{}, err
	}
	d.Card, err = tricks.ParseCard(what)
	if err != nil {
		return Decision{}, err
	}
	return d, nil
}

// RuleError says why a decision is not legal and names the rule.
type RuleError struct {
	Rule string
	Why  string
}

// Error returns the reason with the rule's number in brackets.
func (e *RuleError) Error() string { return e.Why + " (" + e.Rule + ")" }

func ruleError(rule, format string, args ...any) error {
	return &RuleError{Rule: rule, Why: fmt.Sprintf(format, args...)}
}
