package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table/words"
)

// menuLines returns the lines of the menu. Campaigns and saved games are for a person at home; a visitor of a server
// begins a campaign like any table.
func (s *Server) menuLines() []menuLine {
	all := []menuLine{
		{"new", "/new", "i-share", "lobby.new.note", nil},
		{"campaign", "/new?game=campaign", "i-goal", "lobby.campaign.none", nil},
		{"today", "/today", "i-star", "lobby.today.note", (*visitor).today},
		{"book", "/book", "i-next", "lobby.book.note", (*visitor).chapters},
		{"lesson", "/read/lesson", "i-bulb", "web.lesson.note", nil},
		{"puzzle", "/puzzles", "i-check", "web.puzzle.note", (*visitor).puzzles},
		{"entry", "/real", "i-hand", "web.real.note", (*visitor).real},
		{"stats", "/stats", "i-crown", "lobby.stats.note", (*visitor).statistics},
		{"rules", "/read/rules", "i-eye", "lobby.rules.note", nil},
		{"settings", "/settings", "i-more", "web.looks", (*visitor).settings},
	}
	if s.home != nil {
		all[1] = menuLine{"campaign", "/campaign", "i-goal", "lobby.campaign.none", (*visitor).campaign}
		all = slices.Insert(all, 2, menuLine{"saved", "/saved", "i-undo", "lobby.saved.above", (*visitor).savedGames})
	}
	return all
}

// menuLine is a line of the menu, which leads to a page.
type menuLine struct {
	// name is the key of the text without "lobby.".
	name string
	// path is the address of the page.
	path string
	// icon is the sign of the line.
	icon string
	// note is the key of the note below the text.
	note string
	// show sends the page, nil if another handler does.
	show func(*visitor)
}

// menu returns the lines of the menu as tiles.
func (v *visitor) menu() (all []tile) {
	for _, entry := range v.server.menuLines() {
		all = append(all, tile{entry.path, entry.icon, v.frame.Texts.T("lobby." + entry.name), v.frame.Texts.T(entry.note)})
	}
	return all
}

// today shows the form for a table with the deal of the day.
func (v *visitor) today() {
	id, err := choose.Today(v.r.Context(), v.server.options.Library, time.Now(), v.withSolver)
	if err != nil {
		v.sendTableError(err)
		return
	}
	v.showNew(v.newSetup().ForDeal(id), http.StatusOK)
}

// puzzlesPage has the puzzles of a level.
type puzzlesPage struct {
	sheet
	Intro string
	// Solved says how many puzzles of the level are solved.
	Solved string
	// Tabs are the levels.
	Tabs  []tab
	Level int
	// All are the puzzles.
	All []line
}

// line is a line of a list: a puzzle, a chapter, a character or a round.
type line struct {
	// ID is the value of the button that plays the line; empty without a button.
	ID string
	// Emblem is the character whose emblem is shown.
	Emblem string

	Name string
	Text string

	// Share says in words which part of Total N is.
	Share string
	// Path is the address of the replay; empty without one.
	Path string
	// N is the part of Total that is drawn as a bar.
	N int
	// Total is the length of the bar, 0 for no bar.
	Total int
	Stars starred
}

// chapterLine returns a line with the name and the emblem of a chapter.
func (v *visitor) chapterLine(id string) (l line) {
	if c, err := v.server.options.Library.Chapter(id); err == nil {
		l.Name = v.frame.Texts.Chapter(c)
		l.Emblem = emblem(v.server.options.Library, c)
	}
	return l
}

