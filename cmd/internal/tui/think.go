package tui

import (
	"context"
	"errors"

	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Computer players think beside the screen, which goes on taking keys. Their decision counts only
// if the game has not gone on or back since.

func (m *Model) await() tea.Cmd {
	wait := m.chair.Wait()
	if wait == nil {
		return nil
	}
	return m.thinking.do(m.ctx, func(ctx context.Context) func() tea.Cmd {
		err := wait(ctx)
		return func() tea.Cmd { return m.news(err) }
	})
}

func (m *Model) news(err error) tea.Cmd {
	var write *table.WriteError
	switch {
	case err == nil:
		return m.proceed()
	case errors.As(err, &write):
		m.phase = stuck
		return m.trouble(err)
	}
	m.err = err
	return tea.Quit
}

// Ask has a question of the person answered beside the screen.
func (m *Model) Ask(q play.Question) tea.Cmd {
	m.note = q.Note
	return m.asking.do(m.ctx, func(ctx context.Context) func() tea.Cmd {
		answer, err := q.Think(ctx)
		return func() tea.Cmd {
			if err != nil {
				return m.trouble(err)
			}
			if d := answer.Advice; d != nil { // the cursor goes there, in the part that is asked for if it can
				m.advice = d
				m.opts.Advice.Tried(lesson.TryHint)
				if m.question(m.choice.Step, d.To); !m.choice.Lead(d) {
					m.question(scene.Opening, tricks.NoSeat)
				}
			}
			return m.answers(answer.Say(), q.Title)
		}
	})
}

// answers tells the answer in a line, or on a page with that headline where there is no room for
// it.
func (m *Model) answers(text, title string) tea.Cmd {
	if m.note = text; m.canSay(text) {
		return nil
	}
	return m.open(m.board(), nil, kit.Content{Title: m.T(title), Page: func(int) page.Page { return page.Of(text) }})
}
