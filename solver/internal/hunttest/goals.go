package hunttest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// playedRound is a round that was played to its end, with the data from which goals are checked.
type playedRound struct {
	history []characters.Trick
	table   *tricks.Table
	outlook characters.Outlook
	// cache keeps compiled goals. All rounds of a case share it.
	cache *characters.Cache
}

// newPlayedRound takes the data of a game that is over.
func newPlayedRound(g *chapters.Game, cache *characters.Cache) *playedRound {
	s := g.State()
	return &playedRound{
		history: g.History(),
		table:   s.Table,
		outlook: characters.Outlook{Tricks: len(g.History()), IsOver: true, Held: s.Held},
		cache:   cache,
	}
}

// meets reports whether the round meets a goal. It also returns false for a goal that is too large to compile.
func (p *playedRound) meets(f characters.Formula) bool {
	checker, err := characters.Compile(p.table, p.cache, f)
	if err != nil {
		return false
	}
	values := checker.Start()
	for i := range p.history {
		checker.Count(values, &p.history[i])
	}
	return checker.Status(values, &p.outlook) == characters.Sealed
}

// wins returns how many tricks a seat has won, and the cards in them.
func (p *playedRound) wins(s tricks.Seat) (n int, cards tricks.Set) {
	for i := range p.history {
		if p.history[i].Winner == s {
			n++
		}
		cards |= p.history[i].Won[s]
	}
	return n, cards
}

// parseGoal parses a goal as a character file has it. It returns nil if the goal is too large to compile.
func parseGoal(text string) *characters.Goal {
	var box characters.Box
	files := []strictyaml.File{{Folder: "characters", Name: "characters/x.yaml", Data: []byte(
		"id: x\nname: {en: x, de: x}\ngoal: " + text +
			"\ngoal_text: {en: x, de: x}\nfidelity: reconstructed\nnote: made by chance\n")}}
	box.Read(files)
	if files[0].Err != nil {
		if !strings.Contains(files[0].Err.Error(), "too much to keep count of") {
			panic(fmt.Sprintf("%s: %v", text, files[0].Err))
		}
		return nil
	}
	return box.Characters["x"].Goal
}

// fittingGoal writes a random goal about what a seat did in a played round. Most of these goals are met in that round,
// and narrow enough that few other rounds meet them. The caller checks whether the goal is met. Goals with parts are
// nested at most depth levels deep.
func fittingGoal(rng *rand.Rand, p *playedRound, s tricks.Seat, depth int) string {
	won, cards := p.wins(s)
	limits := func(n int) string {
		switch rng.IntN(4) {
		case 0:
			return fmt.Sprintf("at_most: %d", n)
		case 1:
			if n > 0 {
				return fmt.Sprintf("at_least: %d", n)
			}
		}
		return fmt.Sprintf("exactly: %d", n)
	}
	suit := tricks.Suit(rng.IntN(5))
	part := cards.OfSuit(suit)
	switch kind := rng.IntN(16); {
	case kind == 0:
		return "{tricks: {" + limits(min(won, 9)) + "}}"
	case kind == 1 && cards != 0:
		chosen := cards.Cards()
		rng.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
		chosen = chosen[:1+rng.IntN(min(4, len(chosen)))]
		return fmt.Sprintf("{cards: {card: %v, every: true}}", tricks.SetOf(chosen...))
	case kind == 2:
		return fmt.Sprintf("{cards: {suit: %s, %s}}", suit, limits(min(part.Len(), 8)))
	case kind == 3:
		rank := 1 + rng.IntN(8)
		n := 0
		for _, c := range cards.Cards() {
			if c.Rank() == rank {
				n++
			}
		}
		return fmt.Sprintf("{cards: {rank: %d, %s}}", rank, limits(n))
	case kind == 4 && won > 0:
		return fmt.Sprintf("{tricks_in_a_row: %d}", min(won, 9))
	case kind == 5 || kind == 6:
		n, lead := 0, 0
		for i := range p.history {
			t := &p.history[i]
			if t.Winner == s && t.Cards.OfSuit(suit) != 0 {
				n++
			}
			if t.Leader == s && t.Card[s].Suit() == suit {
				lead++
			}
		}
		if kind == 5 {
			return fmt.Sprintf("{tricks_with: {suit: %s, %s}}", suit, limits(min(n, 8)))
		}
		return fmt.Sprintf("{leads: {suit: %s, %s}}", suit, limits(min(lead, 8)))
	case kind == 7 && p.history[len(p.history)-1].Winner == s:
		return "{wins_one_of_last: 1}"
	case kind == 8 && p.table.Playing(len(p.history)-1).Contains(s):
		return fmt.Sprintf("{plays_last: {card: %v}}", p.history[len(p.history)-1].Card[s])
	case kind == 9:
		return fmt.Sprintf("{rank_run: {suit: %s, length: %d}}", tricks.Suit(rng.IntN(4)), 2+rng.IntN(3))
	case kind == 10 || kind == 11:
		return goalForHolder(rng, p, s)
	case kind > 11 && depth > 0:
		list := make([]string, 2+rng.IntN(2))
		for i := range list {
			list[i] = fittingGoal(rng, p, s, depth-1)
		}
		return "{all: [" + strings.Join(list, ", ") + "]}"
	}
	return anyGoal(rng, 1)
}

