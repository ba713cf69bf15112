package words

import (
	"fmt"
	"slices"

	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Question is a question that the table asks the person.
type Question struct {
	// Key identifies the question, so that a front end asks it only once.
	Key string
	// ID is the name of the action that an answer leads to.
	ID string

	Title string
	Text  string
	// Seat is the seat of an absent person that the question is about.
	Seat    tricks.Seat
	Answers []Choice
}

// IsAboutAbsence reports whether the question is how to go on without somebody, which can wait.
func (q *Question) IsAboutAbsence() bool { return q.ID == "without" }

// PendingQuestion returns the question that the person has to answer now, nil for none.
func PendingQuestion(t *texts.Texts, view *table.TableView) *Question {
	if view.Me == tricks.NoSeat {
		return nil
	}
	if q := view.Proposal; q != nil && slices.Contains(q.Asked, view.Me) && !slices.Contains(q.Agreed, view.Me) {
		return proposalQuestion(t, view)
	}
	for i := range view.Seats {
		if view.Seats[i].Replaceable {
			return absenceQuestion(t, view, tricks.Seat(i))
		}
	}
	if own := &view.Seats[view.Me]; own.Computer != "" {
		return &Question{
			Key:     "return",
			ID:      "return",
			Title:   t.T("serve.replaced.title"),
			Text:    t.T("serve.replaced.text"),
			Answers: []Choice{answer(t, "return", "yes", "serve.replaced.return")},
		}
	}
	return nil
}

// proposalQuestion asks the person to agree to the open proposal.
func proposalQuestion(t *texts.Texts, view *table.TableView) *Question {
	return &Question{
		Key:     fmt.Sprintf("proposal %s %d", view.Proposal.Action, view.Proposal.Decision),
		ID:      "agree",
		Title:   t.T("serve.ask.title"),
		Text:    ProposalText(t, view),
		Answers: []Choice{answer(t, "agree", "yes", "serve.agree"), answer(t, "agree", "no", "serve.refuse")},
	}
}

// absenceQuestion asks the person how to go on without the absent person at a seat.
func absenceQuestion(t *texts.Texts, view *table.TableView, seat tricks.Seat) *Question {
	name := NameAt(t, view, seat)
	q := &Question{
		Key:   "without " + name,
		ID:    "without",
		Seat:  seat,
		Title: t.T("serve.absent.title", name),
		Text:  t.T("serve.absent.text", AbsenceText(t, view, seat)),
		Answers: []Choice{
			answer(t, "without", string(table.Wait), "serve.absent.wait"),
			answer(t, "without", string(table.Substitute), "serve.absent.computer"),
		},
	}
	if view.Playing {
		stop := answer(t, "without", string(table.GiveUp), "serve.absent.stop")
		stop.Confirm = t.T("serve.absent.stop.sure")
		q.Answers = append(q.Answers, stop)
	}
	return q
}

// answer returns a choice whose label is the text with a key.
func answer(t *texts.Texts, name, value, key string) Choice {
	return Choice{Name: name, Value: value, Label: t.T(key)}
}
