package room

import (
	"context"
	"time"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// newTableSheet sets up a new table, for chapter 1 unless the person chooses another.
func (r *Room) newTableSheet() *kit.Sheet { return r.newTableSheetFor("") }

// newTableSheetFor sets up a new table for a chapter.
func (r *Room) newTableSheetFor(chapter string) *kit.Sheet {
	return r.setupSheet(choose.NewTable(r.shell.Stack.Theme.Texts, r.opts.Library, chapter))
}

// setUpToday opens the setup of a table for the deal of the day.
func (r *Room) setUpToday() tea.Cmd {
	lib, service := r.opts.Library, r.opts.Service
	return r.callAsync(func(ctx context.Context) (func() tea.Cmd, error) {
		id, err := choose.Today(ctx, lib, time.Now(), service.WithSolver)
		return func() tea.Cmd {
			return r.shell.Stack.Push(r.setupSheet(choose.NewTable(r.shell.Stack.Theme.Texts, lib, "").ForDeal(id)))
		}, err
	})
}

// setupSheet shows the fields of a new table.
func (r *Room) setupSheet(setup *choose.Setup) *kit.Sheet {
	return &kit.Sheet{Name: "create", Build: func() kit.Content {
		c := kit.Content{
			Title: r.shell.T("serve.new.title"),
			State: r.me.Name,
			Rows:  tui.FieldRows(setup.ModeFields(), setup.PlayerFields(), setup.DealFields(), setup.HelpFields()),
		}
		c.Enter = func() tea.Cmd { return r.createTable(setup) }
		c.EnterLabel = r.shell.T("lobby.help.begin")
		c.Footer = append(setup.PlayersNote(), texts.NotEmpty(setup.ModeNote())...)
		c.Footer = append(c.Footer, r.shell.N("serve.new.alone", int(table.KeepAlone.Hours())))
		return c
	}}
}

// createTable creates the table that was set up, and enters it.
func (r *Room) createTable(setup *choose.Setup) tea.Cmd {
	draft, problem := setup.Table()
	if problem != "" {
		r.setNote(problem, true)
		return nil
	}
	me := r.me
	return r.callOnce(func(ctx context.Context) (func() tea.Cmd, error) {
		ticket, err := r.opts.Service.Create(me, draft)
		return func() tea.Cmd { return r.enterTable(ticket, false) }, err
	})
}

// nextSheet chooses the next round of the table. chapter is a chapter of the table's campaign, "" for no particular
// one.
func (r *Room) nextSheet(chapter string) *kit.Sheet {
	client := r.client
	setup := choose.NextAt(r.shell.Stack.Theme.Texts, r.opts.Library, client.Book(), &r.tableView)
	if chapter != "" {
		setup.Mode = choose.OneRound
		setup.Chapter = chapter
	}
	pick := func() tea.Cmd {
		round, problem := setup.Pick()
		if problem != "" {
			r.setNote(problem, true)
			return nil
		}
		return r.callAsync(func(ctx context.Context) (func() tea.Cmd, error) {
			return r.shell.Stack.Pop, client.Choose(ctx, round)
		})
	}
	return &kit.Sheet{Name: "next", Build: func() kit.Content {
		return kit.Content{
			Title:      r.shell.T("serve.next"),
			Rows:       tui.FieldRows(setup.ModeFields(), setup.DealFields()),
			EnterLabel: r.shell.T("lobby.help.pick"),
			Enter:      pick,
		}
	}}
}
