package solver

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/endingtest"
	"fellowship/solver/internal/formula"
	"fellowship/solver/internal/proof"
	"fellowship/solver/internal/sat"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// What "unwinnable" rests on, once an independent checker has confirmed a proof, is the step from the
// round to its plain formula. These tests hold it to the rules, as chapters.Game has them: every round
// that is won is a model, none that is lost is, and on small decks there are exactly as many models as
// lines of play.

// plainFormula is the plain formula of a game.
type plainFormula struct {
	*formula.Formula
	solver sat.Solver
	game   *chapters.Game
}

// plainOf writes the plain formula of a game, nil if it has none.
func plainOf(t require.TestingT, g *chapters.Game, excused uint64) *plainFormula {
	problems, reason, err := provable(g, &Options{Excused: excused})
	require.NoError(t, err)
	if reason != NoReason {
		return nil
	}
	f := &plainFormula{game: g}
	f.Formula = formula.NewPlain(problems, &f.solver, DefaultMemory, proof.NewFormula(nil), formulaNames(g))
	return f
}

// course is what a line of play has decided in each trick from one on.
type course []courseTrick

// courseTrick is a trick: who leads it, which cards are played, and whether R1 is to win it.
type courseTrick struct {
	leader tricks.Seat
	cards  tricks.Set
	toWin  bool
}

// courseOf reads the tricks out of the decisions of a game that is over, from a trick on.
func courseOf(g *chapters.Game, first int) course {
	tricksOf := make(course, len(g.History()))
	for i, t := range g.History() {
		tricksOf[i].leader = t.Leader
		tricksOf[i].cards = t.Cards
	}
	for _, d := range g.Decisions() {
		if d.Kind == chapters.PlayCard && d.ToWin {
			for i, t := range g.History() {
				tricksOf[i].toWin = tricksOf[i].toWin || t.Cards.Contains(d.Card)
			}
		}
	}
	for _, p := range g.Start().Plays {
		if p.ToWin {
			for i, t := range g.History() {
				tricksOf[i].toWin = tricksOf[i].toWin || t.Cards.Contains(p.Card)
			}
		}
	}
	return tricksOf[first:]
}

// literals are the literals that say what a course has decided.
func (f *plainFormula) literals(c course) (list []sat.Lit) {
	for i, t := range c {
		list = append(list, f.Leads(t.leader, i))
		for _, card := range t.cards.Cards() {
			list = append(list, f.Plays(card, i))
		}
		toWin := f.ToWin(i)
		if !t.toWin {
			toWin = toWin.Not()
		}
		list = append(list, toWin)
	}
	return list
}

// allows reports whether the formula has a model with a course.
func (f *plainFormula) allows(t require.TestingT, c course) bool {
	for _, l := range f.literals(c) {
		f.solver.Add(l)
	}
	status := f.solver.Solve(1 << 40)
	require.NotEqual(t, sat.Unknown, status)
	return status == sat.Satisfiable
}

// model returns the course of the model that was found.
func (f *plainFormula) model() course {
	_, count := f.Tricks()
	c := make(course, count)
	for i := range c {
		for seat := range tricks.Seat(f.game.Seats()) {
			if f.solver.Holds(f.Leads(seat, i)) {
				c[i].leader = seat
			}
		}
		for _, held := range f.game.State().Held {
			for _, card := range held.Cards() {
				if f.solver.Holds(f.Plays(card, i)) {
					c[i].cards |= card.Bit()
				}
			}
		}
		// Cards of a trick that has begun are in no hand any more.
		for _, card := range f.game.State().Trick.Cards() {
			if f.solver.Holds(f.Plays(card, i)) {
				c[i].cards |= card.Bit()
			}
		}
		c[i].toWin = f.solver.Holds(f.ToWin(i))
	}
	return c
}

// models lists the courses of all models, up to so many.
func (f *plainFormula) models(t require.TestingT, most int) map[string]bool {
	found := map[string]bool{}
	for len(found) <= most {
		status := f.solver.Solve(1 << 40)
		require.NotEqual(t, sat.Unknown, status)
		if status == sat.Unsatisfiable {
			break
		}
		c := f.model()
		key := fmt.Sprint(c)
		require.False(t, found[key], "found twice")
		found[key] = true
		differs := []sat.Lit{}
		for _, l := range f.literals(c) {
			differs = append(differs, l.Not())
		}
		f.solver.Add(differs...)
	}
	return found
}

// courses lists the courses of all lines of play from a game on that meet its goals, but for those that are
// excused; false if there are more lines than so many.
func courses(g *chapters.Game, first int, excused uint64, most *int, found map[string]bool) bool {
	if g.IsOver() {
		*most--
		if g.Result() == chapters.Won || excused != 0 && meets(g, excused) {
			found[fmt.Sprint(courseOf(g, first))] = true
		}
		return *most >= 0
	}
	for _, d := range g.Options() {
		next := g.Clone()
		mustApply(next, d)
		if !courses(next, first, excused, most, found) {
			return false
		}
	}
	return true
}

