package chapters

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// LostCard stands for the lost card as the partner of an exchange, where a seat is expected.
const LostCard = tricks.NoSeat - 1

// The answers to questions with yes or no.
const (
	Yes = "yes"
	No  = "no"
)

// Decision is one choice made in a round.
type Decision struct {
	// Kind says which of the other fields are used.
	Kind DecisionKind
	// Seat is the seat of the character that acts.
	Seat tricks.Seat
	// Target is the seat that gets the card, or the leader of [NameLeader]. NoSeat declines an
	// exchange, and [LostCard] exchanges with the lost card.
	Target tricks.Seat
	// Move is the card, and for R1 whether it is played to win.
	tricks.Move
	// Character is the id of the character that is taken, for [Draft].
	Character string
	// Word is the answer to [Redraw], [TakeLost] and [TakeBack] (yes or no), to [Declare] (more or
	// fewer) and to [Range] (such as 3-4).
	Word string
	// Number is the threat number, for [Threat].
	Number int
}

// String writes the decision: 1:sam (draft), 1>0:H3 (a card from seat 1 to
// seat 0), 1>lost:H3, 1:- (no exchange), 0:R1! (play), 1>2 (seat 2 leads), 1:5
// (threat 5), 1:yes, 1:more, 1:3-4, 1:M2 (a card put aside).
func (d Decision) String() string {
	seat := d.Seat.String()
	switch decisionKinds[d.Kind].form {
	case aPlay:
		return d.Play().String()
	case aSeat:
		return seat + ">" + d.Target.String()
	case aNumber:
		return seat + ":" + strconv.Itoa(d.Number)
	case aCard:
		return seat + ":" + d.Card.String()
	case aPass:
		switch d.Target {
		case tricks.NoSeat:
			return seat + ":-"
		case LostCard:
			return seat + ">lost:" + d.Card.String()
		}
		return seat + ">" + d.Target.String() + ":" + d.Card.String()
	default:
		return seat + ":" + d.Character + d.Word
	}
}

// Play returns the play of a PlayCard decision.
func (d Decision) Play() tricks.Play { return tricks.Play{Seat: d.Seat, Move: d.Move} }

// PlayDecision returns the decision to make a play.
func PlayDecision(p tricks.Play) Decision {
	return Decision{Kind: PlayCard, Seat: p.Seat, Target: tricks.NoSeat, Move: p.Move}
}

// parseDecision reads what [Decision.String] writes for a kind. It does not check whether the decision
// is legal.
func parseDecision(kind DecisionKind, text string) (Decision, error) {
	if int(kind) >= len(decisionKinds) {
		return Decision{}, say.Errorf("there is no kind of decision %d", kind)
	}
	if decisionKinds[kind].form == aPlay {
		p, err := tricks.ParsePlay(text)
		if err != nil {
			return Decision{}, err
		}
		return PlayDecision(p), nil
	}
	seats, answer, colon := strings.Cut(text, ":")
	seatText, targetText, arrow := strings.Cut(seats, ">")
	row := &decisionKinds[kind]
	switch shape := row.form; {
	case !colon && shape != aSeat:
		return Decision{}, say.Errorf("%.24q is not a decision: a colon is missing", text)
	case arrow != (shape == aSeat || shape == aPass && answer != "-"):
		return Decision{}, say.Errorf("%.24q is not a decision of the kind %s", text, kind)
	}
	d := newDecision(kind, 0)
	var err error
	if d.Seat, err = tricks.ParseSeat(seatText); err != nil {
		return Decision{}, err
	}
	if arrow {
		if d.Target, err = parseTarget(row, targetText); err != nil {
			return Decision{}, err
		}
	}
	if row.form == aPass && answer == "-" && !row.declines {
		return Decision{}, say.Errorf("%.24q is not a decision: with %s, a card cannot be declined", text, kind)
	}
	if err := d.setAnswer(row.form, answer); err != nil {
		return Decision{}, err
	}
	return d, nil
}

// setAnswer reads the part of a decision behind the colon.
func (d *Decision) setAnswer(shape form, answer string) (err error) {
	switch shape {
	case aNumber:
		d.Number, err = strconv.Atoi(answer)
		if err != nil || d.Number < 1 || d.Number > 99 || answer != strconv.Itoa(d.Number) {
			return say.Errorf("%.24q is not a threat number", answer)
		}
	case aCard:
		d.Card, err = tricks.ParseCard(answer)
	case aPass:
		if answer != "-" {
			d.Card, err = tricks.ParseCard(answer)
		}
	case aWord, aRange, aCharacter:
		err = d.setWord(answer)
	case aSeat, aPlay: // a seat has no answer, and plays are not read here
	}
	return err
}

// parseTarget reads the seat behind an arrow, or the lost card.
func parseTarget(row *kindRow, text string) (tricks.Seat, error) {
	if text == "lost" && row.toLost {
		return LostCard, nil
	}
	return tricks.ParseSeat(text)
}

// setWord sets the answer of a decision that is answered with a word, a range or a character.
func (d *Decision) setWord(word string) error {
	switch list := decisionKinds[d.Kind].words; {
	case list != nil:
		if !slices.Contains(list, word) {
			return say.Errorf("%.24q is not an answer to %s: write %s", word, d.Kind, say.Fold("%s or %s", list))
		}
		d.Word = word
	case decisionKinds[d.Kind].form == aRange:
		var low, high int
		n, err := fmt.Sscanf(word, "%d-%d", &low, &high)
		if n != 2 || err != nil || word != rangeText([2]int{low, high}) {
			return say.Errorf("%.24q is not a range, such as 3-4", word)
		}
		d.Word = word
	case word == "" || strings.ContainsFunc(word, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') }):
		return say.Errorf("%.24q is not the id of a character", word)
	default:
		d.Character = word
	}
	return nil
}

// rangeText writes a range as the answer of a Range decision.
func rangeText(r [2]int) string { return fmt.Sprintf("%d-%d", r[0], r[1]) }

// MarshalJSON writes the decision as a line of a record.
func (d Decision) MarshalJSON() ([]byte, error) {
	return bytes.TrimSpace(Line{Decision: &d}.Text()), nil
}

// ruleErr is the reason why a decision is not legal.
type ruleErr struct {
	// Rule is the number of the rule that forbids it, such as S6.
	Rule   string
	Reason say.Text
}

// Error returns the reason with the rule's number in brackets.
func (e *ruleErr) Error() string { return say.English(e) }

// FormatArgs returns the format of the reason and its values.
func (e *ruleErr) FormatArgs() (format string, args []any) { return "%s (%s)", []any{e.Reason, e.Rule} }

// ruleOf returns the number of the rule that an error of a game names, "" if it names none.
func ruleOf(err error) string {
	var illegal *tricks.IllegalError
	var rule *ruleErr
	switch {
	case errors.As(err, &illegal):
		return illegal.Rule
	case errors.As(err, &rule):
		return rule.Rule
	}
	return ""
}

// ruleError returns an error with the number of the rule that is broken.
func ruleError(rule, format string, args ...any) error {
	return &ruleErr{Rule: rule, Reason: say.Sprintf(format, args...)}
}
