package plain

import (
	"fmt"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/rulebook"
)

// printTurn prints what the person needs to decide, without what has just been read: the seat's goal if it was told
// before, and the cards on the table if all were told as they were played.
func (g *game) printTurn(v *chapters.View) {
	isKnown := g.toldGoal == g.goalText(v)
	g.toldGoal = g.goalText(v)
	g.print(v, isKnown, g.justPlayed)
}

// goalText returns a seat's goal as it is told.
func (g *game) goalText(v *chapters.View) string {
	c := v.Seats[v.Ask.Seat].Character
	if c == nil || v.Stage != chapters.StagePlay {
		return ""
	}
	return g.printer(v).seatLabel(v.Ask.Seat) + g.printer(v).words().GoalInFull(c, v.Ask.Seat)
}

// print prints everything that the person needs to decide. Without isKnown it begins with the seat's goal. Of the cards
// on the table justPlayed have just been told.
func (g *game) print(v *chapters.View, isKnown bool, justPlayed int) {
	p := g.printer(v)
	ask := v.Ask
	switch v.Stage {
	case chapters.StageDraft:
		g.out.tell("plain.turn.draft", p.seatLabel(ask.Seat))
	case chapters.StageSetup:
		g.out.tell("plain.turn.setup", p.seatLabel(ask.Seat))
	case chapters.StagePlay:
		g.out.tell("plain.turn.play", len(v.History)+1, v.Tricks, p.seatLabel(ask.Seat))
	}
	p.goal(ask.Seat, isKnown && v.Stage == chapters.StagePlay)
	if ask.Kind == chapters.PlayCard {
		p.trick(justPlayed)
	}
	if g.client.Puzzle != nil {
		p.hands()
	} else {
		p.hand(ask.Seat)
	}
	if ask.Kind == chapters.Draft {
		p.roster()
	} else {
		p.choices()
	}
	g.printAdvice(v)
	p.question()
}

func (g *game) printAdvice(v *chapters.View) {
	if text := g.opt.Advice.Line(g.opt.Reader, v); text != "" {
		g.out.say(text)
	}
}

func (g *game) help(v *chapters.View) {
	if v.Ask != nil {
		g.out.say(g.answers().expected())
	}
	longest := 0
	for _, a := range g.acts {
		longest = max(longest, utf8.RuneCountInString(a.Word))
	}
	for i := range g.acts {
		if a := &g.acts[i]; a.Word != "" && a.Possible(g) {
			g.out.tell("plain.help.line", fmt.Sprintf("%-*s", longest, a.Word), a.Long)
		}
	}
	g.out.tell("plain.help.cards")
}

// rules prints the rules that a word or a number names, and without one the list of what can be looked up.
func (g *game) rules(word string) {
	found := rulebook.Contents(g.t)
	err := error(nil)
	if word != "" {
		found, err = rulebook.Find(g.opt.Library, g.t, word)
	}
	if err != nil {
		g.out.tell("plain.rules.none", word)
		return
	}
	g.out.page(found)
	if word == "" {
		g.out.tell("plain.rules.how", g.acts.ByName("rules").Word)
	}
}
