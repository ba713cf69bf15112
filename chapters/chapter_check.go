package chapters

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// forEachVariant calls f for the chapter as it is played with each of its events or groups, or
// without one if it has none, and with each number of players.
func (c *Chapter) forEachVariant(f func(played *Chapter, players int)) {
	variants := c.Variants()
	if len(variants) == 0 {
		variants = []Variant{{Chapter: c}}
	}
	for _, v := range variants {
		for _, players := range []int{4, 3, 2, 1} {
			// ForRound fails only for an event or a group that the chapter does not have.
			if played, err := v.Chapter.ForRound(Terms{}, players); err == nil {
				f(played, players)
			}
		}
	}
}

// fault is a mistake in a chapter.
type fault struct {
	// key is the key of the file at which the mistake is reported. It can be a path such as
	// pool.redraw.
	key  string
	text string
}

func faultf(key, format string, args ...any) *fault {
	return &fault{key, fmt.Sprintf(format, args...)}
}

// check reports what keeps a round of the chapter from being played. The chapter's file was read
// without a mistake; chapterFields are its fields and variantFields those of its events or groups, in
// their order. A fault of one variant is reported at that variant's key, if it has the key.
func (c *Chapter) check(chapterFields strictyaml.Fields, variantFields []strictyaml.Fields) {
	// Many rounds have the same fault. Each check reports only one at each place of the file.
	type complaint struct{ check, line, column int }
	reported := map[complaint]bool{}
	c.forEachVariant(func(played *Chapter, players int) {
		layout, err := played.Layout(players)
		for i, found := range []*fault{
			played.checkRoster(players),
			played.checkCards(err),
			played.checkLot(players, layout),
			played.checkSide(players, layout),
			played.checkUnique(),
			played.checkPool(players),
			played.checkTrump(),
		} {
			if found == nil {
				continue
			}
			value := c.faultValue(found, played, chapterFields, variantFields)
			line, column := value.Pos()
			if report := (complaint{i, line, column}); !reported[report] {
				reported[report] = true
				value.Errorf("%s", found.text)
			}
		}
	})
}

// faultValue returns the value of the file at which a fault is reported: a value of the variant that
// is played, if it has the key, else a value of the chapter.
func (c *Chapter) faultValue(found *fault, played *Chapter, chapterFields strictyaml.Fields,
	variantFields []strictyaml.Fields,
) strictyaml.Value {
	for i, v := range c.Variants() {
		switch fields := variantFields[i]; {
		case v.ID != played.Event+played.Group:
		case fields.HasKey(found.key):
			return fields.Get(found.key)
		case fields.HasKey("without") && found.key == "characters":
			return fields.Key("without")
		}
	}
	key, poolKey, inPool := strings.Cut(found.key, ".")
	value := chapterFields.Get(key)
	if inPool {
		return value.Map(strictyaml.Keys(Pool{})...).Get(poolKey)
	}
	return value
}

// checkRoster checks that every seat gets a character (S1, S4), and every character that needs one a
// threat card (S8).
func (c *Chapter) checkRoster(players int) *fault {
	stars, drawers := 0, 0
	for _, r := range c.Roster {
		if r.Starred {
			stars++
		}
		if r.Character.HasAction(characters.Threat) && (r.Gift == nil || r.Gift.Effect != characters.ChooseRange) {
			drawers++
		}
	}
	seats := tricks.SeatsFor(players)
	switch {
	case len(c.Roster) < seats:
		return faultf("characters", "with %s at least %d characters are needed, but the list has %d (S1, S4)",
			say.Count(players, "player"), seats, len(c.Roster))
	case len(c.Roster) > mostRoster && c.Pool == nil:
		return faultf("characters", "with %s there are %d characters to choose from: at most %d are allowed",
			say.Count(players, "player"), len(c.Roster), mostRoster)
	case stars > seats:
		return faultf("characters", "%d characters must be taken, but with %s only %d can be (S1, S4)", stars,
			say.Count(players, "player"), seats)
	case min(drawers, seats) > len(c.Threats):
		return faultf("threats", "threats lists %s, but %s may draw one (S8)",
			say.Count(len(c.Threats), "number"), say.Count(drawers, "character"))
	case !c.CastByLot && !c.castable(players):
		return faultf("characters",
			"with %s not every seat can take a character: see takes_r1 and not_pyramid (S3, S4, C15)",
			say.Count(players, "player"))
	}
	return nil
}

