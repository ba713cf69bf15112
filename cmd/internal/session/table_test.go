package session

import (
	"bytes"
	"context"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// notes is a record in memory.
type notes struct{ bytes.Buffer }

func (n *notes) Append(line []byte) error {
	_, err := n.Write(line)
	return err
}

// table begins a game.
func table(t *testing.T, deal string, by ...string) (*Session, *notes) {
	t.Helper()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	var log notes
	s, err := New(Config{Library: chapters.Default(), Position: pos, By: by, Seed: 1})
	require.NoError(t, err)
	record := s.Record()
	header, err := record.Header()
	require.NoError(t, err)
	require.NoError(t, log.Append(header))
	return s.Copy(&log), &log
}

// first makes the first decision there is for whoever is due.
func first(t *testing.T, s *Session) {
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

// reread is the game as its record tells it.
func reread(t *testing.T, log *notes) *Session {
	t.Helper()
	for e := range chapters.Default().Read("record", bytes.NewReader(log.Bytes())) {
		require.NoError(t, e.Err)
		s, err := Resume(chapters.Default(), e.Record)
		require.NoError(t, err)
		return s
	}
	require.Fail(t, "the record is empty")
	return nil
}

// TestPeopleHaveNames holds that names are in the record, and that people play.
func TestPeopleHaveNames(t *testing.T) {
	s, log := table(t, "c01p4s1", "human:Anna", "greedy", "human", "human:Ben Bo")
	for _, s := range []*Session{s, reread(t, log)} {
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

// TestThoughts holds that a thought comes to what Step would do, however often
// it is thought, and counts only while the game waits for it.
func TestThoughts(t *testing.T) {
	s, _ := table(t, "c02p4s3", "fair", "fair", "fair", "fair")
	other, _ := table(t, "c02p4s3", "fair", "fair", "fair", "fair")
	for range 6 {
		thought := s.Think()
		d, reason, err := thought.Decide(t.Context())
		require.NoError(t, err)
		assert.Positive(t, reason.Options)
		again, _, err := thought.Decide(t.Context())
		require.NoError(t, err)
		assert.Equal(t, d, again)
		require.NoError(t, s.Follow(thought, d))
		require.ErrorIs(t, s.Follow(thought, d), ErrNotDue)
		step, _, err := other.Step(t.Context())
		require.NoError(t, err)
		assert.Equal(t, step, d)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := s.Think().Decide(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// TestLastCard holds that the last card of a computer player is found, and that
// thinking again leads to it.
func TestLastCard(t *testing.T) {
	s, _ := table(t, "c01p4s1", Human, "greedy", "greedy", "greedy")
	_, thought, err := s.LastCard()
	require.NoError(t, err)
	assert.Nil(t, thought)
	for range 25 {
		first(t, s)
	}
	play, thought, err := s.LastCard()
	require.NoError(t, err)
	require.NotNil(t, thought)
	d, _, err := thought.Decide(t.Context())
	require.NoError(t, err)
	assert.Equal(t, play, d.Play())
	assert.NotEqual(t, tricks.Seat(0), play.Seat)
}

// TestUndoAmongPeople holds that among several people only the very last
// decision comes back, and nothing once a computer has played.
func TestUndoAmongPeople(t *testing.T) {
	s, log := table(t, "c01p4s1", "human:Anna", "human:Ben", "greedy", "greedy")
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
	before := log.Len()
	ok, err = s.Undo()
	require.NoError(t, err)
	assert.False(t, ok, "a computer player has acted")
	assert.Equal(t, before, log.Len(), "and nothing is written")
}

// TestUndoRevealed holds that among several people nothing comes back that
// turned a card up: in chapter 5 the trick's end turns up the next card of the
// Old Forest (C5).
func TestUndoRevealed(t *testing.T) {
	s, _ := table(t, "c05p4s1", Human, Human, Human, Human)
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

// TestAssisted holds that help which no player has is in the record, and stays
// there when the decision is taken back.
func TestAssisted(t *testing.T) {
	s, log := table(t, "c01p4s1", Human, "greedy", "greedy", "greedy")
	for s.Player() == tricks.NoSeat {
		first(t, s)
	}
	n := s.Decisions()
	require.NoError(t, s.Assist())
	first(t, s)
	_, err := s.Undo()
	require.NoError(t, err)
	assert.Equal(t, []int{n}, s.Record().Assisted)
	assert.Equal(t, []int{n}, reread(t, log).Record().Assisted)
}

// TestUndoAgreed holds that all people together take back the last decision of one of
// them with what the computers decided since, never past what was brought to light,
// even where only one person is left.
func TestUndoAgreed(t *testing.T) {
	for _, by := range [][]string{{Human, "greedy", "greedy"}, {Human, Human, "greedy"}} {
		s, log := table(t, "c05p3s1", by...)
		back, kept := 0, 0
		for !s.Over() {
			first(t, s)
			last := s.lastOfPerson()
			if last < 0 {
				continue
			}
			before, err := s.game.Before(last)
			require.NoError(t, err)
			lit := reveals(s.game.View(tricks.NoSeat).Log[before.Logged():])
			trial := s.Copy(nil)
			ok, err := trial.UndoAgreed()
			require.NoError(t, err)
			require.Equal(t, !lit, ok)
			if ok {
				require.Equal(t, last, trial.Decisions())
				back++
			} else {
				require.Equal(t, s.Record(), trial.Record())
				kept++
			}
		}
		require.Positive(t, back)
		require.Positive(t, kept)
		require.Equal(t, s.Record(), reread(t, log).Record(), "a copy leaves the game alone")
	}
}

// TestHear holds that a session which hears what another one writes is the same, with
// undo, help, and seats that others play from some moment on.
func TestHear(t *testing.T) {
	var log heard
	id, err := chapters.ParseDealID("c02p4s3")
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	writes, err := New(Config{Library: chapters.Default(), Position: pos, By: []string{Human, "random", Human, "greedy"}})
	require.NoError(t, err)
	writes = writes.Copy(&log)
	hears, err := Resume(chapters.Default(), writes.Record())
	require.NoError(t, err)
	log.to = hears
	for n := 0; !writes.Over(); n++ {
		first(t, writes)
		if n < 50 && n%5 == 2 {
			_, err := writes.UndoAgreed()
			require.NoError(t, err)
			first(t, writes)
		}
		if writes.Player() != tricks.NoSeat && n%7 == 0 {
			require.NoError(t, writes.Assist())
		}
		if n == 20 || n == 30 {
			for _, s := range []*Session{writes, hears} {
				require.NoError(t, s.Replace(0, []string{Human, "random"}[n/10%2]))
			}
		}
		require.Equal(t, writes.Record(), hears.Record())
		require.Equal(t, writes.View(0), hears.View(0))
		require.Equal(t, writes.deciders, hears.deciders)
	}
	require.Error(t, hears.Hear([]byte(`{"play":"0:H1"}`)), "the round is over")
	require.Error(t, hears.Hear([]byte(`{"undo":1000}`)))
	require.Error(t, hears.Hear([]byte(`{"nonsense":1}`)))
	require.Error(t, hears.Hear([]byte("{\x00")))
	require.Error(t, hears.Replace(0, "nobody"))
	require.Error(t, hears.Replace(9, Human))
	require.Error(t, hears.Replace(tricks.NoSeat, Human))
	require.Equal(t, writes.Record(), hears.Record())
}

// heard lets another session hear what is written.
type heard struct{ to *Session }

func (h *heard) Append(line []byte) error {
	if h.to == nil {
		return nil // the first line
	}
	return h.to.Hear(line)
}
