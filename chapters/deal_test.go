package chapters_test

import (
	"encoding/json"
	"flag"
	"fmt"
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
	t.Parallel()
	var first, others strings.Builder
	for _, id := range chapters.Default().DealIDs(0) {
		b := &others
		seeds := []uint64{7}
		if slices.Contains([]string{"1", "2", "3", "4"}, id.Chapter) {
			b = &first
			seeds = []uint64{0, 7, 1<<64 - 1}
		}
		for _, id.Seed = range seeds {
			line, err := json.Marshal(dealOf(t, id.String()))
			require.NoError(t, err)
			b.Write(append(line, '\n'))
		}
	}
	golden(t, "deals.jsonl", first.String())
	golden(t, "deals-5-18.jsonl", others.String())
}

// dealt is a line of the table N: how many cards are dealt at four seats, and at three.
type dealt struct {
	lost, side [2]int // lost cards, cards of the side deck
	rivers     [2]int
	hand       [2]int
	rows       []int // of the pyramid, from the top
	pile       int   // solo
}

// dealtIn is the table N, by chapter and event.
func dealtIn(chapter, variant string) dealt {
	most := dealt{lost: [2]int{1, 1}, hand: [2]int{9, 12}, rows: []int{3, 4, 5}, pile: 20}
	switch chapter {
	case "5":
		return dealt{lost: [2]int{1, 2}, side: [2]int{9, 9}, hand: [2]int{7, 9}, rows: []int{2, 3, 4}, pile: 12}
	case "6":
		return dealt{side: [2]int{5, 10}, hand: [2]int{8, 9}, rows: []int{2, 3, 4}, pile: 16}
	case "14":
		if variant == "b" {
			return dealt{lost: [2]int{1, 2}, side: [2]int{21, 18}, hand: [2]int{7, 9}, rows: []int{2, 3, 4}, pile: 12}
		}
	case "17", "18":
		return dealt{lost: [2]int{1, 1}, rivers: [2]int{8, 6}, hand: [2]int{11, 14}, rows: []int{2, 3, 4, 5}, pile: 28}
	}
	return most
}

// sideOf returns the cards that a side deck is made of (C5, C6, C14).
func sideOf(t testing.TB, name string) tricks.Set {
	t.Helper()
	set, err := tricks.ParseSet(map[string]string{
		"oldforest": "F123456789", chapters.Balrog: "S12345678 B5",
		"barrow": "H12345678 M12345678 F12345678 S12345678",
	}[name])
	require.NoError(t, err)
	return set
}