// puzzles shows the puzzles of a level: the one in the address, or the first one that is not solved.
func (v *visitor) puzzles() {
	p := &puzzlesPage{sheet: v.newSheet("/", v.frame.Texts.T("lobby.puzzle")), Intro: v.frame.Texts.T("lobby.puzzle.above")}
	prefs := v.server.personStore(v.me.ID).CurrentSettings()
	if v.server.home == nil {
		if name, err := v.server.options.Tables.Name(v.me.ID); name == "" && err == nil {
			p.Intro += " " + v.frame.Texts.T("web.puzzle.unknown")
		}
	}
	levels := choose.Puzzles(v.frame.Texts, prefs.Puzzles)[1:]
	p.Level = choose.ParseNumber(v.r.FormValue("level"))
	if p.Level < 1 || p.Level > len(levels) {
		p.Level = 1 + max(slices.IndexFunc(levels, func(l choose.Level) bool { return l.Solved < l.Total }), 0)
	}
	for _, l := range levels {
		p.Tabs = append(p.Tabs, tab{
			Path:    "/puzzles?level=" + strconv.Itoa(l.Level),
			Label:   l.Label,
			Note:    fmt.Sprintf("%d/%d", l.Solved, l.Total),
			Current: l.Level == p.Level,
		})
	}
	p.Subtitle = choose.Solved(v.frame.Texts, prefs.Puzzles, 0)
	p.Solved = levels[p.Level-1].Note
	levelPuzzles, _ := choose.OfLevel(p.Level, time.Now())
	for i := range levelPuzzles {
		deal := &levelPuzzles[i]
		l := v.chapterLine(deal.Chapter)
		cards := 0
		for _, h := range deal.Hands {
			cards = max(cards, h.Cards.Len())
		}
		tricksLeft := cards - len(deal.Plays)/len(deal.Hands)
		l.Text = l.Name + ": " + v.frame.Texts.TricksWon(tricksLeft)
		l.ID = deal.ID
		l.Name = v.frame.Texts.T("web.puzzle.name", i+1, p.Level)
		l.Stars = stars(v.frame.Texts, prefs.Puzzles[deal.ID], puzzle.MostStars)
		p.All = append(p.All, l)
	}
	v.sendPage("puzzles", p)
}

// statsPage shows a person's statistics, or the saved games.
type statsPage struct {
	sheet
	Figures []figure
	Intro   string
	Boxes   []box
}

// box is a list with a headline.
type box struct {
	Title string
	Lines []line
}

// statistics shows the person's statistics: at home of all rounds, on a server of the last round of each table.
func (v *visitor) statistics() {
	p := &statsPage{sheet: v.newSheet("/", v.frame.Texts.T("lobby.stats"))}
	var rounds, won int
	var finished []line
	if v.server.home != nil {
		rounds, won = v.addHomeStatistics(p)
	} else {
		rounds, won, finished = v.addServerStatistics(p)
	}
	p.Boxes = append(p.Boxes, box{v.frame.Texts.T("lobby.saved"), finished})
	prefs := v.server.personStore(v.me.ID).CurrentSettings()
	solved := 0
	starSum := 0
	for _, n := range prefs.Puzzles {
		solved++
		starSum += n
	}
	count := func(key string, n int) { p.Figures = append(p.Figures, figure{n, v.frame.Texts.T("web.count." + key)}) }
	count("rounds", rounds)
	count("won", won)
	count("puzzles", solved)
	count("stars", starSum)
	v.sendPage("stats", p)
}

// addHomeStatistics adds the characters, chapters and series of a person at home, and counts the rounds.
func (v *visitor) addHomeStatistics(p *statsPage) (rounds, won int) {
	played := v.server.personStore(v.me.ID).Played()
	var cast []line
	for _, c := range played.Stats.Characters {
		if character := v.server.options.Library.Characters[c.Character]; character != nil {
			total := c.Met + c.Failed
			cast = append(cast, line{
				Emblem: character.ID,
				Name:   v.frame.Texts.Name(character),
				N:      c.Met,
				Total:  total,
				Share:  v.frame.Texts.T("stats.of", c.Met, total),
			})
		}
	}
	var road []line
	for _, c := range played.Chapters() {
		rounds += c.Finished()
		won += c.Won
		l := v.chapterLine(c.Chapter)
		l.Text = book.Record(v.frame.Texts, &c)
		l.Stars = stars(v.frame.Texts, c.Stars(), saves.MostStars)
		road = append(road, l)
	}
	p.Boxes = append(p.Boxes, box{v.frame.Texts.T("web.characters"), cast}, box{v.frame.Texts.T("lobby.book"), road})
	if now := &played.Stats; now.MostWinsInRow > 1 {
		p.Intro = v.frame.Texts.T("stats.row", now.WinsInRow, now.MostWinsInRow)
	}
	if days := played.Stats.Days; days.Won > 0 {
		p.Intro += " " + v.frame.Texts.T("stats.days", days.Won, days.Current, days.Longest)
	}
	return rounds, won
}

