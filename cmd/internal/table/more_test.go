package table

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/store/storetest"
	"fellowship/solver/players"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// failing is a program that fails as often as it is told to, and plays first choices afterwards.
type failing struct{ fails *int }

func (f failing) Think(_ context.Context, v *chapters.View, _ rand.Source, _ bool) (chapters.Decision, players.Reason, error) {
	if *f.fails > 0 {
		*f.fails--
		return chapters.Decision{}, players.Reason{}, errors.New("out of ideas")
	}
	return v.Ask.Options[0], players.Reason{}, nil
}

// TestFailingProgram: a person at home is told why a program fails. The program is asked again when the
// person goes on, and the round is not harmed.
func TestFailingProgram(t *testing.T) {
	home := gameAtHome(t, "c02p4s7", round.Human, round.Program+"x", round.Program+"x", round.Program+"x")
	fails := 2
	home.SetPrograms(map[string]players.Player{round.Program + "x": failing{&fails}})
	for range 2 {
		before := home.TableView().Event
		require.Equal(t, round.Thinking, home.Look().Now)
		err := home.Wait(t.Context(), before)
		require.ErrorContains(t, err, "out of ideas")
	}
	assert.Equal(t, round.Turn, moment(t, home, round.Turn))
}

// TestReplace: other computer players take the seats without a person, in order, and the last one takes the rest. The record
// names them.
func TestReplace(t *testing.T) {
	home := gameAtHome(t, "c02p4s7", "random", round.Human, "random", "random")
	computers := func() (names []string) {
		for _, s := range home.TableView().Seats {
			names = append(names, s.Computer)
		}
		return names
	}
	require.NoError(t, home.Replace(t.Context(), []string{"greedy", "random", "fair", "strong"}))
	assert.Equal(t, []string{"greedy", "", "random", "fair"}, computers())
	before := home.TableView().Event
	require.NoError(t, home.Replace(t.Context(), []string{"greedy", "random"}))
	assert.Equal(t, []string{"greedy", "", "random", "random"}, computers())
	assert.Equal(t, before+1, home.TableView().Event, "only what changes is written")
	require.Error(t, home.Replace(t.Context(), []string{"nobody knows it"}))
}

// TestForget: a round that is forgotten is not listed any more, the others keep their numbers.
func TestForget(t *testing.T) {
	keeper := &memory.Store{}
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "1", Players: 3, Seed: 1})
	require.NoError(t, err)
	record := chapters.Record{Position: pos, PlayerNames: []string{round.Human, "random", "random"}}
	home, err := NewHome(chapters.Default(), keeper, record)
	require.NoError(t, err)
	require.NoError(t, home.GiveUp(t.Context()))
	require.NoError(t, home.Begin(t.Context(), nil, record))
	require.NoError(t, home.CheckSaved())
	require.NoError(t, home.Close())
	numbers := func() (all []int) {
		events, err := keeper.Read("round")
		require.NoError(t, err)
		rounds, err := Rounds(events)
		require.NoError(t, err)
		for _, r := range rounds {
			all = append(all, r.Number)
		}
		return all
	}
	assert.Equal(t, []int{1, 2}, numbers())
	require.NoError(t, Forget(keeper, "round", 1))
	assert.Equal(t, []int{2}, numbers())
	require.Error(t, Forget(keeper, "elsewhere", 1))
	_, err = NewHome(chapters.Default(), keeper, record)
	require.Error(t, err, "the store is not empty")
}

// TestEndedEarly: a recorded round that was ended early begins as one that is over, given up unless its result is certain.
func TestEndedEarly(t *testing.T) {
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "1", Players: 3, Seed: 1})
	require.NoError(t, err)
	text, err := RecordText(chapters.Default(), chapters.Record{Position: pos, PlayerNames: []string{"random"}})
	require.Error(t, err, "there are three seats")
	assert.Empty(t, text)
	text, err = RecordText(chapters.Default(), chapters.Record{
		Position: pos, PlayerNames: []string{round.Human, "random", "random"},
	})
	require.NoError(t, err)
	for _, early := range []bool{false, true} {
		begins, err := GameAtHome(chapters.Default(), text, early)
		home := atHome(t, begins, err)
		assert.Equal(t, !early, home.TableView().Playing)
		assert.Equal(t, chapters.Undecided, home.Round().Settled())
		assert.Empty(t, home.RoundName())
		home.Pace(0, true)
		if early {
			assert.Equal(t, round.End, home.Look().Now)
		}
	}
	_, err = GameAtHome(chapters.Default(), []byte("no record\n"), false)
	require.Error(t, err)
	_, err = GameAtHome(chapters.Default(), nil, false)
	require.Error(t, err)
}

