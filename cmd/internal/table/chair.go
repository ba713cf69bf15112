package table

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/session"
	"fellowship/solver/players"
	"fellowship/tricks"
	"fellowship/tricks/say"

	"github.com/charmbracelet/x/ansi"
)

// Chair is a person at a table: what the person sees there, and does. There is no way
// from it to what the person may not see. It has the manners of a [session.Place] that
// belongs to the seat, or to nobody for one who watches.
//
// Its methods are for many goroutines. Those that take a context write, and wait until
// that is on disk, also when the context ends meanwhile: what somebody has chosen who
// hangs up then counts. The others show what there is. Where it matters what the person
// has seen of the round they are told, see [Seen].
type Chair struct {
	t   *table
	who Person
	// at names the session, current says that the person is there in it, and over is
	// closed when the person is there in another one.
	at      string
	current bool
	over    chan struct{}

	// place is where the person looks at the round of game, in the seat of sits.
	place *session.Place
	game  *session.Session
	sits  tricks.Seat
	// pausing says that the person has not gone on from the end of a trick, after so many
	// decisions.
	pausing bool
	after   int
	// helping is one while the person is being helped.
	helping chan struct{}
	// writing is held, by each of those who read, while something that the person has
	// chosen is being written.
	writing sync.RWMutex
}

// Seen is what somebody has seen of a round, as [Chair.Look] and [Chair.Picture] tell
// it together with what they show. It goes with what the person does about that: when
// something has happened since, or comes first, that is refused with [ErrQuicker], and
// the person can look and think again.
type Seen uint64

// Enter lets a person in: with a ticket of [Hall.Find], or one of [Hall.TablesOf] where
// the person was before. A person who sits at the table is there again, and a computer
// that has played for the person stops; a chair that the person has in another session
// is over. Leave must be called.
//
// The error is [ErrGone], [ErrStranger], [ErrLookAlike] for a name like that of another
// one, or [ErrFullHouse].
func (h *Hall) Enter(ctx context.Context, p Person, ticket Ticket) (*Chair, error) {
	name, err := CleanName(p.Name)
	if err != nil {
		return nil, err
	}
	p.Name = name
	t, err := h.open(ctx, ticket.Table)
	if err != nil {
		return nil, err
	}
	c := &Chair{t: t, who: p, at: h.session(), over: make(chan struct{}), sits: tricks.NoSeat, helping: make(chan struct{}, 1)}
	t.mu.Lock()
	t.chairs = append(t.chairs, c)
	t.mu.Unlock()
	if err = t.write(ctx, func(d *draft) error { return c.comes(d, ticket) }); err == nil {
		err = h.remember(ctx, p, t.id, false)
	}
	if err != nil {
		t.remove(c)
		h.close(t)
		return nil, err
	}
	return c, nil
}

// comes is what is written when somebody comes.
func (c *Chair) comes(d *draft, ticket Ticket) error {
	m, now := d.member(c.who.ID), came{who: c.id(), Name: c.who.Name, Watch: ticket.code != "" && ticket.Watch}
	alike := slices.ContainsFunc(d.members, func(other came) bool {
		return other.Who != c.who.ID && skeleton(other.Name) == skeleton(now.Name)
	})
	switch {
	case m != nil:
		if alike || d.playing() {
			now.Name = m.Name // the name here stays
		}
		now.Watch = m.Watch && (ticket.code == "" || ticket.Watch)
	case ticket.code == "" && !d.made.Open:
		return ErrStranger
	case len(d.members) >= c.t.hall.opts.Limits.People:
		return ErrFullHouse
	case alike:
		return ErrLookAlike
	}
	if m == nil || now != *m {
		if err := d.do(event{Came: &now}); err != nil {
			return err
		}
	}
	if c.t.hall.store.Alone() {
		if err := c.missing(d); err != nil {
			return err
		}
	}
	if d.seatOf(c.who.ID) == tricks.NoSeat {
		return nil
	}
	return d.do(event{Here: &present{c.id(), c.at}})
}

