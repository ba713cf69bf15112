package table

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/store/storetest"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBackInTime checks that a person who comes back gets the whole patience again for a decision that has been
// due for long.
func TestBackInTime(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}, Patience: 60})
	begin(t, clients...)
	r := caughtUp(clients[0])
	for ; r.Player == tricks.NoSeat; r = caughtUp(clients[0]) {
		require.True(t, someone(t, clients...))
	}
	now := clients[0].t.state.copy()
	late := now.due.Add(61 * time.Second)
	require.True(t, now.overdue(r.Player, late))
	line, err := (&event{Present: &present{actor{now.seats[r.Player].PersonID}, "another"}}).line()
	require.NoError(t, err)
	now.now = late
	_, err = now.apply(1<<20, late, line)
	require.NoError(t, err)
	assert.False(t, now.overdue(r.Player, late.Add(59*time.Second)))
	assert.True(t, now.overdue(r.Player, late.Add(61*time.Second)))
}

// upToSomebody plays part of the round until a person's decision is due, and returns the person's seat.
func upToSomebody(t *testing.T, clients ...*Client) int {
	t.Helper()
	for someone(t, clients...) {
		if r := caughtUp(clients[0]); r.Player != tricks.NoSeat && r.Decisions > 5 {
			return int(r.Player)
		}
	}
	require.Fail(t, "the round is over")
	return 0
}

// leaves lets a person leave, and returns the clients of the others.
func leaves(t *testing.T, who int, clients ...*Client) []*Client {
	t.Helper()
	others := slices.Delete(slices.Clone(clients), who, who+1)
	at := clients[who].TableView().Me
	clients[who].Leave()
	until(t, others[0], func(p TableView) bool { return p.Seats[at].Away })
	align(t, others...)
	return others
}

// lastSaid returns the last entry of the talk log.
func lastSaid(c *Client) TalkEntry {
	all := c.TableView().Talk
	if len(all) == 0 {
		return TalkEntry{}
	}
	return all[len(all)-1]
}

// TestAbsentPeople checks that any person who is there can decide about a person who was away for long, that it
// takes effect at once and is announced, and that a person who comes back plays again.
func TestAbsentPeople(t *testing.T) {
	h, clock := opened(t)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Substitute: "greedy", Patience: 60})
	code, err := clients[0].Invite(t.Context(), true)
	require.NoError(t, err)
	ticket, _, err := h.ResolveCode(code)
	require.NoError(t, err)
	watcher, err := h.Enter(anybody(4), ticket)
	require.NoError(t, err)
	begin(t, clients...)
	who := upToSomebody(t, clients...)
	gone := tricks.Seat(who)
	others := slices.Delete(slices.Clone(clients), who, who+1)
	require.ErrorIs(t, others[0].ReplaceAbsent(t.Context(), gone, Substitute), ErrEarly, "nobody has waited")
	leaves(t, who, clients...)
	p := others[0].TableView()
	assert.False(t, p.Seats[gone].Replaceable)
	require.EqualError(t, others[0].ReplaceAbsent(t.Context(), gone, Substitute),
		"it is too early to go on without this person: wait for 60 more seconds")
	clock.pass(61 * time.Second)
	for _, c := range others {
		assert.True(t, c.TableView().Seats[gone].Replaceable)
	}
	assert.True(t, watcher.TableView().Seats[gone].Away)
	assert.False(t, watcher.TableView().Seats[gone].Replaceable, "who watches decides nothing")
	require.ErrorIs(t, watcher.ReplaceAbsent(t.Context(), gone, Substitute), ErrNotSeated)
	require.Error(t, others[0].ReplaceAbsent(t.Context(), gone, "nonsense"))
	require.ErrorIs(t, others[0].ReplaceAbsent(t.Context(), others[0].TableView().Me, Substitute), ErrPresent)
	require.ErrorIs(t, others[0].ReplaceAbsent(t.Context(), 9, Substitute), ErrPresent)

	require.NoError(t, others[1].ReplaceAbsent(t.Context(), gone, Wait))
	align(t, others...)
	require.ErrorIs(t, others[0].ReplaceAbsent(t.Context(), gone, Substitute), ErrEarly, "they wait as long again")
	clock.pass(61 * time.Second)
	require.NoError(t, others[1].ReplaceAbsent(t.Context(), gone, Substitute), "not only the host")
	align(t, append(others, watcher)...)
	for _, c := range append(others, watcher) {
		assert.Equal(t, "greedy", c.TableView().Seats[gone].Computer)
		said := lastSaid(c)
		assert.Equal(t,
			TalkEntry{
				Name: names[others[1].TableView().Me], AbsenceAction: Substitute, AbsentName: names[who],
				Round: 1,
			}, said)
	}
	require.ErrorIs(t, others[0].ReplaceAbsent(t.Context(), gone, Wait), ErrDecided)
	before := caughtUp(others[0])
	for now := before; now.Decisions < before.Decisions+4; now = caughtUp(others[0]) {
		require.True(t, someone(t, others...))
	}

	back, err := h.Enter(anybody(who), Ticket{Table: p.Table})
	require.NoError(t, err, "from anywhere")
	align(t, append(others, back)...)
	now := back.TableView()
	assert.Equal(t, gone, now.Me)
	assert.Empty(t, now.Seats[gone].Computer, "who comes back takes over again")
	all := slices.Insert(slices.Clone(others), who, back)
	for r := caughtUp(back); r.Player != gone; r = caughtUp(back) {
		require.True(t, someone(t, all...))
	}

	// Nobody goes on: one of the group gives up, and they begin another round.
	leaves(t, who, all...)
	clock.pass(time.Hour)
	require.NoError(t, others[0].ReplaceAbsent(t.Context(), gone, GiveUp))
	align(t, others...)
	p = others[0].TableView()
	require.Equal(t, 1, p.Last.Number)
	assert.False(t, p.Last.Won)
	assert.True(t, caughtUp(others[0]).Stopped)
	_, err = others[0].Record()
	require.NoError(t, err)
	require.ErrorIs(t, others[0].ReplaceAbsent(t.Context(), gone, GiveUp), ErrNotPlaying)
	require.NoError(t, others[0].ReplaceAbsent(t.Context(), gone, Substitute))
	begin(t, others...)
	playOn(t, 2, others...)
}

