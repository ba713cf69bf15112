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

// Who comes back has as long again for a decision that has been due for long.
func TestBackInTime(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}, Patience: 60})
	begin(t, chairs...)
	r := chairs[0].Look()
	for ; r.Player == tricks.NoSeat; r = chairs[0].Look() {
		require.True(t, someone(t, chairs...))
	}
	now := chairs[0].t.state.copy()
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

// upToSomebody plays until a person's decision is due after some of the round, and returns whose.
func upToSomebody(t *testing.T, chairs ...*Client) int {
	t.Helper()
	for someone(t, chairs...) {
		if r := chairs[0].Look(); r.Player != tricks.NoSeat && r.Decisions > 5 {
			return int(r.Player)
		}
	}
	require.Fail(t, "the round is over")
	return 0
}

// leaves lets somebody leave, and returns the others.
func leaves(t *testing.T, who int, chairs ...*Client) []*Client {
	t.Helper()
	others := slices.Delete(slices.Clone(chairs), who, who+1)
	at := chairs[who].TableView().Me
	chairs[who].Leave()
	until(t, others[0], func(p TableView) bool { return p.Seats[at].Away })
	align(t, others...)
	return others
}

// lastSaid is what everybody was told last.
func lastSaid(c *Client) TalkEntry {
	all := c.TableView().Talk
	if len(all) == 0 {
		return TalkEntry{}
	}
	return all[len(all)-1]
}

// TestAbsentPeople holds that anybody who is there decides about somebody who was away for long,
// that it counts at once and everybody is told, and that who comes back plays again.
func TestAbsentPeople(t *testing.T) {
	h, clock := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Substitute: "greedy", Patience: 60})
	code, err := chairs[0].Invite(t.Context(), true)
	require.NoError(t, err)
	ticket, _, err := h.ResolveCode(code)
	require.NoError(t, err)
	watcher, err := h.Enter(anybody(4), ticket)
	require.NoError(t, err)
	begin(t, chairs...)
	who := upToSomebody(t, chairs...)
	gone := tricks.Seat(who)
	others := slices.Delete(slices.Clone(chairs), who, who+1)
	require.ErrorIs(t, others[0].ReplaceAbsent(t.Context(), gone, Substitute), ErrPresent, "nobody has waited")
	leaves(t, who, chairs...)
	p := others[0].TableView()
	assert.False(t, p.Seats[gone].Replaceable)
	require.ErrorIs(t, others[0].ReplaceAbsent(t.Context(), gone, Substitute), ErrPresent)
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
	require.ErrorIs(t, others[0].ReplaceAbsent(t.Context(), gone, Substitute), ErrPresent, "they wait as long again")
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
	require.ErrorIs(t, others[0].ReplaceAbsent(t.Context(), gone, Wait), ErrPresent, "it is decided")
	before := others[0].Look()
	for now := before; now.Decisions < before.Decisions+4; now = others[0].Look() {
		require.True(t, someone(t, others...))
	}

	back, err := h.Enter(anybody(who), Ticket{Table: p.Table})
	require.NoError(t, err, "from anywhere")
	align(t, append(others, back)...)
	now := back.TableView()
	assert.Equal(t, gone, now.Me)
	assert.Empty(t, now.Seats[gone].Computer, "who comes back takes over again")
	all := slices.Insert(slices.Clone(others), who, back)
	for r := back.Look(); r.Player != gone; r = back.Look() {
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
	assert.True(t, others[0].Look().Stopped)
	_, err = others[0].Record()
	require.NoError(t, err)
	require.ErrorIs(t, others[0].ReplaceAbsent(t.Context(), gone, GiveUp), ErrNotPlaying)
	require.NoError(t, others[0].ReplaceAbsent(t.Context(), gone, Substitute))
	begin(t, others...)
	playOn(t, 2, others...)
}

