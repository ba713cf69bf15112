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
		return coach{r.texts, r.view, a.Seat, playChancesOf(r.view)}.play()
	default: // not in the first chapter
		return ""
	}
}

// Guide tells a newcomer on the first evening which card to play, and why: first how a trick goes, and then what the
// card does for a goal.
func (r Round) Guide(d chapters.Decision) string {
	card := r.quoted(d)
	suit := d.Card.Suit()
	hand := r.view.Seats[d.Seat].Hand
	purpose := r.Purpose(d)
	leads := r.view.Led == tricks.NoSuit
	switch {
	case leads && len(r.view.History) == 0:
		return r.texts.T("lesson.lead", card, r.texts.Cards(suit))
	case purpose == "":
		return r.Coach()
	case leads && StatusOf(r.view, d.Seat) == characters.Sealed:
		return r.texts.T("lesson.met", card, purpose)
	case !leads && hand.OfSuit(r.view.Led) != 0 && !r.hasFollowed(d.Seat):
		return r.texts.T("lesson.follow", card, r.texts.Cards(r.view.Led), purpose)
	}
	return r.texts.T("lesson.play", card, purpose)
}

// hasFollowed reports whether a seat has followed suit in an earlier trick.
func (r Round) hasFollowed(s tricks.Seat) bool {
	return slices.ContainsFunc(r.view.History, func(t characters.Trick) bool {
		card := t.Card[s]
		return t.Leader != s && card.Valid() && card.Suit() == t.Card[t.Leader].Suit()
	})
}

// coach explains a play to a beginner.
type coach struct {
	texts *Texts
	view  *chapters.View
	// seat is the seat that plays.
	seat  tricks.Seat
	cards playChances
}

// play explains the rules of a trick in the first two tricks, and later which plays help the
// goal.
func (c coach) play() string {
	hand := c.view.Seats[c.seat].Hand
	legal := c.cards.legal
	leading := c.view.Led == tricks.NoSuit
	switch first := len(c.view.History) < 2; {
	case StatusOf(c.view, c.seat) == characters.Failed:
		return c.texts.T("coach.failed")
	case !leading && c.view.Led == tricks.Rings && !c.view.RingsBroken:
		return c.texts.T("coach.rings.only", c.texts.Round(c.view).NameAt(c.view.Leader))
	case first && leading && len(c.view.History) == 0:
		return c.texts.T("coach.lead")
	case first && !leading && hand.OfSuit(c.view.Led) != 0:
		return c.texts.T("coach.follow", c.texts.Suit(c.view.Led))
	case first && !leading && legal.Contains(tricks.OneRing):
		return c.texts.T("coach.free.ring", c.texts.Suit(c.view.Led))
	case first && !leading:
		return c.texts.T("coach.free", c.texts.Suit(c.view.Led))
	case legal.Len() == 1 && !legal.Contains(tricks.OneRing):
		return c.only()
	case leading && legal.OfSuit(tricks.Rings) == 0 && hand.OfSuit(tricks.Rings) != 0 && len(c.view.History) < 3:
		return c.texts.T("coach.rings")
	case c.cards.wins == 0:
		return c.discard()
	case c.cards.sure == legal:
		return c.texts.T("coach.takes")
	}
	allTakeLead := !leading && c.cards.wins == legal
	if text := c.goal(allTakeLead); text != "" {
		return text
	}
	if allTakeLead {
		return c.texts.T("coach.over")
	}
	return c.help()
}

// only says what becomes of the only card that may be played.
func (c coach) only() string {
	card := c.cards.legal.First()
	switch {
	case c.cards.sure != 0:
		return c.texts.T("coach.only.wins", card)
	case c.cards.wins == 0:
		return c.texts.T("coach.only.loses", card)
	default:
		return c.texts.T("coach.only", card)
	}
}

// discard says what to play if no card can win the trick: a Ring if Frodo is winning the trick
// and his goal is open, and any card otherwise.
func (c coach) discard() string {
	frodo := tricks.Seat(slices.IndexFunc(c.view.Seats, func(seat chapters.SeatView) bool {
		return seat.Character != nil && seat.Character.ID == "frodo"
	}))
	frodoTakes := frodo != tricks.NoSeat && frodo != c.seat && c.view.Best == frodo
	if frodoTakes && StatusOf(c.view, frodo) == characters.Open && c.cards.legal.OfSuit(tricks.Rings) != 0 {
		return c.texts.T("coach.cannot.ring", c.texts.Round(c.view).NameAt(frodo))
	}
	return c.texts.T("coach.cannot")
}

// goal says what the seat's goal needs next; it is empty if the goal needs nothing more.
// allTakeLead reports whether every card that may be played beats the cards on the table.
func (c coach) goal(allTakeLead bool) string {
	seat := &c.view.Seats[c.seat]
	if seat.Character == nil || StatusOf(c.view, c.seat) == characters.Sealed {
		return ""
	}
	goal, _ := c.view.Standing(c.seat)
	missing := goal.Least - goal.Counted
	switch id := seat.Character.ID; id {
	case "frodo", "bilbo":
		if missing > 0 {
			return c.texts.N("coach."+id, missing)
		}
	case "gandalf":
		if missing > 0 {
			return c.texts.T("coach.gandalf")
		}
	case "pippin":
		if allTakeLead {
			return c.texts.T("coach.over")
		}
		return c.texts.T("coach.pippin")
	}
	return ""
}

// help names a seat that still needs help once the player's own goal is met.
func (c coach) help() string {
	for other := range c.view.Seats {
		seat := tricks.Seat(other)
		character := c.view.Seats[other].Character
		switch {
		case seat == c.seat || character == nil || StatusOf(c.view, seat) != characters.Open:
		case character.ID == "frodo" && c.cards.legal.OfSuit(tricks.Rings) != 0:
			return c.texts.T("coach.help.frodo", c.texts.ShortName(character))
		case character.ID == "frodo":
			return c.texts.T("coach.help.noring", c.texts.ShortName(character))
		default:
			return c.texts.T("coach.help", c.texts.ShortName(character))
		}
	}
	return c.texts.T("coach.safe")
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

// StatusOf returns the status of the goal of a seat's character. It is [characters.Open] before
// play, and if the character has no goal.
func StatusOf(v *chapters.View, s tricks.Seat) characters.Status {
	if g := AimOf(v, s); g != nil {
		return g.Status
	}
	return characters.Open
}

// ToldStatus returns a goal's status as it is told to people. Before the first card nothing is met yet, even if a goal
// would be met without any trick.
func ToldStatus(v *chapters.View, s characters.Status) characters.Status {
	wasPlayed := func(c tricks.Card) bool { return c != tricks.NoCard }
	hasBegun := len(v.History) > 0 || slices.ContainsFunc(v.Card[:], wasPlayed)
	if s == characters.Met && !hasBegun && !v.IsOver {
		return characters.Open
	}
	return s
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
