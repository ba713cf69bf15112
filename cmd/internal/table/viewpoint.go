package table

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// viewpoint is one screen that shows a round. It knows what the screen waits for, whose cards it may
// show, which events its people were not told yet, and what they may take back. So every front end
// treats people in the same way. Its people may be one person, several who share the screen and pass
// it on, or nobody, for a watcher.
type viewpoint struct {
	*round.Round
	// people are the seats of the people at this screen.
	people []tricks.Seat
	// pauses reports whether the moments TrickEnd and Notice wait for the person.
	pauses bool
	moment round.Moment
	// viewer is the seat whose cards may be shown now, NoSeat for none.
	viewer tricks.Seat
	// toldEvents is how much of the story each person was told. NoSeat stands for the time while
	// nobody's cards are shown.
	toldEvents map[tricks.Seat]int
	// seenTricks is the number of finished tricks that were seen here to their end.
	seenTricks int
	// seenUndos is the number of undos that the other fields take into account.
	seenUndos int
	// playOn reports whether the group plays on although the result is settled (T11).
	playOn bool
	// held reports whether a finished trick stays until the person continues, however many wait behind it.
	held bool
}

// currentViewpoint returns the client's viewpoint of the current round, nil without a round; t.mu is held.
func (c *Client) currentViewpoint() *viewpoint {
	s := c.t.state
	if s.play == nil {
		return nil
	}
	seats := s.seatsOf(c.person.ID)
	p := c.viewpoint
	if p == nil || p.Round != s.play.Round || !slices.Equal(p.people, seats) {
		c.viewpoint = newViewpoint(s.play.Round, seats, !c.running)
	}
	return c.viewpoint
}

// Look returns the table and its round as the person sees them now. The others may play on meanwhile,
// but a moment that waits for the person ([round.TrickEnd], [round.Notice], [round.Settled]) stays
// until [Client.GoOn], or until an undo removes its cause. While a finished trick is shown, all of the
// round is shown as it was when that trick had ended, and during a notice as it was before the first trick.
// When a second trick has ended meanwhile, the person sees the present instead. [Client.Hold] prevents that.
func (c *Client) Look() Snapshot {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	snapshot := Snapshot{
		TableView: c.tableViewLocked(),
		Now:       round.End,
		Player:    tricks.NoSeat,
		Viewer:    tricks.NoSeat,
	}
	p := c.currentViewpoint()
	if p == nil {
		return snapshot
	}
	// A card without a choice is played by the computer, see nextTurn: the screen is not passed on.
	if _, forced := p.forced(); forced {
		p.moment = round.Thinking
	} else {
		p.updateMoment()
	}
	snapshot.Now = p.moment
	if snapshot.Now == round.Thinking && c.caughtUpRevision != c.t.state.revision {
		c.caughtUpRevision = c.t.state.revision
		c.t.wake()
	}
	shown := p.shownRound()
	if shown != p.Round {
		snapshot.goBack(c.t.state, shown.Player())
	}
	snapshot.View = shown.View(p.viewer)
	round.NamePeople(&snapshot.View, c.t.state.play.players)
	snapshot.Viewer = p.viewer
	snapshot.Player = shown.Player()
	snapshot.Shown = p.shownTricks()
	snapshot.Held = p.held
	snapshot.Decisions = shown.Decisions()
	snapshot.Undos = p.Undos()
	snapshot.Stopped = shown.EndedEarly()
	for i := range p.PlayerNames() {
		snapshot.Names = append(snapshot.Names, p.Name(tricks.Seat(i)))
	}
	return snapshot
}

// goBack changes what a table says about its round to an earlier moment of the round: the round was being played, and
// the decision of a player was due. A seat that the others may go on without keeps its mark, which says why they may.
func (s *Snapshot) goBack(now *state, player tricks.Seat) {
	for i := range s.Seats {
		seat := &s.Seats[i]
		if !seat.Replaceable {
			seat.Deciding = tricks.Seat(i) == player && now.seats[i].present()
		}
	}
	if !s.Playing {
		s.Playing = true
		s.MaySit = false
		s.Last = nil // it says how the round has ended
	}
}

// GoOn ends a moment that waits until the person has seen enough.
func (c *Client) GoOn() {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if p := c.currentViewpoint(); p != nil {
		p.goOn()
	}
}

// Hold keeps a finished trick that is shown until [Client.GoOn]. At any other moment it does nothing.
func (c *Client) Hold() {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if p := c.currentViewpoint(); p != nil {
		p.held = p.moment == round.TrickEnd
	}
}

// Allowed reports whether a decision can be taken back now, and whether the round can be ended because
// its result is certain (T11).
func (c *Client) Allowed() (undo, stop bool) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	p := c.currentViewpoint()
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

// newViewpoint returns a screen for the people at some seats. What happened before counts as known,
// except for the events of setup if the screen pauses and no card was played since.
func newViewpoint(r *round.Round, people []tricks.Seat, pauses bool) *viewpoint {
	p := &viewpoint{
		Round:      r,
		people:     people,
		pauses:     pauses,
		viewer:     soleSeat(people),
		toldEvents: map[tricks.Seat]int{},
		seenUndos:  r.Undos(),
	}
	v := r.View(tricks.NoSeat)
	p.seenTricks = len(v.History)
	skipStory := r.Decisions() > 0
	if pauses {
		skipStory = slices.ContainsFunc(v.Log, func(e chapters.Event) bool { return e.Kind == chapters.Played })
	}
	for _, player := range append(slices.Clone(people), tricks.NoSeat) {
		if skipStory {
			p.toldEvents[player] = len(r.Story())
		}
	}
	return p
}

