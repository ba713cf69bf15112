package compare_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/tricks"
)

// oracleDeals is how many times as many deals the tests below take, and how many
// times as hard ones; `make oracle` asks for more than the suite.
var oracleDeals = flag.Int("oracle", 1, "deals for the SAT oracle, times as many")

// hardest is the nodes of the hardest deals that are compared at -oracle 1. A
// deal that is hard for the solver is hard for the SAT solver, a minute hard.
const hardest = 20_000

// decide asks a SAT solver. Of a formula that can be satisfied it returns the
// line of the model.
func decide(t testing.TB, e *encoding) (bool, []tricks.Play) {
	t.Helper()
	g := gini.NewVc(e.vars, len(e.clauses))
	for _, clause := range e.clauses {
		for _, l := range clause {
			g.Add(z.Dimacs2Lit(int(l)))
		}
		g.Add(z.LitNull)
	}
	if g.Solve() != 1 {
		return false, nil
	}
	line, err := e.line(func(l lit) bool {
		return l == yes || l != no && g.Value(z.Dimacs2Lit(int(l)))
	})
	require.NoError(t, err)
	return true, line
}

// tally counts the verdicts of a test, and the deals that were too hard for it.
type tally struct{ won, lost, hard int }

func (n *tally) count(won bool) {
	if won {
		n.won++
	} else {
		n.lost++
	}
}

// agree holds the solver to the oracle on one game, and the oracle to the rules:
// the game itself must accept its line and call it won. It returns the verdict of
// both, unknown for a deal that is too hard.
func (n *tally) agree(t testing.TB, g *chapters.Game) solver.Verdict {
	t.Helper()
	r, err := solver.Solve(context.Background(), g, solver.Options{Nodes: int64(*oracleDeals) * hardest})
	require.NoError(t, err)
	if r.Verdict == solver.Unknown {
		n.hard++
		return r.Verdict
	}
	can, line := decide(t, encode(playPosition(t, g)))
	n.count(can)
	require.Equal(t, r.Verdict == solver.Winnable, can, show(t, g))
	if !can {
		return r.Verdict
	}
	replay := g.Clone()
	for _, p := range line {
		require.NoError(t, replay.Apply(chapters.PlayDecision(p)), "%s of the oracle's %v in\n%s", p, line, show(t, g))
	}
	require.Equal(t, chapters.Won, replay.Result(), "the oracle's %v in\n%s", line, show(t, g))
	return r.Verdict
}

// playPosition returns where the play of a game begins, and what was played.
func playPosition(t testing.TB, g *chapters.Game) chapters.Position {
	t.Helper()
	pos := g.Start()
	if pos.Stage != chapters.StagePlay {
		var err error
		pos, err = g.FirstTrick()
		require.NoError(t, err)
	}
	return pos
}

// show returns the position document of a game.
func show(t testing.TB, g *chapters.Game) string {
	t.Helper()
	pos := playPosition(t, g)
	text, err := pos.YAML()
	require.NoError(t, err)
	return string(text)
}

// TestOracleKnown: the oracle agrees with the deals whose verdicts are known.
func TestOracleKnown(t *testing.T) {
	for _, name := range []string{"endings", "full-deals"} {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open("../testdata/" + name + ".jsonl")
			require.NoError(t, err)
			defer f.Close()
			lib := chapters.Default()
			var n tally
			i := 0
			for e := range lib.Read(name, f) {
				i++
				if i%4 != 0 && *oracleDeals == 1 {
					continue // the suite takes some of them
				}
				require.NoError(t, e.Err)
				g, err := e.Record.Game(lib)
				require.NoError(t, err, e.Record.ID)
				if verdict := n.agree(t, g); verdict != solver.Unknown {
					require.Equal(t, e.Record.Expect.Verdict, string(verdict), e.Record.ID)
				}
			}
			t.Logf("%+v", n)
		})
	}
}

// TestOracleCasts: full deals at three and four seats, any characters, riders
// and threats together.
func TestOracleCasts(t *testing.T) {
	for _, players := range []int{3, 4} {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			var n tally
			src := rand.New(rand.NewPCG(7, uint64(players)))
			for range 60 * *oracleDeals {
				n.agree(t, newGame(t, randomDeal(src, players)))
			}
			t.Logf("%+v", n)
			require.Greater(t, n.won, 5)
			require.Greater(t, n.lost, 5)
			require.Less(t, n.hard, 15**oracleDeals)
		})
	}
}

// TestOracleEqualCards: to put equal cards in order changes no verdict.
func TestOracleEqualCards(t *testing.T) {
	src := rand.New(rand.NewPCG(13, 17))
	for range 15 * *oracleDeals {
		pos := randomDeal(src, 4)
		plain, _ := decide(t, encode(pos))
		tight, _ := decide(t, encodeTight(pos))
		require.Equal(t, plain, tight, show(t, newGame(t, pos)))
	}
}

func newGame(t testing.TB, pos chapters.Position) *chapters.Game {
	t.Helper()
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	return g
}

// randomDeal deals all cards but one lost card to any cast; now and then a seat
// has no goal.
func randomDeal(src *rand.Rand, players int) chapters.Position {
	lib := chapters.Default()
	pos := chapters.Position{
		Players: players, Stage: chapters.StagePlay, Pyramid: tricks.NoSeat,
		Leader: tricks.Seat(src.IntN(players)), Hands: make([]chapters.HandInfo, players),
	}
	deck := tricks.Deck.Cards()
	src.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	pos.Lost, deck = deck[:1], deck[1:]
	cast := ids(lib.Characters)
	src.Shuffle(len(cast), func(i, j int) { cast[i], cast[j] = cast[j], cast[i] })
	for s := range pos.Hands {
		h := &pos.Hands[s]
		h.Cards = tricks.SetOf(deck[s*len(deck)/players : (s+1)*len(deck)/players]...)
		h.Threat = 1 + src.IntN(7)
		h.Declared = []string{"more", "fewer"}[src.IntN(2)]
		if src.IntN(16) > 0 || slices.Contains(cast[:players], "elrond") {
			h.Character = cast[s]
		}
		if src.IntN(3) == 0 {
			h.Rider = ids(lib.Riders)[src.IntN(len(lib.Riders))]
		}
	}
	return pos
}

// ids lists the keys of a library's map in order.
func ids[V any](of map[string]V) []string {
	var list []string
	for id := range of {
		list = append(list, id)
	}
	slices.Sort(list)
	return list
}

// TestOracleChapters: deals of every chapter, event and group at every table
// size, drafted and set up at random: pyramids, draw piles, side decks, trumps,
// surplus cards, cards put apart, gifts.
func TestOracleChapters(t *testing.T) {
	lib := chapters.Default()
	var n tally
	for _, id := range lib.DealIDs(0) {
		t.Run(fmt.Sprintf("%s%s/%d", id.Chapter, id.Variant, id.Players), func(t *testing.T) {
			src := rand.New(rand.NewPCG(11, uint64(id.Players)))
			for seed := range uint64(*oracleDeals) {
				id.Seed = seed
				pos, err := lib.Deal(id)
				require.NoError(t, err)
				g := newGame(t, pos)
				for g.Stage() != chapters.StagePlay {
					options := g.Options()
					require.NoError(t, g.Apply(options[src.IntN(len(options))]))
				}
				if g.State().SwapFrom != tricks.NoSeat {
					continue // the encoding does not know Sting (L5)
				}
				n.agree(t, g)
			}
		})
	}
	t.Logf("%+v", n)
}
