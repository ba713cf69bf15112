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

// asked sees whether the person is asked something now.
func (r *Room) asked() {
	s := r.question()
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
		r.shell.Open(s)
	}
}

// question is the question to the person, nil for none.
func (r *Room) question() *kit.Sheet {
	if r.chair == nil {
		return nil
	}
	q := words.Asked(r.shell.Theme.Texts, &r.now)
	if q == nil {
		return nil
	}
	client := r.chair
	seen := r.now.Seen
	rows := []kit.Row{r.later(q.Key)}
	for _, a := range q.Answers {
		rows = append(rows, r.answer(q.Key, a.Label, func(ctx context.Context) error { return words.Do(ctx, client, seen, q.ID, a.Value, q.At) }))
	}
	return &kit.Sheet{Name: q.Key, Back: rows[0].Do, Build: func() kit.Content {
		c := kit.Content{Title: q.Title, Above: []string{q.Text}, Rows: rows}
		proposal := r.now.Proposal
		if q.ID == "agree" {
			var agreed []string
			if proposal != nil {
				for _, seat := range proposal.Agreed {
					agreed = append(agreed, words.NameAt(r.shell.Theme.Texts, &r.now, seat))
				}
			}
			c.Above = append(c.Above, r.shell.Theme.T("serve.ask.agreed", strings.Join(agreed, ", ")))
		}
		return c
	}}
}

// later puts a question off.
func (r *Room) later(name string) kit.Row {
	return kit.Row{Label: r.shell.Theme.T("serve.later"), Do: func() tea.Cmd {
		r.answered[name] = true
		r.asked()
		return nil
	}}
}

// askAgain asks also the questions that were put off.
func (r *Room) askAgain() tea.Cmd {
	clear(r.answered)
	r.asked()
	return nil
}

// answer is one that is sent.
func (r *Room) answer(name, label string, do func(context.Context) error) kit.Row {
	return kit.Row{Label: label, Do: func() tea.Cmd {
		r.answered[name] = true
		r.comesBack()
		r.asked()
		return r.call(func(ctx context.Context) (func() tea.Cmd, error) {
			return func() tea.Cmd {
				delete(r.answered, name) // the same may be asked again
				return nil
			}, do(ctx)
		})
	}}
}
