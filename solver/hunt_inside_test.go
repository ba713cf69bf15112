package solver

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"sync"

	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/hunttest"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// HuntsInside are the classes of [TestHunt] that look inside the solver.
var HuntsInside = []hunttest.Class{
	{
		Name: "leaves", Description: "the setup against all hands that it can lead to, listed", Few: 10, Share: 15,
		Case: huntLeaves,
	},
	{
		Name: "hands", Description: "hands that setups lead to, listed, against those that the search visits", Few: 5,
		Share: 15, Case: huntHands,
	},
	{
		Name: "apart", Description: "the search card by card, the formula, and both without parts", Few: 30, Share: 20,
		Case: huntApart,
	},
	{
		Name: "endings", Description: "verdict, count, choices and statuses against all lines, listed", Few: 19,
		Share: 15, Case: huntEndings,
	},
	{
		Name: "statuses", Description: "goals that are settled, in the middle of rounds", Few: 12, Share: 10,
		Case: huntStatuses,
	},
	{
		Name: "choices", Description: "the analysis of a moment against each choice alone", Few: 4, Share: 5,
		Case: huntChoices,
	},
	{
		Name: "known", Description: "places with known verdicts, with parts off and little memory", Few: 16, Share: 5,
		Case: huntKnown,
	},
}

// ByFormula decides a game by formulas alone: see byFormula. It is unknown where it cannot say, which is
// while a card is on its way, or where the goals are too much to keep count of.
func ByFormula(c *hunttest.Case, g *chapters.Game, steps int64) Verdict {
	if !g.IsOver() && g.Due().Kind == chapters.Return {
		return Unknown
	}
	_, err := problemsOf(g, &Options{})
	if errors.Is(err, characters.ErrTooMuch) {
		return Unknown
	}
	return byFormula(c, g, steps)
}

// someSetup begins a round before play, with few cards: a deal of a chapter, or a win that was planted into one, or
// into a chapter of its own in which cards are on their way at the same time.
func someSetup(c *hunttest.Case) *chapters.Game {
	switch c.IntN(3) {
	case 0:
		lib, pos, ok := c.Deal(true)
		if !ok {
			return nil
		}
		g, err := lib.NewGame(pos)
		require.NoError(c, err)
		c.Round = g
		return g.Clone()
	case 1:
		if bed, ok := c.ChapterRound(true); !ok || !c.Plant(bed) {
			return nil
		}
	default:
		if !c.Plant(c.BatchRound()) {
			return nil
		}
	}
	return c.Round.Clone()
}

// random makes a random decision in the game.
func random(c *hunttest.Case, g *chapters.Game) { mustApply(g, hunttest.Pick(c.Rand, g.Options())) }

// huntLeaves: a round can be won from the draft or the setup on exactly if one of the hands it can lead to can be won.
func huntLeaves(c *hunttest.Case) {
	g := someSetup(c)
	if g == nil {
		c.Word("dropped")
		return
	}
	if c.OneOf(2) {
		c.Won = nil // it may go elsewhere
	}
	const most = 60
	all, ok := leaves(g, most, nil)
	for !ok {
		if c.Won != nil {
			mustApply(g, c.Won.Decisions()[len(g.Decisions())])
		} else {
			random(c, g)
		}
		all, ok = leaves(g, most, nil)
	}
	c.Round = g.Clone()
	want := Unwinnable
	for _, leaf := range all {
		v := solve(c, leaf, Options{Nodes: 20_000}).Verdict
		if v == Winnable {
			want = v
			break
		}
		if v == Unknown {
			want = v
		}
	}
	got := solve(c, g, Options{Nodes: 200_000}).Verdict
	if want != Unknown && got != Unknown {
		require.Equal(c, want, got, "from the setup on; the first is what the hands say, one by one")
	}
	if c.Won != nil {
		require.NotEqual(c, Unwinnable, got, "a line wins the round")
	}
	c.Word(string(got))
}

