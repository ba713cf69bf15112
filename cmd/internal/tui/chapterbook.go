package tui

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// howFar says in a line how far the person has come.
func (p *Place) howFar(all *saves.Played) string {
	won, of := book.ChaptersWon(p.Library, all.Won)
	if won == 0 {
		return p.T("lobby.book.note")
	}
	return p.T("lobby.book.far", won, of, p.nextName(all))
}

// nextName is the chapter that comes next, by its number: a title would have no room beside the row.
func (p *Place) nextName(all *saves.Played) string {
	next := all.Next(p.Library.Chapters)
	if next.Pool != nil {
		return next.Title.In(p.Lang())
	}
	return p.T("board.chapter", next.ID)
}

// stationsOf are the chapters of the road, with how a person has done in them.
func (p *Place) stationsOf(all *saves.Played) (out []station) {
	for _, ch := range p.Library.Chapters {
		if ch.Pool != nil { // the Road comes after all of them
			continue
		}
		s := station{chapter: ch, won: all.Won(ch.ID), stars: all.Stars(ch.ID), state: length(p.Texts, ch), facts: p.roster(ch)}
		if won := book.Stars(all.Chapters(), ch.ID); won != "" {
			s.state += "   " + won
		}
		s.Do = p.Opens(func() *kit.Sheet { return p.chapter(all, ch) })
		out = append(out, s)
	}
	return out
}

// roster names the characters of a chapter, those who must be there first, and tells what is special.
func (p *Place) roster(ch *chapters.Chapter) string {
	var must, free []string
	for _, e := range ch.Roster {
		if name := p.ShortName(e.Character); e.Starred {
			must = append(must, name)
		} else {
			free = append(free, name)
		}
	}
	said := strings.Join(must, ", ")
	if len(free) > 0 {
		said = strings.Join(texts.NotEmpty(said, strings.Join(free, ", ")), "; ")
	}
	return strings.TrimSpace(said + ". " + ch.Notes.In(p.Lang()))
}

// chapterBook is the road of the chapters, and how a person has done in them, where that is kept.
// The Road and campaigns begin here, too.
func (p *Place) chapterBook(all *saves.Played) *kit.Sheet {
	cursor := slices.Index(p.Library.Chapters, all.Next(p.Library.Chapters))
	return &kit.Sheet{Name: "lobby.book", Cursor: cursor, Build: func() kit.Content {
		stations, c := p.stationsOf(all), kit.Content{Title: p.T("lobby.book"), Does: p.T("lobby.help.open")}
		stars := 0
		for i := range stations {
			c.Rows, stars = append(c.Rows, stations[i].Row), stars+stations[i].stars
		}
		var more []kit.Row
		if p.Campaign != nil {
			more = append(more, p.Campaign())
		}
		for _, r := range p.offers("road") {
			r.Label, r.Letter = p.T("lobby.road"), 'r'
			more = append(more, r)
		}
		c.Rows = append(c.Rows, more...)
		var states []string
		if all != nil {
			brief := p.T("lobby.book.stars", stars, len(stations)*saves.MostStars)
			states = []string{p.T("lobby.book.legend", brief), brief}
		}
		c.Draw = p.drawRoad(c.Title, states, stations, more)
		return c
	}}
}

// chapter shows a chapter's characters, and the person's results in it. All about it is a page behind
// that.
func (p *Place) chapter(all *saves.Played, ch *chapters.Chapter) *kit.Sheet {
	var done []string
	for _, at := range all.Chapters() {
		if at.Chapter == ch.ID {
			done = append(done, book.Record(p.Texts, &at))
		}
	}
	if len(done) > 0 {
		done = append(done, p.T("stats.legend"))
	}
	details := func() *kit.Sheet {
		return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
			return kit.Content{
				Title: p.T("lobby.chapter"), Does: p.T("lobby.help.table"), Enter: p.Opens(func() *kit.Sheet { return p.New(ch.ID) }),
				Page: func(int) page.Page { return rulebook.ChapterPage(p.Texts, p.Library, ch, false) },
			}
		}}
	}
	cast := rulebook.Cast(p.Texts, p.Library, ch, func(c *characters.Character) string { return p.Goal(c, 0) })
	return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
		var special []string
		if notes := ch.Notes.In(p.Lang()); notes != "" {
			special = append(special, notes)
		}
		title, page := p.Titled(ch), castPage{bandOf(p.Texts, ch, special), cast, strings.Join(done, "  ")}
		return kit.Content{
			Title: title, Does: p.T("lobby.help.table"), Enter: p.Opens(func() *kit.Sheet { return p.New(ch.ID) }), Rows: rowsOf(cast),
			Also: []kit.Row{{Letter: 'i', Label: p.T("lobby.help.details"), Do: p.Opens(details)}},
			Draw: page.draw(title, length(p.Texts, ch)),
		}
	}}
}

