package solver

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/tricks"
)

// TestMain asks for more random cases than rapid's 100: these are cheap, and
// what they look for is rare.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("2000"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// slow is the obviously right solver: every legal play, nothing left out,
// nothing remembered; the game itself says at the end whether it was won.
func slow(g *chapters.Game) bool {
	options := g.Options()
	if len(options) == 0 {
		return g.Result() == chapters.Won
	}
	for _, d := range options {
		next := g.Clone()
		if err := next.Apply(d); err != nil {
			panic(err)
		}
		if slow(next) {
			return true
		}
	}
	return false
}

func solve(t require.TestingT, g *chapters.Game, opt Options) Result {
	r, err := Solve(context.Background(), g, opt)
	require.NoError(t, err)
	return r
}

// TestKnownVerdicts solves the deals whose verdicts are known from independent
// programs. A winning line has been replayed through the game by Solve.
func TestKnownVerdicts(t *testing.T) {
	for _, name := range []string{"endings", "full-deals"} {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open("testdata/" + name + ".jsonl")
			require.NoError(t, err)
			defer f.Close()
			lib := chapters.Default()
			n := 0
			for e := range lib.Read(name, f) {
				require.NoError(t, e.Err)
				g, err := e.Game(lib)
				require.NoError(t, err, e.ID)
				r := solve(t, g, Options{})
				assert.Equal(t, e.Expect.Verdict, string(r.Verdict), e.ID)
				n++
			}
			assert.Positive(t, n)
		})
	}
}

// ending draws a position near the end of a round: any characters, riders and
// threats together, any kind of hands, some cards in each, some of it played. One
// in four has a gift, but never Sting, with which there is too much to choose.
func ending(t *rapid.T) *chapters.Game {
	gift := ""
	if rapid.IntRange(0, 3).Draw(t, "gift?") == 0 {
		gift = rapid.SampledFrom([]string{"mithril", "glamdring", "sword", "horn"}).Draw(t, "gift")
	}
	return endingWith(t, gift, 0)
}

// endingWith draws a position near the end of a round with a gift, if it is not
// empty, and so many more cards in each hand than the slow solver copes with. With
// Sting it is smaller, as there is more to choose.
func endingWith(t *rapid.T, gift string, more int) *chapters.Game {
	lib := chapters.Default()
	return endingOf(t, lib, slices.Sorted(maps.Keys(lib.Characters)), slices.Sorted(maps.Keys(lib.Riders)), gift, more)
}

// endingOf draws such a position with these characters and riders of a library.
func endingOf(t *rapid.T, lib *chapters.Library, ids, riders []string, gift string, more int) *chapters.Game {
	players := rapid.IntRange(1, 4).Draw(t, "players")
	seats := chapters.SeatsFor(players)
	pos := chapters.Position{
		Players: players, Stage: chapters.StagePlay, Pyramid: tricks.NoSeat,
		Leader: tricks.Seat(rapid.IntRange(0, seats-1).Draw(t, "leader")), Hands: make([]chapters.HandInfo, seats),
	}
	cards := rapid.IntRange(2, 4).Draw(t, "cards")
	if seats == 4 {
		cards = min(cards, 3)
	}
	if gift == "sting" {
		cards = min(cards, 6-seats)
	}
	cards += more
	in := special(t, &pos, cards)
	// A deck of few suits makes equal cards, following and voids likely.
	deck := rapid.Permutation(in.Cards()).Draw(t, "deck")
	if rapid.Bool().Draw(t, "dense") {
		two := tricks.SuitSet(tricks.Suit(rapid.IntRange(0, 3).Draw(t, "suit"))) | tricks.RingSet | tricks.SuitSet(tricks.Rivers)
		slices.SortStableFunc(deck, func(a, b tricks.Card) int {
			if in, other := two.Has(a), two.Has(b); in != other {
				if in {
					return -1
				}
				return 1
			}
			return 0
		})
	}
	take := func(n int) []tricks.Card {
		out := deck[:n:n]
		deck = deck[n:]
		return out
	}
	tucked := false
	cast := rapid.Permutation(ids).Draw(t, "cast")
	for s := range pos.Hands {
		h := &pos.Hands[s]
		if rapid.IntRange(0, 2).Draw(t, "goal?") > 0 {
			h.Character = cast[s]
		}
		h.Threat = rapid.IntRange(1, 4).Draw(t, "threat")
		h.Declared = rapid.SampledFrom([]string{"more", "fewer"}).Draw(t, "declared")
		if rapid.IntRange(0, 4).Draw(t, "rider?") == 0 {
			h.Rider = rapid.SampledFrom(riders).Draw(t, "rider")
		}
		n := cards
		if rapid.IntRange(0, 3).Draw(t, "more?") == 0 {
			n = max(1, n+rapid.IntRange(-1, 1).Draw(t, "more")) // C4, Gandalf: uneven hands
		}
		if players == 1 {
			n = min(n, 2+more)
		}
		if players == 2 && s == 2 {
			pos.Pyramid = 2
			h.Rows = [][]tricks.Card{take(1), take(2)}
			h.Extra = tricks.SetOf(take(max(0, n-3))...)
			if h.Extra != 0 && rapid.IntRange(0, 2).Draw(t, "apart?") == 0 {
				// What lies beside the pyramid can be put apart, too.
				h.Cards, h.Extra = h.Extra, 0
				putApart(t, h, !tucked)
				tucked = tucked || h.Tucked != 0
				h.Extra, h.Cards = h.Cards, 0
			}
			continue
		}
		h.Cards = tricks.SetOf(take(n)...)
		if rapid.IntRange(0, 5).Draw(t, "apart?") == 0 {
			putApart(t, h, !tucked)
			tucked = tucked || h.Tucked != 0
		}
	}
	bearer := rapid.IntRange(0, seats-1).Draw(t, "bearer")
	switch h := &pos.Hands[bearer]; gift {
	case "":
	case "sting":
		// With the lost card, or with another seat that took it. That a tucked card
		// comes back to be exchanged is not searched: see TestSwapLimit.
		taker := &pos.Hands[(bearer+rapid.IntRange(1, seats-1).Draw(t, "taker"))%seats]
		if h.Tucked|taker.Tucked != 0 {
			break
		}
		h.Gift = gift
		if rapid.Bool().Draw(t, "lost?") {
			pos.Lost = take(1)
		} else {
			taker.TookLost = true
		}
	case "sword":
		h.Gift = gift
		h.Range = rapid.SampledFrom([][2]int{{0, 1}, {1, 2}, {2, 3}}).Draw(t, "range")
	default:
		h.Gift = gift
	}
	if players == 1 {
		pos.Pile = take(rapid.IntRange(0, 4).Draw(t, "pile"))
	}
	g, err := lib.NewGame(pos)
	if err != nil && lib != chapters.Default() {
		t.Skip(err) // goals of all kinds can be too much to count
	}
	require.NoError(t, err)
	for range rapid.IntRange(0, 3).Draw(t, "played") {
		if options := g.Options(); len(options) > 0 {
			require.NoError(t, g.Apply(rapid.SampledFrom(options).Draw(t, "decision")))
		}
	}
	return g
}

