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

// Finding is a problem with a chapter.
type Finding struct {
	// Text is a sentence without a full stop.
	Text string
	// Sure reports whether every search for the finding was complete. No limit can have caused it
	// then, only the choice of a few deals.
	Sure bool
}

const (
	// checkDeals is the number of deals tried for each event, group and number of players. In most
	// chapters the first one can be won.
	checkDeals = 4
	// checkNodes limits each search. Rounds that can be won nearly always need fewer nodes. A
	// complete search of the others would take long.
	checkNodes = 10_000
	// checkHands is the number of hands that must be lost before a goal counts as impossible.
	// Some goals need lucky hands.
	checkHands = 12
	// checkCasts is the number of random casts tried for each deal: once among all casts, and
	// once for each character that has not won yet.
	checkCasts = 24
)

// Check looks for problems of a chapter: it can never be won, has a character that nobody can
// complete, a threat number that nobody can meet (S8), or a rider of the Road that nobody can meet (L5). It tries a few
// deals with open cards, which is quick if there are no problems. It calls progress with the number of steps done. Some
// steps take longer than others.
func Check(ctx context.Context, lib *chapters.Library, chapter *chapters.Chapter,
	progress func(done, total int),
) ([]Finding, error) {
	c := &inspection{
		progress: progress,
		measurer: &measurer{lib: lib, nodes: checkNodes},
		chapter:  chapter,
		seen:     map[string]*tries{},
		dead:     map[string]bool{},
		unjudged: map[string]bool{},
	}
	for _, step := range []func(context.Context) error{c.deal, c.goals, c.riders, c.tables, c.casts} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return c.found, nil
}

// inspection is a running check of a chapter.
type inspection struct {
	*measurer
	chapter *chapters.Chapter
	// lots are the deals to try.
	lots []lot
	// order is the ids of the chapter's characters in the order of their first appearance.
	order []string
	// seen has the results of the rounds in which each character took part.
	seen map[string]*tries
	// dead holds the characters whose goal cannot be met.
	dead map[string]bool
	// unjudged holds the characters whose goal the solver refuses.
	unjudged map[string]bool
	// found is the result of the check so far.
	found []Finding
	// steps is the number of steps done.
	steps    int
	progress func(done, total int)
}

// step counts and reports a step. There are two steps for each character, one for each lot, and one for each rider
// of the Road.
func (c *inspection) step() {
	c.steps++
	c.progress(c.steps, 2*len(c.order)+len(c.lots)+len(c.roadRiders()))
}

// roadRiders lists the ids of the riders that can be drawn for the Road.
func (c *inspection) roadRiders() []string {
	if c.chapter.Pool == nil {
		return nil
	}
	return c.chapter.Pool.Riders
}

// lot is the deals of an event or group for one number of players.
type lot struct {
	name  string
	deals []*chapters.Game
}

// tries counts the results of repeated tries.
type tries struct {
	won       int
	lost      int
	undecided int
	// refused is the number of tries that the solver refused: the goals count too many things
	// ([solver.GoalLimit]). They tell nothing about the chapter.
	refused int
}

// add counts a result.
func (t *tries) add(r solver.Result) {
	switch {
	case r.Verdict == solver.Winnable:
		t.won++
	case r.Verdict == solver.Unwinnable:
		t.lost++
	case r.Reason == solver.GoalLimit:
		t.refused++
	default:
		t.undecided++
	}
}

// sum adds the tries of another count.
func (t *tries) sum(other *tries) {
	t.won += other.won
	t.lost += other.lost
	t.undecided += other.undecided
	t.refused += other.refused
}

// all returns the number of tries.
func (t *tries) all() int { return t.judged() + t.refused }

// judged returns the number of tries that the solver did not refuse.
func (t *tries) judged() int { return t.won + t.lost + t.undecided }

// unjudged returns the finding that the solver refused all tries of a subject.
func unjudged(subject string) Finding {
	return Finding{subject + ": could not be judged, because the goals count more things than the solver " +
		"can tell apart (docs/writing-chapters.md has the limit)", false}
}

// deal deals the rounds to try.
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
			text := fmt.Sprintf("%s: never winnable, because %s must be taken (S4)", group.name, starred.Name)
			c.found = append(c.found, Finding{text, true})
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
		// Perhaps an exchange helps. A search from the draft takes long, so only one deal is tried.
		result, err := c.solve(ctx, group.deals[0])
		if err != nil {
			return err
		}
		var searched tries
		searched.add(result)
		t.sum(&searched)
		switch {
		case t.won > 0:
		case t.judged() == 0:
			c.found = append(c.found, unjudged(group.name))
		default:
			text := fmt.Sprintf(
				"%s: never winnable, as far as was tried: no win was found in %d deals with open cards%s",
				group.name, len(group.deals), proven(&searched))
			c.found = append(c.found, Finding{text, searched.lost > 0 && t.lost == t.all()})
		}
	}
	return nil
}

