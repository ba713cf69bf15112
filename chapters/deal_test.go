package chapters_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with a file in testdata/golden.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got, "run the test with -update if the change is wanted")
}

// TestDealerIsFrozen: a deal's name means the same cards for ever.
func TestDealerIsFrozen(t *testing.T) {
	var b strings.Builder
	for _, chapter := range []string{"1", "2", "3", "4"} {
		for players := 1; players <= 4; players++ {
			for _, seed := range []uint64{0, 7, 1<<64 - 1} {
				pos := dealOf(t, chapters.DealID{Chapter: chapter, Players: players, Seed: seed}.String())
				line, err := json.Marshal(pos)
				require.NoError(t, err)
				b.Write(append(line, '\n'))
			}
		}
	}
	golden(t, "deals.jsonl", b.String())
}

// TestDealNumbers holds deals to S1, S2, S8, S9, S10 and the table N.
func TestDealNumbers(t *testing.T) {
	rounds(t, 80, func(t *testing.T, name string, _ *rand.Rand) {
		pos := dealOf(t, name)
		require.Equal(t, chapters.StageDraft, pos.Stage)
		require.Equal(t, name, pos.Deal)
		require.Len(t, pos.Lost, 1)
		require.NotEqual(t, tricks.OneRing, pos.Lost[0], "S2")
		all := pos.Lost[0].Bit()
		cards := 1
		add := func(list []tricks.Card) {
			all |= tricks.SetOf(list...)
			cards += len(list)
		}
		require.Len(t, pos.Hands, map[int]int{1: 4, 2: 3, 3: 3, 4: 4}[pos.Players], "S1")
		for s, h := range pos.Hands {
			require.Empty(t, h.Character)
			require.Empty(t, h.Extra)
			switch {
			case tricks.Seat(s) == pos.Pyramid:
				require.Equal(t, 2, pos.Players)
				require.Empty(t, h.Cards)
				require.Len(t, h.Rows, 3)
				for r, row := range h.Rows {
					require.Len(t, row, 3+r, "S9")
					add(row)
				}
			default:
				require.Equal(t, map[int]int{1: 4, 2: 12, 3: 12, 4: 9}[pos.Players], h.Cards.Len())
				add(h.Cards.Cards())
			}
		}
		if pos.Players == 1 {
			require.Len(t, pos.Pile, 20, "S10")
			require.True(t, slices.ContainsFunc(pos.Hands, func(h chapters.HandInfo) bool { return h.Cards.Has(tricks.OneRing) }), "S10")
		} else {
			require.Empty(t, pos.Pile)
		}
		require.Equal(t, pos.Players == 2, pos.Pyramid != tricks.NoSeat)
		add(pos.Pile)
		require.Equal(t, 37, cards)
		require.Equal(t, tricks.Deck, all)
		chapter, err := chapters.Default().Chapter(pos.Chapter)
		require.NoError(t, err)
		require.ElementsMatch(t, chapter.Threats, pos.Threats, "S8")
	})
}

// TestDealsDiffer: the number, the chapter and the table size all matter, and
// R1 comes to every seat.
func TestDealsDiffer(t *testing.T) {
	seen := map[string]string{}
	seats := map[tricks.Seat]int{}
	rounds(t, 20, func(t *testing.T, name string, _ *rand.Rand) {
		pos := dealOf(t, name)
		if pos.Players > 2 {
			seats[holder(pos)]++
		}
		pos.ID, pos.Deal, pos.Chapter, pos.Threats = "", "", "", nil
		line, err := json.Marshal(pos)
		require.NoError(t, err)
		require.Empty(t, seen[string(line)], "%s is the same deal", name)
		seen[string(line)] = name
	})
	require.Len(t, seats, 4)
}

func TestDealNames(t *testing.T) {
	for text, want := range map[string]chapters.DealID{
		"c02p4s7":                    {Chapter: "2", Players: 4, Seed: 7},
		"c01p1s0":                    {Chapter: "1", Players: 1},
		"c18p3s18446744073709551615": {Chapter: "18", Players: 3, Seed: 1<<64 - 1},
	} {
		got, err := chapters.ParseDealID(text)
		require.NoError(t, err)
		assert.Equal(t, want, got)
		assert.Equal(t, text, got.String())
	}
	short, err := chapters.ParseDealID("c2p4s7")
	require.NoError(t, err)
	assert.Equal(t, "c02p4s7", short.String())
	for _, text := range []string{"", "c02p4", "c00p4s7", "c02p5s7", "c02p0s7", "c02p4s-1", "c02p4s07", "c02p4s18446744073709551616", "C02P4S7", "c02p4s7 ", "xc02p4s7", "c02p4s99999999999999999999", "roadp4s1x"} {
		_, err := chapters.ParseDealID(text)
		require.Error(t, err, text)
	}
	for _, id := range []chapters.DealID{{Chapter: "19", Players: 4}, {Chapter: "", Players: 4}, {Chapter: "1", Players: 0}, {Chapter: "1", Players: 5}} {
		_, err := chapters.Default().Deal(id)
		require.Error(t, err)
	}
}
