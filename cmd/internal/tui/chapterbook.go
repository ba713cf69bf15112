package tui

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// progressNote says in a line how far the person has come.
func (p *Shell) progressNote(played *saves.Played) string {
	won, total := book.ChaptersWon(p.Library, played.Won)
	if won == 0 {
		return p.Theme.T("lobby.book.note")
	}
	return p.Theme.T("lobby.book.far", won, total, p.nextName(played))
}

// nextName is the chapter that comes next, by its number: a title would have no room beside the row.
func (p *Shell) nextName(played *saves.Played) string {
	next := played.Next(p.Library.Chapters)
	if next.Pool != nil {
		return next.Title.In(p.Theme.Lang())
	}
	return p.Theme.T("board.chapter", next.ID)
}

// stationsOf are the chapters of the road, with how a person has done in them.
func (p *Shell) stationsOf(played *saves.Played) (out []station) {
	for _, ch := range p.Library.Chapters {
		if ch.Pool != nil { // the Road comes after all of them
			continue
		}
		s := station{
			chapter: ch, won: played.Won(ch.ID), stars: played.Stars(ch.ID),
			state: length(p.Theme.Texts, ch), facts: p.roster(ch),
		}
		if won := book.Stars(played.Chapters(), ch.ID); won != "" {
			s.state += "   " + won
		}
		s.OnEnter = p.PushAction(func() *kit.Sheet { return p.chapterSheet(played, ch) })
		out = append(out, s)
	}
	return out
}

// roster names the characters of a chapter, those who must be there first, and tells what is special.
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

