package web

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"
)

const (
	// usualGrace is how long a person without an open page is still at the table: a page that
	// is loaded again, or a phone that looks for its net, is no reason to be away.
	usualGrace = 20 * time.Second
	// usualBeat is how long the end of a trick stays where nobody goes on.
	usualBeat = 2500 * time.Millisecond
)

// visitKey is a person at a table.
type visitKey struct{ person, table string }

// visit is a person at a table, for as long as pages of it are open: several windows and
// requests share the chair, and the half-made choice.
type visit struct {
	visitKey
	name  string // the person's
	s     *Server
	chair *play.Chair
	// round is one that a person plays alone, without a table of the hall.
	round Solo
	// advice is what the person is told, in all rounds.
	advice *play.Advice
	// ready is closed when the chair is taken, or could not be, which is failed. over ends with
	// the visit, of which gone says why.
	ready  chan struct{}
	failed error
	over   context.Context
	end    context.CancelCauseFunc
	// users counts the requests and streams; idle ends the visit when there were none for long.
	// from is the address of somebody who plays alone. They are the server's.
	users int
	idle  *time.Timer
	from  string

	thinking sync.Mutex // of one who looks through a round

	mu sync.Mutex
	// news is closed, and made anew, when pages are to be drawn again.
	news chan struct{}
	desk
}

// desk is the state of one person's page beside the round itself.
type desk struct {
	// step is the part of a decision that is being chosen, with seen for its state of the table; to
	// is the partner chosen.
	step scene.Step
	to   tricks.Seat
	seen table.Seen
	// reading names the page that lies open beside the round, empty for none.
	reading play.Reading
	// note is the last answer to the person, until the next form. Told reports whether a page has shown it,
	// and lasts is the state of the round for which it holds, 0 for any.
	note      string
	bad, told bool
	lasts     table.Seen
	// hint is the card that was advised, and held reports whether the trick that has ended is looked at.
	hint tricks.Card
	held bool
	// asking reports whether somebody thinks about a question, answered whether note is the answer to one.
	asking, answered bool
	// ended is since when the end of a trick is shown, after so many tricks.
	ended time.Time
	shown int
	// before is how far each goal had come when the person decided last; of is the round.
	before []string
	of     int
	// walk is the last round, to be looked through; walked is which one, and fatal the moment after which it
	// was lost with open cards, 0 where nobody has asked.
	walk          *hindsight.Walk
	walked, fatal int
}

// visit returns a person's visit at a table, which begins with it, or goes on. It is to be
// left with done.
func (s *Server) visit(ctx context.Context, me table.Person, ticket table.Ticket) (*visit, error) {
	key := visitKey{me.ID, ticket.Table}
	s.mu.Lock()
	if err := s.closing.Err(); err != nil {
		s.mu.Unlock()
		return nil, err
	}
	v := s.visits[key]
	if v == nil && s.home != nil {
		s.mu.Unlock()
		return nil, table.ErrGone
	}
	if v == nil {
		v = &visit{visitKey: key, name: me.Name, s: s, ready: make(chan struct{}), news: make(chan struct{})}
		v.over, v.end = context.WithCancelCause(context.Background())
		s.visits[key] = v
		s.inside.Add(1)
		go v.begin(me, ticket)
	}
	v.users++
	if v.idle != nil {
		v.idle.Stop()
	}
	s.mu.Unlock()
	select {
	case <-v.ready:
	case <-ctx.Done():
		v.done()
		return nil, ctx.Err()
	}
	if v.failed != nil {
		v.done()
		return nil, v.failed
	}
	v.goneOn(math.MaxUint64)
	if v.over.Err() != nil && s.home == nil { // a page that is loaded again takes the seat back
		v.done()
		return s.visit(ctx, me, ticket)
	}
	return v, nil
}

// nameAt is the name of somebody at a table of which a page is open, else empty: it need not be
// looked up for each request.
func (s *Server) nameAt(key visitKey) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.visits[key]; v != nil {
		return v.name
	}
	return ""
}

// begin takes the chair.
func (v *visit) begin(me table.Person, ticket table.Ticket) {
	client, err := v.s.Hall.Enter(me, ticket)
	v.failed = err
	if err != nil {
		v.leave(err)
		close(v.ready)
		return
	}
	v.sits(client)
	prefs := v.s.keeps(v.person).Wants()
	v.advice = &play.Advice{Coach: true, Tips: !prefs.NoTips, Told: prefs.Tips}
	v.s.House.Counters.Visits.Add(1)
	v.s.House.Counters.Inside.Add(1)
	close(v.ready)
}

// sits takes a chair, whose acts are waited for.
func (v *visit) sits(client *table.Chair) {
	v.chair = &play.Chair{Chair: client, Send: func(_ bool, do func(context.Context) error) error { return do(v.over) }}
}

// failedBeat is after which time a computer player at home tries again that has failed.
const failedBeat = time.Second

