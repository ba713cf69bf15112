package chapters

import (
	"fellowship/characters"
	"fellowship/characters/strictyaml"
)

// each calls f for the chapter as it is played with each of its events or groups
// and with each number of players.
func (c *Chapter) each(f func(round *Chapter, players int)) {
	rounds := []*Chapter{c}
	if len(c.Variants()) > 0 {
		rounds = nil
		for _, v := range c.Variants() {
			rounds = append(rounds, v.Chapter)
		}
	}
	for _, r := range rounds {
		for _, players := range []int{4, 3, 2, 1} {
			if round, err := r.For(Round{}, players); err == nil { // without an event or a group it cannot fail
				f(round, players)
			}
		}
	}
}

// check holds a chapter that was read without a mistake to what every round of
// it needs.
func (c *Chapter) check(f strictyaml.Fields) {
	told := map[string]bool{} // the same complaint once
	complain := func(key, format string, args ...any) {
		v := f.Get(key)
		if !v.Present() {
			f.Errorf(format, args...)
			return
		}
		v.Errorf(format, args...)
	}
	c.each(func(round *Chapter, players int) {
		if !told["roster"] && !round.checkRoster(players, complain) {
			told["roster"] = true
		}
		if _, err := round.Layout(players); err != nil && !told["layout"] {
			told["layout"] = true
			f.Errorf("%v", err)
		}
	})
}

func (c *Chapter) checkRoster(players int, complain func(key, format string, args ...any)) bool {
	stars, drawers := 0, 0
	for _, r := range c.Roster {
		if r.Starred || r.Character.TakesR1 && c.taker() != nil {
			stars++
		}
		if r.Character.UsesThreat() && (r.Gift == nil || r.Gift.Effect != characters.ChooseRange) {
			drawers++
		}
	}
	seats := SeatsFor(players)
	switch {
	case len(c.Roster) < seats:
		complain("characters", "%d players need at least %d characters, here are %d (S1, S4)", players, seats, len(c.Roster))
	case stars > seats:
		complain("characters", "%d characters must be taken, but %d players take only %d (S1, S4)", stars, players, seats)
	case min(drawers, seats) > len(c.Threats):
		complain("threats", "%d characters draw threat cards, but threats lists %d (S8)", drawers, len(c.Threats))
	default:
		return true
	}
	return false
}

// checkThreats holds every number of the threat deck, at its place, to those who
// may draw it. It tells a number once for each character.
func (c *Chapter) checkThreats(drawn map[int]strictyaml.Value) {
	type pair struct {
		threat int
		id     string
	}
	told := map[pair]bool{}
	c.each(func(round *Chapter, players int) {
		layout, err := round.Layout(players)
		if err != nil {
			return
		}
		for _, n := range c.Threats {
			for _, r := range round.Roster {
				if r.Character.Goal == nil || !characters.NeedsThreat(r.Character.Goal) || told[pair{n, r.Character.ID}] {
					continue
				}
				goal := characters.Bind(r.Character.Goal, characters.Binding{
					Seats: layout.Seats, Players: players, Threat: n, Declared: characters.More, Rivers: round.Rivers[players] > 0,
				})
				if goal.Impossible(layout.Deck, layout.Tricks) {
					told[pair{n, r.Character.ID}] = true
					drawn[n].Errorf("threat %d can never be met by %s: %s", n, r.Character.ID, r.Character.GoalText.In("en"))
				}
			}
		}
	})
}
