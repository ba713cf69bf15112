package plain

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// printer prints what a person sees of a round.
type printer struct {
	out    *output
	reader reader.Reader
	texts  *texts.Texts
	view   *chapters.View
}

// board returns the board of the view, which has the texts that all front ends share.
func (p printer) board() *scene.Board { return scene.New(p.reader, p.view, 0) }

// words returns the sentences about the round.
func (p printer) words() texts.Round { return p.texts.Round(p.view) }

// question prints the question of the view, and what else can be answered.
func (p printer) question() {
	a := p.view.Ask
	if card := texts.Received(p.view, a); card != tricks.NoCard {
		p.out.tell("plain.ask.received", card)
	}
	p.out.say(texts.Sentence(p.words().Question(a)))
	if slices.ContainsFunc(a.Options, func(d chapters.Decision) bool { return d.ToWin }) {
		p.out.tell("plain.ask.ring")
	}
	if slices.ContainsFunc(a.Options, texts.IsDecline) {
		p.out.tell("plain.ask.decline", strings.Fields(p.texts.T("word.none"))[0])
	}
}

// lost prints the lost cards on the table (S2).
func (p printer) lost() {
	for _, c := range p.view.Lost {
		p.out.tell("plain.lost", c, p.texts.Card(c))
	}
}

// seatLabel returns who plays a seat and its character, and whether the seat is the person's own.
func (p printer) seatLabel(s tricks.Seat) string {
	name := p.words().NameAt(s)
	switch {
	case p.view.Seats[s].Character == nil:
	case p.view.Seats[s].Person != "":
		name = p.words().AtSeat(s)
	default:
		name = p.texts.T("plain.place", name, p.texts.Seat(s))
	}
	if p.view.Players > 1 && p.view.Player != tricks.NoSeat && p.view.Seats[s].Decider == p.view.Player {
		return p.texts.T("plain.yours", name)
	}
	return name
}

// roster prints the characters to choose from, and why others cannot be taken (S4).
func (p printer) roster() {
	for i, o := range p.view.Ask.Options {
		e := p.view.Chapter.Entry(o.Character)
		c := e.Character
		line := p.texts.T("plain.roster", i+1, p.texts.Name(c), p.words().GoalInFull(c, p.view.Ask.Seat))
		if setup := p.words().SetupInRound(c); setup != "" {
			line += p.texts.T("plain.roster.setup", setup)
		}
		if e.Starred {
			line += p.texts.T("plain.roster.star")
		}
		line += p.words().Completed(c.ID)
		p.out.say(line)
	}
	for _, r := range p.view.Ask.Refused {
		p.out.say("  -  " + p.texts.Name(p.view.Chapter.Entry(r.Character).Character) + ": " + p.words().Refusal(r))
	}
}

// goal prints the goal of a seat, unless it is known, what the seat carries, and how far it is.
func (p printer) goal(s tricks.Seat, isKnown bool) {
	seat := p.view.Seats[s]
	if seat.Character == nil {
		return
	}
	if !isKnown {
		p.out.say(texts.Sentence(p.texts.T("plain.goal", p.words().GoalInFull(seat.Character, s))))
	}
	for _, text := range p.board().CarriedTexts(s) {
		p.out.say(text)
	}
	if p.view.Stage == chapters.StagePlay {
		p.out.say(texts.Sentence(p.progress(s)))
	}
}

// progress says how the goal of a seat stands.
func (p printer) progress(s tricks.Seat) string {
	progress := strings.Join(p.words().Progress(s), ", ")
	if goal := texts.AimOf(p.view, s); goal != nil {
		return p.texts.T("plain.standing", p.texts.Status(texts.ToldStatus(p.view, goal.Status)), progress)
	}
	return progress
}

// trick prints the current trick, or before its first card how it may be led. It leaves the cards out if as many have
// just been told as lie there.
func (p printer) trick(justPlayed int) {
	if p.view.Led == tricks.NoSuit {
		if len(p.view.Turned) > 0 {
			p.out.say(p.words().Turned(p.view.Turned))
		}
		text := p.texts.T("plain.lead")
		if c := p.view.Seats[p.view.Ask.Seat].Character; c == nil || !c.NeedNotFollow {
			rings := "plain.rings.no" // (T6)
			if p.view.RingsBroken {
				rings = "plain.rings.yes"
			}
			text += " " + p.texts.T(rings)
		}
		p.out.say(text)
		return
	}
	b := p.board()
	if justPlayed < len(b.CurrentTrick().Plays) {
		p.out.tell("plain.trick", b.TrickLine(b.CurrentTrick()))
	}
	p.out.say(texts.Sentence(strings.ReplaceAll(b.TrickSummary(), "\n", ", ")))
	if text, _ := p.words().SideDeckEffect(); text != "" {
		p.out.say(texts.Sentence(text))
	}
}

// hand prints the cards of a seat, or its pyramid.
func (p printer) hand(s tricks.Seat) {
	seat := p.view.Seats[s]
	if seat.Rows != nil {
		p.pyramid(s)
		return
	}
	p.out.tell("plain.hand", p.words().NameAt(s), p.cards(seat.Hand))
	p.facts(s)
}

// facts prints the special facts about a seat: its threat, cards set aside, and the like.
func (p printer) facts(s tricks.Seat) {
	if facts := p.words().Facts(s); len(facts) > 0 {
		p.out.tell("plain.facts", strings.Join(facts, ", "))
	}
}