// deadStar returns a character of a lot that must be taken but cannot be completed, nil if there
// is none.
func (c *inspection) deadStar(group *lot) *characters.Character {
	for _, e := range group.deals[0].Chapter().Roster {
		if e.Starred && c.dead[e.Character.ID] {
			return e.Character
		}
	}
	return nil
}

// proven returns a part of a sentence that says whether a search was complete.
func proven(t *tries) string {
	if t.lost == 0 {
		return ""
	}
	return ", and one of them was searched to its end"
}

// sample tries casts of a deal until one can be won, and counts the results in t and for each
// character of the cast. It tries nothing if t holds a win already. If id is not empty, it tries
// only casts with this character.
func (c *inspection) sample(ctx context.Context, deal *chapters.Game, id string, t *tries) error {
	for n := 0; n < checkCasts && t.won == 0; n++ {
		g, err := draftCast(deal, id, n)
		if err != nil {
			return err
		}
		if g == nil {
			continue
		}
		result, err := c.solve(ctx, g)
		if err != nil {
			return err
		}
		t.add(result)
		for s := range g.Seats() {
			character := g.Character(tricks.Seat(s))
			if character == nil {
				continue
			}
			if seen := c.seen[character.ID]; seen != nil && seen != t {
				seen.add(result)
			}
		}
	}
	return nil
}

// draftCast returns a deal at its first trick, with the n-th random cast and no exchanges. If id is
// not empty, this character takes part, at a seat that depends on n. If that is not possible,
// draftCast returns nil.
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

// isSeated reports whether a character takes part in the round.
func isSeated(g *chapters.Game, id string) bool {
	for s := range g.Seats() {
		if seated := g.Character(tricks.Seat(s)); seated != nil && seated.ID == id {
			return true
		}
	}
	return false
}

// finding returns the finding that no hand was won. The goal is what was tried, and the claim says
// what it means that no hand can be won.
func finding(goal, claim string, t *tries) Finding {
	if t.judged() == 0 {
		return unjudged(goal)
	}
	if t.lost == t.all() && t.lost >= checkHands {
		return Finding{fmt.Sprintf("%s: none of %d hands can be won, even with open cards", claim, t.all()), true}
	}
	text := fmt.Sprintf("perhaps %s: no win was found in %d hands with open cards, %d of them undecided",
		claim, t.judged(), t.undecided)
	return Finding{text, false}
}

// casts tries further casts for the characters that have taken part in no round that can be won.
func (c *inspection) casts(ctx context.Context) error {
	for _, id := range c.order {
		c.step()
		t := c.seen[id]
		for _, group := range c.lots {
			if c.dead[id] || c.unjudged[id] || c.deadStar(&group) != nil {
				continue // reported already
			}
			for _, g := range group.deals {
				if err := c.sample(ctx, g, id, t); err != nil {
					return err
				}
			}
		}
		name := c.lib.Characters[id].Name
		switch {
		case t.won > 0 || t.all() == 0 || c.dead[id] || c.unjudged[id]:
		case t.judged() == 0:
			c.found = append(c.found, unjudged(fmt.Sprintf("the goal of %s (%s) beside the others", name, id)))
		default:
			text := fmt.Sprintf(
				"perhaps nobody can complete %s (%s) beside the others: no win was found in %d rounds with open cards",
				name, id, t.judged())
			c.found = append(c.found, Finding{text, false})
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
			sum.sum(result)
			switch {
			case result.won > 0:
				met++
			case result.all() > 0:
				goal := fmt.Sprintf("threat %d of %s", n, character.Name)
				claim := fmt.Sprintf("threat %d cannot be met by %s, whoever else plays (S8)", n, character.Name)
				unmet = append(unmet, finding(goal, claim, result))
			}
		}
		switch {
		case met > 0:
			c.found = append(c.found, unmet...)
		case sum.all() > 0:
			// A doubtful finding is reported, but other findings must not rest on it.
			c.dead[id] = sum.lost == sum.all() && sum.lost >= checkHands
			c.unjudged[id] = sum.judged() == 0
			goal := fmt.Sprintf("the goal of %s (%s)", character.Name, id)
			claim := fmt.Sprintf("nobody can complete %s (%s), whoever else plays", character.Name, id)
			c.found = append(c.found, finding(goal, claim, &sum))
		}
	}
	return nil
}