// TestNobodyThere checks that a table without anybody waits, and that the first person who comes back acts as
// host and decides about the people who stay away.
func TestNobodyThere(t *testing.T) {
	h, clock := opened(t)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Substitute: "greedy", Patience: 60})
	id := clients[0].TableView().Table
	begin(t, clients...)
	upToSomebody(t, clients...)
	before := caughtUp(clients[0]).Decisions
	for _, at := range []int{1, 2, 0} { // the host is the last one
		clients[at].Leave()
	}
	clock.pass(time.Hour)
	open, err := h.acquire(id)
	require.NoError(t, err)
	open.mu.Lock()
	for at := range open.state.seats {
		assert.False(t, open.state.overdue(tricks.Seat(at), h.opts.Now()), "there is nobody to decide")
	}
	open.mu.Unlock()
	h.release(open)

	ben, err := h.Enter(anybody(1), Ticket{Table: id})
	require.NoError(t, err)
	p := ben.TableView()
	assert.True(t, p.Host)
	assert.Equal(t, before, caughtUp(ben).Decisions)
	for _, at := range []tricks.Seat{0, 2} {
		assert.True(t, p.Seats[at].Replaceable)
		require.NoError(t, ben.ReplaceAbsent(t.Context(), at, Substitute))
	}
	playOn(t, 1, ben)
	begin(t, ben) // nobody else has to be ready
	require.True(t, ben.TableView().Playing)
	anna, err := h.Enter(anybody(0), Ticket{Table: id})
	require.NoError(t, err)
	assert.True(t, anna.TableView().Host, "as before")
	assert.Empty(t, anna.TableView().Seats[0].Computer)
	assert.False(t, ben.TableView().Host)
}

// TestTakesOver checks that a computer player does not decide any more for a person who is back, whether they
// were away or thought for long.
func TestTakesOver(t *testing.T) {
	h, clock := opened(t)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Patience: 60})
	begin(t, clients...)
	who := upToSomebody(t, clients...)
	clients[0].t.mu.Lock()
	clients[0].t.beat = time.Hour // a computer player takes that long
	clients[0].t.mu.Unlock()
	gone := tricks.Seat(who)
	clock.pass(61 * time.Second)
	other := clients[(who+1)%3]
	require.NoError(t, other.ReplaceAbsent(t.Context(), gone, Substitute))
	now := caughtUp(clients[who])
	assert.Equal(t, tricks.NoSeat, now.Player)
	require.NoError(t, clients[who].Return(t.Context()))
	assert.Greater(t, seen(clients[who]), now.Revision, "what the computer thinks is out of date")
	require.NoError(t, clients[who].Return(t.Context()), "nothing happens")
	assert.Empty(t, other.TableView().Seats[gone].Computer)

	clock.pass(61 * time.Second)
	require.NoError(t, other.ReplaceAbsent(t.Context(), gone, Substitute))
	clients[who].Leave()
	before := other.TableView().Revision
	back, err := h.Enter(anybody(who), Ticket{Table: other.TableView().Table})
	require.NoError(t, err)
	clients[who] = back
	assert.Greater(t, seen(back), before)
	assert.Equal(t, gone, caughtUp(back).Player)
	require.True(t, someone(t, clients...), "the person decides")
}

