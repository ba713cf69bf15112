package room

import (
	"context"
	"strings"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table/words"

	tea "github.com/charmbracelet/bubbletea"
)

// updateQuestion opens or closes the sheet with a question from the others.
//
// A question lies over the round until it is answered or postponed. Its first answer is to postpone it, so
// that a key meant for a card agrees to nothing.
func (r *Room) updateQuestion() {
	s := r.questionSheet()
	switch {
	case s == nil:
		clear(r.answered) // the same question may come again
	case r.answered[s.Name]:
		s = nil
	case r.question != nil && r.question.Name == s.Name:
		return
	}
	r.shell.Stack.Remove(r.question)
	r.question = s
	if s != nil {
		r.shell.Stack.Push(s)
	}
}

// questionSheet returns the current question to the person, nil for none.
func (r *Room) questionSheet() *kit.Sheet {
	if r.client == nil {
		return nil
	}
	q := words.PendingQuestion(r.shell.Stack.Theme.Texts, &r.tableView)
	if q == nil {
		return nil
	}
	client := r.client
	seen := r.tableView.Revision
	postpone := r.postpone(q.Key)
	rows := []kit.Row{{Label: r.shell.T("serve.later"), Control: postpone}}
	for _, a := range q.Answers {
		rows = append(rows, r.answerRow(q.Key, a.Label, func(ctx context.Context) error {
			return words.DoAction(ctx, client, seen, q.ID, a.Value, q.Seat)
		}))
	}
	return &kit.Sheet{Name: q.Key, Back: postpone, Build: func() kit.Content {
		c := kit.Content{Title: q.Title, Header: []string{q.Text}, Rows: rows}
		proposal := r.tableView.Proposal
		if q.ID == "agree" {
			var agreed []string
			if proposal != nil {
				for _, seat := range proposal.Agreed {
					agreed = append(agreed, words.NameAt(r.shell.Stack.Theme.Texts, &r.tableView, seat))
				}
			}
			c.Header = append(c.Header, r.shell.T("serve.ask.agreed", strings.Join(agreed, ", ")))
		}
		return c
	}}
}

// postpone returns the button that postpones a question.
func (r *Room) postpone(name string) kit.Button {
	return func() tea.Cmd {
		r.answered[name] = true
		r.updateQuestion()
		return nil
	}
}

// askAgain reopens questions that were postponed.
func (r *Room) askAgain() tea.Cmd {
	clear(r.answered)
	r.updateQuestion()
	return nil
}

// answerRow sends an answer to a question.
func (r *Room) answerRow(name, label string, do func(context.Context) error) kit.Row {
	return kit.Row{Label: label, Control: kit.Button(func() tea.Cmd {
		r.answered[name] = true
		r.showRoundOrTable()
		r.updateQuestion()
		return r.callAsync(func(ctx context.Context) (func() tea.Cmd, error) {
			return func() tea.Cmd {
				delete(r.answered, name) // the same question may come again
				return nil
			}, do(ctx)
		})
	})}
}
