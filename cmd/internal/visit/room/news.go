package room

import (
	"errors"
	"strings"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"

	tea "github.com/charmbracelet/bubbletea"
)

// await waits for news from the table in the background.
func (p *place) await() tea.Cmd {
	ctx := p.session.ctx
	events := p.view.Event
	return func() tea.Msg {
		err := p.client.Wait(ctx, events)
		return kit.DoneMsg(func() tea.Cmd { return p.handleNews(err) })
	}
}

// handleNews handles news from the table, or the error that ends the wait for them.
func (p *place) handleNews(err error) tea.Cmd {
	switch {
	case p.left, err != nil && p.session.ctx.Err() != nil:
		return nil
	case errors.Is(err, table.ErrElsewhere):
		p.session.visitor.End(guest.TakenOver)
		return nil
	case err != nil:
		cmd := p.exit()
		p.session.notes.showError(err)
		return cmd
	}
	before := p.view
	p.look()
	cmd := p.refreshScreens()
	t := p.session.shell.Stack.Theme.Texts
	if news := words.PresenceNews(t, &before, &p.view); len(news) > 0 && p.session.shell.Stack.Note == "" {
		p.session.notes.show(strings.Join(news, " "))
	}
	return tea.Batch(cmd, p.await())
}

// refreshScreens brings the screens up to date with the table.
func (p *place) refreshScreens() tea.Cmd {
	var cmd tea.Cmd
	p.healthErr = p.session.opts.HealthError()
	switch {
	case p.view.Playing && !p.isShown(p.view.Round):
		cmd = p.beginRound()
	case p.live != nil:
		cmd = p.live.refresh()
	}
	if p.proposed && p.view.Proposal == nil {
		p.proposed = false
		p.session.notes.show("") // the note about the proposal
	}
	p.questions.update()
	if p.replay != nil {
		cmd = tea.Batch(cmd, p.replay.follow())
	}
	return cmd
}
