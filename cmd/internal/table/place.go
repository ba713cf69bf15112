package table

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// viewpoint is where people look at a round: one screen, or one line, and those who share it. It
// says what is due there, whose cards may be shown, what somebody was not told yet and who may
// take what back, so that every front end keeps the same manners. It may belong to one person,
// to several who pass it on, or to nobody who plays: from there one looks on.
type viewpoint struct {
	*round.Round
	people []tricks.Seat
	// pauses reports whether the moments TrickEnd and Notice wait for the person; else all is told as
	// it comes.
	pauses bool
	moment round.Moment
	// viewer is whose cards may be shown now, NoSeat for nobody's.
	viewer tricks.Seat
	// toldEvents is how much of the story each person was told, seen how many finished tricks were
	// seen here to their end, and undone how many undos that takes account of.
	toldEvents map[tricks.Seat]int
	seenTricks int
	seenUndos  int
	// playOn reports whether the person who looks goes on although the result is settled (T11).
	playOn bool
}

// upToDate brings the chair up to date; t.mu is held.
func (c *Client) upToDate() *viewpoint {
	s := c.t.state
	if s.play == nil {
		return nil
	}
	if seats := s.seatsOf(c.person.ID); c.viewpoint == nil || c.viewpoint.Round != s.play.Round ||
		!slices.Equal(c.viewpoint.people, seats) {
		c.viewpoint = newViewpoint(s.play.Round, seats, !c.running)
	}
	return c.viewpoint
}

// Look returns the table and its round as the person sees them now. The others go on meanwhile, but
// a moment that waits for the person ([round.TrickEnd], [round.Notice], [round.Settled])
// stays until [Client.GoOn], or until it was taken back.
func (c *Client) Look() Snapshot {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	snapshot := Snapshot{TableView: c.tableViewLocked(), Now: round.End, Player: tricks.NoSeat, Viewer: tricks.NoSeat}
	p := c.upToDate()
	if p == nil {
		return snapshot
	}
	snapshot.Now = round.Thinking // the place is not passed on for a card without a choice, see turn
	if _, forced := p.forced(); !forced {
		snapshot.Now = p.updateMoment()
	}
	if snapshot.Now == round.Thinking && c.caughtUpEvent != c.t.state.revision {
		c.caughtUpEvent = c.t.state.revision
		c.t.wake()
	}
	snapshot.View = p.view()
	snapshot.Viewer = p.viewer
	snapshot.Player = p.Player()
	snapshot.Shown = p.shownTricks()
	snapshot.Decisions = p.Decisions()
	snapshot.Undos = p.Undos()
	snapshot.Stopped = p.EndedEarly()
	for i := range p.PlayerNames() {
		snapshot.Names = append(snapshot.Names, p.Name(tricks.Seat(i)))
	}
	return snapshot
}

// GoOn leaves a moment that waits for the person to have seen enough.
func (c *Client) GoOn() {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if p := c.upToDate(); p != nil {
		p.goOn()
	}
}

// Allowed reports whether there is a decision that can be taken back now, and whether the round can be
// ended (T11).
func (c *Client) Allowed() (undo, stop bool) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	p := c.upToDate()
	s := c.t.state
	if p == nil {
		return false, false
	}
	undo = s.undoable() > 0
	if s.oneScreen() {
		_, err := p.undoCount(false)
		undo = err == nil
	}
	return undo, s.playing() && p.Settled() != chapters.Undecided
}

// newViewpoint returns a place where people look at a round. What happened before is not news, except for
// setup where no card was played since and the place pauses.
func newViewpoint(s *round.Round, people []tricks.Seat, pauses bool) *viewpoint {
	p := &viewpoint{
		Round: s, people: people, pauses: pauses, viewer: soleSeat(people),
		toldEvents: map[tricks.Seat]int{}, seenUndos: s.Undos(),
	}
	v := s.View(tricks.NoSeat)
	p.seenTricks = len(v.History)
	skipStory := s.Decisions() > 0
	if pauses {
		skipStory = slices.ContainsFunc(v.Log, func(e chapters.Event) bool { return e.Kind == chapters.Played })
	}
	for _, player := range append(slices.Clone(people), tricks.NoSeat) {
		if skipStory {
			p.toldEvents[player] = len(s.Story())
		}
	}
	return p
}

// view is the round as it may be shown now.
func (p *viewpoint) view() chapters.View { return p.View(p.viewer) }

// shownTricks returns how many finished tricks were seen here, counting the one of TrickEnd.
func (p *viewpoint) shownTricks() int {
	if p.moment == round.TrickEnd {
		return p.seenTricks + 1
	}
	return p.seenTricks
}

// begunTricks returns how many tricks have begun, as far as the person has seen it: the others may have
// gone on behind the end of a trick.
func (p *viewpoint) begunTricks() int {
	if p.pauses && p.seenTricks < p.Tricks() {
		return p.seenTricks + 1
	}
	return p.Tricks() + 1
}

