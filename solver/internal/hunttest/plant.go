package hunttest

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// A planted win is a round that is played first and gets its goals afterwards.
//
//  1. A random player plays a round to its end through [chapters.Game], from the deal or from the first trick on. It
//     uses special rules wherever it can. At this time the characters have no goals, or their goals are ignored.
//  2. Random players play the same hands, and the same deal with other setups, a few more times.
//  3. Each seat gets a goal that the first round meets: of several dozen candidates, the goal that the fewest other
//     rounds meet. With Mithril, one seat gets a goal that the round does not meet.
//  4. The round starts again with these goals, and the same decisions are made through [chapters.Game]. If every
//     decision is legal and the game calls the round won, these decisions prove that it can be won. Otherwise the round
//     is dropped.
//
// A solver that answers "unwinnable" for such a round, or for any position in it, is wrong. Planting uses no part of
// the solver. It relies only on the game's knowledge of its rules, and other tests check those against a second, plain
// engine. Since the goals are rare, the first good try does not win such a round: a search has skipped many branches
// before it reaches the line. A wrong shortcut shows in rounds that only a few in a thousand lines win.

// Bed is a round without its final goals, in which [Case.Plant] plants a win.
type Bed struct {
	// World is the files that the round needs.
	World World
	// Position is the start of the round.
	Position chapters.Position
	// Few reports whether the chapters of World deal nearly all their cards as lost cards.
	Few bool
	// ForHolders reports whether most seats get goals that only the holder of certain cards can meet. Few setups win then.
	ForHolders bool
	// AnyCharacter reports whether any of the program's characters may replace a character without special rules.
	AnyCharacter bool
}

// library returns the chapters of the bed, with few cards if Few is set.
func (b *Bed) library() (*chapters.Library, error) {
	lib, err := b.World.Library()
	if err != nil {
		return nil, err
	}
	for _, c := range lib.Chapters {
		if _, own := b.World.chapter(c.ID); own && b.Few {
			fewCards(c)
		}
	}
	return lib, nil
}

const (
	// comparedRounds is the number of further rounds that are played to find out which goals are rare.
	comparedRounds = 12
	// candidates is the number of goals that are tried for each seat.
	candidates = 24
)

// Plant plants a win in the bed and sets World, Round and Won of the case. It returns false if that fails, which is
// normal now and then.
func (c *Case) Plant(bed Bed) bool {
	lib, err := bed.library()
	if err != nil {
		panic(err)
	}
	g, err := lib.NewGame(bed.Position)
	if err != nil {
		return false
	}
	p := newPlayer(c.Rand)
	var afterDraft, firstTrick *chapters.Game
	for !g.IsOver() {
		if afterDraft == nil && g.Stage() != chapters.StageDraft {
			afterDraft = g.Clone()
		}
		if firstTrick == nil && g.Stage() == chapters.StagePlay {
			firstTrick = g.Clone()
		}
		p.decide(g)
	}
	if firstTrick == nil || len(g.History()) == 0 {
		return false
	}
	cache := &characters.Cache{}
	played := newPlayedRound(g, cache)
	var comparisons []*playedRound
	for i := range comparedRounds {
		other := []*chapters.Game{firstTrick, afterDraft}[i%2].Clone()
		newPlayer(c.Rand).finish(other)
		comparisons = append(comparisons, newPlayedRound(other, cache))
	}
	bed.World = maps.Clone(bed.World)
	bed.Position = copied(bed.Position)
	fitBalrog(c.Rand, &bed.Position, lib, played)
	unmetSeat := tricks.NoSeat
	if g.State().Waiver != tricks.NoSeat && !c.OneOf(3) {
		unmetSeat = tricks.Seat(c.IntN(g.Seats()))
	}
	if !c.assignGoals(&bed, g, played, comparisons, unmetSeat) {
		return false
	}
	return c.replays(&bed, g)
}

// copied returns a copy of a position whose hands and decks may be changed. It has no ID, since it is not that deal any
// more.
func copied(pos chapters.Position) chapters.Position {
	pos.Hands = slices.Clone(pos.Hands)
	pos.Sides = maps.Clone(pos.Sides)
	pos.ID = ""
	pos.Deal = ""
	return pos
}