// view returns the present of the round as it may be shown now.
func (p *viewpoint) view() chapters.View { return p.View(p.viewer) }

// shownRound returns the round as the screen shows it: during a notice before the first trick, while a finished
// trick is shown right after that trick, and otherwise the present.
func (p *viewpoint) shownRound() *round.Round {
	switch p.moment {
	case round.Notice, round.TrickEnd:
		return p.AfterTrick(p.shownTricks())
	}
	return p.Round
}

// shownTricks returns how many finished tricks were seen here, including the one of TrickEnd.
func (p *viewpoint) shownTricks() int {
	if p.moment == round.TrickEnd {
		return p.seenTricks + 1
	}
	return p.seenTricks
}

// begunTricks returns how many tricks have begun as far as the person has seen them: the others may have
// played on while a finished trick is shown here.
func (p *viewpoint) begunTricks() int {
	if p.pauses && p.seenTricks < p.Tricks() {
		return p.seenTricks + 1
	}
	return p.Tricks() + 1
}

// soleSeat returns the only seat of a list, NoSeat if the list has none or several.
func soleSeat(people []tricks.Seat) tricks.Seat {
	if len(people) == 1 {
		return people[0]
	}
	return tricks.NoSeat
}

// updateMoment finds out what the screen waits for now. It is called after every change of the round
// unless forced returns a decision. If several people share the screen, nobody's cards are shown at
// the moments that are for all of them, nor at a curtain. A finished trick is shown together with the
// viewer's cards, and the next person sees it before the curtain.
func (p *viewpoint) updateMoment() round.Moment {
	p.catchUp()
	p.moment = p.nextMoment()
	switch p.moment {
	case round.Settled, round.End, round.Curtain:
		p.viewer = soleSeat(p.people)
	}
	return p.moment
}

// forced returns a decision for which nobody is asked: the last card of a hand, or the only legal card
// of a person to whom the screen would have to be passed.
func (p *viewpoint) forced() (d chapters.Decision, ok bool) {
	p.catchUp()
	if now := p.nextMoment(); now == round.Curtain {
		return p.onlyCard()
	} else if now == round.Turn {
		return p.Forced()
	}
	return d, false
}

// onlyCard returns the only legal card of the person whose decision is due, if several people share the
// screen.
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

// nextMoment returns what the screen waits for. Earlier cases take precedence.
func (p *viewpoint) nextMoment() round.Moment {
	player := p.Player()
	atScreen := slices.Contains(p.people, player)
	switch {
	case p.pauses && p.seenTricks < p.Tricks():
		return round.TrickEnd
	case p.IsOver():
		return round.End
	case !p.playOn && len(p.people) > 0 && p.MayStop(): // a watcher is not asked
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

// hasUnreadSetup reports whether the viewer was not told all events of setup yet. After the first trick
// it is always false.
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

// goOn ends a moment that waits for a person: the trick or the notice was seen, the next person is
// there, or the group plays on.
func (p *viewpoint) goOn() {
	switch p.moment {
	case round.TrickEnd:
		p.seenTricks++
		p.held = false
		p.moment = round.Thinking
	case round.Notice:
		p.toldEvents[p.viewer] = len(p.Story())
	case round.Curtain:
		p.viewer = p.Player()
	case round.Settled:
		p.playOn = true
	}
}

// takeNews returns the part of the story that the viewer was not told yet, and marks it as told. While
// nobody's cards are shown, it returns what nobody here was told yet.
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

// catchUp brings what was seen up to the round: it forgets what was taken back, and when more than one finished trick
// waits to be seen, it skips to the present. That is the end of the last trick if nothing was played since. A last
// trick that is played by itself does not count: whoever has played until then sees the end of the trick before, too.
func (p *viewpoint) catchUp() {
	p.applyUndos()
	waiting := p.Tricks() - p.seenTricks
	if p.EndedWithoutChoice() {
		waiting--
	}
	if !p.pauses || p.held || waiting < 2 {
		return
	}
	p.seenTricks = p.Tricks()
	if p.AfterTrick(p.Tricks()) == p.Round {
		p.seenTricks--
	}
}

// applyUndos forgets what was seen of decisions that have been taken back.
func (p *viewpoint) applyUndos() {
	for ; p.seenUndos < p.Undos(); p.seenUndos++ {
		for player := range p.toldEvents {
			p.toldEvents[player] = min(p.toldEvents[player], p.StoryLengthAfterUndo(p.seenUndos))
		}
		p.playOn = p.Settled() != chapters.Undecided // whoever takes something back wants to play on
	}
	p.seenTricks = min(p.seenTricks, p.Tricks())
	p.held = p.held && p.seenTricks < p.Tricks()
}

// undoCount returns how many decisions are taken back when the people at this screen ask for an undo.
// If several people play, the last decision has to be the viewer's, or anybody's at this screen while
// nobody's cards are shown. The error is [round.ErrNothing] or [round.ErrNotYours].
//
// With again set it continues an undo: if a person here now faces a card without a choice, which they
// never decided on, the decision before it is taken back too. It then returns 0 when nothing is left
// to take back, and no error.
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
