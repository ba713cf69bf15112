package room

import (
	"context"
	"strings"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table/words"

	tea "github.com/charmbracelet/bubbletea"
)

// A question of the others lies over the round until it is answered, or put off. The first
// answer is to put it off: a key that was for a card agrees to nothing.

// updateQuestion sees whether the person is asked something now.
func (r *Room) updateQuestion() {
	s := r.questionSheet()
	switch {
	case s == nil:
		clear(r.answered) // the same may be asked again
	case r.answered[s.Name]:
		s = nil
	case r.ask != nil && r.ask.Name == s.Name:
		return
	}
	r.shell.Remove(r.ask)
	r.ask = s
	if s != nil {
		r.shell.Push(s)
	}
}

// questionSheet is the question to the person, nil for none.
func (r *Room) questionSheet() *kit.Sheet {
	if r.client == nil {
		return nil
	}
	q := words.PendingQuestion(r.shell.Theme.Texts, &r.tableView)
	if q == nil {
		return nil
	}
	client := r.client
	seen := r.tableView.Revision
	rows := []kit.Row{r.postponeRow(q.Key)}
	for _, a := range q.Answers {
		rows = append(rows, r.answerRow(q.Key, a.Label, func(ctx context.Context) error {
			return words.DoAction(ctx, client, seen, q.ID, a.Value, q.Seat)
		}))
	}
	return &kit.Sheet{Name: q.Key, Back: rows[0].OnEnter, Build: func() kit.Content {
		c := kit.Content{Title: q.Title, Header: []string{q.Text}, Rows: rows}
		proposal := r.tableView.Proposal
		if q.ID == "agree" {
			var agreed []string
			if proposal != nil {
				for _, seat := range proposal.Agreed {
					agreed = append(agreed, words.NameAt(r.shell.Theme.Texts, &r.tableView, seat))
				}
			}
			c.Header = append(c.Header, r.shell.Theme.T("serve.ask.agreed", strings.Join(agreed, ", ")))
		}
		return c
	}}
}

// postponeRow puts a question off.
func (r *Room) postponeRow(name string) kit.Row {
	return kit.Row{Label: r.shell.Theme.T("serve.later"), OnEnter: func() tea.Cmd {
		r.answered[name] = true
		r.updateQuestion()
		return nil
	}}
}

// askAgain asks also the questions that were put off.
func (r *Room) askAgain() tea.Cmd {
	clear(r.answered)
	r.updateQuestion()
	return nil
}

// answerRow is one that is sent.
func (r *Room) answerRow(name, label string, do func(context.Context) error) kit.Row {
	return kit.Row{Label: label, OnEnter: func() tea.Cmd {
		r.answered[name] = true
		r.showRoundOrTable()
		r.updateQuestion()
		return r.callAsync(func(ctx context.Context) (func() tea.Cmd, error) {
			return func() tea.Cmd {
				delete(r.answered, name) // the same may be asked again
				return nil
			}, do(ctx)
		})
	}}
}
