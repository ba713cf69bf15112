package plain

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
)

// printEnd prints the end of the round: each goal, the result and its reason, and what can be asked or played next.
func (g *game) printEnd() {
	v := g.client.Look().View
	g.out.say("")
	if g.client.LastSnapshot.Stopped {
		g.out.tell("plain.end.early")
	} else {
		g.out.tell("plain.end")
	}
	g.printer(&v).goals()
	switch v.Result {
	case chapters.Won:
		g.out.tell("plain.end.won")
		if v.Spared {
			g.out.say(g.t.Round(&v).Short("plain.end.spared."))
		}
		if c := v.Chapter; c != nil && !c.Long && !g.opt.Unsaved && g.t.Closing(c) != "" {
			g.out.say(g.t.Closing(c))
		}
	case chapters.Lost:
		if v.Short {
			g.out.say(g.t.Round(&v).Short("plain.end.short."))
			break
		}
		g.out.tell("plain.end.lost", g.printer(&v).failedOwners())
	}
	if v.Result != chapters.Won {
		g.printLoss()
	}
	if g.opt.Campaign != "" {
		g.out.say(g.opt.Campaign)
	}
	if g.opt.ResultText != nil {
		g.out.say(g.opt.ResultText())
	}
	record, _ := g.client.Record()
	if earned := g.client.Stars(&v, g.client.Book(), &g.opt.RoundOptions); earned != nil && g.client.Puzzle == nil {
		g.out.say(texts.Sentence(earned.Spoken(g.t)) + " " + earned.Wish(g.t))
	}
	if block := g.client.Shared(g.t, g.opt.Library, &g.opt.RoundOptions, 0); block != nil {
		g.out.say(g.t.T("today.share", block.Line))
		for _, line := range block.Lines(g.t) {
			g.out.say(line)
		}
	}
	for _, line := range g.t.Assisted(&record) {
		g.out.say(line)
	}
	if v.Result == chapters.Lost {
		g.printEpilogue()
	}
	if v.Deal != "" {
		g.out.tell("plain.end.deal", v.Deal)
		if v.Result != chapters.Won {
			g.out.tell("plain.end.solve", "fellowship solve "+v.Deal)
		}
		g.out.tell("plain.end.again", "fellowship play "+v.Deal)
	}
	// A campaign says itself how it continues.
	if v.Result == chapters.Won && g.opt.Next != "" && g.opt.Campaign == "" {
		g.out.tell("next", g.opt.Next)
	}
}

// printLoss finds out where the round was lost, and prints it.
func (g *game) printLoss() {
	if g.opt.StepLoss == nil {
		return
	}
	g.loss = hindsight.Loss{State: hindsight.Searching}
	for g.loss.State == hindsight.Searching && g.ctx.Err() == nil {
		g.loss = g.opt.StepLoss(g.ctx)
	}
	if g.ctx.Err() == nil {
		g.out.say(g.loss.Sentence(g.t))
	}
}

// askNext asks what to do after the round. An empty line leaves the game. So does any line that is not an action,
// except on a terminal, where the question is asked again.
func (g *game) askNext() error {
	g.out.tell("plain.after", strings.Join(g.nextChoices(), ", "))
	for {
		line, err := g.read()
		if err != nil {
			return err
		}
		a, rest := g.acts.ByLine(g, line)
		switch {
		case a != nil:
			if err := a.Run(g, rest); err != nil || g.home.TableView().Playing {
				return err // The game continues with a new round or an undone decision.
			}
		case line == "", !g.opt.Terminal:
			return errLeave
		default:
			g.out.tell("plain.after", strings.Join(g.nextChoices(), ", "))
		}
		if err := g.ctx.Err(); err != nil {
			return err
		}
	}
}

// nextChoices returns the words for what can be done after the round.
func (g *game) nextChoices() (out []string) {
	for _, name := range []string{"onfrom", "again", "another", "nextchapter", "solve", "look", "reasons", "undo"} {
		a := g.acts.ByName(name)
		if !a.Possible(g) {
			continue
		}
		label := a.Long
		if name == "nextchapter" && g.opt.Campaign != "" { // A campaign may stay in its chapter.
			label = g.t.T("plain.after.campaign")
		}
		if name == "onfrom" {
			label = g.t.T("loss.from.practice", g.loss.FromText(g.t))
		}
		out = append(out, a.Word+" ("+label+")")
	}
	return out
}

// printEpilogue prints where the round was lost and how well people decided, once. Nothing is said while that is found.
func (g *game) printEpilogue() {
	if g.opt.Epilogue == nil || g.hasEpilogue {
		return
	}
	g.hasEpilogue = true
	if text := strings.TrimRight(g.opt.Epilogue(g.ctx), "\n"); text != "" {
		g.out.say(text)
	}
}

// Solve prints whether the deal could have been won, and how often fair players win it.
func (g *game) Solve() error {
	g.out.tell("solve.looking")
	g.printEpilogue()
	if g.opt.Solve == nil {
		return nil
	}
	g.out.say(g.opt.Solve(g.ctx))
	if g.opt.Try == nil {
		return nil
	}
	won := 0
	for n := range hindsight.TryCount {
		tryWon, err := g.opt.Try(g.ctx, n+1)
		if err != nil {
			return nil //nolint:nilerr // nobody can win the deal, or the person has stopped the tries
		}
		if tryWon {
			won++
		}
	}
	g.out.tell("tries", hindsight.TryCount, won)
	return nil
}
