package plain

import (
	"strings"

	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// acts returns the actions of the line-by-line game: the shared ones, and some for things that a screen always
// shows.
func acts() []play.Action[*game, error] {
	asked := func(g *game) bool { return g.view.Ask != nil && g.now == round.Turn }
	printing := func(show func(printer)) func(*game) error {
		return func(g *game) error {
			show(g.printer(&g.view))
			return nil
		}
	}
	return append([]play.Action[*game, error]{
		{Name: "hand", EnabledWhen: asked, Do: printing(printer.hands)},
		{Name: "open", EnabledWhen: asked, Do: printing(printer.overview)},
		{Name: "whether", EnabledWhen: asked, DoWith: func(g *game, line string) error {
			g.out.say(g.answers().explain(line))
			return nil
		}},
		{Name: "reasons", EnabledWhen: (*game).hasReasons, DoWith: (*game).printReasons},
		{Name: "rules", DoWith: func(g *game, line string) error {
			g.rules(line)
			return nil
		}},
	}, play.Round[*game, error]()...)
}

// State returns the state of the round for an action. Nothing runs in the background here.
func (g *game) State() play.State {
	return play.State{
		Texts: g.t, Client: g.client, Now: g.now, View: &g.view, Loss: g.loss, Options: &g.opt.RoundOptions,
	}
}

// Show prints a page.
func (g *game) Show(topic play.Topic) error {
	g.opt.Advice.NoteTried(string(topic))
	if topic == play.Help {
		g.help(&g.view)
	} else {
		g.out.page(g.printer(&g.view).board().Page(string(topic)))
	}
	return nil
}

// Replay prints the finished round with the verdicts on every card.
func (g *game) Replay() error {
	g.out.say(strings.TrimRight(g.opt.Analyse(g.ctx), "\n"))
	return nil
}

// Leave leaves the game.
func (g *game) Leave(next play.AfterRound) error {
	g.reportSaved()
	g.next = next
	return errLeave
}

// Reply prints a line.
func (g *game) Reply(text string, _ bool) error {
	g.out.say(text)
	return nil
}

// Done continues after an action and asks the current question again. An error, such as one of the output, ends the
// game.
func (g *game) Done(note string, err error) error {
	if err != nil {
		return err
	}
	g.asked = tricks.NoSeat
	g.hasEpilogue = false
	if note != "" {
		g.out.say(note)
	}
	return nil
}

// Ask waits for the answer and prints it.
func (g *game) Ask(q play.Question) error {
	answer, err := q.Think(g.ctx)
	if err != nil {
		return err
	}
	if answer.Advice != nil {
		g.opt.Advice.NoteTried(lesson.TryHint)
	}
	g.out.say(answer.Say())
	return nil
}

// ActionLabel returns the word for an action.
func (g *game) ActionLabel(name string) string { return g.acts.ByName(name).Word }

// Coach turns the coach on or off.
func (g *game) Coach() error {
	g.out.say(g.opt.Advice.Switch(g.t, g.ActionLabel("coach")))
	g.printAdvice(&g.view)
	return nil
}
