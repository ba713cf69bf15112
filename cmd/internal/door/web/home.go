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
	Person Resident
	// texts are in the language of the pages.
	texts *texts.Texts

	mu   sync.Mutex
	key  string
	left chan play.Wish
	// chosen plays what the person has chosen, and reads until when somebody who reads is still there.
	chosen func() error
	reads  time.Time
	// asks is what the person is to choose for the next round of a campaign, nil for nothing. Asked is closed
	// when that begins, and chose when the person has chosen.
	asks         *choose.Setup
	asked, chose chan struct{}
}

// Person is what is kept of a person: the settings, and what the person has played.
type Person interface {
	Wants() settings.Settings
	Change(change func(*settings.Settings)) error
	Played() *saves.Played
	// Setup is a new table as the person is used to it.
	Setup(t *texts.Texts) *choose.Setup
}

// Resident is a person at home, who has saved games and campaigns.
type Resident interface {
	Person
	// Begins plays what was set up, GoesOn a saved game, and PlaysIn the next round of a campaign, of that chapter
	// if one is named.
	Begins(setup *choose.Setup) error
	GoesOn(saved string) error
	PlaysIn(campaign, chapter string) error
	// Fits are the campaigns whose next round a round of a real table can be, and Count counts it in one.
	Fits(record chapters.Record) []string
	Count(campaign string, record chapters.Record) error
}

// guestOf is a visitor of a server, as far as the hall remembers.
type guestOf struct {
	*Server
	id string
}

// Wants returns the settings.
func (g guestOf) Wants() settings.Settings { return g.Hall.Wants(g.id) }

// Change changes the settings.
func (g guestOf) Change(change func(*settings.Settings)) error {
	return g.Hall.ChangeWants(g.id, change)
}

// Played returns that no rounds are kept.
func (guestOf) Played() *saves.Played { return nil }

// Setup returns a table as it is usual.
func (g guestOf) Setup(t *texts.Texts) *choose.Setup { return choose.NewTable(t, g.Library, "") }

// keeps is what is kept of a person.
func (s *Server) keeps(id string) Person {
	if s.home != nil {
		return s.home.Person
	}
	return guestOf{s, id}
}

// Solo is a round that somebody plays alone, at home or on the first evening.
type Solo struct {
	*table.Home
	play.Facts
	// of is what it is a round of, nil for a person's own rounds at home.
	of play.Alone
}

const (
	// me is the person at home, and atHome the table.
	me     = guest.Person("me")
	atHome = "home"
	// leftAlone is after which time without an open page the game is left, and longestRead for how long
	// somebody reads a page beside it.
	leftAlone, longestRead = time.Minute, 30 * time.Minute
)

// NewHome opens the door at home for a person. Close must be called.
func NewHome(lib *chapters.Library, t *texts.Texts, person Resident, beat time.Duration) (*Home, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	h := &Home{key: rand.Text(), Person: person, texts: t, left: make(chan play.Wish, 1), asked: make(chan struct{})}
	h.Link = "http://" + l.Addr().String() + "/?key=" + h.key
	h.Server = newServer(Options{House: &guest.House{}, Library: lib, Secret: []byte(rand.Text() + rand.Text()), Beat: beat, Grace: leftAlone}, h)
	go func() { _ = h.Serve(l) }()
	return h, nil
}

// alone lets a person play a round alone. The round played there before is over; its pages go on
// with this one.
func (s *Server) alone(key visitKey, r Solo) *visit {
	r.Pace(max(s.Beat/4, 0), false)
	v := &visit{visitKey: key, s: s, round: r, advice: r.Advice, ready: make(chan struct{}), news: make(chan struct{})}
	v.over, v.end = context.WithCancelCause(context.Background())
	v.sits(r.Chair)
	v.chair.Puzzle = r.Puzzle
	v.noted(r.Note, false)
	close(v.ready)
	s.mu.Lock()
	previous := s.visits[key]
	s.visits[key] = v
	s.mu.Unlock()
	if previous != nil {
		previous.end(context.Canceled)
	}
	return v
}