// soleSeat returns the only person among some, NoSeat if there is none or several.
func soleSeat(people []tricks.Seat) tricks.Seat {
	if len(people) == 1 {
		return people[0]
	}
	return tricks.NoSeat
}

// updateMoment looks what the place waits for now. It is asked after everything that changed the round,
// and where forced has no decision. At the moments that are for everybody, and behind a curtain,
// nobody's cards are shown any more where several share the place; a finished trick is seen by
// whoever looks, and by the next person with the curtain.
func (p *viewpoint) updateMoment() round.Moment {
	p.applyUndos()
	p.moment = p.nextMoment()
	switch p.moment {
	case round.Settled, round.End, round.Curtain: // all who share the place look
		p.viewer = soleSeat(p.people)
	}
	return p.moment
}

// forced returns the decision for which nobody is asked: the last card of a hand, and the
// only one for which the place would be passed on.
func (p *viewpoint) forced() (d chapters.Decision, ok bool) {
	p.applyUndos()
	if now := p.nextMoment(); now == round.Curtain {
		return p.onlyCard()
	} else if now == round.Turn {
		return p.Forced()
	}
	return d, false
}

// onlyCard returns the decision that is due where it is a card and there is only one.
func (p *viewpoint) onlyCard() (d chapters.Decision, ok bool) {
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

func (p *viewpoint) nextMoment() round.Moment {
	player := p.Player()
	atScreen := slices.Contains(p.people, player)
	switch {
	case p.pauses && p.seenTricks < p.Tricks():
		return round.TrickEnd
	case p.IsOver():
		return round.End
	case !p.playOn && p.MayStop():
		return round.Settled
	case atScreen && player != p.viewer:
		return round.Curtain
	case p.pauses && p.hasUnreadSetup():
		return round.Notice
	case atScreen:
		return round.Turn
	case player != tricks.NoSeat:
		return round.Elsewhere
	}
	return round.Thinking
}

// hasUnreadSetup reports whether who looks has yet to read what happened in setup, before
// the end of the first trick.
func (p *viewpoint) hasUnreadSetup() bool {
	if p.viewer == tricks.NoSeat || p.Tricks() > 0 {
		return false
	}
	v := p.view()
	return v.Stage == chapters.StagePlay &&
		slices.ContainsFunc(p.Story()[p.toldEvents[p.viewer]:], func(n round.News) bool {
			return n.Goal == nil && round.IsSetupEvent(&v, n.Event)
		})
}

// goOn leaves a moment that waits for a person to have seen enough: the trick or the notice was
// seen, the next person is there, the group plays on.
func (p *viewpoint) goOn() {
	switch p.moment {
	case round.TrickEnd:
		p.seenTricks++
		p.moment = round.Thinking
	case round.Notice:
		p.toldEvents[p.viewer] = len(p.Story())
	case round.Curtain:
		p.viewer = p.Player()
	case round.Settled:
		p.playOn = true
	}
}

// takeNews returns the events since the person who looks was told last. With nobody's cards shown they
// are those that nobody here was told yet.
func (p *viewpoint) takeNews() []round.News {
	story := p.Story()
	start := p.toldEvents[p.viewer]
	if p.viewer == tricks.NoSeat {
		for _, n := range p.toldEvents {
			start = max(start, n)
		}
	}
	p.toldEvents[p.viewer] = len(story)
	return story[start:]
}

// applyUndos forgets what was seen of decisions that were taken back.
func (p *viewpoint) applyUndos() {
	for ; p.seenUndos < p.Undos(); p.seenUndos++ {
		for player := range p.toldEvents {
			p.toldEvents[player] = min(p.toldEvents[player], p.StoryLengthAfterUndo(p.seenUndos))
		}
		p.playOn = p.Settled() != chapters.Undecided // who takes back wants to
	}
	p.seenTricks = min(p.seenTricks, p.Tricks())
}

// undoCount returns how many decisions go back when somebody asks for that here: among several
// people the last one has to be that of the person who looks, or of one of those who share the
// place while nobody's cards are shown. Again reports whether it goes on from there, as what went back
// was no decision of theirs. The error is round.ErrNothing or round.ErrNotYours.
func (p *viewpoint) undoCount(again bool) (back int, err error) {
	last := p.LastDecider()
	several := len(p.Humans()) > 1
	if again {
		if _, forced := p.onlyCard(); !forced || !slices.Contains(p.people, last) {
			return 0, nil
		}
		return p.UndoCount(false), nil
	}
	switch {
	case several && (!slices.Contains(p.people, last) || p.viewer != tricks.NoSeat && p.viewer != last):
		return 0, round.ErrNotYours
	case len(p.people) == 0:
		return 0, round.ErrNothing
	}
	back = p.UndoCount(false)
	if back > 0 {
		return back, nil
	} else if several {
		return 0, round.ErrNotYours
	}
	return 0, round.ErrNothing
}
