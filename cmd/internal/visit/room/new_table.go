package room

import (
	"context"
	"time"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/turns"

	tea "github.com/charmbracelet/bubbletea"
)

// newTable sets up a table, creates it, and takes the person there.
type newTable struct {
	session  *session
	identity *identity
	entrance *entrance
}

// sheet sets up a table, for chapter 1 unless the person chooses another.
func (n *newTable) sheet() *kit.Sheet { return n.sheetFor("") }

// sheetFor sets up a table for a chapter.
func (n *newTable) sheetFor(chapter string) *kit.Sheet {
	return n.setupSheet(choose.NewTable(n.session.shell.Stack.Theme.Texts, n.session.opts.Library, chapter))
}

// campaignSheet sets up a table that plays a campaign.
func (n *newTable) campaignSheet() *kit.Sheet {
	setup := choose.NewTable(n.session.shell.Stack.Theme.Texts, n.session.opts.Library, "")
	setup.Mode = choose.NewCampaign
	return n.setupSheet(setup)
}

// setUpToday opens the setup of a table for the deal of the day.
func (n *newTable) setUpToday() tea.Cmd {
	shell := n.session.shell
	lib := n.session.opts.Library
	askOnce := n.session.askOnce(n.identity.me, turns.Long)
	return n.session.calls.run(func(ctx context.Context) (func() tea.Cmd, error) {
		id, err := choose.Today(ctx, lib, time.Now(), askOnce)
		return func() tea.Cmd {
			return shell.Stack.Push(n.setupSheet(choose.NewTable(shell.Stack.Theme.Texts, lib, "").ForDeal(id)))
		}, err
	})
}

// setupSheet shows the fields of a new table.
func (n *newTable) setupSheet(setup *choose.Setup) *kit.Sheet {
	shell := n.session.shell
	return &kit.Sheet{Name: "create", Build: func() kit.Content {
		c := kit.Content{
			Title: shell.T("serve.new.title"),
			State: n.identity.me.Name,
			Rows:  tui.FieldRows(setup.ModeFields(), setup.PlayerFields(), setup.DealFields(), setup.HelpFields()),
		}
		c.Enter = func() tea.Cmd { return n.create(setup) }
		c.Button.Label = shell.T("lobby.button.table")
		c.EnterLabel = shell.T("lobby.help.begin")
		c.Footer = append(setup.PlayersNote(), texts.NotEmpty(setup.ModeNote())...)
		c.Footer = append(c.Footer, shell.N("serve.new.alone", int(table.KeepAlone.Hours())))
		return c
	}}
}

// create creates the table that was set up, and enters it.
func (n *newTable) create(setup *choose.Setup) tea.Cmd {
	draft, problem := setup.Table()
	if problem != "" {
		n.session.notes.set(problem, true)
		return nil
	}
	me := n.identity.me
	return n.session.calls.runOnce(func(ctx context.Context) (func() tea.Cmd, error) {
		ticket, err := n.session.opts.Service.Create(me, draft)
		return func() tea.Cmd { return n.entrance.enter(ticket, false) }, err
	})
}