// replays makes the decisions of a game again with the goals of the bed. If that wins, replays sets World, Round and
// Won of the case and returns true.
func (c *Case) replays(bed *Bed, g *chapters.Game) bool {
	lib, err := bed.library()
	if err != nil {
		return false // a goal is too large, or needs a threat number that the character does not have here
	}
	again, err := lib.NewGame(bed.Position)
	if err != nil {
		return false
	}
	round := again.Clone()
	for _, d := range g.Decisions() {
		if again.Apply(d) != nil {
			return false
		}
	}
	if !again.IsOver() || again.Result() != chapters.Won {
		return false
	}
	c.World = bed.World
	c.Round = round
	c.Won = again
	for label := range Specials(again) {
		c.Count(label)
	}
	return true
}

// Later returns the round after the first of the winning decisions.
func (c *Case) Later(decisions int) *chapters.Game {
	g, err := c.Won.AfterDecisions(decisions)
	if err != nil {
		panic(err)
	}
	return g
}

// assignGoals gives each seat a goal. All goals are met in the played round, except that of unmetSeat, which must fail.
// It returns false if it finds no goal for a seat.
func (c *Case) assignGoals(bed *Bed, g *chapters.Game, played *playedRound, comparisons []*playedRound,
	unmetSeat tricks.Seat,
) bool {
	cast := map[string]bool{}
	for s := range tricks.Seat(g.Seats()) {
		character := g.Character(s)
		switch {
		case character == nil:
			continue
		case bed.AnyCharacter && isPlain(character) && c.OneOf(2):
			if c.placeCharacter(bed, g, s, played, comparisons, unmetSeat == s, cast) {
				continue
			}
		case !bed.AnyCharacter && c.OneOf(4) && unmetSeat != s && played.meets(goalOf(g, s)):
			continue // its own goal is met and stays
		case c.OneOf(10) && unmetSeat != s:
			bed.World.setGoal(character.ID, "{all: []}")
			continue
		}
		text := goalForHolder(c.Rand, played, s)
		ok := true
		if !bed.ForHolders || c.OneOf(4) || unmetSeat == s || !strings.Contains(text, "card") {
			text, ok = c.rarestGoal(g, s, played, comparisons, unmetSeat == s)
		}
		if !ok {
			return false
		}
		bed.World.setGoal(character.ID, text)
	}
	return true
}

// isPlain reports whether a character has no special rule of play, only a goal.
func isPlain(c *characters.Character) bool {
	return !c.NeedNotFollow && !c.NamesLeader && c.CountsFor == nil && !c.SoloFull
}

// goalOf returns the goal of a seat.
func goalOf(g *chapters.Game, s tricks.Seat) characters.Formula {
	for _, goal := range g.Goals() {
		if goal.Seat == s && !goal.Rider {
			return goal.Checker.Root
		}
	}
	return characters.Formula{Op: characters.All}
}

// binding returns the facts about a round on which the goals of a seat depend.
func binding(g *chapters.Game, s tricks.Seat, threat int) characters.Binding {
	v := g.View(tricks.NoSeat)
	b := characters.Binding{Seat: s, Seats: g.Seats(), Players: g.Start().Players, Threat: threat}
	b.Rivers = g.Chapter() != nil && g.Chapter().Rivers[b.Players] > 0
	b.Declared, b.Range = v.Seats[s].Declared, v.Seats[s].Range
	for i := range g.Seats() {
		b.Cast[i] = g.Character(tricks.Seat(i))
	}
	return b
}

// threatGoals are goals that need a threat number.
var threatGoals = []string{
	"{tricks: exactly_threat}",
	"{cards: {suit: Hills, rank: threat, at_least: 1}}",
	"{cards: {suit: Mountains, rank: threat, at_least: 1}}",
	"{all: [{cards: {suit: Forests, rank: threat, at_least: 1}}, {cards: {suit: Shadows, rank: threat, at_most: 0}}]}",
	"{cards: {suit: Rings, at_most: threat}}",
}