// addServerStatistics counts the last round of each table where the person was, and lists these rounds.
func (v *visitor) addServerStatistics(p *statsPage) (rounds, won int, finished []line) {
	tables, err := v.server.options.Tables.Visited(v.me.ID)
	p.complain(err)
	p.Intro = v.frame.Texts.T("serve.stats.above")
	for i := range tables {
		view := &tables[i].Now
		if view.Last == nil {
			continue
		}
		rounds++
		if view.Last.Won {
			won++
		}
		l := line{Name: words.Table(v.frame.Texts, v.server.options.Library, view), Text: words.Result(v.frame.Texts, view)}
		if !view.Playing {
			l.Path = "/table/" + tables[i].Ticket.Table + "/look"
		}
		finished = append(finished, l)
	}
	return rounds, won, finished
}

// savedGames shows the saved games at home, to resume or to replay.
func (v *visitor) savedGames() {
	p := &statsPage{sheet: v.newSheet("/", v.frame.Texts.T("lobby.saved")), Intro: v.frame.Texts.T("lobby.saved.above")}
	var all []line
	for _, g := range v.server.home.Person.Played().Games {
		l := v.chapterLine(g.Record.Chapter)
		l.Name = book.Summary(v.frame.Texts, v.server.options.Library, &g)
		l.Text = g.Modified.Local().Format(book.Minutes)
		if g.CanContinue() {
			l.ID = g.Name
		} else if g.Err == nil {
			l.Path = "/saved/look?name=" + url.QueryEscape(g.Name)
		}
		all = append(all, l)
	}
	p.Boxes = []box{{"", all}}
	v.sendPage("stats", p)
}

// resumeSaved resumes a saved game at home, or replays a finished one.
func (v *visitor) resumeSaved() {
	games := v.server.home.Person.Played().Games
	name := v.r.FormValue("name")
	i := slices.IndexFunc(games, func(g saves.Save) bool { return g.Name == name && g.Err == nil })
	switch {
	case i < 0:
		http.NotFound(v.w, v.r)
	case games[i].Finished:
		v.replayRecord(games[i].Record, "/saved/look?name="+url.QueryEscape(name)+"&", "/saved")
	case v.r.Method == http.MethodPost:
		v.leaveForRound(func() error { return v.server.home.Person.ResumeSaved(name) })
	default:
		http.Redirect(v.w, v.r, "/saved", http.StatusSeeOther)
	}
}

// settingFields returns the fields of the settings that are not part of the Appearance.
func (v *visitor) settingFields(now *settings.Settings) []choose.Field {
	client := settings.BrowserOnServer
	if v.server.home != nil {
		client = settings.BrowserAtHome
	}
	return choose.Settings(v.frame.Texts, now, client)
}

// settings shows the form of the settings.
func (v *visitor) settings() {
	now := v.server.personStore(v.me.ID).CurrentSettings()
	p := &formPage{
		sheet: v.newSheet("/", v.frame.Texts.T("lobby.settings")), Fan: fan(v.frame.Texts)[:3],
		Fields: append(v.frame.Looks(), v.settingFields(&now)...),
	}
	if v.r.FormValue("kept") != "" {
		p.Note = v.frame.Texts.T("web.kept")
	}
	v.sendPage("settings", p)
}

// keepSettings stores the settings of that form.
func (v *visitor) keepSettings() {
	if err := v.server.personStore(v.me.ID).ChangeSettings(func(set *settings.Settings) {
		v.fill(v.settingFields(set))
	}); err != nil {
		v.sendTableError(err)
		return
	}
	keepAppearance(v.w, v.r)
	http.Redirect(v.w, v.r, "/settings?kept=yes", http.StatusSeeOther)
}