// huntHands: the search from the setup on comes to all hands that a plain list of all decisions comes to, or sees at
// once that they are lost. Where the list is too long it is some hundred setups by chance.
func huntHands(c *hunttest.Case) {
	g := someSetup(c)
	if g == nil {
		c.Word("dropped")
		return
	}
	for g.Stage() == chapters.StageDraft {
		random(c, g)
	}
	var want map[string][]chapters.Decision
	if c.OneOf(2) {
		most := hunttest.Pick(c.Rand, []int{200, 1000, 4000})
		for want = listed(g, most); want == nil; want = listed(g, most) {
			random(c, g)
		}
		c.Count("all listed")
	} else {
		for range c.IntN(4) {
			if g.Stage() == chapters.StageSetup {
				random(c, g)
			}
		}
		want = map[string][]chapters.Decision{}
		for range 300 {
			end := c.AnySetup(g)
			want[handsOf(end)] = end.Decisions()[len(g.Decisions()):]
		}
	}
	if g.Stage() == chapters.StagePlay {
		c.Word("no setup")
		return
	}
	c.Round = g.Clone()
	c.Won = nil
	all := len(want)
	atOnce := 0
	for _, made := range want {
		atOnce = max(atOnce, cardsAtOnce(slices.Concat(g.Decisions(), made)))
	}
	if !walked(c, g, want, 30_000) {
		c.Word("too many")
		return
	}
	for _, made := range want {
		end := g.Clone()
		for _, d := range made {
			mustApply(end, d)
		}
		list, err := problemsOf(end, &Options{})
		if !errors.Is(err, characters.ErrTooMuch) {
			require.NoError(c, err)
		}
		if len(search.Sorted(list)) > 0 {
			c.Won = end
			require.Fail(c, "the search leaves hands out", "after %v: %v", g.Decisions(), made)
		}
	}
	c.Word("complete")
	c.CountMany("hands", all)
	c.Count(fmt.Sprint("at most ", atOnce, " cards at once"))
}

// walked removes the hands that the search of a setup reaches from a list. It returns false if the search reaches
// more hands than the limit.
func walked(c *hunttest.Case, g *chapters.Game, want map[string][]chapters.Decision, most int) bool {
	s := setupSearch{ctx: c.Context(), root: g}
	s.found = func(g *chapters.Game, exchanges int) bool {
		most--
		if exchanges == s.effort.exchanges {
			delete(want, handsOf(g))
		}
		return most < 0 || len(want) == 0
	}
	for more := true; more && most >= 0 && len(want) > 0 && c.Context().Err() == nil; s.effort.exchanges++ {
		s.deeper = false
		s.walk(g, 0, intentions{})
		more = s.deeper
	}
	return most >= 0 && c.Context().Err() == nil
}

// somePlay is a round in play: of its own, or of a chapter after a random setup, at its start or later, as a line that
// wins it goes, if one is found soon, with a few random cards at the end.
func somePlay(c *hunttest.Case) *chapters.Game {
	var g *chapters.Game
	switch c.IntN(3) {
	case 0:
		if !c.Plant(c.OwnRound(hunttest.Size(c.IntN(3)))) {
			return nil
		}
		g = c.Round.Clone()
	case 1:
		bed, ok := c.ChapterRound(false)
		if !ok || !c.Plant(bed) {
			return nil
		}
		g = c.Round.Clone()
	default:
		lib, pos, ok := c.Deal(false)
		require.True(c, ok)
		var err error
		g, err = lib.NewGame(pos)
		require.NoError(c, err)
	}
	for g.Stage() != chapters.StagePlay {
		random(c, g)
	}
	from := c.IntN(g.State().Table.Tricks())
	if c.OneOf(3) {
		from = 0
	}
	r := solve(c, g, Options{Nodes: 5000})
	for _, d := range r.Decisions() {
		if int(g.State().Number) >= from {
			break
		}
		mustApply(g, d)
	}
	for range c.IntN(7) {
		if !g.IsOver() {
			random(c, g)
		}
	}
	c.Round = g.Clone()
	c.Won = nil
	return g
}

