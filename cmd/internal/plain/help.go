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
		g.tell("plain.rules.how", g.acts.Named("rules").Word())
	}
}
