package room

import (
	"context"
	"strings"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table/words"

	tea "github.com/charmbracelet/bubbletea"
)

// questions asks the person what the others at the table want to know.
type questions struct {
	session *session
	place   *place
	// sheet has the question that is asked now, nil for none.
	sheet *kit.Sheet
	// answered has the names of the questions that were answered or postponed. All tables of the session share it.
	answered map[string]bool
}

// update opens or closes the sheet with a question from the others.
//
// A question lies over the round until it is answered or postponed. Its first answer is to postpone it, so
// that a key meant for a card agrees to nothing.
func (q *questions) update() {
	s := q.current()
	switch {
	case s == nil:
		clear(q.answered) // the same question may come again
	case q.answered[s.Name]:
		s = nil
	case q.sheet != nil && q.sheet.Name == s.Name:
		return
	}
	q.session.shell.Stack.Remove(q.sheet)
	q.sheet = s
	if s != nil {
		q.session.shell.Stack.Push(s)
	}
}

// current returns the current question to the person, nil for none.
func (q *questions) current() *kit.Sheet {
	p := q.place
	shell := q.session.shell
	if p.left {
		return nil
	}
	pending := words.PendingQuestion(shell.Stack.Theme.Texts, &p.view)
	if pending == nil {
		return nil
	}
	seen := p.view.Revision
	postpone := q.postpone(pending.Key)
	rows := []kit.Row{{Label: shell.T("serve.later"), Control: postpone}}
	for _, a := range pending.Answers {
		row := q.answerRow(pending.Key, a.Label, func(ctx context.Context) error {
			return words.DoAction(ctx, p.client, seen, pending.ID, a.Value, pending.Seat)
		})
		if a.Confirm != "" {
			answerNow := row.Control.(kit.Button)
			row.Control = shell.Stack.PushAction(func() *kit.Sheet {
				return shell.Stack.Confirm(a.Label+": "+a.Confirm+"?", answerNow)
			})
		}
		rows = append(rows, row)
	}
	return &kit.Sheet{Name: pending.Key, Back: postpone, Build: func() kit.Content {
		c := kit.Content{Title: pending.Title, Header: []string{pending.Text}, Rows: rows}
		if pending.ID == "agree" {
			var agreed []string
			if proposal := p.view.Proposal; proposal != nil {
				for _, seat := range proposal.Agreed {
					agreed = append(agreed, words.NameAt(shell.Stack.Theme.Texts, &p.view, seat))
				}
			}
			c.Header = append(c.Header, shell.T("serve.ask.agreed", strings.Join(agreed, ", ")))
		}
		return c
	}}
}

// postpone returns the button that postpones a question.
func (q *questions) postpone(name string) kit.Button {
	return func() tea.Cmd {
		q.answered[name] = true
		q.update()
		return nil
	}
}

// askAgain reopens questions that were postponed.
func (q *questions) askAgain() tea.Cmd {
	clear(q.answered)
	q.update()
	return nil
}

// answerRow sends an answer to a question.
func (q *questions) answerRow(name, label string, do func(context.Context) error) kit.Row {
	return kit.Row{Label: label, Control: kit.Button(func() tea.Cmd {
		q.answered[name] = true
		q.place.showRoundOrTable()
		q.update()
		return q.session.calls.run(func(ctx context.Context) (func() tea.Cmd, error) {
			return func() tea.Cmd {
				delete(q.answered, name) // the same question may come again
				return nil
			}, do(ctx)
		})
	})}
}