// goneOn reports whether there is more to draw than after so many events, and after which time, 0 for
// at once. It ends a visit that cannot go on.
func (v *visit) goneOn(events uint64) (more bool, delay time.Duration) {
	err := v.chair.Wait(atOnce, events)
	switch {
	case errors.Is(err, context.Canceled):
		return false, 0
	case errors.Is(err, table.ErrElsewhere), err != nil && v.s.home == nil:
		v.leave(err)
	case err != nil: // at home a computer player tries again when the person looks
		v.mu.Lock()
		v.noted(v.s.home.texts.Problem(err), true)
		v.mu.Unlock()
		return true, failedBeat
	}
	return true, 0
}

// atOnce waits for nothing.
var atOnce = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// tell lets the pages be drawn again.
func (v *visit) tell() {
	v.mu.Lock()
	defer v.mu.Unlock()
	close(v.news)
	v.news = make(chan struct{})
}

// done ends one use of the visit. The last one leaves the table, after a while.
func (v *visit) done() {
	v.s.mu.Lock()
	defer v.s.mu.Unlock()
	v.users--
	if v.users > 0 || v.s.visits[v.visitKey] != v {
		return
	}
	v.idles()
}

// idles leaves the table after a while without a page of it; the server's mu is held.
func (v *visit) idles() {
	v.idle = time.AfterFunc(v.s.Grace, func() {
		v.s.mu.Lock()
		unused := v.users == 0
		if unused && v.s.home != nil && v.s.visits[v.visitKey] == v && v.s.home.busy() {
			v.idles()
			unused = false
		}
		v.s.mu.Unlock()
		if unused {
			v.leave(context.Canceled)
		}
	})
}

// leave ends the visit, once, and says why.
func (v *visit) leave(reason error) {
	v.s.mu.Lock()
	first := v.s.visits[v.visitKey] == v
	if first {
		delete(v.s.visits, v.visitKey)
	}
	v.s.mu.Unlock()
	if !first {
		return
	}
	v.end(reason)
	if v.s.home != nil && v.table == atHome {
		v.s.home.leave(play.Nothing)
		return
	}
	if v.round.Home != nil {
		return
	}
	if v.chair != nil {
		v.chair.Leave()
		v.s.House.Counters.Inside.Add(-1)
	}
	v.s.inside.Done()
}

// leaveAll ends all visits.
func (s *Server) leaveAll() {
	s.mu.Lock()
	var all []*visit
	for _, v := range s.visits {
		all = append(all, v)
	}
	s.mu.Unlock()
	for _, v := range all {
		<-v.ready
		v.leave(context.Canceled)
	}
}

// noted answers the person.
func (d *desk) noted(note string, bad bool) {
	d.note = note
	d.bad = bad
	d.told = false
	d.answered = false
	d.lasts = 0
}

// sight is the table as the person sees it at one moment.
type sight = table.Sight

// sees brings the sight of the table up to date; v.mu is held. A half-made choice is forgotten
// where something has happened.
func (v *visit) sees() *sight {
	s := v.chair.Look()
	if s.Round != v.of {
		previous := v.desk
		v.desk = (desk{of: s.Round, to: tricks.NoSeat, hint: tricks.NoCard})
		if previous.of == 0 {
			v.note, v.told = previous.note, previous.told
		}
		if v.round.Intro {
			v.reading = play.Chapter
		}
	}
	if s.Seen != v.desk.seen {
		v.hint = tricks.NoCard
		v.step = scene.Opening
		v.to = tricks.NoSeat
		v.desk.seen = s.Seen
		v.advise(&s)
	}
	if v.lasts != 0 && v.lasts != s.Seen {
		v.noted("", false)
	}
	if s.Now != round.TrickEnd && s.Now != round.Notice {
		v.ended = time.Time{}
		v.held = false
	} else if v.ended.IsZero() || v.shown != s.Shown {
		v.ended = time.Now()
		v.shown = s.Shown
		v.held = false
	}
	return &s
}

// advise brings the advice up to date with what the person sees; v.mu is held. That a tip was told is kept.
func (v *visit) advise(s *sight) {
	tip := v.advice.Due(&s.View)
	if tip == "" || v.round.Home != nil {
		return
	}
	v.s.inside.Go(func() {
		_ = v.s.keeps(v.person).Change(func(set *settings.Settings) { // else it is told again
			if !slices.Contains(set.Tips, tip) {
				set.Tips = append(set.Tips, tip)
			}
		})
	})
}

// goesOn looks at the table, and leaves the end of a trick that has been there for long enough;
// v.mu is held. It returns after which time it is to be asked again, 0 for never.
func (v *visit) goesOn() (s *sight, delay time.Duration) {
	s = v.sees()
	beat := v.s.Beat
	if s.Now == round.Notice { // it is longer to read
		beat *= 2
	}
	switch {
	case v.ended.IsZero() || v.held:
	case time.Since(v.ended) >= beat:
		v.chair.GoOn()
		s = v.sees()
	default:
		delay = time.Until(v.ended.Add(beat)) + time.Millisecond
	}
	return s, delay
}
