package plain

import (
	"strings"

	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
)

// page prints a page, with what stands beside a label indented.
func (g *game) page(p page.Page) {
	for i := range p {
		switch b := &p[i]; b.Kind {
		case page.Headline:
			g.say(b.Text + ":")
		case page.Gap:
		case page.Paragraph:
			g.say(strings.Repeat(" ", b.At) + b.Text)
		default:
			g.say(strings.TrimRight("  "+strings.TrimSpace(b.Label+" "+b.Text), " "))
		}
	}
}

// rules tells the rules that a word or a number names, and without one what there is
// to look up.
func (g *game) rules(word string) {
	found, err := rulebook.Contents(g.t), error(nil)
	if word != "" {
		found, err = rulebook.Find(g.opt.Library, g.t, word)
	}
	if err != nil {
		g.tell("plain.rules.none", word)
		return
	}
	g.page(found)
	if word == "" {
		g.tell("plain.rules.how", g.acts.Named("rules").Word())
	}
}
