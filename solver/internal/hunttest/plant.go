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

// A planted win is a round that is played out first, and gets its goals afterwards.
//
//  1. A round is played to its end by chance through [chapters.Game], from the deal or from the first trick on, with
//     all that is special in it used where it can be. Nobody has a goal so far, or goals do not matter.
//  2. The same hands are played out by chance some times more, and so is the deal with other setups.
//  3. Each seat gets a goal that the first round meets, of several dozen the one that the fewest of the others meet.
//     With Mithril one seat gets a goal that the round does not meet.
//  4. The round is begun again with these goals, and the same decisions are made through [chapters.Game]. If each is
//     still legal, and the game calls the round won, that round can be won: there is the line. Else it is dropped.
//
// So whoever says of the round, or of any moment of it, "unwinnable", is wrong. Nothing of the solver is used for it,
// and nothing of the game is trusted but that it knows its rules, which tests beside it hold to a plain second engine.
// Since the goals are rare, such a round is not won by the first good try: the search is deep in what it leaves out
// when it comes to the line. Rounds of which a few in a thousand lines win are the ones that show a wrong shortcut.

// Bed is what a win is planted in.
type Bed struct {
	// World is the files that the round needs.
	World World
	// Position is where the round begins.
	Position chapters.Position
	// Few reports whether the chapters of the world lose nearly all their cards.
	Few bool
	// Held reports whether most seats get goals that only who holds certain cards can meet, so that few setups win.
	Held bool
	// Anybody reports whether any character that comes with the program may take the place of one without specials.
	Anybody bool
}

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
	// otherRounds is how many more rounds are played for the sake of rarity.
	otherRounds = 12
	// wishes is how many goals are thought of for each seat.
	wishes = 24
)

// Plant plants a win: see above. It is false if that did not succeed, as happens now and then.
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
	var cast, first *chapters.Game
	for !g.IsOver() {
		if cast == nil && g.Stage() != chapters.StageDraft {
			cast = g.Clone()
		}
		if first == nil && g.Stage() == chapters.StagePlay {
			first = g.Clone()
		}
		p.decide(g)
	}
	if first == nil || len(g.History()) == 0 {
		return false
	}
	cache := &characters.Cache{}
	end := newPlayedRound(g, cache)
	var rest []*playedRound
	for i := range otherRounds {
		other := []*chapters.Game{first, cast}[i%2].Clone()
		newPlayer(c.Rand).finish(other)
		rest = append(rest, newPlayedRound(other, cache))
	}
	bed.World, bed.Position = maps.Clone(bed.World), copied(bed.Position)
	fitBalrog(c.Rand, &bed.Position, lib, end)
	spared := tricks.NoSeat
	if g.State().Waiver != tricks.NoSeat && !c.OneOf(3) {
		spared = tricks.Seat(c.IntN(g.Seats()))
	}
	if !c.spread(&bed, g, end, rest, spared) {
		return false
	}
	return c.replays(&bed, g)
}

// copied returns a position of which the hands and the decks may be changed.
func copied(pos chapters.Position) chapters.Position {
	pos.Hands, pos.Sides = slices.Clone(pos.Hands), maps.Clone(pos.Sides)
	pos.ID, pos.Deal = "", ""
	return pos
}