// TestAbsentAndAsked checks that a proposal does not wait for a person for whom a computer player plays.
func TestAbsentAndAsked(t *testing.T) {
	h, clock := opened(t)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Substitute: "greedy", Patience: 60})
	begin(t, clients...)
	upTo(t, clients...)
	others := leaves(t, 2, clients...)
	clock.pass(61 * time.Second)
	require.NoError(t, others[0].Propose(t.Context(), seen(others[0]), Undo))
	require.NoError(t, others[1].Agree(t.Context(), seen(others[1]), true))
	require.NotNil(t, others[0].TableView().Proposal, "one has not agreed")
	require.NoError(t, others[1].ReplaceAbsent(t.Context(), 2, Substitute))
	assert.Nil(t, others[0].TableView().Proposal)
	playOn(t, 1, others...)
}

// TestWantsToLeave checks that the others can decide at once about a person who wants to leave, and that this
// person cannot decide about others any more.
func TestWantsToLeave(t *testing.T) {
	h, clock := opened(t)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Patience: 60})
	begin(t, clients...)
	require.NoError(t, clients[1].StandUp(t.Context()))
	p := clients[0].TableView()
	assert.True(t, p.Seats[1].Leaving && p.Seats[1].Replaceable)
	clients[2].Leave()
	until(t, clients[0], func(p TableView) bool { return p.Seats[2].Away })
	clock.pass(61 * time.Second)
	assert.False(t, clients[1].TableView().Seats[2].Replaceable)
	require.ErrorIs(t, clients[1].ReplaceAbsent(t.Context(), 2, Substitute), ErrNotSeated)
	for _, at := range []tricks.Seat{1, 2} {
		require.NoError(t, clients[0].ReplaceAbsent(t.Context(), at, Substitute))
	}
	playOn(t, 1, clients[0])
}

// TestVotesOfOldLogs reads logs of earlier programs, in which people voted about absent people and deals were
// sealed. Decisions still take effect; an open vote is void.
func TestVotesOfOldLogs(t *testing.T) {
	const id = "hw2pchqht4zqkl2ajxnw243xch"
	log, err := os.ReadFile("testdata/" + id + ".ndjson")
	require.NoError(t, err)
	require.Equal(t, 8, strings.Count(string(log), `"voted"`))
	dir := storetest.Dir(t)
	require.NoError(t, os.WriteFile(dir+"/"+id+".ndjson", log, 0o600))
	clock := &clock{}
	h := NewService(kept(t, dir), Options{Library: chapters.Default(), Now: clock.now})
	t.Cleanup(h.Close)
	var clients []*Client
	for _, n := range []int{0, 1, 3} {
		c, err := h.Enter(anybody(n), Ticket{Table: id})
		require.NoError(t, err)
		clients = append(clients, c)
	}
	p := clients[0].TableView()
	var decided []TalkEntry
	for _, said := range p.Talk {
		if said.AbsenceAction != "" {
			decided = append(decided, said)
		}
	}
	assert.Equal(t, []TalkEntry{
		{Name: "Dan", AbsenceAction: Wait, AbsentName: "Ben", Round: 1},
		{Name: "Anna", AbsenceAction: Substitute, AbsentName: "Ben", Round: 1},
		{Name: "Anna", AbsenceAction: GiveUp, AbsentName: "Dan", Round: 1},
	}, decided)
	assert.Equal(t, 1, p.Last.Number)
	assert.Equal(t, 2, p.Round)
	assert.True(t, p.Playing)
	for at, seat := range p.Seats {
		assert.Empty(t, seat.Computer, "seat %d", at)
	}
	assert.True(t, p.Seats[2].Away)
	clock.pass(61 * time.Second)
	require.NoError(t, clients[2].ReplaceAbsent(t.Context(), 2, Substitute))
	playOn(t, 2, clients...)
	rounds, _, err := h.Export(id)
	require.NoError(t, err)
	assert.Len(t, rounds, 2)
}

// TestThinksLong checks that a person who is there and thinks for long is not shown as away: the others see that
// the person is thinking, and the person sees that they wait. Only possible actions are offered.
func TestThinksLong(t *testing.T) {
	h, clock := opened(t)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Patience: 60})
	begin(t, clients...)
	align(t, clients...)
	now := caughtUp(clients[0])
	undo, stop := clients[0].Allowed()
	assert.False(t, stop)
	assert.False(t, undo)
	for i, c := range clients {
		p := c.TableView()
		assert.True(t, p.Seats[now.Player].Deciding)
		assert.False(t, p.Waited)
		clock.pass(61 * time.Second)
		p = c.TableView()
		assert.Equal(t, tricks.Seat(i) == now.Player, p.Waited)
		assert.Equal(t, tricks.Seat(i) != now.Player, p.Seats[now.Player].Replaceable)
		assert.False(t, p.Seats[now.Player].Away)
		clock.pass(-61 * time.Second)
	}
}
