package play

import (
	"context"
	"errors"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/solver/players"
)

// Chair is the round of a table, as the person in a chair there drives it.
type Chair struct {
	*table.Chair
	// Saw is the table as the front end saw it last.
	Saw table.Sight
	// Sending reports whether a decision is on its way.
	Sending bool
	// Puzzle is set where a puzzle is solved.
	Puzzle *Puzzle

	// send carries an act out, or sends it to the table's server: then what comes of it is heard later. At
	// home it is nil, and acts are done at once.
	send   func(decision bool, do func(context.Context) error) error
	warned bool
}

// At returns the round of a table, from where a visitor in a chair looks at it.
func At(chair *table.Chair, send func(decision bool, do func(context.Context) error) error) *Chair {
	return &Chair{Chair: chair, send: send}
}

// Home returns the round of a table at home.
func Home(home *table.Home) *Chair { return &Chair{Chair: home.Chair} }

// Look returns the table and its round as the person sees them now. While a decision is on its way,
// the moment is [round.Elsewhere]; so it is for a visitor while computer players think, who do so
// where the table is kept.
func (a *Chair) Look() table.Sight {
	if a.Puzzle != nil {
		a.Saw = a.Puzzle.look(a.Chair)
	} else {
		a.Saw = a.Chair.Look()
	}
	if a.Sending || a.Saw.Now == round.Thinking && a.send != nil {
		a.Saw.Now = round.Elsewhere
	}
	return a.Saw
}

// Wait returns a function that waits for the next event after Look, for another goroutine; nil
// where the front end hears of it otherwise.
func (a *Chair) Wait() func(context.Context) error {
	if a.send != nil {
		return nil
	}
	from := a.Saw.Event
	return func(ctx context.Context) error { return a.Chair.Wait(ctx, from) }
}

// seen is the state of the round that the person has seen. At home that is the present one: nobody
// else decides, and help that was asked for changes no question.
func (a *Chair) seen() table.Seen {
	if a.send == nil {
		return a.Picture().Seen
	}
	return a.Saw.Seen
}

// Decide makes a decision.
func (a *Chair) Decide(d chapters.Decision) error {
	write, err := a.Deciding(d)
	if err != nil {
		return err
	}
	return a.does(true, write)
}

// Deciding returns a function that writes a decision about what the person saw last, for another
// goroutine. The error is ErrLoses for one that loses a puzzle.
func (a *Chair) Deciding(d chapters.Decision) (write func(context.Context) error, err error) {
	seen := a.seen()
	if a.Puzzle != nil {
		err = a.Puzzle.judge(context.Background(), d)
	}
	return func(ctx context.Context) error {
		err := a.Chair.Decide(ctx, seen, d)
		if err == nil && a.Puzzle != nil {
			err = a.Puzzle.finish(ctx, a.Chair)
		}
		return err
	}, err
}

// does carries an act out, or sends it.
func (a *Chair) does(decision bool, do func(context.Context) error) error {
	if a.send == nil {
		return do(context.Background())
	}
	a.Sending = decision
	return a.send(decision, do)
}

// Propose takes the last decision back or ends the round, or proposes to. The error is
// table.ErrUnsettled where the result is not certain.
func (a *Chair) Propose(what table.Proposing) error {
	seen := a.seen()
	return a.does(false, func(ctx context.Context) error { return a.Chair.Propose(ctx, seen, what) })
}

// Hint asks a strong player for a decision in the person's place, with the reason, in another
// goroutine.
func (a *Chair) Hint() func(context.Context) (chapters.Decision, players.Reason, error) {
	seen := a.seen()
	return func(ctx context.Context) (chapters.Decision, players.Reason, error) { return a.Chair.Hint(ctx, seen) }
}

// OpenCards asks which decisions keep the round winnable, in another goroutine; nil where
// the person is to be told first what that is.
func (a *Chair) OpenCards() func(context.Context) (round.Opened, error) {
	if !a.warned {
		a.warned = true
		return nil
	}
	seen := a.seen()
	return func(ctx context.Context) (round.Opened, error) { return a.Chair.OpenCards(ctx, seen) }
}

// Insist writes a decision, and tries again while the disk is full: the decision is kept until then.
// The end of the context ends that.
func Insist(ctx context.Context, write func() error) error {
	for {
		if err := write(); !errors.Is(err, disk.ErrFull) || table.Pause(ctx, time.Second) != nil {
			return err
		}
	}
}
