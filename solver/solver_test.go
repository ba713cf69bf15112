package solver

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/solver/internal/endingtest"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// TestMain asks for more random cases than rapid's 100: these are cheap, and
// what they look for is rare. `make soak` asks for many more. With -short rapid takes a
// fifth of them.
func TestMain(m *testing.M) {
	flag.Parse()
	checks := "700"
	if testing.Short() {
		checks = "2000"
	}
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		if err := f.Value.Set(checks); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// slow is the obviously right solver. It tries every legal play, leaves nothing out and
// remembers nothing. The game itself decides at the end whether it was won.
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
	t.Parallel()
	for _, name := range []string{"endings", "full-deals"} {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open("testdata/" + name + ".jsonl")
			require.NoError(t, err)
			defer f.Close()
			lib := chapters.Default()
			n := 0
			for e := range lib.Read(name, f) {
				require.NoError(t, e.Err)
				g, err := e.Record.Game(lib)
				require.NoError(t, err, e.Record.ID)
				r := solve(t, g, Options{})
				assert.Equal(t, e.Record.Expect.Verdict, string(r.Verdict), e.Record.ID)
				n++
			}
			assert.Positive(t, n)
		})
	}
}

// TestSweeps: in these hands of c182p3s76 a seat has to win nearly all tricks, and one bound sees at
// once that it cannot. Without that bound the deal takes more than a million nodes.
func TestSweeps(t *testing.T) {
	t.Parallel()
	const doc = `{"id":"c182p3s76","chapter":18,"players":3,"group":2,"lost":["H1"],"stage":"play","leader":0,"hands":[{"character":"meriadoc","cards":"H3 M257 F367 S678 R1 V134"},{"character":"legolas-greenleaf","threat":3,"cards":"H4 M368 F24 S1345 R3 V256"},{"character":"peregrin","cards":"H25678 M14 F158 S2 R245"}]}`
	for e := range chapters.Default().Read("c182p3s76", strings.NewReader(doc)) {
		require.NoError(t, e.Err)
		g, err := e.Record.Game(chapters.Default())
		require.NoError(t, err)
		result := solve(t, g, Options{})
		assert.Equal(t, Unwinnable, result.Verdict)
		assert.Zero(t, result.Nodes)
		result = solve(t, g, Options{Nodes: 20_000, DisabledParts: search.Sweeps})
		assert.Equal(t, Unknown, result.Verdict)
	}
}

// TestDueLast (G2, T10, K: Radagast): who holds more cards than it plays follows nothing
// with the card that it has set aside. H8 stays over, and seat 0 wins both tricks with
// its Hills. If S1 is a card like others, H8 has to follow.
func TestDueLast(t *testing.T) {
	t.Parallel()
	for hand, want := range map[string]Verdict{
		`cards: "H18", last: S1`: Winnable,
		`cards: "H18 S1"`:        Unwinnable,
	} {
		g := document(t,
			`{players: 3, leader: 0, lost: [], hands: [{character: aragorn, threat: 2, cards: "H56"}, {`+hand+
				`}, {cards: "M1 M2"}]}`)
		assert.Equal(t, want, verdictOf(g), hand)
		assert.Equal(t, want, solve(t, g, Options{}).Verdict, hand)
	}
}

// TestAgreesWithSlow compares the search with the slow solver on small endings of all
// goals, table sizes and kinds of hands: with all its parts, without one part, and the
// formula on its own.
func TestAgreesWithSlow(t *testing.T) {
	t.Parallel()
	verdicts := map[Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := endingtest.Any(t)
		want := Unwinnable
		if slow(g) {
			want = Winnable
		}
		// A tiny table forgets all the time, which must not change a verdict either.
		memory := rapid.SampledFrom([]int64{0, 1}).Draw(t, "memory")
		without := rapid.SampledFrom(append(AllParts(), 0, 0, 0, 0, 0, 0, 0, 0)).Draw(t, "without")
		got := solve(t, g, Options{Memory: memory, DisabledParts: without}).Verdict
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
		if e.Record.ID == id {
			g, err := e.Record.Game(lib)
			require.NoError(t, err)
			return g
		}
	}
	require.Fail(t, "there is no such deal", id)
	return nil
}

// TestLimits checks that a limit that is reached gives unknown and its reason, never a verdict.
func TestLimits(t *testing.T) {
	t.Parallel()
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
// The answer has to contain the draft, the exchanges and all plays.
func TestFromDraft(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	for _, c := range everyVariant(lib) {
		for players := 1; players <= 4; players++ {
			t.Run(fmt.Sprintf("%s%s/%d", c.Chapter, c.Variant, players), func(t *testing.T) {
				for seed := range uint64(2) {
					c.Players = players
					c.Seed = seed
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
	t.Parallel()
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

// TestSignatures checks that a cast that is proven lost is never confused with a cast
// with other goals, whether they count cards or tricks.
func TestSignatures(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	for _, c := range everyVariant(lib) {
		c.Players, c.Seed = 4, 1
		pos, err := lib.Deal(c)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		goals := map[string]string{}
		for _, rest := range possibleCasts(context.Background(), g) {
			cast := rest.applyTo(g)
			for cast.Stage() == chapters.StageSetup {
				options := cast.Options()
				d, exchange := kept(cast, options)
				if !exchange {
					d = options[0]
				}
				mustApply(cast, d)
			}
			p, err := search.NewProblem(cast, 0, search.Alternative{})
			require.NoError(t, err)
			signature := p.Signature()
			text := ""
			for _, goal := range cast.Goals() {
				text += fmt.Sprintln(goal.Checker.Root)
			}
			if other, ok := goals[signature]; ok {
				require.Equal(t, other, text, pos.Deal)
			}
			goals[signature] = text
		}
	}
}
