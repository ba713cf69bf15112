package web

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// Home shows the rounds of somebody at home in a browser on the same machine. Nobody else
// comes in: the address has a key that counts once.
type Home struct {
	*Server
	// Link is the address with the key.
	Link string
	// Person is whoever is at home.
	Person HomePerson
	// texts are in the language of the pages.
	texts *texts.Texts

	mu       sync.Mutex
	key      string
	outcomes chan play.AfterRound
	// chosenRound plays what the person has chosen, and reads until when somebody who reads is still there.
	chosenRound  func() error
	readingUntil time.Time
	// pendingSetup is what the person is to choose for the next round of a campaign, nil for nothing. Asked is closed
	// when that begins, and chose when the person has chosen.
	pendingSetup             *choose.Setup
	setupNeeded, setupChosen chan struct{}
}

// Person is what is kept of a person: the settings, and what the person has played.
type Person interface {
	CurrentSettings() settings.Settings
	ChangeSettings(change func(*settings.Settings)) error
	Played() *saves.Played
	// Setup is a new table as the person is used to it.
	Setup(t *texts.Texts) *choose.Setup
}

// HomePerson is a person at home, who has saved games and campaigns.
type HomePerson interface {
	Person
	// BeginSetup plays what was set up, GoesOn a saved game, and PlaysIn the next round of a campaign, of that chapter
	// if one is named.
	BeginSetup(setup *choose.Setup) error
	ResumeSaved(saved string) error
	PlayInCampaign(campaign, chapter string) error
	// MatchingCampaigns are the campaigns whose next round a round of a real table can be, and Count counts it in one.
	MatchingCampaigns(record chapters.Record) []string
	CountInCampaign(campaign string, record chapters.Record) error
}

// serverPerson is a visitor of a server, as far as the hall remembers.
type serverPerson struct {
	*Server
	id string
}

// CurrentSettings returns the settings.
func (g serverPerson) CurrentSettings() settings.Settings { return g.Tables.Settings(g.id) }

// ChangeSettings changes the settings.
func (g serverPerson) ChangeSettings(change func(*settings.Settings)) error {
	return g.Tables.ChangeSettings(g.id, change)
}

// Played returns that no rounds are kept.
func (serverPerson) Played() *saves.Played { return nil }

// Setup returns a table as it is usual.
func (g serverPerson) Setup(t *texts.Texts) *choose.Setup { return choose.NewTable(t, g.Library, "") }

// personStore is what is kept of a person.
func (s *Server) personStore(id string) Person {
	if s.home != nil {
		return s.home.Person
	}
	return serverPerson{s, id}
}

// Solo is a round that somebody plays alone, at home or on the first evening.
type Solo struct {
	*table.Home
	play.RoundOptions
	// mode is what it is a round of, nil for a person's own rounds at home.
	mode play.SoloMode
}

const (
	// me is the person at home, and atHome the table.
	localPerson = guest.Person("me")
	homeTable   = "home"
	// homeGrace is after which time without an open page the game is left, and longestRead for how long
	// somebody reads a page beside it.
	homeGrace, longestRead = time.Minute, 30 * time.Minute
)

// NewHome opens the door at home for a person. Close must be called.
func NewHome(lib *chapters.Library, t *texts.Texts, person HomePerson, beat time.Duration) (*Home, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	h := &Home{
		key: rand.Text(), Person: person, texts: t, outcomes: make(chan play.AfterRound, 1),
		setupNeeded: make(chan struct{}),
	}
	h.Link = "http://" + l.Addr().String() + "/?key=" + h.key
	h.Server = newServer(Options{
		Sessions: &guest.Sessions{}, Library: lib, Secret: []byte(rand.Text() + rand.Text()),
		Beat: beat, Grace: homeGrace,
	}, h)
	go func() { _ = h.Serve(l) }()
	return h, nil
}

// newSolo lets a person play a round alone. The round played there before is over; its pages go on
// with this one.
func (s *Server) newSolo(key sessionKey, r Solo) *session {
	r.Pace(max(s.Beat/4, 0), false)
	v := &session{
		sessionKey: key, s: s, round: r, advice: r.Advice, ready: make(chan struct{}),
		changed: make(chan struct{}),
	}
	v.lifetime, v.cancel = context.WithCancelCause(context.Background())
	v.attach(r.Client)
	v.client.Puzzle = r.Puzzle
	v.setNote(r.Note, false)
	close(v.ready)
	s.mu.Lock()
	previous := s.tableSessions[key]
	s.tableSessions[key] = v
	s.mu.Unlock()
	if previous != nil {
		previous.cancel(context.Canceled)
	}
	return v
}

// Show lets the person play a round, at the table to which the link leads. The pages of the round
// before go on with this one.
func (h *Home) Show(r Solo) { h.newSolo(sessionKey{string(localPerson), homeTable}, r) }

// AwaitLeave waits until the person leaves the round, and returns the person's wish then.
func (h *Home) AwaitLeave(ctx context.Context) (play.AfterRound, error) {
	select {
	case outcome := <-h.outcomes:
		return outcome, nil
	case <-ctx.Done():
		return play.Nothing, ctx.Err()
	}
}

