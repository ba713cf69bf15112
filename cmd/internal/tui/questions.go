package tui

import (
	"context"

	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/play"

	tea "github.com/charmbracelet/bubbletea"
)

// Ask answers a question of the person in the background.
func (m *Model) Ask(q play.Question) tea.Cmd {
	m.note.text = q.Note
	return m.asking.start(m.ctx, func(ctx context.Context) func() tea.Cmd {
		answer, err := q.Think(ctx)
		return func() tea.Cmd {
			if err != nil {
				return m.trouble(err)
			}
			if answer.Advice != nil {
				m.opts.Advice.NoteTried(lesson.TryHint)
				m.answers.selectAdvice(answer.Advice)
			}
			return m.showAnswer(answer.Say(), q.Title)
		}
	})
}

// showAnswer shows an answer as a note, or on a page with a title if it is too long for that.
func (m *Model) showAnswer(text, title string) tea.Cmd {
	m.note.text = text
	if m.hasRoomFor(text) {
		return nil
	}
	if !kit.IsTiny(m.w, m.h) { // in a tiny window the note stays until there is room
		m.note.text = ""
	}
	return m.openPage(m.board(), nil, kit.Content{Title: m.viewer.theme.Texts.T(title), Page: func(int) page.Page {
		return page.FromText(text)
	}})
}

// keepTip saves that the person has seen the tip for the current decision.
func (m *Model) keepTip() tea.Cmd {
	if tip := m.opts.Advice.NextTip(m.viewer.reader, &m.round.view); tip != "" && m.opts.KeepTip != nil {
		return m.opts.KeepTip(tip)
	}
	return nil
}