// replays makes the decisions of a round again with the goals of the bed, and reports whether that wins.
func (c *Case) replays(bed *Bed, g *chapters.Game) bool {
	lib, err := bed.library()
	if err != nil {
		return false // a goal is too much to keep count of, or needs a number that the character does not have here
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

// Later returns the round after so many of the decisions that win it.
func (c *Case) Later(decisions int) *chapters.Game {
	g, err := c.Won.AfterDecisions(decisions)
	if err != nil {
		panic(err)
	}
	return g
}

// spread gives each seat a goal. It is false where a seat has one of its own that is not met.
func (c *Case) spread(bed *Bed, g *chapters.Game, end *playedRound, rest []*playedRound, spared tricks.Seat) bool {
	cast := map[string]bool{}
	for s := range tricks.Seat(g.Seats()) {
		character := g.Character(s)
		switch {
		case character == nil:
			continue
		case bed.Anybody && plain(character) && c.OneOf(2):
			if c.anybody(bed, g, s, end, rest, spared == s, cast) {
				continue
			}
		case !bed.Anybody && c.OneOf(4) && spared != s && end.meets(goalOf(g, s)):
			continue // the goal that it has is met
		case c.OneOf(10) && spared != s:
			bed.World.setGoal(character.ID, "{all: []}")
			continue
		}
		text := held(c.Rand, end, s)
		ok := true
		if !bed.Held || c.OneOf(4) || spared == s || !strings.Contains(text, "card") {
			text, ok = c.rarest(g, s, end, rest, spared == s)
		}
		if !ok {
			return false
		}
		bed.World.setGoal(character.ID, text)
	}
	return true
}

// plain reports whether a character does nothing in play but to want something.
func plain(c *characters.Character) bool {
	return !c.NeedNotFollow && !c.NamesLeader && c.CountsFor == nil && !c.SoloFull
}

// goalOf returns the goal that a seat has in a round that is over.
func goalOf(g *chapters.Game, s tricks.Seat) characters.Formula {
	for _, goal := range g.Goals() {
		if goal.Seat == s && !goal.Rider {
			return goal.Checker.Root
		}
	}
	return characters.Formula{Op: characters.All}
}

// binding is what goals at a seat depend on.
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

// rarest thinks of goals for a seat and returns the one that fits and is met by the fewest other rounds. With unmet it
// fits if the round does not meet it.
func (c *Case) rarest(g *chapters.Game, s tricks.Seat, end *playedRound, rest []*playedRound,
	unmet bool,
) (best string, ok bool) {
	b := binding(g, s, g.View(tricks.NoSeat).Seats[s].Threat)
	least := otherRounds + 1
	for range wishes {
		text := fittingGoal(c.Rand, end, s, 1)
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
		f := goal(b)
		if end.meets(f) == unmet {
			continue
		}
		if n := countMet(f, rest); n < least {
			best = text
			least = n
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

// anybody puts one of the program's characters at a seat, of those whose goal the round meets one that few other
// rounds meet, and sometimes a rider beside it.
func (c *Case) anybody(bed *Bed, g *chapters.Game, s tricks.Seat, end *playedRound, rest []*playedRound, unmet bool,
	cast map[string]bool,
) bool {
	lib := chapters.Default()
	hand := &bed.Position.Hands[s]
	least := otherRounds + 1
	for _, id := range c.shuffled(slices.Sorted(maps.Keys(lib.Characters))) {
		character := lib.Characters[id]
		if cast[id] || !plain(character) {
			continue
		}
		b := binding(g, s, 1+c.IntN(8))
		b.Declared = Pick(c.Rand, []string{characters.More, characters.Fewer})
		b.Range = [2]int{}
		f := character.Goal(b)
		if end.meets(f) == unmet {
			continue
		}
		if n := countMet(f, rest); n < least {
			hand.Character = id
			hand.Threat = b.Threat
			hand.Declared = b.Declared
			least = n
		}
	}
	if least > otherRounds {
		return false
	}
	cast[hand.Character] = true
	if c.OneOf(4) {
		for _, id := range c.shuffled(slices.Sorted(maps.Keys(lib.Riders))) {
			if end.meets(lib.Riders[id].Goal(binding(g, s, hand.Threat))) {
				hand.Rider = id
				break
			}
		}
	}
	return true
}

func (c *Case) shuffled(list []string) []string {
	c.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// fitBalrog lays the deck of the Balrog so that each trick of the round just reaches its sum, or nearly. One trick in
// some falls short, which only Mithril covers (C14). That changes nothing of the play.
func fitBalrog(rng *rand.Rand, pos *chapters.Position, lib *chapters.Library, end *playedRound) {
	if len(end.table.Balrog) == 0 {
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
		for t, up := range end.table.Balrog {
			sum := 99
			if t < len(end.history) {
				sum = 0
				for _, c := range end.history[t].Cards.Cards() {
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

// atMost picks one of some cards with at most so high a rank, else the lowest one.
func atMost(rng *rand.Rand, cards tricks.Set, most int) tricks.Card {
	list := cards.Cards()
	low := slices.MinFunc(list, func(a, b tricks.Card) int { return a.Rank() - b.Rank() })
	list = slices.DeleteFunc(list, func(c tricks.Card) bool { return c.Rank() > most })
	if len(list) == 0 {
		return low
	}
	return Pick(rng, list)
}