// goalForHolder writes a goal that only the holder of certain cards can meet: cards that the seat has led, and the card
// that it has played last. A seat without these cards must get them in setup.
func goalForHolder(rng *rand.Rand, p *playedRound, s tricks.Seat) string {
	var list []string
	for i := range p.history {
		if t := &p.history[i]; t.Leader == s {
			list = append(list, fmt.Sprintf("{leads: {card: %v, at_least: 1}}", t.Card[s]))
		}
	}
	if last := len(p.history) - 1; p.table.Playing(last).Contains(s) {
		list = append(list, fmt.Sprintf("{plays_last: {card: %v}}", p.history[last].Card[s]))
	}
	if len(list) == 0 {
		return anyGoal(rng, 1)
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if len(list) == 1 || rng.IntN(3) == 0 {
		return list[0]
	}
	return "{all: [" + strings.Join(list[:min(3, len(list))], ", ") + "]}"
}

// anyGoal writes a random goal of any kind, met or not. Goals with parts are nested at most depth levels deep.
func anyGoal(rng *rand.Rand, depth int) string {
	suit := func() string { return tricks.Suit(rng.IntN(5)).String() }
	limits := func(most int) string {
		switch rng.IntN(5) {
		case 0:
			return fmt.Sprintf("at_most: %d", rng.IntN(most+1))
		case 1:
			return fmt.Sprintf("exactly: %d", rng.IntN(most+1))
		}
		return fmt.Sprintf("at_least: %d", 1+rng.IntN(most))
	}
	cards := func() string {
		switch rng.IntN(5) {
		case 0, 1:
			return "suit: " + suit()
		case 2:
			return fmt.Sprintf("rank: %d", 1+rng.IntN(8))
		case 3:
			chosen := tricks.Deck.Cards()
			rng.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
			return fmt.Sprintf("card: %v", tricks.SetOf(chosen[:1+rng.IntN(4)]...))
		}
		return fmt.Sprintf("suit: %s, rank: %d", suit(), 1+rng.IntN(5))
	}
	goals, _ := characters.Grammar()
	kinds := slices.DeleteFunc(slices.Clone(goals), func(k characters.Word) bool {
		return depth == 0 && (k.Form == "list" || k.Form == "goal")
	})
	kind := Pick(rng, kinds)
	arg := ""
	switch kind.Form {
	case "list":
		arg = "[" + anyGoal(rng, depth-1) + ", " + anyGoal(rng, depth-1) + "]"
	case "goal":
		arg = anyGoal(rng, depth-1)
	case "tricks":
		arg = Pick(rng, []string{"fewest", "between", "{" + limits(4) + "}"})
	case "number":
		arg = fmt.Sprint(1 + rng.IntN(3))
	case "cards":
		arg = "{" + cards() + "}"
	case "limits":
		arg = "{" + limits(2) + "}"
	case "counted":
		arg = "{" + cards() + ", " + limits(3) + "}"
	case "ranks":
		arg = fmt.Sprintf("{suit: %s, length: %d}", suit(), 2+rng.IntN(2))
	}
	return "{" + kind.Word + ": " + arg + "}"
}