// castable reports whether all seats can take a character, wherever R1 was dealt.
func (c *Chapter) castable(players int) bool {
	seats := tricks.SeatsFor(players)
	for r1 := range tricks.Seat(seats) {
		g := &Game{chapter: c, seats: make([]seatState, seats)}
		g.progress.R1 = r1
		g.start.Pyramid = tricks.NoSeat
		if players == 2 {
			g.start.Pyramid = tricks.Seat(seats - 1)
		}
		draft{g}.begin()
		if taker := c.taker(); taker != nil && c.Entry(taker.ID).NotPyramid && r1 == g.start.Pyramid {
			return false
		}
		if len(g.Options()) == 0 {
			return false
		}
	}
	return true
}

// checkTrump reports a trump suit of which there are no cards (T8, C17).
func (c *Chapter) checkTrump() *fault {
	if c.Trump == tricks.Rivers && c.Rivers == (PerPlayers{}) {
		return faultf("trump", "no Rivers join the deck: say how many with rivers (T8, C17)")
	}
	return nil
}

// checkCards reports the error with which [Chapter.Layout] failed, at the key that changes the number
// of cards.
func (c *Chapter) checkCards(layoutErr error) *fault {
	if layoutErr == nil {
		return nil
	}
	key := "lost"
	switch {
	case c.Side != nil:
		key = "side_deck"
	case c.Rivers != PerPlayers{}:
		key = "rivers"
	}
	return faultf(key, "%v", layoutErr)
}

// checkLot checks a chapter that deals its characters at random, or its cards in batches (C16).
func (c *Chapter) checkLot(players int, l Layout) *fault {
	switch seats := tricks.SeatsFor(players); {
	case c.CastByLot && len(c.Roster) != seats:
		return faultf("cast_by_lot", "with %s exactly %d characters are dealt, but the list has %d (C16)",
			say.Count(players, "player"), seats, len(c.Roster))
	case c.CastByLot && slices.ContainsFunc(c.Roster, func(e RosterEntry) bool { return e.NotPyramid }):
		return faultf("cast_by_lot",
			"the characters are dealt at random, so nobody can be kept away from the pyramid (C16)")
	case c.LostMayBeR1 && !c.CastByLot:
		return faultf("lost_may_be_r1",
			"R1 can only be lost where nobody has to hold it: the characters must be dealt, with cast_by_lot (S3, S7)")
	case c.LostMayBeR1 && !slices.ContainsFunc(c.Roster, c.isLeader):
		return faultf("lost_may_be_r1",
			"when R1 is lost, somebody else has to lead: name that character with leads (S7)")
	case c.Staged == 0:
		return nil
	case !c.CastByLot:
		return faultf("staged",
			"the cards can only be dealt bit by bit where the characters are dealt, with cast_by_lot (C16)")
	case c.Staged < tricks.MaxSeats:
		return faultf("staged",
			"deal at least %d cards at a time: each player gives one to every other and may have to keep R1 (C16, S6)",
			tricks.MaxSeats)
	case players > 1 && l.Hand > 0 && 2*c.Staged >= l.Hand:
		return faultf("staged", "hands of %d cards cannot be dealt %d at a time, twice, and then the rest (C16)",
			l.Hand, c.Staged)
	}
	return nil
}

// isLeader reports whether a character in play leads the first trick, whichever seat has R1.
func (c *Chapter) isLeader(e RosterEntry) bool {
	return e.Character.Leads || e.Character.TakesR1 || c.Leads != "" && e.Character.Matches(c.Leads)
}

