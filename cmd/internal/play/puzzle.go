package play

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/turns"
)

// Puzzle is a puzzle while it is solved at a table at home. One person plays all seats with all cards face
// up. A decision that loses is not carried out. As soon as no decision can lose any more, the rest is played
// automatically.
type Puzzle struct {
	// Missed is how many decisions were wrong at the first try, or were given away.
	Missed int

	home *table.Home
	// withSolver calls do when the solver may search.
	withSolver func(ctx context.Context, do func() error) error
	// saveResult saves the result before anybody sees it.
	saveResult func()
	// saveMissed saves that a decision was missed, before anybody sees it.
	saveMissed func() error
	// isResumed reports whether the puzzle goes on after the program was stopped. Then the key move of the decisions
	// before that is not known any more.
	isResumed bool
	// lastMissed is the number of the decision that was missed last, counted from 1; 0 for none.
	lastMissed int
	// done reports whether no decision can lose any more.
	done bool
	// cost is what the last wrong decision would have cost.
	cost puzzle.Cost
	// keyMove is the decision that the puzzle turns on.
	keyMove keyMove
}

// keyMove is a decision of a puzzle with the verdicts on all choices.
type keyMove struct {
	// game is the round before the decision, nil as long as none was found.
	game *chapters.Game
	// wins are the choices that win.
	wins []chapters.Decision
	// loses are the choices that lose.
	loses []chapters.Decision
	// cost is what the losing choices cost, all together.
	cost puzzle.Cost
}

// ErrLosingMove is returned for a decision that loses the puzzle. The decision is not carried out.
var ErrLosingMove = say.New("it loses the puzzle")

// Stars returns how many stars the solved puzzle earns: three without a wrong decision, and at least one.
func (p *Puzzle) Stars() int { return max(puzzle.MostStars-p.Missed, 1) }

// look does what [Client.Look] does for a puzzle. The view shows all cards, from the seat that decides.
func (p *Puzzle) look(client *table.Client) (s table.Snapshot) {
	defer func() {
		own := s.View
		s.View = hindsight.View(p.home.Round().Reveal())
		s.View.Ask = own.Ask
		s.View.Player = own.Player
	}()
	for {
		s = client.Look()
		switch s.Now {
		case round.Curtain, round.Settled, round.Notice:
		case round.TrickEnd:
			if !p.done {
				return s
			}
		default:
			return s
		}
		client.GoOn()
	}
}

// finish plays the rest of the round if no decision can lose any more, and saves the result at its end.
func (p *Puzzle) finish(ctx context.Context, c *table.Client) error {
	for {
		now := p.home.Round().Reveal()
		p.done = p.done || puzzle.Safe(now)
		switch {
		case now.IsOver():
			p.saveResult()
			err := p.withSolver(ctx, func() error { return p.keyMove.findCost(ctx) })
			if errors.Is(err, turns.ErrMany) {
				p.keyMove = keyMove{} // the puzzle is solved without it
				err = nil
			}
			return err
		case !p.done:
			return nil
		}
		if err := c.Decide(ctx, c.TableView().Revision, now.Options()[0]); err != nil {
			return err
		}
	}
}

// judge returns [ErrLosingMove] for a decision that loses. It also keeps the key move of the puzzle.
func (p *Puzzle) judge(ctx context.Context, d chapters.Decision) error {
	now := p.home.Round().Reveal()
	return p.withSolver(ctx, func() error {
		wins, loses, sure, err := puzzle.Judge(ctx, now)
		switch {
		case err != nil:
			return err
		case !slices.Contains(loses, d):
			if sure {
				p.keyMove.keepBetter(&keyMove{game: now, wins: wins, loses: loses})
			}
			return nil
		}
		if err = p.miss(now); err != nil {
			return err
		}
		if err = now.Apply(d); err == nil {
			p.cost, err = puzzle.CostOf(ctx, now)
		}
		return errors.Join(err, ErrLosingMove)
	})
}

// miss counts the current decision as missed, at most once.
func (p *Puzzle) miss(now *chapters.Game) error {
	number := len(now.Decisions()) + 1
	if number == p.lastMissed {
		return nil
	}
	p.lastMissed = number
	p.Missed++
	if p.saveMissed == nil {
		return nil
	}
	return p.saveMissed()
}

// keepBetter replaces the key move by another one that is harder to find: fewer choices win there, or as many
// win and more lose.
func (k *keyMove) keepBetter(other *keyMove) {
	if len(other.loses) > 0 &&
		(k.game == nil || cmp.Or(len(k.wins)-len(other.wins), len(other.loses)-len(k.loses)) > 0) {
		*k = *other
	}
}

// findCost finds out what the losing choices cost.
func (k *keyMove) findCost(ctx context.Context) error {
	for _, d := range k.loses {
		trial := k.game.Clone()
		if err := trial.Apply(d); err != nil {
			return err
		}
		cost, err := puzzle.CostOf(ctx, trial)
		if err != nil {
			return err
		}
		k.cost |= cost
	}
	return nil
}

// text describes the key move of a puzzle, empty if there is none.
func (k *keyMove) text(t *texts.Texts) string {
	if k.game == nil {
		return ""
	}
	key := "puzzle.idea"
	if k.game.Due().Kind != chapters.PlayCard {
		key = "puzzle.idea.word"
	}
	v := hindsight.View(k.game)
	words := t.Round(&v)
	return t.T(key, words.NameAt(v.Due.Seat), choices(t, &v, k.wins), len(v.History)+1, words.Cost(uint64(k.cost)))
}

// choices names decisions: "H2, M7 or R1".
func choices(t *texts.Texts, v *chapters.View, decisions []chapters.Decision) string {
	var names []string
	for _, d := range decisions {
		names = append(names, t.Round(v).Choice(d))
	}
	return t.Names(names)
}

// LossText says what the last wrong decision would have cost.
func (p *Puzzle) LossText(t *texts.Texts, v *chapters.View) string {
	return t.T("puzzle.loses", t.Round(v).Cost(uint64(p.cost)))
}

// question asks about the current decision. With reveal the answer names the decisions that win, and the
// decision counts as missed. Otherwise it only says how many win.
func (p *Puzzle) question(t *texts.Texts, v *chapters.View, reveal bool) Question {
	now := p.home.Round().Reveal()
	question := Question{Note: t.T("open.asked"), Title: Title(t, "opencards")}
	var missErr error
	if reveal {
		missErr = p.miss(now)
		question.Title = Title(t, "hint")
	}
	question.Think = func(ctx context.Context) (answer Answer, err error) {
		err = p.withSolver(ctx, func() error {
			if missErr != nil {
				return missErr
			}
			wins, _, _, err := puzzle.Judge(ctx, now)
			answer.Say = func() string { return t.N("puzzle.number", len(wins), len(now.Options())) }
			if reveal && len(wins) > 0 {
				answer.Advice = &wins[0]
				answer.Say = func() string { return t.T("puzzle.answer", choices(t, v, wins)) }
			}
			return err
		})
		return answer, err
	}
	return question
}