// chapterBook is the road of the chapters, and how a person has done in them, where that is kept.
// The Road and campaigns begin here, too.
func (p *Shell) chapterBook(played *saves.Played) *kit.Sheet {
	cursor := slices.Index(p.Library.Chapters, played.Next(p.Library.Chapters))
	return &kit.Sheet{Name: "lobby.book", Cursor: cursor, Build: func() kit.Content {
		stations := p.stationsOf(played)
		c := kit.Content{Title: p.Theme.T("lobby.book"), EnterLabel: p.Theme.T("lobby.help.open")}
		stars := 0
		for i := range stations {
			c.Rows, stars = append(c.Rows, stations[i].Row), stars+stations[i].stars
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

// chapterSheet shows a chapter's characters, and the person's results in it. All about it is a page behind
// that.
func (p *Shell) chapterSheet(played *saves.Played, ch *chapters.Chapter) *kit.Sheet {
	var done []string
	for _, stats := range played.Chapters() {
		if stats.Chapter == ch.ID {
			done = append(done, book.Record(p.Theme.Texts, &stats))
		}
	}
	if len(done) > 0 {
		done = append(done, p.Theme.T("stats.legend"))
	}
	details := func() *kit.Sheet {
		return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
			return kit.Content{
				Title: p.Theme.T("lobby.chapter"), EnterLabel: p.Theme.T("lobby.help.table"),
				Enter: p.PushAction(func() *kit.Sheet { return p.New(ch.ID) }),
				Page:  func(int) page.Page { return rulebook.ChapterPage(p.Theme.Texts, p.Library, ch, false) },
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
		page := castPage{bandOf(p.Theme.Texts, ch, special), cast, strings.Join(done, "  ")}
		return kit.Content{
			Title: title, EnterLabel: p.Theme.T("lobby.help.table"), Enter: p.PushAction(func() *kit.Sheet {
				return p.New(ch.ID)
			}), Rows: rowsOf(cast),
			ExtraActions: []kit.Row{{
				Letter: 'i', Label: p.Theme.T("lobby.help.details"),
				OnEnter: p.PushAction(details),
			}},
			Draw: page.draw(title, length(p.Theme.Texts, ch)),
		}
	}}
}

// CampaignBook is the book of a campaign.
type CampaignBook struct {
	// Campaign is the campaign as it is now, and About tells of it in a line or two.
	Campaign func() (*campaign.Campaign, error)
	Summary  func(*campaign.Campaign) string
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
func (p *Shell) CampaignBook(b *CampaignBook) *kit.Sheet {
	sheet := &kit.Sheet{Name: "lobby.campaign", Build: func() kit.Content {
		c := kit.Content{Title: p.Theme.T("lobby.campaign"), EnterLabel: p.Theme.T("lobby.help.play")}
		current, err := b.Campaign()
		if err != nil {
			c.Header = []string{p.Theme.Problem(err)}
			if b.More != nil {
				c.Rows = b.More()
			}
			return c
		}
		summary, state, _ := strings.Cut(b.Summary(current), "\n")
		all, more := p.campaignRows(b, current)
		if b.More != nil {
			more = append(more, b.More()...)
		}
		for i := range all {
			c.Rows = append(c.Rows, all[i].Row)
		}
		c.Rows = append(c.Rows, more...)
		if len(more) > 0 { // who plays is told with the next round
			more[0].Help = state
		}
		c.Draw = p.drawRoad(summary, nil, all, more)
		return c
	}}
	if current, err := b.Campaign(); err == nil { // where the campaign is
		all, _ := p.campaignRows(b, current)
		next := cmp.Or(b.Next, current.Recommended())
		if current.Playing != nil {
			next = current.Playing.Chapter
		}
		sheet.Cursor = max(slices.IndexFunc(all, func(s station) bool { return s.chapter.ID == next }), 0)
	}
	return sheet
}

// campaignRows are the chapters of a campaign, and the rows for the round that is being played and for
// the Road.
func (p *Shell) campaignRows(b *CampaignBook, c *campaign.Campaign) (all []station, more []kit.Row) {
	round := "campaign.menu.round"
	next := c.Recommended()
	playing := ""
	if c.Playing != nil {
		round = "campaign.menu.round.begun"
		next = c.Playing.Chapter
		playing = c.Playing.Chapter
	}
	if ch, err := p.Library.Chapter(next); err == nil && b.Play != nil {
		name := book.Chapter(p.Theme.Texts, ch)
		more = append(more, kit.Row{
			Letter: 'p', Label: p.Theme.T("campaign.menu.play"), Note: p.Theme.T(round, c.Number(), name),
			ShortNote: name, OnEnter: func() tea.Cmd { return b.Play("") },
		})
	}
	if playing != "" {
		more = append(more,
			kit.Row{
				Letter: 'g', Label: p.Theme.T("campaign.menu.giveup"),
				Note: p.Theme.T("campaign.menu.giveup.note"), OnEnter: b.GiveUp,
			})
	}
	for _, line := range book.Chapters(p.Theme.Texts, p.Library, c) {
		ch, err := p.Library.Chapter(line.ID)
		if err != nil {
			continue
		}
		s := station{chapter: ch, won: c.IsWon(line.ID), state: line.State, facts: cmp.Or(line.Done, p.roster(ch))}
		if b.Play != nil {
			s.OnEnter = func() tea.Cmd {
				if playing != "" && playing != line.ID {
					p.Note = p.Theme.T("campaign.menu.begun")
					return nil
				}
				return b.Play(line.ID)
			}
		}
		if ch.Pool != nil {
			more = append(more,
				kit.Row{
					Label: line.Title, Note: strings.TrimSpace(line.State + "  " + line.Done),
					ShortNote: line.Mark, OnEnter: s.OnEnter,
				})
			continue
		}
		all = append(all, s)
	}
	return all, more
}

// Station is a chapter on the road: its row, whether it was won, and how well.
type station struct {
	kit.Row
	chapter *chapters.Chapter
	won     bool
	stars   int
	// facts are told of it while the cursor is on it, and state stands at the end of its title.
	facts, state string
}

// drawRoad draws the road from the Shire to Amon Hen: a station for each chapter, there and back in
// rows of six, and below it what is to be said about the one at the cursor. Further rows stand between the
// two.
func (p *Shell) drawRoad(title string, states []string, all []station, more []kit.Row) func(g *felt.Grid,
	cursor int) []felt.HitArea {
	return func(g *felt.Grid, cursor int) (spots []felt.HitArea) {
		g.Headline(0, g.W, title, states...)
		const perRow, front, foot = 6, 2, 5 // the facts, a free line, and the keys
		rows := (len(all) + perRow - 1) / perRow
		left := 0
		width := min(g.W, 120)
		left = (g.W - width) / 2
		if width >= 92 {
			width, left = width-8, left+4
		}
		extra := (len(more) + 1) / 2
		if g.W < 80 {
			extra = len(more)
		}
		feltRows := g.H - 1 - foot - extra // of the felt, with its rail
		stepX := (width - 2*front - felt.Small.W) / (perRow - 1)
		stepY := min((feltRows-2)/max(rows, 1), 7)
		if stepY < felt.Small.H+1 { // the stations around the cursor
			stepY = felt.Small.H + 1
		}
		visibleRows := max(min((feltRows-2)/stepY, rows), 1)
		first := max(min(min(cursor, len(all)-1)/perRow-visibleRows/2, rows-visibleRows), 0)
		g.Fill(0, 1, g.W, g.H-1-foot, felt.Felt)
		top := 2 + max((feltRows-2-visibleRows*stepY)/2, 0)
		stationPosition := func(i int) (x, y int) {
			r := i / perRow
			c := i % perRow
			if r%2 == 1 {
				c = perRow - 1 - c
			}
			return left + front + c*stepX + 1, top + (r-first)*stepY
		}
		isVisible := func(i int) bool { return i/perRow >= first && i/perRow < first+visibleRows }
		for i := range all {
			if i+1 >= len(all) || !isVisible(i) {
				continue
			}
			x, y := stationPosition(i)
			x2, y2 := stationPosition(i + 1)
			pen := felt.Pen{Fg: felt.Line}
			if all[i].won {
				pen.Fg = felt.GoldInk
			}
			switch {
			case y == y2:
				start := min(x, x2) + felt.Small.W + 1
				g.Put(start, y+1, strings.Repeat("─", max(max(x, x2)-1-start, 0)), pen)
			case isVisible(i + 1):
				for k := y + felt.Small.H + 1; k < y2; k++ {
					g.Put(x+2, k, "│", pen)
				}
			}
		}
		next := slices.IndexFunc(all, func(s station) bool { return !s.won })
		for i := range all {
			if !isVisible(i) {
				continue
			}
			// where the place that the road passes is named
			s := &all[i]
			nameOffset := felt.Small.H + 1
			if stepY == nameOffset+1 && isVisible(cursor) && cursor == 2*perRow*(i/perRow+1)-1-i {
				nameOffset-- // not in the frame of the station below
			}
			x, y := stationPosition(i)
			name := book.Place(p.Theme.Texts, s.chapter.ID)
			number := s.chapter.ID
			if s.won && g.Palette().NoColor() {
				number += "*"
			}
			g.Station(x, y, i, number, s.won || i == next, i == cursor)
			if s.won && i != cursor && s.stars > 0 && (name == "" || nameOffset > felt.Small.H) {
				g.Stars(x, y+felt.Small.H, s.stars, saves.MostStars)
			}
			if stepY > felt.Small.H+1 {
				g.Put(max(min(x+(felt.Small.W-g.Width(name)+1)/2, g.W-g.Width(name)-1), 1), y+nameOffset, name,
					felt.Faint)
			}
			spots = append(spots, felt.HitArea{X: x, Y: y, W: felt.Small.W, H: felt.Small.H, Item: i})
		}
		bottom := g.H - foot
		columns := 2
		if g.W < 80 {
			columns = 1
		}
		for i := range more {
			w := (width - 2*front) / columns
			s, _ := drawRow(g, left+front+i%columns*w, bottom-extra+i/columns, w-2, &more[i], len(all)+i,
				len(all)+i == cursor)
			spots = append(spots, s)
		}
		g.Rule(0, bottom, g.W, felt.Rail)
		name := ""
		end := ""
		facts := ""
		switch k := cursor - len(all); {
		case k >= 0 && k < len(more):
			name = more[k].Label
			facts = strings.Join(texts.NotEmpty(texts.Sentence(more[k].Note), more[k].Help), " ")
		case cursor >= 0 && cursor < len(all):
			s := &all[cursor]
			name = p.Theme.Titled(s.chapter)
			end = s.state
			facts = s.facts
		}
		y := bottom + 1
		if g.Width(name)+g.Width(end)+6 > g.W {
			end = ""
		}
		g.PutRight(left+width-2, y, end, felt.Faint)
		g.Put(left+2, y, g.Cut(name, g.W-4), felt.Strong)
		if len(g.Wrap(facts, width-4, 9)) > 2 { // its first sentence alone
			facts, _, _ = strings.Cut(facts, ". ")
		}
		g.Paragraph(left+2, y+1, width-4, 2, facts, felt.Faint)
		return spots
	}
}
