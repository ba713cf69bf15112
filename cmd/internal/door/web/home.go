package web

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// Home shows the rounds of a person at home in a browser on the same machine. Nobody else can come in: either the
// address has a key that is valid once ([NewHome]), or the program runs in the browser itself ([NewSite]).
type Home struct {
	server *Server
	// Link is the address with the key. It is empty for a program that runs in the browser.
	Link string
	// Person is the person at home.
	Person HomePerson
	// texts are in the language of the pages.
	texts *texts.Texts

	// outcomes receives what the person wants after the round.
	outcomes chan play.AfterRound

	// key is the key of Link.
	key entryKey
	// chosen is the round that the person has chosen.
	chosen chosenRound
	// reading says whether the person reads a page.
	reading readingTime
	// question asks for the part of a campaign's next round that its setup lacks.
	question setupQuestion
	// resume plays the round that went on before, on a site only.
	resume func() error
	// reopening is held while the round is resumed.
	reopening sync.Mutex
}

// Solo is a round that somebody plays alone, at home or on the first evening.
type Solo struct {
	Home         *table.Home
	RoundOptions play.RoundOptions
	// mode is the series of rounds to which this one belongs, nil for a person's own rounds at home.
	mode play.SoloMode
	// address is the network from which the person comes; empty at home.
	address string
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

// homeKey is the person at home at the table at home.
var homeKey = sessionKey{string(localPerson), homeTable}

// NewHome starts the server of a person at home. The caller must call Close.
func NewHome(lib *chapters.Library, t *texts.Texts, person HomePerson, beat time.Duration) (*Home, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	h := newHome(lib, t, person, beat, nil)
	h.key = entryKey{text: rand.Text()}
	h.Link = "http://" + l.Addr().String() + "/?key=" + h.key.text
	go func() { _ = h.server.Serve(l) }()
	return h, nil
}

// newHome returns the pages of a person at home, which nothing serves yet. Only a site can resume a round.
func newHome(
	lib *chapters.Library, t *texts.Texts, person HomePerson, beat time.Duration, resume func() error,
) *Home {
	h := &Home{
		Person: person, texts: t, resume: resume, outcomes: make(chan play.AfterRound, 1),
		question: setupQuestion{needed: make(chan struct{})},
	}
	h.server = newServer(Options{
		Sessions: &guest.Sessions{}, Library: lib, Secret: []byte(rand.Text() + rand.Text()),
		Beat: beat, Grace: homeGrace,
	}, h)
	return h
}

// newSolo begins a session for a round that a person plays alone. It replaces the session of the round before, whose
// pages continue with this round.
func (s *Server) newSolo(key sessionKey, r Solo) *session {
	r.Home.Pace(max(s.beat()/4, 0), false)
	v := &session{
		key: key, server: s, round: r, advice: r.RoundOptions.Advice, ready: make(chan struct{}),
		changed: make(chan struct{}),
	}
	v.lifetime, v.cancel = context.WithCancelCause(context.Background())
	v.followWishes()
	v.attach(r.Home.Client)
	v.client.Puzzle = r.RoundOptions.Puzzle
	v.page.setNote(r.RoundOptions.Note, false)
	close(v.ready)
	if previous := s.sessions.replace(v); previous != nil {
		previous.cancel(context.Canceled)
	}
	return v
}

// Show lets the person play a round at the table of Link. The pages of the round before continue with this round.
func (h *Home) Show(r Solo) {
	h.server.newSolo(homeKey, r)
	h.chosen.noteBegun()
}

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
	chosen := h.question.ask(setup)
	defer h.question.end()
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

// PlayChosen plays the round that the person has chosen, after AwaitLeave has returned [play.Chosen].
func (h *Home) PlayChosen() error {
	chosen := h.chosen.get()
	err := chosen.run()
	chosen.ended <- err
	return err
}

// busy reports whether the person has a page open beside the round: one to read, or another table. The mu of the
// server's sessions is held.
func (h *Home) busy() bool { return h.reading.lasts() || h.server.sessions.anyInUse() }

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
	h.server.sessions.mu.Lock()
	for _, v := range h.server.sessions.byKey {
		v.cancel(context.Canceled)
	}
	h.server.sessions.mu.Unlock()
	if err := h.server.stop(ctx); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return h.server.srv.Close()
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
