package chapters

import (
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// checkCompletable reports a character of a long chapter that nobody can complete, because with some number of players
// the characters that must be taken leave no seat for it (L2, S4). chapterFields are the fields of the chapter's file.
func (c *Chapter) checkCompletable(chapterFields strictyaml.Fields) {
	if !c.Long || len(c.Groups) > 0 {
		return
	}
	rounds := map[int][]*Chapter{}
	c.forEachVariant(func(played *Chapter, players int) { rounds[players] = append(rounds[players], played) })
	for _, players := range []int{4, 3, 2, 1} {
		// ForRound fails only for an event or a group that the chapter does not have.
		all, _ := c.ForRound(Terms{}, players)
		for _, e := range all.Roster {
			id := e.Character.ID
			takeable := slices.ContainsFunc(rounds[players], func(played *Chapter) bool { return played.hasSeatFor(id, players) })
			if !takeable && !e.Exempt {
				chapterFields.Get("characters").Errorf("with %s %s can never be taken, because those with a star take all %d "+
					"seats: nobody could win the chapter (L2, S4)", say.Count(players, "player"), id, tricks.SeatsFor(players))
				return
			}
		}
		if !c.canRepeatEvents() && !c.checkEventSeats(all.Roster, players, chapterFields) {
			return
		}
	}
}

// canRepeatEvents reports whether rounds can be played as often as needed: the chapter has no events, or one that can
// be won again and need not be the last (C14).
func (c *Chapter) canRepeatEvents() bool {
	return len(c.Events) == 0 || slices.ContainsFunc(c.Events, func(v Variant) bool { return v.Repeatable && !v.Last })
}

// checkEventSeats reports events that are each won once and together have too few seats to complete the characters of
// a roster (L2, C14). It returns whether they have enough.
func (c *Chapter) checkEventSeats(roster []RosterEntry, players int, chapterFields strictyaml.Fields) bool {
	free := 0
	required := map[string]bool{}
	for _, e := range roster {
		required[e.Character.ID] = !e.Exempt
	}
	for _, v := range c.Events {
		free += tricks.SeatsFor(players)
		for _, e := range v.Chapter.Roster {
			if e.Starred {
				free--
				required[e.Character.ID] = false
			}
		}
	}
	count := 0
	for _, isRequired := range required {
		if isRequired {
			count++
		}
	}
	if count > free {
		chapterFields.Key("events").Errorf("with %s the events have %d seats for those without a star, but %d have to be "+
			"completed: one that is not last has to be repeatable (L2, C14)", say.Count(players, "player"), free, count)
	}
	return count <= free
}

// hasSeatFor reports whether a character can be taken beside those that must be (S4).
func (c *Chapter) hasSeatFor(id string, players int) bool {
	e := c.Entry(id)
	if e == nil || e.Starred || c.CastByLot {
		return e != nil
	}
	stars := 0
	for _, other := range c.Roster {
		if other.Starred {
			stars++
		}
	}
	return stars < tricks.SeatsFor(players)
}

// checkRiders reports riders that nobody can carry or whose goal nobody can meet. chapterFields are the fields of the
// chapter's file and variantFields those of its events or groups.
func (l *Library) checkRiders(c *Chapter, chapterFields strictyaml.Fields, variantFields []strictyaml.Fields) {
	c.checkRosterRiders(chapterFields)
	for i, v := range c.Variants() {
		v.Chapter.checkRosterRiders(variantFields[i])
	}
	if c.Pool == nil {
		return
	}
	for _, item := range chapterFields.Get("pool").Map(strictyaml.Keys(Pool{})...).Get("riders").List() {
		rider := l.Riders[item.Str()]
		if c.reportImpossibleRider(rider, item) {
			continue
		}
		for _, players := range []int{4, 3, 2, 1} {
			if !c.drawsCarrier(rider, players) {
				item.Errorf("with %s nobody of any pool may carry %s%s (L5)", say.Count(players, "player"), rider.ID,
					map[bool]string{true: ": it is for a character that draws a threat card and is not burdened"}[rider.HidesThreat])
				break
			}
		}
	}
}

// checkRosterRiders reports the riders of a list of characters that their characters cannot carry or meet.
func (c *Chapter) checkRosterRiders(fields strictyaml.Fields) {
	for _, v := range fields.Get("characters").List() {
		if !v.IsMap() {
			continue
		}
		entry := v.Map(entryKeys()...)
		id := strings.TrimSuffix(entry.Get("character").Str(), "*")
		e := c.Entry(id)
		if e == nil || e.Rider == nil || !entry.HasKey("rider") {
			continue
		}
		value := entry.Get("rider")
		if e.Rider.HidesThreat && !e.Character.HasAction(characters.Threat) {
			value.Errorf("%s hides a threat number, but %s draws no threat card: give it to a character that does",
				e.Rider.ID, id)
			continue
		}
		c.reportImpossibleRider(e.Rider, value)
	}
}

// reportImpossibleRider reports a rider whose goal can never be met with some number of players, at its place in the
// file. It returns whether it has.
func (c *Chapter) reportImpossibleRider(rider *characters.Character, value strictyaml.Value) bool {
	for _, players := range []int{4, 3, 2, 1} {
		layout, err := c.Layout(players)
		if err != nil {
			continue // the cards are another fault, or only an event or a group has enough of them
		}
		goal := rider.Formula(characters.Binding{
			Seats:   layout.Seats,
			Players: players,
			Rivers:  c.hasRivers(players),
		})
		if goal.Impossible(layout.Deck, layout.Tricks) {
			value.Errorf("with %s nobody can ever meet %s: %s; leave it out", say.Count(players, "player"), rider.ID,
				rider.GoalText)
			return true
		}
	}
	return false
}

// drawsCarrier reports whether a pool can be drawn with a character that may carry a rider (L5).
func (c *Chapter) drawsCarrier(rider *characters.Character, players int) bool {
	if !c.MayCarry(rider) {
		return false
	}
	src := tricks.NewSource(0, poolStream^uint64(players))
	for range mostDraws {
		terms, redraw := c.drawRoad(players, src)
		mayCarry := func(id string) bool { return c.Entry(id).Character.MayCarry(rider) }
		if !redraw && slices.ContainsFunc(terms.Pool, mayCarry) {
			return true
		}
	}
	return false
}
