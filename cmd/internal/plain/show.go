package plain

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// printTurn prints everything that the person needs to decide.
func (g *game) printTurn(v *chapters.View) {
	ask := v.Ask
	switch v.Stage {
	case chapters.StageDraft:
		g.tell("plain.turn.draft", g.seatLabel(v, ask.Seat))
	case chapters.StageSetup:
		g.tell("plain.turn.setup", g.seatLabel(v, ask.Seat))
	case chapters.StagePlay:
		g.tell("plain.turn.play", len(v.History)+1, v.Tricks, g.seatLabel(v, ask.Seat))
	}
	g.printGoal(v, ask.Seat)
	if ask.Kind == chapters.PlayCard {
		g.trick(v)
	}
	if g.client.Puzzle != nil {
		g.hands(v)
	} else {
		g.hand(v, ask.Seat)
	}
	if ask.Kind == chapters.Draft {
		g.roster(v)
	} else {
		g.choices(v)
	}
	g.printAdvice(v)
	g.printQuestion(v)
}

func (g *game) printAdvice(v *chapters.View) {
	if text := g.opt.Advice.Line(g.t, v, false); text != "" {
		g.say(text)
	}
}

func (g *game) printQuestion(v *chapters.View) {
	a := v.Ask
	if card := texts.Received(v, a); card != tricks.NoCard {
		g.tell("plain.ask.received", card)
	}
	g.say(texts.Sentence(g.t.Round(v).Question(a)))
	if slices.ContainsFunc(a.Options, func(d chapters.Decision) bool { return d.ToWin }) {
		g.tell("plain.ask.ring")
	}
	if slices.ContainsFunc(a.Options, texts.IsDecline) {
		g.tell("plain.ask.decline", g.words("word.none")[0])
	}
}

func (g *game) printLost(v *chapters.View) {
	for _, c := range v.Lost {
		g.tell("plain.lost", c, g.t.Card(c))
	}
}

// seatLabel returns a seat's character, and whether the seat is the person's own.
func (g *game) seatLabel(v *chapters.View, s tricks.Seat) string {
	name := g.t.Round(v).NameAt(s)
	if v.Seats[s].Character != nil {
		name = g.t.T("plain.place", name, g.t.Seat(s))
	}
	if v.Players > 1 && v.Player != tricks.NoSeat && v.Seats[s].Decider == v.Player {
		return g.t.T("plain.yours", name)
	}
	return name
}

// roster prints the characters to choose from, and why others cannot be taken (S4).
func (g *game) roster(v *chapters.View) {
	for i, o := range v.Ask.Options {
		e := v.Chapter.Entry(o.Character)
		c := e.Character
		line := g.t.T("plain.roster", i+1, g.t.Name(c), g.t.Round(v).GoalInFull(c, v.Ask.Seat))
		if setup := g.t.Round(v).SetupInRound(c); setup != "" {
			line += g.t.T("plain.roster.setup", setup)
		}
		if e.Starred {
			line += g.t.T("plain.roster.star")
		}
		line += g.t.Round(v).Completed(c.ID)
		g.say(line)
	}
	for _, r := range v.Ask.Refused {
		g.say("  -  " + g.t.Name(v.Chapter.Entry(r.Character).Character) + ": " + g.t.Round(v).Refusal(r))
	}
}

func (g *game) printGoal(v *chapters.View, s tricks.Seat) {
	seat := v.Seats[s]
	if seat.Character == nil {
		return
	}
	g.say(texts.Sentence(g.t.T("plain.goal", g.t.Round(v).GoalInFull(seat.Character, s))))
	for _, text := range g.board().CarriedTexts(s) {
		g.say(text)
	}
	if v.Stage == chapters.StagePlay {
		g.say(texts.Sentence(g.goalProgress(v, s)))
	}
}

func (g *game) goalProgress(v *chapters.View, s tricks.Seat) string {
	progress := strings.Join(g.t.Round(v).Progress(s), ", ")
	if goal := texts.AimOf(v, s); goal != nil {
		return g.t.T("plain.standing", g.t.Status(goal.Status), progress)
	}
	return progress
}

