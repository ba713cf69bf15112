package plain

import (
	"errors"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/action"
	"fellowship/cmd/internal/session"
	"fellowship/tricks"
)

// acts is what can be done line by line: what every front end offers, and what a screen
// shows by itself.
func acts() []action.Action[*game, error] {
	asked := func(g *game) bool { return g.view.Ask != nil && g.now == session.Turn }
	tells := func(tell func(*game, *chapters.View)) func(*game) error {
		return func(g *game) error {
			tell(g, &g.view)
			return nil
		}
	}
	return append([]action.Action[*game, error]{
		{Name: "hand", Can: asked, Do: tells((*game).hands)},
		{Name: "open", Can: asked, Do: tells((*game).table)},
		{Name: "whether", Can: asked, With: func(g *game, what string) error {
			g.why(&g.view, what)
			return nil
		}},
		{Name: "rules", With: func(g *game, what string) error {
			g.rules(what)
			return nil
		}},
	}, action.Round[*game, error]()...)
}

// Now is what the game waits for.
func (g *game) Now() session.Moment { return g.now }

// Sight is what the person may see.
func (g *game) Sight() *chapters.View { return &g.view }

// Offers reports whether the game offers an action, by its name.
func (g *game) Offers(name string) bool {
	switch name {
	case "nextchapter":
		return g.opt.Next != ""
	case "look":
		return g.opt.Analyse != nil
	case "solve":
		return g.opt.Solve != nil && g.view.Result != chapters.Won
	case "coach":
		return g.t.Coach(&g.view) != ""
	}
	return true
}

// Coached reports whether the coach explains the decision that is due.
func (g *game) Coached() bool { return g.opt.Coach }

// Show tells what there is to read.
func (g *game) Show(what action.Reading) error {
	v := &g.view
	switch what {
	case action.Help:
		g.help(v)
	case action.Log:
		for _, line := range g.t.Log(v, v.Log) {
			g.say(line)
		}
	case action.LastTrick:
		g.last(v)
	case action.Goals:
		g.goalList(v)
	case action.Know:
		g.known(v)
	case action.Won, action.Chapter: // pages of a screen
	}
	return nil
}

// Leave leaves the game.
func (g *game) Leave(next session.Outcome) error {
	if next == session.LookThrough {
		g.say(strings.TrimRight(g.opt.Analyse(g.ctx), "\n"))
		return nil
	}
	g.saved()
	g.next = next
	return errLeave
}

// Undo takes a decision back.
func (g *game) Undo() error {
	switch err := g.s.Undo(); {
	case errors.Is(err, session.ErrNotYours):
		g.tell("undo.notyours")
	case errors.Is(err, session.ErrNothing):
		g.tell("plain.undo.none")
	case err != nil:
		return err
	default:
		g.asked = tricks.NoSeat
		g.tell("plain.undo.done")
	}
	return nil
}

// EndRound ends a round whose result is certain.
func (g *game) EndRound() error {
	ok, err := g.s.Stop()
	if err == nil && !ok {
		g.tell("plain.stop.early")
	}
	return err
}

// Coach switches the coach on and off.
func (g *game) Coach() error {
	if g.opt.Coach = !g.opt.Coach; g.opt.Coach {
		g.tell("coach.on")
	} else {
		g.tell("coach.off", g.acts.Named("coach").Word())
	}
	g.coach(&g.view)
	return nil
}

// Why tells why the computer player that played last played that card: it thinks again,
// which leads to the same card.
func (g *game) Why() error {
	play, thought, err := g.s.LastCard()
	if err != nil {
		return err
	}
	if thought == nil {
		g.tell("why.none")
		return nil
	}
	d, reason, err := thought.Explain(g.ctx)
	if err != nil {
		return err
	}
	g.say(g.t.Why(&g.view, play, d, reason))
	return nil
}

// Hint tells what a strong player would do in the person's place, knowing no more.
func (g *game) Hint() error {
	thought, err := g.s.Hint()
	if err != nil {
		return err
	}
	d, reason, err := thought.Explain(g.ctx)
	if err != nil {
		return err
	}
	g.say(g.t.Hint(&g.view, d, reason))
	return nil
}

// OpenCards asks the solver what keeps the round winnable. The first time it only says
// what that is.
func (g *game) OpenCards() error {
	ask, err := g.s.OpenCards()
	if err != nil {
		return err
	}
	if ask == nil {
		g.tell("open.warn", g.acts.Named("opencards").Word())
		return nil
	}
	opened, err := ask(g.ctx)
	if err != nil {
		return err
	}
	g.say(g.t.OpenCards(&g.view, opened.Wins, opened.Unknown, opened.All))
	return nil
}
