package table

import (
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// Snapshot is a table with its round, as a person in a chair sees them at one moment. Before the
// first round the view is empty.
type Snapshot struct {
	TableView
	// Now is the person's moment of the round, [round.End] without one.
	Now round.Moment
	// View is the round as the person may see it: from the seat, or for one who watches as
	// everybody sees it. The deal's name is not in it.
	View chapters.View
	// Shown is how many finished tricks the person has seen, Decisions how many
	// decisions stand.
	Shown, Decisions int
	// Undos is how often something was taken back.
	Undos int
	// Player is the person whose decision is due, NoSeat where it is a computer player's
	// turn, or nobody's.
	Player tricks.Seat
	// Stopped reports whether the round was ended before its last trick (T11).
	Stopped bool
	// Names are those of the people, by their seats.
	Names []string
	// Viewer is the seat whose cards are shown now, NoSeat for nobody's: several people may share the
	// screen.
	Viewer tricks.Seat
}

// NameAt is the name of the person at a seat, empty for a computer player.
func (s *Snapshot) NameAt(seat tricks.Seat) string {
	if int(seat) < len(s.Names) {
		return s.Names[seat]
	}
	return ""
}

// TableView is a table as a person may see it, without the cards, which a [Snapshot]
// shows. It is a value: it shares nothing with the table that could change.
type TableView struct {
	// Event counts what had happened at the table then, see [Client.Wait].
	Event uint64
	// Revision is the number of the round's state that it shows.
	Revision Revision
	Table    string
	// Setup is how it is set up, without the book.
	Setup Setup
	// Me is where the person sits, NoSeat for one who watches, and Name the person's
	// name here. MaySit reports whether the person may sit down somewhere.
	Me     tricks.Seat
	Name   string
	MaySit bool
	// Host reports whether the person is the host; HostName names the host.
	Host     bool
	HostName string
	Seats    []SeatView
	// Watching are the names of the others who were let in and do not sit.
	Watching []string
	// Codes are the invitations, shown to who sits at the table.
	Codes []Invitation
	// Next is the pick for the next round, and Playing whether a round is being played. Round is its number, or
	// that of the last one, 0 before the first.
	Next    Pick
	Playing bool
	Round   int
	// Waited reports whether the others have waited long for the person, who is there.
	Waited   bool
	Proposal *Proposal
	Talk     []TalkEntry
	// Replay is where the last round is looked at together, nil where nobody does.
	Replay *Replay
	// Last is how the last round ended, nil before that.
	Last *Result
}

// NamedDeal stands in a [TableView] for the name of a deal: that would tell everybody all
// cards.
const NamedDeal = "named"

// hide hides the name of the deal.
func (g *Pick) hide() {
	if g.Deal != "" {
		g.Deal = NamedDeal
	}
}

// SeatView is a seat of a [TableView].
type SeatView struct {
	// Name is the person's, empty where nobody sits. Computer is who plays the seat if
	// no person does: for the person while that is absent.
	Name, Computer string
	Ready          bool
	// Away reports whether the person is away, Leaving whether it wants to stand up.
	Away, Leaving bool
	// Replaceable reports whether the person who sees this may decide how to go on without the one
	// at the seat, see [Client.ReplaceAbsent]. Thinks reports whether the person is there and has a decision
	// to make.
	Replaceable, Deciding bool
}

// Invitation is a code that lets others come.
type Invitation struct {
	// Code is as [ShowCode] shows it.
	Code  string
	Watch bool
}

// Company reports whether somebody else plays or watches, or a seat is free for that.
func (p *TableView) Company() bool {
	return len(p.Watching) > 0 || slices.ContainsFunc(p.Seats, func(s SeatView) bool {
		return s.Name != p.Name && (s.Name != "" || s.Computer == "")
	})
}

// tableView is the table as somebody may see it.
func (s *state) tableView(id string, event uint64, now time.Time) TableView {
	view := TableView{
		Event: event, Revision: Revision(s.revision), Table: s.id, Setup: s.setup, Me: s.seatOf(id), Name: s.name(id),
		Host: s.host == id, HostName: s.name(s.host), Next: s.next, Playing: s.playing(), Round: s.roundNumber(),
		Proposal: s.proposal, Talk: slices.Clone(s.talkLog), Replay: s.replay, Last: s.last,
	}
	view.Setup.Computers = slices.Clone(s.setup.Computers)
	view.Setup.Book = ""
	view.Setup.First.hide()
	view.Next.hide()
	m := s.member(id)
	view.Waited = view.Me != tricks.NoSeat && s.deciding(view.Me) && s.overdue(view.Me, now)
	own := s.firstSeat(id)
	decides := own != nil && own.present()
	view.MaySit = m != nil && !m.Watch && !s.playing()
	for i := range s.seats {
		c := &s.seats[i]
		view.Seats = append(view.Seats, SeatView{
			Name: s.seatName(tricks.Seat(i)), Computer: c.computer, Ready: c.ready, Away: !c.away.IsZero(),
			Leaving:     c.leaving,
			Replaceable: decides && tricks.Seat(i) != view.Me && s.overdue(tricks.Seat(i), now),
			Deciding:    s.deciding(tricks.Seat(i)),
		})
	}
	for _, m := range s.members {
		if m.PersonID != id && s.seatOf(m.PersonID) == tricks.NoSeat {
			view.Watching = append(view.Watching, m.Name)
		}
	}
	if view.Me != tricks.NoSeat {
		for _, c := range s.codes {
			view.Codes = append(view.Codes, Invitation{ShowCode(c.Code), c.Watch})
		}
	}
	return view
}

// book is the campaign without the round that is being played, whose number would tell
// all cards; nil where none is played.
func (s *state) book() *campaign.Campaign {
	if s.campaign == nil {
		return nil
	}
	c := *s.campaign
	c.Playing = nil
	c.Progress = slices.Clone(c.Progress)
	return &c
}
