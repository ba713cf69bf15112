package table

import (
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// Snapshot is a table with its round, as a person sees them at one moment. Before the first round the
// view of the round is empty. While something waits for the person, the round is shown as it was then, see
// [Client.Look], and so is what the table says about it: who decides, and whether the round is over.
type Snapshot struct {
	TableView
	// Now is the person's moment of the round, [round.End] without a round.
	Now round.Moment
	// View is the round as the person may see it: from their seat, or for a watcher what everybody
	// may see. The deal's name is not in it.
	View chapters.View
	// Shown is the number of finished tricks that the person has seen.
	Shown int
	// Held reports whether the person holds the trick that is shown, see [Client.Hold].
	Held bool
	// Decisions is the number of decisions that led to what is shown.
	Decisions int
	// Undos is how often something was taken back.
	Undos int
	// Player is the seat of the person whose decision is due, NoSeat if a computer player decides or
	// nothing is due.
	Player tricks.Seat
	// Stopped reports whether the round was ended before its last trick (T11).
	Stopped bool
	// Names are the names of the people by seat, empty for computer players.
	Names []string
	// Viewer is the seat whose cards are shown now. It is NoSeat for a watcher, and while several
	// people share the screen and none of them may see cards.
	Viewer tricks.Seat
}

// NameAt returns the name of the person at a seat, empty for a computer player.
func (s *Snapshot) NameAt(seat tricks.Seat) string {
	if int(seat) < len(s.Names) {
		return s.Names[seat]
	}
	return ""
}

// TableView is a table as a person may see it, without the cards, which a [Snapshot] has. It shares
// nothing with the table that could change later.
type TableView struct {
	// Event is the number of changes at the table so far. [Client.Wait] waits for more.
	Event uint64
	// Revision is the number of the round's state that the view shows.
	Revision Revision
	// Table is the table's ID.
	Table string
	// Setup is the table's setup without the book.
	Setup Setup
	// Me is the person's first seat, NoSeat without one.
	Me tricks.Seat
	// Name is the person's name at this table.
	Name string
	// MaySit reports whether the person may take a seat now.
	MaySit bool
	// Host reports whether the person is the host.
	Host     bool
	HostName string

	Seats []SeatView
	// Watching are the names of the other people who were let in and have no seat.
	Watching []string
	// Codes are the invitations; only people with a seat see them.
	Codes []Invitation
	// Next is the pick for the next round.
	Next Pick
	// Playing reports whether a round is being played.
	Playing bool
	// Round is the number of the round that is being played, or else of the last one; 0 before the
	// first.
	Round int
	// Waited reports whether the others have waited for longer than the table's patience for this
	// person's decision.
	Waited bool
	// Proposal is open for agreement, nil for none.
	Proposal *Proposal
	Talk     []TalkEntry
	// Replay is the page of the last round that everybody looks at, nil for none.
	Replay *Replay
	// Last is how the last round ended, nil before that.
	Last *Result
}

// NamedDeal stands in a [TableView] for the name of a deal, which would give away all cards.
const NamedDeal = "named"

// hide replaces the name of the deal by NamedDeal.
func (p *Pick) hide() {
	if p.Deal != "" {
		p.Deal = NamedDeal
	}
}

// SeatView is a seat of a [TableView].
type SeatView struct {
	// Name is the person's name, empty for a seat without a person.
	Name string
	// Computer is the computer player, empty for none. If Name is set too, it plays for the person.
	Computer string

	Ready bool
	Away  bool
	// Leaving reports whether the person wants to stand up after the round.
	Leaving bool
	// Replaceable reports whether the viewer may decide how to go on without the person at this seat,
	// see [Client.ReplaceAbsent].
	Replaceable bool
	// Deciding reports whether the person is there and their decision is due.
	Deciding bool
}

// Invitation is a code with which others may enter a table.
type Invitation struct {
	// Code is in the form that [ShowCode] returns.
	Code string
	// Watch reports whether the code is only for watching.
	Watch bool
}

// HasFreeSeat reports whether a seat is free.
func (p *TableView) HasFreeSeat() bool {
	return slices.ContainsFunc(p.Seats, func(s SeatView) bool { return s.Name == "" && s.Computer == "" })
}

// Company reports whether another person plays or watches, or a seat is free for one.
func (p *TableView) Company() bool {
	return len(p.Watching) > 0 || slices.ContainsFunc(p.Seats, func(s SeatView) bool {
		return s.Name != p.Name && (s.Name != "" || s.Computer == "")
	})
}

// tableView returns the table as a person may see it.
func (s *state) tableView(id string, event uint64, now time.Time) TableView {
	view := TableView{
		Event:    event,
		Revision: Revision(s.revision),
		Table:    s.id,
		Setup:    s.setup,
		Me:       s.seatOf(id),
		Name:     s.name(id),
		Host:     s.host == id,
		HostName: s.name(s.host),
		Next:     s.next,
		Playing:  s.playing(),
		Round:    s.roundNumber(),
		Proposal: s.proposal,
		Talk:     slices.Clone(s.talkLog),
		Replay:   s.replay,
		Last:     s.last,
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
		entry := &s.seats[i]
		view.Seats = append(view.Seats, SeatView{
			Name:        s.seatName(tricks.Seat(i)),
			Computer:    entry.computer,
			Ready:       entry.ready,
			Away:        !entry.away.IsZero(),
			Leaving:     entry.leaving,
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

// book returns a copy of the campaign, nil without one. The round that is being played is left out,
// since its number would give away all cards.
func (s *state) book() *campaign.Campaign {
	if s.campaign == nil {
		return nil
	}
	c := *s.campaign
	c.Playing = nil
	c.Progress = slices.Clone(c.Progress)
	return &c
}
