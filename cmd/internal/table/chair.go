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

// Chair is a person at a table, who looks and acts through it. There is no way from it to anything
// the person may not see.
//
// Its methods are for many goroutines. Those that take a context write, and wait until
// that is on disk, also when the context ends meanwhile: the choice of somebody who hangs up then
// counts. The others show what there is. Where it matters what the person has seen of the round
// they are told, see [Seen].
type Chair struct {
	t   *table
	who Person
	// session names it, current reports whether the person is there in it, and over whether the person
	// is there in another one.
	session       string
	current, over bool

	// place is where the person looks at the round, with those who share the screen; nil before
	// that.
	place *place
	// waits is the event after which the person had seen everything, and waited for
	// computer players.
	waits uint64
	// running reports whether the round is told as it comes: nothing waits for the person to have
	// seen a trick or what was done before the first.
	running bool
	// helping is taken while the person is being helped.
	helping *semaphore.Weighted
	// writing is held, by each of those who read, while something that the person has
	// chosen is being written.
	writing sync.RWMutex
}

// Seen numbers the state of a round that somebody has seen, as a [Picture] has it. It goes with the person's next action: when something else has happened since, or
// comes first, that is refused with [ErrQuicker], and the person can look and think again.
type Seen uint64

// Enter lets a person in: with a ticket of [Hall.Leads], or one of [Hall.Visited] where
// the person was before. A person who sits at the table is there again, and a computer
// that has played for the person stops; a chair that the person has in another session
// is over. Leave must be called.
//
// The error is [ErrGone], [ErrStranger], [ErrLookAlike] for a name like that of another
// one, [ErrFullHouse], or [ErrArrivals].
func (h *Hall) Enter(person Person, ticket Ticket) (*Chair, error) {
	name, err := CleanName(person.Name)
	if err != nil {
		return nil, err
	}
	person.Name = name
	t, err := h.open(ticket.Table)
	if err != nil {
		return nil, err
	}
	c := newChair(t, person, fmt.Sprintf("%s.%d", h.boot, h.sessions.Add(1)))
	t.mu.Lock()
	t.chairs = append(t.chairs, c)
	t.mu.Unlock()
	if err = t.write(func(d *draft) error { return c.comes(d, ticket) }); err == nil {
		err = h.arrives(person)
	}
	if err == nil {
		err = h.remember(person, t.id, false, false)
	}
	if err != nil {
		t.remove(c)
		h.close(t)
		return nil, err
	}
	return c, nil
}

func newChair(t *table, p Person, session string) *Chair {
	return &Chair{t: t, who: p, session: session, helping: semaphore.NewWeighted(1)}
}

// comes checks that the person may come, and drafts the event of it.
func (c *Chair) comes(d *draft, ticket Ticket) error {
	member := d.member(c.who.ID)
	arrival := came{who: c.id(), Name: c.who.Name, Watch: ticket.code != "" && ticket.Watch}
	taken := slices.ContainsFunc(d.members, func(other came) bool {
		return other.Who != c.who.ID && alike(other.Name, arrival.Name)
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
		if err := d.do(event{Came: &arrival}); err != nil {
			return err
		}
	}
	if err := c.missing(d); err != nil {
		return err
	}
	if d.seatOf(c.who.ID) == tricks.NoSeat {
		return nil
	}
	return d.do(event{Here: &present{c.id(), c.session}})
}

// missing notes who was there when the process that served them was killed: nobody
// else has done so.
func (c *Chair) missing(d *draft) error {
	var away []event
	for _, other := range d.seats {
		if other.person() && other.Who != c.who.ID && other.session != "" && !strings.HasPrefix(other.session, c.t.hall.boot+".") {
			away = append(away, event{Away: &present{other.who, other.session}})
		}
	}
	return d.do(away...)
}

func (c *Chair) id() who { return who{c.who.ID} }

// Leave ends the chair. A person who sits at the table is away then, and the seat is
// held. It waits until what the person has chosen is written.
func (c *Chair) Leave() {
	if !c.t.remove(c) {
		return
	}
	c.writing.Lock() // what was chosen before comes before
	defer c.writing.Unlock()
	err := c.t.write(func(d *draft) error {
		if own := d.own(c.who.ID); d.made.Home || own == nil || own.session != c.session {
			return nil
		}
		return d.do(event{Away: &present{c.id(), c.session}})
	})
	if err != nil && !errors.Is(err, ErrGone) {
		c.t.log.Warn("that somebody is away could not be written", "error", err)
	}
	c.t.hall.close(c.t)
}

// Wait waits until more has happened than a picture told. The error
// matches that of the context, or says why the table cannot go on; it is [ErrElsewhere] when the
// person has come to the table in another session, which goes on in the place of this one. At
// home it may also say why a computer player has not decided, which tries again after
// [Chair.Look].
func (c *Chair) Wait(ctx context.Context, events uint64) error {
	var fault error
	err := c.t.until(ctx, func() bool {
		fault, c.t.fault = c.t.fault, nil
		if c.over {
			fault = ErrElsewhere
		}
		return fault != nil || c.t.happened() > events
	})
	if err == nil {
		err = fault
	}
	return err
}

// News is closed when something has happened, or the chair is over.
func (c *Chair) News() <-chan struct{} {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.t.news
}

// Picture returns the table without its cards.
func (c *Chair) Picture() Picture {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.picture()
}

func (c *Chair) picture() Picture {
	return c.t.state.picture(c.who.ID, c.t.happened(), c.t.hall.opts.Now())
}

// Record returns the round with all its cards once it is over, to be looked through.
// Before that the error is [ErrPlaying].
func (c *Chair) Record() (chapters.Record, error) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	s := c.t.state
	switch {
	case s.play == nil:
		return chapters.Record{}, ErrNotPlaying
	case !s.play.over:
		return chapters.Record{}, ErrPlaying
	}
	r := s.play.Record()
	r.Position = s.play.start
	r.By = slices.Clone(s.play.by)
	r.Seed = s.play.seed
	return r, nil
}

// Missing returns why the next round of a campaign cannot begin, such as
// [campaign.ErrAfter], nil if it can: the host has to choose something before.
func (c *Chair) Missing() error {
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
func (c *Chair) Book() *campaign.Campaign {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.t.state.book()
}
