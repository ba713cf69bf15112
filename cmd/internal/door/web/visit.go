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

// sessionKey is a person at a table.
type sessionKey struct{ person, table string }

// session is a person at a table, for as long as pages of it are open: several windows and
// requests share the chair, and the half-made choice.
type session struct {
	sessionKey
	name   string // the person's
	s      *Server
	client *play.Client
	// round is one that a person plays alone, without a table of the hall.
	round Solo
	// advice is what the person is told, in all rounds.
	advice *play.Advice
	// ready is closed when the chair is taken, or could not be, which is failed. over ends with
	// the visit, of which gone says why.
	ready    chan struct{}
	enterErr error
	lifetime context.Context
	cancel   context.CancelCauseFunc
	// users counts the requests and streams; idle ends the visit when there were none for long.
	// from is the address of somebody who plays alone. They are the server's.
	users   int
	idle    *time.Timer
	address string

	thinking sync.Mutex // of one who looks through a round

	mu sync.Mutex
	// changed is closed, and made anew, when pages are to be drawn again.
	changed chan struct{}
	pageState
}

// pageState is the state of one person's page beside the round itself.
type pageState struct {
	// step is the part of a decision that is being chosen, with seen for its state of the table; to
	// is the partner chosen.
	step     scene.Step
	partner  tricks.Seat
	revision table.Revision
	// reading names the page that lies open beside the round, empty for none.
	reading play.Topic
	// note is the last answer to the person, until the next form. Told reports whether a page has shown it,
	// and lasts is the state of the round for which it holds, 0 for any.
	note           string
	bad, noteShown bool
	noteRevision   table.Revision
	// hint is the card that was advised, and held reports whether the trick that has ended is looked at.
	hint tricks.Card
	held bool
	// asking reports whether somebody thinks about a question, answered whether note is the answer to one.
	asking, answered bool
	// trickEnded is since when the end of a trick is shown, after so many tricks.
	trickEnded  time.Time
	shownTricks int
	// lastProgress is how far each goal had come when the person decided last; of is the round.
	lastProgress []string
	roundNumber  int
	// walk is the last round, to be looked through; walked is which one, and fatal the moment after which it
	// was lost with open cards, 0 where nobody has asked.
	walk               *hindsight.Walk
	walkedRound, fatal int
}

// openSession returns a person's visit at a table, which begins with it, or goes on. It is to be
// left with done.
func (s *Server) openSession(ctx context.Context, me table.Person, ticket table.Ticket) (*session, error) {
	key := sessionKey{me.ID, ticket.Table}
	s.mu.Lock()
	if err := s.closing.Err(); err != nil {
		s.mu.Unlock()
		return nil, err
	}
	v := s.tableSessions[key]
	if v == nil && s.home != nil {
		s.mu.Unlock()
		return nil, table.ErrGone
	}
	if v == nil {
		v = &session{sessionKey: key, name: me.Name, s: s, ready: make(chan struct{}), changed: make(chan struct{})}
		v.lifetime, v.cancel = context.WithCancelCause(context.Background())
		s.tableSessions[key] = v
		s.running.Add(1)
		go v.enterTable(me, ticket)
	}
	v.users++
	if v.idle != nil {
		v.idle.Stop()
	}
	s.mu.Unlock()
	select {
	case <-v.ready:
	case <-ctx.Done():
		v.release()
		return nil, ctx.Err()
	}
	if v.enterErr != nil {
		v.release()
		return nil, v.enterErr
	}
	v.pollChanges(math.MaxUint64)
	if v.lifetime.Err() != nil && s.home == nil { // a page that is loaded again takes the seat back
		v.release()
		return s.openSession(ctx, me, ticket)
	}
	return v, nil
}

// nameAt is the name of somebody at a table of which a page is open, else empty: it need not be
// looked up for each request.
func (s *Server) nameAt(key sessionKey) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.tableSessions[key]; v != nil {
		return v.name
	}
	return ""
}

// enterTable takes the chair.
func (v *session) enterTable(me table.Person, ticket table.Ticket) {
	client, err := v.s.Tables.Enter(me, ticket)
	v.enterErr = err
	if err != nil {
		v.leave(err)
		close(v.ready)
		return
	}
	v.attach(client)
	prefs := v.s.personStore(v.person).CurrentSettings()
	v.advice = &play.Advice{Coach: true, Tips: !prefs.NoTips, SeenTips: prefs.Tips}
	v.s.Sessions.Counters.Visits.Add(1)
	v.s.Sessions.Counters.Inside.Add(1)
	close(v.ready)
}

// attach takes a chair, whose acts are waited for.
func (v *session) attach(client *table.Client) {
	v.client = &play.Client{Client: client, Send: func(_ bool, do func(context.Context) error) error {
		return do(v.lifetime)
	}}
}

// retryDelay is after which time a computer player at home tries again that has failed.
const retryDelay = time.Second

