package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// noteResults adds notes about the results: how many rounds the lines allow, how they differ, and how many
// tricks each seat won.
func (n *parser) noteResults(orders []trickOrder, rounds []chapters.Document) {
	add := func(format string, args ...any) { n.notes = append(n.notes, say.Errorf(format, args...)) }
	if d := n.sideDeck(); d != nil && d.IsTurnedUp() && len(rounds) > 0 &&
		rounds[0].Record.Stage == chapters.StagePlay {
		if up := len(rounds[0].Record.Sides[d.Name]); up < n.layout.Tricks*d.TurnUp[n.pos.Players] {
			add("of the side deck only %d cards are written: tricks beyond are judged as if none were turned up", up)
		}
	}
	if len(n.tricks) == 0 {
		return
	}
	switch {
	case len(rounds) == 1 && n.piled:
		add("these piles allow one round")
	case len(rounds) > 1:
		add("these lines allow %d rounds", len(rounds))
		n.askApart(orders)
	}
	if len(rounds) == 1 {
		var counts []say.Text
		for s := range tricks.Seat(n.seatCount) {
			counts = append(counts, say.Sprintf("%s %d", n.name(s), orders[0].wonBy(s)))
		}
		add("tricks: %s%s", say.Fold("%s, %s", counts), n.threatsWon(orders[0]))
	}
}

// threatsWon returns a text with the cards that seats have won because of their threat numbers.
func (n *parser) threatsWon(o trickOrder) (text say.Text) {
	for i := range n.seats {
		seat := tricks.Seat(i)
		for _, t := range o {
			if t.winner != seat {
				continue
			}
			for _, p := range t.plays {
				if n.isThreatCard(seat, p.Card) {
					text = say.Sprintf("%s; %s has %s", text, n.seats[i].char.Name, spelled(p.Card))
				}
			}
		}
	}
	return text
}

// isThreatCard reports whether the goal of a seat needs this card because of the seat's threat number.
func (n *parser) isThreatCard(s tricks.Seat, card tricks.Card) bool {
	entry := &n.seats[s]
	if entry.char == nil || entry.Threat != card.Rank() || !entry.char.Goal.NeedsThreat([2]int{1, 2}) {
		return false
	}
	return n.needsCard(s, card)
}

// needsCard reports whether a seat cannot meet its goal without a card.
func (n *parser) needsCard(s tricks.Seat, c tricks.Card) bool {
	goal := n.seats[s].char.Goal(characters.Binding{
		Seat:    s,
		Seats:   n.seatCount,
		Players: n.pos.Players,
		Threat:  n.seats[s].Threat,
	})
	return goal.Impossible(n.layout.Deck&^c.Bit(), tricks.Deck.Len())
}

// askApart adds a question that tells the rounds apart: who led the first trick with different leaders.
func (n *parser) askApart(orders []trickOrder) {
	for k := range orders[0] {
		var names []say.Text
		var seen []tricks.Seat
		for _, o := range orders {
			if k < len(o) && !slices.Contains(seen, o[k].leader) {
				seen = append(seen, o[k].leader)
				names = append(names, say.Sprintf("%s", n.name(o[k].leader)))
			}
		}
		if len(seen) > 1 {
			n.openQuestion = say.Errorf("who led trick %d: %s? write it in a line of its own: led %d …", k+1,
				say.Fold("%s or %s", names), k+1)
			n.notes = append(n.notes, n.openQuestion)
			n.leadQuestion = LeadQuestion{k + 1, seen}
			return
		}
	}
}

// seatResult returns a seat for the [Table], given the rounds that fit and their orders.
func (n *parser) seatResult(s tricks.Seat, orders []trickOrder, rounds []chapters.Document) Seat {
	entry := &n.seats[s]
	result := Seat{Character: entry.char, Threat: entry.Threat, Cards: n.owned(s), Tricks: -1}
	if sizes, _, ok := n.sizes(); ok {
		result.HandSize = sizes[s]
	}
	if len(orders) > 0 {
		result.Tricks = orders[0].wonBy(s)
	}
	for _, o := range orders {
		if o.wonBy(s) != result.Tricks {
			result.Tricks = -1
		}
	}
	if result.Cards == 0 && len(rounds) == 1 && rounds[0].Record.Stage == chapters.StagePlay {
		result.Cards = rounds[0].Record.Hands[s].Owned()
	}
	return result
}