// missing notes who was there when the process that served them was killed: nobody
// else has done so.
func (c *Chair) missing(d *draft) error {
	boot := c.t.hall.boot + "."
	for i := range d.seats {
		other := d.seats[i]
		if other.person() && other.Who != c.who.ID && other.at != "" && !strings.HasPrefix(other.at, boot) {
			if err := d.do(event{Away: &present{other.who, other.at}}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Chair) id() who { return who{c.who.ID} }

// Leave ends the chair. A person who sits at the table is away then, and the seat is
// held. It waits some seconds at most for that to be written.
func (c *Chair) Leave(ctx context.Context) {
	c.t.mu.Lock()
	there := slices.Contains(c.t.chairs, c)
	c.t.mu.Unlock()
	if !there {
		return
	}
	c.t.remove(c)
	c.writing.Lock() // what was chosen before comes before
	defer c.writing.Unlock()
	const longest = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), longest)
	defer cancel()
	err := c.t.write(ctx, func(d *draft) error {
		if own := d.own(c.who.ID); own == nil || own.at != c.at {
			return nil
		}
		return d.do(event{Away: &present{c.id(), c.at}})
	})
	if err != nil && !errors.Is(err, ErrGone) {
		c.t.log.Warn("that somebody is away could not be written", "error", err)
	}
	c.t.hall.close(c.t)
}

// Over returns a channel that is closed when the person has come to the table in
// another session, which goes on in the place of this one.
func (c *Chair) Over() <-chan struct{} { return c.over }

// Wait waits until there are more than so many events. The error matches that of the
// context, or says why the table cannot go on.
func (c *Chair) Wait(ctx context.Context, events uint64) error {
	return c.t.await(ctx, events+1)
}

// look brings the chair to what is there now; t.mu is held.
func (c *Chair) look() *session.Place {
	s := c.t.state
	if s.play == nil {
		return nil
	}
	if at := s.seatOf(c.who.ID); c.place == nil || c.game != s.play.Session || c.sits != at {
		var people []tricks.Seat
		if at != tricks.NoSeat {
			people = []tricks.Seat{at}
		}
		c.place, c.game, c.sits, c.pausing = s.play.At(people, true), s.play.Session, at, false
	}
	return c.place
}

// Picture returns the table without its cards.
func (c *Chair) Picture() Picture {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.t.state.picture(c.who.ID, c.t.mark.Number, c.t.hall.opts.Now())
}

// Next says what the person waits for in the round, as [session.Place.Next] does. It may
// be asked at any time: the others go on meanwhile, but a moment that waits for the
// person ([session.TrickEnd], [session.Notice], [session.Settled]) stays until
// [Chair.GoOn], or until it was taken back. Without a round it is [session.End].
func (c *Chair) Next() session.Moment {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	p := c.look()
	if p == nil {
		return session.End
	}
	if c.pausing && p.Decisions() >= c.after {
		return session.TrickEnd
	}
	now := p.Next()
	c.pausing, c.after = now == session.TrickEnd, p.Decisions()
	return now
}

// GoOn leaves a moment that waits for the person to have seen enough.
func (c *Chair) GoOn() {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if p := c.look(); p != nil {
		p.GoOn()
		c.pausing = false
	}
}

// Look returns what the person may see of the round: what is seen from the seat, or
// for one who watches what everybody sees. The deal's name is not in it. The view is
// empty before the first round.
func (c *Chair) Look() (chapters.View, Seen) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	seen := Seen(c.t.state.moved)
	if p := c.look(); p != nil {
		return p.Look(), seen
	}
	return chapters.View{}, seen
}

// Round is what everybody knows of the round beside the cards.
type Round struct {
	// Shown is how many finished tricks the person has seen, Decisions how many
	// decisions stand.
	Shown, Decisions int
	// Player is the person whose decision is due, NoSeat where it is a computer player's
	// turn, or nobody's.
	Player tricks.Seat
	// Stopped says that the round was ended before its last trick (T11).
	Stopped bool
	// Names are those of the people, by their seats.
	Names []string
}

