package room

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// askName asks how the person wants to be called, and goes on then.
func (r *Room) askName(name string, next func() tea.Cmd) *kit.Sheet {
	typed := ""
	s := &kit.Sheet{Name: "name", NoBack: r.me.Name == ""} // everybody here has a name
	s.Build = func() kit.Content {
		return kit.Content{
			Title: r.shell.Theme.T("serve.name.title"), Header: []string{r.shell.Theme.T("serve.name.text")},
			Rows: []kit.Row{{
				Label:   r.shell.Theme.T("serve.name.label"),
				Value:   name,
				Text:    &kit.TextField{Value: &typed, MaxLength: mostTyped},
				OnEnter: func() tea.Cmd { return r.rename(cmp.Or(typed, name), next) },
			}},
		}
	}
	return s
}

// rename keeps the person's name.
func (r *Room) rename(typed string, next func() tea.Cmd) tea.Cmd {
	id := r.me.ID
	return r.callOnce(func(context.Context) (func() tea.Cmd, error) {
		name, err := r.opts.Service.Rename(id, typed)
		return func() tea.Cmd {
			r.me.Name = name
			r.shell.Pop()
			return next()
		}, err
	})
}

// resolveCode looks up where a code leads.
func (r *Room) resolveCode(ctx context.Context, code string) choose.Destination {
	return choose.ResolveCode(ctx, r.opts.Sessions, r.opts.Service, r.visitor.Address, code)
}

// follow goes where a code leads; for one that leads nowhere the person is told so, and can
// go on.
func (r *Room) follow(destination choose.Destination, otherwise func() tea.Cmd) tea.Cmd {
	switch {
	case destination.Err != nil:
		r.complain(destination.Err)
		return otherwise()
	case destination.Person.ID != "":
		return r.becomePerson(destination.Person, destination.Code)
	}
	return r.enter(destination.Ticket, true)
}

// becomePerson makes the person who they were before.
func (r *Room) becomePerson(me table.Person, code string) tea.Cmd {
	name := r.me.Name
	me.Network = r.me.Network
	r.me = me
	if me.Name == "" {
		r.me.Name = name
	}
	r.returnCode = code
	r.shell.Screens = r.shell.Screens[:1]
	r.tables = nil
	r.listed = false
	r.typed = ""
	r.lobby.Cursor = 0
	return tea.Batch(r.listTables(), r.callAsync(func(context.Context) (func() tea.Cmd, error) {
		set := r.opts.Service.Settings(me.ID)
		return func() tea.Cmd {
			r.shell.Settings = set
			r.applySettings()
			return nil
		}, nil
	}))
}

// listTables looks up where the person was. The cursor of the lobby stays with its row, so
// that Enter takes the row that the person saw.
func (r *Room) listTables() tea.Cmd {
	id := r.me.ID
	return r.callAsync(func(context.Context) (func() tea.Cmd, error) {
		list, err := r.opts.Service.Visited(id)
		return func() tea.Cmd {
			if id != r.me.ID {
				return nil
			}
			if err != nil {
				r.complain(err)
				list = r.tables
			}
			if index := r.lobby.Cursor; index < len(r.tables) {
				selected := r.tables[index].Ticket.Table
				r.lobby.Cursor = max(0, slices.IndexFunc(list, func(v table.Visited) bool {
					return v.Ticket.Table == selected
				}))
			} else if r.listed {
				r.lobby.Cursor += len(list) - len(r.tables)
			}
			r.tables = list
			r.listed = true
			if r.badCode {
				r.badCode = false
				r.lobby.Cursor = slices.IndexFunc(r.shell.Menu(r.lobbyRows()), func(row kit.Row) bool {
					return row.Text != nil && row.Text.Value == &r.typed
				})
			}
			return nil
		}, nil
	})
}

// lobbySheet is where everybody begins. It has no rows before the first list of the tables.
func (r *Room) lobbySheet() *kit.Sheet {
	s := &kit.Sheet{Name: "lobby"}
	s.Build = func() kit.Content {
		c := kit.Content{
			Title: r.shell.Theme.T("serve.lobby.title"), State: r.me.Name,
			Header: []string{r.shell.Theme.T("serve.lobby.text")},
		}
		if !r.listed {
			return c
		}
		c.Rows = r.shell.Menu(r.lobbyRows())
		c.Footer = append(r.whoAmI(), r.shell.Theme.T("serve.version", build.Version()))
		return c
	}
	return s
}

// lobbyRows are those of the lobby that only a server has.
func (r *Room) lobbyRows() map[string][]kit.Row {
	var tables []kit.Row
	for _, m := range r.tables {
		row := kit.Row{
			Label:   r.shell.Theme.T("serve.lobby.table"),
			Value:   words.Table(r.shell.Theme.Texts, r.opts.Library, &m.Now),
			OnEnter: func() tea.Cmd { return r.enter(m.Ticket, false) },
		}
		if m.Damaged != nil {
			row.Value = r.shell.Theme.T("serve.lobby.damaged")
			row.OnEnter = func() tea.Cmd {
				r.complain(m.Damaged)
				return nil
			}
		}
		tables = append(tables, row)
	}
	own := map[string][]kit.Row{
		"continue": tables,
		"new": {{
			Label: r.shell.Theme.T("serve.lobby.new"), Note: r.shell.Theme.T("lobby.new.note"),
			OnEnter: r.shell.PushAction(r.newTableSheet),
		}},
		"code": {{
			Label:   r.shell.Theme.T("serve.lobby.code"),
			Text:    &kit.TextField{Value: &r.typed, MaxLength: mostTyped},
			OnEnter: r.followTyped,
		}},
		"name": {{
			Label: r.shell.Theme.T("serve.lobby.name"), Value: r.me.Name,
			OnEnter: r.shell.PushAction(func() *kit.Sheet {
				return r.askName(r.me.Name, r.listTables)
			}),
		}},
		"stats": {{Note: r.shell.Theme.T("serve.stats.note"), OnEnter: r.shell.PushAction(r.statisticsSheet)}},
		"settings": {{
			Note:    r.shell.Theme.T("serve.settings.note"),
			OnEnter: r.shell.PushAction(r.shell.SettingsSheet),
		}},
		"leave": {{Label: r.shell.Theme.T("serve.lobby.leave"), OnEnter: r.shell.Quit}},
	}
	if r.returnCode == "" {
		own["browser"] = []kit.Row{{Label: r.shell.Theme.T("serve.browsercode"), OnEnter: r.ownCode}}
	}
	return own
}

