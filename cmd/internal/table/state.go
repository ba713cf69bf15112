package table

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// state is the table after the events of its log.
type state struct {
	lib    *chapters.Library
	id     string
	setup  Setup
	begun  bool
	closed bool
	// members are those who were let in.
	members []joined
	host    string
	codes   []invited
	seats   []seat
	next    Pick
	// play is the round that is being played, or the last one, nil before the first;
	// begins is the event written before the first line of the next one.
	play       *inPlay
	roundStart *roundStart
	// names names the rounds that begin at home, nil where they have none.
	names Namer
	// last is how the last round ended, nil before that.
	last     *Result
	campaign *campaign.Campaign
	// proposal and last are shared with pictures: a change makes another one.
	proposal *Proposal
	// absenceChoice is the event that was decided last about somebody's absence, until it is done.
	absenceChoice *absenceChoice
	talkLog       []TalkEntry
	// replay is where the last round is looked at together, nil where nobody does, and
	// turns counts how often it was turned.
	replay    *Replay
	pageTurns int
	// talkCounts counts what each person has said since the round began, or ended.
	talkCounts map[string]int
	// now is when the last event came, by the clock of this process: people are waited for
	// by that, and the log's time of day is for the book of a campaign.
	now time.Time
	// revision is the number of the last event that changed what people decide about,
	// and due since when somebody's decision is due.
	revision uint64
	due      time.Time
}

// seat is a seat of the table: a person's, a computer player's, both where that plays
// for the person, or free.
type seat struct {
	actor
	// name is that of the person in this seat, empty for the name of its member.
	name     string
	computer string
	ready    bool
	// session is the one in which the person is there, away since when the person is
	// not, and waited since when the others wait anew: because they want to, or because
	// the person has come back. Leaving reports whether the person wants to stand up after the round,
	// hosts whether another one is the host until the person is back.
	session        string
	away, waited   time.Time
	leaving, hosts bool
}

func (c *seat) person() bool { return c.PersonID != "" }

// plays reports whether the person plays, and no computer in its place.
func (c *seat) plays() bool { return c.person() && c.computer == "" }

// present reports whether the person plays and is there.
func (c *seat) present() bool { return c.plays() && c.away.IsZero() && !c.leaving }

// round is a round that was begun.
type inPlay struct {
	*round.Round
	// start is the position, and by who plays it, as the record has them: the round
	// does not know the deal's name.
	start   chapters.Position
	players []string
	seed    *uint64
	// name is its own among the saved games, empty for that of the table.
	name  string
	ended bool
	// beforeEnd is the state before the round counted, nil while it goes on.
	beforeEnd *state
}

// Result is how a round of the table ended.
type Result struct {
	// Number counts the rounds from 1.
	Number int
	// Deal names what was played, empty in some rounds of a campaign.
	Deal string
	Won  bool
}

// keptTalk is how much of what was said is kept.
const keptTalk = 100

// copy returns a state for itself.
func (s *state) copy() *state {
	c := *s
	c.members = slices.Clone(s.members)
	c.codes = slices.Clone(s.codes)
	c.seats = slices.Clone(s.seats)
	c.talkLog = slices.Clip(s.talkLog)
	c.talkCounts = maps.Clone(s.talkCounts)
	if s.play != nil {
		r := *s.play
		r.Round = s.play.Copy()
		c.play = &r
	}
	if s.campaign != nil {
		camp := *s.campaign
		camp.Progress = slices.Clone(camp.Progress)
		c.campaign = &camp
	}
	return &c
}

// playing reports whether a round is being played.
func (s *state) playing() bool { return s.play != nil && !s.play.ended }

// member returns somebody who was let in, nil if that never was.
func (s *state) member(id string) *joined {
	for i := range s.members {
		if s.members[i].PersonID == id {
			return &s.members[i]
		}
	}
	return nil
}

func (s *state) name(id string) string {
	if m := s.member(id); m != nil {
		return m.Name
	}
	return ""
}

