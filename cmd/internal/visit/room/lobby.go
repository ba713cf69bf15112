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

// lobby is where everybody starts, with the menu of the server.
type lobby struct {
	session  *session
	identity *identity
	entrance *entrance
	newTable *newTable
	// codes takes the code that is typed.
	codes *codeEntry
	// sheet is the lobby on the screen.
	sheet *kit.Sheet
	// tables are the tables the person has visited, as listed last.
	tables []table.Visited
	// listed reports whether tables has been filled. Before that the sheet has no rows.
	listed bool
}

// content returns the content of the sheet.
func (l *lobby) content() kit.Content {
	shell := l.session.shell
	c := kit.Content{
		Title:  shell.T("serve.lobby.title"),
		State:  l.identity.me.Name,
		Header: []string{shell.T("serve.lobby.text")},
	}
	if !l.listed {
		return c
	}
	c.Rows = shell.Menu(l.rows())
	c.Footer = append(l.identity.description(), shell.T("serve.version", build.Version()))
	return c
}

// rows returns the rows of the menu that only a server has, by their names.
func (l *lobby) rows() map[string][]kit.Row {
	shell := l.session.shell
	var tables []kit.Row
	for _, m := range l.tables {
		row := kit.Row{
			Label:   shell.T("serve.lobby.table"),
			Value:   words.Table(shell.Stack.Theme.Texts, l.session.opts.Library, &m.Now),
			Control: kit.Button(func() tea.Cmd { return l.entrance.enter(m.Ticket, false) }),
		}
		if m.Damaged != nil {
			row.Value = shell.T("serve.lobby.damaged")
			row.Control = kit.Button(func() tea.Cmd {
				l.session.notes.showError(m.Damaged)
				return nil
			})
		}
		tables = append(tables, row)
	}
	own := map[string][]kit.Row{
		"continue": tables,
		"new": {{
			Label:   shell.T("serve.lobby.new"),
			Note:    shell.T("lobby.new.note"),
			Control: shell.Stack.PushAction(l.newTable.sheet),
		}},
		"code": {{
			Label:   shell.T("serve.lobby.code"),
			Control: kit.TextField{Text: &l.codes.typed, MaxLength: maxTyped, Enter: l.codes.followTyped},
		}},
		"name": {{
			Label:   shell.T("serve.lobby.name"),
			Value:   l.identity.me.Name,
			Control: shell.Stack.PushAction(l.nameSheet),
		}},
		"stats": {{Note: shell.T("serve.stats.note"), Control: shell.Stack.PushAction(l.statisticsSheet)}},
		"settings": {{
			Note:    shell.T("serve.settings.note"),
			Control: shell.Stack.PushAction(shell.SettingsSheet),
		}},
		"leave": {{Label: shell.T("serve.lobby.leave"), Control: kit.Button(shell.Stack.Quit)}},
	}
	if l.identity.returnCode == "" {
		own["browser"] = []kit.Row{{Label: shell.T("serve.browsercode"), Control: kit.Button(l.makeReturnCode)}}
	}
	return own
}

// forget forgets the tables that were listed.
func (l *lobby) forget() {
	l.tables = nil
	l.listed = false
}

// resetInput empties the row for codes, and selects the first row.
func (l *lobby) resetInput() {
	l.codes.typed = ""
	l.sheet.Cursor = 0
}

// open follows the code with which the visitor connected, or lists the tables.
func (l *lobby) open() tea.Cmd { return l.codes.followFirst(l.list) }

// list looks up the tables the person has visited. The lobby's cursor stays on its row, so that
// Enter takes the row that the person saw.
func (l *lobby) list() tea.Cmd {
	id := l.identity.me.ID
	return l.session.calls.run(func(context.Context) (func() tea.Cmd, error) {
		list, err := l.session.opts.Service.Visited(id)
		return func() tea.Cmd {
			if id != l.identity.me.ID {
				return nil
			}
			if err != nil {
				l.session.notes.showError(err)
				list = l.tables
			}
			if index := l.sheet.Cursor; index < len(l.tables) {
				selected := l.tables[index].Ticket.Table
				l.sheet.Cursor = max(0, slices.IndexFunc(list, func(v table.Visited) bool {
					return v.Ticket.Table == selected
				}))
			} else if l.listed {
				l.sheet.Cursor += len(list) - len(l.tables)
			}
			l.tables = list
			l.listed = true
			if l.codes.isRejected {
				l.codes.isRejected = false
				l.sheet.Cursor = slices.IndexFunc(l.session.shell.Menu(l.rows()), func(row kit.Row) bool {
					field, isText := row.Control.(kit.TextField)
					return isText && field.Text == &l.codes.typed
				})
			}
			return nil
		}, nil
	})
}

// nameSheet asks for another name.
func (l *lobby) nameSheet() *kit.Sheet { return l.identity.askName(l.identity.me.Name, l.list) }

// statisticsSheet shows what the server knows about the person's rounds.
func (l *lobby) statisticsSheet() *kit.Sheet {
	shell := l.session.shell
	return &kit.Sheet{Name: "lobby.stats", Build: func() kit.Content {
		return kit.Content{Title: shell.T("lobby.stats"), Page: func(int) page.Page {
			library := l.session.opts.Library
			return book.ServerStatistics(shell.Stack.Theme.Texts, library, l.tables, shell.Settings.Puzzles).Page()
		}}
	}}
}

// makeReturnCode gets a code with which the person can connect from elsewhere as the same person.
func (l *lobby) makeReturnCode() tea.Cmd {
	me := l.identity.me
	return l.session.calls.run(func(context.Context) (func() tea.Cmd, error) {
		code, err := l.session.opts.Service.ReturnCode(me)
		return func() tea.Cmd {
			if me.ID == l.identity.me.ID && l.identity.returnCode == "" {
				l.identity.returnCode = table.ShowCode(code)
				l.sheet.Cursor = 0 // the row with the cursor, which asks for a code, disappears
			}
			return nil
		}, err
	})
}
