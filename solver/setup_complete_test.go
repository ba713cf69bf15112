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
	"fellowship/solver/internal/hunttest"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// handsOf describes the hands that a setup has led to, and everything else that the round depends on.
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

// everySetup calls f with the game at the end of each possible setup. It returns false if there are
// more setups than the limit.
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

// lostAtOnce reports whether the bounds prove that the hands after the decisions cannot be won.
func lostAtOnce(t require.TestingT, g *chapters.Game, made []chapters.Decision) bool {
	end := g.Clone()
	for _, d := range made {
		mustApply(end, d)
	}
	list, err := problemsOf(end, &Options{})
	require.NoError(t, err)
	return len(search.Sorted(list)) == 0
}

// visited lists the hands that the search of a setup reaches, and counts how often it reaches any.
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
		s.walk(g, 0, intentions{})
		more = s.deeper
	}
	return hands, visits
}

// listed lists all hands that a setup can lead to, each with decisions that lead there; nil if that
// takes more than so many setups.
func listed(g *chapters.Game, most int) map[string][]chapters.Decision {
	hands := map[string][]chapters.Decision{}
	ok := everySetup(g, &most, func(end *chapters.Game) {
		key := handsOf(end)
		if hands[key] == nil {
			hands[key] = end.Decisions()[len(g.Decisions()):]
		}
	})
	if !ok {
		return nil
	}
	return hands
}

// setupCheck is the result of comparing the search with a plain list of all setups.
type setupCheck struct {
	// hands is how many different hands the setups lead to, visits how often the search comes to some.
	hands, visits int
	// atOnce is how many cards at most were on their way before one was answered.
	atOnce int
	// missed is decisions that lead to hands which the search does not come to, nil for none.
	missed []chapters.Decision
}

// checkSetup holds the search of a setup to the list of all hands that its decisions lead to. As long as
// they take more than so many setups, a random decision is made first. So the game is changed.
func checkSetup(t require.TestingT, g *chapters.Game, most int, src *rand.Rand) setupCheck {
	all := listed(g, most)
	for all == nil {
		options := g.Options()
		mustApply(g, options[src.IntN(len(options))])
		all = listed(g, most)
	}
	if g.Stage() == chapters.StagePlay {
		return setupCheck{}
	}
	got, visits := visited(g)
	check := setupCheck{hands: len(all), visits: visits}
	for hands, made := range all {
		check.atOnce = max(check.atOnce, cardsAtOnce(slices.Concat(g.Decisions(), made)))
		if !got[hands] && !lostAtOnce(t, g, made) {
			check.missed = made
		}
	}
	return check
}

// cardsAtOnce returns the largest number of cards that are passed on in a setup before one is answered.
func cardsAtOnce(made []chapters.Decision) (most int) {
	n := 0
	for _, d := range made {
		switch {
		case d.Kind == chapters.Exchange && d.Target >= 0:
			n++
		case d.Kind == chapters.Return:
			n = 0
		}
		most = max(most, n)
	}
	return most
}

// setupsTested is how many rounds of deals TestEverySetup takes. The variable FELLOWSHIP_SETUPS asks for more.
func setupsTested() int {
	n, err := strconv.Atoi(os.Getenv("FELLOWSHIP_SETUPS"))
	if err != nil {
		return 1
	}
	return n
}

// TestEverySetup: the search from the setup on comes to all hands that a plain list of all
// decisions comes to, in small deals of every chapter and table size. Where they are too many the
// first decisions are random. Where cards are passed on at the same time, the casts are those
// that do so.
func TestEverySetup(t *testing.T) {
	t.Parallel()
	lib := hunttest.SmallDeals()
	src := rand.New(rand.NewPCG(11, 12))
	batches := map[int]int{}
	var setups, hands, visits int
	try := func(name string, g *chapters.Game, most int) {
		check := checkSetup(t, g, most, src)
		if check.hands == 0 {
			return
		}
		assert.Empty(t, check.missed, "the search leaves hands out: %s after %v", name, g.Decisions())
		batches[check.atOnce]++
		setups++
		hands += check.hands
		visits += check.visits
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
		for _, c := range setupCasts {
			for players := 1; players <= 4; players++ {
				g := castDeal(t, lib, src, c, players, round)
				if g == nil {
					continue
				}
				most := c.most
				if testing.Short() {
					most /= 10
				}
				try(c.chapter+c.variant+" "+strings.Join(c.cast, " "), g, most)
			}
		}
	}
	t.Log(setups, "setups", hands, "hands", visits, "visits, at once:", batches)
	assert.NotZero(t, batches[2])
	assert.NotZero(t, batches[3])
}

// setupCast is a cast whose exchanges depend on each other.
type setupCast struct {
	chapter, variant string
	cast             []string
	most             int // setups to list
}

var setupCasts = []setupCast{
	// Cards are passed on at the same time.
	{"13", "", []string{"frodo", "legolas", "sam", "bill"}, 4000},
	{"13", "", []string{"frodo", "boromir", "bill", "sam"}, 4000},
	{"9", "", []string{"frodo", "sam", "merry", "glorfindel"}, 4000},
	{"9", "", []string{"frodo", "pippin", "glorfindel", "strider"}, 4000},
	{"14", "l", []string{"frodo", "gimli", "legolas", "aragorn"}, 4000},
	{"14", "l", []string{"frodo", "sam", "boromir", "aragorn"}, 4000},
	{"14", "l", []string{"frodo", "pippin", "aragorn", "merry"}, 4000},
	// In solo an exchange that changes nothing keeps Galadriel from the lost card, and Legolas or Gimli draws again.
	{"17", "", []string{"frodo", "merry", "legolas", "galadriel"}, 4000},
	{"17", "", []string{"frodo", "boromir", "gimli", "galadriel"}, 4000},
}

// castDeal is a small deal at the beginning of the setup, with some of a cast: the seat of R1 has
// the first character, and the last ones follow.
func castDeal(t *testing.T, lib *chapters.Library, src *rand.Rand, c setupCast, players int,
	seed uint64,
) *chapters.Game {
	pos, err := lib.Deal(chapters.DealID{
		Chapter: c.chapter, Variant: c.variant, Players: players,
		Seed: 1000*seed + src.Uint64N(1000),
	})
	require.NoError(t, err)
	first := slices.IndexFunc(pos.Hands, func(h chapters.HandInfo) bool { return h.Cards.Contains(tricks.OneRing) })
	if first < 0 {
		return nil // nobody holds R1
	}
	others := c.cast[len(c.cast)-len(pos.Hands)+1:]
	for i := range pos.Hands {
		pos.Hands[(first+i)%len(pos.Hands)].Character = append(c.cast[:1:1], others...)[i]
	}
	pos.Stage = chapters.StageSetup
	pos.ID = ""
	pos.Deal = ""
	g, err := lib.NewGame(pos)
	if err != nil {
		t.Log(c, players, err)
		return nil
	}
	return g
}
