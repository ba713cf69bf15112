package tui

import (
	"cmp"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
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
	// Today plays the deal of the day, and Solve the puzzles of a level, 0 for the puzzle of the day.
	Today func() tea.Cmd
	Solve func(level int) tea.Cmd
	// Stars returns those of the puzzles that the person has solved.
	Stars func() map[string]int
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
		o.Advice.Tips, o.Advice.Quiet, o.Advice.Told = !p.Set.NoTips, p.Set.NoTips, p.Set.Tips
		o.Told = func(name string) tea.Cmd {
			return p.Change(func(set *settings.Settings) { set.Tips = append(slices.Clone(set.Tips), name) })
		}
	}
	return o
}

// Menu are the rows of the menu: those that every place has, and the place's own, by their
// names. Where there are several of a name, the first one has the letter.
func (p *Place) Menu(own map[string][]kit.Row) (all []kit.Row) {
	group := ""
	for _, line := range choose.Menu {
		if p.Campaign != nil && (line.Name == "campaign" || line.Name == "road") {
			continue // they are in the chapter book
		}
		rows, ok := own[line.Name]
		if !ok {
			rows = p.offers(line.Name)
		}
		for i, r := range rows {
			if i == 0 {
				r.Letter = line.Letter
			}
			if line.Group != group {
				group, r.Group = line.Group, p.T("lobby.group."+line.Group)
			}
			r.Label = cmp.Or(r.Label, p.T("lobby."+line.Name))
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
	case "today":
		do = p.Today
	case "puzzle":
		note, do = choose.Solved(p.Texts, p.Stars(), 0), p.Opens(p.puzzles)
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