// TestRunning: a round that goes on by itself does not wait at the ends of tricks.
func TestRunning(t *testing.T) {
	home := gameAtHome(t, "c01p4s1", "random", "random", "random", "random")
	home.Pace(0, true)
	assert.Equal(t, round.End, moment(t, home, round.TrickEnd, round.Notice))
	news, view := home.News()
	assert.NotEmpty(t, news)
	assert.True(t, view.IsOver)
}

// TestRoadBook: a group that has won the chapters elsewhere begins with the Road (L5).
func TestRoadBook(t *testing.T) {
	book, err := RoadBook(chapters.Default(), 3)
	require.NoError(t, err)
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 3, Campaign: true, Book: book, Computers: []string{"", "random", "random"}})
	assert.True(t, clients[0].Book().RoadOpen)
	assert.Equal(t, 3, clients[0].Book().Players)
	require.NoError(t, clients[0].Choose(t.Context(), Pick{Chapter: chapters.Road}))
	require.NoError(t, clients[0].NextRoundError())
	_, err = RoadBook(chapters.Default(), 7)
	require.Error(t, err)
	for want, setup := range map[string]Setup{
		"only a campaign has a book": {Players: 3, Book: book},
		"too long":                   {Players: 3, Campaign: true, Book: strings.Repeat("#", longestBook+1)},
		"too many":                   {Players: 2, Computers: []string{"random", "random", "random"}},
		"1 to 4 can play":            {Players: 5, First: Pick{Chapter: "1"}},
	} {
		_, err = h.Create(anybody(0), setup)
		require.ErrorContains(t, err, want)
	}
}

// TestNextRoundError: the next round of a chapter with events cannot begin before the host has chosen one (C14).
func TestNextRoundError(t *testing.T) {
	h, _ := opened(t)
	require.NoError(t, seated(t, h, Setup{Players: 1, First: Pick{Chapter: "1"}})[0].NextRoundError(), "no campaign")
	host := seated(t, h, Setup{Players: 4, First: Pick{Chapter: "1"}, Campaign: true, Computers: []string{"", "random", "random", "random"}})[0]
	require.ErrorIs(t, host.Choose(t.Context(), Pick{Chapter: "14"}), campaign.ErrVariant)
	require.NoError(t, host.Choose(t.Context(), Pick{Chapter: "14", Variant: "doors"}))
	require.NoError(t, host.NextRoundError())
}

// TestVisited: the tables where a person was are listed, the latest first, and can be entered again; others are not.
func TestVisited(t *testing.T) {
	h, _ := opened(t)
	first := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	second, err := h.Create(anybody(0), Setup{Players: 3, First: Pick{Chapter: "1"}})
	require.NoError(t, err)
	there := func(n int) (all []string) {
		visited, err := h.Visited(anybody(n).ID)
		require.NoError(t, err)
		for _, v := range visited {
			require.NoError(t, v.Damaged)
			assert.Equal(t, v.Ticket.Table, v.Now.Table)
			all = append(all, v.Ticket.Table)
		}
		return all
	}
	assert.Equal(t, []string{second.Table, first[0].TableView().Table}, there(0))
	assert.Equal(t, []string{first[0].TableView().Table}, there(1))
	assert.Empty(t, there(2))
	for range mostVisits {
		_, err := h.Create(anybody(0), Setup{Players: 3, First: Pick{Chapter: "1"}})
		require.NoError(t, err)
	}
	assert.Len(t, there(0), mostVisits)
	assert.NotContains(t, there(0), second.Table)

	visited, err := h.Visited(anybody(1).ID)
	require.NoError(t, err)
	back, err := h.Enter(anybody(1), visited[0].Ticket)
	require.NoError(t, err)
	assert.Equal(t, tricks.Seat(1), back.TableView().Me)
	_, err = h.Enter(anybody(2), visited[0].Ticket)
	require.ErrorIs(t, err, ErrStranger)
}

