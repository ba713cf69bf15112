package texts

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// CoachChapter is the chapter in which a coach helps: the first chapter of the first evening.
const CoachChapter = "1"

// Coach tells a beginner what matters in the current decision: what a trick is, why some cards may
// not be played, the next step towards the goal. It is one short line, uses only what the player
// may know, and is empty outside of the first chapter.
func (r Round) Coach() string {
	if r.view.Chapter == nil || r.view.Chapter.ID != CoachChapter || r.view.Ask == nil {
		return ""
	}
	switch a := r.view.Ask; a.Kind {
	case chapters.Draft:
		return r.texts.T("coach.draft")
	case chapters.Exchange:
		return r.texts.T("coach.exchange")
	case chapters.Return:
		return r.texts.T("coach.return")
	case chapters.PlayCard:
		return r.coachPlay(a.Seat)
	default: // not in the first chapter
		return ""
	}
}

// coachPlay explains the rules of a trick in the first two tricks, and later which plays help the
// goal.
func (r Round) coachPlay(s tricks.Seat) string {
	hand := r.view.Seats[s].Hand
	leading := r.view.Led == tricks.NoSuit
	cards := playChancesOf(r.view)
	switch first := len(r.view.History) < 2; {
	case StatusOf(r.view, s) == characters.Failed:
		return r.texts.T("coach.failed")
	case !leading && r.view.Led == tricks.Rings && !r.view.RingsBroken:
		return r.texts.T("coach.rings.only", r.NameAt(r.view.Leader))
	case first && leading && len(r.view.History) == 0:
		return r.texts.T("coach.lead")
	case first && !leading && hand.OfSuit(r.view.Led) != 0:
		return r.texts.T("coach.follow", r.texts.Suit(r.view.Led))
	case first && !leading && cards.legal.Contains(tricks.OneRing):
		return r.texts.T("coach.free.ring", r.texts.Suit(r.view.Led))
	case first && !leading:
		return r.texts.T("coach.free", r.texts.Suit(r.view.Led))
	case cards.legal.Len() == 1 && !cards.legal.Contains(tricks.OneRing):
		return r.texts.coachOnly(&cards)
	case leading && cards.legal.OfSuit(tricks.Rings) == 0 && hand.OfSuit(tricks.Rings) != 0 && len(r.view.History) < 3:
		return r.texts.T("coach.rings")
	case cards.wins == 0:
		return r.coachDiscard(s, &cards)
	case cards.sure == cards.legal:
		return r.texts.T("coach.takes")
	}
	allTakeLead := !leading && cards.wins == cards.legal
	if text := r.coachGoal(s, allTakeLead); text != "" {
		return text
	}
	if allTakeLead {
		return r.texts.T("coach.over")
	}
	return r.coachOthers(s, &cards)
}

// playChances are the cards that may be played, sorted by what they do in this trick.
type playChances struct {
	// legal has all cards that may be played.
	legal tricks.Set
	// wins has the legal cards that take the lead.
	wins tricks.Set
	// sure has the legal cards that win the trick whatever the others play.
	sure tricks.Set
}

// playChancesOf judges the cards that may be played now, from the cards on the table, the hands
// that the player sees and the cards that the others may still hold (T5, T7). It is for chapters
// without trumps and side decks.
func playChancesOf(v *chapters.View) playChances {
	var c playChances
	whereabouts := v.Whereabouts()
	var laterCards tricks.Set
	for s := range v.Seats {
		if tricks.Seat(s) != v.Ask.Seat && v.Card[s] == tricks.NoCard {
			laterCards |= whereabouts.Possible[s] | v.Seats[s].Open
		}
	}
	for _, d := range v.Ask.Options {
		c.legal |= d.Card.Bit()
		takesLead, _, _ := v.WouldTakeLead(d.Move)
		if !takesLead {
			continue
		}
		c.wins |= d.Card.Bit()
		higher := func(other tricks.Card) bool { return other.Rank() > d.Card.Rank() }
		if !d.ToWin && !laterCards.Contains(tricks.OneRing) &&
			!slices.ContainsFunc(laterCards.OfSuit(d.Card.Suit()).Cards(), higher) {
			c.sure |= d.Card.Bit()
		}
	}
	return c
}

