package texts

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// CoachChapter is the chapter with a coach: the first one of the first evening.
const CoachChapter = "1"

// Coach tells somebody who plays for the first time what matters for the
// decision that is due: what a trick is, why not every card may be played, what
// the goal wants now. It is one short line from what the player may know, empty
// outside of the first chapter.
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

// coachPlay says the rules of a trick in the first two, and later what the goal
// wants.
func (t *Texts) coachPlay(v *chapters.View, s tricks.Seat) string {
	hand := v.Seats[s].Hand
	leading := v.Led == tricks.NoSuit
	switch first := len(v.History) < 2; {
	case first && leading && len(v.History) == 0:
		return t.T("coach.lead")
	case first && !leading && hand.Of(v.Led) != 0:
		return t.T("coach.follow", t.Suit(v.Led))
	case first && !leading:
		return t.T("coach.free", t.Suit(v.Led))
	case leading && !v.RingsBroken && hand.Of(tricks.Rings) != 0 && len(v.History) < 3:
		return t.T("coach.rings")
	}
	if text := t.coachGoal(v, s); text != "" {
		return text
	}
	return t.coachOthers(v, s)
}

// coachGoal says what the goal of the first chapter's characters wants now; empty
// where it is safe.
func (t *Texts) coachGoal(v *chapters.View, s tricks.Seat) string {
	at := &v.Seats[s]
	if at.Character == nil {
		return ""
	}
	switch goalOf(v, s) {
	case characters.Sealed:
		return ""
	case characters.Failed:
		return t.T("coach.failed")
	}
	switch at.Character.ID {
	case "frodo":
		need := 4
		if v.Players == 4 {
			need = 2
		}
		if missing := need - at.Taken.Of(tricks.Rings).Len(); missing > 0 {
			return t.N("coach.frodo", missing)
		}
	case "bilbo":
		if missing := 3 - at.Won; missing > 0 {
			return t.N("coach.bilbo", missing)
		}
	case "gandalf":
		if at.Won == 0 {
			return t.T("coach.gandalf")
		}
	case "pippin":
		return t.T("coach.pippin")
	}
	return ""
}

// coachOthers says who still needs help, when one's own goal is met.
func (t *Texts) coachOthers(v *chapters.View, s tricks.Seat) string {
	for other := range v.Seats {
		seat := tricks.Seat(other)
		c := v.Seats[other].Character
		if seat == s || c == nil || goalOf(v, seat) != characters.Open {
			continue
		}
		if c.ID == "frodo" {
			return t.T("coach.help.frodo", t.ShortName(c))
		}
		return t.T("coach.help", t.ShortName(c))
	}
	return t.T("coach.safe")
}

// goalOf is how a seat's own goal stands.
func goalOf(v *chapters.View, s tricks.Seat) characters.Status {
	for _, g := range v.Goals {
		if g.Seat == s && g.Rider == "" {
			return g.Status
		}
	}
	return characters.Open
}
