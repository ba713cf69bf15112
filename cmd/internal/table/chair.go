package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/tricks"

	"golang.org/x/sync/semaphore"
)

// Client is a person at a table, who looks and acts through it. There is no way from it to anything
// the person may not see.
//
// Its methods are for many goroutines. Those that take a context write, and wait until
// that is on disk, also when the context ends meanwhile: the choice of somebody who hangs up then
// counts. The others show what there is. Where it matters what the person has seen of the round
// they are told, see [Revision].
type Client struct {
	t      *table
	person Person
	// session names it, current reports whether the person is there in it, and over whether the person
	// is there in another one.
	session             string
	current, superseded bool

	// viewpoint is where the person looks at the round, with those who share the screen; nil before
	// that.
	viewpoint *viewpoint
	// caughtUpEvent is the event after which the person had seen everything, and waited for
	// computer players.
	caughtUpEvent uint64
	// running reports whether the round is told as it comes: nothing waits for the person to have
	// seen a trick or what was done before the first.
	running bool
	// helping is taken while the person is being helped.
	helping *semaphore.Weighted
	// writing is held, by each of those who read, while something that the person has
	// chosen is being written.
	writing sync.RWMutex
}

// Revision numbers the state of a round that somebody has seen, as a [TableView] has it. It goes with the
// person's next action: when something else has happened since, or comes first, that is refused with
// [ErrQuicker], and the person can look and think again.
type Revision uint64

// Enter lets a person in: with a ticket of [Service.ResolveCode], or one of [Service.Visited] where
// the person was before. A person who sits at the table is there again, and a computer
// that has played for the person stops; a chair that the person has in another session
// is over. Leave must be called.
//
// The error is [ErrGone], [ErrStranger], [ErrLookAlike] for a name like that of another
// one, [ErrFullHouse], or [ErrArrivals].
func (h *Service) Enter(person Person, ticket Ticket) (*Client, error) {
	name, err := CleanName(person.Name)
	if err != nil {
		return nil, err
	}
	person.Name = name
	t, err := h.acquire(ticket.Table)
	if err != nil {
		return nil, err
	}
	c := newClient(t, person, fmt.Sprintf("%s.%d", h.boot, h.sessions.Add(1)))
	t.mu.Lock()
	t.chairs = append(t.chairs, c)
	t.mu.Unlock()
	if err = t.write(func(d *draft) error { return c.checkEntry(d, ticket) }); err == nil {
		err = h.countArrival(person)
	}
	if err == nil {
		err = h.remember(person, t.id, false, false)
	}
	if err != nil {
		t.remove(c)
		h.release(t)
		return nil, err
	}
	return c, nil
}

func newClient(t *table, p Person, session string) *Client {
	return &Client{t: t, person: p, session: session, helping: semaphore.NewWeighted(1)}
}

// checkEntry checks that the person may come, and drafts the event of it.
func (c *Client) checkEntry(d *draft, ticket Ticket) error {
	member := d.member(c.person.ID)
	arrival := joined{actor: c.actor(), Name: c.person.Name, Watch: ticket.code != "" && ticket.Watch}
	taken := slices.ContainsFunc(d.members, func(other joined) bool {
		return other.PersonID != c.person.ID && alike(other.Name, arrival.Name)
	})
	switch {
	case member != nil:
		if taken || d.playing() {
			arrival.Name = member.Name // the name here stays
		}
		arrival.Watch = member.Watch && (ticket.code == "" || ticket.Watch)
	case ticket.code == "":
		return ErrStranger
	case len(d.members) >= c.t.hall.limits.people:
		return ErrFullHouse
	case taken:
		return ErrLookAlike
	}
	if member == nil || arrival != *member {
		if err := d.addEvents(event{Joined: &arrival}); err != nil {
			return err
		}
	}
	if err := c.noteVanished(d); err != nil {
		return err
	}
	if d.seatOf(c.person.ID) == tricks.NoSeat {
		return nil
	}
	return d.addEvents(event{Present: &present{c.actor(), c.session}})
}

// noteVanished notes who was there when the process that served them was killed: nobody
// else has done so.
func (c *Client) noteVanished(d *draft) error {
	var away []event
	for _, other := range d.seats {
		if other.person() && other.PersonID != c.person.ID && other.session != "" &&
			!strings.HasPrefix(other.session, c.t.hall.boot+".") {
			away = append(away, event{Away: &present{other.actor, other.session}})
		}
	}
	return d.addEvents(away...)
}

func (c *Client) actor() actor { return actor{c.person.ID} }

// Leave ends the chair. A person who sits at the table is away then, and the seat is
// held. It waits until what the person has chosen is written.
func (c *Client) Leave() {
	if !c.t.remove(c) {
		return
	}
	c.writing.Lock() // what was chosen before comes before
	defer c.writing.Unlock()
	err := c.t.write(func(d *draft) error {
		if own := d.firstSeat(c.person.ID); d.setup.Home || own == nil || own.session != c.session {
			return nil
		}
		return d.addEvents(event{Away: &present{c.actor(), c.session}})
	})
	if err != nil && !errors.Is(err, ErrGone) {
		c.t.log.Warn("that somebody is away could not be written", "error", err)
	}
	c.t.hall.release(c.t)
}

// Wait waits until more has happened than a picture told. The error
// matches that of the context, or says why the table cannot go on; it is [ErrElsewhere] when the
// person has come to the table in another session, which goes on in the place of this one. At
// home it may also say why a computer player has not decided, which tries again after
// [Client.Look].
func (c *Client) Wait(ctx context.Context, events uint64) error {
	var fault error
	err := c.t.waitUntil(ctx, func() bool {
		fault, c.t.fault = c.t.fault, nil
		if c.superseded {
			fault = ErrElsewhere
		}
		return fault != nil || c.t.changeCount() > events
	})
	if err == nil {
		err = fault
	}
	return err
}

// Changed is closed when something has happened, or the chair is over.
func (c *Client) Changed() <-chan struct{} {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.t.news
}

// TableView returns the table without its cards.
func (c *Client) TableView() TableView {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.tableViewLocked()
}

func (c *Client) tableViewLocked() TableView {
	return c.t.state.tableView(c.person.ID, c.t.changeCount(), c.t.hall.opts.Now())
}

// Record returns the round with all its cards once it is over, to be looked through.
// Before that the error is [ErrPlaying].
func (c *Client) Record() (chapters.Record, error) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	s := c.t.state
	switch {
	case s.play == nil:
		return chapters.Record{}, ErrNotPlaying
	case !s.play.ended:
		return chapters.Record{}, ErrPlaying
	}
	r := s.play.Record()
	r.Position = s.play.start
	r.PlayerNames = slices.Clone(s.play.players)
	r.Seed = s.play.seed
	return r, nil
}

// NextRoundError returns why the next round of a campaign cannot begin, such as
// [campaign.ErrAfterLoss], nil if it can: the host has to choose something before.
func (c *Client) NextRoundError() error {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	s := c.t.state
	if s.campaign == nil {
		return nil
	}
	_, _, err := s.deal(&s.next, 0)
	return err
}

// Book returns the campaign that the group plays, without the round that is being
// played; nil where it plays none.
func (c *Client) Book() *campaign.Campaign {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.t.state.book()
}
