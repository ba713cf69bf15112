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
	made   Setup
	begun  bool
	closed bool
	// members are those who were let in.
	members []came
	host    string
	codes   []invited
	seats   []seat
	next    Pick
	// play is the round that is being played, or the last one, nil before the first;
	// begins is the event written before the first line of the next one.
	play   *inPlay
	begins *begins
	// names names the rounds that begin at home, nil where they have none.
	names Namer
	// last is how the last round ended, nil before that.
	last     *Result
	campaign *campaign.Campaign
	// proposal and last are shared with pictures: a change makes another one.
	proposal *Proposal
	// without is the event that was decided last about somebody's absence, until it is done.
	without *without
	said    []Said
	// lookThrough is where the last round is looked at together, nil where nobody does, and
	// turns counts how often it was turned.
	lookThrough *LookThrough
	turns       int
	// talk counts what each person has said since the round began, or ended.
	talk map[string]int
	// now is when the last event came, by the clock of this process: people are waited for
	// by that, and the log's time of day is for the book of a campaign.
	now time.Time
	// moved is the number of the last event that changed what people decide about,
	// and due since when somebody's decision is due.
	moved uint64
	due   time.Time
}

// seat is a seat of the table: a person's, a computer player's, both where that plays
// for the person, or free.
type seat struct {
	who
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

func (c *seat) person() bool { return c.Who != "" }

// plays reports whether the person plays, and no computer in its place.
func (c *seat) plays() bool { return c.person() && c.computer == "" }

// present reports whether the person plays and is there.
func (c *seat) present() bool { return c.plays() && c.away.IsZero() && !c.leaving }

// round is a round that was begun.
type inPlay struct {
	*round.Round
	// start is the position, and by who plays it, as the record has them: the round
	// does not know the deal's name.
	start chapters.Position
	by    []string
	seed  *uint64
	// name is its own among the saved games, empty for that of the table.
	name string
	over bool
	// before is the state before the round counted, nil while it goes on.
	before *state
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
	c.said = slices.Clip(s.said)
	c.talk = maps.Clone(s.talk)
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
func (s *state) playing() bool { return s.play != nil && !s.play.over }

// member returns somebody who was let in, nil if that never was.
func (s *state) member(id string) *came {
	for i := range s.members {
		if s.members[i].Who == id {
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

// has reports whether there is such a seat.
func (s *state) has(index tricks.Seat) bool { return index >= 0 && int(index) < len(s.seats) }

// seatOf returns where somebody sits, NoSeat for nowhere.
func (s *state) seatOf(id string) tricks.Seat {
	i := slices.IndexFunc(s.seats, func(c seat) bool { return id != "" && c.Who == id })
	if i < 0 {
		return tricks.NoSeat
	}
	return tricks.Seat(i)
}

// seatsOf returns all seats that somebody holds.
func (s *state) seatsOf(id string) (out []tricks.Seat) {
	for i := range s.seats {
		if id != "" && s.seats[i].Who == id {
			out = append(out, tricks.Seat(i))
		}
	}
	return out
}

// decides reports whether a decision of somebody's is due.
func (s *state) decides(id string) bool {
	return s.playing() && slices.Contains(s.seatsOf(id), s.play.Player())
}

// calls returns the name of the person in a seat.
func (s *state) calls(index tricks.Seat) string {
	return cmp.Or(s.seats[index].name, s.name(s.seats[index].Who))
}

// oneScreen reports whether all who play share a screen: nobody else has to agree.
func (s *state) oneScreen() bool {
	id := ""
	for i := range s.seats {
		switch c := &s.seats[i]; {
		case !c.person():
		case id != "" && c.Who != id:
			return false
		default:
			id = c.Who
		}
	}
	return true
}

// own returns the first seat of somebody, nil for who does not sit.
func (s *state) own(id string) *seat {
	if index := s.seatOf(id); index != tricks.NoSeat {
		return &s.seats[index]
	}
	return nil
}

// free returns the first seat where nobody sits, NoSeat if there is none.
func (s *state) free() tricks.Seat {
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
	return g.deal(s.lib, s.made.Players, s.campaign, last, number)
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
		if moved, err = s.heard(eventTime, line); !moved {
			number = s.moved
		}
	default:
		return e, s.follow(number, eventTime, e)
	}
	s.moved = number
	s.due = s.now
	return nil, err
}

// follow follows an event.
func (s *state) follow(number uint64, eventTime time.Time, e *event) error {
	switch {
	case e.Sat != nil, e.Left != nil, e.Next != nil, e.Proposed != nil, e.Bot != nil, e.Stopped != nil:
		s.moved = number
	}
	switch {
	case e.Created != nil:
		return s.begin(e.Created)
	case e.Came != nil:
		if m := s.member(e.Came.Who); m != nil { // with another name
			m.Name = e.Came.Name
			m.Watch = m.Watch && e.Came.Watch
		} else {
			s.members = append(s.members, *e.Came)
		}
	case e.Invited != nil:
		s.codes = append(s.codes, *e.Invited)
	case e.Sat != nil:
		return s.sits(e.Sat)
	case e.Left != nil:
		s.leave(e.Left.Who)
	case e.Here != nil:
		return s.here(number, e.Here)
	case e.Away != nil:
		s.away(e.Away)
	case e.Host != nil:
		s.host = e.Host.Who
		for i := range s.seats {
			s.seats[i].hosts = false
		}
	case e.Next != nil:
		s.next = e.Next.Pick
		s.unready()
	case e.Ready != nil:
		for _, seat := range s.seatsOf(e.Ready.Who) {
			s.seats[seat].ready = !e.Ready.Not
		}
	case e.Begins != nil:
		s.begins = e.Begins
	case e.Proposed != nil:
		s.proposal = s.proposed(e.Proposed)
	case e.Agreed != nil:
		s.agreed(e.Agreed)
	case e.Without != nil:
		s.without = e.Without
		s.without.number = number
	case e.Waits != nil:
		s.goesOn(number)
		if s.has(e.Waits.Seat) {
			s.seats[e.Waits.Seat].waited = s.now
		}
	case e.Bot != nil:
		s.goesOn(number)
		s.proposal = nil // one of those who were asked may be gone
		return s.substitute(e.Bot.Seat, e.Bot.By)
	case e.Stopped != nil:
		s.goesOn(number)
		return s.stop(eventTime, e.Stopped.GivenUp)
	case e.Asked != nil:
		s.note(Said{Name: s.name(e.Asked.Who), Help: e.Asked.What})
	case e.Said != nil:
		s.talk[e.Said.Who]++
		s.note(Said{Name: s.name(e.Said.Who), Text: e.Said.Text, Phrase: e.Said.Phrase})
	case e.Turned != nil:
		s.turn(e.Turned)
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
	s.made = e.Setup
	s.next = e.First
	s.host = e.Who
	s.seats = make([]seat, s.made.Players)
	for i, name := range s.made.Computers[:min(len(s.made.Computers), len(s.seats))] {
		s.seats[i].computer = name
	}
	var err error
	s.campaign, err = s.made.campaign(s.lib)
	return err
}

// sits lets somebody sit down.
func (s *state) sits(e *sat) error {
	if !s.has(e.Seat) {
		return say.Errorf("there is no seat %d", e.Seat)
	}
	s.seats[e.Seat] = seat{who: e.who, session: e.Session, name: e.Name}
	s.unready()
	return nil
}

// here lets somebody be there again, who plays in the place of a computer then.
func (s *state) here(number uint64, e *present) error {
	for _, seat := range s.seatsOf(e.Who) {
		c := &s.seats[seat]
		c.session = e.Session
		c.away = time.Time{}
		c.waited = s.now
		c.leaving = false
		if c.hosts {
			s.host = e.Who
			c.hosts = false
		}
		replaced := c.computer != ""
		if err := s.substitute(seat, ""); err != nil {
			return err
		}
		if replaced && s.playing() && s.play.Player() == seat {
			s.moved = number // the computer player does not decide any more
		}
	}
	if host := s.own(s.host); host == nil || !host.present() {
		s.passOn(s.host)
	}
	return nil
}

// away notes that somebody is not there any more.
func (s *state) away(e *present) {
	own := s.own(e.Who)
	if own == nil || own.session != e.Session {
		return
	}
	for _, seat := range s.seatsOf(e.Who) {
		c := &s.seats[seat]
		c.session = ""
		c.away = s.now
		c.ready = c.ready && s.playing()
	}
	s.passOn(e.Who)
}

// note keeps something that was said.
func (s *state) note(n Said) {
	n.Round = s.round()
	s.said = append(s.said, n)
	if len(s.said) > keptTalk {
		s.said = slices.Clone(s.said[len(s.said)-keptTalk:])
	}
}

// unready lets everybody say anew that they are ready: something is different now.
func (s *state) unready() {
	for i := range s.seats {
		s.seats[i].ready = false
	}
}

// leave frees the seats of somebody, or during a round notes that they are to be free
// after it.
func (s *state) leave(id string) {
	for _, index := range s.seatsOf(id) {
		if s.playing() {
			s.seats[index].leaving = true
			continue
		}
		s.seats[index] = seat{}
		s.unready()
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
		if c := s.own(m.Who); c != nil && m.Who != previous && c.present() {
			s.host = m.Who
			if own := s.own(previous); own != nil {
				own.hosts = !own.leaving && !slices.ContainsFunc(s.seats, func(c seat) bool { return c.hosts })
			}
			return
		}
	}
}

// substitute lets a computer play a seat, or with an empty name the person again.
func (s *state) substitute(index tricks.Seat, computer string) error {
	if !s.has(index) {
		return say.Errorf("there is no seat %d", index)
	}
	c := &s.seats[index]
	if c.computer == computer {
		return nil
	}
	if err := s.noProgram(computer); err != nil {
		return err
	}
	c.computer = computer
	if computer != "" {
		s.passOn(c.Who)
	}
	if !s.playing() {
		return nil
	}
	return s.play.Replace(index, s.by(index))
}

// noProgram refuses programs at the tables of a server, whoever wrote their names there.
func (s *state) noProgram(names ...string) error {
	for _, name := range names {
		if round.IsProgram(name) && !s.made.Home {
			return say.Errorf("%.100q plays at no table of a server", name)
		}
	}
	return nil
}

// by names the player of a seat, in the words of records.
func (s *state) by(index tricks.Seat) string {
	c := &s.seats[index]
	if c.computer != "" {
		return c.computer
	}
	return round.Person(s.calls(index))
}

// beginRound begins a round with the first line of its record.
func (s *state) beginRound(line []byte) error {
	if s.playing() || s.begins == nil {
		return say.New("a round begins where none can")
	}
	rec, err := header(s.lib, line)
	if err != nil {
		return err
	}
	if choice := s.begins.Choice; choice != nil && s.campaign != nil {
		if _, err := s.campaign.Next(*choice); err != nil {
			return err
		}
		s.campaign.Playing.Save = s.begins.Name
	}
	if err := s.noProgram(rec.By...); err != nil {
		return err
	}
	r := &inPlay{start: rec.Position, by: rec.By, seed: rec.Seed, name: s.begins.Name}
	if !s.made.Home {
		// the name would tell all cards
		rec.ID = ""
		rec.BareID = false
		rec.Deal = ""
	}
	if r.Round, err = round.Resume(s.lib, rec); err != nil {
		return err
	}
	s.play = r
	s.begins = nil
	s.proposal = nil
	s.talk = map[string]int{}
	s.lookThrough = nil
	s.turns = 0
	if s.made.Home {
		s.seat(rec.By, rec.Players)
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

// heard follows a line of the record, and reports whether the round has moved: asking for help does not.
func (s *state) heard(eventTime time.Time, line []byte) (moved bool, err error) {
	if s.play == nil {
		return false, ErrNotPlaying
	}
	previous := s.play.Decisions()
	if err := s.play.Hear(line); err != nil {
		return false, err
	}
	return s.play.Decisions() != previous, s.decided(eventTime, previous)
}

// decided follows that something was written into the record, which had so many decisions
// before.
func (s *state) decided(eventTime time.Time, previous int) error {
	switch now := s.play.Decisions(); {
	case s.play.over && now >= previous:
		return ErrNotPlaying
	case s.play.over:
		s.reopen()
	case now == previous:
		return nil // somebody has asked for help
	}
	s.proposal = nil
	for i := range s.seats {
		s.seats[i].waited = time.Time{}
	}
	if s.play.Over() {
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
	current.before = s.copy()
	current.over = true
	s.last = &Result{Number: s.played() + 1, Deal: current.start.Deal, Won: current.Reveal().Result() == chapters.Won}
	s.proposal = nil
	s.talk = map[string]int{}
	s.unready()
	for i := range s.seats {
		if s.seats[i].leaving {
			s.seats[i] = seat{}
		}
	}
	s.next.Again = false
	s.next.After = ""
	s.next.WithoutRider = false
	if s.campaign == nil {
		s.next.Deal = ""
		s.next.Chapter = current.start.Chapter
		s.next.Variant = letter(s.lib, &current.start)
		return nil
	}
	eventTime = eventTime.UTC()
	if s.made.Home {
		eventTime = eventTime.Local()
	}
	outcome := campaign.OutcomeOf(s.campaign.Number(), current.Reveal(), eventTime.Format(time.DateOnly))
	outcome.Won = outcome.Won && !givenUp
	s.next.Variant = ""
	if _, err := s.campaign.Record(outcome); err != nil {
		return err
	}
	if p := s.campaign.At(current.start.Chapter, current.start.Players); p.Done() {
		s.next.Chapter = ""
	} else {
		s.next.Chapter = current.start.Chapter
	}
	return nil
}

// reopen lets the last round go on whose last decision was taken back.
func (s *state) reopen() {
	r := s.play
	s.last = r.before.last
	s.next = r.before.next
	s.campaign = r.before.campaign
	r.over = false
	r.before = nil
}

// played counts the rounds that have ended.
func (s *state) played() int {
	if s.last == nil {
		return 0
	}
	return s.last.Number
}

// round is the number of the round that is played, or of the last one.
func (s *state) round() int {
	if s.playing() {
		return s.played() + 1
	}
	return s.played()
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
