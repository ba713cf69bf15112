package round

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// table begins a round.
func table(t *testing.T, deal string, by ...string) *Written {
	t.Helper()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	seed := uint64(1)
	s, err := Resume(chapters.Default(), chapters.Record{Position: pos, PlayerNames: by, Seed: &seed})
	require.NoError(t, err)
	w, err := Write(s)
	require.NoError(t, err)
	return w
}

// first makes the first possible decision for the player whose decision is due.
func first(t *testing.T, s *Written) {
	t.Helper()
	if p := s.Player(); p != tricks.NoSeat {
		v := s.View(p)
		require.NoError(t, s.Decide(v.Ask.Options[0]))
		return
	}
	_, ok, err := s.Step(t.Context())
	require.NoError(t, err)
	require.True(t, ok)
}

// reread resumes a round from its record.
func reread(t *testing.T, w *Written) *Round {
	t.Helper()
	for e := range chapters.Default().Read("record", bytes.NewReader(w.Text.Bytes())) {
		require.NoError(t, e.Err)
		s, err := Resume(chapters.Default(), e.Record)
		require.NoError(t, err)
		return s
	}
	require.Fail(t, "the record is empty")
	return nil
}

// TestPeopleHaveNames checks that people's names are in the record, and that named people play.
func TestPeopleHaveNames(t *testing.T) {
	s := table(t, "c01p4s1", "human:Anna", "greedy", "human", "human:Ben Bo")
	for _, s := range []*Round{s.Round, reread(t, s)} {
		assert.Equal(t, []tricks.Seat{0, 2, 3}, s.Humans())
		assert.Equal(t, "Anna", s.Name(0))
		assert.Empty(t, s.Name(1), "a computer player has none")
		assert.Empty(t, s.Name(2))
		assert.Equal(t, "Ben Bo", s.Name(3))
	}
	name, person := PersonName("fair")
	assert.False(t, person)
	assert.Empty(t, name)
	assert.Equal(t, Human, Person(""))
}