// CampaignBook is the book of a campaign.
type CampaignBook struct {
	// Kept is the campaign as it is now, and About tells of it in a line or two.
	Kept  func() (*campaign.Campaign, error)
	About func(*campaign.Campaign) string
	// Next is the chapter that was chosen as the next, empty for none.
	Next string
	// Play plays a chapter, the next one where none is named, nil where the person does not
	// decide. GiveUp gives the round up that was begun.
	Play   func(chapter string) tea.Cmd
	GiveUp func() tea.Cmd
	// More are the rows below the chapters.
	More func() []kit.Row
}

// CampaignBook shows how far each chapter has come, on the road. Each can be played from there.
func (p *Place) CampaignBook(b *CampaignBook) *kit.Sheet {
	sheet := &kit.Sheet{Name: "lobby.campaign", Build: func() kit.Content {
		c := kit.Content{Title: p.T("lobby.campaign"), Does: p.T("lobby.help.play")}
		kept, err := b.Kept()
		if err != nil {
			c.Above = []string{p.Problem(err)}
			if b.More != nil {
				c.Rows = b.More()
			}
			return c
		}
		about, state, _ := strings.Cut(b.About(kept), "\n")
		all, more := p.campaignRows(b, kept)
		if b.More != nil {
			more = append(more, b.More()...)
		}
		for i := range all {
			c.Rows = append(c.Rows, all[i].Row)
		}
		c.Rows = append(c.Rows, more...)
		if len(more) > 0 { // who plays is told with the next round
			more[0].Tell = state
		}
		c.Draw = p.drawRoad(about, nil, all, more)
		return c
	}}
	if kept, err := b.Kept(); err == nil { // where the campaign is
		all, _ := p.campaignRows(b, kept)
		next := cmp.Or(b.Next, kept.Recommended())
		if kept.Playing != nil {
			next = kept.Playing.Chapter
		}
		sheet.Cursor = max(slices.IndexFunc(all, func(s station) bool { return s.chapter.ID == next }), 0)
	}
	return sheet
}

// campaignRows are the chapters of a campaign, and the rows for the round that is being played and for
// the Road.
func (p *Place) campaignRows(b *CampaignBook, c *campaign.Campaign) (all []station, more []kit.Row) {
	round, next, playing := "campaign.menu.round", c.Recommended(), ""
	if c.Playing != nil {
		round, next, playing = "campaign.menu.round.begun", c.Playing.Chapter, c.Playing.Chapter
	}
	if ch, err := p.Library.Chapter(next); err == nil && b.Play != nil {
		name := book.Chapter(p.Texts, ch)
		more = append(more, kit.Row{
			Letter: 'p', Label: p.T("campaign.menu.play"), Note: p.T(round, c.Number(), name), Brief: name, Do: func() tea.Cmd { return b.Play("") },
		})
	}
	if playing != "" {
		more = append(more, kit.Row{Letter: 'g', Label: p.T("campaign.menu.giveup"), Note: p.T("campaign.menu.giveup.note"), Do: b.GiveUp})
	}
	for _, line := range book.Chapters(p.Texts, p.Library, c) {
		ch, err := p.Library.Chapter(line.ID)
		if err != nil {
			continue
		}
		s := station{chapter: ch, won: c.IsWon(line.ID), state: line.State, facts: cmp.Or(line.Done, p.roster(ch))}
		if b.Play != nil {
			s.Do = func() tea.Cmd {
				if playing != "" && playing != line.ID {
					p.Note = p.T("campaign.menu.begun")
					return nil
				}
				return b.Play(line.ID)
			}
		}
		if ch.Pool != nil {
			more = append(more, kit.Row{Label: line.Title, Note: strings.TrimSpace(line.State + "  " + line.Done), Brief: line.Mark, Do: s.Do})
			continue
		}
		all = append(all, s)
	}
	return all, more
}