// Round returns what everybody knows of the round, nothing before the first.
func (c *Chair) Round() Round {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	p := c.look()
	if p == nil {
		return Round{Player: tricks.NoSeat}
	}
	r := Round{Shown: p.Shown(), Decisions: p.Decisions(), Player: p.Player(), Stopped: p.Stopped()}
	for at := range p.By() {
		r.Names = append(r.Names, p.Name(tricks.Seat(at)))
	}
	return r
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
	r.Position, r.By, r.Seed = s.play.start, slices.Clone(s.play.by), s.play.seed
	return r, nil
}

// Book returns the campaign that the group plays, without the round that is being
// played; nil where it plays none.
func (c *Chair) Book() *campaign.Campaign {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.t.state.book()
}

// still holds that nothing has happened to the round since.
func (seen Seen) still(d *draft) error {
	if d.moved != uint64(seen) {
		return ErrQuicker
	}
	return nil
}

// longestWrite is how long it may take to write what somebody has chosen: longer than a
// cluster needs to find another leader.
const longestWrite = 40 * time.Second

// write writes what the person has chosen. The end of the context, which is that of the
// visit, does not stop that: who chose something and hung up while the tables had no
// leader has chosen it all the same.
func (c *Chair) write(ctx context.Context, do func(*draft) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.writing.RLock()
	defer c.writing.RUnlock()
	ctx, cancel := context.WithTimeout(c.t.hall.ctx, longestWrite)
	defer cancel()
	return c.t.write(ctx, do)
}

// act writes what a person does who sits at the table, in this session.
func (c *Chair) act(ctx context.Context, checks ...func(*draft) error) error {
	return c.write(ctx, func(d *draft) error {
		own := d.own(c.who.ID)
		switch {
		case own == nil:
			return ErrNotSeated
		case own.at != c.at:
			return ErrElsewhere
		}
		for _, check := range checks {
			if err := check(d); err != nil {
				return err
			}
		}
		return nil
	})
}

