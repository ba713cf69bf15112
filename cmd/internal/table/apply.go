package table

import (
	"cmp"
	"slices"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// apply applies one line of the log. The line belongs to an event with a number and a time. apply returns
// the parsed event, nil for a line of a record.
func (s *state) apply(number uint64, eventTime time.Time, line []byte) (*event, error) {
	e, header, err := parse(line)
	switch {
	case err != nil:
		return nil, err
	case !s.begun && (e == nil || e.Created == nil):
		return nil, say.New("the log does not begin with the table")
	case header:
		err = s.beginRound(line)
	case e == nil:
		var moved bool
		if moved, err = s.followRecord(eventTime, line); !moved {
			number = s.revision
		}
	default:
		return e, s.applyEvent(number, eventTime, e)
	}
	s.revision = number
	s.due = s.now
	return nil, err
}

// changesDecisions reports whether an event changes what people decide about, see [Revision].
func (e *event) changesDecisions() bool {
	switch {
	case e.SatDown != nil, e.StoodUp != nil, e.Next != nil, e.Proposed != nil, e.Bot != nil, e.Stopped != nil:
		return true
	}
	return false
}

// applyEvent applies an event that is not a line of a record.
func (s *state) applyEvent(number uint64, eventTime time.Time, e *event) error {
	if e.changesDecisions() {
		s.revision = number
	}
	switch {
	case e.Created != nil:
		return s.begin(eventTime, e.Created)
	case e.Joined != nil:
		s.join(e.Joined)
	case e.Invited != nil:
		s.codes = append(s.codes, *e.Invited)
	case e.SatDown != nil:
		return s.sitDown(e.SatDown)
	case e.StoodUp != nil:
		s.standUp(e.StoodUp.PersonID)
	case e.Present != nil:
		return s.markPresent(number, e.Present)
	case e.Away != nil:
		s.markAway(e.Away)
	case e.Host != nil:
		s.host = e.Host.PersonID
		for i := range s.seats {
			s.seats[i].hosts = false
		}
	case e.Next != nil:
		s.next = e.Next.Pick
		s.clearReady()
	case e.Ready != nil:
		for _, seat := range s.seatsOf(e.Ready.PersonID) {
			s.seats[seat].ready = !e.Ready.Not
		}
	case e.RoundStart != nil:
		s.roundStart = e.RoundStart
	case e.Proposed != nil:
		s.proposal = s.newProposal(e.Proposed)
	case e.Agreed != nil:
		s.applyAgreement(e.Agreed)
	case e.AbsenceChoice != nil:
		s.absenceChoice = e.AbsenceChoice
		s.absenceChoice.number = number
	case e.WaitAgain != nil:
		s.announceAbsenceChoice(number)
		if s.hasSeat(e.WaitAgain.Seat) {
			s.seats[e.WaitAgain.Seat].waited = s.now
		}
	case e.Bot != nil:
		s.announceAbsenceChoice(number)
		s.proposal = nil // it may have asked the person at this seat
		return s.substitute(e.Bot.Seat, e.Bot.Computer)
	case e.Stopped != nil:
		s.announceAbsenceChoice(number)
		return s.stop(eventTime, e.Stopped.GivenUp)
	case e.Asked != nil:
		s.addTalk(TalkEntry{Name: s.name(e.Asked.PersonID), Help: e.Asked.Help})
	case e.Said != nil:
		s.talkCounts[e.Said.PersonID]++
		s.addTalk(TalkEntry{Name: s.name(e.Said.PersonID), Text: e.Said.Text, Phrase: e.Said.Phrase})
	case e.Turned != nil:
		s.turnPage(e.Turned)
	case e.Closed != nil:
		s.closed = true
	}
	return nil
}

// join lets a person in, or takes the new name of a member. A member who may play keeps that right with
// an invitation to watch.
func (s *state) join(e *joined) {
	m := s.member(e.PersonID)
	if m == nil {
		s.members = append(s.members, *e)
		return
	}
	m.Name = e.Name
	m.Watch = m.Watch && e.Watch
}

// begin sets up the table.
func (s *state) begin(eventTime time.Time, e *created) error {
	if s.begun {
		return say.New("this table was begun twice")
	}
	if e.Version != version {
		return say.Errorf("this table was created by version %.40q of the program, in format %d; "+
			"this is version %s, which reads format %d",
			cmp.Or(e.Program, "?"), e.Version, build.Version(), version)
	}
	s.begun = true
	s.setup = e.Setup
	s.next = e.First
	s.host = e.PersonID
	s.seats = make([]seat, s.setup.Players)
	for i, name := range s.setup.Computers[:min(len(s.setup.Computers), len(s.seats))] {
		s.seats[i].computer = name
	}
	var err error
	s.campaign, err = s.setup.campaign(s.lib)
	if s.campaign != nil {
		s.campaign.CountWonRoads(s.day(eventTime))
	}
	return err
}

// sitDown gives a seat to a person.
func (s *state) sitDown(e *satDown) error {
	if !s.hasSeat(e.Seat) {
		return say.Errorf("there is no seat %d", e.Seat)
	}
	s.seats[e.Seat] = seat{actor: e.actor, session: e.Session, name: e.Name}
	s.clearReady()
	return nil
}

// markPresent notes that a person is at the table again. The person then plays again instead of a
// computer player.
func (s *state) markPresent(number uint64, e *present) error {
	for _, seat := range s.seatsOf(e.PersonID) {
		entry := &s.seats[seat]
		entry.session = e.Session
		entry.away = time.Time{}
		entry.waited = s.now
		entry.leaving = false
		if entry.hosts {
			s.host = e.PersonID
			entry.hosts = false
		}
		replaced := entry.computer != ""
		if err := s.substitute(seat, ""); err != nil {
			return err
		}
		if replaced && s.playing() && s.play.Player() == seat {
			s.revision = number // so that the computer player's decision comes too late
		}
	}
	if host := s.firstSeat(s.host); host == nil || !host.present() {
		s.passOn(s.host)
	}
	return nil
}

// markAway notes that a person has left, unless they have already come back in another session.
func (s *state) markAway(e *present) {
	own := s.firstSeat(e.PersonID)
	if own == nil || own.session != e.Session {
		return
	}
	for _, seat := range s.seatsOf(e.PersonID) {
		entry := &s.seats[seat]
		entry.session = ""
		entry.away = s.now
		entry.ready = entry.ready && s.playing()
	}
	s.passOn(e.PersonID)
}

// clearReady makes everybody confirm again that they are ready, because something has changed.
func (s *state) clearReady() {
	for i := range s.seats {
		s.seats[i].ready = false
	}
}

// standUp frees a person's seats. During a round it notes that they become free after the round.
func (s *state) standUp(id string) {
	for _, index := range s.seatsOf(id) {
		if s.playing() {
			s.seats[index].leaving = true
			continue
		}
		s.seats[index] = seat{}
		s.clearReady()
	}
	s.passOn(id)
}

// passOn replaces a host who is not there any more by the member who came first among those present.
// If nobody is present, the host stays. A host who does not want to leave becomes the host again
// when they are back.
func (s *state) passOn(previous string) {
	if s.host != previous {
		return
	}
	for _, m := range s.members {
		entry := s.firstSeat(m.PersonID)
		if entry == nil || m.PersonID == previous || !entry.present() {
			continue
		}
		s.host = m.PersonID
		if own := s.firstSeat(previous); own != nil {
			hostReserved := slices.ContainsFunc(s.seats, func(entry seat) bool { return entry.hosts })
			own.hosts = !own.leaving && !hostReserved
		}
		return
	}
}

// substitute lets a computer player play a seat. An empty name lets the person play again.
func (s *state) substitute(index tricks.Seat, computer string) error {
	if !s.hasSeat(index) {
		return say.Errorf("there is no seat %d", index)
	}
	entry := &s.seats[index]
	if entry.computer == computer {
		return nil
	}
	if err := s.refusePrograms(computer); err != nil {
		return err
	}
	entry.computer = computer
	if computer != "" {
		s.passOn(entry.PersonID)
	}
	if !s.playing() {
		return nil
	}
	return s.play.Replace(index, s.playerName(index))
}

// refusePrograms returns an error if external programs would play at a table of a server. It checks
// the names in the log too, since a file may come from elsewhere.
func (s *state) refusePrograms(names ...string) error {
	for _, name := range names {
		if round.IsProgram(name) && !s.setup.Home {
			return say.Errorf("%.100q plays at no table of a server", name)
		}
	}
	return nil
}

// followRecord applies a line of the record, and reports whether the round has moved. Asking for help
// does not move it.
func (s *state) followRecord(eventTime time.Time, line []byte) (moved bool, err error) {
	if s.play == nil {
		return false, ErrNotPlaying
	}
	previous := s.play.Decisions()
	if err := s.play.ApplyLine(line); err != nil {
		return false, err
	}
	return s.play.Decisions() != previous, s.noteDecisions(eventTime, previous)
}

// noteDecisions updates the table after a line of the record; previous is the number of decisions
// before it.
func (s *state) noteDecisions(eventTime time.Time, previous int) error {
	switch now := s.play.Decisions(); {
	case s.play.ended && now >= previous:
		return ErrNotPlaying
	case s.play.ended:
		s.reopen()
	case now == previous:
		return nil // The line asked for help.
	}
	s.proposal = nil
	for i := range s.seats {
		s.seats[i].waited = time.Time{}
	}
	if s.play.IsOver() {
		return s.end(eventTime, false)
	}
	return nil
}
