package hindsight

import (
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Page describes the whole round: the deal, the draft and setup in words, the tricks as a table, and the
// result.
func (r *Round) Page() page.Page { return page.Join(r.Opening(), r.Setup(), r.TrickList(), r.Ending()) }

// Opening describes the deal: the title, the hands with the goals, and the other cards.
func (r *Round) Opening() (p page.Page) {
	start := &r.Record.Position
	open := View(r.Game)
	p.Head(r.Title())
	p.Gap()
	for s := range start.Hands {
		seat := tricks.Seat(s)
		seatView := &open.Seats[s]
		label := r.Label(seat)
		if seatView.Threat != 0 {
			label = r.Texts.T("round.threat", label, seatView.Threat)
		}
		v := r.Game.View(seatView.Decider)
		var goals []string
		for _, c := range []*characters.Character{seatView.Character, seatView.Rider} {
			if c != nil {
				goals = append(goals, r.Texts.Round(&v).GoalAt(c, seat))
			}
		}
		hand := handText(r.Texts, &start.Hands[s])
		if r.InSentences {
			p.Text(0, r.Texts.T("round.told.hand", label, hand, strings.Join(goals, ", ")))
			continue
		}
		p.Label(label, 28, hand)
		for _, goal := range goals {
			p.Text(28, goal)
		}
	}
	if len(start.Lost) > 0 {
		key := "round.lostcard"
		if len(start.Lost) > 1 {
			key = "round.lostcards"
		}
		r.label(&p, r.Texts.T(key), r.Texts.List(start.Lost))
	}
	if len(start.Pile) > 0 {
		r.label(&p, r.Texts.T("round.pile"), r.Texts.List(start.Pile))
	}
	for _, d := range r.Game.View(tricks.NoSeat).Sides {
		if cards := start.Sides[d.Deck.Name]; len(cards) > 0 {
			r.label(&p, r.Texts.SideDeckText("round.side.", d.Deck, ""), r.Texts.List(cards))
		}
	}
	for _, text := range texts.NotEmpty(r.Texts.NoCarrier(&open)) {
		r.label(&p, r.Texts.T("chapters.rider"), text)
	}
	return p
}

// label adds a text behind a label: at a column, or as a sentence.
func (r *Round) label(p *page.Page, label, text string) {
	if r.InSentences {
		p.Text(0, texts.Title(r.Texts.T("round.told.label", label, text)))
		return
	}
	p.Label(label, 28, text)
}

// Title names the round: its id, chapter and number of players.
func (r *Round) Title() string {
	parts := []string{}
	if c := r.Game.Chapter(); c != nil {
		parts = append(parts, r.Texts.T("round.chapter", c.ID, c.Title.In(r.Texts.Lang())))
		if part := c.Part.In(r.Texts.Lang()); part != "" {
			parts = append(parts, part)
		}
	}
	players := r.Texts.T("round.players", r.Game.Start().Players)
	if r.Game.Start().Players == 1 {
		players = r.Texts.T("round.solo")
	}
	title := strings.Join(append(parts, players), ", ")
	if r.Record.ID != "" {
		title = ShownID(r.Record.ID) + ": " + title
	}
	return title
}

// handText returns a hand as it was dealt, a pyramid row by row from the top.
func handText(t *texts.Texts, hand *chapters.HandInfo) string {
	if hand.Rows == nil {
		return t.Codes(hand.Cards)
	}
	var rows []string
	for _, row := range hand.Rows {
		var codes []string
		for _, c := range row {
			code := "-" // An empty place.
			if c != tricks.NoCard {
				code = t.Code(c)
			}
			codes = append(codes, code)
		}
		rows = append(rows, strings.Join(codes, " "))
	}
	out := strings.Join(rows, " / ")
	if hand.Extra != 0 {
		out += " + " + t.Codes(hand.Extra)
	}
	return out
}

// Setup describes the draft and the setup in words.
func (r *Round) Setup() (p page.Page) {
	for i, l := range r.EventLines(0) {
		if i == 0 {
			p.Head(r.Texts.T("round.setup"))
		}
		p.Text(2, l)
	}
	return p
}

// EventLines describes the events of the n-th trick other than plays, such as cards of a side deck that
// were turned up. With 0 it describes the draft and the setup.
func (r *Round) EventLines(n int) []string {
	var events []chapters.Event
	trick := 0
	all := View(r.Game)
	for i, e := range all.Log {
		if trick == 0 && all.Stage == chapters.StagePlay && i >= all.Progress.SetupLog {
			trick = 1
		}
		switch {
		case e.Kind == chapters.WonTrick:
			trick++
		case e.Kind != chapters.Played && trick == n:
			events = append(events, e)
		}
	}
	v := r.Game.View(0)
	round.NamePeople(&v, r.Record.PlayerNames)
	return r.Texts.Round(&v).Log(events)
}

// Ending describes the result of the round, or how far it is, goal by goal.
func (r *Round) Ending() (p page.Page) {
	answer := r.Result()
	v := r.Game.View(tricks.NoSeat)
	end := map[chapters.Result]string{
		chapters.Won:  r.Texts.T("round.won"),
		chapters.Lost: r.Texts.T("round.lost"),
	}[answer.Result]
	switch {
	case v.Short:
		end = r.Texts.Round(&v).Short("round.short.")
	case len(answer.Seats) == 0 && r.Game.Stage() == chapters.StagePlay:
		end = r.Texts.T("round.nogoals")
	case r.Game.Stage() != chapters.StagePlay:
		end = r.Texts.T("round.stage", r.Texts.T("stage."+r.Game.Stage().String()))
	case answer.Result == chapters.Undecided:
		end = r.Texts.T("round.open")
	}
	p.Head(end)
	if v.Spared && answer.Result == chapters.Won {
		p.Text(2, r.Texts.Round(&v).Short("round.spared."))
	}
	for _, g := range answer.Seats {
		label := r.SeatName(g.Seat)
		if g.Rider != "" {
			label = r.Texts.T("round.rideron", r.rider(g.Seat), label)
		}
		if r.InSentences {
			p.Text(0, r.Texts.T("round.told.label", label, r.status(g.Status)))
			continue
		}
		p.Label("  "+label, 28, r.status(g.Status))
	}
	return p
}

// PublicPage describes the seating and the events before the first trick. It shows only what everybody
// knows, because the game may still go on.
func (r *Round) PublicPage(players []string) (p page.Page) {
	v := r.Game.View(tricks.NoSeat)
	round.NamePeople(&v, players)
	p.Head(r.Title())
	p.Gap()
	for s := range v.Seats {
		seat := tricks.Seat(s)
		label := r.Label(seat)
		if threat := v.Seats[s].Threat; threat != 0 {
			label = r.Texts.T("round.threat", label, threat)
		}
		if len(players) > 0 {
			if name := PlayerName(r.Texts, players[v.Seats[s].Decider]); name != label {
				label += ", " + name
			}
		}
		goal := ""
		if c := v.Seats[s].Character; c != nil {
			goal = r.Texts.Round(&v).GoalAt(c, seat)
		}
		p.Label(label, 36, goal)
	}
	if len(v.Lost) > 0 {
		p.Label(r.Texts.T("round.lostcard"), 36, r.Texts.List(v.Lost))
	}
	first := true
	for _, e := range v.Log {
		if e.Kind == chapters.Played {
			break
		}
		if first {
			p.Gap()
			p.Head(r.Texts.T("round.setup"))
		}
		first = false
		p.Text(2, r.Texts.Round(&v).Event(e))
	}
	return p
}
