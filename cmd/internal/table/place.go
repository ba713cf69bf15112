package table

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// place is where people look at a round: one screen, or one line, and those who share it. It
// says what is due there, whose cards may be shown, what somebody was not told yet and who may
// take what back, so that every front end keeps the same manners. It may belong to one person,
// to several who pass it on, or to nobody who plays: from there one looks on.
type place struct {
	*round.Round
	people []tricks.Seat
	// pauses reports whether the moments TrickEnd and Notice wait for the person; else all is told as
	// it comes.
	pauses bool
	now    round.Moment
	// eyes is whose cards may be shown now, NoSeat for nobody's.
	eyes tricks.Seat
	// told is how much of the story each person was told, seen how many finished tricks were
	// seen here to their end, and undone how many undos that takes account of.
	told   map[tricks.Seat]int
	seen   int
	undone int
	// playOn reports whether the person who looks goes on although the result is settled (T11).
	playOn bool
}

// upToDate brings the chair up to date; t.mu is held.
func (c *Chair) upToDate() *place {
	s := c.t.state
	if s.play == nil {
		return nil
	}
	if seats := s.seatsOf(c.who.ID); c.place == nil || c.place.Round != s.play.Round || !slices.Equal(c.place.people, seats) {
		c.place = at(s.play.Round, seats, !c.running)
	}
	return c.place
}

// Look returns the table and its round as the person sees them now. The others go on meanwhile, but
// a moment that waits for the person ([round.TrickEnd], [round.Notice], [round.Settled])
// stays until [Chair.GoOn], or until it was taken back.
func (c *Chair) Look() Sight {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	snapshot := Sight{Picture: c.picture(), Now: round.End, Player: tricks.NoSeat, Eyes: tricks.NoSeat}
	p := c.upToDate()
	if p == nil {
		return snapshot
	}
	snapshot.Now = round.Thinking // the place is not passed on for a card without a choice, see turn
	if _, forced := p.forced(); !forced {
		snapshot.Now = p.due()
	}
	if snapshot.Now == round.Thinking && c.waits != c.t.state.moved {
		c.waits = c.t.state.moved
		c.t.tell()
	}
	snapshot.View = p.view()
	snapshot.Eyes = p.eyes
	snapshot.Player = p.Player()
	snapshot.Shown = p.shown()
	snapshot.Decisions = p.Decisions()
	snapshot.Undos = p.Undos()
	snapshot.Stopped = p.Stopped()
	for i := range p.By() {
		snapshot.Names = append(snapshot.Names, p.Name(tricks.Seat(i)))
	}
	return snapshot
}

// GoOn leaves a moment that waits for the person to have seen enough.
func (c *Chair) GoOn() {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if p := c.upToDate(); p != nil {
		p.goOn()
	}
}

// May reports whether there is a decision that can be taken back now, and whether the round can be
// ended (T11).
func (c *Chair) May() (undo, stop bool) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	p := c.upToDate()
	s := c.t.state
	if p == nil {
		return false, false
	}
	undo = s.undoable() > 0
	if s.oneScreen() {
		_, err := p.undo(false)
		undo = err == nil
	}
	return undo, s.playing() && p.Settled() != chapters.Undecided
}

// at returns a place where people look at a round. What happened before is not news, except for
// setup where no card was played since and the place pauses.
func at(s *round.Round, people []tricks.Seat, pauses bool) *place {
	p := &place{Round: s, people: people, pauses: pauses, eyes: only(people), told: map[tricks.Seat]int{}, undone: s.Undos()}
	v := s.View(tricks.NoSeat)
	p.seen = len(v.History)
	skipStory := s.Decisions() > 0
	if pauses {
		skipStory = slices.ContainsFunc(v.Log, func(e chapters.Event) bool { return e.Kind == chapters.Played })
	}
	for _, player := range append(slices.Clone(people), tricks.NoSeat) {
		if skipStory {
			p.told[player] = len(s.Story())
		}
	}
	return p
}

// view is the round as it may be shown now.
func (p *place) view() chapters.View { return p.View(p.eyes) }

// shown returns how many finished tricks were seen here, counting the one of TrickEnd.
func (p *place) shown() int {
	if p.now == round.TrickEnd {
		return p.seen + 1
	}
	return p.seen
}

// begun returns how many tricks have begun, as far as the person has seen it: the others may have
// gone on behind the end of a trick.
func (p *place) begun() int {
	if p.pauses && p.seen < p.Tricks() {
		return p.seen + 1
	}
	return p.Tricks() + 1
}

