package web

import (
	"cmp"
	"strconv"
	"strings"

	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table/words"
)

// Templates compare nothing. If the look of a part depends on a value, the part has a method here that returns the
// classes of the styles, or reports what the template asks.

const (
	// longPrompt is the length in bytes of the longest prompt that is written in the usual size.
	longPrompt = 50
	// longPromptBeside is the same for a prompt with a button beside it.
	longPromptBeside = 28
	// longName is the length in bytes of the longest name of a character that is written in the usual size.
	longName = 7
	// veryLongName is the length in bytes of the longest name beside which an emblem of the usual size has room.
	veryLongName = 9
	// longProgress is the length in bytes of the longest progress that stands beside the signs of a goal there.
	longProgress = 20
	// longGoal is the length in bytes of the longest goal that is written in full on the person's own plate.
	longGoal = 36
)

// Prompt returns what is to be done now, or what comes next.
func (p *tablePage) Prompt() string { return cmp.Or(p.Round.Prompt, p.NextText) }

// LongPrompt reports whether the prompt is written smaller.
func (p *tablePage) LongPrompt() bool {
	if r := p.Round; r.Confirm != nil || r.Back != nil || r.GoOn != "" {
		return len(p.Prompt()) > longPromptBeside
	}
	return len(p.Prompt()) > longPrompt
}

// AsksReady reports whether the person is asked to be ready. If the person is ready already, it is false.
func (p *tablePage) AsksReady() bool {
	row := p.Row("ready")
	return row != nil && row.Value == "yes"
}

// IsReadyLikeliest reports whether to be ready is the likeliest step, unlike to play on from where a round was lost.
func (p *tablePage) IsReadyLikeliest() bool {
	return p.AsksReady() && (p.Round == nil || len(p.Round.Steps) == 0)
}

// BoardClass returns the classes of the whole table: for the number of seats, and for the state of the round.
func (p *tablePage) BoardClass() string {
	if p.Round == nil {
		return seatsClass(len(p.Seats))
	}
	r := p.Round
	classes := []string{r.SeatsClass()}
	if r.Open {
		classes = append(classes, "open")
	}
	if r.Taken {
		classes = append(classes, "taken")
	}
	if r.Scene.List {
		classes = append(classes, "drafting")
	}
	if r.End != nil && r.End.Won {
		classes = append(classes, "victory")
	} else if r.End != nil && !r.End.Open {
		classes = append(classes, "defeat")
	}
	return strings.Join(classes, " ")
}

// SeatsClass returns the class of a table for its number of seats.
func (p *roundPage) SeatsClass() string { return seatsClass(p.N) }

// seatsClass returns the class of a number of seats.
func seatsClass(seats int) string { return "seats-" + strconv.Itoa(seats) }

// fewestInRow is the lowest number of places in a row of the hand on a phone.
const fewestInRow = 5

// HandClass returns the classes of the hand: for the number of places in one of the two rows on a phone, for the number
// of all places, and for a hand that is asked.
func (p *roundPage) HandClass() string {
	places := len(p.Rack)
	inRow := max((places+1)/2, fewestInRow)
	class := "hand row-of-" + strconv.Itoa(inRow) + " places-" + strconv.Itoa(places)
	if p.Scene.IsAsked {
		class += " mine"
	}
	return class
}

// fewTiles is the largest number of characters to choose from whose tiles say in words what they do in the setup.
const fewTiles = 4

// ChoicesClass returns the classes of the answers that are not cards of the hand: a list of characters, many of which
// have small tiles, or a question that lies on the trick.
func (p *roundPage) ChoicesClass() string {
	switch {
	case !p.Scene.List:
		return "ask"
	case max(len(p.Choices), len(p.Pool)) > fewTiles:
		return "choices many"
	}
	return "choices"
}

// MiddleClass returns the class of the felt for what lies on it: a list of characters, or the setup. It is empty for a
// trick and for the result.
func (p *roundPage) MiddleClass() string {
	switch {
	case p.End != nil:
		return ""
	case p.Scene.List:
		return "as-list"
	case p.Scene.Setup:
		return "in-setup"
	}
	return ""
}

// IsGiven reports whether the card lies on the felt, because the person has chosen to pass it on.
func (c *choice) IsGiven() bool { return c.Mark == givenCard }

// thingPart is a thing beside the trick, with the corner of the table where it lies.
type thingPart struct {
	scene.Thing
	Corner string
}

// thingCorners are the classes of the corners where things lie. The fourth corner has the facts of the round.
var thingCorners = []string{"bottom-left", "top-left", "top-right"}

// LaidThings returns the things beside the trick.
func (p *roundPage) LaidThings() []thingPart {
	var all []thingPart
	for i, thing := range p.Scene.Things {
		part := thingPart{Thing: thing}
		if i < len(thingCorners) {
			part.Corner = thingCorners[i]
		}
		all = append(all, part)
	}
	return all
}

// IsNear reports whether the seat is at the bottom.
func (p sittingPart) IsNear() bool { return p.Spot == "near" }

