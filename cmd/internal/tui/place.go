package tui

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table/words"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Shell is a visit at home or on a server, with what is offered there before and after a round.
// Its menu and the sheets that this leads to are the same everywhere.
type Shell struct {
	*Session
	Library *chapters.Library
	// Now tells the time.
	Now func() time.Time
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
	Played         func() *saves.Played
	AddGameActions func(all *saves.Played, g *saves.Save, c *kit.Content)
	// Settings are the person's settings, and Change changes them. Offered are those that the place
	// has, by their names, all if nil; Computers are the computer players there, the weakest first.
	Settings           settings.Settings
	Change             func(func(*settings.Settings)) tea.Cmd
	Offered, Computers []string
}

// ApplySettings completes the options of a round with what the person wants. Beat is how long a computer
// player takes.
func (p *Shell) ApplySettings(terminal Terminal, beat time.Duration, o Options) Options {
	o.Terminal = terminal
	o.Beat = beat
	o.Auto = o.Auto || p.Settings.Auto
	o.Mouse = p.Mouse
	o.Keys = p.Settings.Keys
	if o.Advice != nil && !o.Unsaved {
		o.Advice.Tips = !p.Settings.NoTips
		o.Advice.Quiet = p.Settings.NoTips
		o.Advice.SeenTips = p.Settings.Tips
		o.KeepTip = func(name string) tea.Cmd {
			return p.Change(func(set *settings.Settings) { set.Tips = append(slices.Clone(set.Tips), name) })
		}
	}
	return o
}

// Menu are the rows of the menu: those that every place has, and the place's own, by their
// names. Where there are several of a name, the first one has the letter.
func (p *Shell) Menu(own map[string][]kit.Row) (all []kit.Row) {
	group := ""
	for _, line := range choose.Menu {
		if p.Campaign != nil && (line.Name == "campaign" || line.Name == "road") {
			continue // they are in the chapter book
		}
		rows, ok := own[line.Name]
		if !ok {
			rows = p.menuRow(line.Name)
		}
		for i, r := range rows {
			if i == 0 {
				r.Letter = line.Letter
			}
			if line.Group != group {
				group = line.Group
				r.Group = p.Theme.T("lobby.group." + line.Group)
			}
			r.Label = cmp.Or(r.Label, p.Theme.T("lobby."+line.Name))
			all = append(all, r)
		}
	}
	return all
}

// menuRow is the row of a name that every place has, none for any other name.
func (p *Shell) menuRow(name string) []kit.Row {
	note := p.Theme.T("lobby." + name + ".note")
	played := p.Played()
	var do func() tea.Cmd
	brief := ""
	switch name {
	case "new":
		brief = p.nextName(played)
		do = p.PushAction(func() *kit.Sheet { return p.New(played.Next(p.Library.Chapters).ID) })
	case "book":
		won, total := book.ChaptersWon(p.Library, played.Won)
		note = p.progressNote(played)
		do = p.PushAction(func() *kit.Sheet { return p.chapterBook(p.Played()) })
		if won > 0 {
			brief = p.Theme.T("lobby.book.brief", won, total)
		}
	case "road":
		if _, err := p.Library.Chapter(chapters.Road); err != nil {
			return nil
		}
		do = p.PushAction(func() *kit.Sheet { return p.New(chapters.Road) })
	case "today":
		brief = p.todayNote(played)
		do = p.Today
	case "puzzle":
		stars := p.Stars()
		note = choose.Solved(p.Theme.Texts, stars, 0)
		brief = choose.SolvedBrief(p.Theme.Texts, stars)
		do = p.PushAction(p.puzzleSheet)
	case "lesson":
		do = p.PushAction(p.FirstEvening)
	case "rules":
		do = p.Help
	case "saved":
		if played == nil {
			return nil
		}
		note = p.Theme.N("lobby.saved.note", len(played.Games))
		if len(played.Games) == 0 {
			note = p.Theme.T("lobby.stats.none")
		}
		do = p.PushAction(func() *kit.Sheet { return p.replayListSheet(p.Played()) })
	case "stats":
		if played == nil {
			return nil
		}
		if n := played.Stats.Row; n > 0 {
			brief = p.Theme.T("lobby.stats.brief", n)
		}
		do = p.PushAction(func() *kit.Sheet { return p.statisticsSheet(p.Played()) })
	case "settings":
		brief = p.Theme.T("lobby.lang." + p.Theme.Lang())
		do = p.PushAction(p.SettingsSheet)
	case "leave":
		note = ""
		do = p.Quit
	default:
		return nil
	}
	return []kit.Row{{Note: note, ShortNote: brief, OnEnter: do}}
}

// todayNote is the date of the deal of the day, and what has become of it.
func (p *Shell) todayNote(played *saves.Played) string {
	now := p.Now()
	state := ""
	if played != nil {
		for i := range played.Games {
			g := &played.Games[i]
			if day, ok := daily.Day(p.Library, g.Record.Deal); !ok ||
				day.Format(time.DateOnly) != now.Format(time.DateOnly) {
				continue
			}
			switch {
			case g.Err != nil:
			case g.Finished && g.Result == chapters.Won:
				return p.Theme.T("lobby.today.brief", p.Theme.Date(now), p.Theme.T("today.won"))
			case state == "" && g.Finished:
				state = p.Theme.T("today.lost")
			case !g.Finished:
				state = p.Theme.T("lobby.today.begun")
			}
		}
	}
	if state == "" {
		return p.Theme.Date(now)
	}
	return p.Theme.T("lobby.today.brief", p.Theme.Date(now), state)
}