// special draws what is special in the round beside the characters: a side deck
// (C5, C14) or a trump suit (C17). It returns the cards there are.
func special(t *rapid.T, pos *chapters.Position, cards int) tricks.Set {
	deck := tricks.Deck
	forests := tricks.SuitSet(tricks.Forests)
	switch rapid.IntRange(0, 8).Draw(t, "special") {
	case 0:
		deck &^= forests
		up := rapid.Permutation(append(forests.Cards(), tricks.OldManWillow)).Draw(t, "old forest")
		pos.Sides = map[string][]tricks.Card{chapters.OldForest: up}
	case 1:
		deck &^= forests
		up := rapid.SampledFrom([]tricks.Card{tricks.BalrogCard, forests.First(), forests.First() + 1, forests.First() + 2})
		pos.Sides = map[string][]tricks.Card{chapters.Balrog: rapid.SliceOfN(up, 3*cards, 3*cards).Draw(t, "balrog")}
	case 3: // Mithril may cover the Bridge
		shadows := tricks.SuitSet(tricks.Shadows)
		deck &^= shadows
		pos.Chapter, pos.Event = "14", "bridge"
		up := rapid.SampledFrom(append(shadows.Cards(), tricks.BalrogCard))
		pos.Sides = map[string][]tricks.Card{chapters.Balrog: rapid.SliceOfN(up, 3*cards, 3*cards).Draw(t, "balrog")}
	case 2:
		pos.Chapter = "17"
		deck |= tricks.SuitSet(tricks.Rivers)
	}
	return deck
}

// putApart lays a card of a hand apart from it: tucked away, put into the first
// trick, or set aside for the last one (K).
func putApart(t *rapid.T, h *chapters.HandInfo, mayTuck bool) {
	cards := rapid.Permutation(h.Cards.Cards()).Draw(t, "apart")
	n := min(len(cards), 2)
	switch how := rapid.IntRange(0, 3).Draw(t, "how"); {
	case how == 0 && mayTuck:
		h.Tucked = cards[0].Bit()
	case how == 1:
		h.First = cards[0].Bit()
	case how == 2:
		h.Last = cards[0].Bit()
	case n == 2:
		h.First, h.Last = cards[0].Bit(), cards[1].Bit()
	}
	h.Cards &^= h.Tucked | h.First | h.Last
}