// hasSeat reports whether there is such a seat.
func (s *state) hasSeat(index tricks.Seat) bool { return index >= 0 && int(index) < len(s.seats) }

// seatOf returns where somebody sits, NoSeat for nowhere.
func (s *state) seatOf(id string) tricks.Seat {
	i := slices.IndexFunc(s.seats, func(c seat) bool { return id != "" && c.PersonID == id })
	if i < 0 {
		return tricks.NoSeat
	}
	return tricks.Seat(i)
}

// seatsOf returns all seats that somebody holds.
func (s *state) seatsOf(id string) (out []tricks.Seat) {
	for i := range s.seats {
		if id != "" && s.seats[i].PersonID == id {
			out = append(out, tricks.Seat(i))
		}
	}
	return out
}

// mustDecide reports whether a decision of somebody's is due.
func (s *state) mustDecide(id string) bool {
	return s.playing() && slices.Contains(s.seatsOf(id), s.play.Player())
}

// seatName returns the name of the person in a seat.
func (s *state) seatName(index tricks.Seat) string {
	return cmp.Or(s.seats[index].name, s.name(s.seats[index].PersonID))
}

// oneScreen reports whether all who play share a screen: nobody else has to agree.
func (s *state) oneScreen() bool {
	id := ""
	for i := range s.seats {
		switch c := &s.seats[i]; {
		case !c.person():
		case id != "" && c.PersonID != id:
			return false
		default:
			id = c.PersonID
		}
	}
	return true
}

// firstSeat returns the first seat of somebody, nil for who does not sit.
func (s *state) firstSeat(id string) *seat {
	if index := s.seatOf(id); index != tricks.NoSeat {
		return &s.seats[index]
	}
	return nil
}

// freeSeat returns the first seat where nobody sits, NoSeat if there is none.
func (s *state) freeSeat() tricks.Seat {
	for i := range s.seats {
		if !s.seats[i].person() && s.seats[i].computer == "" {
			return tricks.Seat(i)
		}
	}
	return tricks.NoSeat
}

// deal deals what is to be played, by a number where no deal was named.
func (s *state) deal(g *Pick, number uint64) (chapters.Position, *campaign.Choice, error) {
	var last *chapters.Position
	if s.play != nil {
		last = &s.play.start
	}
	return g.deal(s.lib, s.setup.Players, s.campaign, last, number)
}

// apply follows one line of the log, which has this number and came at that time. It
// returns the event of the line, nil for a line of a record.
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
		return e, s.follow(number, eventTime, e)
	}
	s.revision = number
	s.due = s.now
	return nil, err
}