// Choose lets the person choose what the next round of a campaign lacks, on a page to which the last round
// leads. Ok is false where the person leaves instead.
func (h *Home) Choose(ctx context.Context, setup *choose.Setup) (ok bool, err error) {
	chosen := make(chan struct{})
	h.mu.Lock()
	h.pendingSetup = setup
	h.setupChosen = chosen
	close(h.setupNeeded)
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.pendingSetup = nil
		h.setupNeeded = make(chan struct{})
	}()
	for {
		select {
		case <-chosen:
			return true, nil
		case wish := <-h.outcomes:
			if wish == play.Nothing {
				return false, nil
			}
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// setupSignal is closed when the person is to choose something before the next round.
func (h *Home) setupSignal() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.setupNeeded
}

// nextRound asks what the next round of a campaign lacks, and goes on to that round with what a form says.
func (v *visitor) nextRound() {
	h := v.home
	var begin func()
	p := &formPage{
		sheet:       v.newSheet("/table/"+homeTable, v.Texts.T("serve.next")),
		ButtonLabel: texts.Title(v.Texts.T("lobby.help.begin")),
	}
	p.Path = "/next"
	h.mu.Lock()
	if setup := h.pendingSetup; setup != nil {
		fields := func() []choose.Field {
			return slices.DeleteFunc(setup.ModeFields(), func(f choose.Field) bool { return len(f.Options) < 2 })
		}
		if v.r.Method == http.MethodPost {
			v.fill(fields())
			v.fill(fields()) // what can be chosen may depend on what was
			chosen := h.setupChosen
			h.pendingSetup = nil
			begin = func() { close(chosen) }
		}
		p.Fields = fields()
		if setup.AfterLoss != "" {
			p.Subtitle = v.Texts.T("campaign.ask.after")
		}
	}
	h.mu.Unlock()
	if len(p.Fields) > 0 && begin == nil {
		v.sendPage("new", p)
		return
	}
	v.redirectToNext(begin)
}

// redirectToNext leads to the table at home, where the next round is that something begins, if it is not nil.
func (v *visitor) redirectToNext(begin func()) {
	v.mu.Lock()
	session := v.tableSessions[sessionKey{v.me.ID, homeTable}]
	v.mu.Unlock()
	if session != nil && begin != nil {
		begin()
		select {
		case <-session.lifetime.Done():
		case <-v.home.setupSignal():
			http.Redirect(v.w, v.r, "/next", http.StatusSeeOther)
			return
		case <-v.r.Context().Done():
		}
	}
	http.Redirect(v.w, v.r, "/table/"+homeTable, http.StatusSeeOther)
}

// PlayChosen plays what the person has chosen where Left tells so.
func (h *Home) PlayChosen() error {
	h.mu.Lock()
	run := h.chosenRound
	h.mu.Unlock()
	return run()
}

// leaveForRound leaves the round for what is played by a function.
func (v *visitor) leaveForRound(run func() error) {
	v.redirectToNext(func() {
		v.home.mu.Lock()
		v.home.chosenRound = run
		v.home.mu.Unlock()
		v.home.leave(play.Chosen)
	})
}

// busy reports whether the person has another page open than those of the round: one that is read, or a round
// of another kind. The server's mu is held.
func (h *Home) busy() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Now().Before(h.readingUntil) {
		return true
	}
	for _, v := range h.tableSessions {
		if v.users > 0 {
			return true
		}
	}
	return false
}

// noteReading notes which pages the person has: one that is read is not heard of until the next.
func (h *Home) noteReading(isReading bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.readingUntil = (time.Time{})
	if isReading {
		h.readingUntil = time.Now().Add(longestRead)
	}
}

// SeenTips are the tips that the person has had.
func (h *Home) SeenTips() []string {
	h.Server.mu.Lock()
	v := h.tableSessions[sessionKey{string(localPerson), homeTable}]
	h.Server.mu.Unlock()
	if v == nil || v.advice == nil {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.advice.SeenTips
}

// leave ends the round with the outcome that the person wants.
func (h *Home) leave(outcome play.AfterRound) {
	select {
	case h.outcomes <- outcome:
	default: // it has ended already
	}
}

// Close closes the door. Pages that are open hear no more of the round; a browser that does not take
// its answers is not waited for longer than a few seconds.
func (h *Home) Close() error {
	const longest = 3 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	h.close()
	h.Server.mu.Lock()
	for _, v := range h.tableSessions {
		v.cancel(context.Canceled)
	}
	h.Server.mu.Unlock()
	if err := h.stop(ctx); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return h.srv.Close()
}

// enterHome lets the browser in that has the key, once, and leads to the table. To who has come in before it shows
// what else there is.
func (s *Server) enterHome(w http.ResponseWriter, r *http.Request) {
	h := s.home
	h.mu.Lock()
	keyMatches := h.key != "" && subtle.ConstantTimeCompare([]byte(r.FormValue("key")), []byte(h.key)) == 1
	if keyMatches {
		h.key = ""
	}
	h.mu.Unlock()
	if _, known := s.person(r); !known && !keyMatches {
		f := s.frame(r)
		f.complain(errNobody)
		f.show(w, r, http.StatusForbidden, "gone", &f)
		return
	}
	if !keyMatches {
		s.requirePerson(func(v *visitor) {
			v.sendPage("home", &lobbyPage{frame: v.frame, Fan: fan(v.Texts), Tiles: v.menu()})
		})(w, r)
		return
	}
	setCookie(w, r, s.cookie(), s.newToken(localPerson))
	target := "/table/" + homeTable
	if s.isLesson() {
		target = "/read/lesson"
	}
	http.Redirect(w, r, target, http.StatusSeeOther)
}

// Browse opens an address in the default browser of the machine, where there is one.
func Browse(ctx context.Context, link string) error {
	command := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open"}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	c := exec.CommandContext(ctx, command[0], append(command[1:], link)...) //nolint:gosec // the address is our own
	if err := c.Start(); err != nil {
		return err
	}
	go func() { _ = c.Wait() }()
	return nil
}
