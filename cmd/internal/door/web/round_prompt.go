package web

import (
	"cmp"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// addPrompt sets what the page asks, or for whom it waits, and the choices.
func (v *session) addPrompt(t *texts.Texts, s *snapshot, b *scene.Board, p *roundPage) {
	view := &s.View
	switch s.Now {
	case round.Turn:
		if view.Ask == nil {
			break
		}
		v.addQuestion(t, view, b, p)
	case round.TrickEnd:
		p.Prompt = texts.Title(b.TrickResult(b.Shown, s.Shown, "event.won_trick"))
		p.GoOn = t.T("web.goon")
	case round.Notice:
		p.Prompt = t.T("web.notice", t.Round(view).NameAt(view.Leader))
		p.GoOn = t.T("web.goon")
	case round.Settled:
		p.Prompt = b.CertainResult() + " " + t.T("tui.settled.ask")
		p.GoOn = t.T("web.playon")
	case round.Curtain:
		p.Prompt = t.T("web.curtain", cmp.Or(s.NameAt(s.Player), t.Seat(max(s.Player, 0))))
		p.GoOn = t.T("web.show")
		p.Rack = nil // the hand is hidden until the next person sits before the screen
	case round.End:
	case round.Thinking, round.Elsewhere:
		p.Prompt = v.waitingFor(t, s)
		if view.Stage == chapters.StageDraft {
			b.AddPool(p.Scene)
			for i := range p.Answers {
				p.Pool = append(p.Pool, newChoice(t, view, &p.Answers[i], b.Bottom))
			}
		}
	}
}

// addQuestion sets the question that the person answers. An answer that is a card of the hand is chosen in Rack, and
// all others are Choices.
func (v *session) addQuestion(t *texts.Texts, view *chapters.View, b *scene.Board, p *roundPage) {
	c := chooser(t, view, v.page.step, v.page.partner)
	p.AddQuestion(&c)
	p.Prompt = texts.Title(c.Prompt)
	p.Choices = choices(t, view, &c)
	p.Coach = v.advice.Line(t, view, slices.ContainsFunc(p.Choices, func(c choice) bool { return !c.Ok }))
	if all := p.Choices; len(all) > len(c.Items) {
		p.Back = &all[len(c.Items)]
		p.Choices = all[:len(c.Items)]
	}
	placeOf := func(face *card) int {
		return slices.IndexFunc(p.Rack, func(place *choice) bool { return place != nil && place.Face == face })
	}
	if i := placeOf(cardOf(t, p.Chosen)); i >= 0 {
		p.Rack[i].Mark = chosenCard
	}
	p.IsAsked = c.Seat == b.Bottom
	if !p.IsAsked {
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
		if c.Items[i].Card == v.page.hint {
			option.Mark = hintedCard
		}
		p.Rack[place] = option
	}
}

// waitingFor says for whom the person waits.
func (v *session) waitingFor(t *texts.Texts, s *snapshot) string {
	if err := v.s.options.Healthy(); err != nil {
		return words.Trouble(t, err)
	}
	view, seat := &s.View, s.Player
	if away := words.AwayText(t, &s.TableView, seat); away != "" {
		return away
	}
	if seat != tricks.NoSeat && s.NameAt(seat) != "" {
		return t.T("tui.theirs", s.NameAt(seat))
	}
	return t.T("tui.wait", t.Round(view).NameAt(view.Due.Seat))
}
