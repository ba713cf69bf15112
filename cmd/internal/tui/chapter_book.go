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
func (p *Shell) chapterBook(played *saves.Played) *kit.Sheet {
	cursor := slices.Index(p.Library.Chapters, played.Next(p.Library.Chapters))
	return &kit.Sheet{Name: "lobby.book", Cursor: cursor, Build: func() kit.Content {
		stations := p.stationsOf(played)
		c := kit.Content{Title: p.Theme.T("lobby.book"), EnterLabel: p.Theme.T("lobby.help.open")}
		stars := 0
		for i := range stations {
			c.Rows = append(c.Rows, stations[i].Row)
			stars += stations[i].stars
		}
		var more []kit.Row
		if p.Campaign != nil {
			more = append(more, p.Campaign())
		}
		for _, r := range p.menuRow("road") {
			r.Label = p.Theme.T("lobby.road")
			r.Letter = 'r'
			more = append(more, r)
		}
		c.Rows = append(c.Rows, more...)
		var states []string
		if played != nil {
			brief := p.Theme.T("lobby.book.stars", stars, len(stations)*saves.MostStars)
			states = []string{p.Theme.T("lobby.book.legend", brief), brief}
		}
		c.Draw = p.drawRoad(c.Title, states, stations, more)
		return c
	}}
}

// stationsOf returns the chapters of the road, with the person's results.
func (p *Shell) stationsOf(played *saves.Played) (out []station) {
	for _, ch := range p.Library.Chapters {
		if ch.Pool != nil { // the Road has no station
			continue
		}
		s := station{
			chapter: ch,
			won:     played.Won(ch.ID),
			stars:   played.Stars(ch.ID),
			state:   chapterLength(p.Theme.Texts, ch),
			facts:   p.roster(ch),
		}
		if won := book.Stars(played.Chapters(), ch.ID); won != "" {
			s.state += "   " + won
		}
		s.OnEnter = p.PushAction(func() *kit.Sheet { return p.chapterSheet(played, ch) })
		out = append(out, s)
	}
	return out
}

// roster names the characters of a chapter, the required ones first, and says what is special about it.
func (p *Shell) roster(ch *chapters.Chapter) string {
	var required, optional []string
	for _, e := range ch.Roster {
		name := p.Theme.ShortName(e.Character)
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
	return strings.TrimSpace(text + ". " + ch.Notes.In(p.Theme.Lang()))
}

// chapterSheet shows a chapter's characters, and the person's results in it. A further page has all about the
// chapter.
func (p *Shell) chapterSheet(played *saves.Played, ch *chapters.Chapter) *kit.Sheet {
	var results []string
	for _, stats := range played.Chapters() {
		if stats.Chapter == ch.ID {
			results = append(results, book.Record(p.Theme.Texts, &stats))
		}
	}
	if len(results) > 0 {
		results = append(results, p.Theme.T("stats.legend"))
	}
	newGame := p.PushAction(func() *kit.Sheet { return p.New(ch.ID) })
	details := func() *kit.Sheet {
		return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
			return kit.Content{
				Title:      p.Theme.T("lobby.chapter"),
				EnterLabel: p.Theme.T("lobby.help.table"),
				Enter:      newGame,
				Page:       func(int) page.Page { return rulebook.ChapterPage(p.Theme.Texts, p.Library, ch, false) },
			}
		}}
	}
	cast := rulebook.Cast(p.Theme.Texts, p.Library, ch, func(c *characters.Character) string {
		return p.Theme.Goal(c, 0)
	})
	return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
		var special []string
		if notes := ch.Notes.In(p.Theme.Lang()); notes != "" {
			special = append(special, notes)
		}
		title := p.Theme.Titled(ch)
		cover := castPage{
			special: specialTexts(p.Theme.Texts, ch, special),
			members: cast,
			foot:    strings.Join(results, "  "),
		}
		return kit.Content{
			Title:      title,
			Rows:       rowsOf(cast),
			EnterLabel: p.Theme.T("lobby.help.table"),
			Enter:      newGame,
			ExtraActions: []kit.Row{{
				Letter:  'i',
				Label:   p.Theme.T("lobby.help.details"),
				OnEnter: p.PushAction(details),
			}},
			Draw: cover.draw(title, chapterLength(p.Theme.Texts, ch)),
		}
	}}
}