// checkUnique checks that at most one character tucks a card away, because a [tricks.State] has only
// one such card, and at most one plays face down, because a [View] has only one such card.
func (c *Chapter) checkUnique() *fault {
	var tuckers, blindfolded []string
	for _, e := range c.Roster {
		if e.Character.HasAction(characters.Tuck) {
			tuckers = append(tuckers, e.Character.ID)
		}
		if e.Blindfold {
			blindfolded = append(blindfolded, e.Character.ID)
		}
	}
	switch {
	case len(tuckers) > 1:
		return faultf("characters", "only one character of a chapter can tuck a card away (K), and %s and %s do",
			tuckers[0], tuckers[1])
	case len(blindfolded) > 1:
		return faultf("characters", "only one character of a chapter can play face down (C15), and %s and %s do",
			blindfolded[0], blindfolded[1])
	}
	return nil
}

// checkPool checks that the pools of a Road have enough characters for the seats, but not too many,
// and that enough of the drawn pools are kept (L5).
func (c *Chapter) checkPool(players int) *fault {
	p := c.Pool
	if p == nil {
		return nil
	}
	fixed := 0
	for _, e := range c.Roster {
		if p.isFixed(&e) {
			fixed++
		}
	}
	n := fixed + min(p.GoldDrawn[players], len(p.Gold)) + min(p.BlackDrawn[players], len(p.Black))
	if seats := tricks.SeatsFor(players); n < seats {
		return faultf("pool", "with %s at least %d characters are needed, but %d are always there or drawn (S1, L5)",
			say.Count(players, "player"), seats, n)
	}
	if n > mostRoster {
		return faultf("pool", "with %s %d characters are always there or drawn: at most %d are allowed (L5)",
			say.Count(players, "player"), n, mostRoster)
	}
	if slices.ContainsFunc(c.Roster, func(e RosterEntry) bool { return e.NotPyramid || len(e.Players) > 0 }) {
		return faultf("characters",
			"the characters are drawn, so none can be for some players only or kept away from the pyramid (L5)")
	}
	src := tricks.NewSource(0, poolStream^uint64(players))
	for tries, kept := 0, 0; kept < fewestKept; tries++ {
		if tries == mostDraws {
			return faultf("pool.redraw", "with %s %d of %d pools are thrown away, so that none could be dealt (L5)",
				say.Count(players, "player"), tries-kept, tries)
		}
		if _, redraw := c.drawRoad(players, src); !redraw {
			kept++
		}
	}
	return nil
}

// fewestKept is how many of mostDraws pools have to be kept, rather than drawn again. If that many
// are, then drawing mostDraws times fails to find a pool only once in 20,000 times.
const fewestKept = 10

// checkThreats reports numbers of the threat deck with which a character that may draw them can never
// meet its goal: with 9 there is no Hills card for Sam to win. It reports a number once for each
// character, at its place in the file.
func (c *Chapter) checkThreats(threats strictyaml.Value) {
	type pair struct {
		threat int
		id     string
	}
	impossible := map[pair]bool{}
	c.forEachVariant(func(played *Chapter, players int) {
		layout, err := played.Layout(players)
		if err != nil {
			return
		}
		for _, r := range played.Roster {
			if r.Character.Goal == nil || !r.Character.Goal.NeedsThreat() {
				continue
			}
			for _, v := range threats.List() {
				current := pair{v.Int(1, 99), r.Character.ID}
				if current.threat == 0 || impossible[current] {
					continue
				}
				goal := r.Character.Formula(characters.Binding{
					Seats:    layout.Seats,
					Players:  players,
					Threat:   current.threat,
					Declared: characters.More,
					Rivers:   played.hasRivers(players),
				})
				impossible[current] = goal.Impossible(layout.Deck, layout.Tricks)
				if impossible[current] {
					v.Errorf("threat %d can never be met by %s: %s; leave it out", current.threat, current.id,
						r.Character.GoalText)
				}
			}
		}
	})
}