// only returns the only person among some, NoSeat if there is none or several.
func only(people []tricks.Seat) tricks.Seat {
	if len(people) == 1 {
		return people[0]
	}
	return tricks.NoSeat
}

// due looks what the place waits for now. It is asked after everything that changed the round,
// and where forced has no decision. At the moments that are for everybody, and behind a curtain,
// nobody's cards are shown any more where several share the place; a finished trick is seen by
// whoever looks, and by the next person with the curtain.
func (p *place) due() round.Moment {
	p.takeBack()
	p.now = p.next()
	switch p.now {
	case round.Settled, round.End, round.Curtain: // all who share the place look
		p.eyes = only(p.people)
	}
	return p.now
}

// forced returns the decision for which nobody is asked: the last card of a hand, and the
// only one for which the place would be passed on.
func (p *place) forced() (d chapters.Decision, ok bool) {
	p.takeBack()
	if now := p.next(); now == round.Curtain {
		return p.only()
	} else if now == round.Turn {
		return p.Forced()
	}
	return d, false
}

// only returns the decision that is due where it is a card and there is only one.
func (p *place) only() (d chapters.Decision, ok bool) {
	player := p.Player()
	if len(p.people) < 2 || player == tricks.NoSeat {
		return d, false
	}
	ask := p.View(player).Ask
	if ask == nil || ask.Kind != chapters.PlayCard || len(ask.Options) != 1 {
		return d, false
	}
	return ask.Options[0], true
}

func (p *place) next() round.Moment {
	player := p.Player()
	atScreen := slices.Contains(p.people, player)
	switch {
	case p.pauses && p.seen < p.Tricks():
		return round.TrickEnd
	case p.Over():
		return round.End
	case !p.playOn && p.MayStop():
		return round.Settled
	case atScreen && player != p.eyes:
		return round.Curtain
	case p.pauses && p.untold():
		return round.Notice
	case atScreen:
		return round.Turn
	case player != tricks.NoSeat:
		return round.Elsewhere
	}
	return round.Thinking
}

// untold reports whether who looks has yet to read what happened in setup, before
// the end of the first trick.
func (p *place) untold() bool {
	if p.eyes == tricks.NoSeat || p.Tricks() > 0 {
		return false
	}
	v := p.view()
	return v.Stage == chapters.StagePlay && slices.ContainsFunc(p.Story()[p.told[p.eyes]:], func(n round.News) bool {
		return n.Goal == nil && round.OfSetup(&v, n.Event)
	})
}

// goOn leaves a moment that waits for a person to have seen enough: the trick or the notice was
// seen, the next person is there, the group plays on.
func (p *place) goOn() {
	switch p.now {
	case round.TrickEnd:
		p.seen++
		p.now = round.Thinking
	case round.Notice:
		p.told[p.eyes] = len(p.Story())
	case round.Curtain:
		p.eyes = p.Player()
	case round.Settled:
		p.playOn = true
	}
}

// news returns the events since the person who looks was told last. With nobody's cards shown they
// are those that nobody here was told yet.
func (p *place) news() []round.News {
	story := p.Story()
	start := p.told[p.eyes]
	if p.eyes == tricks.NoSeat {
		for _, n := range p.told {
			start = max(start, n)
		}
	}
	p.told[p.eyes] = len(story)
	return story[start:]
}

// takeBack forgets what was seen of decisions that were taken back.
func (p *place) takeBack() {
	for ; p.undone < p.Undos(); p.undone++ {
		for player := range p.told {
			p.told[player] = min(p.told[player], p.Left(p.undone))
		}
		p.playOn = p.Settled() != chapters.Undecided // who takes back wants to
	}
	p.seen = min(p.seen, p.Tricks())
}

// undo returns how many decisions go back when somebody asks for that here: among several
// people the last one has to be that of the person who looks, or of one of those who share the
// place while nobody's cards are shown. Again reports whether it goes on from there, as what went back
// was no decision of theirs. The error is round.ErrNothing or round.ErrNotYours.
func (p *place) undo(again bool) (back int, err error) {
	last := p.LastDecider()
	several := len(p.Humans()) > 1
	if again {
		if _, forced := p.only(); !forced || !slices.Contains(p.people, last) {
			return 0, nil
		}
		return p.Back(false), nil
	}
	switch {
	case several && (!slices.Contains(p.people, last) || p.eyes != tricks.NoSeat && p.eyes != last):
		return 0, round.ErrNotYours
	case len(p.people) == 0:
		return 0, round.ErrNothing
	}
	back = p.Back(false)
	if back > 0 {
		return back, nil
	} else if several {
		return 0, round.ErrNotYours
	}
	return 0, round.ErrNothing
}