// pollChanges reports whether there is more to draw than after so many events, and after which time, 0 for
// at once. It ends a visit that cannot go on.
func (v *session) pollChanges(events uint64) (more bool, delay time.Duration) {
	err := v.client.Wait(canceledContext, events)
	switch {
	case errors.Is(err, context.Canceled):
		return false, 0
	case errors.Is(err, table.ErrElsewhere), err != nil && v.s.home == nil:
		v.leave(err)
	case err != nil: // at home a computer player tries again when the person looks
		v.mu.Lock()
		v.setNote(v.s.home.texts.Problem(err), true)
		v.mu.Unlock()
		return true, retryDelay
	}
	return true, 0
}

// canceledContext waits for nothing.
var canceledContext = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// notify lets the pages be drawn again.
func (v *session) notify() {
	v.mu.Lock()
	defer v.mu.Unlock()
	close(v.changed)
	v.changed = make(chan struct{})
}

// release ends one use of the visit. The last one leaves the table, after a while.
func (v *session) release() {
	v.s.mu.Lock()
	defer v.s.mu.Unlock()
	v.users--
	if v.users > 0 || v.s.tableSessions[v.sessionKey] != v {
		return
	}
	v.leaveIfIdle()
}

// leaveIfIdle leaves the table after a while without a page of it; the server's mu is held.
func (v *session) leaveIfIdle() {
	v.idle = time.AfterFunc(v.s.Grace, func() {
		v.s.mu.Lock()
		unused := v.users == 0
		if unused && v.s.home != nil && v.s.tableSessions[v.sessionKey] == v && v.s.home.busy() {
			v.leaveIfIdle()
			unused = false
		}
		v.s.mu.Unlock()
		if unused {
			v.leave(context.Canceled)
		}
	})
}

// leave ends the visit, once, and says why.
func (v *session) leave(reason error) {
	v.s.mu.Lock()
	first := v.s.tableSessions[v.sessionKey] == v
	if first {
		delete(v.s.tableSessions, v.sessionKey)
	}
	v.s.mu.Unlock()
	if !first {
		return
	}
	v.cancel(reason)
	if v.s.home != nil && v.table == homeTable {
		v.s.home.leave(play.Nothing)
		return
	}
	if v.round.Home != nil {
		return
	}
	if v.client != nil {
		v.client.Leave()
		v.s.Sessions.Counters.Inside.Add(-1)
	}
	v.s.running.Done()
}

// leaveAll ends all visits.
func (s *Server) leaveAll() {
	s.mu.Lock()
	var all []*session
	for _, v := range s.tableSessions {
		all = append(all, v)
	}
	s.mu.Unlock()
	for _, v := range all {
		<-v.ready
		v.leave(context.Canceled)
	}
}

// setNote answers the person.
func (d *pageState) setNote(note string, bad bool) {
	d.note = note
	d.bad = bad
	d.noteShown = false
	d.answered = false
	d.noteRevision = 0
}

// snapshot is the table as the person sees it at one moment.
type snapshot = table.Snapshot

// refresh brings the sight of the table up to date; v.mu is held. A half-made choice is forgotten
// where something has happened.
func (v *session) refresh() *snapshot {
	s := v.client.Look()
	if s.Round != v.roundNumber {
		previous := v.pageState
		v.pageState = (pageState{roundNumber: s.Round, partner: tricks.NoSeat, hint: tricks.NoCard})
		if previous.roundNumber == 0 {
			v.note, v.noteShown = previous.note, previous.noteShown
		}
		if v.round.Intro {
			v.reading = play.Chapter
		}
	}
	if s.Revision != v.pageState.revision {
		v.hint = tricks.NoCard
		v.step = scene.Opening
		v.partner = tricks.NoSeat
		v.pageState.revision = s.Revision
		v.advise(&s)
	}
	if v.noteRevision != 0 && v.noteRevision != s.Revision {
		v.setNote("", false)
	}
	if s.Now != round.TrickEnd && s.Now != round.Notice {
		v.trickEnded = time.Time{}
		v.held = false
	} else if v.trickEnded.IsZero() || v.shownTricks != s.Shown {
		v.trickEnded = time.Now()
		v.shownTricks = s.Shown
		v.held = false
	}
	return &s
}

// advise brings the advice up to date with what the person sees; v.mu is held. That a tip was told is kept.
func (v *session) advise(s *snapshot) {
	tip := v.advice.NextTip(&s.View)
	if tip == "" || v.round.Home != nil {
		return
	}
	v.s.running.Go(func() {
		_ = v.s.personStore(v.person).ChangeSettings(func(set *settings.Settings) { // else it is told again
			if !slices.Contains(set.Tips, tip) {
				set.Tips = append(set.Tips, tip)
			}
		})
	})
}

// advance looks at the table, and leaves the end of a trick that has been there for long enough;
// v.mu is held. It returns after which time it is to be asked again, 0 for never.
func (v *session) advance() (s *snapshot, delay time.Duration) {
	s = v.refresh()
	beat := v.s.Beat
	if s.Now == round.Notice { // it is longer to read
		beat *= 2
	}
	switch {
	case v.trickEnded.IsZero() || v.held:
	case time.Since(v.trickEnded) >= beat:
		v.client.GoOn()
		s = v.refresh()
	default:
		delay = time.Until(v.trickEnded.Add(beat)) + time.Millisecond
	}
	return s, delay
}
