package web

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

const (
	// usualGrace is how long a person without an open page is still at the table: a page that is loaded again, or a
	// phone that has lost its network for a moment, does not count as absent.
	usualGrace = 20 * time.Second
	// usualBeat is how long the end of a trick is shown if nobody continues.
	usualBeat = 2500 * time.Millisecond
)

// openSessions are the sessions of a server.
type openSessions struct {
	mu    sync.Mutex
	byKey map[sessionKey]*session
	// reserved are the places of rounds that people begin to play alone, see reserveSolo; mu guards it.
	reserved map[sessionKey]*soloPlace
	// running waits for the sessions, and for what they store.
	running sync.WaitGroup
}

// find returns the session of a person at a table, nil without one.
func (s *openSessions) find(key sessionKey) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byKey[key]
}

// replace puts a session in the place of the one with its key, and returns that one, nil without one.
func (s *openSessions) replace(v *session) (previous *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	previous = s.byKey[v.key]
	s.byKey[v.key] = v
	return previous
}

// anyInUse reports whether a page of a session is open; mu is held.
func (s *openSessions) anyInUse() bool {
	for _, v := range s.byKey {
		if v.users > 0 {
			return true
		}
	}
	return false
}

// sessionKey identifies a session by its person and its table.
type sessionKey struct{ person, table string }

// session is a person at a table, for as long as pages of it are open. Several windows and requests share it, with the
// client of the table and the answer that is half chosen.
type session struct {
	// key says who it is, and at which table.
	key sessionKey
	// name is the name of the person.
	name string
	// server is the server of the pages.
	server *Server
	// client is the person's side of the table.
	client *play.Client
	// round is a round that the person plays alone, without a table of the service. At a table of the service it is
	// empty.
	round Solo
	// advice is the advice that the person gets, in all rounds.
	advice *play.Advice
	// ready is closed when the client has entered the table, or could not.
	ready chan struct{}
	// enterErr is the reason why the client could not enter the table.
	enterErr error
	// lifetime ends with the session.
	lifetime context.Context
	// cancel ends lifetime with the reason.
	cancel context.CancelCauseFunc

	// users is the number of requests and streams. The mu of the server's sessions guards it.
	users int
	// idle ends the session when there were no users for a while. The mu of the server's sessions guards it.
	idle *time.Timer

	mu sync.Mutex
	// changed is closed, and made anew, when the pages have to be drawn again.
	changed chan struct{}
	// page is the state of the person's page. The mu guards it.
	page pageState
	// search is the search for where the last round was lost. The mu guards it.
	search lossSearch
	// wishes are the settings of the person, as they are kept now, see followWishes.
	wishes atomic.Pointer[settings.Settings]
}

// reader returns the person as a reader of some texts.
func (v *session) reader(t *texts.Texts) reader.Reader { return reader.New(t, *v.wishes.Load()) }

// followWishes reads the settings of the person. Until the session ends, each change of them counts at once, in
// whichever session of the person it was made, and the pages are drawn again.
func (v *session) followWishes() {
	person := v.server.personStore(v.key.person)
	stop := person.FollowSettings(func(now settings.Settings) {
		v.wishes.Store(&now)
		go v.notify() // whoever changes settings does not wait for pages
	})
	context.AfterFunc(v.lifetime, stop)
	now := person.CurrentSettings()
	v.wishes.CompareAndSwap(nil, &now) // unless newer ones have come already
}

