package difficulty

import (
	"context"
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/solver"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Finding is something that is off with a chapter.
type Finding struct {
	// Text is a sentence without its stop.
	Text string
	// Sure reports whether everything that was tried was searched to its end: no luck
	// and no limit can have caused it, only the few deals that were tried.
	Sure bool
}

const (
	// checkDeals is how many deals of each event, group and size of the table are
	// tried. Most chapters win the first one.
	checkDeals = 4
	// checkNodes is the most nodes of each search. Rounds that can be won are
	// nearly always won with fewer; those that cannot would take long.
	checkNodes = 10_000
	// checkHands is how many hands have to be without a way before it is held to
	// be no chance. Some goals ask for lucky hands.
	checkHands = 12
	// checkCasts is how many casts, drafted at random, are tried of each deal:
	// of all casts, and of those with a character that has not won yet.
	checkCasts = 24
)

// Check looks for what is off with a chapter: that it can never be won, has a
// character nobody can complete, or a threat that nobody can meet (S8). It tries
// a few deals with open cards, which is quick where all is well. Told is called with how many of
// its steps are done; they do not all take equally long.
func Check(ctx context.Context, lib *chapters.Library, chapter *chapters.Chapter,
	progress func(done, total int),
) ([]Finding, error) {
	c := &inspection{
		progress: progress,
		measurer: &measurer{lib: lib, nodes: checkNodes}, chapter: chapter,
		seen: map[string]*tries{}, dead: map[string]bool{},
	}
	for _, step := range []func(context.Context) error{c.deal, c.goals, c.tables, c.casts} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return c.found, nil
}

// inspection is a check of a chapter on its way.
type inspection struct {
	*measurer
	chapter *chapters.Chapter
	// lots are the deals that are tried.
	lots []lot
	// order is the characters in the order they were met, seen what came of each, and dead
	// those whose goal cannot be met.
	order    []string
	seen     map[string]*tries
	dead     map[string]bool
	found    []Finding
	steps    int // that are done
	progress func(done, total int)
}

// step tells that a step is done: each character has two, and each lot one.
func (c *inspection) step() {
	c.steps++
	c.progress(c.steps, 2*len(c.order)+len(c.lots))
}

// lot is the deals of an event or group at a table of one size.
type lot struct {
	name  string
	deals []*chapters.Game
}

// tries is the results of trying something again and again.
type tries struct{ won, lost, undecided int }

func (t *tries) add(v solver.Verdict) {
	switch v {
	case solver.Winnable:
		t.won++
	case solver.Unwinnable:
		t.lost++
	default:
		t.undecided++
	}
}

func (t *tries) all() int { return t.won + t.lost + t.undecided }

// deal deals the rounds that are tried.
func (c *inspection) deal(context.Context) error {
	for players := 4; players >= 1; players-- {
		for _, letter := range c.chapter.Letters() {
			group := lot{name: say.Count(players, "player")}
			if v := c.chapter.Variant(letter); v != nil {
				group.name = fmt.Sprintf("%s, %s", group.name, v.Title)
			}
			for seed := uint64(1); seed <= checkDeals; seed++ {
				id := chapters.DealID{Chapter: c.chapter.ID, Players: players, Seed: seed, Variant: letter}
				pos, err := c.lib.Deal(id)
				if err != nil {
					return err
				}
				g, err := c.lib.NewGame(pos)
				if err != nil {
					return err
				}
				group.deals = append(group.deals, g)
				for _, e := range g.Chapter().Roster {
					if c.seen[e.Character.ID] == nil {
						c.seen[e.Character.ID] = &tries{}
						c.order = append(c.order, e.Character.ID)
					}
				}
			}
			c.lots = append(c.lots, group)
		}
	}
	return nil
}

// tables tries the deals of each lot until one is won.
func (c *inspection) tables(ctx context.Context) error {
	for _, group := range c.lots {
		c.step()
		var t tries
		if starred := c.deadStar(&group); starred != nil {
			c.found = append(c.found,
				Finding{
					fmt.Sprintf("%s: never winnable, because %s must be taken (S4)", group.name, starred.Name),
					true,
				})
			continue
		}
		for _, g := range group.deals {
			if err := c.sample(ctx, g, "", &t); err != nil {
				return err
			}
		}
		if t.won > 0 {
			continue
		}
		// Perhaps an exchange helps. Only one deal, because this takes long.
		v, err := c.search(ctx, group.deals[0], checkNodes)
		if err != nil {
			return err
		}
		var searched tries
		searched.add(v)
		if searched.won == 0 {
			c.found = append(c.found, Finding{fmt.Sprintf(
				"%s: never winnable, as far as was tried: no win was found in %d deals with open cards%s", group.name,
				len(group.deals), proven(&searched),
			), searched.lost > 0 && t.undecided == 0})
		}
	}
	return nil
}

// deadStar returns a character that must be taken at a table and cannot be
// completed, nil for none.
func (c *inspection) deadStar(group *lot) *characters.Character {
	for _, e := range group.deals[0].Chapter().Roster {
		if e.Starred && c.dead[e.Character.ID] {
			return e.Character
		}
	}
	return nil
}

func proven(t *tries) string {
	if t.lost == 0 {
		return ""
	}
	return ", and one of them was searched to its end"
}

// sample tries casts of a deal, with a character where one is named, until one is
// won, and counts them.
func (c *inspection) sample(ctx context.Context, deal *chapters.Game, id string, t *tries) error {
	for n := 0; n < checkCasts && t.won == 0; n++ {
		g, err := draftCast(deal, id, n)
		if err != nil {
			return err
		}
		if g == nil {
			continue
		}
		v, err := c.search(ctx, g, checkNodes)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		t.add(v)
		for s := range g.Seats() {
			if seated := g.Character(tricks.Seat(s)); seated != nil && c.seen[seated.ID] != nil &&
				c.seen[seated.ID] != t {
				c.seen[seated.ID].add(v)
			}
		}
	}
	return nil
}

// draftCast brings a deal to its first trick with a cast drafted at random, and no
// exchanges. A character that is named is in it, at one seat or another; where it
// cannot be there is no game.
func draftCast(deal *chapters.Game, id string, n int) (*chapters.Game, error) {
	src := players.DraftSource(uint64(n))
	g := deal.Clone()
	wait := n % g.Seats()
	for g.Stage() == chapters.StageDraft {
		options := g.Options()
		d := options[tricks.IntN(src, len(options))]
		if id != "" {
			i := slices.IndexFunc(options, func(d chapters.Decision) bool { return d.Character == id })
			wait--
			if i >= 0 && wait < 0 {
				d = options[i]
			}
		}
		if err := g.Apply(d); err != nil {
			return nil, err
		}
	}
	if id != "" && !isSeated(g, id) {
		return nil, nil
	}
	return g, players.DraftWithoutExchanges(g, src)
}

// isSeated reports whether a character is in the round.
func isSeated(g *chapters.Game, id string) bool {
	for s := range g.Seats() {
		if seated := g.Character(tricks.Seat(s)); seated != nil && seated.ID == id {
			return true
		}
	}
	return false
}

// finding tells that something was never won.
func finding(subject string, tried string, t *tries) Finding {
	if t.undecided == 0 && t.lost >= checkHands {
		return Finding{fmt.Sprintf("%s: none of %d %s can be won, even with open cards", subject, t.all(), tried), true}
	}
	return Finding{fmt.Sprintf("perhaps %s: no win was found in %d %s with open cards, %d of them undecided", subject,
		t.all(), tried, t.undecided), false}
}

// casts tries those characters that were in no round that can be won.
func (c *inspection) casts(ctx context.Context) error {
	for _, id := range c.order {
		c.step()
		t := c.seen[id]
		for _, group := range c.lots {
			if c.dead[id] || c.deadStar(&group) != nil {
				continue // that was told
			}
			for _, g := range group.deals {
				if err := c.sample(ctx, g, id, t); err != nil {
					return err
				}
			}
		}
		if t.won == 0 && t.all() > 0 && !c.dead[id] {
			c.found = append(c.found, Finding{fmt.Sprintf(
				"perhaps nobody can complete %s (%s) beside the others: no win was found in %d rounds with open cards",
				c.lib.Characters[id].Name, id, t.all(),
			), false})
		}
	}
	return nil
}

// goals tries each character's goal alone, with every threat number it may get.
func (c *inspection) goals(ctx context.Context) error {
	for _, id := range c.order {
		c.step()
		character := c.lib.Characters[id]
		if character == nil {
			continue
		}
		threats := []int{0}
		if character.Goal.NeedsThreat() {
			threats = slices.Compact(slices.Sorted(slices.Values(c.chapter.Threats)))
		}
		met := 0
		sum := tries{}
		var unmet []Finding
		for _, n := range threats {
			result, err := c.goalAlone(ctx, character, n)
			if err != nil {
				return err
			}
			sum.won += result.won
			sum.lost += result.lost
			sum.undecided += result.undecided
			switch {
			case result.won > 0:
				met++
			case result.all() > 0:
				unmet = append(unmet,
					finding(fmt.Sprintf("threat %d cannot be met by %s, whoever else plays (S8)", n, character.Name),
						"hands", result))
			}
		}
		switch {
		case met > 0:
			c.found = append(c.found, unmet...)
		case sum.all() > 0:
			// A doubtful one is told, but not blamed for anything else.
			c.dead[id] = sum.undecided == 0 && sum.lost >= checkHands
			c.found = append(c.found,
				finding(fmt.Sprintf("nobody can complete %s (%s), whoever else plays", character.Name, id), "hands",
					&sum))
		}
	}
	return nil
}

// goalAlone tries whether a character's goal can be met where nobody else has
// one: in the hands it has after its setup, until it can.
func (c *inspection) goalAlone(ctx context.Context, character *characters.Character, threat int) (*tries, error) {
	t := &tries{}
	for _, group := range c.lots {
		for _, deal := range group.deals {
			for n := range deal.Seats() {
				v, err := c.tryAlone(ctx, deal, n, character, threat)
				if err != nil {
					return nil, err
				}
				if v != "" {
					t.add(v)
				}
				if t.won > 0 {
					return t, nil
				}
			}
		}
	}
	return t, nil
}

// tryAlone does so in one draft of a deal. It returns nothing where the character is not in it.
func (c *inspection) tryAlone(ctx context.Context, deal *chapters.Game, n int, character *characters.Character,
	threat int,
) (solver.Verdict, error) {
	g, err := draftCast(deal, character.ID, n)
	if g == nil || err != nil {
		return "", err
	}
	pos, err := g.FirstTrick()
	if err != nil {
		return "", err
	}
	seat := slices.IndexFunc(pos.Hands, func(h chapters.HandInfo) bool { return h.Character == character.ID })
	return c.solveAlone(ctx, pos, seat, character, threat)
}

// solveAlone solves a position in which only one seat has a goal, with each of
// what it may have to declare. It returns nothing where that cannot be set up.
func (c *inspection) solveAlone(ctx context.Context, pos chapters.Position, seat int, character *characters.Character,
	threat int,
) (solver.Verdict, error) {
	declarations := []string{""}
	if character.Goal.NeedsDeclaration() {
		declarations = []string{"more", "fewer"}
	}
	best := solver.Verdict("")
	for _, declared := range declarations {
		alone := pos
		alone.ID = ""
		alone.Deal = ""
		alone.Rider = ""
		alone.Hands = slices.Clone(pos.Hands)
		for s := range alone.Hands {
			h := &alone.Hands[s]
			if s == seat {
				continue
			}
			h.Cards |= h.Tucked | h.First | h.Last
			h.Character = ""
			h.Threat = 0
			h.Declared = ""
			h.Rider = ""
			h.Gift = ""
			h.Tucked = 0
			h.First = 0
			h.Last = 0
			h.Range = [2]int{}
			h.Announced = nil
		}
		// The rider and the gift of the character are left to it: a goal has to be
		// met beside them.
		alone.Hands[seat].Threat = threat
		alone.Hands[seat].Declared = declared
		g, err := c.lib.NewGame(alone)
		if err != nil {
			continue // such as a pyramid that may not be his
		}
		v, err := c.search(ctx, g, checkNodes)
		if err != nil {
			return v, err
		}
		if ctx.Err() != nil {
			return v, context.Cause(ctx)
		}
		best = better(best, v)
	}
	return best, nil
}

// better returns the more hopeful of two verdicts.
func better(a, b solver.Verdict) solver.Verdict {
	rank := []solver.Verdict{"", solver.Unwinnable, solver.Unknown, solver.Winnable}
	return rank[max(slices.Index(rank, a), slices.Index(rank, b))]
}
