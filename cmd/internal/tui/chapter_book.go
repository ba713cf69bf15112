package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// chapterBook shows the road of the chapters, with the person's results if they are kept. Campaigns and
// the Road also start here.
func (sh *Shell) chapterBook(played *saves.Played) *kit.Sheet {
	cursor := slices.Index(sh.Library.Chapters, played.Next(sh.Library.Chapters))
	return &kit.Sheet{Name: "lobby.book", Cursor: cursor, Build: func() kit.Content {
		stations := sh.stationsOf(played)
		c := kit.Content{Title: sh.T("lobby.book"), EnterLabel: sh.T("lobby.help.open")}
		stars := 0
		for i := range stations {
			c.Rows = append(c.Rows, stations[i].Row)
			stars += stations[i].stars
		}
		var more []kit.Row
		if sh.Campaign != nil {
			more = append(more, sh.Campaign())
		}
		for _, r := range sh.menuRow("road") {
			r.Label = sh.T("lobby.road")
			r.Letter = 'r'
			more = append(more, r)
		}
		c.Rows = append(c.Rows, more...)
		var states []string
		if played != nil {
			brief := sh.T("lobby.book.stars", stars, len(stations)*saves.MostStars)
			states = []string{sh.T("lobby.book.legend", brief), brief}
		}
		c.Draw = sh.drawRoad(c.Title, states, stations, more)
		return c
	}}
}

// stationsOf returns the chapters of the road, with the person's results.
func (sh *Shell) stationsOf(played *saves.Played) (out []station) {
	for _, ch := range sh.Library.Chapters {
		if ch.Pool != nil { // the Road has no station
			continue
		}
		s := station{
			chapter: ch,
			won:     played.Won(ch.ID),
			stars:   played.Stars(ch.ID),
			state:   chapterLength(sh.Stack.Theme.Texts, ch),
			facts:   sh.roster(ch),
		}
		if won := book.Stars(played.Chapters(), ch.ID); won != "" {
			s.state += "   " + won
		}
		s.Control = sh.Stack.PushAction(func() *kit.Sheet { return sh.chapterSheet(played, ch) })
		out = append(out, s)
	}
	return out
}

// roster names the characters of a chapter, the required ones first, and says what is special about it.
func (sh *Shell) roster(ch *chapters.Chapter) string {
	var required, optional []string
	for _, e := range ch.Roster {
		name := sh.Stack.Theme.Texts.ShortName(e.Character)
		if e.Starred {
			required = append(required, name)
		} else {
			optional = append(optional, name)
		}
	}
	text := strings.Join(required, ", ")
	if len(optional) > 0 {
		text = strings.Join(texts.NotEmpty(text, strings.Join(optional, ", ")), "; ")
	}
	return strings.TrimSpace(text + ". " + ch.Notes.In(sh.Stack.Theme.Texts.Lang()))
}

// chapterSheet shows a chapter's characters, and the person's results in it. A further page has all about the
// chapter.
func (sh *Shell) chapterSheet(played *saves.Played, ch *chapters.Chapter) *kit.Sheet {
	var results []string
	for _, stats := range played.Chapters() {
		if stats.Chapter == ch.ID {
			results = append(results, book.Record(sh.Stack.Theme.Texts, &stats))
		}
	}
	if len(results) > 0 {
		results = append(results, sh.T("stats.legend"))
	}
	newGame := sh.Stack.PushAction(func() *kit.Sheet { return sh.New(ch.ID) })
	details := func() *kit.Sheet {
		return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
			return kit.Content{
				Title:      sh.T("lobby.chapter"),
				EnterLabel: sh.T("lobby.help.table"),
				Enter:      newGame,
				Page:       func(int) page.Page { return rulebook.ChapterPage(sh.Stack.Theme.Texts, sh.Library, ch, false) },
			}
		}}
	}
	cast := rulebook.Cast(sh.Stack.Theme.Texts, sh.Library, ch, func(c *characters.Character) string {
		return sh.Stack.Theme.Texts.Goal(c, 0)
	})
	return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
		var special []string
		if notes := ch.Notes.In(sh.Stack.Theme.Texts.Lang()); notes != "" {
			special = append(special, notes)
		}
		title := sh.Stack.Theme.Texts.Titled(ch)
		cover := castPage{
			special: specialTexts(sh.Stack.Theme.Texts, ch, special),
			members: cast,
			foot:    strings.Join(results, "  "),
		}
		return kit.Content{
			Title:      title,
			Rows:       rowsOf(cast),
			EnterLabel: sh.T("lobby.help.table"),
			Enter:      newGame,
			Shortcuts: []kit.Shortcut{{
				Key:   "i",
				Label: sh.T("lobby.help.details"),
				Do:    sh.Stack.PushAction(details),
			}},
			Draw: cover.draw(title, chapterLength(sh.Stack.Theme.Texts, ch)),
		}
	}}
}
