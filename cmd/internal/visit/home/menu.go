package home

import (
	"slices"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"

	tea "github.com/charmbracelet/bubbletea"
)

// menu is the first screen.
func (h *Home) menuSheet() *kit.Sheet {
	sheet := &kit.Sheet{Name: "lobby.menu", Build: func() kit.Content {
		says := ""
		if h.isNew() {
			says = h.shell.Theme.T("lobby.welcome")
		}
		rows := h.menuRows()
		return kit.Content{
			Title: h.shell.Theme.T("lobby.menu"), Rows: rows,
			EnterLabel: h.shell.Theme.T("lobby.help.open"), Draw: h.shell.DrawMenu(rows, says),
		}
	}}
	if h.isNew() { // the first evening is chosen
		sheet.Cursor = slices.IndexFunc(h.menuRows(), func(r kit.Row) bool { return r.Letter == 'f' })
	}
	return sheet
}

// menuRows are those of the menu.
func (h *Home) menuRows() []kit.Row {
	own := map[string][]kit.Row{}
	add := func(name, note string, do func() tea.Cmd) { own[name] = []kit.Row{{Note: note, OnEnter: do}} }
	note := func(name string) string { return h.shell.Theme.T("lobby." + name + ".note") }
	if g := h.played.Unfinished(); g != nil {
		add("continue", book.Summary(h.Person.Texts(), h.Library, g), h.playAction(func() error {
			return h.resumeNamed(g.Name, false)
		}))
	}
	add("browser", note("browser"), h.playAction(func() error { return h.playInBrowser(h.played.Unfinished()) }))
	lessonNote := note("lesson")
	if h.isNew() {
		lessonNote = h.shell.Theme.T("lobby.lesson.offer")
	}
	add("lesson", lessonNote, h.shell.PushAction(h.lessonSheet))
	add("solve", note("solve"), h.shell.PushAction(h.dealSheet))
	add("entry", note("entry"), h.playAction(h.enterRealRound))
	return h.shell.Menu(own)
}

// greeting is the screen of a person who has never played: the first evening, chapter 1, and the
// rules. Everything else is in the menu.
func (h *Home) greeting() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.greet", Build: func() kit.Content {
		rows := []kit.Row{
			{
				Letter: 'f', Label: h.shell.Theme.T("lobby.lesson"), Note: h.shell.Theme.T("lobby.lesson.note"),
				OnEnter: h.shell.PushAction(h.lessonSheet),
			},
			{
				Letter: '1', Label: h.shell.Theme.T("lobby.first"), Note: h.shell.Theme.T("lobby.first.note"),
				OnEnter: h.playAction(h.First),
			},
			{
				Letter: '?', Label: h.shell.Theme.T("lobby.rules"), Note: h.shell.Theme.T("lobby.rules.note"),
				OnEnter: h.shell.Help,
			},
			{
				Letter: 'm', Label: h.shell.Theme.T("lobby.all"), Note: h.shell.Theme.T("lobby.all.note"),
				OnEnter: h.shell.Pop,
			},
		}
		return kit.Content{
			Title: h.shell.Theme.T("lobby.greet"), Rows: rows, EnterLabel: h.shell.Theme.T("lobby.help.open"),
			Draw: h.shell.DrawGreeting(h.shell.Theme.T("lobby.greet.above"), rows),
		}
	}}
}

// lessonSheet is the first evening. That it was offered is kept.
func (h *Home) lessonSheet() *kit.Sheet {
	if !h.shell.Settings.Lesson {
		h.shell.Change(func(set *settings.Settings) { set.Lesson = true })
	}
	return h.shell.FirstEvening()
}

// resumeNamed goes on with the saved game of that name.
func (h *Home) resumeNamed(name string, named bool) error {
	g, err := h.find(name)
	if err != nil {
		return err
	}
	return h.Resume(&g, named)
}

// playInBrowser plays a game that goes on, or without one chapter 1, in a browser.
func (h *Home) playInBrowser(g *saves.Save) error {
	browserHome := *h
	browserHome.Browser = true
	defer browserHome.CloseBrowser()
	if g != nil {
		return browserHome.resumeNamed(g.Name, false)
	}
	return browserHome.First()
}