// FirstEvening tells what a trick, a suit, the Rings and a goal are, and goes on to a small
// round.
func (p *Shell) FirstEvening() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.lesson", Build: func() kit.Content {
		return kit.Content{
			Title: p.Theme.T("lobby.lesson"), Page: func(int) page.Page { return lesson.Page(p.Theme.Texts) },
			Enter: p.Lesson, EnterLabel: p.Theme.T("lobby.help.lesson"),
		}
	}}
}

// puzzleSheet offers the puzzle of the day, and those of each level.
func (p *Shell) puzzleSheet() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.puzzle", Build: func() kit.Content {
		c := kit.Content{Title: p.Theme.T("lobby.puzzle"), Header: []string{p.Theme.T("lobby.puzzle.above")}}
		for _, level := range choose.Puzzles(p.Theme.Texts, p.Stars()) {
			c.Rows = append(c.Rows, kit.Row{Label: level.Label, Note: level.Note, OnEnter: func() tea.Cmd {
				return p.Solve(level.Level)
			}})
		}
		return c
	}}
}

// replayListSheet list the games that a person can look at again.
func (p *Shell) replayListSheet(played *saves.Played) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		textKey := "lobby.saved.ended"
		switch {
		case len(played.Games) == 0:
			textKey = "lobby.stats.none"
		case slices.ContainsFunc(played.Games, func(g saves.Save) bool { return g.CanContinue() }):
			textKey = "lobby.saved.above"
		}
		c := kit.Content{Title: p.Theme.T("lobby.saved"), Header: []string{p.Theme.T(textKey)}}
		for _, g := range played.Games {
			c.Rows = append(c.Rows,
				kit.Row{
					Label: g.Name, Note: book.Summary(p.Theme.Texts, p.Library, &g),
					OnEnter: p.PushAction(func() *kit.Sheet { return p.replaySheet(played, &g) }),
				})
		}
		return c
	}}
}

// replaySheet tells how a game went.
func (p *Shell) replaySheet(played *saves.Played, g *saves.Save) *kit.Sheet {
	content := func(int) page.Page {
		if g.Err != nil {
			return page.FromText(p.Theme.Tell(g.Err))
		}
		saved, err := book.Saved(p.Theme.Texts, p.Library, g)
		if err != nil {
			return page.FromText(p.Theme.Tell(err))
		}
		return saved
	}
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		c := kit.Content{Title: p.Theme.T("lobby.saved"), Page: content}
		p.AddGameActions(played, g, &c)
		return c
	}}
}

// FieldRows are the rows of a sheet for fields: left and right turn what can be chosen.
func FieldRows(fields ...[]choose.Field) (all []kit.Row) {
	for _, f := range slices.Concat(fields...) {
		r := kit.Row{
			Letter:     f.Letter,
			Label:      f.Label,
			Value:      f.Value,
			SpaceAbove: f.SpaceAbove,
		}
		if f.Text != nil {
			r.Text = &kit.TextField{Value: f.Text, MaxLength: f.MaxLength, Format: f.Format, OnChange: f.OnChange}
		}
		if len(f.Options) > 0 {
			r.OnTurn = func(step int) tea.Cmd {
				f.Step(step)
				return nil
			}
		}
		if f.Digits {
			r.OnDigit = func(n int) {
				if v := strconv.Itoa(n); slices.ContainsFunc(f.Options, func(o words.Choice) bool {
					return o.Value == v
				}) {
					f.Set(v)
				}
			}
		}
		all = append(all, r)
	}
	return all
}

// SettingsSheet shows the settings, and changes them.
func (p *Shell) SettingsSheet() *kit.Sheet {
	fieldsOf := func(s *settings.Settings) []choose.Field {
		return choose.Settings(p.Theme.Texts, s, p.Computers, p.Offered...)
	}
	return &kit.Sheet{Name: "settings", Build: func() kit.Content {
		now := p.Settings
		c := kit.Content{
			Title: p.Theme.T("lobby.settings"), Header: []string{p.Theme.T("lobby.settings.above")},
			Rows: FieldRows(fieldsOf(&now)),
		}
		for i := range c.Rows {
			c.Rows[i].OnTurn = func(step int) tea.Cmd {
				return p.Change(func(s *settings.Settings) { fieldsOf(s)[i].Step(step) })
			}
		}
		c.Paint = drawCardSample
		return c
	}}
}

// drawCardSample shows how cards look now, below the settings where there is room.
func drawCardSample(g *felt.Grid, freeRow int) {
	const foot, gap = 7, 2
	if g.H-foot < freeRow {
		return
	}
	x := (g.W - 4*(felt.Small.W+gap)) / 2
	for i, state := range []felt.CardState{felt.Lit, felt.Best, felt.Lit, felt.Sunk} {
		g.Card(x+i*(felt.Small.W+gap), g.H-foot, felt.Small, tricks.NewCard(tricks.Suit(i), 2*i+1), "", state,
			felt.Small.H)
	}
}