// NameClass returns the class of the name of a character that is written smaller, or of a person's name.
func (p seatPart) NameClass() string {
	length := len(p.Name)
	if p.Leads {
		length++ // the sign of who leads stands behind it
	}
	class := nameClass(length)
	if p.ID == "" {
		class = strings.TrimSpace("player " + class)
	}
	return class
}

// NameClass returns the class of a name below a card that is wider than the card. Web templates call it.
func (p slotPart) NameClass() string { return nameClass(len(p.Play.Name)) }

// nameClass returns the class of the name of a character with this length in bytes.
func nameClass(length int) string {
	switch {
	case length <= longName:
		return ""
	case length <= veryLongName:
		return "long-text"
	default:
		return "long-text very-long"
	}
}

// GoalClass returns the class of a goal for which the person's own plate has little room: one that stands there in few
// words alone, or one whose words say all that its signs would draw.
func (p seatPart) GoalClass() string {
	switch {
	case p.Seat.Goal != "" && len(p.Full) > longGoal:
		return "long-goal"
	case p.Seat.Goal == "" && len(p.Full) > longGoal, len(p.SoFar) > longProgress:
		return "wordy"
	}
	return ""
}

// SealClass returns the class of the seal for the state of the goal: failed, met for good, or met as of now.
func (p seatPart) SealClass() string {
	switch {
	case p.Status == scene.Lost:
		return "failed"
	case p.Good:
		return "met"
	}
	return "so-far"
}

// SealSign returns the sign on the seal.
func (p seatPart) SealSign() string {
	switch {
	case p.Status == scene.Lost:
		return "i-cross"
	case p.Good:
		return "i-star"
	}
	return "i-check"
}

// Class returns the class of a chapter on the road: for a chapter that is won, or for the next one.
func (s stationPart) Class() string {
	switch {
	case s.Won:
		return "won"
	case s.Current:
		return "here"
	}
	return ""
}

// Class returns the classes of a choice, which is a card or an answer in words.
func (c choice) Class() string {
	classes := []string{"answer"}
	if c.Face != nil {
		classes = []string{"card"}
		if c.Ok {
			classes = append(classes, "playable")
		}
		if c.Mark != "" {
			classes = append(classes, string(c.Mark))
		}
	}
	if !c.Ok {
		classes = append(classes, "refused")
	}
	return strings.Join(classes, " ")
}

// AllLaid reports whether each card of a real table has its place.
func (p *realCardsPart) AllLaid() bool { return p.Laid >= p.Total }

// Givers returns the seats of a real table that can give cards in an exchange. It leaves out the lost card, which is
// only taken.
func (p *realCardsPart) Givers() []words.Choice {
	var all []words.Choice
	for _, partner := range p.Partner {
		if partner.Value != lostHeap {
			all = append(all, partner)
		}
	}
	return all
}

// IsExchange reports whether the places are those of exchanges.
func (p heapsPart) IsExchange() bool { return p.Name == exchangeHeaps }

// Class returns the classes of a card to tap: for its suit, and for the place where it lies.
func (p deckPart) Class() string {
	switch {
	case p.InSelected:
		return p.Suit + " mine"
	case p.Elsewhere:
		return p.Suit + " elsewhere"
	}
	return p.Suit
}

// ShowsTrick reports whether the page shows the trick of a round that was not won, because nobody searches where it was
// lost.
func (e *endPart) ShowsTrick() bool { return !e.Won && e.Loss == nil && len(e.Trick) > 0 }

// IsLooking reports whether the page searches where the round was lost.
func (p *roundPage) IsLooking() bool { return p.End != nil && p.End.Loss != nil && p.End.Loss.Looking }

// LossNote says under the steps after a lost round why it was lost or, once people can play on, what that means. It is
// empty after other rounds.
func (p *roundPage) LossNote() string {
	switch {
	case p.End == nil || p.End.Loss == nil:
		return ""
	case p.End.Loss.CanPlayOn && len(p.Steps) > 0:
		return p.practice
	}
	return p.End.More
}

// LookPath returns the address of the replay of the last round. It begins where the round was lost, if that is known.
func (p *tablePage) LookPath() string {
	path := "/table/" + p.ID + "/look"
	if p.Round != nil && p.Round.End != nil && p.Round.End.Loss != nil && p.Round.End.Loss.CanPlayOn {
		path += "?at=" + strconv.Itoa(p.Round.End.Loss.Position)
	}
	return path
}

// Steps returns the steps after a round at a table with other people, beside the next round.
func (p *tablePage) Steps() []actPart {
	if p.Round == nil || p.Alone {
		return nil
	}
	return p.Round.Steps
}

// HasOthers reports whether more cards would still have won than are drawn.
func (p *lossPart) HasOthers() bool { return p.Others > 0 }

// AsksInDock reports whether the question of the table stands in the row of the prompt, because it can wait.
func (p *tablePage) AsksInDock() bool {
	return p.Round != nil && p.Question != nil && p.Question.IsAboutAbsence()
}
