package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/store/storetest"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// clock is a time that a test sets.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// kept opens the store of a folder.
func kept(t testing.TB, dir string) *folder.Store {
	t.Helper()
	s, err := folder.Open(folder.Options{Dir: dir, Alone: true})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s
}

// opened returns a service with an empty folder.
func opened(t testing.TB) (*Service, *clock) {
	t.Helper()
	c := &clock{}
	h := NewService(kept(t, storetest.Dir(t)), Options{Library: chapters.Default(), Thinkers: 2, Now: c.now})
	h.limits.tablesPerPerson = 1000
	t.Cleanup(h.Close)
	return h, c
}

var names = []string{"Anna", "Ben", "Cleo", "Dan", "Eve"}

func anybody(n int) Person { return Person{ID: fmt.Sprint("key:", n), Name: names[n]} }

// seated creates a table and seats people there.
func seated(t testing.TB, h *Service, setup Setup) []*Client {
	t.Helper()
	ticket, err := h.Create(anybody(0), setup)
	require.NoError(t, err)
	var clients []*Client
	people := setup.Players
	for _, name := range setup.Computers {
		if name != "" {
			people--
		}
	}
	for n := range people {
		c, err := h.Enter(anybody(n), ticket)
		require.NoError(t, err)
		if n > 0 {
			require.NoError(t, c.Sit(t.Context(), tricks.NoSeat))
		}
		clients = append(clients, c)
	}
	return clients
}

// align waits until all clients have seen the same event.
func align(t testing.TB, clients ...*Client) {
	t.Helper()
	until(t, clients[0], func(p TableView) bool { // the last cards are played by themselves
		c := clients[0]
		c.t.mu.Lock()
		defer c.t.mu.Unlock()
		if c.t.state.play == nil || !p.Playing {
			return true
		}
		_, forced := c.t.state.play.Forced()
		return !forced || c.t.state.proposal != nil
	})
	last := uint64(0)
	for _, c := range clients {
		last = max(last, c.TableView().Event)
	}
	for _, c := range clients {
		err := c.Wait(t.Context(), last-1)
		require.NoError(t, err)
		c.TableView()
	}
}

// seen returns the revision that a person sees now.
func seen(c *Client) Revision { return c.TableView().Revision }

// caughtUp returns the table as somebody sees it who waits at no finished trick and no notice.
func caughtUp(c *Client) Snapshot {
	s := c.Look()
	for ; s.Now == round.TrickEnd || s.Now == round.Notice; s = c.Look() {
		c.GoOn()
	}
	return s
}

// see returns the round as it is now, as a person sees it, with its revision.
func see(c *Client) (chapters.View, Revision) {
	s := caughtUp(c)
	return s.View, s.Revision
}

// until waits until a client shows something.
func until(t testing.TB, c *Client, shows func(TableView) bool) {
	t.Helper()
	for p := c.TableView(); !shows(p); p = c.TableView() {
		err := c.Wait(t.Context(), p.Event)
		require.NoError(t, err)
	}
}

// begin makes all people ready.
func begin(t testing.TB, clients ...*Client) {
	t.Helper()
	for _, c := range clients {
		align(t, clients...)
		require.NoError(t, c.Ready(t.Context(), seen(c), true))
	}
	align(t, clients...)
}

// someone makes one decision for the person whose turn it is, after the computer players have decided. It returns
// false when the round is over.
func someone(t testing.TB, clients ...*Client) bool {
	t.Helper()
	for {
		before := clients[0].TableView()
		align(t, clients...) // all see at least that
		for _, c := range clients {
			if !c.TableView().Playing {
				return false
			}
			s := c.Look()
			for ; s.Now == round.TrickEnd || s.Now == round.Notice || s.Now == round.Settled; s = c.Look() {
				c.GoOn()
			}
			if s.Now == round.Turn {
				options := s.View.Ask.Options
				err := c.Decide(t.Context(), s.Revision, options[len(s.View.Log)%len(options)])
				if errors.Is(err, ErrQuicker) {
					continue
				}
				require.NoError(t, err)
				align(t, clients...)
				return true
			}
		}
		err := clients[0].Wait(t.Context(), before.Event)
		require.NoError(t, err)
	}
}

// made is called with each decision that was acknowledged.
type made func(round, number int, d chapters.Decision)