// goalAlone tries whether a character's goal can be met if nobody else has a goal. It tries the
// hands that the character can have after setup, until one can be won.
func (c *inspection) goalAlone(ctx context.Context, character *characters.Character, threat int) (*tries, error) {
	t := &tries{}
	for _, group := range c.lots {
		for _, deal := range group.deals {
			for n := range deal.Seats() {
				result, err := c.tryAlone(ctx, deal, n, character, threat)
				if err != nil {
					return nil, err
				}
				if result.Verdict != "" {
					t.add(result)
				}
				if t.won > 0 {
					return t, nil
				}
			}
		}
	}
	return t, nil
}

// tryAlone tries the goal of a character alone in the n-th draft of a deal. It returns no verdict if
// the character cannot take part.
func (c *inspection) tryAlone(ctx context.Context, deal *chapters.Game, n int, character *characters.Character,
	threat int,
) (solver.Result, error) {
	g, err := draftCast(deal, character.ID, n)
	if g == nil || err != nil {
		return solver.Result{}, err
	}
	pos, err := g.FirstTrick()
	if err != nil {
		return solver.Result{}, err
	}
	seat := slices.IndexFunc(pos.Hands, func(h chapters.HandInfo) bool { return h.Character == character.ID })
	return c.solveAlone(ctx, pos, seat, character, threat)
}

// solveAlone solves a position in which only one seat has a goal. If the character must declare
// something, it solves the position for each declaration and returns the best result. It returns no
// verdict if there is no such position.
func (c *inspection) solveAlone(ctx context.Context, pos chapters.Position, seat int, character *characters.Character,
	threat int,
) (solver.Result, error) {
	declarations := []string{""}
	if character.Goal.NeedsDeclaration() {
		declarations = []string{"more", "fewer"}
	}
	var best solver.Result
	for _, declared := range declarations {
		alone := pos
		alone.ID = ""
		alone.Deal = ""
		alone.Rider = ""
		alone.Hands = slices.Clone(pos.Hands)
		for s := range alone.Hands {
			if s != seat {
				takeCharacter(&alone.Hands[s])
			}
		}
		// The character keeps its rider and its gift, since the goal must be met beside them.
		alone.Hands[seat].Threat = threat
		alone.Hands[seat].Declared = declared
		g, err := c.lib.NewGame(alone)
		if err != nil {
			continue // for example if the character must not be the pyramid
		}
		result, err := c.solve(ctx, g)
		if err != nil {
			return result, err
		}
		best = better(best, result)
	}
	return best, nil
}

// takeCharacter takes the character of a seat away, and all that it has but its cards.
func takeCharacter(h *chapters.HandInfo) {
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

// riders tries the goal of each rider of the Road alone: a seat carries it and nobody has another goal.
func (c *inspection) riders(ctx context.Context) error {
	for _, id := range c.roadRiders() {
		c.step()
		t := &tries{}
		for _, group := range c.lots {
			for n, deal := range group.deals {
				if t.won > 0 {
					break
				}
				result, err := c.tryRider(ctx, deal, n, id)
				if err != nil {
					return err
				}
				t.add(result)
			}
		}
		if t.won == 0 {
			rider := c.lib.Riders[id]
			goal := fmt.Sprintf("the rider %s (%s)", rider.Name, id)
			claim := fmt.Sprintf("nobody can meet the rider %s (%s), whoever carries it (L5)", rider.Name, id)
			c.found = append(c.found, finding(goal, claim, t))
		}
	}
	return nil
}

// tryRider tries the goal of a rider alone, at the n-th seat of a deal.
func (c *inspection) tryRider(ctx context.Context, deal *chapters.Game, n int, id string) (solver.Result, error) {
	g, err := draftCast(deal, "", n)
	if err != nil {
		return solver.Result{}, err
	}
	pos, err := g.FirstTrick()
	if err != nil {
		return solver.Result{}, err
	}
	pos.ID = ""
	pos.Deal = ""
	pos.Rider = ""
	pos.Hands = slices.Clone(pos.Hands)
	for s := range pos.Hands {
		takeCharacter(&pos.Hands[s])
	}
	pos.Hands[n%len(pos.Hands)].Rider = id
	if g, err = c.lib.NewGame(pos); err != nil {
		return solver.Result{}, err
	}
	return c.solve(ctx, g)
}

// solve tries a round with open cards, within the limit of a check.
func (c *inspection) solve(ctx context.Context, g *chapters.Game) (solver.Result, error) {
	result, err := solver.Solve(ctx, g, solver.Options{Nodes: checkNodes, Memory: searchMemory})
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return result, err
}

// better returns the more hopeful of two results.
func better(a, b solver.Result) solver.Result {
	rank := []solver.Verdict{"", solver.Unwinnable, solver.Unknown, solver.Winnable}
	if slices.Index(rank, b.Verdict) > slices.Index(rank, a.Verdict) {
		return b
	}
	return a
}
