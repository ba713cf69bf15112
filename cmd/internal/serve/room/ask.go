package room

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// What the others ask lies over the round until it is answered, or put off. The first
// answer is to put it off: a key that was for a card agrees to nothing.

// asked sees whether the person is asked something now.
func (r *Room) asked() {
	s := r.question()
	switch {
	case s != nil && r.answered[s.Name]:
		s = nil
	case s != nil && r.ask != nil && r.ask.Name == s.Name:
		return
	}
	if i := slices.Index(r.Sheets, r.ask); i >= 0 {
		r.Sheets = slices.Delete(r.Sheets, i, i+1)
	}
	if r.ask = s; s != nil {
		r.Open(s)
	}
}

// question is what the person is asked, nil for nothing.
func (r *Room) question() *kit.Sheet {
	p := &r.now
	if p.Me == tricks.NoSeat || r.chair == nil {
		return nil
	}
	if q := p.Proposal; q != nil && slices.Contains(q.Asked, p.Me) && !slices.Contains(q.Agreed, p.Me) {
		return r.proposal(q)
	}
	for at := range p.Seats {
		if s := tricks.Seat(at); p.Seats[at].Missed && (p.Vote == nil || p.Vote.About != s || p.Vote.For[p.Me] == "") {
			return r.vote(s)
		}
	}
	return nil
}

// later puts a question off.
func (r *Room) later(name string) kit.Row {
	return kit.Row{Label: r.T("serve.later"), Do: func() tea.Cmd {
		r.answered[name] = true
		r.asked()
		return nil
	}}
}

// askAgain asks also what was put off.
func (r *Room) askAgain() tea.Cmd {
	clear(r.answered)
	r.asked()
	return nil
}

// answer is one that is sent.
func (r *Room) answer(name, label string, do func(context.Context) error) kit.Row {
	return kit.Row{Label: label, Do: func() tea.Cmd {
		r.answered[name], r.atTable = true, !r.now.Playing
		r.asked()
		return r.call(func(ctx context.Context) (func() tea.Cmd, error) {
			return func() tea.Cmd {
				delete(r.answered, name) // the same may be asked again
				return nil
			}, do(ctx)
		})
	}}
}

// proposal asks whether the person agrees.
func (r *Room) proposal(q *table.Proposal) *kit.Sheet {
	name := fmt.Sprintf("proposal %s %d", q.What, q.Decision)
	text := words.Proposal(r.Texts, &r.now)
	chair := r.chair
	agree := func(is bool) func(context.Context) error {
		seen := r.now.Seen
		return func(ctx context.Context) error { return chair.Agree(ctx, seen, is) }
	}
	return &kit.Sheet{Name: name, Back: r.later(name).Do, Build: func() kit.Content {
		var agreed []string
		if now := r.now.Proposal; now != nil {
			for _, at := range now.Agreed {
				agreed = append(agreed, words.NameAt(r.Texts, &r.now, at))
			}
		}
		return kit.Content{
			Title: r.T("serve.ask.title"), Above: []string{text, r.T("serve.ask.agreed", strings.Join(agreed, ", "))},
			Rows: []kit.Row{r.later(name), r.answer(name, r.T("serve.agree"), agree(true)), r.answer(name, r.T("serve.refuse"), agree(false))},
		}
	}}
}

// vote asks what is to be done about who is absent.
func (r *Room) vote(about tricks.Seat) *kit.Sheet {
	who := words.NameAt(r.Texts, &r.now, about)
	name := "vote " + who
	chair := r.chair
	want := func(label string, c table.Choosing) kit.Row {
		return r.answer(name, label, func(ctx context.Context) error { return chair.Vote(ctx, about, c) })
	}
	return &kit.Sheet{Name: name, Back: r.later(name).Do, Build: func() kit.Content {
		c := kit.Content{Title: r.T("serve.vote.title", who), Above: []string{words.Vote(r.Texts, &r.now, about)}}
		c.Rows = []kit.Row{
			r.later(name), want(r.T("serve.vote.wait"), table.Wait), want(r.T("serve.vote.computer"), table.Substitute),
		}
		if r.now.Playing {
			c.Rows = append(c.Rows, want(r.T("serve.vote.stop"), table.GiveUp))
		}
		return c
	}}
}
