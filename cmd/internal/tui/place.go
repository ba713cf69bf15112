package tui

import (
	"cmp"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"

	tea "github.com/charmbracelet/bubbletea"
)

// Place is a visit at home or on a server, with what is offered there before and after a round.
// Its menu and the sheets that this leads to are the same everywhere.
type Place struct {
	*Visit
	Library *chapters.Library
	// New sets a game of a chapter up, and Lesson begins the small round of the first evening.
	New    func(chapter string) *kit.Sheet
	Lesson func() tea.Cmd
	// Campaign is the row of the chapter book that leads to campaigns, nil where there are none.
	Campaign func() kit.Row
	// Played returns the games that the person has played, nil where none are kept.
	// ToGame adds to the page of one what can be done with it.
	Played func() *saves.Played
	ToGame func(all *saves.Played, g *saves.Save, c *kit.Content)
	// Set are the person's settings, and Change changes them. Offered are those that the place
	// has, by their names, all if nil; Computers are the computer players there, the weakest first.
	Set                settings.Settings
	Change             func(func(*settings.Settings)) tea.Cmd
	Offered, Computers []string
}

// AsWanted completes the options of a round with what the person wants. Beat is how long a computer
// player takes.
func (p *Place) AsWanted(on Terminal, beat time.Duration, o Options) Options {
	o.Terminal, o.Beat, o.Auto, o.Mouse, o.Keys = on, beat, o.Auto || p.Set.Auto, p.Mouse, p.Set.Keys
	if o.Advice != nil && !o.Unsaved {
		o.Advice.Tips, o.Advice.Told = !p.Set.NoTips, p.Set.Tips
		o.Told = func(name string) tea.Cmd {
			return p.Change(func(set *settings.Settings) { set.Tips = append(slices.Clone(set.Tips), name) })
		}
	}
	return o
}

// menu are the lines of the menu at any place, in groups, and their letters, which are the same
// in every language.
var menu = []struct {
	group, name string
	letter      rune
}{
	{"play", "continue", 'c'},
	{"play", "today", 'h'},
	{"play", "book", 'b'},
	{"play", "new", 'n'},
	{"play", "code", 'o'},
	{"learn", "lesson", 'f'},
	{"learn", "rules", '?'},
	{"back", "saved", 'l'},
	{"back", "stats", 't'},
	{"puzzle", "puzzle", 'p'},
	{"tools", "entry", 'd'},
	{"tools", "solve", 's'},
	{"tools", "browser", 'i'},
	{"else", "name", 'm'},
	{"else", "settings", 'e'},
	{"else", "leave", 'q'},
}

// Menu are the rows of the menu: those that every place has, and the place's own, by their
// names. Where there are several of a name, the first one has the letter.
func (p *Place) Menu(own map[string][]kit.Row) (all []kit.Row) {
	group := ""
	for _, line := range menu {
		rows, ok := own[line.name]
		if !ok {
			rows = p.offers(line.name)
		}
		for i, r := range rows {
			if i == 0 {
				r.Letter = line.letter
			}
			if line.group != group {
				group, r.Group = line.group, p.T("lobby.group."+line.group)
			}
			r.Label = cmp.Or(r.Label, p.T("lobby."+line.name))
			all = append(all, r)
		}
	}
	return all
}

// offers is the row of a name that every place has, none for any other name.
func (p *Place) offers(name string) []kit.Row {
	note, known := p.T("lobby."+name+".note"), p.Played()
	var do func() tea.Cmd
	brief := ""
	switch name {
	case "new":
		do = p.Opens(func() *kit.Sheet { return p.New(known.Next(p.Library.Chapters).ID) })
	case "book":
		won, of := p.wonOf(known)
		if note, do = p.howFar(known), p.Opens(func() *kit.Sheet { return p.chapterBook(p.Played()) }); won > 0 {
			brief = p.T("lobby.book.brief", won, of)
		}
	case "road":
		if _, err := p.Library.Chapter(chapters.Road); err != nil {
			return nil
		}
		do = p.Opens(func() *kit.Sheet { return p.New(chapters.Road) })
	case "lesson":
		do = p.Opens(p.FirstEvening)
	case "rules":
		do = p.Help
	case "saved":
		if known == nil {
			return nil
		}
		note, do = p.N("lobby.saved.note", len(known.Games)), p.Opens(func() *kit.Sheet { return p.replays(p.Played()) })
	case "stats":
		if known == nil {
			return nil
		}
		do = p.Opens(func() *kit.Sheet { return p.statistics(p.Played()) })
	case "settings":
		do = p.Opens(p.SettingsSheet)
	case "leave":
		note, do = "", p.Quit
	default:
		return nil
	}
	return []kit.Row{{Note: note, Brief: brief, Do: do}}
}

// FirstEvening tells what a trick, a suit, the Rings and a goal are, and goes on to a small
// round.
func (p *Place) FirstEvening() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.lesson", Build: func() kit.Content {
		return kit.Content{
			Title: p.T("lobby.lesson"), Page: func(int) page.Page { return lesson.Page(p.Texts) },
			Enter: p.Lesson, Does: p.T("lobby.help.lesson"),
		}
	}}
}
