package plain

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
)

// end is the page after the round: each goal, the result and why, how to ask
// whether a lost deal could have been won, and what comes after a won one.
func (g *game) end() {
	v := g.s.Look()
	g.say("")
	if g.s.Stopped() {
		g.tell("plain.end.early")
	} else {
		g.tell("plain.end")
	}
	g.goalList(&v)
	switch v.Result {
	case chapters.Won:
		g.tell("plain.end.won")
		if v.Spared {
			g.say(g.t.Short(&v, "plain.end.spared."))
		}
	case chapters.Lost:
		if v.Short {
			g.say(g.t.Short(&v, "plain.end.short."))
			break
		}
		g.tell("plain.end.lost", g.failed(&v))
		for _, goal := range failing(&v) {
			g.tell("plain.end.why", g.goalOwner(&v, goal), g.goalText(&v, goal))
		}
	}
	if g.opt.Campaign != "" {
		g.say(g.opt.Campaign)
	}
	record := g.s.Record()
	for _, line := range g.t.Helped(&record) {
		g.say(line)
	}
	if v.Deal != "" {
		g.tell("plain.end.deal", v.Deal)
		if v.Result != chapters.Won {
			g.tell("plain.end.solve", "fellowship solve "+v.Deal)
		}
		g.tell("plain.end.again", "fellowship play "+v.Deal)
	}
	if v.Result == chapters.Won && g.opt.Next != "" {
		g.tell("next", g.opt.Next)
	}
}

// after asks what comes next when the round has ended. Whoever says nothing that
// can be done leaves.
func (g *game) after() error {
	g.tell("plain.after", strings.Join(g.afterWords(), ", "))
	for {
		line, err := g.read()
		if err != nil {
			return err
		}
		next, leaves := g.outcome(line)
		switch {
		case leaves:
			g.next = next
			return errLeave
		case g.is(line, "word.undo"):
			if err := g.undo(); err != nil || !g.s.Over() {
				return err // the game goes on
			}
		case g.is(line, "word.solve") && g.opt.Solve != nil:
			g.solve()
		case g.is(line, "word.look") && g.opt.Analyse != nil:
			g.say(strings.TrimRight(g.opt.Analyse(g.ctx), "\n"))
		case g.is(line, "word.goals"), g.is(line, "word.log"), g.is(line, "word.last"):
			v := g.s.Look()
			if _, err := g.command(&v, line); err != nil {
				return err
			}
		case !g.opt.Terminal:
			return errLeave
		default:
			g.tell("plain.after", strings.Join(g.afterWords(), ", "))
		}
		if err := g.ctx.Err(); err != nil {
			return err
		}
	}
}

// outcome is what a line asks for; ok is false where it does not leave the game.
func (g *game) outcome(line string) (next session.Outcome, ok bool) {
	switch {
	case line == "", g.is(line, "word.quit"):
		return session.Quit, true
	case g.is(line, "word.again"):
		return session.Again, true
	case g.is(line, "word.new"):
		return session.NewDeal, true
	case g.is(line, "word.next") && g.opt.Next != "":
		return session.NextChapter, true
	}
	return session.Quit, false
}

// afterWords are the words that can be said at the end.
func (g *game) afterWords() []string {
	names := []string{"again", "new"}
	if g.opt.Next != "" {
		names = append(names, "next")
	}
	if g.opt.Solve != nil && g.s.Look().Result != chapters.Won {
		names = append(names, "solve")
	}
	if g.opt.Analyse != nil {
		names = append(names, "look")
	}
	names = append(names, "undo")
	for i, name := range names {
		word := firstWord(g.t.T("word." + name))
		names[i] = word + " (" + g.t.T("after."+name) + ")"
	}
	return names
}

// solve says whether the deal could have been won, and how often fair players
// win it.
func (g *game) solve() {
	g.tell("tui.solving")
	g.say(g.opt.Solve(g.ctx))
	if g.opt.Try == nil {
		return
	}
	won := 0
	for n := range session.Tries {
		w, err := g.opt.Try(g.ctx, n+1)
		if err != nil {
			return
		}
		if w {
			won++
		}
	}
	g.tell("tries", session.Tries, won)
}