// coachOnly says what becomes of the only card that may be played.
func (t *Texts) coachOnly(c *playChances) string {
	card := c.legal.First()
	switch {
	case c.sure != 0:
		return t.T("coach.only.wins", card)
	case c.wins == 0:
		return t.T("coach.only.loses", card)
	default:
		return t.T("coach.only", card)
	}
}

// coachDiscard says what to play if no card can win the trick: a Ring if Frodo is winning the trick
// and his goal is open, and any card otherwise.
func (r Round) coachDiscard(s tricks.Seat, c *playChances) string {
	frodo := tricks.Seat(slices.IndexFunc(r.view.Seats, func(seat chapters.SeatView) bool {
		return seat.Character != nil && seat.Character.ID == "frodo"
	}))
	if frodo != tricks.NoSeat && frodo != s && r.view.Best == frodo && StatusOf(r.view, frodo) == characters.Open &&
		c.legal.OfSuit(tricks.Rings) != 0 {
		return r.texts.T("coach.cannot.ring", r.NameAt(frodo))
	}
	return r.texts.T("coach.cannot")
}

// coachGoal says what the seat's goal needs next; it is empty if the goal needs nothing more.
// allTakeLead reports whether every card that may be played beats the cards on the table.
func (r Round) coachGoal(s tricks.Seat, allTakeLead bool) string {
	seat := &r.view.Seats[s]
	if seat.Character == nil || StatusOf(r.view, s) == characters.Sealed {
		return ""
	}
	goal, _ := r.view.Standing(s)
	missing := goal.Least - goal.Counted
	switch id := seat.Character.ID; id {
	case "frodo", "bilbo":
		if missing > 0 {
			return r.texts.N("coach."+id, missing)
		}
	case "gandalf":
		if missing > 0 {
			return r.texts.T("coach.gandalf")
		}
	case "pippin":
		if allTakeLead {
			return r.texts.T("coach.over")
		}
		return r.texts.T("coach.pippin")
	}
	return ""
}

// coachOthers names a seat that still needs help once the player's own goal is met.
func (r Round) coachOthers(s tricks.Seat, cards *playChances) string {
	for other := range r.view.Seats {
		seat := tricks.Seat(other)
		c := r.view.Seats[other].Character
		switch {
		case seat == s || c == nil || StatusOf(r.view, seat) != characters.Open:
		case c.ID == "frodo" && cards.legal.OfSuit(tricks.Rings) != 0:
			return r.texts.T("coach.help.frodo", r.texts.ShortName(c))
		case c.ID == "frodo":
			return r.texts.T("coach.help.noring", r.texts.ShortName(c))
		default:
			return r.texts.T("coach.help", r.texts.ShortName(c))
		}
	}
	return r.texts.T("coach.safe")
}

// StatusOf returns the status of the goal of a seat's character. It is [characters.Open] before
// play, and if the character has no goal.
func StatusOf(v *chapters.View, s tricks.Seat) characters.Status {
	if g := AimOf(v, s); g != nil {
		return g.Status
	}
	return characters.Open
}

// AimOf returns the goal of a seat's character. It is nil before play, and if the character has no
// goal.
func AimOf(v *chapters.View, s tricks.Seat) *chapters.GoalStatus { return aimOf(v, s, false) }

// RiderAimOf returns the goal of a seat's rider, nil without one.
func RiderAimOf(v *chapters.View, s tricks.Seat) *chapters.GoalStatus { return aimOf(v, s, true) }

func aimOf(v *chapters.View, s tricks.Seat, rider bool) *chapters.GoalStatus {
	i := slices.IndexFunc(v.Goals, func(g chapters.GoalStatus) bool { return g.Seat == s && (g.Rider != "") == rider })
	if i < 0 || !HasAim(v, &v.Goals[i]) {
		return nil
	}
	return &v.Goals[i]
}

// HasAim reports whether there is anything to achieve: some characters and riders only bring a
// rule.
func HasAim(v *chapters.View, g *chapters.GoalStatus) bool {
	f, ok := v.GoalFormula(goalCard(v, g), g.Seat)
	return !ok || f.Op != characters.All || len(f.Parts) > 0
}
