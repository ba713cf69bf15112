package play_test

import (
	"context"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// atHome is the front end of a round at home, which keeps what it is told.
type atHome struct {
	solver
	question play.Question
	reply    string
	warning  bool
	err      error
}

func (a *atHome) Ask(q play.Question) string {
	a.question = q
	return q.Title
}

func (a *atHome) Reply(text string, warning bool) string {
	a.reply = text
	a.warning = warning
	return text
}

func (a *atHome) Done(note string, err error) string {
	a.err = err
	return note
}

// TestHelpInARound asks for everything that helps in a round at home: a hint, which names a decision, the choices that
// keep the round winnable, after a warning of what that reveals, and why a computer player played its card. Then it takes
// a decision back.
func TestHelpInARound(t *testing.T) {
	said := texts.New("en")
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 2})
	require.NoError(t, err)
	home, err := table.OpenUnsaved(chapters.Default(),
		chapters.Record{Position: pos, PlayerNames: []string{round.Human, "greedy", "greedy", "greedy"}})
	require.NoError(t, err)
	defer home.Close()
	a := &atHome{solver: solver{t: t, home: home, options: play.RoundOptions{
		Solve: func(context.Context) string { return "" },
	}}}
	a.game = &play.Client{Client: home.Client}
	acts := play.Bind(said, nil, play.Round[*atHome, string]()...)
	ask := func(name string) play.Answer {
		t.Helper()
		a.turn()
		require.Equal(t, play.Title(said, name), acts.ByName(name).Do(a))
		answer, err := a.question.Think(t.Context())
		require.NoError(t, err)
		return answer
	}

	a.turn()
	acts.ByName("opencards").Do(a)
	assert.True(t, a.warning)
	assert.Equal(t, said.T("open.warn", "opencards"), a.reply)
	v := a.State().View
	answer := ask("opencards")
	assert.Equal(t, said.Round(v).OpenCards(v.Ask.Options, nil, len(v.Ask.Options)), answer.Say(), "all choices win")
	answer = ask("hint")
	assert.Contains(t, v.Ask.Options, *answer.Advice)
	assert.Contains(t, answer.Say(), said.Round(v).Choice(*answer.Advice))
	assert.Equal(t, said.T("why.none"), ask("why").Say(), "nobody has played a card")

	acts.ByName("undo").Do(a)
	assert.Equal(t, said.T("undo.none"), a.reply)
	for len(a.State().View.History) < 2 {
		a.turn()
		require.NoError(t, a.game.Decide(a.State().View.Ask.Options[0]))
	}
	v = a.State().View
	assert.Contains(t, ask("why").Say(), said.Round(v).NameAt(lastComputer(t, v)))
	before := len(a.home.Round().Reveal().Decisions())
	assert.Equal(t, said.T("undo.done"), acts.ByName("undo").Do(a))
	require.NoError(t, a.err)
	assert.Less(t, len(a.home.Round().Reveal().Decisions()), before)
	a.turn()
	acts.ByName("stop").Do(a)
	assert.Equal(t, said.T("stop.early"), a.reply)
	assert.False(t, a.warning)
}

// lastComputer returns the seat that played last of those that the computer plays.
func lastComputer(t *testing.T, v *chapters.View) tricks.Seat {
	t.Helper()
	for i := len(v.Log) - 1; i >= 0; i-- {
		if e := v.Log[i]; e.Kind == chapters.Played && e.Seat != 0 {
			return e.Seat
		}
	}
	require.Fail(t, "no computer has played")
	return tricks.NoSeat
}

// turn goes on until it is the person's turn.
func (s *solver) turn() {
	s.t.Helper()
	for {
		switch now := s.State().Now; now {
		case round.Turn:
			return
		case round.Thinking, round.Elsewhere:
			require.NoError(s.t, s.game.Wait(s.t.Context(), s.game.LastSnapshot.Event))
		case round.End:
			require.Fail(s.t, "the round is over")
		default:
			s.game.GoOn()
		}
	}
}