// huntApart: the search card by card alone, the formula alone, both in turns, without a part, and with next to no
// memory, never say different things.
func huntApart(c *hunttest.Case) {
	g := somePlay(c)
	if g == nil || g.IsOver() {
		c.Word("dropped")
		return
	}
	said := map[string]Verdict{
		"both in turns": solve(c, g, Options{Nodes: 20_000}).Verdict,
		"card by card":  solve(c, g, Options{Nodes: 20_000, DisabledParts: search.Learning}).Verdict,
		"little memory": solve(c, g, Options{Nodes: 5_000, Memory: 1}).Verdict,
	}
	part := hunttest.Pick(c.Rand, AllParts())
	said["without "+part.String()] = solve(c, g, Options{Nodes: 20_000, DisabledParts: part}).Verdict
	said["the formula"] = ByFormula(c, g, 60_000)
	want := Unknown
	for _, v := range said {
		if want == Unknown {
			want = v
		}
		if v != Unknown {
			require.Equal(c, want, v, "%v", said)
		}
	}
	if said["the formula"] != Unknown && said["card by card"] != Unknown {
		c.Count("both decided")
	}
	c.Word(string(want))
}

// huntEndings: in endings of every chapter and table size all that the solver can be asked gives what enumerating all
// lines gives.
func huntEndings(c *hunttest.Case) {
	lib, pos, _ := c.Deal(false)
	g, err := lib.NewGame(pos)
	require.NoError(c, err)
	for g.Stage() != chapters.StagePlay {
		random(c, g)
	}
	left := g.State().Table.Tricks() - 3 + c.IntN(2)
	r := solve(c, g, Options{Nodes: 20_000})
	for _, d := range r.Decisions() {
		if int(g.State().Number) >= left {
			break
		}
		mustApply(g, d)
	}
	for int(g.State().Number) < left {
		random(c, g)
	}
	for range c.IntN(4) {
		if !g.IsOver() {
			random(c, g)
		}
	}
	if g.IsOver() {
		c.Word("dropped")
		return
	}
	c.Round = g.Clone()
	most := 500
	lines := enumerate(g, &most)
	if most <= 0 {
		c.Word("too many lines")
		return
	}
	want := Unwinnable
	if lines > 0 {
		want = Winnable
	}
	r = solve(c, g, Options{})
	require.Equal(c, want, r.Verdict)
	c.Word(string(want))
	if formula := ByFormula(c, g, 1<<40); formula != Unknown {
		require.Equal(c, want, formula, "by the formula")
	}
	n, err := Count(c.Context(), g, r, Options{})
	require.NoError(c, err)
	require.Equal(c, Lines{Count: lines, Exact: true, Nodes: n.Nodes}, n)
	for _, d := range g.Options() {
		next := g.Clone()
		mustApply(next, d)
		most := 1 << 30
		require.Equal(c, enumerate(next, &most) > 0, solve(c, next, Options{}).Verdict == Winnable, "after %s", d)
	}
	fates := make([]fate, len(g.Goals()))
	fate{}.all(g, fates)
	settled(c, g, func(i int, met bool) {
		require.False(c, met && fates[i].unmet || !met && fates[i].met, "goal %d is settled as %t, but %+v", i, met,
			fates[i])
	})
}

// fate is how a goal can end.
type fate struct{ met, unmet bool }

// all plays every line to its end, and notes how each goal ends.
func (fate) all(g *chapters.Game, fates []fate) {
	if g.IsOver() {
		for i, goal := range g.Statuses() {
			met := goal.Status == characters.Sealed
			fates[i].met, fates[i].unmet = fates[i].met || met, fates[i].unmet || !met
		}
		return
	}
	for _, d := range g.Options() {
		next := g.Clone()
		mustApply(next, d)
		fate{}.all(next, fates)
	}
}

// settled calls f with the goals that the game says are met or failed for good.
func settled(c *hunttest.Case, g *chapters.Game, f func(i int, met bool)) {
	for i, goal := range g.Statuses() {
		switch goal.Status {
		case characters.Sealed:
			f(i, true)
			c.Count("sealed")
		case characters.Failed, characters.Waived:
			f(i, false)
			c.Count("failed")
		default:
			c.Count("not settled")
		}
	}
}

