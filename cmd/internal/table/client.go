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
	"fellowship/cmd/internal/turns"
	"fellowship/tricks"

	"golang.org/x/sync/semaphore"
)

// Client is the access of one person to a table in one session. It shows nothing that the person may not
// see.
//
// Its methods may be called from several goroutines. Most methods with a context write to the log. They
// wait until that is on disk even if the context ends meanwhile: the choice of a person who hangs up
// then still counts. The other methods show the current state. An action that depends on what the
// person has seen of the round also takes a [Revision].
type Client struct {
	t      *table
	person Person
	// asker is the person as somebody who asks for help; the mu of the table guards it.
	asker turns.Asker
	// session is the name of this client's session.
	session string
	// current reports whether the person is at the table in this session.
	current bool
	// superseded reports whether the person has since come to the table in another session.
	superseded bool

	// viewpoint knows how far this person, and everybody who shares the screen, has seen the round; nil
	// until the first look.
	viewpoint *viewpoint
	// caughtUpRevision is the revision at which the person had seen everything and the screen was waiting
	// for computer players.
	caughtUpRevision uint64
	// running reports whether the round goes on without waiting for the person to have seen the end
	// of a trick or the events of setup.
	running bool
	// helping is held while help is computed, so that a person gets one help at a time.
	helping *semaphore.Weighted
	// writing is held as a reader by every action, and as a writer by Leave, which waits for them.
	writing sync.RWMutex
}

// Revision is the number of the state of a round that a person has seen, see [TableView]. It is passed
// with the person's next action. If something else has happened since, the action fails with
// [ErrQuicker], so that the person can look and think again.
type Revision uint64

// Enter lets a person in with a ticket from [Service.ResolveCode], or from [Service.Visited] if they
// were at the table before. A person with a seat plays again, and a computer player that stood in for
// them stops. Their client in an earlier session is superseded. Leave must be called.
//
// The error is [ErrGone], [ErrStranger], [ErrLookAlike] for a name that looks like another member's,
// [ErrFullHouse] or [ErrArrivals].
func (s *Service) Enter(person Person, ticket Ticket) (*Client, error) {
	name, err := CleanName(person.Name)
	if err != nil {
		return nil, err
	}
	person.Name = name
	t, err := s.acquire(ticket.Table)
	if err != nil {
		return nil, err
	}
	c := newClient(t, person, fmt.Sprintf("%s.%d", s.boot, s.sessions.Add(1)))
	t.mu.Lock()
	t.clients = append(t.clients, c)
	t.mu.Unlock()
	if err := c.arrive(ticket); err != nil {
		t.remove(c)
		s.release(t)
		return nil, err
	}
	return c, nil
}

// arrive writes that the person has come to the table, and remembers them.
func (c *Client) arrive(ticket Ticket) error {
	s := c.t.service
	giveBack, err := s.countArrival(c.person)
	if err != nil {
		return err
	}
	err = c.t.write(func(d *draft) error { return c.draftEntry(d, ticket) })
	if err == nil {
		err = s.remember(c.person, c.t.id, false, false)
	}
	if err != nil {
		giveBack()
	}
	return err
}

// newClient returns a client that is not yet registered at the table.
func newClient(t *table, p Person, session string) *Client {
	return &Client{t: t, person: p, asker: p.Asker(), session: session, helping: semaphore.NewWeighted(1)}
}

// draftEntry checks that the person may enter, and drafts the events of their arrival.
func (c *Client) draftEntry(d *draft, ticket Ticket) error {
	member := d.member(c.person.ID)
	arrival := joined{actor: c.actor(), Name: c.person.Name, Watch: ticket.code != "" && ticket.Watch}
	taken := slices.ContainsFunc(d.members, func(other joined) bool {
		return other.PersonID != c.person.ID && alike(other.Name, arrival.Name)
	})
	switch {
	case member != nil:
		if taken || d.playing() {
			arrival.Name = member.Name // the member keeps the old name at this table
		}
		arrival.Watch = member.Watch && (ticket.code == "" || ticket.Watch)
	case ticket.code == "":
		return ErrStranger
	case len(d.members) >= c.t.service.limits.people:
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

// noteVanished drafts that people are away who were there when an earlier process was killed. That
// process could not log it any more.
func (c *Client) noteVanished(d *draft) error {
	var away []event
	for _, other := range d.seats {
		if other.person() && other.PersonID != c.person.ID && other.session != "" &&
			!strings.HasPrefix(other.session, c.t.service.boot+".") {
			away = append(away, event{Away: &present{other.actor, other.session}})
		}
	}
	return d.addEvents(away...)
}

// actor returns the person as the actor of an event.
func (c *Client) actor() actor { return actor{c.person.ID} }

// Leave ends the client. A person with a seat is then away, and the seat is kept. Leave waits until the
// person's earlier actions are written.
func (c *Client) Leave() {
	if !c.t.remove(c) {
		return
	}
	c.writing.Lock()
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
	c.t.service.release(c.t)
}

// Wait waits until there are more changes than a person has seen; events is [TableView.Event] of their
// last view. The error matches the context's error, or says why the table cannot go on. It is
// [ErrElsewhere] if the person has come to the table in another session. At home it may also say why a
// computer player could not decide; the player tries again after [Client.Look].
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

// Changed returns a channel that is closed at the next change of the table.
func (c *Client) Changed() <-chan struct{} {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.t.news
}

// TableView returns the table as the person may see it, without the cards.
func (c *Client) TableView() TableView {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.tableViewLocked()
}

// tableViewLocked is TableView with t.mu held.
func (c *Client) tableViewLocked() TableView {
	return c.t.state.tableView(c.person.ID, c.t.changeCount(), c.t.service.opts.Now())
}

// Record returns the last round with all its cards, for a replay. While the round is being played, the
// error is [ErrPlaying].
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

// Deciders returns who made each decision of the last round, as records name players; nil while the round is
// being played. A computer player that stood in for somebody is named for the decisions that it made.
func (c *Client) Deciders() []string {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if s := c.t.state; s.play != nil && s.play.ended {
		return s.play.Deciders()
	}
	return nil
}

// NextRoundError returns why the next round of a campaign cannot begin before the host has chosen
// something, such as [campaign.ErrAfterLoss]. It returns nil if the round can begin.
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

// Book returns the group's campaign without the round that is being played; nil without a campaign.
func (c *Client) Book() *campaign.Campaign {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.t.state.book()
}
