package room

import (
	"errors"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table"

	tea "github.com/charmbracelet/bubbletea"
)

// await waits for news from the table in the background.
func (r *Room) await() tea.Cmd {
	client := r.client
	ctx := r.ctx
	events := r.tableView.Event
	return func() tea.Msg {
		err := client.Wait(ctx, events)
		return kit.DoneMsg(func() tea.Cmd { return r.handleNews(client, err) })
	}
}

// handleNews handles news from a table, or the error that ends the wait for them.
func (r *Room) handleNews(client *table.Client, err error) tea.Cmd {
	switch {
	case client != r.client, err != nil && r.ctx.Err() != nil:
		return nil
	case errors.Is(err, table.ErrElsewhere):
		r.visitor.End(guest.TakenOver)
		return nil
	case err != nil:
		cmd := r.returnToLobby()
		r.showError(err)
		return cmd
	}
	r.tableView = r.client.TableView()
	return tea.Batch(r.refreshScreens(), r.await())
}

// refreshScreens brings the screens up to date with the table.
func (r *Room) refreshScreens() tea.Cmd {
	var cmd tea.Cmd
	r.healthErr = r.opts.HealthError()
	switch {
	case r.tableView.Playing && r.round != r.tableView.Round:
		cmd = r.beginRound()
	case r.live != nil:
		cmd = r.live.refresh()
	}
	if r.proposed && r.tableView.Proposal == nil {
		r.proposed = false
		r.showNote("") // the note about the proposal
	}
	r.updateQuestion()
	return tea.Batch(cmd, r.showSharedPage())
}
