package table

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/tricks"
)

// state is the state of a table after the events of its log.
type state struct {
	lib   *chapters.Library
	id    string
	setup Setup
	// begun reports whether the first event, which creates the table, was applied.
	begun  bool
	closed bool
	// members are the people who were let in, in the order in which they came.
	members []joined
	// host is the ID of the host.
	host string
	// codes are the invitations.
	codes []invited
	seats []seat
	// next is the pick for the next round.
	next Pick
	// play is the round that is being played, or else the last one; nil before the first round.
	play *inPlay
	// roundStart is the event written before the first line of the next round, nil without one.
	roundStart *roundStart
	// names names the rounds that begin at home; nil if rounds have no names of their own.
	names Namer
	// last is how the last round ended, nil before that. Table views share it: a change makes a new
	// Result.
	last *Result
	// tries counts the rounds that have ended. A change makes a new map.
	tries    map[tryKey]int
	campaign *campaign.Campaign
	// proposal is open for agreement, nil for none. Table views share it: a change makes a new
	// Proposal.
	proposal *Proposal
	// absenceChoice is the last choice about an absent person, until its effect is applied.
	absenceChoice *absenceChoice
	talkLog       []TalkEntry
	// replay is the page of the last round that everybody looks at, nil for none.
	replay *Replay
	// pageTurns counts the pages turned in the replay.
	pageTurns int
	// talkCounts counts, by person ID, what each has said since the round began or ended.
	talkCounts map[string]int
	// now is when the last event came, by the steady clock of this process. Waiting is measured by
	// it; the log's time of day is only for the book of a campaign.
	now time.Time
	// revision is the number of the last event that changed what people decide about.
	revision uint64
	// due is since when the current decision is due.
	due time.Time
}

// tryKey is a chapter with a number of players.
type tryKey struct {
	chapter string
	players int
}

// seat is a seat of the table. It is free, or has a person, or a computer player, or a person for whom
// a computer player plays.
type seat struct {
	actor
	// name is the name of the player in this seat; empty for the name of the member.
	name string
	// computer is the name of the computer player, empty for none.
	computer string
	ready    bool
	// session is the session in which the person is at the table, empty while they are away.
	session string
	// away is since when the person is away, zero if they are not.
	away time.Time
	// waited is since when the others wait once more: because they chose to, or because the person
	// has come back.
	waited time.Time
	// leaving reports whether the person wants to stand up after the round.
	leaving bool
	// hosts reports whether the person is the host again when they come back.
	hosts bool
}

// person reports whether the seat belongs to a person.
func (s *seat) person() bool { return s.PersonID != "" }

// plays reports whether the seat's person plays, and no computer in their place.
func (s *seat) plays() bool { return s.person() && s.computer == "" }

// present reports whether the person plays, is there and does not want to leave.
func (s *seat) present() bool { return s.plays() && s.away.IsZero() && !s.leaving }

// copy returns a copy that can be changed without changing s.
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

// member returns the member with an ID, nil for a person who was never let in.
func (s *state) member(id string) *joined {
	for i := range s.members {
		if s.members[i].PersonID == id {
			return &s.members[i]
		}
	}
	return nil
}

// name returns the name of the member with an ID, empty for none.
func (s *state) name(id string) string {
	if m := s.member(id); m != nil {
		return m.Name
	}
	return ""
}

// hasSeat reports whether an index is the number of a seat.
func (s *state) hasSeat(index tricks.Seat) bool { return index >= 0 && int(index) < len(s.seats) }

// seatOf returns a person's first seat, NoSeat for none.
func (s *state) seatOf(id string) tricks.Seat {
	i := slices.IndexFunc(s.seats, func(entry seat) bool { return id != "" && entry.PersonID == id })
	if i < 0 {
		return tricks.NoSeat
	}
	return tricks.Seat(i)
}

// seatsOf returns all seats of a person.
func (s *state) seatsOf(id string) (out []tricks.Seat) {
	for i := range s.seats {
		if id != "" && s.seats[i].PersonID == id {
			out = append(out, tricks.Seat(i))
		}
	}
	return out
}

// mustDecide reports whether a person's decision is due.
func (s *state) mustDecide(id string) bool {
	return s.playing() && slices.Contains(s.seatsOf(id), s.play.Player())
}

// seatName returns the name of the player in a person's seat, empty for other seats.
func (s *state) seatName(index tricks.Seat) string {
	return cmp.Or(s.seats[index].name, s.name(s.seats[index].PersonID))
}

// oneScreen reports whether at most one person holds seats, so that nobody else has to agree.
func (s *state) oneScreen() bool {
	id := ""
	for i := range s.seats {
		switch entry := &s.seats[i]; {
		case !entry.person():
		case id != "" && entry.PersonID != id:
			return false
		default:
			id = entry.PersonID
		}
	}
	return true
}

// firstSeat returns a person's first seat, nil for none.
func (s *state) firstSeat(id string) *seat {
	if index := s.seatOf(id); index != tricks.NoSeat {
		return &s.seats[index]
	}
	return nil
}

// freeSeat returns the first seat without a person or computer player, NoSeat if there is none.
func (s *state) freeSeat() tricks.Seat {
	for i := range s.seats {
		if !s.seats[i].person() && s.seats[i].computer == "" {
			return tricks.Seat(i)
		}
	}
	return tricks.NoSeat
}

// deal deals a picked round. The number decides the cards unless the pick names a deal.
func (s *state) deal(g *Pick, number uint64) (chapters.Position, *campaign.Choice, error) {
	var last *chapters.Position
	if s.play != nil {
		last = &s.play.start
	}
	return g.deal(s.lib, s.setup.Players, s.campaign, last, number)
}
