package round_test

import (
	"bytes"
	"context"
	"math"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func written(t require.TestingT, w *round.Written) chapters.Record {
	var records []chapters.Record
	for e := range chapters.Default().Read("log", bytes.NewReader(w.Text.Bytes())) {
		require.NoError(t, e.Err)
		records = append(records, e.Record)
	}
	require.Len(t, records, 1)
	return records[0]
}

// text returns a record as text, to compare two records.
func text(t require.TestingT, r chapters.Record) string {
	b, err := r.Text()
	require.NoError(t, err)
	return string(b)
}

// begin starts a round in which people play the first seats.
func begin(t require.TestingT, deal string, people int) *round.Written {
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	by := slices.Repeat([]string{"random"}, len(pos.Hands))
	for s := range people {
		by[s] = round.Human
	}
	return resume(t, chapters.Record{Position: pos, PlayerNames: by, Seed: &id.Seed})
}

func resume(t require.TestingT, rec chapters.Record) *round.Written {
	s, err := round.Resume(chapters.Default(), rec)
	require.NoError(t, err)
	w, err := round.Write(s)
	require.NoError(t, err)
	return w
}

// run lets the computer players play until a person has to decide or the round is over.
func run(t require.TestingT, s *round.Written) {
	for {
		_, ok, err := s.Step(context.Background())
		require.NoError(t, err)
		if !ok {
			return
		}
	}
}

// answer decides for people. It depends only on the number of the decision, so that the same answers can be given
// again.
func answer(t require.TestingT, s *round.Written, salt int) {
	view := s.View(s.Player())
	options := view.Ask.Options
	require.NoError(t, s.Decide(options[(s.Decisions()*7+salt)%len(options)]))
}

func finish(t require.TestingT, s *round.Written, salt int) {
	for run(t, s); !s.IsOver(); run(t, s) {
		answer(t, s, salt)
	}
}

func TestTheRecordIsTheGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 4).Draw(t, "players")
		deal := chapters.DealID{
			Chapter: rapid.SampledFrom([]string{"1", "2", "3", "4"}).Draw(t, "chapter"),
			Players: players,
			Seed:    rapid.Uint64Range(0, 1000).Draw(t, "seed"),
		}
		people := rapid.IntRange(0, players).Draw(t, "people")
		s := begin(t, deal.String(), people)
		for run(t, s); !s.IsOver(); run(t, s) {
			if rapid.IntRange(0, 9).Draw(t, "undo") == 0 {
				before := s.Decisions()
				ok, err := s.Undo()
				require.NoError(t, err)
				if ok {
					require.Less(t, s.Decisions(), before)
					require.NotEqual(t, tricks.NoSeat, s.Player(), "undo goes back to a person's decision")
				}
				continue
			}
			answer(t, s, rapid.IntRange(0, 50).Draw(t, "answer"))
		}
		require.Equal(t, text(t, s.Record()), text(t, written(t, s)))

		again := resume(t, written(t, s))
		require.Equal(t, text(t, s.Record()), text(t, again.Record()))
		require.True(t, again.IsOver())
		require.Equal(t, s.Humans(), again.Humans())
	})
}

func TestAResumedGameGoesOnTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deal := rapid.SampledFrom([]string{"c01p4s7", "c02p3s2", "c03p2s4", "c04p4s1", "c04p1s3"}).Draw(t, "deal")
		salt := rapid.IntRange(0, 50).Draw(t, "salt")
		whole := begin(t, deal, 1)
		finish(t, whole, salt)

		cut := whole.Record()
		cut.Decisions = cut.Decisions[:rapid.IntRange(0, len(cut.Decisions)).Draw(t, "cut")]
		resumed := resume(t, cut)
		finish(t, resumed, salt)
		require.Equal(t, text(t, whole.Record()), text(t, resumed.Record()))
	})
}

func TestWhatIsNotLegalIsNotWritten(t *testing.T) {
	s := begin(t, "c01p4s7", 1)
	require.ErrorIs(t, begin(t, "c01p4s7", 0).Decide(chapters.Decision{}), round.ErrNotDue)
	run(t, s)
	before := s.Text.String()
	require.ErrorContains(t, s.Decide(chapters.Decision{Kind: chapters.Draft, Seat: 0, Character: "frodo"}), "(S4)")
	assert.Equal(t, before, s.Text.String())
}

func TestUndo(t *testing.T) {
	s := begin(t, "c01p4s7", 1)
	ok, err := s.Undo()
	require.NoError(t, err)
	assert.False(t, ok, "nobody has decided anything yet")

	run(t, s)
	first := text(t, s.Record())
	answer(t, s, 0)
	run(t, s)
	second := text(t, s.Record())
	answer(t, s, 0)
	run(t, s)
	third := text(t, s.Record())

	ok, err = s.Undo()
	require.NoError(t, err)
	require.True(t, ok)
	assert.Equal(t, second, text(t, s.Record()), "back to the last own decision")
	answer(t, s, 0)
	run(t, s)
	assert.Equal(t, third, text(t, s.Record()), "the computers decide the same again")

	for range 2 {
		_, err = s.Undo()
		require.NoError(t, err)
	}
	assert.Equal(t, first, text(t, s.Record()))
	assert.Equal(t, first, text(t, written(t, s)), "readers fold the undo lines")
}