// TestDealNumbers holds deals to S1, S2, S8, S9, S10, what is special in a
// chapter, and the table N.
func TestDealNumbers(t *testing.T) {
	t.Parallel()
	lost := tricks.Set(0)
	rounds(t, 30, func(t *testing.T, name string, _ *rand.Rand) {
		pos := dealOf(t, name)
		id, err := chapters.ParseDealID(name)
		require.NoError(t, err)
		chapter, err := chapters.Default().Chapter(pos.Chapter)
		require.NoError(t, err)
		n := dealtIn(id.Chapter, id.Variant)
		solo := pos.Players == 1
		at := map[int]int{1: 0, 2: 1, 3: 1, 4: 0}[pos.Players]
		mirror := id.Chapter == "16" // C16

		require.Equal(t, chapters.StageDraft, pos.Stage)
		require.Equal(t, name, pos.Deal)
		require.Len(t, pos.Lost, n.lost[at], "S2, N")
		if slices.Contains(pos.Lost, tricks.OneRing) {
			require.True(t, mirror, "S2, C16")
		}
		lost |= tricks.SetOf(pos.Lost...)
		all := tricks.Set(0)
		cards := 0
		add := func(list []tricks.Card) {
			all |= tricks.SetOf(list...)
			cards += len(list)
		}
		add(pos.Lost)
		require.Len(t, pos.Hands, map[int]int{1: 4, 2: 3, 3: 3, 4: 4}[pos.Players], "S1")
		for s, h := range pos.Hands {
			require.Equal(t, mirror, h.Character != "", "S4; C16: the characters are dealt")
			require.Empty(t, h.Extra)
			if tricks.Seat(s) == pos.Pyramid {
				require.Empty(t, h.Cards)
				require.Len(t, h.Rows, len(n.rows))
				for r, row := range h.Rows {
					require.Len(t, row, n.rows[r], "S9")
					add(row)
				}
				continue
			}
			add(h.Cards.Cards())
			want := n.hand[at]
			switch {
			case solo:
				want = 4 // S10
			case mirror:
				want = 4
				require.Len(t, pos.Staged, 2, "C16")
				require.Equal(t, 4, pos.Staged[0][s].Len(), "C16")
				require.Equal(t, n.hand[at]-8, pos.Staged[1][s].Len(), "C16: 1 each, or 4 each")
			}
			require.Equal(t, want, h.Cards.Len(), "N")
		}
		for _, stage := range pos.Staged {
			for _, set := range stage {
				add(set.Cards())
			}
		}
		if solo {
			require.Len(t, pos.Pile, n.pile, "S10")
			require.Empty(t, pos.Staged, "C16: solo deals as always")
			require.True(t, slices.ContainsFunc(pos.Hands, func(h chapters.HandInfo) bool {
				return h.Cards.Contains(tricks.OneRing)
			}), "S10")
		} else {
			require.Empty(t, pos.Pile)
		}
		require.Equal(t, pos.Players == 2, pos.Pyramid != tricks.NoSeat)
		add(pos.Pile)

		deck := tricks.Deck
		for rank := range n.rivers[at] {
			deck |= tricks.NewCard(tricks.Rivers, rank+1).Bit() // C17, C18
		}
		for side, list := range pos.Sides {
			made := sideOf(t, side)
			require.Len(t, list, n.side[at], "%s, N", side)
			require.Zero(t, tricks.SetOf(list...)&^made, side)
			switch side {
			case "barrow":
				add(list) // C6
			case "oldforest":
				require.Equal(t, made, tricks.SetOf(list...), "C5")
				deck &^= made
			default:
				requireTurnUps(t, list, made, n.side[at]/n.hand[at])
				deck &^= made
			}
		}
		require.Equal(t, n.side[at] > 0, len(pos.Sides) == 1)
		require.Equal(t, deck.Len(), cards, "no card appears twice")
		require.Equal(t, deck, all)
		require.ElementsMatch(t, chapter.Threats, pos.Threats, "S8")
	})
	require.Equal(t, tricks.SuitSet(tricks.Rings), lost&tricks.SuitSet(tricks.Rings),
		"S2: any other Ring may be lost, and R1, too (C16)")
}

// requireTurnUps checks a Balrog deck by C14: each card comes once until the deck runs out. Then all its
// cards are shuffled except the ones turned up for the current trick.
func requireTurnUps(t testing.TB, list []tricks.Card, made tricks.Set, each int) {
	t.Helper()
	left := made
	for trick := 0; trick < len(list); trick += each {
		var up tricks.Set
		for _, c := range list[trick : trick+each] {
			if left == 0 {
				left = made &^ up
			}
			require.True(t, left.Contains(c), "C14: %s cannot be turned up now: %v", c, list)
			left, up = left&^c.Bit(), up|c.Bit()
		}
	}
}

// TestDealsDiffer: the number, the chapter, its event or group and the table size
// all matter, and R1 comes to every seat.
func TestDealsDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	seats := map[tricks.Seat]int{}
	rounds(t, 8, func(t *testing.T, name string, _ *rand.Rand) {
		pos := dealOf(t, name)
		if pos.Players > 2 && pos.Staged == nil { // C16: R1 may be lost, or come later
			seats[holder(pos)]++
		}
		pos = chapters.Position{
			Players: pos.Players, Lost: pos.Lost, Hands: pos.Hands, Pyramid: pos.Pyramid,
			Pile: pos.Pile,
		}
		line, err := json.Marshal(pos)
		require.NoError(t, err)
		require.Empty(t, seen[string(line)], "%s is the same deal", name)
		seen[string(line)] = name
	})
	require.Len(t, seats, 4)
}

func TestDealNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]chapters.DealID{
		"c02p4s7":                    {Chapter: "2", Players: 4, Seed: 7},
		"c01p1s0":                    {Chapter: "1", Players: 1},
		"c17p3s18446744073709551615": {Chapter: "17", Players: 3, Seed: 1<<64 - 1},
		"c14bp4s7":                   {Chapter: "14", Variant: "b", Players: 4, Seed: 7},
		"c181p2s7":                   {Chapter: "18", Variant: "1", Players: 2, Seed: 7},
		"roadp4s7":                   {Chapter: "road", Players: 4, Seed: 7},
	} {
		got, err := chapters.ParseDealID(text)
		require.NoError(t, err)
		assert.Equal(t, want, got)
		assert.Equal(t, text, got.String())
	}
	for _, id := range chapters.Default().DealIDs(7) { // as screens show them
		chapter, err := chapters.Default().Chapter(id.Chapter)
		require.NoError(t, err)
		v := chapter.Variant(id.Variant)
		if v == nil {
			continue
		}
		long, err := chapters.ParseDealID(id.Long(v.ID))
		require.NoError(t, err)
		assert.Equal(t, id.String(), long.String())
		want, err := chapters.Default().Deal(id)
		require.NoError(t, err)
		got, err := chapters.Default().Deal(long)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	other, err := chapters.ParseDealID("c14-banner-p4s7")
	require.NoError(t, err)
	_, err = chapters.Default().Deal(other)
	require.ErrorContains(t, err, "banner")
	short, err := chapters.ParseDealID("c2p4s7")
	require.NoError(t, err)
	assert.Equal(t, "c02p4s7", short.String())
	for _, text := range []string{
		"", "c02p4", "c00p4s7", "c02p5s7", "c02p0s7", "c02p4s-1", "c02p4s07",
		"c02p4s18446744073709551616", "C02P4S7", "c02p4s7 ", "xc02p4s7", "c02p4s99999999999999999999", "roadp4s1x",
	} {
		_, err := chapters.ParseDealID(text)
		require.Error(t, err, text)
	}
	for _, id := range []chapters.DealID{
		{Chapter: "19", Players: 4},
		{Chapter: "", Players: 4},
		{Chapter: "1", Players: 0},
		{Chapter: "1", Players: 5},
		{Chapter: "road", Players: 0},
		{Chapter: "road", Players: 5},
		{Chapter: "14", Players: 4},
		{Chapter: "14", Variant: "x", Players: 4},
		{Chapter: "18", Players: 4},
		{Chapter: "18", Variant: "3", Players: 4},
		{Chapter: "1", Variant: "d", Players: 4},
	} {
		_, err := chapters.Default().Deal(id)
		require.Error(t, err, "%v", id)
	}
	_, err = chapters.Default().DealRound(chapters.DealID{Chapter: "14", Players: 4}, chapters.Terms{Event: "well"})
	require.ErrorContains(t, err, `chapter 14 has no event "well"`)
}

// TestDealIsItsName: a document or record that begins before the draft and names its deal must have the
// cards of that deal.
func TestDealIsItsName(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	for _, id := range chapters.Default().DealIDs(0) {
		id.Seed = 5
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		text, err := pos.YAML()
		require.NoError(t, err)
		header, err := (&chapters.Record{Position: pos}).Header()
		require.NoError(t, err)
		for _, text := range []string{string(text), string(header)} {
			entries := readAll(text)
			require.Len(t, entries, 1)
			require.NoError(t, entries[0].Err, text)

			for _, e := range readAll(strings.ReplaceAll(text, "s5", "s6")) {
				require.ErrorContains(t, e.Err,
					"these are not the cards of deal "+strings.ReplaceAll(pos.Deal, "s5", "s6"))
			}
		}
	}
}

