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
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// inPlay is the current or last round of a table.
type inPlay struct {
	*round.Round
	// start is the position from the record, with the deal's name, which the Round itself must not
	// know on a server.
	start chapters.Position
	// players are the names of the players in the record.
	players []string
	// seed is the seed of the computer players in the record, nil for none.
	seed *uint64
	// name is the round's own name among the saved games, empty for the table's name.
	name string
	// practice reports whether the round does not count.
	practice bool
	ended    bool
	// beforeEnd is the state before the round was counted, nil until it ends.
	beforeEnd *state
}

// Result is how a round of the table ended.
type Result struct {
	// Number counts the rounds from 1.
	Number int
	// Deal is the name of the deal, empty in some rounds of a campaign.
	Deal string
	Won  bool
	// Try is the number of the round among the table's rounds of its chapter with as many players, counted from 1.
	Try int
	// Practice reports whether the round did not count, see [Client.ProposePlayOn].
	Practice bool
}

// playing reports whether a round is being played.
func (s *state) playing() bool { return s.play != nil && !s.play.ended }

// playerName returns the name of a seat's player as records write it.
func (s *state) playerName(index tricks.Seat) string {
	entry := &s.seats[index]
	if entry.computer != "" {
		return entry.computer
	}
	return round.Person(s.seatName(index))
}

// beginRound begins a round from the first line of its record.
func (s *state) beginRound(line []byte) error {
	if s.playing() || s.roundStart == nil {
		return say.New("a round begins where none can")
	}
	rec, err := header(s.lib, line)
	if err != nil {
		return err
	}
	if s.roundStart.Choice != nil && s.campaign != nil {
		choice := *s.roundStart.Choice
		// An earlier program may have recommended another chapter than this one does.
		choice.Chapter = cmp.Or(choice.Chapter, rec.Chapter)
		if _, err := s.campaign.Next(choice); err != nil {
			return err
		}
		s.campaign.Playing.Save = s.roundStart.Name
	}
	if err := s.refusePrograms(rec.PlayerNames...); err != nil {
		return err
	}
	r := &inPlay{
		start: rec.Position, players: rec.PlayerNames, seed: rec.Seed, name: s.roundStart.Name,
		practice: s.roundStart.Practice,
	}
	if !s.setup.Home {
		// The deal's name would give away all cards.
		rec.ID = ""
		rec.BareID = false
		rec.Deal = ""
	}
	if r.Round, err = round.Resume(s.lib, rec); err != nil {
		return err
	}
	if r.practice && s.proposal != nil {
		proposer := s.seatName(max(s.proposal.Proposer, 0))
		s.addTalk(TalkEntry{Name: proposer, PlaysOn: true, Trick: s.proposal.Trick})
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

// end ends a round, counts it, and prepares the pick for the next one.
func (s *state) end(eventTime time.Time, givenUp bool) error {
	current := s.play
	current.beforeEnd = s.copy()
	current.ended = true
	s.last = &Result{
		Number: s.endedRounds() + 1, Deal: current.start.Deal,
		Won:      current.Reveal().Result() == chapters.Won,
		Practice: current.practice,
		Try:      s.countTry(&current.start),
	}
	s.proposal = nil
	s.talkCounts = map[string]int{}
	s.clearReady()
	for i := range s.seats {
		if s.seats[i].leaving {
			s.seats[i] = seat{}
		}
	}
	if current.practice && !s.setup.Home { // at home the table has no earlier round, whose choice would stay
		return nil
	}
	s.next.Again = false
	s.next.AfterLoss = ""
	s.next.WithoutRider = false
	if s.campaign == nil {
		s.next = s.likeliestNext()
		return nil
	}
	outcome := campaign.OutcomeOf(s.campaign.RoundNumber(), current.Reveal(), s.day(eventTime))
	outcome.Won = outcome.Won && !givenUp
	outcome.Helped = current.Helped()
	outcome.Undone = current.Undos() > 0
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

// countTry counts a round that has ended, and returns how many rounds of its chapter with as many players have ended at
// the table.
func (s *state) countTry(start *chapters.Position) int {
	tries := maps.Clone(s.tries)
	if tries == nil {
		tries = map[tryKey]int{}
	}
	key := tryKey{start.Chapter, start.Players}
	tries[key]++
	s.tries = tries
	return tries[key]
}

// likeliestNext returns what most people play after the round that has ended: the next chapter, or after a lost round
// the same deal again.
func (s *state) likeliestNext() Pick {
	start := &s.play.start
	same := PickOf(s.lib, start)
	same.Again = !s.last.Won
	i := slices.IndexFunc(s.lib.Chapters, func(c *chapters.Chapter) bool { return c.ID == start.Chapter })
	if same.Again || i < 0 || i+1 == len(s.lib.Chapters) {
		return same
	}
	following := s.lib.Chapters[i+1]
	pick := Pick{Chapter: following.ID, Variant: following.Letters()[0]}
	if _, _, err := s.deal(&pick, 0); err != nil {
		return same // it is not for this number of players
	}
	return pick
}

// day returns the day of an event for the book of a campaign, such as 2026-11-21.
func (s *state) day(eventTime time.Time) string {
	eventTime = eventTime.UTC()
	if s.setup.Home {
		eventTime = eventTime.Local()
	}
	return eventTime.Format(time.DateOnly)
}

// reopen continues the last round after its last decision was taken back, and undoes what end counted.
func (s *state) reopen() {
	r := s.play
	s.last = r.beforeEnd.last
	s.tries = r.beforeEnd.tries
	s.next = r.beforeEnd.next
	s.campaign = r.beforeEnd.campaign
	r.ended = false
	r.beforeEnd = nil
}

// endedRounds returns the number of rounds that have ended.
func (s *state) endedRounds() int {
	if s.last == nil {
		return 0
	}
	return s.last.Number
}

// roundNumber returns the number of the round that is being played, or else of the last one.
func (s *state) roundNumber() int {
	if s.playing() {
		return s.endedRounds() + 1
	}
	return s.endedRounds()
}

// PickOf returns the choice of another deal like this one: of its chapter, with its event or group.
func PickOf(lib *chapters.Library, pos *chapters.Position) Pick {
	pick := Pick{Chapter: pos.Chapter}
	if c, err := lib.Chapter(pos.Chapter); err == nil {
		if v := c.Variant(pos.Event + pos.Group); v != nil {
			pick.Variant = v.Letter()
		}
	}
	return pick
}