// pageState is the state of one person's page beside the round itself.
type pageState struct {
	// step is the step of the answer that is being chosen.
	step scene.Step
	// partner is the partner that was chosen in an earlier step.
	partner tricks.Seat
	// chosen is the decision that was chosen, but not confirmed yet; empty for none. See isConfirmed.
	chosen string
	// revision is the revision of the table for which step, partner and chosen hold.
	revision table.Revision
	// reading is the topic that is open over the round; empty for none.
	reading play.Topic
	// note is the last reply to the person, until the next form.
	note string
	// problem is why something could not be done, which is told instead of note; nil for none.
	problem error
	// bad reports whether note is bad news.
	bad bool
	// noteShown reports whether a page has shown note.
	noteShown bool
	// noteRevision is the revision for which note holds, 0 for any.
	noteRevision table.Revision
	// noteUntilHealthy reports whether note holds only as long as nothing can be written at home.
	noteUntilHealthy bool
	// hint is the card that was advised.
	hint tricks.Card
	// asking reports whether an answer to a question is awaited.
	asking bool
	// answered reports whether note is the answer to a question.
	answered bool
	// trickEnded is the time since which the end of a trick, or a notice, is shown; zero if neither is.
	trickEnded time.Time
	// shownTricks is the number of the trick whose end is shown.
	shownTricks int
	// lastProgress is how far each goal had come when the person last decided.
	lastProgress []string
	// roundNumber is the round to which this state belongs.
	roundNumber int
	// walk is the last round as a replay, nil until somebody has asked for it.
	walk *hindsight.Walk
	// walkedRound is the number of the round of walk.
	walkedRound int
	// fatal is the position from which that round could not be won any more with open cards, 0 if nobody has asked.
	fatal int
}

