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

// Home shows the rounds of a person at home in a browser on the same machine. Nobody else can come in, because the
// address has a key that is valid once.
type Home struct {
	server *Server
	// Link is the address with the key.
	Link string
	// Person is the person at home.
	Person HomePerson
	// texts are in the language of the pages.
	texts *texts.Texts

	// outcomes receives what the person wants after the round.
	outcomes chan play.AfterRound

	mu sync.Mutex
	// key is the key of Link; empty once it was used.
	key string
	// chosenRound plays the round that the person has chosen.
	chosenRound func() error
	// readingUntil is the time until which a person who reads a page counts as being there.
	readingUntil time.Time
	// pendingSetup is the setup of a campaign's next round that the person has to complete, nil for none.
	pendingSetup *choose.Setup
	// setupNeeded is closed when there is a pendingSetup.
	setupNeeded chan struct{}
	// setupChosen is closed when the person has completed it.
	setupChosen chan struct{}
}

// Person is the stored state of a person: the settings, and what the person has played.
type Person interface {
	CurrentSettings() settings.Settings
	ChangeSettings(change func(*settings.Settings)) error
	Played() *saves.Played
	// Setup returns the person's usual setup of a new table.
	Setup(t *texts.Texts) *choose.Setup
}

// HomePerson is a person at home, who has saved games and campaigns.
type HomePerson interface {
	Person
	// BeginSetup plays the round that was set up.
	BeginSetup(setup *choose.Setup) error
	// ResumeSaved resumes a saved game.
	ResumeSaved(saved string) error
	// PlayInCampaign plays the next round of a campaign, of that chapter if it is not empty.
	PlayInCampaign(campaign, chapter string) error
	// MatchingCampaigns returns the campaigns in which a round of a real table can be the next round.
	MatchingCampaigns(record chapters.Record) []string
	// CountInCampaign counts a round of a real table in a campaign.
	CountInCampaign(campaign string, record chapters.Record) error
}

// serverPerson is the stored state of a visitor of a server.
type serverPerson struct {
	server *Server
	id     string
}

// CurrentSettings returns the settings.
func (g serverPerson) CurrentSettings() settings.Settings {
	return g.server.options.Tables.Settings(g.id)
}

// ChangeSettings changes the settings.
func (g serverPerson) ChangeSettings(change func(*settings.Settings)) error {
	return g.server.options.Tables.ChangeSettings(g.id, change)
}

// Played returns nil: a server does not store what a visitor has played.
func (serverPerson) Played() *saves.Played { return nil }

// Setup returns the default setup of a table.
func (g serverPerson) Setup(t *texts.Texts) *choose.Setup {
	return choose.NewTable(t, g.server.options.Library, "")
}

// personStore returns the stored state of a person.
func (s *Server) personStore(id string) Person {
	if s.home != nil {
		return s.home.Person
	}
	return serverPerson{s, id}
}

// Solo is a round that somebody plays alone, at home or on the first evening.
type Solo struct {
	Home         *table.Home
	RoundOptions play.RoundOptions
	// mode is the series of rounds to which this one belongs, nil for a person's own rounds at home.
	mode play.SoloMode
}

const (
	// localPerson is the person at home.
	localPerson = guest.Person("me")
	// homeTable is the table at home.
	homeTable = "home"
	// homeGrace is the time without an open page after which the round is left.
	homeGrace = time.Minute
	// longestRead is the time for which somebody who reads another page counts as being there.
	longestRead = 30 * time.Minute
)

// NewHome starts the server of a person at home. The caller must call Close.
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
	h.server = newServer(Options{
		Sessions: &guest.Sessions{}, Library: lib, Secret: []byte(rand.Text() + rand.Text()),
		Beat: beat, Grace: homeGrace,
	}, h)
	go func() { _ = h.server.Serve(l) }()
	return h, nil
}

// newSolo begins a session for a round that a person plays alone. It replaces the session of the round before, whose
// pages continue with this round.
func (s *Server) newSolo(key sessionKey, r Solo) *session {
	r.Home.Pace(max(s.options.Beat/4, 0), false)
	v := &session{
		key: key, s: s, round: r, advice: r.RoundOptions.Advice, ready: make(chan struct{}),
		changed: make(chan struct{}),
	}
	v.lifetime, v.cancel = context.WithCancelCause(context.Background())
	v.attach(r.Home.Client)
	v.client.Puzzle = r.RoundOptions.Puzzle
	v.page.setNote(r.RoundOptions.Note, false)
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

// Show lets the person play a round at the table of Link. The pages of the round before continue with this round.
func (h *Home) Show(r Solo) { h.server.newSolo(sessionKey{string(localPerson), homeTable}, r) }

// AwaitLeave waits until the person leaves the round, and returns what the person wants next.
func (h *Home) AwaitLeave(ctx context.Context) (play.AfterRound, error) {
	select {
	case outcome := <-h.outcomes:
		return outcome, nil
	case <-ctx.Done():
		return play.Nothing, ctx.Err()
	}
}

// Choose lets the person complete the setup of a campaign's next round, on a page to which the last round leads. The
// result ok is false if the person leaves instead.
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

// setupSignal returns a channel that is closed when the person has to choose something before the next round.
func (h *Home) setupSignal() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.setupNeeded
}