// TestStop checks T11: the group may end the round early once its result is settled.
func TestStop(t *testing.T) {
	s := begin(t, "c01p4s7", 1)
	require.False(t, s.Stop())
	for run(t, s); s.View(0).Result == chapters.Undecided; run(t, s) {
		answer(t, s, 0)
	}
	require.False(t, s.IsOver(), "this deal is settled before its end; take another if not")
	made := s.Decisions()
	require.True(t, s.Stop())
	assert.True(t, s.EndedEarly())
	assert.True(t, s.IsOver())
	assert.Equal(t, tricks.NoSeat, s.Player())
	_, ok, err := s.Step(t.Context())
	require.NoError(t, err)
	assert.False(t, ok)
	assert.Len(t, s.Record().Decisions, made, "stopping is no decision")

	ok, err = s.Undo()
	require.NoError(t, err)
	assert.True(t, ok)
	assert.False(t, s.IsOver(), "an undo takes the stop back too")
}

// TestWhoDecides checks S9 and S10: one person may decide for several seats.
func TestWhoDecides(t *testing.T) {
	for _, tt := range []struct {
		deal   string
		people int
		want   []tricks.Seat
	}{
		{"c01p4s7", 0, nil},
		{"c01p4s7", 1, []tricks.Seat{0}},
		{"c01p3s7", 3, []tricks.Seat{0, 1, 2}},
		{"c01p2s7", 2, []tricks.Seat{0, 1}},
		{"c01p1s7", 1, []tricks.Seat{0}},
	} {
		s := begin(t, tt.deal, tt.people)
		assert.Equal(t, tt.want, s.Humans(), tt.deal)
		for seat, at := range s.View(0).Seats {
			assert.Equal(t, s.PlayerNames()[at.Decider], s.PlayerNames()[seat],
				"%s: seat %d is played by whoever decides for it", tt.deal, seat)
		}
		finish(t, s, 1)
	}
}

func TestBadRecords(t *testing.T) {
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 7})
	require.NoError(t, err)
	all := []string{round.Human, round.Human, round.Human, "greedy"}
	for name, tt := range map[string]struct {
		by   []string
		seed uint64
		want string
	}{
		"too few":         {all[:2], 7, "players are named for 2 seats, but there are 4 seats"},
		"unknown player":  {[]string{"deep", "deep", "deep", "deep"}, 7, `no computer player "deep"`},
		"seed of 64 bits": {all, math.MaxUint64, "too large"},
	} {
		_, err := round.Resume(chapters.Default(), chapters.Record{Position: pos, PlayerNames: tt.by, Seed: &tt.seed})
		assert.ErrorContains(t, err, tt.want, name)
	}
}

func TestResumeRefusesIllegalDecisions(t *testing.T) {
	record := begin(t, "c01p4s7", 1).Record()
	record.Decisions = []chapters.Decision{{Kind: chapters.Draft, Seat: 0, Character: "frodo", Target: tricks.NoSeat}}
	_, err := round.Resume(chapters.Default(), record)
	require.ErrorContains(t, err, "decision 1, draft 0:frodo: frodo is already taken (S4)")

	record = begin(t, "c01p4s7", 1).Record()
	record.PlayerNames = nil
	s, err := round.Resume(chapters.Default(), record)
	require.NoError(t, err)
	assert.Len(t, s.Humans(), 4, "where the record does not say who plays, people do")
}

// TestNamePeople checks that a view names each person at the one seat that the person plays: not at the pyramid, and not
// where one person plays all seats.
func TestNamePeople(t *testing.T) {
	for _, tt := range []struct {
		deal          string
		players, want []string
	}{
		{
			deal:    "c02p4s7",
			players: []string{round.Person("Anna"), round.Human, "greedy", round.Person("Ben")},
			want:    []string{"Anna", "", "", "Ben"},
		},
		{
			deal:    "c02p2s7",
			players: []string{round.Person("Anna"), round.Person("Ben"), round.Person("Ben")},
			want:    []string{"Anna", "Ben", ""},
		},
		{deal: "c05p1s3", players: []string{round.Person("Anna")}, want: []string{"", "", "", ""}},
	} {
		id, err := chapters.ParseDealID(tt.deal)
		require.NoError(t, err)
		pos, err := chapters.Default().Deal(id)
		require.NoError(t, err)
		g, err := chapters.Default().NewGame(pos)
		require.NoError(t, err)
		v := g.View(tricks.NoSeat)
		round.NamePeople(&v, tt.players)
		var names []string
		for _, seat := range v.Seats {
			names = append(names, seat.Person)
		}
		assert.Equal(t, tt.want, names, tt.deal)
	}
}