// huntStatuses: a goal that has failed cannot be met, if nothing else is asked for. One that is sealed is met in every
// round that is played on by chance, and one goal less to be met makes no difference.
func huntStatuses(c *hunttest.Case) {
	g := somePlay(c)
	if g == nil || g.IsOver() {
		c.Word("dropped")
		return
	}
	for range 4 {
		if !g.IsOver() {
			random(c, g)
		}
	}
	c.Round = g.Clone()
	if g.IsOver() {
		c.Word("dropped")
		return
	}
	all := uint64(1)<<len(g.Goals()) - 1
	sealed := uint64(0)
	settled(c, g, func(i int, met bool) {
		if met {
			sealed |= 1 << i
			return
		}
		if g.State().Waiver != tricks.NoSeat && !g.Goals()[i].Rider {
			return // Mithril covers it
		}
		r := solve(c, g, Options{Nodes: 20_000, Excused: all &^ (1 << i)})
		require.NotEqual(c, Winnable, r.Verdict, "goal %d has failed, but can be met by %v", i, r.Decisions())
		c.Word(string(r.Verdict))
	})
	if sealed == 0 {
		return
	}
	for range 20 {
		end := g.Clone()
		for !end.IsOver() {
			random(c, end)
		}
		for rest := sealed; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros64(rest)
			require.Equal(c, characters.Sealed, end.Statuses()[i].Status,
				"goal %d was met for good, but after %v it is not", i, end.Decisions())
		}
	}
	whole, without := solve(c, g, Options{Nodes: 20_000}).Verdict,
		solve(c, g, Options{Nodes: 20_000, Excused: sealed}).Verdict
	if whole != Unknown && without != Unknown {
		require.Equal(c, without, whole, "goals that are met for good make no difference")
	}
}

// huntChoices checks that the analysis gives each choice the solver's verdict on the round after it, and gives the round
// the verdict of the best choice.
func huntChoices(c *hunttest.Case) {
	g := somePlay(c)
	if g == nil || g.IsOver() {
		c.Word("dropped")
		return
	}
	a := analyse(c, g,
		AnalyseOptions{Options: Options{Nodes: 5_000}, Choices: chapters.StagePlay + 1, PlayOnly: true, Workers: 1})
	last := &a.Steps[len(a.Steps)-1]
	require.Nil(c, last.Made)
	best := Unwinnable
	for _, choice := range last.Choices {
		next := g.Clone()
		mustApply(next, choice.Decision)
		want := solve(c, next, Options{Nodes: 20_000}).Verdict
		if want != Unknown && choice.Verdict != Unknown {
			require.Equal(c, want, choice.Verdict, "%s", choice.Decision)
		}
		if best == Unwinnable || want == Winnable {
			best = want
		}
		if want == Unknown && best == Unwinnable {
			best = Unknown
		}
		c.Word(string(want))
	}
	if best != Unknown && last.JudgementBefore.Verdict != Unknown {
		require.Equal(c, best, last.JudgementBefore.Verdict, "before the choice")
	}
}

// knownPlaces lists the positions with verdicts from independent programs.
var knownPlaces = sync.OnceValue(func() (list []chapters.Record) {
	for _, name := range []string{"endings", "full-deals"} {
		text, err := os.ReadFile("testdata/" + name + ".jsonl")
		if err != nil {
			panic(err)
		}
		for e := range chapters.Default().Read(name, bytes.NewReader(text)) {
			if e.Err != nil {
				panic(e.Err)
			}
			list = append(list, e.Record)
		}
	}
	return list
})

// huntKnown checks that the solver agrees with independent programs, whatever parts are switched off, however little
// memory there is, and along the line that wins.
func huntKnown(c *hunttest.Case) {
	list := knownPlaces()
	place := list[c.Number%len(list)]
	g, err := place.Game(chapters.Default())
	require.NoError(c, err)
	c.Round = g.Clone()
	without := Parts(c.IntN(1 << len(AllParts())))
	if c.OneOf(2) {
		without = 0
	}
	r := solve(c, g, Options{Nodes: 50_000, DisabledParts: without, Memory: int64(c.IntN(2))})
	c.Word(string(r.Verdict))
	if r.Verdict == Unknown {
		return
	}
	require.Equal(c, place.Expect.Verdict, string(r.Verdict), "without %b", without)
	steps := slices.Collect(r.eachDecision)
	for i := range steps {
		mustApply(g, steps[i])
		require.NotEqual(c, Unwinnable, solve(c, g, Options{Nodes: 10_000, DisabledParts: without}).Verdict,
			"%d decisions later", i+1)
	}
}