// TestReturnCode: a code proves who somebody is, with their latest name, and a table's code leads to the table.
func TestReturnCode(t *testing.T) {
	h, _ := opened(t)
	code, err := h.ReturnCode(anybody(1))
	require.NoError(t, err)
	_, err = h.Rename(anybody(1).ID, "Benjamin")
	require.NoError(t, err)
	ticket, person, err := h.ResolveCode(code)
	require.NoError(t, err)
	assert.Empty(t, ticket.Table)
	assert.Equal(t, anybody(1).ID, person.ID)
	assert.Equal(t, "Benjamin", person.Name)

	clients := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	for _, watch := range []bool{false, true} {
		invited, err := clients[0].Invite(t.Context(), watch)
		require.NoError(t, err)
		ticket, person, err = h.ResolveCode(invited)
		require.NoError(t, err)
		assert.Equal(t, clients[0].TableView().Table, ticket.Table)
		assert.Equal(t, watch, ticket.Watch)
		assert.Zero(t, person)
	}
	for _, wrong := range []string{"", "nonsense", ShowCode(newCode(returnLength))} {
		_, _, err = h.ResolveCode(wrong)
		require.ErrorIs(t, err, ErrCode, wrong)
	}
}

// TestSitFree: who comes gets the first free seat, if there is one, and watches otherwise. Company is whoever else is there or
// can still come.
func TestSitFree(t *testing.T) {
	h, _ := opened(t)
	ticket, err := h.Create(anybody(0), Setup{Players: 3, First: Pick{Chapter: "1"}, Computers: []string{"", "random", ""}})
	require.NoError(t, err)
	var clients []*Client
	for n := range 3 {
		c, err := h.Enter(anybody(n), ticket)
		require.NoError(t, err)
		require.NoError(t, c.SitFree(t.Context()))
		clients = append(clients, c)
	}
	assert.Equal(t, tricks.Seat(0), clients[0].TableView().Me)
	assert.Equal(t, tricks.Seat(2), clients[1].TableView().Me)
	assert.Equal(t, tricks.NoSeat, clients[2].TableView().Me)
	now := clients[0].TableView()
	assert.True(t, now.Company())
	assert.False(t, (&TableView{Name: "Anna", Seats: []SeatView{{Name: "Anna"}, {Computer: "random"}}}).Company())
	assert.True(t, (&TableView{Name: "Anna", Seats: []SeatView{{Name: "Anna"}, {}}}).Company(), "a free seat")
	s := Snapshot{Names: []string{"Anna", ""}}
	assert.Equal(t, "Anna", s.NameAt(0))
	assert.Empty(t, s.NameAt(1))
	assert.Empty(t, s.NameAt(2))

	host := clients[0]
	require.ErrorIs(t, clients[2].Ready(t.Context(), seen(clients[2]), true), ErrNotSeated)
	require.ErrorIs(t, host.FreeSeat(t.Context(), 1), ErrNotSeated)
	require.ErrorIs(t, host.SeatComputer(t.Context(), 2, "random"), ErrTaken)
	require.ErrorIs(t, host.MakeHost(t.Context(), 1), ErrNotSeated)
	require.ErrorIs(t, host.Decide(t.Context(), seen(host), chapters.Decision{}), ErrNotPlaying)
	require.ErrorIs(t, clients[1].FreeSeat(t.Context(), 0), ErrNotHost)
}

// TestDamagedVisit: a table whose file is damaged is named among those where a person was, with the reason.
func TestDamagedVisit(t *testing.T) {
	dir := storetest.Dir(t)
	h := NewService(kept(t, dir), Options{Library: chapters.Default()})
	t.Cleanup(h.Close)
	ticket, err := h.Create(anybody(0), Setup{Players: 3, First: Pick{Chapter: "1"}})
	require.NoError(t, err)
	require.NoError(t, h.store.Append(ticket.Table, lastOf(t, h, ticket.Table), []byte("{\"nonsense\":true}\n")))
	visited, err := h.Visited(anybody(0).ID)
	require.NoError(t, err)
	require.Len(t, visited, 1)
	require.Error(t, visited[0].Damaged)
}

// lastOf returns the number of a table's last event.
func lastOf(t *testing.T, h *Service, table string) uint64 {
	t.Helper()
	events, err := h.store.Read(table)
	require.NoError(t, err)
	return events[len(events)-1].Number
}