// nextRound asks for what the setup of a campaign's next round lacks. If a form answers, it begins that round.
func (v *visitor) nextRound() {
	h := v.server.home
	var begin func()
	p := &formPage{
		sheet:       v.newSheet("/table/"+homeTable, v.frame.Texts.T("serve.next")),
		ButtonLabel: texts.Title(v.frame.Texts.T("lobby.help.begin")),
	}
	p.Path = "/next"
	h.mu.Lock()
	if setup := h.pendingSetup; setup != nil {
		fields := func() []choose.Field {
			return slices.DeleteFunc(setup.ModeFields(), func(f choose.Field) bool { return len(f.Options) < 2 })
		}
		if v.r.Method == http.MethodPost {
			v.fill(fields())
			v.fill(fields()) // which fields there are may depend on the values of others
			chosen := h.setupChosen
			h.pendingSetup = nil
			begin = func() { close(chosen) }
		}
		p.Fields = fields()
		if setup.AfterLoss != "" {
			p.Subtitle = v.frame.Texts.T("campaign.ask.after")
		}
	}
	h.mu.Unlock()
	if len(p.Fields) > 0 && begin == nil {
		v.sendPage("new", p)
		return
	}
	v.redirectToNext(begin)
}

// redirectToNext redirects to the table at home. If begin is not nil, it first begins the next round with it, and waits
// for the end of the present one.
func (v *visitor) redirectToNext(begin func()) {
	v.server.mu.Lock()
	session := v.server.tableSessions[sessionKey{v.me.ID, homeTable}]
	v.server.mu.Unlock()
	if session != nil && begin != nil {
		begin()
		select {
		case <-session.lifetime.Done():
		case <-v.server.home.setupSignal():
			http.Redirect(v.w, v.r, "/next", http.StatusSeeOther)
			return
		case <-v.r.Context().Done():
		}
	}
	http.Redirect(v.w, v.r, "/table/"+homeTable, http.StatusSeeOther)
}

// PlayChosen plays the round that the person has chosen, after AwaitLeave has returned [play.Chosen].
func (h *Home) PlayChosen() error {
	h.mu.Lock()
	run := h.chosenRound
	h.mu.Unlock()
	return run()
}

// leaveForRound leaves the present round for another one, which run plays.
func (v *visitor) leaveForRound(run func() error) {
	v.redirectToNext(func() {
		v.server.home.mu.Lock()
		v.server.home.chosenRound = run
		v.server.home.mu.Unlock()
		v.server.home.leave(play.Chosen)
	})
}

// busy reports whether the person has a page open beside the round: one to read, or another table. The server's mu is
// held.
func (h *Home) busy() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Now().Before(h.readingUntil) {
		return true
	}
	for _, v := range h.server.tableSessions {
		if v.users > 0 {
			return true
		}
	}
	return false
}

// noteReading notes whether the person has opened a page to read. Such a page sends nothing until the next one is
// opened.
func (h *Home) noteReading(isReading bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.readingUntil = time.Time{}
	if isReading {
		h.readingUntil = time.Now().Add(longestRead)
	}
}

// SeenTips returns the tips that the person has seen.
func (h *Home) SeenTips() []string {
	h.server.mu.Lock()
	v := h.server.tableSessions[sessionKey{string(localPerson), homeTable}]
	h.server.mu.Unlock()
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

// Close stops the server. Pages that are open get no more events. A browser that does not read its answers is dropped
// after a few seconds.
func (h *Home) Close() error {
	const longest = 3 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	h.server.close()
	h.server.mu.Lock()
	for _, v := range h.server.tableSessions {
		v.cancel(context.Canceled)
	}
	h.server.mu.Unlock()
	if err := h.server.stop(ctx); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return h.server.srv.Close()
}

// enterHome lets the browser in that has the key, once, and redirects to the table. A browser that has come in before
// gets the menu.
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
			v.sendPage("home", &lobbyPage{frame: v.frame, Fan: fan(v.frame.Texts), Tiles: v.menu()})
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

// Browse opens an address in the default browser of the machine.
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
