package tui

import (
	"cmp"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// answers are the answers to the current decision of a round, with the cursor over them.
type answers struct {
	// viewer is the person who answers.
	viewer *viewer
	// round is the round with the decision.
	round *shownRound
	// choice has the answers that can be chosen in the current step.
	choice scene.Chooser
	// partner is the seat that an earlier step has chosen.
	partner tricks.Seat
	// advice is the decision of a strong player, nil unless the person has asked.
	advice *chapters.Decision
	// suggestion is the decision that the coach of the first evening means, nil for none. The cursor begins there.
	suggestion *chapters.Decision
	// areas are the places where the answers were drawn.
	areas []felt.HitArea
}

// ask builds the answers to a step of the current decision. partner is the seat that an earlier step has chosen.
func (a *answers) ask(step scene.Step, partner tricks.Seat) {
	q := scene.Question{
		Reader:      a.viewer.reader,
		View:        &a.round.view,
		Ask:         a.round.view.Ask,
		Step:        step,
		PartnerSeat: partner,
	}
	a.partner = partner
	a.choice = q.Chooser()
	if chosen := cmp.Or(a.advice, a.suggestion); chosen != nil {
		a.choice.Select(chosen)
	}
}

// askAgain builds the answers of the current step anew, since the person's wishes have changed. The cursor stays on its
// answer.
func (a *answers) askAgain() {
	if !a.isOpen() {
		return
	}
	previous := a.choice
	a.ask(previous.Step, a.partner)
	a.choice.SelectLike(&previous)
}

// isOpen reports whether the person has to choose.
func (a *answers) isOpen() bool { return a.round.phase == choosing }

// isAboutCard reports whether a card is to be played.
func (a *answers) isAboutCard() bool {
	return a.isOpen() && a.round.view.Ask.Kind == chapters.PlayCard && a.choice.Seat != tricks.NoSeat
}

// selectAdvice moves the cursor to an advised decision, in the current step of the choice if possible.
func (a *answers) selectAdvice(d *chapters.Decision) {
	a.advice = d
	a.ask(a.choice.Step, d.Target)
	if !a.choice.Select(d) {
		a.ask(scene.Opening, tricks.NoSeat)
	}
}

// advisedCard returns the advised card if cards are chosen from a hand, NoCard otherwise.
func (a *answers) advisedCard() tricks.Card {
	if a.advice == nil || a.choice.Seat == tricks.NoSeat {
		return tricks.NoCard
	}
	return a.advice.Card
}

// click moves the cursor to the answer at a place. It reports whether the cursor was there already, which takes the
// answer.
func (a *answers) click(x, y int) (taken bool) {
	hit := felt.HitAt(a.areas, x, y)
	if hit >= 0 && hit == a.choice.Cursor {
		return true
	}
	if hit >= 0 {
		a.choice.Cursor = hit
	}
	return false
}

// backToOpening goes back to the first step of the current decision.
func (a *answers) backToOpening() {
	previous := a.choice
	a.ask(scene.Opening, tricks.NoSeat)
	c := &a.choice
	if previous.Seat == tricks.NoSeat { // back from the choice about R1: the cursor stays on it
		c.Cursor = max(slices.IndexFunc(c.Items, func(item scene.Item) bool { return item.Card == tricks.OneRing }), 0)
	}
}

// isSuggested reports whether an answer is the card that the coach of the first evening means.
func (a *answers) isSuggested(item *scene.Item) bool {
	return a.suggestion != nil && item.Ok && item.Card == a.suggestion.Card && a.choice.Step == scene.Opening
}

// handSeat returns the seat whose cards are chosen at the bottom, NoSeat for none.
func (a *answers) handSeat() tricks.Seat {
	if a.choice.Hand != nil {
		return a.round.view.Ask.Seat
	}
	return a.choice.Seat
}

// showsOtherHand reports whether the row of cards is not the person's own hand, so that this has to be said.
func (a *answers) showsOtherHand() bool {
	bottom := a.round.bottomSeat()
	return a.isOpen() && a.handSeat() != tricks.NoSeat && a.handSeat() != bottom &&
		a.round.view.Seats[bottom].Rows == nil
}