// TestThoughts checks that a thought always leads to the same decision.
func TestThoughts(t *testing.T) {
	s := table(t, "c02p4s3", "fair", "fair", "fair", "fair")
	other := table(t, "c02p4s3", "fair", "fair", "fair", "fair")
	for range 6 {
		thought := s.Think()
		d, reason, err := thought.Decide(t.Context())
		require.NoError(t, err)
		assert.Positive(t, reason.Options)
		again, _, err := thought.Decide(t.Context())
		require.NoError(t, err)
		assert.Equal(t, d, again)
		require.NoError(t, s.Line(chapters.Line{Decision: &d}))
		step, _, err := other.Step(t.Context())
		require.NoError(t, err)
		assert.Equal(t, step, d)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := s.Think().Decide(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// TestLastCard checks that the last card of a computer player is found, and that thinking again leads to it.
func TestLastCard(t *testing.T) {
	s := table(t, "c01p4s1", Human, "greedy", "greedy", "greedy")
	_, thought, err := s.LastCard(1)
	require.NoError(t, err)
	assert.Nil(t, thought)
	for range 25 {
		first(t, s)
	}
	play, thought, err := s.LastCard(1)
	require.NoError(t, err)
	require.NotNil(t, thought)
	d, _, err := thought.Decide(t.Context())
	require.NoError(t, err)
	assert.Equal(t, play, d.Play())
	assert.NotEqual(t, tricks.Seat(0), play.Seat)
}

// TestUndoAmongPeople checks that among several people only the very last decision can be taken back, and nothing
// once a computer player has played.
func TestUndoAmongPeople(t *testing.T) {
	s := table(t, "c01p4s1", "human:Anna", "human:Ben", "greedy", "greedy")
	for s.View(tricks.NoSeat).Stage != chapters.StagePlay || s.Player() == tricks.NoSeat {
		first(t, s)
	}
	n := s.Decisions()
	who := s.Player()
	first(t, s)
	assert.Equal(t, who, s.LastDecider())
	ok, err := s.Undo()
	require.NoError(t, err)
	assert.True(t, ok)
	assert.Equal(t, n, s.Decisions())
	for s.LastDecider() != tricks.NoSeat {
		first(t, s)
	}
	before := s.Text.Len()
	ok, err = s.Undo()
	require.NoError(t, err)
	assert.False(t, ok, "a computer player has acted")
	assert.Equal(t, before, s.Text.Len(), "and nothing is written")
}

// TestUndoRevealed checks that among several people no decision can be taken back that turned a card up: in
// chapter 5 the end of a trick turns up the next card of the Old Forest (C5).
func TestUndoRevealed(t *testing.T) {
	s := table(t, "c05p4s1", Human, Human, Human, Human)
	for tricksDone := 0; tricksDone == 0; tricksDone = len(s.View(tricks.NoSeat).History) {
		first(t, s)
	}
	log := s.View(tricks.NoSeat).Log
	require.Equal(t, chapters.TurnedUp, log[len(log)-1].Kind)
	ok, err := s.Undo()
	require.NoError(t, err)
	assert.False(t, ok)
	first(t, s)
	ok, err = s.Undo()
	require.NoError(t, err)
	assert.True(t, ok, "a card alone comes back")
}

// TestAssisted checks that the solver's help is noted in the record, and stays there when the decision is taken back.
func TestAssisted(t *testing.T) {
	s := table(t, "c01p4s1", Human, "greedy", "greedy", "greedy")
	for s.Player() == tricks.NoSeat {
		first(t, s)
	}
	n := s.Decisions()
	require.NoError(t, s.Line(chapters.Line{Assisted: true}))
	first(t, s)
	_, err := s.Undo()
	require.NoError(t, err)
	assert.Equal(t, []int{n}, s.Record().Assisted)
	assert.Equal(t, []int{n}, reread(t, s).Record().Assisted)
}

// TestUndoAgreed checks that all people together can take back the last decision of one of them with the later
// ones of computer players, but nothing that revealed something, even if only one person is left.
func TestUndoAgreed(t *testing.T) {
	for _, by := range [][]string{{Human, "greedy", "greedy"}, {Human, Human, "greedy"}} {
		s := table(t, "c05p3s1", by...)
		back, kept := 0, 0
		for !s.IsOver() {
			first(t, s)
			last := s.lastOfPerson()
			if last < 0 {
				continue
			}
			before, err := s.game.AfterDecisions(last)
			require.NoError(t, err)
			lit := reveals(s.game.View(tricks.NoSeat).Log[before.State().Logged:])
			if lit {
				require.Zero(t, s.UndoCount(true))
				kept++
			} else {
				require.Equal(t, last, s.Decisions()-s.UndoCount(true))
				back++
			}
		}
		require.Positive(t, back)
		require.Positive(t, kept)
		require.Equal(t, s.Record(), reread(t, s).Record())
	}
}

// TestHear checks that a round to which the lines of another one are applied stays equal to it, with undo, help and
// replaced players.
func TestHear(t *testing.T) {
	writes := table(t, "c02p4s3", Human, "random", Human, "greedy")
	hears, err := Resume(chapters.Default(), writes.Record())
	require.NoError(t, err)
	heard := writes.Text.Len()
	for n := 0; !writes.IsOver(); n++ {
		first(t, writes)
		if n < 50 && n%5 == 2 {
			_, err := writes.UndoAgreed()
			require.NoError(t, err)
			first(t, writes)
		}
		if writes.Player() != tricks.NoSeat && n%7 == 0 {
			require.NoError(t, writes.Line(chapters.Line{Assisted: true}))
		}
		if n == 20 || n == 30 {
			for _, s := range []*Round{writes.Round, hears} {
				require.NoError(t, s.Replace(0, []string{Human, "random"}[n/10%2]))
			}
		}
		for line := range bytes.Lines(writes.Text.Bytes()[heard:]) {
			require.NoError(t, hears.ApplyLine(line))
		}
		heard = writes.Text.Len()
		require.Equal(t, writes.Record(), hears.Record())
		require.Equal(t, writes.View(0), hears.View(0))
		require.Equal(t, writes.deciders, hears.deciders)
	}
	require.Error(t, hears.ApplyLine([]byte(`{"play":"0:H1"}`)), "the round is over")
	require.Error(t, hears.ApplyLine([]byte(`{"undo":1000}`)))
	require.Error(t, hears.ApplyLine([]byte(`{"nonsense":1}`)))
	require.Error(t, hears.ApplyLine([]byte("{\x00")))
	require.Error(t, hears.Replace(0, "nobody"))
	require.Error(t, hears.Replace(9, Human))
	require.Error(t, hears.Replace(tricks.NoSeat, Human))
	require.Equal(t, writes.Record(), hears.Record())
}

// TestRevealing lists for each kind of event whether it reveals something.
func TestRevealing(t *testing.T) {
	harmless := strings.Fields("took took_lost passed returned gave declined played won_trick named has_rider has_gift chose_threat " +
		"declared chose_range announced tucked came_back kept_last put_aside swapped_lost fell_short")
	for kind := chapters.EventKind(0); kind.String() != ""; kind++ {
		assert.NotEqual(t, slices.Contains(harmless, kind.String()), reveals([]chapters.Event{{Kind: kind}}), kind)
	}
}

// TestOfSetup checks that exchanges are events of the setup (S6), and drafts (S4) and everything after setup are not,
// such as the tucked card that comes back before the first trick (K: Shadowfax).
func TestOfSetup(t *testing.T) {
	lib := chapters.Default()
	deal, err := lib.Deal(chapters.DealID{Chapter: "12", Players: 4, Seed: 1})
	require.NoError(t, err)
	g, err := lib.NewGame(deal)
	require.NoError(t, err)
	for len(g.View(0).History) == 0 {
		d := g.Options()[0]
		if i := slices.IndexFunc(g.Options(), func(d chapters.Decision) bool {
			return d.Kind == chapters.TakeBack && d.Word == chapters.Yes
		}); i >= 0 {
			d = g.Options()[i]
		}
		require.NoError(t, g.Apply(d))
	}
	v := g.View(0)
	seen := map[string]bool{}
	for n, e := range v.Log {
		seen[e.Kind.String()] = true
		during := slices.Contains([]string{"took_lost", "passed", "returned", "tucked", "kept_last", "put_aside"},
			e.Kind.String())
		assert.Equal(t, during, IsSetupEvent(&v, n), e.Kind)
	}
	for _, kind := range []string{"took", "passed", "tucked", "came_back", "played"} {
		assert.True(t, seen[kind], kind)
	}
}
