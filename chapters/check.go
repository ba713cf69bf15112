package chapters

import (
	"fellowship/characters"
	"fellowship/characters/strictyaml"
)

// checkChapter holds a chapter that was read without a mistake to what every
// round of it needs, with each event and group and with each number of players.
func (l *Library) checkChapter(c *Chapter, f strictyaml.Fields) {
	rounds := []*Chapter{c}
	for _, v := range c.Events {
		rounds = append(rounds, v.Chapter)
	}
	if len(c.Groups) > 0 {
		rounds = nil
		for _, v := range c.Groups {
			rounds = append(rounds, v.Chapter)
		}
	}
	told := map[string]bool{} // the same complaint once
	complain := func(key, format string, args ...any) {
		v := f.Get(key)
		if !v.Present() {
			f.Errorf(format, args...)
			return
		}
		v.Errorf(format, args...)
	}
	for _, r := range rounds {
		for _, players := range []int{4, 3, 2, 1} {
			round, err := r.For(Round{}, players)
			if err != nil {
				continue // without an event or a group it cannot fail
			}
			if !told["roster"] && !round.checkRoster(players, complain) {
				told["roster"] = true
			}
			layout, err := round.Layout(players)
			if err != nil && !told["layout"] {
				told["layout"] = true
				f.Errorf("%v", err)
			}
			if err == nil && !told["threats"] && !round.checkThreats(players, layout, f) {
				told["threats"] = true
			}
		}
	}
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

// checkThreats holds every number of the threat deck to those who may draw it.
func (c *Chapter) checkThreats(players int, layout Layout, f strictyaml.Fields) bool {
	ok := true
	for i, n := range c.Threats {
		for _, r := range c.Roster {
			if !characters.NeedsThreat(r.Character.Goal) {
				continue
			}
			goal := characters.Bind(r.Character.Goal, characters.Binding{
				Seats: layout.Seats, Players: players, Threat: n, Declared: characters.More, Rivers: c.Rivers[players] > 0,
			})
			if goal.Impossible(layout.Deck, layout.Tricks) {
				f.Get("threats").List()[i].Errorf("threat %d can never be met by %s: %s", n, r.Character.ID, r.Character.GoalText.In("en"))
				ok = false
			}
		}
	}
	return ok
}