// TestAgreesWithSlow holds the search to the slow one on small endings of all
// goals, table sizes and kinds of hands, with all its parts and without one, and the
// formula on its own, too.
func TestAgreesWithSlow(t *testing.T) {
	verdicts := map[Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := ending(t)
		want := Unwinnable
		if slow(g) {
			want = Winnable
		}
		// A tiny table forgets all the time; that must not matter either.
		memory := rapid.SampledFrom([]int64{0, 1}).Draw(t, "memory")
		without := rapid.SampledFrom(append(AllParts(), 0, 0, 0, 0, 0, 0, 0, 0)).Draw(t, "without")
		got := solve(t, g, Options{Memory: memory, Without: without}).Verdict
		assert.Equal(t, want, got)
		assert.Equal(t, want, byFormula(t, g, 1<<40))
		verdicts[got]++
	})
	t.Log(verdicts)
	assert.NotZero(t, verdicts[Winnable], "some endings are won")
	assert.NotZero(t, verdicts[Unwinnable], "some endings are lost")
}

// knownDeal reads one of the full deals whose verdicts are known.
func knownDeal(t *testing.T, id string) *chapters.Game {
	lib := chapters.Default()
	f, err := os.Open("testdata/full-deals.jsonl")
	require.NoError(t, err)
	defer f.Close()
	for e := range lib.Read("full-deals", f) {
		if e.ID == id {
			g, err := e.Game(lib)
			require.NoError(t, err)
			return g
		}
	}
	require.Fail(t, "there is no such deal", id)
	return nil
}

// TestLimits: a limit that is hit gives unknown and its reason, never a verdict.
func TestLimits(t *testing.T) {
	hard := knownDeal(t, "4glor-13")
	r := solve(t, hard, Options{Nodes: 1000})
	assert.Equal(t, Unknown, r.Verdict)
	assert.Equal(t, NodeLimit, r.Reason)
	assert.LessOrEqual(t, r.Nodes, int64(1000))

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := Solve(ctx, hard, Options{})
	require.NoError(t, err)
	assert.Equal(t, Unknown, r.Verdict)
	assert.Equal(t, Interrupted, r.Reason)
	assert.Empty(t, r.Line)
}

// everyVariant lists all chapters with each of their events and groups.
func everyVariant(lib *chapters.Library) []chapters.DealID {
	var out []chapters.DealID
	for _, c := range lib.Chapters {
		variants := slices.Concat(c.Events, c.Groups)
		for _, v := range variants {
			out = append(out, chapters.DealID{Chapter: c.ID, Variant: v.Letter()})
		}
		if len(variants) == 0 {
			out = append(out, chapters.DealID{Chapter: c.ID})
		}
	}
	return out
}

// TestFromDraft solves deals of every chapter and table size from the draft.
// The answer names the draft, the exchanges and the plays, all of them.
func TestFromDraft(t *testing.T) {
	lib := chapters.Default()
	for _, c := range everyVariant(lib) {
		for players := 1; players <= 4; players++ {
			t.Run(fmt.Sprintf("%s%s/%d", c.Chapter, c.Variant, players), func(t *testing.T) {
				for seed := range uint64(2) {
					c.Players, c.Seed = players, seed
					pos, err := lib.Deal(c)
					require.NoError(t, err)
					g, err := lib.NewGame(pos)
					require.NoError(t, err)
					r := solve(t, g, Options{Nodes: 20_000_000})
					require.Equal(t, Winnable, r.Verdict, pos.Deal)
					assert.NotEmpty(t, r.Line)
					again := solve(t, g, Options{Nodes: 20_000_000})
					assert.Equal(t, r, again, "the same answer every time")
				}
			})
		}
	}
}

func TestPlayoutIsUniform(t *testing.T) {
	// Two cards and R1: three moves, each a third.
	src := rand.New(rand.NewPCG(1, 2))
	hand, err := tricks.ParseSet("H12 R1")
	require.NoError(t, err)
	seen := map[tricks.Move]int{}
	const n = 40_000
	for range n {
		seen[randomMove(hand, src)]++
	}
	assert.Len(t, seen, 4)
	for m, count := range seen {
		assert.InDelta(t, n/4, count, 5*87, m) // five standard deviations
	}
}

// TestSignatures: what is proven lost for one cast is never taken for another
// one that has other goals, be they counted in cards or in tricks.
func TestSignatures(t *testing.T) {
	lib := chapters.Default()
	for _, c := range everyVariant(lib) {
		c.Players, c.Seed = 4, 1
		pos, err := lib.Deal(c)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		goals := map[string]string{}
		for _, rest := range drafted(context.Background(), g) {
			cast := rest.at(g)
			for cast.Stage() == chapters.StageSetup {
				options := cast.Options()
				d := options[0]
				switch cast.Due() {
				case chapters.Exchange:
					d = unchanged(options)
				case chapters.Return:
					d = sent(options, cast.Passed(), true)[0]
				}
				mustApply(cast, d)
			}
			p, err := NewProblem(cast)
			require.NoError(t, err)
			signature, text := p.signature(), fmt.Sprint(cast.Goals())
			if other, ok := goals[signature]; ok {
				require.Equal(t, other, text, pos.Deal)
			}
			goals[signature] = text
		}
	}
}