// TestPlainModels: on small decks the plain formula has exactly the models that the rules allow. With all
// goals excused that are all lines of play, with the goals those that win, and with some goals
// excused those between. So nothing is missing from it, and no bound has come into it. The
// positions have any characters, riders and gifts, goals of one's own, pyramids, draw piles, the Old
// Forest, the Balrog, trumps, and cards that are tucked away or set aside.
func TestPlainModels(t *testing.T) {
	t.Parallel()
	const most = 120
	counted := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.SampledFrom([]func(*rapid.T) *chapters.Game{endingtest.Any, ownEnding}).Draw(t, "positions")
		g := draw(t)
		for _, excused := range []uint64{^uint64(0), 0, rapid.Uint64Range(1, 6).Draw(t, "excused")} {
			f := plainOf(t, g, excused)
			if f == nil {
				return
			}
			first, _ := f.Tricks()
			want := map[string]bool{}
			left := most
			if !courses(g, first, excused, &left, want) {
				return // too many
			}
			require.Equal(t, want, f.models(t, most), "excused %b", excused)
			if excused == 0 {
				counted[fmt.Sprint("won ", len(want) > 0)]++
				counted["lines"] += most - left
			}
		}
	})
	t.Log(counted)
	assert.NotZero(t, counted["won true"])
	assert.NotZero(t, counted["won false"])
}

// TestPlainHasNoBounds: the plain formula is the same, clause by clause, with all parts of the search and with
// none. A bound that is right would change no model, so that counting them would not notice it. What
// follows from the goals only by a bound depends on these parts.
func TestPlainHasNoBounds(t *testing.T) {
	t.Parallel()
	var everything Parts
	for _, part := range AllParts() {
		everything |= part
	}
	written := func(t *rapid.T, g *chapters.Game, without Parts) (string, bool) {
		problems, reason, err := provable(g, &Options{DisabledParts: without})
		require.NoError(t, err)
		if reason != NoReason {
			return "", false
		}
		var s sat.Solver
		var text strings.Builder
		f := proof.NewFormula(nil)
		formula.NewPlain(problems, &s, DefaultMemory, f, formulaNames(g))
		require.NoError(t, f.Write(&text))
		return text.String(), true
	}
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.SampledFrom([]func(*rapid.T) *chapters.Game{endingtest.Any, ownEnding}).Draw(t, "positions")
		g := draw(t)
		with, ok := written(t, g, 0)
		if !ok {
			return
		}
		without, _ := written(t, g, everything)
		require.Equal(t, without, with)
		compared++
	})
	assert.Greater(t, compared, 50)
}

// roundsTested is how many deals of each chapter, event, group and table size TestPlainRounds takes,
// FELLOWSHIP_PROOFS for more.
func roundsTested() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("FELLOWSHIP_PROOFS"), 10, 64); err == nil {
		return n
	}
	return 1
}

// TestPlainRounds: whole rounds of every chapter and table size are played by chapters.Game, from deals
// with random characters, exchanges and events. What was decided in each trick is fixed in the plain
// formula of the round, as it stood at its first trick or at any later moment. Each round that was won has a
// model, and none that was lost.
func TestPlainRounds(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	src := rand.New(rand.NewPCG(3, 5))
	seen := seenInRounds{
		results: map[chapters.Result]int{}, kinds: map[characters.ConditionKind]int{},
		specials: map[string]int{},
	}
	for seed := range roundsTested() {
		for _, id := range everyVariant(lib) {
			for id.Players = 1; id.Players <= 4; id.Players++ {
				id.Seed = seed
				pos, err := lib.Deal(id)
				if err != nil {
					require.Equal(t, "16", id.Chapter, "%v", err) // not for two and three
					continue
				}
				start, err := lib.NewGame(pos)
				require.NoError(t, err)
				if src.IntN(3) == 0 {
					start = withGift(lib, start, src)
				}
				g := playUntil(start, src, func(g *chapters.Game) bool { return g.Stage() == chapters.StagePlay })
				seen.round(t, g, src)
			}
		}
	}
	seen.check(t)
}

// withGift gives a deal at its beginning Mithril if its chapter does not, by skipping to play. It returns
// the game as it is where that cannot be.
func withGift(lib *chapters.Library, g *chapters.Game, src *rand.Rand) *chapters.Game {
	played := playUntil(g.Clone(), src, func(g *chapters.Game) bool { return g.Stage() == chapters.StagePlay })
	pos, err := played.FirstTrick()
	if err != nil {
		return g
	}
	for i := range pos.Hands {
		switch pos.Hands[i].Character {
		case "frodo":
			pos.Hands[i].Gift = "mithril"
		case "gandalf":
			pos.Hands[i].Gift = "glamdring"
		}
	}
	pos.Chapter = "" // which may not have it
	given, err := lib.NewGame(pos)
	if err != nil {
		return g
	}
	return given
}