// statisticsSheet tell what the server keeps of the person's rounds.
func (r *Room) statisticsSheet() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.stats", Build: func() kit.Content {
		return kit.Content{Title: r.shell.Theme.T("lobby.stats"), Page: func(int) page.Page {
			return choose.KeptRounds(r.shell.Theme.Texts, r.opts.Library, r.tables, &r.shell.Settings)
		}}
	}}
}

// followTyped goes where the code leads that was typed. Where it leads nowhere it can be mended
// where it stands.
func (r *Room) followTyped() tea.Cmd {
	if strings.TrimSpace(r.typed) == "" {
		r.say(r.shell.Theme.T("serve.lobby.code.none"))
		return nil
	}
	typed := r.typed
	return r.callOnce(func(ctx context.Context) (func() tea.Cmd, error) {
		destination := r.resolveCode(ctx, typed)
		return func() tea.Cmd { return r.follow(destination, func() tea.Cmd { return nil }) }, nil
	})
}

// ownCode makes a code with which the person comes in elsewhere as the same one.
func (r *Room) ownCode() tea.Cmd {
	me := r.me
	return r.callAsync(func(ctx context.Context) (func() tea.Cmd, error) {
		code, err := r.opts.Service.ReturnCode(me)
		return func() tea.Cmd {
			if me.ID == r.me.ID && r.returnCode == "" {
				// away from what is there no more
				r.returnCode = table.ShowCode(code)
				r.lobby.Cursor = 0
			}
			return nil
		}, err
	})
}

// whoAmI says how the person is known here.
func (r *Room) whoAmI() []string {
	switch {
	case r.returnCode != "":
		return []string{r.shell.Theme.T("serve.return", r.returnCode)}
	case !guest.Person(r.me.ID).IsPersistent():
		return []string{r.shell.Theme.T("serve.guest")}
	}
	return nil
}

// newTableSheet makes a table, for chapter 1 if nothing else is chosen.
func (r *Room) newTableSheet() *kit.Sheet { return r.newTableSheetFor("") }

// newTableSheetFor makes a table for a chapter.
func (r *Room) newTableSheetFor(chapter string) *kit.Sheet {
	return r.setupSheet(choose.NewTable(r.shell.Theme.Texts, r.opts.Library, chapter))
}

func (r *Room) setupSheet(setup *choose.Setup) *kit.Sheet {
	return &kit.Sheet{Name: "create", Build: func() kit.Content {
		c := kit.Content{
			Title: r.shell.Theme.T("serve.new.title"), State: r.me.Name,
			Rows: tui.FieldRows(setup.ModeFields(), setup.PlayerFields(), setup.DealFields(), setup.HelpFields()),
		}
		c.Enter = func() tea.Cmd { return r.createTable(setup) }
		c.EnterLabel = r.shell.Theme.T("lobby.help.begin")
		c.Footer = append(setup.PlayersNote(), texts.NotEmpty(setup.ModeNote())...)
		c.Footer = append(c.Footer, r.shell.Theme.N("serve.new.alone", int(table.KeepAlone.Hours())))
		return c
	}}
}

// createTable makes the table that was set up, and goes there.
func (r *Room) createTable(setup *choose.Setup) tea.Cmd {
	draft, problem := setup.Table()
	if problem != "" {
		r.setNote(problem, true)
		return nil
	}
	me := r.me
	return r.callOnce(func(ctx context.Context) (func() tea.Cmd, error) {
		ticket, err := r.opts.Service.Create(me, draft)
		return func() tea.Cmd { return r.enter(ticket, false) }, err
	})
}

// nextSheet chooses the next round, of a chapter of the campaign if one is named.
func (r *Room) nextSheet(chapter string) *kit.Sheet {
	client := r.client
	setup := choose.NextAt(r.shell.Theme.Texts, r.opts.Library, client.Book(), &r.tableView)
	if chapter != "" {
		setup.Mode = choose.OneRound
		setup.Chapter = chapter
	}
	return &kit.Sheet{Name: "next", Build: func() kit.Content {
		return kit.Content{
			Title:      r.shell.Theme.T("serve.next"),
			Rows:       tui.FieldRows(setup.ModeFields(), setup.DealFields()),
			EnterLabel: r.shell.Theme.T("lobby.help.pick"), Enter: func() tea.Cmd {
				g, problem := setup.Pick()
				if problem != "" {
					r.setNote(problem, true)
					return nil
				}
				return r.callAsync(func(ctx context.Context) (func() tea.Cmd, error) {
					return r.shell.Pop, client.Choose(ctx, g)
				})
			},
		}
	}}
}
