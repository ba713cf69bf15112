package room

import (
	"context"
	"slices"

	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"

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
	c.Rows = l.rows()
	c.Footer = append(l.identity.description(), shell.T("serve.version", build.Version()))
	return c
}

// rows returns the rows of the menu. The table to go back to and the person's name stand as values in their rows. All
// other notes stand beside the rows.
func (l *lobby) rows() []kit.Row {
	shell := l.session.shell
	facts := shell.MenuFacts()
	facts.Name = l.identity.me.Name
	facts.Tables = l.tables
	facts.HasReturnCode = l.identity.returnCode != ""
	lines := facts.Menu()
	rows := tui.MenuRows(lines, l.openings())
	for i := range lines {
		if name := lines[i].Entry.Name; name == "continue" || name == "name" {
			rows[i].Value = rows[i].Note
			rows[i].Note = ""
		}
	}
	return rows
}

// openings has what opens the entries of the menu.
func (l *lobby) openings() tui.Openings {
	shell := l.session.shell
	return shell.Openings(tui.Openings{
		"continue": l.openTable,
		"new":      shell.OpensSheet(l.newTable.sheet),
		"code": func(*choose.MenuLine) kit.Control {
			return kit.TextField{Text: &l.codes.typed, MaxLength: maxTyped, Enter: l.codes.followTyped}
		},
		"name":      shell.OpensSheet(l.nameSheet),
		"stats":     shell.OpensSheet(l.statisticsSheet),
		"elsewhere": tui.Opens(l.makeReturnCode),
	})
}

// openTable returns the button that goes back to a table, or says what is wrong with it.
func (l *lobby) openTable(line *choose.MenuLine) kit.Control {
	if line.Err != nil {
		return kit.Button(func() tea.Cmd {
			l.session.notes.showError(line.Err)
			return nil
		})
	}
	index := slices.IndexFunc(l.tables, func(v table.Visited) bool { return v.Ticket.Table == line.Which })
	ticket := l.tables[index].Ticket
	return kit.Button(func() tea.Cmd { return l.entrance.enter(ticket, false) })
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
				l.sheet.Cursor = slices.IndexFunc(l.rows(), func(row kit.Row) bool {
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
