package table

import (
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lostRound lets three people lose a round at a new table, and returns them and somebody who watches.
func lostRound(t *testing.T, setup Setup) (clients []*Client, watcher *Client) {
	t.Helper()
	h, _ := opened(t)
	setup.Players = 3
	for range 50 {
		clients = seated(t, h, setup)
		code, err := clients[0].Invite(t.Context(), true)
		require.NoError(t, err)
		ticket, _, err := h.ResolveCode(code)
		require.NoError(t, err)
		watcher, err = h.Enter(anybody(4), ticket)
		require.NoError(t, err)
		begin(t, clients...)
		require.ErrorIs(t, clients[0].ProposePlayOn(t.Context(), seen(clients[0]), 3), ErrPlaying)
		for someone(t, clients...) {
			continue
		}
		align(t, append(clients, watcher)...)
		if !clients[0].TableView().Last.Won {
			return clients, watcher
		}
	}
	require.Fail(t, "nobody loses")
	return nil, nil
}

// TestPlayOnFromAnEarlierMoment: after a lost round all who play agree to play on from an earlier moment of it. The table
// then stands where it stood then, and everybody sees what they saw then. Somebody who watches has no say.
func TestPlayOnFromAnEarlierMoment(t *testing.T) {
	clients, watcher := lostRound(t, Setup{First: Pick{Deal: "c02p3s7"}})
	all := slices.Concat(clients[:3], []*Client{watcher})
	ended, err := clients[0].Record()
	require.NoError(t, err)
	const stay = 12
	propose := func(c *Client, decisions int) error {
		return c.ProposePlayOn(t.Context(), seen(c), decisions)
	}
	require.ErrorIs(t, propose(watcher, stay), ErrNotSeated)
	require.Error(t, propose(clients[0], len(ended.Decisions)))
	require.Error(t, propose(clients[0], -1))
	require.NoError(t, propose(clients[0], stay))
	align(t, all...)
	asked := clients[1].TableView().Proposal
	require.NotNil(t, asked)
	assert.Equal(t, PlayOn, asked.Action)
	assert.Positive(t, asked.Trick)
	require.ErrorIs(t, propose(clients[1], stay-1), ErrProposed)
	require.NoError(t, clients[1].Agree(t.Context(), seen(clients[1]), true))
	align(t, all...)
	assert.False(t, clients[0].TableView().Playing, "one has not agreed yet")
	require.NoError(t, propose(clients[2], stay), "to propose the same is to agree")
	align(t, all...)
	for _, c := range all {
		now := c.Look()
		assert.True(t, now.Playing)
		assert.Equal(t, 2, now.Round)
		assert.Equal(t, stay, now.Decisions)
		isAsAfter(t, c)
		said := now.Talk[len(now.Talk)-1]
		assert.True(t, said.PlaysOn)
		assert.Equal(t, asked.Trick, said.Trick)
	}
	for someone(t, clients...) {
		align(t, all...)
		for _, c := range all {
			isAsAfter(t, c)
		}
	}
	align(t, all...)
	assert.True(t, clients[0].TableView().Last.Practice)
	record, err := clients[0].Record()
	require.NoError(t, err)
	assert.Equal(t, []int{stay}, record.Assisted, "the record says that they had seen the cards")
	assert.Equal(t, "c02p3s7", record.Deal)
}

// isAsAfter checks that a client shows the view from its seat after the same decisions, and no record while the round is
// played.
func isAsAfter(t *testing.T, c *Client) {
	t.Helper()
	now := c.Look()
	c.t.mu.Lock()
	game, err := c.t.state.play.Reveal().AfterDecisions(now.Decisions)
	players := c.t.state.play.players
	c.t.mu.Unlock()
	require.NoError(t, err)
	want := game.View(now.Me)
	round.NamePeople(&want, players)
	require.Equal(t, want, now.View)
	if c.TableView().Playing {
		_, err = c.Record()
		require.ErrorIs(t, err, ErrPlaying)
	}
}

// TestPracticeDoesNotCount: a round for practice changes neither the campaign nor what comes next.
func TestPracticeDoesNotCount(t *testing.T) {
	clients, _ := lostRound(t, Setup{Campaign: true})
	before := clients[0].Book()
	next := clients[0].TableView().Next
	for _, c := range clients {
		require.NoError(t, c.ProposePlayOn(t.Context(), seen(c), 0))
		align(t, clients...)
	}
	require.True(t, clients[0].TableView().Playing)
	for someone(t, clients...) {
		continue
	}
	align(t, clients...)
	assert.Equal(t, before, clients[0].Book())
	assert.Equal(t, next, clients[0].TableView().Next)
	begin(t, clients...)
	assert.True(t, clients[0].TableView().Playing, "the campaign goes on")
}

// TestPlayOnNeedsEverySeat: where somebody has stood up, nobody could play their hand. A won round has nothing to try
// again.
func TestPlayOnNeedsEverySeat(t *testing.T) {
	clients, _ := lostRound(t, Setup{First: Pick{Deal: "c02p3s7"}})
	require.NoError(t, clients[2].StandUp(t.Context()))
	align(t, clients...)
	require.ErrorIs(t, clients[0].ProposePlayOn(t.Context(), seen(clients[0]), 3), ErrSeatFree)
}

// TestLikeliestNext: after a lost round the same deal comes next, and after a won one the next chapter, if this number of
// players can play it.
func TestLikeliestNext(t *testing.T) {
	lib := chapters.Default()
	following := func(id string, players int, won bool) Pick {
		deal := chapters.DealID{Chapter: id, Players: players, Seed: 1}
		if c, err := lib.Chapter(id); assert.NoError(t, err) {
			deal.Variant = c.Letters()[0]
		}
		pos, err := lib.Deal(deal)
		require.NoError(t, err)
		s := newState(lib, "")
		s.setup.Players = players
		s.play = &inPlay{start: pos}
		s.last = &Result{Won: won}
		return s.likeliestNext()
	}
	assert.Equal(t, Pick{Chapter: "4", Again: true}, following("4", 3, false))
	assert.Equal(t, "5", following("4", 3, true).Chapter)
	last := lib.Chapters[len(lib.Chapters)-1].ID
	assert.Equal(t, last, following(last, 3, true).Chapter)
}