// openSession returns a person's session at a table, and begins it if there is none. At home
// [Server.newSolo] begins them, and a site resumes what went on before it was stopped: the error is table.ErrGone
// without a session. The caller must call release.
func (s *Server) openSession(ctx context.Context, me table.Person, ticket table.Ticket) (*session, error) {
	key := sessionKey{me.ID, ticket.Table}
	s.sessions.mu.Lock()
	if err := s.closing.Err(); err != nil {
		s.sessions.mu.Unlock()
		return nil, err
	}
	v := s.sessions.byKey[key]
	if v == nil && s.home != nil {
		s.sessions.mu.Unlock()
		return s.reopenSession(ctx, me, ticket)
	}
	if v == nil {
		v = &session{key: key, name: me.Name, server: s, ready: make(chan struct{}), changed: make(chan struct{})}
		v.lifetime, v.cancel = context.WithCancelCause(context.Background())
		s.sessions.byKey[key] = v
		s.sessions.running.Add(1)
		go v.enterTable(me, ticket)
	}
	v.users++
	if v.idle != nil {
		v.idle.Stop()
	}
	s.sessions.mu.Unlock()
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

// reopenSession resumes what the person played at a table at home before the program was stopped. The error is
// table.ErrGone if there is nothing to resume.
func (s *Server) reopenSession(ctx context.Context, me table.Person, ticket table.Ticket) (*session, error) {
	var err error
	switch {
	case ticket.Table != homeTable:
		err = s.resumeSolo(sessionKey{me.ID, ticket.Table})
	case s.isSite():
		err = s.home.reopen()
	default:
		err = table.ErrGone
	}
	if err != nil {
		return nil, err
	}
	return s.openSession(ctx, me, ticket)
}

// nameAt returns the name of a person who has a session, so that it is not looked up for each request. It is empty
// without a session.
func (s *openSessions) nameAt(key sessionKey) string {
	if v := s.find(key); v != nil {
		return v.name
	}
	return ""
}

// enterTable lets the client enter the table.
func (v *session) enterTable(me table.Person, ticket table.Ticket) {
	client, err := v.server.options.Tables.Enter(me, ticket)
	v.enterErr = err
	if err != nil {
		v.leave(err)
		close(v.ready)
		return
	}
	v.attach(client)
	v.followWishes()
	v.advice = &play.Advice{Coach: true, Tips: true}
	v.server.options.Sessions.Counters.Visits.Add(1)
	v.server.options.Sessions.Counters.Inside.Add(1)
	close(v.ready)
}

// attach sets the client. A form waits until what it sends to the table is written.
func (v *session) attach(client *table.Client) {
	v.client = &play.Client{Client: client, Send: func(_ bool, do func(context.Context) error) error {
		return do(v.lifetime)
	}}
}

// retryDelay is the time after which a computer player at home that has failed tries again, and after which a page
// looks again whether something can be written.
const retryDelay = time.Second

// pollChanges reports whether the table has had more than a number of events, and after which time to draw them, 0 for
// at once. It ends a session that cannot go on.
func (v *session) pollChanges(events uint64) (more bool, delay time.Duration) {
	err := v.client.Wait(canceledContext, events)
	switch {
	case errors.Is(err, context.Canceled):
		return false, 0
	case errors.Is(err, table.ErrElsewhere), err != nil && v.server.home == nil:
		v.leave(err)
	case err != nil: // at home a computer player tries again when the person looks
		v.mu.Lock()
		v.complain(err)
		v.mu.Unlock()
		return true, retryDelay
	}
	return true, 0
}

// canceledContext is canceled from the beginning: a call with it returns at once instead of waiting.
var canceledContext = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// notify causes the pages to be drawn again.
func (v *session) notify() {
	v.mu.Lock()
	defer v.mu.Unlock()
	close(v.changed)
	v.changed = make(chan struct{})
}

// release ends one use of the session. A while after the last one the person leaves the table.
func (v *session) release() {
	v.server.sessions.mu.Lock()
	defer v.server.sessions.mu.Unlock()
	v.users--
	if v.users > 0 || v.server.sessions.byKey[v.key] != v {
		return
	}
	v.leaveIfIdle()
}

// leaveIfIdle leaves the table after a while without an open page; the mu of the server's sessions is held. A person at
// home who is busy with another page does not leave.
func (v *session) leaveIfIdle() {
	v.idle = time.AfterFunc(v.server.options.Grace, func() {
		v.server.sessions.mu.Lock()
		unused := v.users == 0
		if unused && v.server.home != nil && v.server.sessions.byKey[v.key] == v && v.server.home.busy() {
			v.leaveIfIdle()
			unused = false
		}
		v.server.sessions.mu.Unlock()
		if unused {
			v.leave(context.Canceled)
		}
	})
}

// leave ends the session with a reason. Only the first call counts.
func (v *session) leave(reason error) {
	v.server.sessions.mu.Lock()
	first := v.server.sessions.byKey[v.key] == v
	if first {
		delete(v.server.sessions.byKey, v.key)
	}
	v.server.sessions.mu.Unlock()
	if !first {
		return
	}
	v.cancel(reason)
	if v.server.home != nil && v.key.table == homeTable {
		v.server.home.leave(play.Nothing)
		return
	}
	if v.round.Home != nil {
		return
	}
	if v.client != nil {
		v.client.Leave()
		v.server.options.Sessions.Counters.Inside.Add(-1)
	}
	v.server.sessions.running.Done()
}

// leaveAll ends all sessions.
func (s *openSessions) leaveAll() {
	s.mu.Lock()
	var all []*session
	for _, v := range s.byKey {
		all = append(all, v)
	}
	s.mu.Unlock()
	for _, v := range all {
		<-v.ready
		v.leave(context.Canceled)
	}
}

// setNote sets the reply to the person.
func (d *pageState) setNote(note string, bad bool) {
	d.note = note
	d.problem = nil
	d.bad = bad
	d.noteShown = false
	d.answered = false
	d.noteRevision = 0
	d.noteUntilHealthy = false
}

// complain sets the reply to the person: why something could not be done; v.mu is held. If nothing can be written at
// home now, the reply holds until something can.
func (v *session) complain(err error) {
	v.page.setNote("", true)
	v.page.problem = err
	v.page.noteUntilHealthy = v.round.Home != nil && v.round.Home.Healthy() != nil
}

// noteText returns the reply to the person; v.mu is held.
func (v *session) noteText(t *texts.Texts) string {
	var verbatim refusal
	switch err := v.page.problem; {
	case err == nil:
		return v.page.note
	case errors.As(err, &verbatim):
		return string(verbatim)
	case v.server.isSite() && errors.Is(err, disk.ErrFull):
		return t.T("site.full")
	default:
		return texts.Sentence(t.Problem(err))
	}
}

// snapshot is the table as the person sees it at one moment.
type snapshot = table.Snapshot

// refresh returns the present view of the table; v.mu is held. If something has happened, an answer that is half chosen
// is forgotten.
func (v *session) refresh() *snapshot {
	s := v.client.Look()
	if s.Now != round.End {
		v.search.stop()
	}
	if s.Round != v.page.roundNumber {
		previous := v.page
		v.page = pageState{roundNumber: s.Round, partner: tricks.NoSeat, hint: tricks.NoCard}
		if previous.roundNumber == 0 {
			v.page.note = previous.note
			v.page.problem = previous.problem
			v.page.noteUntilHealthy = previous.noteUntilHealthy
			v.page.noteShown = previous.noteShown
		}
		if v.round.RoundOptions.Intro || v.opensChapter(&s) {
			v.page.reading = play.Chapter
		}
	}
	if s.Revision != v.page.revision {
		v.page.hint = tricks.NoCard
		v.page.step = scene.Opening
		v.page.partner = tricks.NoSeat
		v.page.chosen = ""
		v.page.revision = s.Revision
		v.advise(&s)
	}
	isStale := v.page.noteRevision != 0 && v.page.noteRevision != s.Revision
	if isStale || v.page.noteUntilHealthy && v.round.Home.Healthy() == nil {
		v.page.setNote("", false)
	}
	if s.Now != round.TrickEnd && s.Now != round.Notice {
		v.page.trickEnded = time.Time{}
	} else if v.page.trickEnded.IsZero() || v.page.shownTricks != s.Shown {
		v.page.trickEnded = time.Now()
		v.page.shownTricks = s.Shown
	}
	return &s
}

// opensChapter reports whether the page of the chapter is to be shown to somebody who plays at a table of the service:
// before the first card of the first round of the chapter that the person sees there. It counts the page as shown.
func (v *session) opensChapter(s *snapshot) bool {
	chapter := s.View.Chapter
	isPlayed := func(e chapters.Event) bool { return e.Kind == chapters.Played }
	playsNow := v.round.Home == nil && s.Playing && s.Me != tricks.NoSeat
	if !playsNow || chapter == nil || slices.ContainsFunc(s.View.Log, isPlayed) {
		return false
	}
	return v.advice.NeedsIntro(chapter.ID)
}

// advise updates the advice to what the person sees; v.mu is held. It stores that the person has seen a tip.
func (v *session) advise(s *snapshot) {
	tip := v.advice.NextTip(v.reader(nil), &s.View)
	if tip == "" {
		return
	}
	person := v.server.personStore(v.key.person)
	v.server.sessions.running.Go(func() {
		// After a failure the tip is shown again.
		_ = person.ChangeSettings(func(set *settings.Settings) {
			if !slices.Contains(set.Tips, tip) {
				set.Tips = append(set.Tips, tip)
			}
		})
	})
}

// reload returns the view of the table for a page that is loaded. A watcher, who has nothing to decide, leaves the end
// of a trick that an earlier page has shown for long enough; v.mu is held. So a watcher without a script needs no
// button to stay with the others. Somebody who plays presses the button, after reading for as long as they want.
func (v *session) reload() *snapshot {
	shown := v.page.shownTricks
	wasShown := !v.page.trickEnded.IsZero()
	s := v.refresh()
	if wasShown && s.Me == tricks.NoSeat && s.Now == round.TrickEnd && s.Shown == shown {
		s, _ = v.advance()
	}
	return s
}

// advance returns the present view of the table. It leaves the end of a trick that was shown for long enough; v.mu is
// held. The delay is the time after which to call it again, 0 for never.
func (v *session) advance() (s *snapshot, delay time.Duration) {
	s = v.refresh()
	beat := v.server.beat()
	if s.Now == round.Notice { // it takes longer to read
		beat *= 2
	}
	switch {
	case v.page.trickEnded.IsZero() || s.Held:
	case time.Since(v.page.trickEnded) >= beat:
		v.client.GoOn()
		s = v.refresh()
	default:
		delay = time.Until(v.page.trickEnded.Add(beat)) + time.Millisecond
	}
	if delay == 0 && v.page.noteUntilHealthy {
		delay = retryDelay
	}
	return s, delay
}
