package plain

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/rulebook"
)

// known tells what the seat can know.
func (g *game) known(v *chapters.View) {
	for _, s := range g.t.Known(v, false, g.t.Codes) {
		if s.Head != "" {
			g.say(s.Head + ":")
		}
		for _, l := range s.Lines {
			g.say("  " + l)
		}
	}
}

// rules tells the rules that a word or a number names, and without one what there is
// to look up.
func (g *game) rules(word string) {
	sections, err := []rulebook.Section{rulebook.Contents(g.t)}, error(nil)
	if word != "" {
		sections, err = rulebook.Find(g.opt.Library, g.t, word)
	}
	if err != nil {
		g.tell("plain.rules.none", word)
		return
	}
	for _, s := range sections {
		g.say(s.Title + ":")
		for _, l := range s.Lines {
			g.say(strings.TrimRight("  "+strings.TrimSpace(l.Label+" "+l.Text), " "))
		}
	}
	if word == "" {
		g.tell("plain.rules.how", firstWord(g.t.T("word.rules")))
	}
}

// reason tells why the computer player that played last played that card: it
// thinks again, which leads to the same card.
func (g *game) reason(v *chapters.View) error {
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
	g.say(g.t.Why(v, play, d, reason))
	return nil
}

// hint tells what a strong player would do in the person's place, knowing no more.
func (g *game) hint(v *chapters.View) error {
	thought, err := g.s.Hint()
	if err != nil {
		return err
	}
	d, reason, err := thought.Explain(g.ctx)
	if err != nil {
		return err
	}
	g.say(g.t.Hint(v, d, reason))
	return nil
}

// openCards asks the solver what keeps the round winnable. The first time it
// only says what that is.
func (g *game) openCards(v *chapters.View) error {
	ask, err := g.s.OpenCards()
	if err != nil {
		return err
	}
	if ask == nil {
		g.tell("open.warn", firstWord(g.t.T("word.open")))
		return nil
	}
	opened, err := ask(g.ctx)
	if err != nil {
		return err
	}
	g.say(g.t.OpenCards(v, opened.Wins, opened.Unknown, opened.All))
	return nil
}

func firstWord(words string) string { return strings.Fields(words)[0] }