// cards returns a list of cards, with the names of their suits if they stand by suit.
func (p printer) cards(set tricks.Set) string {
	if set == 0 {
		return p.texts.T("plain.hand.empty")
	}
	var groups []string
	for _, group := range p.board().HandGroups(set) {
		codes := strings.Join(p.codes(group.Cards), " ")
		if group.Suit != tricks.NoSuit {
			codes = p.texts.Suit(group.Suit) + " " + codes
		}
		groups = append(groups, codes)
	}
	return strings.Join(groups, ", ")
}

// codes returns the codes of cards.
func (p printer) codes(cards []tricks.Card) (codes []string) {
	for _, c := range cards {
		codes = append(codes, p.texts.Code(c))
	}
	return codes
}

// pyramid prints the rows of the pyramid from the top (S9).
func (p printer) pyramid(s tricks.Seat) {
	seat := p.view.Seats[s]
	p.out.tell("plain.pyramid", p.words().NameAt(s))
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
				places[i] = p.texts.Code(c)
			}
		}
		p.out.say("  " + strings.Repeat("  ", width-len(row)) + strings.Join(places, "  "))
	}
	if seat.Extra != 0 {
		p.out.tell("plain.pyramid.extra", p.cards(seat.Extra))
	}
	p.out.tell("plain.pyramid.hand", p.cards(seat.Hand))
	p.facts(s)
}

// choices prints the numbered choices. If several seats can get a card there is a list for each seat.
func (p printer) choices() {
	if texts.HasWordAnswer(p.view.Ask.Kind) {
		var list []string
		for i, d := range p.view.Ask.Options {
			if d.Kind == chapters.Threat {
				list = append(list, fmt.Sprint(d.Number)) // The threat number itself is the answer.
				continue
			}
			list = append(list, fmt.Sprintf("%d %s", i+1, p.words().Answer(d)))
		}
		p.out.tell("plain.choices", strings.Join(list, ", "))
		return
	}
	receivers := texts.Receivers(p.view.Ask)
	if len(receivers) < 2 {
		p.out.tell("plain.choices", p.numbered(p.view.Ask, func(chapters.Decision) bool { return true }))
		return
	}
	for _, s := range receivers {
		p.out.tell("plain.choices.for", p.words().Partner(s), p.numbered(p.view.Ask, func(d chapters.Decision) bool {
			return d.Target == s
		}))
	}
}

// numbered returns the numbered cards of the choices to be shown.
func (p printer) numbered(a *chapters.Ask, shown func(chapters.Decision) bool) string {
	var list []string
	for i, d := range scene.NumberedOptions(p.reader, a) {
		if d.Card != tricks.NoCard && shown(d) {
			list = append(list, fmt.Sprintf("%d %s", i+1, p.texts.Move(d.Move)))
		}
	}
	return strings.Join(list, ", ")
}

// hands prints the person's own hands and all others whose cards can be seen.
func (p printer) hands() {
	for s := range p.view.Seats {
		seat := tricks.Seat(s)
		if p.view.Seats[s].Hand != 0 || p.view.Seats[s].Rows != nil || p.view.Seats[s].Decider == p.view.Player {
			p.hand(seat)
		}
	}
}

// overview prints what lies open: how far the round is, the trick, and every seat.
func (p printer) overview() {
	stage, _ := p.board().Stage()
	for _, fact := range append([]string{stage}, p.board().Scene().Facts...) {
		p.out.say(texts.Sentence(fact))
	}
	p.lost()
	if p.view.Stage == chapters.StagePlay {
		p.trick(0)
	} else if p.view.ThreatsLeft > 0 {
		p.out.say(p.texts.N("plain.threats", p.view.ThreatsLeft))
	}
	for s, seatView := range p.view.Seats {
		seat := tricks.Seat(s)
		held := p.texts.N("plain.held", seatView.Cards)
		if seatView.Character == nil {
			p.out.tell("plain.seat.empty", p.seatLabel(seat), held)
			continue
		}
		held = strings.Join(append([]string{held}, p.words().Facts(seat)...), ", ")
		p.out.tell("plain.seat", p.seatLabel(seat), p.words().GoalAt(seatView.Character, seat), p.progress(seat),
			held)
	}
	if len(p.view.History) > 0 {
		p.out.page(p.board().Page("won"))
	}
	for s := range p.view.Seats {
		if p.view.Seats[s].Rows != nil {
			p.pyramid(tricks.Seat(s))
		}
	}
}

// goals prints how all goals stand.
func (p printer) goals() {
	for i := range p.view.Goals {
		goal := &p.view.Goals[i]
		if !texts.HasAim(p.view, goal) {
			p.out.tell("plain.goal.none", p.goalOwner(goal), p.words().GoalOf(goal))
			continue
		}
		status := texts.ToldStatus(p.view, goal.Status)
		p.out.tell("plain.goal.line", p.goalOwner(goal), p.words().GoalOf(goal), p.texts.Status(status))
	}
}

// goalOwner names the seat that has a goal, and its rider if the goal belongs to the rider.
func (p printer) goalOwner(goal *chapters.GoalStatus) string {
	name := p.seatLabel(goal.Seat)
	if rider := p.view.Seats[goal.Seat].Rider; goal.Rider != "" && rider != nil {
		return p.texts.T("plain.rider", name, p.texts.Name(rider))
	}
	return name
}

// failedOwners names the seats and riders whose goals have failed.
func (p printer) failedOwners() string {
	var names []string
	for i := range p.view.Goals {
		if p.view.Goals[i].Status == characters.Failed {
			names = append(names, p.goalOwner(&p.view.Goals[i]))
		}
	}
	return strings.Join(names, ", ")
}
