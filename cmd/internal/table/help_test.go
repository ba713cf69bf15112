package table

import (
	"context"
	"sync"
	"testing"

	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/turns"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// personsTurn waits until the computer players have played and a person's decision is due.
func personsTurn(t *testing.T, clients ...*Client) {
	t.Helper()
	until(t, clients[0], func(TableView) bool { return caughtUp(clients[0]).Player != tricks.NoSeat })
	align(t, clients...)
}

func TestHelp(t *testing.T) {
	h, _ := opened(t)
	without := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Computers: []string{"", "", "greedy"}})
	with := seated(t, h,
		Setup{
			Players: 3, First: Pick{Chapter: "1"}, Computers: []string{"", "", "greedy"}, Hints: true,
			OpenCards: true,
		})
	for _, clients := range [][]*Client{without, with} {
		begin(t, clients...)
		for v, _ := see(clients[0]); len(v.History) < 6; v, _ = see(clients[0]) {
			require.True(t, someone(t, clients...))
		}
	}
	_, err := without[0].OpenCards(t.Context(), seen(without[0]))
	require.ErrorIs(t, err, ErrForbidden)
	_, _, err = without[0].Hint(t.Context(), seen(without[0]))
	require.ErrorIs(t, err, ErrForbidden)
	_, err = without[0].ExplainCard(t.Context())
	require.ErrorIs(t, err, ErrForbidden)
	assert.Empty(t, without[0].TableView().Talk)

	explained, err := with[0].ExplainCard(t.Context())
	require.NoError(t, err)
	assert.Equal(t, tricks.Seat(2), explained.Play.Seat)
	assert.True(t, explained.Repeated)
	assert.Zero(t, explained.Heard, "greedy does not ask the solver")
	r := caughtUp(with[0])
	for ; r.Player == tricks.NoSeat; r = caughtUp(with[0]) {
		require.True(t, someone(t, with...))
	}
	align(t, with...)
	_, err = with[1-r.Player].OpenCards(t.Context(), seen(with[1-r.Player]))
	require.ErrorIs(t, err, round.ErrNotDue)
	opened, err := with[r.Player].OpenCards(t.Context(), seen(with[r.Player]))
	require.NoError(t, err)
	v, _ := see(with[r.Player])
	assert.Equal(t, len(v.Ask.Options), opened.OptionCount)
	align(t, with...)
	_, _, err = with[1-r.Player].Hint(t.Context(), seen(with[1-r.Player]))
	require.ErrorIs(t, err, round.ErrNotDue)
	_, _, err = with[r.Player].Hint(t.Context(), 1)
	require.ErrorIs(t, err, ErrQuicker)
	upTo(t, with...)
	require.NoError(t, with[0].Propose(t.Context(), seen(with[0]), Undo))
	align(t, with...)
	r = caughtUp(with[0])
	before := seen(with[r.Player])
	hint, reason, err := with[r.Player].Hint(t.Context(), before)
	require.NoError(t, err)
	assert.Equal(t, before, seen(with[r.Player]), "help moves nothing: a half chosen answer stays")
	v, _ = see(with[r.Player])
	assert.Contains(t, v.Ask.Options, hint)
	assert.Equal(t, len(v.Ask.Options), reason.Options)
	align(t, with...)
	said := with[1].TableView().Talk
	require.Len(t, said, 3, "everybody is told")
	assert.Equal(t, []Help{ExplainCard, OpenCards, Hint}, []Help{said[0].Help, said[1].Help, said[2].Help})
	assert.NotNil(t, with[1].TableView().Proposal, "who asks for help does not answer what is proposed")
	require.NoError(t, with[1].Agree(t.Context(), seen(with[1]), false))
	align(t, with...)
	playOn(t, 1, with...)
	record, err := with[0].Record()
	require.NoError(t, err)
	assert.Len(t, record.Assisted, 1)
	assert.Len(t, record.Hints, 1)
}

// fill takes the whole share of a person in a class of questions. The function that is returned gives it back.
func fill(t *testing.T, queue *turns.Queue, who turns.Asker, class turns.Class) (giveBack func()) {
	t.Helper()
	var admitted []*turns.Question
	for {
		question, err := queue.Ask(who, class)
		if err != nil {
			require.ErrorIs(t, err, turns.ErrMany)
			break
		}
		admitted = append(admitted, question)
	}
	require.NotEmpty(t, admitted)
	return func() {
		for _, question := range admitted {
			question.End()
		}
	}
}

// TestHelpBesideQuestions checks that computer players play, and others get hints, while somebody asks as many questions
// as possible. Whoever gets no hint is told why, and nobody is told that they asked.
func TestHelpBesideQuestions(t *testing.T) {
	h, _ := opened(t)
	end := make(chan struct{})
	var asking sync.WaitGroup
	for class := range turns.Long + 1 {
		if class == turns.Look {
			continue // it has the worker of class Quick
		}
		began := make(chan struct{})
		asking.Go(func() {
			assert.NoError(t, h.Turns().Once(context.Background(), turns.Asker{Person: "somebody"}, class, func() error {
				close(began)
				<-end
				return nil
			}))
		})
		<-began
	}
	setup := Setup{Players: 2, First: Pick{Chapter: "1"}, Computers: []string{"", "greedy"}, Hints: true}
	anna := seated(t, h, setup)[0]
	begin(t, anna)
	for v, _ := see(anna); len(v.History) < 3; v, _ = see(anna) {
		require.True(t, someone(t, anna), "the computer player plays")
	}
	close(end)
	asking.Wait()

	personsTurn(t, anna)
	me := anybody(0)
	giveBack := fill(t, h.Turns(), me.Asker(), turns.Quick)
	_, _, err := anna.Hint(t.Context(), seen(anna))
	require.ErrorIs(t, err, turns.ErrMany)
	assert.Empty(t, anna.TableView().Talk, "nothing was given, so nothing is told")
	giveBack()
	_, _, err = anna.Hint(t.Context(), seen(anna))
	require.NoError(t, err)
	assert.Len(t, anna.TableView().Talk, 1)
}

// TestSharedTurns checks that a round that is played alone on a server takes the turns of the server.
func TestSharedTurns(t *testing.T) {
	home := gameAtHome(t, "c01p3s3", "human", "greedy", "greedy")
	queue := turns.New(1)
	who := turns.Asker{Person: "anna", Address: "192.0.2.1/32"}
	home.ShareTurns(queue, who)
	moment(t, home, round.Turn)
	giveBack := fill(t, queue, who, turns.Quick)
	_, _, err := home.Hint(t.Context(), home.Look().Revision)
	require.ErrorIs(t, err, turns.ErrMany)
	giveBack()
	_, _, err = home.Hint(t.Context(), home.Look().Revision)
	require.NoError(t, err)
}