// rarestGoal tries goals for a seat and returns the one that the fewest other rounds meet. The played round meets it,
// or fails it if unmet is set.
func (c *Case) rarestGoal(g *chapters.Game, s tricks.Seat, played *playedRound, comparisons []*playedRound,
	unmet bool,
) (best string, ok bool) {
	b := binding(g, s, g.View(tricks.NoSeat).Seats[s].Threat)
	fewestMet := comparedRounds + 1
	for range candidates {
		text := fittingGoal(c.Rand, played, s, 1)
		if b.Threat > 0 && c.OneOf(4) {
			text = Pick(c.Rand, threatGoals)
		}
		if unmet {
			text = anyGoal(c.Rand, 1)
		}
		goal := parseGoal(text)
		if goal == nil {
			continue
		}
		f := goal.Formula(b)
		if played.meets(f) == unmet {
			continue
		}
		if n := countMet(f, comparisons); n < fewestMet {
			best = text
			fewestMet = n
			ok = true
		}
	}
	return best, ok
}

// countMet returns how many rounds meet a goal.
func countMet(f characters.Formula, rounds []*playedRound) (n int) {
	for _, p := range rounds {
		if p.meets(f) {
			n++
		}
	}
	return n
}

// placeCharacter puts one of the program's characters at a seat, and sometimes a rider beside it. It chooses the
// character whose goal the fewest other rounds meet. The played round meets this goal, or fails it if unmet is set.
// The map cast holds the characters placed so far.
func (c *Case) placeCharacter(bed *Bed, g *chapters.Game, s tricks.Seat, played *playedRound,
	comparisons []*playedRound, unmet bool, cast map[string]bool,
) bool {
	lib := chapters.Default()
	hand := &bed.Position.Hands[s]
	fewestMet := comparedRounds + 1
	for _, id := range c.shuffled(slices.Sorted(maps.Keys(lib.Characters))) {
		character := lib.Characters[id]
		if cast[id] || !isPlain(character) {
			continue
		}
		b := binding(g, s, 1+c.IntN(8))
		b.Declared = Pick(c.Rand, []string{characters.More, characters.Fewer})
		b.Range = [2]int{}
		f := character.Formula(b)
		if played.meets(f) == unmet {
			continue
		}
		if n := countMet(f, comparisons); n < fewestMet {
			hand.Character = id
			hand.Threat = b.Threat
			hand.Declared = b.Declared
			fewestMet = n
		}
	}
	if fewestMet > comparedRounds {
		return false
	}
	cast[hand.Character] = true
	if c.OneOf(4) {
		for _, id := range c.shuffled(slices.Sorted(maps.Keys(lib.Riders))) {
			if played.meets(lib.Riders[id].Formula(binding(g, s, hand.Threat))) {
				hand.Rider = id
				break
			}
		}
	}
	return true
}

// shuffled shuffles a list and returns it.
func (c *Case) shuffled(list []string) []string {
	c.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// fitBalrog arranges the Balrog's deck to make each trick of the played round reach its sum, with little to spare. Now
// and then it makes a trick fall short, which only Mithril covers (C14). The deck has no effect on the play itself.
func fitBalrog(rng *rand.Rand, pos *chapters.Position, lib *chapters.Library, played *playedRound) {
	if len(played.table.Balrog) == 0 {
		return
	}
	for name, cards := range pos.Sides {
		choice := tricks.SuitSet(tricks.Shadows) | tricks.BalrogCard.Bit()
		if c, err := lib.Chapter(pos.Chapter); err == nil {
			if round, err := c.ForRound(pos.Terms, pos.Players); err == nil && round.Side != nil {
				choice = round.Side.Cards
			}
		} else if len(cards) > 0 {
			choice = tricks.SetOf(cards...)
		}
		deck := slices.Clone(cards)
		index := 0
		for t, up := range played.table.Balrog {
			sum := 99
			if t < len(played.history) {
				sum = 0
				for _, c := range played.history[t].Cards.Cards() {
					sum += c.Rank()
				}
				if rng.IntN(40) == 0 {
					sum = 99
				}
			}
			for i := range up {
				if index < len(deck) {
					deck[index] = atMost(rng, choice, sum-(len(up)-1-i))
					sum -= deck[index].Rank()
					index++
				}
			}
		}
		pos.Sides[name] = deck
	}
}

// atMost picks a random card whose rank is at most a limit. If there is none, it returns the lowest card.
func atMost(rng *rand.Rand, cards tricks.Set, most int) tricks.Card {
	list := cards.Cards()
	low := slices.MinFunc(list, func(a, b tricks.Card) int { return a.Rank() - b.Rank() })
	list = slices.DeleteFunc(list, func(c tricks.Card) bool { return c.Rank() > most })
	if len(list) == 0 {
		return low
	}
	return Pick(rng, list)
}
