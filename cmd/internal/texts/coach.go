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
func (t *Texts) Coach(v *chapters.View) string {
	if v.Chapter == nil || v.Chapter.ID != CoachChapter || v.Ask == nil {
		return ""
	}
	switch a := v.Ask; a.Kind {
	case chapters.Draft:
		return t.T("coach.draft")
	case chapters.Exchange:
		return t.T("coach.exchange")
	case chapters.Return:
		return t.T("coach.return")
	case chapters.PlayCard:
		return t.coachPlay(v, a.Seat)
	default: // not in the first chapter
		return ""
	}
}

// coachPlay explains the rules of a trick in the first two tricks, and later which plays help the
// goal.
func (t *Texts) coachPlay(v *chapters.View, s tricks.Seat) string {
	hand := v.Seats[s].Hand
	leading := v.Led == tricks.NoSuit
	cards := playChancesOf(v)
	switch first := len(v.History) < 2; {
	case StatusOf(v, s) == characters.Failed:
		return t.T("coach.failed")
	case !leading && v.Led == tricks.Rings && !v.RingsBroken:
		return t.T("coach.rings.only", t.NameAt(v, v.Leader))
	case first && leading && len(v.History) == 0:
		return t.T("coach.lead")
	case first && !leading && hand.OfSuit(v.Led) != 0:
		return t.T("coach.follow", t.Suit(v.Led))
	case first && !leading && cards.legal.Contains(tricks.OneRing):
		return t.T("coach.free.ring", t.Suit(v.Led))
	case first && !leading:
		return t.T("coach.free", t.Suit(v.Led))
	case cards.legal.Len() == 1 && !cards.legal.Contains(tricks.OneRing):
		return t.coachOnly(&cards)
	case leading && cards.legal.OfSuit(tricks.Rings) == 0 && hand.OfSuit(tricks.Rings) != 0 && len(v.History) < 3:
		return t.T("coach.rings")
	case cards.wins == 0:
		return t.coachDiscard(v, s, &cards)
	case cards.sure == cards.legal:
		return t.T("coach.takes")
	}
	allTakeLead := !leading && cards.wins == cards.legal
	if text := t.coachGoal(v, s, allTakeLead); text != "" {
		return text
	}
	if allTakeLead {
		return t.T("coach.over")
	}
	return t.coachOthers(v, s, &cards)
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
func (t *Texts) coachDiscard(v *chapters.View, s tricks.Seat, c *playChances) string {
	frodo := tricks.Seat(slices.IndexFunc(v.Seats, func(seat chapters.SeatView) bool {
		return seat.Character != nil && seat.Character.ID == "frodo"
	}))
	if frodo != tricks.NoSeat && frodo != s && v.Best == frodo && StatusOf(v, frodo) == characters.Open &&
		c.legal.OfSuit(tricks.Rings) != 0 {
		return t.T("coach.cannot.ring", t.NameAt(v, frodo))
	}
	return t.T("coach.cannot")
}

// coachGoal says what the seat's goal needs next; it is empty if the goal needs nothing more.
// allTakeLead reports whether every card that may be played beats the cards on the table.
func (t *Texts) coachGoal(v *chapters.View, s tricks.Seat, allTakeLead bool) string {
	seat := &v.Seats[s]
	if seat.Character == nil || StatusOf(v, s) == characters.Sealed {
		return ""
	}
	goal, _ := v.Standing(s)
	missing := goal.Least - goal.Counted
	switch id := seat.Character.ID; id {
	case "frodo", "bilbo":
		if missing > 0 {
			return t.N("coach."+id, missing)
		}
	case "gandalf":
		if missing > 0 {
			return t.T("coach.gandalf")
		}
	case "pippin":
		if allTakeLead {
			return t.T("coach.over")
		}
		return t.T("coach.pippin")
	}
	return ""
}

// coachOthers names a seat that still needs help once the player's own goal is met.
func (t *Texts) coachOthers(v *chapters.View, s tricks.Seat, cards *playChances) string {
	for other := range v.Seats {
		seat := tricks.Seat(other)
		c := v.Seats[other].Character
		switch {
		case seat == s || c == nil || StatusOf(v, seat) != characters.Open:
		case c.ID == "frodo" && cards.legal.OfSuit(tricks.Rings) != 0:
			return t.T("coach.help.frodo", t.ShortName(c))
		case c.ID == "frodo":
			return t.T("coach.help.noring", t.ShortName(c))
		default:
			return t.T("coach.help", t.ShortName(c))
		}
	}
	return t.T("coach.safe")
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
