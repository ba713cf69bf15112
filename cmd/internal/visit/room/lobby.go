package room

import (
	"context"
	"slices"

	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"

	tea "github.com/charmbracelet/bubbletea"
)

// lobbySheet returns the lobby, where everybody starts. It has no rows before the tables are listed.
func (r *Room) lobbySheet() *kit.Sheet {
	s := &kit.Sheet{Name: "lobby"}
	s.Build = func() kit.Content {
		c := kit.Content{
			Title:  r.shell.T("serve.lobby.title"),
			State:  r.me.Name,
			Header: []string{r.shell.T("serve.lobby.text")},
		}
		if !r.listed {
			return c
		}
		c.Rows = r.shell.Menu(r.lobbyRows())
		c.Footer = append(r.whoAmI(), r.shell.T("serve.version", build.Version()))
		return c
	}
	return s
}

// lobbyRows returns the rows of the menu that only a server has, by their names.
func (r *Room) lobbyRows() map[string][]kit.Row {
	var tables []kit.Row
	for _, m := range r.tables {
		row := kit.Row{
			Label:   r.shell.T("serve.lobby.table"),
			Value:   words.Table(r.shell.Stack.Theme.Texts, r.opts.Library, &m.Now),
			Control: kit.Button(func() tea.Cmd { return r.enterTable(m.Ticket, false) }),
		}
		if m.Damaged != nil {
			row.Value = r.shell.T("serve.lobby.damaged")
			row.Control = kit.Button(func() tea.Cmd {
				r.showError(m.Damaged)
				return nil
			})
		}
		tables = append(tables, row)
	}
	own := map[string][]kit.Row{
		"continue": tables,
		"new": {{
			Label:   r.shell.T("serve.lobby.new"),
			Note:    r.shell.T("lobby.new.note"),
			Control: r.shell.Stack.PushAction(r.newTableSheet),
		}},
		"code": {{
			Label:   r.shell.T("serve.lobby.code"),
			Control: kit.TextField{Text: &r.typed, MaxLength: maxTyped, Enter: r.followTyped},
		}},
		"name": {{
			Label:   r.shell.T("serve.lobby.name"),
			Value:   r.me.Name,
			Control: r.shell.Stack.PushAction(func() *kit.Sheet { return r.askName(r.me.Name, r.listTables) }),
		}},
		"stats": {{Note: r.shell.T("serve.stats.note"), Control: r.shell.Stack.PushAction(r.statisticsSheet)}},
		"settings": {{
			Note:    r.shell.T("serve.settings.note"),
			Control: r.shell.Stack.PushAction(r.shell.SettingsSheet),
		}},
		"leave": {{Label: r.shell.T("serve.lobby.leave"), Control: kit.Button(r.shell.Stack.Quit)}},
	}
	if r.returnCode == "" {
		own["browser"] = []kit.Row{{Label: r.shell.T("serve.browsercode"), Control: kit.Button(r.makeReturnCode)}}
	}
	return own
}

// listTables looks up the tables the person has visited. The lobby's cursor stays on its row, so that
// Enter takes the row that the person saw.
func (r *Room) listTables() tea.Cmd {
	id := r.me.ID
	return r.callAsync(func(context.Context) (func() tea.Cmd, error) {
		list, err := r.opts.Service.Visited(id)
		return func() tea.Cmd {
			if id != r.me.ID {
				return nil
			}
			if err != nil {
				r.showError(err)
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
					field, isText := row.Control.(kit.TextField)
					return isText && field.Text == &r.typed
				})
			}
			return nil
		}, nil
	})
}

// statisticsSheet shows what the server knows about the person's rounds.
func (r *Room) statisticsSheet() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.stats", Build: func() kit.Content {
		return kit.Content{Title: r.shell.T("lobby.stats"), Page: func(int) page.Page {
			t := r.shell.Stack.Theme.Texts
			return book.ServerStatistics(t, r.opts.Library, r.tables, r.shell.Settings.Puzzles).Page()
		}}
	}}
}