// playUntil makes random decisions until a game is where it should be, or over.
func playUntil(g *chapters.Game, src *rand.Rand, there func(*chapters.Game) bool) *chapters.Game {
	for !there(g) && !g.IsOver() {
		options := g.Options()
		mustApply(g, options[src.IntN(len(options))])
	}
	return g
}

// seenInRounds counts what was in the rounds that were played.
type seenInRounds struct {
	results  map[chapters.Result]int
	kinds    map[characters.ConditionKind]int
	specials map[string]int
}

// round plays a round from its first trick on to several ends, and holds formulas to them.
func (seen *seenInRounds) round(t *testing.T, g *chapters.Game, src *rand.Rand) {
	begun := len(g.Decisions())
	half := g.Clone()
	random := playUntil(half.Clone(), src, (*chapters.Game).IsOver)
	after := src.IntN(len(random.Decisions()) - begun + 1)
	half, err := random.AfterDecisions(begun + after)
	require.NoError(t, err)
	ends := []*chapters.Game{random, playUntil(half.Clone(), src, (*chapters.Game).IsOver)}
	from := []*chapters.Game{g, half}[src.IntN(2)]
	r, err := Solve(t.Context(), from, Options{Nodes: 5_000})
	require.NoError(t, err)
	if r.Verdict == Winnable {
		won := from.Clone()
		for d := range r.eachDecision {
			mustApply(won, d)
		}
		ends = append(ends, won)
		// A round that is nearly won: random from somewhere near the end on.
		turn := len(won.Decisions()) - src.IntN(min(12, len(won.Decisions())-begun)+1)
		nearly, err := won.AfterDecisions(max(turn, begun))
		require.NoError(t, err)
		ends = append(ends, playUntil(nearly, src, (*chapters.Game).IsOver))
	}
	for _, end := range ends {
		seen.end(t, g, end, src)
	}
}

// end holds the formulas of a round, at its first trick and later, to how it ended.
func (seen *seenInRounds) end(t *testing.T, g, end *chapters.Game, src *rand.Rand) {
	made := len(end.Decisions()) - len(g.Decisions())
	for _, after := range []int{0, src.IntN(made + 1)} {
		from, err := end.AfterDecisions(len(g.Decisions()) + after)
		require.NoError(t, err)
		f := plainOf(t, from, 0)
		if f == nil {
			seen.specials["none: exchange in play"]++
			continue
		}
		first, _ := f.Tricks()
		won := end.Result() == chapters.Won
		require.Equal(t, won, f.allows(t, courseOf(end, first)), "%s after %d decisions, with%s", end.Start().Deal,
			after, lastDecisions(end))
		seen.results[end.Result()]++
		problems, err := problemsOf(from, &Options{})
		require.NoError(t, err)
		seen.note(problems, from)
	}
}

// note counts what is special in a round.
func (seen *seenInRounds) note(problems []*search.Problem, g *chapters.Game) {
	for _, p := range problems {
		for i := range p.Checker.Counters {
			seen.kinds[p.Checker.Counters[i].Kind]++
		}
	}
	if len(problems) > 1 {
		seen.specials["several ways to win"]++
	}
	table := g.State().Table
	for name, is := range map[string]bool{
		"willow": len(table.Willow) > 0, "balrog": len(table.Balrog) > 0, "trump": table.Trump != tricks.NoSuit,
		"naming": table.Namers != 0, "free": table.Free != 0, "tucked": g.State().Tucked != tricks.NoCard,
		"pyramid": problems[0].Pyramid != 0, "pile": g.Seats() == 4 && g.Start().Players == 1,
		"first": hasCard(table.First), "last": hasCard(table.Last), "glamdring": table.FreeOnce != 0,
		"forced": len(problems[0].Forced) > 0, "trees": len(problems[0].Checker.Trees) > 0,
	} {
		if is {
			seen.specials[name]++
		}
	}
}

// hasCard reports whether one of the seats has a card.
func hasCard(cards [tricks.MaxSeats]tricks.Card) bool {
	for _, c := range cards {
		if c != tricks.NoCard {
			return true
		}
	}
	return false
}

// check holds that nothing was left out.
func (seen *seenInRounds) check(t *testing.T) {
	t.Log(seen.results, seen.kinds, seen.specials)
	assert.Greater(t, seen.results[chapters.Won], 100)
	assert.Greater(t, seen.results[chapters.Lost], 200)
	for _, kind := range []characters.ConditionKind{
		characters.Cards, characters.TricksWith, characters.TricksWithout, characters.Leads,
		characters.MostCards, characters.PlaysLast, characters.LeftOver,
	} {
		assert.NotZero(t, seen.kinds[kind], "condition %d", kind)
	}
	for _, special := range strings.Fields("willow balrog trump naming free tucked pyramid pile first last glamdring forced trees") {
		assert.NotZero(t, seen.specials[special], special)
	}
}
