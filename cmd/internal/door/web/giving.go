package web

import (
	"cmp"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// isConfirmed reports whether an answer is chosen first, and counts only when the person presses the button for it: a
// character that is taken, and a card that leaves the hand other than into a trick.
func isConfirmed(item *scene.Item) bool {
	isCard := item.Card != tricks.NoCard && item.Decision.Kind != chapters.PlayCard
	return item.Ok && item.NextStep == scene.Opening && (isCard || item.ID != "")
}

// givenPart is a card on the felt that the person has chosen to pass on.
type givenPart struct {
	Face *card
	// Tag says where the card goes; empty if it goes to nobody.
	Tag string
	// Side is the side of the table of the seat that gets the card; empty for no seat.
	Side string
	// TakeBack is the value of the button that takes the card back into the hand.
	TakeBack string
}

// addConfirmation adds what the person has chosen of the answers to a question, and the button that makes the decision.
// The parameter all has the buttons of the answers. A card of a pyramid is marked, and does not move to the felt.
func (d prompt) addConfirmation(c *scene.Chooser, all []choice) {
	index := slices.IndexFunc(c.Items, func(item scene.Item) bool {
		return isConfirmed(&item) && item.Decision.String() == d.state.chosen
	})
	if index < 0 {
		return
	}
	item := &c.Items[index]
	all[index].Pressed = true
	p := d.page
	p.Confirm = &choice{ID: "goon", Do: "decide", Value: d.state.chosen, Label: d.confirmLabel(item), Ok: true}
	if item.ID != "" {
		p.ChosenText = item.Label + ": " + cmp.Or(all[index].SetupText, all[index].Full)
		return
	}
	p.Back = nil
	p.ChosenText = d.t.T("web.another_card")
	all[index].Mark = chosenCard
	given := &givenPart{Face: cardOf(d.t, item.Card), TakeBack: takeBack}
	target := item.Decision.Target
	switch {
	case target == chapters.LostCard:
		given.Tag = d.t.T("web.for_lost_card")
	case target != tricks.NoSeat:
		name := d.t.Round(&d.s.View).NameAt(target)
		given.Tag = d.t.T("web.to", name)
		given.Side = d.board.Side(target)
		p.Prompt = d.t.T("web.goes", d.t.Card(item.Card), name)
	}
	if c.Seat == d.board.Bottom {
		p.Given = given
	}
}

// confirmLabel returns the text on the button that makes a decision.
func (d prompt) confirmLabel(item *scene.Item) string {
	switch {
	case item.ID != "":
		return d.t.T("web.take", item.Label)
	case slices.Contains([]chapters.DecisionKind{chapters.Tuck, chapters.KeepLast, chapters.PutFirst}, item.Decision.Kind):
		return d.t.T("web.set_aside")
	case item.Decision.Target == chapters.LostCard:
		return d.t.T("web.exchange")
	}
	return d.t.T("web.give")
}