// Show lets the person play a round, at the table to which the link leads. The pages of the round
// before go on with this one.
func (h *Home) Show(r Solo) { h.alone(visitKey{string(me), atHome}, r) }

// Left waits until the person leaves the round, and returns the person's wish then.
func (h *Home) Left(ctx context.Context) (play.Wish, error) {
	select {
	case outcome := <-h.left:
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
	h.asks = setup
	h.chose = chosen
	close(h.asked)
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.asks = nil
		h.asked = make(chan struct{})
	}()
	for {
		select {
		case <-chosen:
			return true, nil
		case wish := <-h.left:
			if wish == play.Nothing {
				return false, nil
			}
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// asking is closed when the person is to choose something before the next round.
func (h *Home) asking() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.asked
}

// next asks what the next round of a campaign lacks, and goes on to that round with what a form says.
func (v *visitor) next() {
	h := v.home
	var begin func()
	p := &formPage{sheet: v.sheet("/table/"+atHome, v.Texts.T("serve.next")), Does: texts.Title(v.Texts.T("lobby.help.begin"))}
	p.Path = "/next"
	h.mu.Lock()
	if setup := h.asks; setup != nil {
		fields := func() []choose.Field {
			return slices.DeleteFunc(setup.What(), func(f choose.Field) bool { return len(f.Options) < 2 })
		}
		if v.r.Method == http.MethodPost {
			v.fill(fields())
			v.fill(fields()) // what can be chosen may depend on what was
			chosen := h.chose
			h.asks = nil
			begin = func() { close(chosen) }
		}
		p.Fields = fields()
		if setup.After != "" {
			p.Under = v.Texts.T("campaign.ask.after")
		}
	}
	h.mu.Unlock()
	if len(p.Fields) > 0 && begin == nil {
		v.sends("new", p)
		return
	}
	v.toNext(begin)
}

// toNext leads to the table at home, where the next round is that something begins, if it is not nil.
func (v *visitor) toNext(begin func()) {
	v.mu.Lock()
	session := v.visits[visitKey{v.me.ID, atHome}]
	v.mu.Unlock()
	if session != nil && begin != nil {
		begin()
		select {
		case <-session.over.Done():
		case <-v.home.asking():
			http.Redirect(v.w, v.r, "/next", http.StatusSeeOther)
			return
		case <-v.r.Context().Done():
		}
	}
	http.Redirect(v.w, v.r, "/table/"+atHome, http.StatusSeeOther)
}

// Chosen plays what the person has chosen where Left tells so.
func (h *Home) Chosen() error {
	h.mu.Lock()
	run := h.chosen
	h.mu.Unlock()
	return run()
}

// chooses leaves the round for what is played by a function.
func (v *visitor) chooses(run func() error) {
	v.toNext(func() {
		v.home.mu.Lock()
		v.home.chosen = run
		v.home.mu.Unlock()
		v.home.leave(play.Chosen)
	})
}

// busy reports whether the person has another page open than those of the round: one that is read, or a round
// of another kind. The server's mu is held.
func (h *Home) busy() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Now().Before(h.reads) {
		return true
	}
	for _, v := range h.visits {
		if v.users > 0 {
			return true
		}
	}
	return false
}

// reading notes which pages the person has: one that is read is not heard of until the next.
func (h *Home) reading(isReading bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reads = (time.Time{})
	if isReading {
		h.reads = time.Now().Add(longestRead)
	}
}

// Told are the tips that the person has had.
func (h *Home) Told() []string {
	h.Server.mu.Lock()
	v := h.visits[visitKey{string(me), atHome}]
	h.Server.mu.Unlock()
	if v == nil || v.advice == nil {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.advice.Told
}

// leave ends the round with the outcome that the person wants.
func (h *Home) leave(outcome play.Wish) {
	select {
	case h.left <- outcome:
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
	for _, v := range h.visits {
		v.end(context.Canceled)
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
		s.known(func(v *visitor) { v.sends("home", &lobbyPage{frame: v.frame, Fan: fan(v.Texts), Tiles: v.menu()}) })(w, r)
		return
	}
	setCookie(w, r, s.cookie(), s.newToken(me))
	target := "/table/" + atHome
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