// follow follows an event.
func (s *state) follow(number uint64, eventTime time.Time, e *event) error {
	switch {
	case e.SatDown != nil, e.StoodUp != nil, e.Next != nil, e.Proposed != nil, e.Bot != nil, e.Stopped != nil:
		s.revision = number
	}
	switch {
	case e.Created != nil:
		return s.begin(e.Created)
	case e.Joined != nil:
		if m := s.member(e.Joined.PersonID); m != nil { // with another name
			m.Name = e.Joined.Name
			m.Watch = m.Watch && e.Joined.Watch
		} else {
			s.members = append(s.members, *e.Joined)
		}
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
		s.proposal = nil // one of those who were asked may be gone
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

// begin begins the table.
func (s *state) begin(e *created) error {
	if s.begun {
		return say.New("this table was begun twice")
	}
	if e.Version != version {
		return say.Errorf("this table was begun by version %.40q of the program, in form %d; this is version %s, which reads form %d",
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
	return err
}

// sitDown lets somebody sit down.
func (s *state) sitDown(e *satDown) error {
	if !s.hasSeat(e.Seat) {
		return say.Errorf("there is no seat %d", e.Seat)
	}
	s.seats[e.Seat] = seat{actor: e.actor, session: e.Session, name: e.Name}
	s.clearReady()
	return nil
}

// markPresent lets somebody be there again, who plays in the place of a computer then.
func (s *state) markPresent(number uint64, e *present) error {
	for _, seat := range s.seatsOf(e.PersonID) {
		c := &s.seats[seat]
		c.session = e.Session
		c.away = time.Time{}
		c.waited = s.now
		c.leaving = false
		if c.hosts {
			s.host = e.PersonID
			c.hosts = false
		}
		replaced := c.computer != ""
		if err := s.substitute(seat, ""); err != nil {
			return err
		}
		if replaced && s.playing() && s.play.Player() == seat {
			s.revision = number // the computer player does not decide any more
		}
	}
	if host := s.firstSeat(s.host); host == nil || !host.present() {
		s.passOn(s.host)
	}
	return nil
}

// markAway notes that somebody is not there any more.
func (s *state) markAway(e *present) {
	own := s.firstSeat(e.PersonID)
	if own == nil || own.session != e.Session {
		return
	}
	for _, seat := range s.seatsOf(e.PersonID) {
		c := &s.seats[seat]
		c.session = ""
		c.away = s.now
		c.ready = c.ready && s.playing()
	}
	s.passOn(e.PersonID)
}

// addTalk keeps something that was said.
func (s *state) addTalk(n TalkEntry) {
	n.Round = s.roundNumber()
	s.talkLog = append(s.talkLog, n)
	if len(s.talkLog) > keptTalk {
		s.talkLog = slices.Clone(s.talkLog[len(s.talkLog)-keptTalk:])
	}
}

// clearReady lets everybody say anew that they are ready: something is different now.
func (s *state) clearReady() {
	for i := range s.seats {
		s.seats[i].ready = false
	}
}

// standUp frees the seats of somebody, or during a round notes that they are to be free
// after it.
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

// passOn makes another one the host in the place of who is not there any more: the
// first of those who came that is at the table. Without any the host stays. Who does not want
// to leave is the host again when back.
func (s *state) passOn(previous string) {
	if s.host != previous {
		return
	}
	for _, m := range s.members {
		if c := s.firstSeat(m.PersonID); c != nil && m.PersonID != previous && c.present() {
			s.host = m.PersonID
			if own := s.firstSeat(previous); own != nil {
				own.hosts = !own.leaving && !slices.ContainsFunc(s.seats, func(c seat) bool { return c.hosts })
			}
			return
		}
	}
}

// substitute lets a computer play a seat, or with an empty name the person again.
func (s *state) substitute(index tricks.Seat, computer string) error {
	if !s.hasSeat(index) {
		return say.Errorf("there is no seat %d", index)
	}
	c := &s.seats[index]
	if c.computer == computer {
		return nil
	}
	if err := s.refusePrograms(computer); err != nil {
		return err
	}
	c.computer = computer
	if computer != "" {
		s.passOn(c.PersonID)
	}
	if !s.playing() {
		return nil
	}
	return s.play.Replace(index, s.playerName(index))
}

// refusePrograms refuses programs at the tables of a server, whoever wrote their names there.
func (s *state) refusePrograms(names ...string) error {
	for _, name := range names {
		if round.IsProgram(name) && !s.setup.Home {
			return say.Errorf("%.100q plays at no table of a server", name)
		}
	}
	return nil
}

// playerName names the player of a seat, in the words of records.
func (s *state) playerName(index tricks.Seat) string {
	c := &s.seats[index]
	if c.computer != "" {
		return c.computer
	}
	return round.Person(s.seatName(index))
}

// beginRound begins a round with the first line of its record.
func (s *state) beginRound(line []byte) error {
	if s.playing() || s.roundStart == nil {
		return say.New("a round begins where none can")
	}
	rec, err := header(s.lib, line)
	if err != nil {
		return err
	}
	if choice := s.roundStart.Choice; choice != nil && s.campaign != nil {
		if _, err := s.campaign.Next(*choice); err != nil {
			return err
		}
		s.campaign.Playing.Save = s.roundStart.Name
	}
	if err := s.refusePrograms(rec.PlayerNames...); err != nil {
		return err
	}
	r := &inPlay{start: rec.Position, players: rec.PlayerNames, seed: rec.Seed, name: s.roundStart.Name}
	if !s.setup.Home {
		// the name would tell all cards
		rec.ID = ""
		rec.BareID = false
		rec.Deal = ""
	}
	if r.Round, err = round.Resume(s.lib, rec); err != nil {
		return err
	}
	s.play = r
	s.roundStart = nil
	s.proposal = nil
	s.talkCounts = map[string]int{}
	s.replay = nil
	s.pageTurns = 0
	if s.setup.Home {
		s.seatPlayers(rec.PlayerNames, rec.Players)
	}
	return nil
}

// header reads the first line of a record.
func header(lib *chapters.Library, line []byte) (chapters.Record, error) {
	for e := range lib.Read("record", bytes.NewReader(line)) {
		return e.Record, e.Err
	}
	return chapters.Record{}, say.New("the round has no first line")
}

// followRecord follows a line of the record, and reports whether the round has moved: asking for help does not.
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

// noteDecisions follows that something was written into the record, which had so many decisions
// before.
func (s *state) noteDecisions(eventTime time.Time, previous int) error {
	switch now := s.play.Decisions(); {
	case s.play.ended && now >= previous:
		return ErrNotPlaying
	case s.play.ended:
		s.reopen()
	case now == previous:
		return nil // somebody has asked for help
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

// stop ends a round early.
func (s *state) stop(eventTime time.Time, givenUp bool) error {
	switch {
	case !s.playing():
		return ErrNotPlaying
	case givenUp:
		s.play.GiveUp()
	default:
		if !s.play.Stop() {
			return ErrUnsettled
		}
	}
	return s.end(eventTime, givenUp)
}

// end ends a round, and counts it.
func (s *state) end(eventTime time.Time, givenUp bool) error {
	current := s.play
	current.beforeEnd = s.copy()
	current.ended = true
	s.last = &Result{
		Number: s.endedRounds() + 1, Deal: current.start.Deal,
		Won: current.Reveal().Result() == chapters.Won,
	}
	s.proposal = nil
	s.talkCounts = map[string]int{}
	s.clearReady()
	for i := range s.seats {
		if s.seats[i].leaving {
			s.seats[i] = seat{}
		}
	}
	s.next.Again = false
	s.next.AfterLoss = ""
	s.next.WithoutRider = false
	if s.campaign == nil {
		s.next.Deal = ""
		s.next.Chapter = current.start.Chapter
		s.next.Variant = letter(s.lib, &current.start)
		return nil
	}
	eventTime = eventTime.UTC()
	if s.setup.Home {
		eventTime = eventTime.Local()
	}
	outcome := campaign.OutcomeOf(s.campaign.Number(), current.Reveal(), eventTime.Format(time.DateOnly))
	outcome.Won = outcome.Won && !givenUp
	s.next.Variant = ""
	if _, err := s.campaign.Record(outcome); err != nil {
		return err
	}
	if p := s.campaign.ProgressOf(current.start.Chapter, current.start.Players); p.Done() {
		s.next.Chapter = ""
	} else {
		s.next.Chapter = current.start.Chapter
	}
	return nil
}

// reopen lets the last round go on whose last decision was taken back.
func (s *state) reopen() {
	r := s.play
	s.last = r.beforeEnd.last
	s.next = r.beforeEnd.next
	s.campaign = r.beforeEnd.campaign
	r.ended = false
	r.beforeEnd = nil
}

// endedRounds counts the rounds that have ended.
func (s *state) endedRounds() int {
	if s.last == nil {
		return 0
	}
	return s.last.Number
}

// roundNumber is the number of the round that is played, or of the last one.
func (s *state) roundNumber() int {
	if s.playing() {
		return s.endedRounds() + 1
	}
	return s.endedRounds()
}

// letter returns the letter of the event or group of a round, empty without one.
func letter(lib *chapters.Library, pos *chapters.Position) string {
	if c, err := lib.Chapter(pos.Chapter); err == nil {
		if v := c.Variant(pos.Event + pos.Group); v != nil {
			return v.Letter()
		}
	}
	return ""
}
