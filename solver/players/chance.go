package players

import (
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// What chance still holds besides the cards in the hands: threat numbers that
// are hidden (S8), and the order of a side deck (C5, C14).

// threats returns everyone's threat number; those that are hidden are drawn from
// the numbers that nobody is known to have and that are possible for their owner.
func threats(v *chapters.View, src rand.Source) []int {
	out := make([]int, len(v.Seats))
	var open []int
	for s := range v.Seats {
		out[s] = v.Seats[s].Threat
	}
	if v.Chapter == nil || !slices.ContainsFunc(v.Seats, func(s chapters.SeatView) bool { return s.ThreatHidden }) {
		return out
	}
	open = slices.Clone(v.Chapter.Threats)
	for _, n := range usedThreats(v) {
		if i := slices.Index(open, n); i >= 0 {
			open = slices.Delete(open, i, i+1)
		}
	}
	tricks.Shuffle(src, open)
	for s := range v.Seats {
		if !v.Seats[s].ThreatHidden || !hasThreat(v, tricks.Seat(s)) {
			continue
		}
		for i, n := range open {
			if !forbidden(v, tricks.Seat(s), n) || i == len(open)-1 {
				out[s], open = n, slices.Delete(open, i, i+1)
				break
			}
		}
	}
	return out
}

// hasThreat reports whether a seat whose number is hidden has one by now.
func hasThreat(v *chapters.View, s tricks.Seat) bool {
	for i := range v.Log {
		if e := &v.Log[i]; e.Seat == s && (e.Kind == chapters.DrewThreat || e.Kind == chapters.ChoseThreat) {
			return true
		}
	}
	c := v.Seats[s].Character
	return v.Stage == chapters.StagePlay && c != nil && characters.NeedsThreat(c.Goal)
}

// usedThreats lists the threat numbers that are known to be out of the deck.
func usedThreats(v *chapters.View) []int {
	var out []int
	add := func(n int) {
		if n > 0 && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	for s := range v.Seats {
		add(v.Seats[s].Threat)
	}
	for i := range v.Log {
		switch e := &v.Log[i]; e.Kind {
		case chapters.DrewThreat, chapters.ChoseThreat, chapters.RejectedThreat:
			add(e.Number)
		}
	}
	return out
}

// forbidden reports whether a lost card makes a number impossible for its owner.
func forbidden(v *chapters.View, s tricks.Seat, n int) bool {
	l, err := v.Chapter.Layout(v.Players)
	if err != nil || v.Seats[s].Character == nil {
		return false
	}
	goal := characters.Bind(v.Seats[s].Character.Goal, binding(v, s, n))
	return goal.Impossible(l.Deck&^tricks.SetOf(v.Lost...), tricks.Deck.Len())
}

// sideDeck returns the name of the side deck that is turned up, empty for none.
func sideDeck(v *chapters.View) string {
	if v.Chapter == nil || v.Chapter.Side == nil || v.Chapter.Side.Name == chapters.Barrow {
		return ""
	}
	return v.Chapter.Side.Name
}

// turnUps returns the cards of the side deck trick by trick: those that were
// turned up, then an order they may come in. Of a Balrog deck that runs out all
// cards but those turned up for this trick are shuffled (C14).
func turnUps(v *chapters.View, src rand.Source) [][]tricks.Card {
	name := sideDeck(v)
	if name == "" {
		return nil
	}
	var known []tricks.Card
	for i := range v.Log {
		if v.Log[i].Kind == chapters.TurnedUp {
			known = append(known, v.Log[i].Card)
		}
	}
	each := 1
	l, err := v.Chapter.Layout(v.Players)
	count := v.Chapter.Side.Cards.Len()
	if name == chapters.Balrog {
		each = v.Chapter.Side.TurnUp[v.Players]
		count = l.Tricks * each
	}
	if err != nil || each == 0 {
		return nil
	}
	var out [][]tricks.Card
	deck := v.Chapter.Side.Cards
	for n := 0; n < count; n += each {
		var up []tricks.Card
		for range each {
			if deck == 0 {
				deck = v.Chapter.Side.Cards &^ tricks.SetOf(up...)
			}
			var c tricks.Card
			if len(known) > 0 {
				c, known = known[0], known[1:]
			} else {
				cards := deck.Cards()
				c = cards[tricks.Below(src, len(cards))]
			}
			deck &^= c.Bit()
			up = append(up, c)
		}
		out = append(out, up)
	}
	return out
}