// trick prints the current trick, or before its first card how it may be led.
func (g *game) trick(v *chapters.View) {
	if v.Led == tricks.NoSuit {
		if len(v.Turned) > 0 {
			g.say(g.t.Round(v).Turned(v.Turned))
		}
		text := g.t.T("plain.lead")
		if c := v.Seats[v.Ask.Seat].Character; c == nil || !c.NeedNotFollow {
			rings := "plain.rings.no" // (T6)
			if v.RingsBroken {
				rings = "plain.rings.yes"
			}
			text += " " + g.t.T(rings)
		}
		g.say(text)
		return
	}
	b := g.board()
	g.tell("plain.trick", b.TrickLine(b.CurrentTrick()))
	g.say(texts.Sentence(strings.ReplaceAll(b.TrickSummary(), "\n", ", ")))
	if text, _ := g.t.Round(v).SideDeckEffect(); text != "" {
		g.say(texts.Sentence(text))
	}
}

func (g *game) hand(v *chapters.View, s tricks.Seat) {
	seat := v.Seats[s]
	if seat.Rows != nil {
		g.pyramid(v, s)
		return
	}
	g.tell("plain.hand", g.t.Round(v).NameAt(s), g.cards(seat.Hand))
	g.printSeatFacts(v, s)
}

// printSeatFacts prints the special facts about a seat: its threat, cards set aside, and the like.
func (g *game) printSeatFacts(v *chapters.View, s tricks.Seat) {
	if facts := g.t.Round(v).Facts(s); len(facts) > 0 {
		g.tell("plain.facts", strings.Join(facts, ", "))
	}
}

// cards returns a list of cards with the names of their suits.
func (g *game) cards(set tricks.Set) string {
	var suits []string
	for s := tricks.Hills; s < tricks.NoSuit; s++ {
		var codes []string
		for _, c := range set.OfSuit(s).Cards() {
			codes = append(codes, g.t.Code(c))
		}
		if codes != nil {
			suits = append(suits, g.t.Suit(s)+" "+strings.Join(codes, " "))
		}
	}
	if suits == nil {
		return g.t.T("plain.hand.empty")
	}
	return strings.Join(suits, ", ")
}

// pyramid prints the rows of the pyramid from the top (S9).
func (g *game) pyramid(v *chapters.View, s tricks.Seat) {
	seat := v.Seats[s]
	g.tell("plain.pyramid", g.t.Round(v).NameAt(s))
	width := 0
	for _, row := range seat.Rows {
		width = max(width, len(row))
	}
	for _, row := range seat.Rows {
		places := make([]string, len(row))
		for i, c := range row {
			switch c {
			case tricks.NoCard:
				places[i] = "--"
			case tricks.Closed:
				places[i] = "??"
			default:
				places[i] = g.t.Code(c)
			}
		}
		g.say("  " + strings.Repeat("  ", width-len(row)) + strings.Join(places, "  "))
	}
	if seat.Extra != 0 {
		g.tell("plain.pyramid.extra", g.cards(seat.Extra))
	}
	g.tell("plain.pyramid.hand", g.cards(seat.Hand))
	g.printSeatFacts(v, s)
}

// choices prints the numbered choices. If several seats can get a card there is a list for each seat.
func (g *game) choices(v *chapters.View) {
	if texts.HasWordAnswer(v.Ask.Kind) {
		var list []string
		for i, d := range v.Ask.Options {
			if d.Kind == chapters.Threat {
				list = append(list, fmt.Sprint(d.Number)) // The threat number itself is the answer.
				continue
			}
			list = append(list, fmt.Sprintf("%d %s", i+1, g.t.Round(v).Answer(d)))
		}
		g.tell("plain.choices", strings.Join(list, ", "))
		return
	}
	receivers := texts.Receivers(v.Ask)
	if len(receivers) < 2 {
		g.tell("plain.choices", g.numbered(v.Ask, func(chapters.Decision) bool { return true }))
		return
	}
	for _, s := range receivers {
		g.tell("plain.choices.for", g.t.Round(v).Partner(s), g.numbered(v.Ask, func(d chapters.Decision) bool {
			return d.Target == s
		}))
	}
}

// numbered returns the numbered cards of the choices to be shown.
func (g *game) numbered(a *chapters.Ask, shown func(chapters.Decision) bool) string {
	var list []string
	for i, d := range a.Options {
		if d.Card != tricks.NoCard && shown(d) {
			list = append(list, fmt.Sprintf("%d %s", i+1, g.t.Move(d.Move)))
		}
	}
	return strings.Join(list, ", ")
}

