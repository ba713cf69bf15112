package home

import (
	"slices"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// menuSheet is the menu, the first screen.
func (h *Home) menuSheet() *kit.Sheet {
	sheet := &kit.Sheet{Name: "lobby.menu", Build: func() kit.Content {
		welcome := ""
		if h.isNew() {
			welcome = h.shell.T("lobby.welcome")
		}
		rows := h.menuRows()
		return kit.Content{
			Title:      h.shell.T("lobby.menu"),
			Rows:       rows,
			EnterLabel: h.shell.T("lobby.help.open"),
			Draw:       tui.DrawMenu(rows, welcome),
		}
	}}
	if h.isNew() { // the first evening is selected
		sheet.Cursor = slices.IndexFunc(h.menuRows(), func(r kit.Row) bool { return r.Letter == 'f' })
	}
	return sheet
}

// menuRows returns the rows of the menu.
func (h *Home) menuRows() []kit.Row {
	own := map[string][]kit.Row{}
	add := func(name, note string, do func() tea.Cmd) {
		own[name] = []kit.Row{{Note: note, Control: kit.Button(do)}}
	}
	note := func(name string) string { return h.shell.T("lobby." + name + ".note") }
	if g := h.played.Unfinished(); g != nil {
		add("continue", book.Summary(h.Person.Texts(), h.Library, g), h.playAction(func() error {
			return h.resumeNamed(g.Name, false)
		}))
	}
	add("browser", note("browser"), h.playAction(func() error { return h.playInBrowser(h.played.Unfinished()) }))
	lessonNote := note("lesson")
	if h.isNew() {
		lessonNote = h.shell.T("lobby.lesson.offer")
	}
	add("lesson", lessonNote, h.shell.Stack.PushAction(h.lessonSheet))
	add("solve", note("solve"), h.shell.Stack.PushAction(h.dealSheet))
	add("entry", note("entry"), h.playAction(h.enterRealRound))
	return h.shell.Menu(own)
}

// greeting is the first screen of a person who has never played: the first evening, chapter 1, and the
// rules. Everything else is in the menu.
func (h *Home) greeting() *kit.Sheet {
	row := func(letter rune, text string, do func() tea.Cmd) kit.Row {
		return kit.Row{
			Letter:  letter,
			Label:   h.shell.T(text),
			Note:    h.shell.T(text + ".note"),
			Control: kit.Button(do),
		}
	}
	return &kit.Sheet{Name: "lobby.greet", Build: func() kit.Content {
		rows := []kit.Row{
			row('f', "lobby.lesson", h.shell.Stack.PushAction(h.lessonSheet)),
			row('1', "lobby.first", h.playAction(h.First)),
			row('?', "lobby.rules", h.shell.Stack.Help),
			row('m', "lobby.all", h.shell.Stack.Pop),
		}
		return kit.Content{
			Title:      h.shell.T("lobby.greet"),
			Rows:       rows,
			EnterLabel: h.shell.T("lobby.help.open"),
			Draw:       tui.DrawGreeting(h.shell.T("lobby.greet.above"), rows),
		}
	}}
}

// lessonSheet shows the first evening, and remembers in the settings that it was offered.
func (h *Home) lessonSheet() *kit.Sheet {
	if !h.shell.Settings.Lesson {
		h.shell.Change(func(set *settings.Settings) { set.Lesson = true })
	}
	return h.shell.FirstEvening()
}