// TestNobodyThere holds that a table where nobody is left waits, and that the first one who comes
// back is the host meanwhile, and decides about those who stay away.
func TestNobodyThere(t *testing.T) {
	h, clock := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Substitute: "greedy", Patience: 60})
	id := chairs[0].TableView().Table
	begin(t, chairs...)
	upToSomebody(t, chairs...)
	before := chairs[0].Look().Decisions
	for _, at := range []int{1, 2, 0} { // the host is the last one
		chairs[at].Leave()
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
	assert.Equal(t, before, ben.Look().Decisions)
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

// TestTakesOver holds that a computer player does not decide any more for somebody who is back,
// whether the person was away, or was there and thought for long.
func TestTakesOver(t *testing.T) {
	h, clock := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Patience: 60})
	begin(t, chairs...)
	who := upToSomebody(t, chairs...)
	chairs[0].t.mu.Lock()
	chairs[0].t.beat = time.Hour // a computer player takes that long
	chairs[0].t.mu.Unlock()
	gone := tricks.Seat(who)
	clock.pass(61 * time.Second)
	other := chairs[(who+1)%3]
	require.NoError(t, other.ReplaceAbsent(t.Context(), gone, Substitute))
	now := chairs[who].Look()
	assert.Equal(t, tricks.NoSeat, now.Player)
	require.NoError(t, chairs[who].Return(t.Context()))
	assert.Greater(t, seen(chairs[who]), now.Revision, "what the computer thinks is out of date")
	require.NoError(t, chairs[who].Return(t.Context()), "nothing happens")
	assert.Empty(t, other.TableView().Seats[gone].Computer)

	clock.pass(61 * time.Second)
	require.NoError(t, other.ReplaceAbsent(t.Context(), gone, Substitute))
	chairs[who].Leave()
	before := other.TableView().Revision
	back, err := h.Enter(anybody(who), Ticket{Table: other.TableView().Table})
	require.NoError(t, err)
	chairs[who] = back
	assert.Greater(t, seen(back), before)
	assert.Equal(t, gone, back.Look().Player)
	require.True(t, someone(t, chairs...), "the person decides")
}

// TestAbsentAndAsked holds that what is proposed does not wait for somebody in whose place a
// computer plays.
func TestAbsentAndAsked(t *testing.T) {
	h, clock := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Substitute: "greedy", Patience: 60})
	begin(t, chairs...)
	upTo(t, chairs...)
	others := leaves(t, 2, chairs...)
	clock.pass(61 * time.Second)
	require.NoError(t, others[0].Propose(t.Context(), seen(others[0]), Undo))
	require.NoError(t, others[1].Agree(t.Context(), seen(others[1]), true))
	require.NotNil(t, others[0].TableView().Proposal, "one has not agreed")
	require.NoError(t, others[1].ReplaceAbsent(t.Context(), 2, Substitute))
	assert.Nil(t, others[0].TableView().Proposal)
	playOn(t, 1, others...)
}

// TestWantsToLeave holds that the others decide at once about somebody who wants to leave, who has
// no say any more.
func TestWantsToLeave(t *testing.T) {
	h, clock := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Patience: 60})
	begin(t, chairs...)
	require.NoError(t, chairs[1].Stand(t.Context()))
	p := chairs[0].TableView()
	assert.True(t, p.Seats[1].Leaving && p.Seats[1].Replaceable)
	chairs[2].Leave()
	until(t, chairs[0], func(p TableView) bool { return p.Seats[2].Away })
	clock.pass(61 * time.Second)
	assert.False(t, chairs[1].TableView().Seats[2].Replaceable)
	require.ErrorIs(t, chairs[1].ReplaceAbsent(t.Context(), 2, Substitute), ErrNotSeated)
	for _, at := range []tricks.Seat{1, 2} {
		require.NoError(t, chairs[0].ReplaceAbsent(t.Context(), at, Substitute))
	}
	playOn(t, 1, chairs[0])
}

// TestVotesOfOldLogs: in the logs of earlier programs people voted about those who are absent, and
// deals were sealed. What was decided has its effect; a vote that was open is void.
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
	var chairs []*Client
	for _, n := range []int{0, 1, 3} {
		c, err := h.Enter(anybody(n), Ticket{Table: id})
		require.NoError(t, err)
		chairs = append(chairs, c)
	}
	p := chairs[0].TableView()
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
	require.NoError(t, chairs[2].ReplaceAbsent(t.Context(), 2, Substitute))
	playOn(t, 2, chairs...)
	rounds, _, err := h.Export(id)
	require.NoError(t, err)
	assert.Len(t, rounds, 2)
}

// TestThinksLong holds that who is there and thinks for long is not away: the others see
// that, and the person that they wait. Nothing is offered that cannot be done.
func TestThinksLong(t *testing.T) {
	h, clock := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Patience: 60})
	begin(t, chairs...)
	align(t, chairs...)
	now := chairs[0].Look()
	undo, stop := chairs[0].Allowed()
	assert.False(t, stop)
	assert.False(t, undo)
	for i, c := range chairs {
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
