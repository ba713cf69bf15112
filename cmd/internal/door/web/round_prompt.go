package web

import (
	"cmp"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// prompt sets what the page of a round asks, or for whom it waits.
type prompt struct {
	t *texts.Texts
	// s is the table as the person sees it.
	s     *snapshot
	board *scene.Board
	// state is the state of the person's page.
	state *pageState
	// advice is the advice that the person gets.
	advice *play.Advice
	// healthy returns the reason why the server cannot go on, nil if it can.
	healthy func() error
	// alone reports whether the person plays alone.
	alone bool
	// page is the page of the round, with the table.
	page *roundPage
}

// add sets what the page asks, or for whom it waits, and the choices.
func (d prompt) add() {
	t := d.t
	s := d.s
	b := d.board
	p := d.page
	view := &s.View
	switch s.Now {
	case round.Turn:
		if view.Ask == nil {
			break
		}
		d.addQuestion()
	case round.TrickEnd:
		p.Prompt = texts.Title(b.TrickResult(b.Shown, s.Shown, "event.won_trick"))
		p.GoOn = t.T("web.goon")
		p.EndedTrick = s.Shown
	case round.Notice:
		p.Prompt = t.T("web.notice", t.Round(view).NameAt(view.Leader))
		p.GoOn = t.T("web.goon")
	case round.Settled:
		p.Prompt = b.CertainResult() + " " + t.T("settled.ask")
		p.GoOn = t.T("web.playon")
	case round.Curtain:
		p.Prompt = t.T("web.curtain", cmp.Or(s.NameAt(s.Player), t.Seat(max(s.Player, 0))))
		p.GoOn = t.T("web.show")
		p.Rack = nil // the hand is hidden until the next person sits before the screen
	case round.End:
		d.addStepQuestion()
	case round.Thinking, round.Elsewhere:
		p.Prompt = d.waitingFor()
		if view.Stage == chapters.StageDraft {
			b.AddPool(p.Scene)
			for i := range p.Answers {
				p.Pool = append(p.Pool, newChoice(t, view, &p.Answers[i], b.Bottom))
			}
		}
	}
}

// addStepQuestion asks what people do after a lost round, unless the host has chosen another deal.
func (d prompt) addStepQuestion() {
	if end := d.page.End; (d.alone || d.s.Next.Again) && end != nil && end.Loss != nil {
		d.page.Prompt = d.t.T("loss.ask.again")
		if end.Loss.CanPlayOn {
			d.page.Prompt = d.t.T("loss.ask")
		}
	}
}

// addQuestion sets the question that the person answers. An answer that is a card of the hand is chosen in Rack, and
// all others are Choices.
func (d prompt) addQuestion() {
	p := d.page
	view := &d.s.View
	c := chooser(d.board.Reader, view, d.state.step, d.state.partner)
	p.AddQuestion(&c)
	p.Prompt = texts.Title(c.Prompt)
	p.Choices = choices(d.t, view, &c)
	p.Coach = d.advice.Line(d.board.Reader, view)
	if all := p.Choices; len(all) > len(c.Items) {
		p.Back = &all[len(c.Items)]
		p.Choices = all[:len(c.Items)]
	}
	hinted := d.hinted(view)
	d.addConfirmation(&c, p.Choices)
	placeOf := func(face *card) int {
		return slices.IndexFunc(p.Rack, func(place *choice) bool { return place != nil && place.Face == face })
	}
	if i := placeOf(cardOf(d.t, p.Chosen)); i >= 0 {
		p.Rack[i].Mark = chosenCard
	}
	p.IsAsked = c.Seat == d.board.Bottom
	if !p.IsAsked {
		p.Choices = withoutCovered(d.t, p.Choices, view.Ask)
		return
	}
	all := p.Choices
	p.Choices = nil
	for i := range all {
		option := &all[i]
		place := placeOf(all[i].Face)
		if place < 0 {
			if option.Ok { // a refused one is a card set aside (K: Radagast)
				p.Choices = append(p.Choices, *option)
			}
			continue
		}
		option.Mark = p.Rack[place].Mark
		if c.Items[i].Card == hinted {
			option.Mark = hintedCard
		}
		if option.Pressed {
			option.Mark = givenCard
		}
		p.Rack[place] = option
	}
}

// hinted returns the card that stands out in the hand: the one of a hint, or else the one that the coach of the first
// evening means. It is [tricks.NoCard] if there is none.
func (d prompt) hinted(v *chapters.View) tricks.Card {
	if suggested := d.advice.Suggested(v); d.state.hint == tricks.NoCard && suggested != nil {
		return suggested.Card
	}
	return d.state.hint
}

// withoutCovered returns the choices without the cards of a pyramid that other cards lie on: everybody sees that (S9).
func withoutCovered(t *texts.Texts, all []choice, ask *chapters.Ask) []choice {
	return slices.DeleteFunc(all, func(c choice) bool {
		return !c.Ok && slices.ContainsFunc(ask.Refused, func(r chapters.Refusal) bool {
			return r.Rule() == "S9" && c.Face != nil && c.Face == cardOf(t, r.Card)
		})
	})
}

// waitingFor says for whom the person waits.
func (d prompt) waitingFor() string {
	t := d.t
	s := d.s
	if err := d.healthy(); err != nil {
		return words.Trouble(t, err)
	}
	view, seat := &s.View, s.Player
	if away := words.AwayText(t, &s.TableView, seat); away != "" {
		return away
	}
	if seat != tricks.NoSeat && s.NameAt(seat) != "" {
		return t.T("turn.theirs", s.NameAt(seat))
	}
	return t.T("turn.thinking", t.Round(view).NameAt(view.Due.Seat))
}