// Decide makes a decision of the person's. One that is not legal changes nothing and
// returns the game's error, which names the rule. The error is [ErrQuicker] where
// something has happened to the round that the person has not seen, and
// [session.ErrNotDue] where no decision of the person's is due.
func (c *Chair) Decide(ctx context.Context, seen Seen, decision chapters.Decision) error {
	return c.act(ctx, seen.still, func(d *draft) error {
		if !d.playing() {
			return ErrNotPlaying
		}
		if d.play.Player() != d.seatOf(c.who.ID) {
			return session.ErrNotDue
		}
		return d.game(func(s *session.Session) error { return s.Decide(decision) })
	})
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

// Sit lets the person sit down where nobody sits, or a computer player does, between
// two rounds. NoSeat is for the first free seat. Who sits elsewhere changes the seat.
func (c *Chair) Sit(ctx context.Context, at tricks.Seat) error {
	return c.write(ctx, func(d *draft) error {
		m, to := d.member(c.who.ID), at
		if to == tricks.NoSeat {
			to = d.free()
		}
		switch {
		case m == nil:
			return ErrStranger
		case m.Watch:
			return ErrWatcher
		case d.playing():
			return ErrPlaying
		case !d.has(to) || d.seats[to].person():
			return ErrTaken
		}
		if d.seatOf(c.who.ID) != tricks.NoSeat {
			if err := d.do(event{Left: &left{who: c.id()}}); err != nil {
				return err
			}
		}
		return d.do(event{Sat: &sat{who: c.id(), Seat: to, At: c.at}})
	})
}

// Stand lets the person stand up. During a round the seat is held until its end, and
// the others may let a computer play there at once.
func (c *Chair) Stand(ctx context.Context) error {
	return c.act(ctx, func(d *draft) error { return d.do(event{Left: &left{who: c.id()}}) })
}

// Computer lets a computer player sit down at a free seat between two rounds, or with
// an empty name stand up. The host can do that.
func (c *Chair) Computer(ctx context.Context, at tricks.Seat, name string) error {
	if name != "" {
		if _, err := players.New(name); err != nil {
			return err
		}
	}
	return c.act(ctx, c.asHost, func(d *draft) error {
		if !d.has(at) || d.seats[at].person() {
			return ErrTaken
		}
		return d.do(event{Bot: &bot{at, name}})
	})
}

// asHost holds that the person is the host, between two rounds.
func (c *Chair) asHost(d *draft) error {
	switch {
	case d.host != c.who.ID:
		return ErrNotHost
	case d.playing():
		return ErrPlaying
	}
	return nil
}

// Free makes another one stand up between two rounds who is away. The host can do
// that.
func (c *Chair) Free(ctx context.Context, at tricks.Seat) error {
	return c.act(ctx, c.asHost, func(d *draft) error {
		switch {
		case !d.has(at) || !d.seats[at].person():
			return ErrNotSeated
		case d.seats[at].away.IsZero():
			return ErrPresent
		}
		return d.do(event{Left: &left{who: d.seats[at].who, By: c.who.ID}})
	})
}

// PassOn makes another one the host, who sits at a seat.
func (c *Chair) PassOn(ctx context.Context, to tricks.Seat) error {
	return c.act(ctx, func(d *draft) error {
		switch {
		case d.host != c.who.ID:
			return ErrNotHost
		case !d.has(to) || !d.seats[to].person():
			return ErrNotSeated
		}
		return d.do(event{Host: &d.seats[to].who})
	})
}

// Invite makes another code with which others may come: to play, or to watch.
func (c *Chair) Invite(ctx context.Context, watch bool) (string, error) {
	may := func(d *draft) error {
		if len(d.codes) >= c.t.hall.opts.Limits.Codes {
			return ErrTooLong
		}
		return nil
	}
	if err := c.act(ctx, may); err != nil {
		return "", err
	}
	code, err := c.t.hall.issue(ctx, inviteLength, Ticket{Table: c.t.id, Watch: watch})
	if err != nil {
		return "", err
	}
	return ShowCode(code), c.act(ctx, may, func(d *draft) error {
		return d.do(event{Invited: &invited{c.id(), code, watch}})
	})
}

// Choose says what is played next, between two rounds. The host can do that. Everybody
// has to be ready anew then.
func (c *Chair) Choose(ctx context.Context, g Game) error {
	return c.act(ctx, c.asHost, func(d *draft) error {
		if _, _, err := d.deal(&g); err != nil {
			return err
		}
		return d.do(event{Next: &next{c.id(), g}})
	})
}

// deal deals what is to be played.
func (s *state) deal(g *Game) (chapters.Position, *campaign.Choice, error) {
	var last *chapters.Position
	if s.play != nil {
		last = &s.play.start
	}
	return g.deal(s.lib, s.made.Players, s.campaign, last)
}

// Ready says that the person wants to begin, or not yet. When all who sit there do, and
// no seat is free, the round begins. The error is one of package chapters, such as
// campaign.ErrAfter, where the host has to choose something before.
func (c *Chair) Ready(ctx context.Context, seen Seen, is bool) error {
	return c.act(ctx, seen.still, func(d *draft) error {
		if d.playing() {
			return ErrPlaying
		}
		if d.own(c.who.ID).ready == is {
			return nil
		}
		if err := d.do(event{Ready: &ready{c.id(), !is}}); err != nil {
			return err
		}
		for i := range d.seats {
			if own := &d.seats[i]; !own.person() && own.computer == "" || own.plays() && !own.ready {
				return nil
			}
		}
		return d.start()
	})
}

// start deals and begins a round.
func (d *draft) start() error {
	pos, choice, err := d.deal(&d.next)
	if err != nil {
		return err
	}
	seed := anySeed()
	rec := chapters.Record{Position: pos, Seed: &seed}
	for at := range pos.Hands {
		// The pyramid, and the other hands of a solo round, are nobody's own.
		rec.By = append(rec.By, d.by(tricks.Seat(min(at, len(d.seats)-1))))
	}
	line, err := rec.Header()
	if err != nil {
		return err
	}
	opened := sealed(string(line[:len(line)-1]))
	if err := d.do(event{Sealed: &sealing{opened.Salt, choice}}); err != nil {
		return err
	}
	return d.add(line)
}

// Propose proposes what people can do only together: to take the last decision of a
// person back, which is [ErrNoUndo] where it has brought something to light, or to stop
// a round whose result is certain. Who is alone does it at once.
func (c *Chair) Propose(ctx context.Context, seen Seen, what Proposing) error {
	return c.act(ctx, seen.still, func(d *draft) error {
		e := proposed{who: c.id(), What: what}
		switch {
		case !d.playing():
			return ErrNotPlaying
		case d.proposal != nil && d.proposal.What != what:
			return ErrProposed
		case d.proposal != nil:
			return c.agree(d, true)
		case what == Stop && d.play.Settled() == chapters.Undecided:
			return ErrUnsettled
		case what == Undo:
			if e.Decision = d.undoable(); e.Decision == 0 {
				return ErrNoUndo
			}
		case what != Stop:
			return say.Errorf("%.20q cannot be proposed", what)
		}
		if err := d.do(event{Proposed: &e}); err != nil {
			return err
		}
		return d.carryOut()
	})
}

// Agree agrees to what is proposed, or not, which ends it.
func (c *Chair) Agree(ctx context.Context, seen Seen, is bool) error {
	return c.act(ctx, seen.still, func(d *draft) error { return c.agree(d, is) })
}

func (c *Chair) agree(d *draft, is bool) error {
	if d.proposal == nil {
		return ErrNothing
	}
	if err := d.do(event{Agreed: &agreed{c.id(), !is}}); err != nil {
		return err
	}
	return d.carryOut()
}

// carryOut does what everybody has agreed to.
func (d *draft) carryOut() error {
	p := d.proposal
	switch {
	case p == nil || !p.all():
		return nil
	case p.What == Stop:
		return d.do(event{Stopped: &stopped{}})
	}
	return d.game(func(s *session.Session) error {
		ok, err := s.UndoAgreed()
		if err == nil && (!ok || s.Decisions()+1 != p.Decision) {
			err = ErrNoUndo
		}
		return err
	})
}

// Vote says what the person wants to be done about another one who was absent for
// longer than the table's patience. It is done when more than half of the others who
// are there want it.
func (c *Chair) Vote(ctx context.Context, about tricks.Seat, want Choosing) error {
	if want != Wait && want != Substitute && want != GiveUp {
		return say.Errorf("%.20q cannot be voted for", want)
	}
	return c.act(ctx, func(d *draft) error {
		own := d.seatOf(c.who.ID)
		switch {
		case !d.has(about) || about == own || !d.missed(about, d.now):
			return ErrPresent
		case !d.seats[own].present():
			return ErrNotSeated // who wants to leave has no say
		case want == GiveUp && !d.playing():
			return ErrNotPlaying
		}
		if err := d.do(event{Voted: &voted{c.id(), about, want}}); err != nil {
			return err
		}
		switch d.outcome() {
		case Wait:
			return d.do(event{Waits: &waits{about}})
		case Substitute:
			return d.do(event{Bot: &bot{about, d.made.substitute()}})
		case GiveUp:
			return d.do(event{Stopped: &stopped{GivenUp: d.play.Settled() == chapters.Undecided}})
		}
		return nil
	})
}

// Say says something to everybody at the table: between two rounds whatever it is,
// up to 200 cells wide. During one the error is [ErrTalk].
func (c *Chair) Say(ctx context.Context, text string) error {
	text = ansi.Truncate(clean(text), textCells, "…")
	if text == "" {
		return ErrSilent
	}
	return c.write(ctx, func(d *draft) error {
		if d.playing() {
			return ErrTalk
		}
		return c.say(d, said{who: c.id(), Text: text})
	})
}

// Phrase says one of [Phrases].
func (c *Chair) Phrase(ctx context.Context, p Phrase) error {
	if !slices.Contains(Phrases, p) {
		return ErrSilent
	}
	return c.write(ctx, func(d *draft) error { return c.say(d, said{who: c.id(), Phrase: p}) })
}

func (c *Chair) say(d *draft, what said) error {
	switch {
	case d.member(c.who.ID) == nil:
		return ErrStranger
	case d.talk[c.who.ID] >= mostTalk:
		return ErrTooMuch
	}
	return d.do(event{Said: &what})
}

// Why returns the last card that a computer player has played, and why it did, where
// the table allows hints. Everybody is told that somebody has asked. The card is NoCard
// if there is none.
func (c *Chair) Why(ctx context.Context) (play tricks.Play, made chapters.Decision, reason players.Reason, err error) {
	play.Card = tricks.NoCard
	var thought *session.Thought
	err = c.help(ctx, func(d *draft) error {
		if !d.made.Hints {
			return ErrForbidden
		}
		var err error
		if play, thought, err = d.play.LastCard(); err != nil || thought == nil {
			play.Card = tricks.NoCard
			return err
		}
		return d.do(event{Asked: &asked{c.id(), Why}})
	}, func(ctx context.Context) (err error) {
		if thought != nil {
			made, reason, err = thought.Decide(ctx)
		}
		return err
	})
	return play, made, reason, err
}

// Hint returns what a strong player would decide in the person's place, who knows no
// more than that person, where the table allows hints. That somebody has asked stands in
// the record, and everybody is told.
func (c *Chair) Hint(ctx context.Context, seen Seen) (made chapters.Decision, reason players.Reason, err error) {
	var thought *session.Thought
	err = c.help(ctx, func(d *draft) error {
		if err := c.mayAsk(d, seen, d.made.Hints); err != nil {
			return err
		}
		if err := d.do(event{Asked: &asked{c.id(), Hint}}); err != nil {
			return err
		}
		return d.game(func(s *session.Session) (err error) {
			thought, err = s.Hint()
			return err
		})
	}, func(ctx context.Context) (err error) {
		made, reason, err = thought.Explain(ctx)
		return err
	})
	return made, reason, err
}

// mayAsk holds that the person may ask for help with the decision that is due.
func (c *Chair) mayAsk(d *draft, seen Seen, allowed bool) error {
	switch {
	case !allowed:
		return ErrForbidden
	case seen.still(d) != nil:
		return ErrQuicker
	case d.play.Player() != d.seatOf(c.who.ID):
		return session.ErrNotDue
	}
	return nil
}

// OpenCards returns which of the person's decisions keep the round winnable, where the
// table allows that. It sees all cards. That somebody has asked stands in the record,
// and everybody is told.
func (c *Chair) OpenCards(ctx context.Context, seen Seen) (opened session.Opened, err error) {
	var ask func(context.Context) (session.Opened, error)
	err = c.help(ctx, func(d *draft) error {
		if err := c.mayAsk(d, seen, d.made.OpenCards); err != nil {
			return err
		}
		ask = d.play.OpenCards()
		if err := d.do(event{Asked: &asked{c.id(), OpenCards}}); err != nil {
			return err
		}
		return d.game((*session.Session).Assist)
	}, func(ctx context.Context) (err error) {
		opened, err = ask(ctx)
		return err
	})
	return opened, err
}

// help writes that somebody asks for help, and gives it when it is this one's turn to
// think. It is given to a person once at a time.
func (c *Chair) help(ctx context.Context, ask func(*draft) error, give func(context.Context) error) error {
	select {
	case c.helping <- struct{}{}:
		defer func() { <-c.helping }()
	case <-ctx.Done():
		return ctx.Err()
	}
	err := c.act(ctx, func(d *draft) error {
		if !d.playing() {
			return ErrNotPlaying
		}
		return ask(d)
	})
	if err != nil {
		return err
	}
	return c.t.hall.thinks(ctx, func() error { return give(ctx) })
}

// Close closes the table between two rounds: nothing can be done there any more, and
// it is deleted later. The host can do that.
func (c *Chair) Close(ctx context.Context) error {
	id := c.id()
	err := c.act(ctx, c.asHost, func(d *draft) error { return d.do(event{Closed: &id}) })
	if err != nil {
		return err
	}
	return c.t.hall.forget(ctx, c.who.ID, c.t.id)
}
