package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// results are the rounds that fit a note, and what can be said about them.
type results struct {
	note   *note
	rounds []chapters.Document
	// orders has the order of tricks of each round.
	orders []trickOrder
	// found are the orders that fit the lines so far, also if they are no whole rounds yet.
	found []trickOrder

	// remarks are notes for [Table.Notes].
	remarks []error
	// question is the question for [Table.Question], nil for none.
	question error
	// leadQuestion is the question for [Table.LeadQuestion].
	leadQuestion LeadQuestion
}

// findRounds works out the rounds that fit, with their orders of tricks. Without a round it adds a fault. turn is the
// seat that plays next after the written tricks, NoSeat if that is not known. mostSteps limits the search for the
// order.
func (r *results) findRounds(faults *faultList, mostSteps int) (turn tricks.Seat) {
	n := r.note
	if !n.cast() && n.head.chapter != nil {
		n.dealt = true // Setup comes after the characters.
	}
	turn = tricks.NoSeat
	orders := []trickOrder{nil}
	if len(n.tricks) > 0 {
		orders, turn = findOrders(n, faults, mostSteps)
		r.found = orders
	}
	b := &rebuild{note: n, faults: faults}
	r.rounds, r.orders = b.rounds(filterByCounts(n, orders, faults))
	r.remarks = b.remarks
	return turn
}

// describe adds remarks: how many rounds the lines allow, how they differ, and how many tricks each seat won.
func (r *results) describe() {
	n := r.note
	add := func(format string, args ...any) { r.remarks = append(r.remarks, say.Errorf(format, args...)) }
	if d := n.head.sideDeck(); d != nil && d.IsTurnedUp() && len(r.rounds) > 0 &&
		r.rounds[0].Record.Stage == chapters.StagePlay {
		if up := len(r.rounds[0].Record.Sides[d.Name]); up < n.head.layout.Tricks*d.TurnUp[n.head.players] {
			add("only %d cards of the side deck are written: later tricks are judged as if none were turned up", up)
		}
	}
	if len(n.tricks) == 0 {
		return
	}
	switch {
	case len(r.rounds) == 1 && n.piled:
		add("these piles allow one round")
	case len(r.rounds) > 1:
		add("these lines allow %d rounds", len(r.rounds))
		r.askApart()
	}
	if len(r.rounds) == 1 {
		r.remarkUnfinished()
		var counts []say.Text
		for _, s := range n.allSeats() {
			counts = append(counts, say.Sprintf("%s %d", n.name(s), r.orders[0].wonBy(s)))
		}
		add("tricks: %s%s", say.Fold("%s, %s", counts), threatsWon(n, r.orders[0]))
	}
}

// remarkUnfinished adds a remark if the only round that fits was not over after the last trick that is written.
func (r *results) remarkUnfinished() {
	g, err := r.rounds[0].Record.Game(r.note.head.lib)
	if err == nil && r.note.head.known && !g.IsOver() {
		r.remarks = append(r.remarks, say.Errorf("after trick %d, the last one that is written, the round was not over",
			len(r.orders[0])))
	}
}

// askApart adds a question that tells the rounds apart: who led the first trick with different leaders.
func (r *results) askApart() {
	for k := range r.orders[0] {
		var names []say.Text
		var seen []tricks.Seat
		for _, o := range r.orders {
			if k < len(o) && !slices.Contains(seen, o[k].leader) {
				seen = append(seen, o[k].leader)
				names = append(names, say.Sprintf("%s", r.note.name(o[k].leader)))
			}
		}
		if len(seen) > 1 {
			r.question = say.Errorf("who led trick %d: %s? Write it in a line of its own: led %d …", k+1,
				say.Fold("%s or %s", names), k+1)
			r.remarks = append(r.remarks, r.question)
			r.leadQuestion = LeadQuestion{k + 1, seen}
			return
		}
	}
}

// seat returns a seat for the [Table].
func (r *results) seat(s tricks.Seat) Seat {
	entry := &r.note.seats[s]
	result := Seat{Character: entry.char, Threat: entry.Threat, Cards: r.note.owned(s), Tricks: -1}
	if sizes := r.note.sizes(); sizes.known {
		result.HandSize = sizes.bySeat[s]
	}
	if len(r.orders) > 0 {
		result.Tricks = r.orders[0].wonBy(s)
	}
	for _, o := range r.orders {
		if o.wonBy(s) != result.Tricks {
			result.Tricks = -1
		}
	}
	if result.Cards == 0 && len(r.rounds) == 1 && r.rounds[0].Record.Stage == chapters.StagePlay {
		result.Cards = r.rounds[0].Record.Hands[s].Owned()
	}
	return result
}

// threatsWon returns a text with the cards that seats have won because of their threat numbers.
func threatsWon(n *note, o trickOrder) (text say.Text) {
	for i := range n.seats {
		seat := tricks.Seat(i)
		for _, t := range o {
			if t.winner != seat {
				continue
			}
			for _, p := range t.plays {
				if isThreatCard(n, seat, p.Card) {
					text = say.Sprintf("%s; %s has %s", text, n.seats[i].char.Name, spelled(p.Card))
				}
			}
		}
	}
	return text
}

// isThreatCard reports whether the goal of a seat needs this card because of the seat's threat number.
func isThreatCard(n *note, s tricks.Seat, card tricks.Card) bool {
	entry := &n.seats[s]
	if entry.char == nil || entry.Threat != card.Rank() || !entry.char.Goal.NeedsThreat([2]int{1, 2}) {
		return false
	}
	return needsCard(n, s, card)
}

// needsCard reports whether a seat cannot meet its goal without a card.
func needsCard(n *note, s tricks.Seat, c tricks.Card) bool {
	goal := n.seats[s].char.Formula(characters.Binding{
		Seat:    s,
		Seats:   n.head.seatCount,
		Players: n.head.players,
		Threat:  n.seats[s].Threat,
	})
	return goal.Impossible(n.head.layout.Deck&^c.Bit(), tricks.Deck.Len())
}
