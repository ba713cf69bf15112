package solver

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// handsOf names the hands that a setup has led to, and all else that the round depends on.
func handsOf(g *chapters.Game) string {
	s := g.State()
	b := []byte{byte(s.Leader), byte(s.Tucked), byte(s.SwapFrom), byte(s.SwapTo)}
	for _, c := range s.Lost {
		b = append(b, byte(c))
	}
	for seat := range g.Seats() {
		b = append(b, 0xff, byte(s.Table.First[seat]), byte(s.Table.Last[seat]))
		for _, c := range s.Held[seat].Cards() {
			b = append(b, byte(c))
			b = binary.LittleEndian.AppendUint64(b, uint64(s.Table.Covers(c)))
		}
	}
	for _, goal := range g.Goals() {
		b = fmt.Append(b, goal.Checker.Root)
	}
	return string(b)
}

// everySetup calls f with the game at the end of each setup there is. It returns false if there are
// more than so many.
func everySetup(g *chapters.Game, most *int, f func(*chapters.Game)) bool {
	if g.Stage() == chapters.StagePlay {
		*most--
		f(g)
		return *most >= 0
	}
	for _, d := range g.Options() {
		next := g.Clone()
		mustApply(next, d)
		if !everySetup(next, most, f) {
			return false
		}
	}
	return true
}

// lostAtOnce reports whether the bounds see that the hands which decisions lead to cannot be won.
func lostAtOnce(t *testing.T, g *chapters.Game, made []chapters.Decision) bool {
	g = g.Clone()
	for _, d := range made {
		mustApply(g, d)
	}
	list, err := problemsOf(g, &Options{})
	require.NoError(t, err)
	return len(search.Sorted(list)) == 0
}

// visited lists the hands that the search of a setup comes to, and how often it comes to some.
func visited(g *chapters.Game) (hands map[string]bool, visits int) {
	hands = map[string]bool{}
	s := setupSearch{ctx: context.Background(), root: g}
	s.found = func(g *chapters.Game, exchanges int) bool {
		if exchanges == s.effort.exchanges {
			hands[handsOf(g)] = true
			visits++
		}
		return false
	}
	for more := true; more; s.effort.exchanges++ {
		s.deeper = false
		s.walk(g, 0, replies{open: unanswered(g)})
		more = s.deeper
	}
	return hands, visits
}

// listed lists all hands that a setup can lead to, each with decisions that lead there; nil if that
// takes more than so many setups.
func listed(g *chapters.Game, most int) map[string][]chapters.Decision {
	if g.Stage() == chapters.StagePlay {
		return map[string][]chapters.Decision{}
	}
	hands := map[string][]chapters.Decision{}
	ok := everySetup(g, &most, func(end *chapters.Game) {
		if key := handsOf(end); hands[key] == nil {
			hands[key] = end.Decisions()[len(g.Decisions()):]
		}
	})
	if !ok {
		return nil
	}
	return hands
}

// transfersAtOnce returns how many cards at most are passed on before one is answered, in the
// setups of a game that were listed.
func transfersAtOnce(g *chapters.Game, hands map[string][]chapters.Decision) (most int) {
	for _, made := range hands {
		n := 0
		for _, d := range slices.Concat(g.Decisions(), made) {
			switch {
			case d.Kind == chapters.Exchange && d.To >= 0:
				n++
			case d.Kind == chapters.Return:
				n = 0
			}
			most = max(most, n)
		}
	}
	return most
}

// setupsTested is how many rounds of deals TestEverySetup takes, FELLOWSHIP_SETUPS for more.
func setupsTested() int {
	if n, err := strconv.Atoi(os.Getenv("FELLOWSHIP_SETUPS")); err == nil {
		return n
	}
	return 1
}