func TestNotTheDealOfThatName(t *testing.T) {
	t.Parallel()
	good := `{"deal":"c02p4s7","chapter":2,"players":4,"lost":["F8"],"stage":"draft","hands":[{"cards":"H56 M7 F1 S58 R245"},{"cards":"H4 M3 F345 S17 R13"},{"cards":"H1 M12458 F27 S3"},{"cards":"H2378 M6 F6 S246"}],"threats":[3,1,2,4]}`
	for _, c := range []struct{ name, old, new, want string }{
		{"the same", "", "", ""},
		{"written otherwise", `"H56 M7`, `"M7 H5 H6`, ""},
		{"a longer name", "c02p4s7", "c2p4s7", ""},
		{"a chapter that is not there", "c02p4s7", "c99p4s7", ""},
		{"a name of one's own", "c02p4s7", "our best", ""},
		{
			"two cards changed", `H56 M7 F1 S58 R245"},{"cards":"H4`, `H46 M7 F1 S58 R245"},{"cards":"H5`,
			`^test:1:9: these are not the cards of deal c02p4s7: its seat 0 is H56 M7 F1 S58 R245; correct them, or remove deal$`,
		},
		{
			"the lost card changed", `["F8"],"stage":"draft","hands":[{"cards":"H56`,
			`["H5"],"stage":"draft","hands":[{"cards":"F8 H6`, `its lost is \[F8\];`,
		},
		{"the threats changed", `[3,1,2,4]`, `[1,3,2,4]`, `its threats is \[3 1 2 4\];`},
		{"another chapter", `"chapter":2`, `"chapter":3`, `its chapter is 2;`},
		{"another number of players", "c02p4s7", "c02p3s7", `its players is 3;`},
	} {
		t.Run(c.name, func(t *testing.T) {
			entries := readAll(strings.Replace(good, c.old, c.new, 1))
			require.Len(t, entries, 1)
			if c.want == "" {
				require.NoError(t, entries[0].Err)
				return
			}
			require.Error(t, entries[0].Err)
			assert.Regexp(t, c.want, entries[0].Err.Error())
		})
	}
	// In later stages cards may have moved, so they are not compared.
	later := strings.Replace(strings.Replace(good, `"draft"`, `"play"`, 1), "H56", "H6", 1)
	require.NoError(t, readAll(later)[0].Err)
}

// soakRounds is how many rounds of every chapter, event, group and table size are played by the tests that
// go through all of them. soakSeed decides which rounds these are.
var (
	soakRounds = flag.Int("rounds", 0,
		"rounds of every chapter, event, group and table size in the tests of whole rounds; 0: a few")
	soakSeed = flag.Uint64("seed", 0, "which rounds: the same seed gives the same ones")
)

// seedsApart is the distance between the numbers of the deals of two seeds. It is larger than any number of
// rounds that is played.
const seedsApart = 1_000_000

// everyDeal calls f with random deals of every chapter, event, group, the Road
// and every table size: few of each, or as many as -rounds says.
func everyDeal(t *testing.T, few int, f func(t *testing.T, pos chapters.Position, rng *rand.Rand)) {
	if *soakRounds > 0 {
		few = *soakRounds
	}
	for _, id := range chapters.Default().DealIDs(0) {
		t.Run(fmt.Sprintf("%s%s players %d", id.Chapter, id.Variant, id.Players), func(t *testing.T) {
			n := few
			if id.Chapter == chapters.Road {
				n *= 4 // each Road has only one of the gifts and riders
			}
			for seed := range n {
				// The players alternate between odd and even numbers, so both kinds of roundOf are played even
				// if n is 1.
				id.Seed = *soakSeed*seedsApart + uint64(seed+id.Players%2)
				f(t, roundOf(t, id), rand.New(rand.NewPCG(id.Seed, uint64(id.Players))))
			}
		})
	}
}

// roundOf deals a round. In every other round Mithril is used up already, which the name of a deal cannot
// say.
func roundOf(t testing.TB, id chapters.DealID) chapters.Position {
	t.Helper()
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	if id.Seed%2 == 1 {
		r := pos.Terms
		r.MithrilUsed = true
		pos, err = chapters.Default().DealRound(id, r)
		require.NoError(t, err)
		pos.ID = id.String() + " without Mithril"
	}
	return pos
}
