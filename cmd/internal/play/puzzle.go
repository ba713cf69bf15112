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
)

// Puzzle is how a puzzle goes at a table at home: one person plays all seats with all cards
// open. A decision that loses is not made. Where no decision can lose any more, the rest is
// played by itself.
type Puzzle struct {
	// Missed is how many decisions were wrong at first, or were told.
	Missed int

	home       *table.Home
	withSolver func(ctx context.Context, do func() error) error
	saveResult func() // keeps the result, before anybody sees it
	lastMissed int    // the decisions made when one was missed last, and one more
	done       bool
	// cost is that of the last decision that was wrong, and idea the decision that the puzzle hangs on.
	cost    puzzle.Cost
	keyMove keyMove
}

// keyMove is a decision of a puzzle, and what comes of the others that there were.
type keyMove struct {
	game        *chapters.Game
	wins, loses []chapters.Decision
	cost        puzzle.Cost // of all that lose
}

// ErrLosingMove means that after a decision the puzzle could not be won. It was not made.
var ErrLosingMove = say.New("it loses the puzzle")

// Stars is the worth of the solved puzzle: three without a wrong decision.
func (p *Puzzle) Stars() int { return max(puzzle.MostStars-p.Missed, 1) }

// look is [Client.Look]: the view shows all cards, from the seat that decides.
func (p *Puzzle) look(client *table.Client) (s table.Snapshot) {
	defer func() {
		own := s.View
		s.View = hindsight.View(p.home.Round().Reveal())
		s.View.Ask, s.View.Player = own.Ask, own.Player
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

// finish plays the rest where nothing is left to decide, and keeps the result.
func (p *Puzzle) finish(ctx context.Context, c *table.Client) error {
	for {
		now := p.home.Round().Reveal()
		p.done = p.done || puzzle.Safe(now)
		switch {
		case now.IsOver():
			p.saveResult()
			return p.withSolver(ctx, func() error { return p.keyMove.findCost(ctx) })
		case !p.done:
			return nil
		}
		if err := c.Decide(ctx, c.TableView().Revision, now.Options()[0]); err != nil {
			return err
		}
	}
}

// judge is ErrLoses for a decision that loses.
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
		p.miss(now)
		if err = now.Apply(d); err == nil {
			p.cost, err = puzzle.CostOf(ctx, now)
		}
		return errors.Join(err, ErrLosingMove)
	})
}

// miss counts the decision that is due as missed, once.
func (p *Puzzle) miss(now *chapters.Game) {
	if number := len(now.Decisions()) + 1; number != p.lastMissed {
		p.lastMissed = number
		p.Missed++
	}
}

// keepBetter makes another decision the idea if it says more: that fewer win there, or that more lose.
func (i *keyMove) keepBetter(other *keyMove) {
	if len(other.loses) > 0 &&
		(i.game == nil || cmp.Or(len(i.wins)-len(other.wins), len(other.loses)-len(i.loses)) > 0) {
		*i = *other
	}
}

// findCost finds out what the decisions cost that lose.
func (i *keyMove) findCost(ctx context.Context) error {
	for _, d := range i.loses {
		trial := i.game.Clone()
		if err := trial.Apply(d); err != nil {
			return err
		}
		cost, err := puzzle.CostOf(ctx, trial)
		if err != nil {
			return err
		}
		i.cost |= cost
	}
	return nil
}

// text tells the idea of a puzzle.
func (i *keyMove) text(t *texts.Texts) string {
	if i.game == nil {
		return ""
	}
	key := "puzzle.idea"
	if i.game.Due().Kind != chapters.PlayCard {
		key = "puzzle.idea.word"
	}
	v := hindsight.View(i.game)
	return t.T(key, t.NameAt(&v, v.Due.Seat), choices(t, &v, i.wins), len(v.History)+1, t.Cost(&v, uint64(i.cost)))
}

// choices names decisions of which one is made.
func choices(t *texts.Texts, v *chapters.View, decisions []chapters.Decision) string {
	var names []string
	for _, d := range decisions {
		names = append(names, t.Choice(v, d))
	}
	return t.Names(names)
}

// LossText says what a decision would have cost that was not made.
func (p *Puzzle) LossText(t *texts.Texts, v *chapters.View) string {
	return t.T("puzzle.loses", t.Cost(v, uint64(p.cost)))
}

// question is one about the decision that is due. Told is the answer, for which it counts as missed; else the
// number of decisions that win is.
func (p *Puzzle) question(t *texts.Texts, v *chapters.View, reveal bool) Question {
	now := p.home.Round().Reveal()
	question := Question{Note: t.T("open.asked"), Title: Title(t, "opencards")}
	if reveal {
		p.miss(now)
		question.Title = Title(t, "hint")
	}
	question.Think = func(ctx context.Context) (answer Answer, err error) {
		err = p.withSolver(ctx, func() error {
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