// TestEverySetup: the search from the setup on comes to all hands that a plain list of all
// decisions comes to, in small deals of every chapter and table size. Where they are too many the
// first decisions are random. Where cards are passed on at the same time, the casts are the ones
// that do so.
func TestEverySetup(t *testing.T) {
	lib := smallDeals(t)
	src := rand.New(rand.NewPCG(11, 12))
	batches := map[int]int{}
	setups, all, visits := 0, 0, 0
	try := func(name string, g *chapters.Game, most int) {
		want := listed(g, most)
		for want == nil {
			options := g.Options()
			mustApply(g, options[src.IntN(len(options))])
			want = listed(g, most)
		}
		if g.Stage() == chapters.StagePlay {
			return
		}
		got, n := visited(g)
		for hands, made := range want {
			if !got[hands] && !lostAtOnce(t, g, made) {
				assert.Fail(t, "the search leaves hands out", "%s after %v: %v", name, g.Decisions(), made)
				break
			}
		}
		batches[transfersAtOnce(g, want)]++
		setups, all, visits = setups+1, all+len(want), visits+n
	}
	for round := range uint64(setupsTested()) {
		for _, id := range everyVariant(lib) {
			for id.Players = 1; id.Players <= 4; id.Players++ {
				id.Seed = round
				pos, err := lib.Deal(id)
				if err != nil {
					require.Equal(t, "16", id.Chapter, "%v", err)
					continue
				}
				g, err := lib.NewGame(pos)
				require.NoError(t, err)
				for g.Stage() == chapters.StageDraft {
					options := g.Options()
					mustApply(g, options[src.IntN(len(options))])
				}
				try(pos.Deal, g, 200)
			}
		}
		for _, c := range atOnce {
			for players := 1; players <= 4; players++ {
				g := castDeal(t, lib, src, c, players, round)
				if g == nil {
					continue
				}
				try(c.chapter+c.variant+" "+strings.Join(c.cast, " "), g, c.most)
			}
		}
	}
	t.Log(setups, "setups", all, "hands", visits, "visits, at once:", batches)
	assert.NotZero(t, batches[2])
	assert.NotZero(t, batches[3])
}

// castAtOnce is a cast in which cards are passed on at the same time.
type castAtOnce struct {
	chapter, variant string
	cast             []string
	most             int // setups to list
}

var atOnce = []castAtOnce{
	{"13", "", []string{"frodo", "legolas", "sam", "bill"}, 4000},
	{"13", "", []string{"frodo", "boromir", "bill", "sam"}, 4000},
	{"9", "", []string{"frodo", "sam", "merry", "glorfindel"}, 4000},
	{"9", "", []string{"frodo", "pippin", "glorfindel", "strider"}, 4000},
	{"14", "l", []string{"frodo", "gimli", "legolas", "aragorn"}, 4000},
	{"14", "l", []string{"frodo", "sam", "boromir", "aragorn"}, 4000},
	{"14", "l", []string{"frodo", "pippin", "aragorn", "merry"}, 4000},
}

// castDeal is a small deal at the beginning of the setup, with some of a cast: the seat of R1 has
// the first character, and the last ones follow.
func castDeal(t *testing.T, lib *chapters.Library, src *rand.Rand, c castAtOnce, players int, seed uint64) *chapters.Game {
	pos, err := lib.Deal(chapters.DealID{Chapter: c.chapter, Variant: c.variant, Players: players, Seed: 1000*seed + src.Uint64N(1000)})
	require.NoError(t, err)
	first := slices.IndexFunc(pos.Hands, func(h chapters.HandInfo) bool { return h.Cards.Has(tricks.OneRing) })
	if first < 0 {
		return nil // nobody holds R1
	}
	others := c.cast[len(c.cast)-len(pos.Hands)+1:]
	for i := range pos.Hands {
		pos.Hands[(first+i)%len(pos.Hands)].Character = append(c.cast[:1:1], others...)[i]
	}
	pos.Stage, pos.ID, pos.Deal = chapters.StageSetup, "", ""
	g, err := lib.NewGame(pos)
	if err != nil {
		t.Log(c, players, err)
		return nil
	}
	return g
}