// ended returns the number of rounds that are over.
func ended(p *TableView) int {
	if p.Last == nil {
		return 0
	}
	return p.Last.Number
}

// player plays for one person until a number of rounds are over, as fast as it can: it decides whenever it
// believes that it may.
func player(ctx context.Context, c *Client, rounds int, quicker func(), tell ...made) error {
	for {
		p := c.Look()
		var err error
		switch now := p.Now; {
		case ended(&p.TableView) >= rounds:
			return nil
		case !p.Playing && !p.Seats[p.Me].Ready:
			err = c.Ready(ctx, p.Revision, true)
		case !p.Playing:
		case now == round.TrickEnd, now == round.Notice, now == round.Settled:
			c.GoOn()
			continue
		case now == round.Turn:
			options := p.View.Ask.Options
			d := options[len(p.View.Log)%len(options)]
			if err = c.Decide(ctx, p.Revision, d); err == nil {
				for _, f := range tell {
					f(p.Round, p.Decisions, d)
				}
			}
		}
		switch {
		case errors.Is(err, ErrQuicker), errors.Is(err, round.ErrNotDue), errors.Is(err, ErrPlaying),
			errors.Is(err, ErrNotPlaying):
			quicker()
		case err != nil:
			return err
		}
		if err := c.Wait(ctx, p.Event); err != nil {
			return err
		}
	}
}

// playOn lets all people play at the same time, each in two goroutines, until a number of rounds are over. It
// returns how often somebody was too late.
func playOn(t testing.TB, rounds int, clients ...*Client) int {
	t.Helper()
	var late atomic.Int64
	group, ctx := errgroup.WithContext(t.Context())
	for _, c := range append(clients, clients...) {
		group.Go(func() error { return player(ctx, c, rounds, func() { late.Add(1) }) })
	}
	require.NoError(t, group.Wait())
	return int(late.Load())
}

// TestEveryChapter lets people play a round of every chapter, each in two sessions at the same time. Of two
// decisions for the same moment one counts.
func TestEveryChapter(t *testing.T) {
	h, _ := opened(t)
	for _, id := range chapters.Default().DealIDs(1) {
		t.Run(id.String(), func(t *testing.T) {
			t.Parallel()
			setup := Setup{Players: id.Players, First: Pick{Chapter: id.Chapter, Variant: id.Variant}}
			if id.Players > 2 {
				setup.Computers = make([]string, id.Players)
				setup.Computers[id.Players-1] = "random"
			}
			clients := seated(t, h, setup)
			playOn(t, 1, clients...)
			p := clients[0].TableView()
			require.Equal(t, 1, p.Last.Number)
			want, err := clients[0].Record()
			require.NoError(t, err)
			require.NotEmpty(t, want.Deal)
			game, err := want.Game(chapters.Default())
			require.NoError(t, err)
			require.True(t, game.IsOver())

			rounds, _, err := h.Export(p.Table)
			require.NoError(t, err)
			require.Len(t, rounds, 1)
			for e := range chapters.Default().Read("export", bytes.NewReader(rounds[0].Text)) {
				require.NoError(t, e.Err)
				require.Equal(t, want, e.Record)
			}
			for _, c := range clients {
				c.Leave()
			}
		})
	}
}

// TestOneOfTwoCounts lets two sessions write a decision for the same moment. Exactly one counts, and the other one
// gets an error.
func TestOneOfTwoCounts(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "2"}})
	begin(t, clients...)
	for range 20 {
		var due *Client
		for _, c := range clients {
			now := c.Look().Now
			for ; now == round.TrickEnd || now == round.Notice || now == round.Settled; now = c.Look().Now {
				c.GoOn()
			}
			if now == round.Turn {
				due = c
			}
		}
		if due == nil {
			break
		}
		v, saw := see(due)
		before := due.Look()
		var errs [4]error
		var group sync.WaitGroup
		for i := range errs {
			group.Go(func() { errs[i] = due.Decide(t.Context(), saw, v.Ask.Options[i%len(v.Ask.Options)]) })
		}
		group.Wait()
		counted := 0
		for _, err := range errs {
			if err == nil {
				counted++
				continue
			}
			require.ErrorIs(t, err, ErrQuicker)
		}
		require.Equal(t, 1, counted)
		align(t, clients...)
		after := due.Look()
		require.Equal(t, before.Decisions+1, after.Decisions)
	}
}