// hands prints the person's own hands and all others whose cards can be seen.
func (g *game) hands(v *chapters.View) {
	for s := range v.Seats {
		seat := tricks.Seat(s)
		if v.Seats[s].Hand != 0 || v.Seats[s].Rows != nil || v.Seats[s].Decider == v.Player {
			g.hand(v, seat)
		}
	}
}

// printOverview prints what lies open: how far the round is, the trick, and every seat.
func (g *game) printOverview(v *chapters.View) {
	stage, _ := g.board().Stage()
	for _, fact := range append([]string{stage}, g.board().Scene().Facts...) {
		g.say(texts.Sentence(fact))
	}
	g.printLost(v)
	if v.Stage == chapters.StagePlay {
		g.trick(v)
	} else if v.ThreatsLeft > 0 {
		g.say(g.t.N("plain.threats", v.ThreatsLeft))
	}
	for s, seatView := range v.Seats {
		seat := tricks.Seat(s)
		held := g.t.N("plain.held", seatView.Cards)
		if seatView.Character == nil {
			g.tell("plain.seat.empty", g.seatLabel(v, seat), held)
			continue
		}
		held = strings.Join(append([]string{held}, g.t.Round(v).Facts(seat)...), ", ")
		g.tell("plain.seat", g.seatLabel(v, seat), g.t.Round(v).GoalAt(seatView.Character, seat), g.goalProgress(v, seat),
			held)
	}
	if len(v.History) > 0 {
		g.page(g.board().Page("won"))
	}
	for s := range v.Seats {
		if v.Seats[s].Rows != nil {
			g.pyramid(v, tricks.Seat(s))
		}
	}
}

// goalList prints how all goals stand.
func (g *game) goalList(v *chapters.View) {
	for i := range v.Goals {
		goal := &v.Goals[i]
		if !texts.HasAim(v, goal) {
			g.tell("plain.goal.none", g.goalOwner(v, goal), g.t.Round(v).GoalOf(goal))
			continue
		}
		g.tell("plain.goal.line", texts.Mark(goal.Status), g.goalOwner(v, goal), g.t.Round(v).GoalOf(goal),
			g.t.Status(goal.Status))
	}
}

func (g *game) goalOwner(v *chapters.View, goal *chapters.GoalStatus) string {
	name := g.seatLabel(v, goal.Seat)
	if rider := v.Seats[goal.Seat].Rider; goal.Rider != "" && rider != nil {
		return g.t.T("plain.rider", name, g.t.Name(rider))
	}
	return name
}

func (g *game) failedOwners(v *chapters.View) string {
	var names []string
	for i := range v.Goals {
		if v.Goals[i].Status == characters.Failed {
			names = append(names, g.goalOwner(v, &v.Goals[i]))
		}
	}
	return strings.Join(names, ", ")
}

func (g *game) help(v *chapters.View) {
	if v.Ask != nil {
		g.say(g.expectedText(v))
	}
	for i := range g.acts {
		if a := &g.acts[i]; a.Word != "" && a.Possible(g) {
			g.tell("plain.help.line", a.Word, a.Long)
		}
	}
	g.tell("plain.help.cards")
	g.tell("plain.help.marks")
}

// page prints a page. Text beside a label is indented.
func (g *game) page(p page.Page) {
	for i := range p {
		switch b := &p[i]; b.Kind {
		case page.Headline:
			g.say(b.Text + ":")
		case page.Gap:
		case page.Paragraph:
			g.say(strings.Repeat(" ", b.Indent) + b.Text)
		default:
			g.say(strings.TrimRight("  "+strings.TrimSpace(b.Label+" "+b.Text), " "))
		}
	}
}

// rules prints the rules that a word or a number names, and without one the list of what can be looked up.
func (g *game) rules(word string) {
	found := rulebook.Contents(g.t)
	err := error(nil)
	if word != "" {
		found, err = rulebook.Find(g.opt.Library, g.t, word)
	}
	if err != nil {
		g.tell("plain.rules.none", word)
		return
	}
	g.page(found)
	if word == "" {
		g.tell("plain.rules.how", g.acts.ByName("rules").Word)
	}
}
