package play

import (
	"context"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
)

// Puzzle is how a puzzle goes at a table at home: one person plays all seats with all cards
// open. A decision that loses is not made. Where no decision can lose any more, the rest is
// played by itself.
type Puzzle struct {
	// Missed is how many decisions were wrong at first.
	Missed int
	// Wins are the decisions that would have won in the place of the last one that was
	// wrong, of All.
	Wins []chapters.Decision
	All  int

	home   *table.Home
	turn   func(ctx context.Context, do func() error) error // nil for at once
	missed int                                              // the decisions made when one was wrong last, and one more
	done   bool
}

// ErrLoses means that after a decision the puzzle could not be won. It was not made.
var ErrLoses = say.New("it loses the puzzle")

// Solve lets a person solve a puzzle at a table at home.
func Solve(home *table.Home) *Chair {
	return &Chair{Chair: home.Chair, Puzzle: &Puzzle{home: home}}
}

// Stars is the worth of the solved puzzle: three without a wrong decision.
func (p *Puzzle) Stars() int { return max(puzzle.MostStars-p.Missed, 1) }

// look is [Chair.Look]: the view shows all cards, from the seat that decides.
func (p *Puzzle) look(c *table.Chair) (s table.Sight) {
	defer func() {
		own := s.View
		s.View = hindsight.View(p.home.Round().Reveal())
		s.View.Ask, s.View.Player = own.Ask, own.Player
	}()
	for {
		switch s = c.Look(); s.Now {
		case round.Curtain, round.Settled, round.Notice:
		case round.TrickEnd:
			if !p.done {
				return s
			}
		default:
			return s
		}
		c.GoOn()
	}
}

// finish plays the rest where nothing is left to decide.
func (p *Puzzle) finish(ctx context.Context, c *table.Chair) error {
	for {
		now := p.home.Round().Reveal()
		if p.done = p.done || puzzle.Safe(now); !p.done || now.Over() {
			return nil
		}
		if err := c.Decide(ctx, c.Picture().Seen, now.Options()[0]); err != nil {
			return err
		}
	}
}

// judge is ErrLoses for a decision that loses.
func (p *Puzzle) judge(ctx context.Context, d chapters.Decision) error {
	if p.turn != nil {
		return p.turn(ctx, func() error { return p.judges(ctx, d) })
	}
	return p.judges(ctx, d)
}

func (p *Puzzle) judges(ctx context.Context, d chapters.Decision) error {
	round := p.home.Round()
	ok, err := puzzle.Keeps(ctx, round.Reveal(), d)
	if err != nil || ok {
		return err
	}
	if at := round.Decisions() + 1; at != p.missed {
		p.missed = at
		p.Missed++
	}
	wins, loses, _, err := puzzle.Judge(ctx, round.Reveal())
	if p.Wins, p.All = wins, len(wins)+len(loses); err != nil {
		return err
	}
	return ErrLoses
}
