package hindsight

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// tellTrick returns what there is to say about a trick, counted from 1: notes in brackets behind the cards of
// seats, and lines after the trick.
type tellTrick func(trick int) (notes map[tricks.Seat]string, lines []string)

// toldTricks tells the tricks in sentences: a paragraph each.
func (r *Round) toldTricks(tell tellTrick) (p page.Page) {
	all := r.allTricks()
	for i := range all {
		trick := &all[i]
		notes, lines := tell(i + 1)
		var plays []string
		for n, play := range trick.Played {
			key := "round.told.plays"
			if n == 0 {
				key = "round.told.leads"
			}
			card := r.Texts.Move(play.Move)
			if play.ToWin {
				card = r.Texts.T("reason.ring")
			}
			text := r.Texts.T(key, r.SeatName(play.Seat), card)
			if word := notes[play.Seat]; word != "" {
				text = r.Texts.T("round.told.behind", text, word)
			}
			plays = append(plays, text)
		}
		sentences := []string{texts.Sentence(r.Texts.T("round.told.trick", i+1, strings.Join(plays, ", ")))}
		switch {
		case trick.Winner != tricks.NoSeat:
			sentences = append(sentences, texts.Sentence(r.Texts.T("round.told.wins", r.SeatName(trick.Winner))))
		case i < len(r.Tricks):
			sentences = append(sentences, texts.Sentence(r.Texts.T("round.nobody")))
		}
		for _, line := range slices.Concat(r.EventLines(i+1), lines) {
			sentences = append(sentences, texts.Sentence(line))
		}
		p.Text(0, strings.Join(sentences, " "))
	}
	return p
}

// newGoals returns a [tellTrick] that tells which goals have another status after a trick than before it.
func (r *Round) newGoals() tellTrick {
	v := View(r.Game)
	type owner struct {
		seat  tricks.Seat
		rider string
	}
	last := map[owner]characters.Status{}
	return func(n int) (notes map[tricks.Seat]string, lines []string) {
		if n > len(r.Tricks) {
			return nil, nil
		}
		for _, g := range r.Tricks[n-1].Goals {
			goal := owner{g.Seat, g.Rider}
			if !texts.HasAim(&v, &g) || last[goal] == g.Status {
				continue
			}
			last[goal] = g.Status
			name := r.SeatName(g.Seat)
			if g.Rider != "" {
				name = r.Texts.T("round.rideron", r.rider(g.Seat), name)
			}
			lines = append(lines, r.Texts.T("round.told.goal", name, r.status(g.Status)))
		}
		return nil, lines
	}
}

// toldVerdicts is a [tellTrick] with the solver's verdicts. Once the round was lost nothing more is said about cards.
func (a *Analysis) toldVerdicts(n int) (notes map[tricks.Seat]string, lines []string) {
	notes = map[tricks.Seat]string{}
	for i := range a.Found.Steps {
		s := &a.Found.Steps[i]
		switch winning, _ := s.Winning(); {
		case s.Trick != n || s.Made == nil:
		case s.Kind == chapters.PlayCard:
			notes[s.Made.Seat] = a.toldStep(s)
		case s.JudgementBefore.Verdict != solver.Unwinnable && winning < len(s.Choices):
			lines = append(lines, a.toldDeed(s))
		}
	}
	return notes, lines
}

// toldDeed tells a decision with its verdict.
func (a *Analysis) toldDeed(s *solver.Step) string {
	deed := texts.Title(a.Round.words().Deed(*s.Made))
	if word := a.toldStep(s); word != "" {
		return a.Round.Texts.T("round.told.behind", deed, word)
	}
	return deed
}

// toldStep says with how many choices the round could still be won, and whether the decision lost it. It is empty if
// all of them could win, if they were not judged, or if the round was lost before.
func (a *Analysis) toldStep(s *solver.Step) string {
	if s.Choices == nil || s.JudgementBefore.Verdict == solver.Unwinnable {
		return ""
	}
	winning, unknown := s.Winning()
	if winning == len(s.Choices) {
		return ""
	}
	text := a.Round.Texts.T("analysed.told", winning, len(s.Choices))
	if unknown > 0 {
		text = a.Round.Texts.T("analysed.told.atleast", winning, len(s.Choices))
	}
	if s.Loses() {
		text = a.Round.Texts.T("analysed.told.lost", text)
	}
	return text
}

// toldSetup tells the draft and the setup with the verdicts on their choices.
func (a *Analysis) toldSetup() (p page.Page) {
	for i := range a.Found.Steps {
		if s := &a.Found.Steps[i]; s.Stage < chapters.StagePlay && s.Made != nil {
			p.Text(0, texts.Sentence(a.toldDeed(s)))
		}
	}
	return p
}
