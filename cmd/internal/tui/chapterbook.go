package tui

import (
	"cmp"
	"slices"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/saves"

	tea "github.com/charmbracelet/bubbletea"
)

// howFar says in a line how far the person has come.
func (p *Place) howFar(all *saves.Played) string {
	won, of := 0, 0
	for _, c := range p.Library.Chapters {
		switch {
		case c.Pool != nil: // the Road comes after all of them
		case all.Won(c.ID):
			won, of = won+1, of+1
		default:
			of++
		}
	}
	if won == 0 {
		return p.T("lobby.book.note")
	}
	next := all.Next(p.Library.Chapters)
	name := p.T("board.chapter", next.ID) // a title would have no room beside the row
	if next.Pool != nil {
		name = next.Title.In(p.Lang())
	}
	return p.T("lobby.book.far", won, of, name)
}

// chapterBook lists the chapters, and how a person has done in them, where that is kept.
func (p *Place) chapterBook(all *saves.Played) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.book", Form: kit.Form{Cursor: slices.Index(p.Library.Chapters, all.Next(p.Library.Chapters))}, Build: func() kit.Content {
		c := kit.Content{Title: p.T("lobby.book")}
		if all != nil {
			c.Above, c.Below = p.Road(book.Journey(p.Texts, p.Library, all.Won, p.W)), []string{p.T("journey.legend")}
		}
		for _, ch := range p.Library.Chapters {
			long := ""
			if ch.Long {
				long = p.T("lobby.long")
			}
			won, brief := book.Stars(p.Texts, all.Chapters(), ch.ID)
			note := p.Fit(long, cells.Width(p.T("lobby.long"))+2) + won
			c.Rows = append(c.Rows, kit.Row{Label: choose.ChapterLabel(ch.ID, ch.Title.In(p.Lang())), Note: note, Brief: brief, Do: p.Opens(func() *kit.Sheet { return p.chapter(all, ch) })})
		}
		return c
	}}
}

// chapter describes a chapter, below the person's results in it.
func (p *Place) chapter(all *saves.Played, ch *chapters.Chapter) *kit.Sheet {
	told := func(int) page.Page {
		var done page.Page
		for _, at := range all.Chapters() {
			if at.Chapter == ch.ID {
				done.Text(0, book.Record(p.Texts, &at))
			}
		}
		return page.Join(done, rulebook.ChapterPage(p.Texts, p.Library, ch, false))
	}
	return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
		return kit.Content{
			Title: p.T("lobby.chapter"), Page: told, Does: p.T("lobby.help.table"),
			Enter: p.Opens(func() *kit.Sheet { return p.New(ch.ID) }),
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

// CampaignBook shows how far each chapter has come. Each can be played from there.
func (p *Place) CampaignBook(b *CampaignBook) *kit.Sheet {
	sheet := &kit.Sheet{Name: "lobby.campaign", Build: func() kit.Content {
		c := kit.Content{Title: p.T("lobby.campaign")}
		if kept, err := b.Kept(); err != nil {
			c.Above = []string{p.Problem(err)}
		} else {
			c.Above = append([]string{b.About(kept)}, p.Road(book.Journey(p.Texts, p.Library, kept.IsWon, p.W))...)
			c.Rows = p.campaignRows(b, kept)
		}
		if b.More != nil {
			c.Rows = append(c.Rows, b.More()...)
		}
		return c
	}}
	if kept, err := b.Kept(); err == nil && b.Play == nil { // where the campaign is
		sheet.Cursor = max(slices.IndexFunc(p.Library.Chapters, func(ch *chapters.Chapter) bool { return ch.ID == cmp.Or(b.Next, kept.Recommended()) }), 0)
	}
	return sheet
}

// campaignRows are the next round and the chapters of a campaign.
func (p *Place) campaignRows(b *CampaignBook, c *campaign.Campaign) (all []kit.Row) {
	round, next, playing := "campaign.menu.round", c.Recommended(), ""
	if c.Playing != nil {
		round, next, playing = "campaign.menu.round.begun", c.Playing.Chapter, c.Playing.Chapter
	}
	if ch, err := p.Library.Chapter(next); err == nil && b.Play != nil {
		all = append(all, kit.Row{
			Letter: 'p', Label: p.T("campaign.menu.play"), Note: p.T(round, c.Number(), book.Chapter(p.Texts, ch)),
			Do: func() tea.Cmd { return b.Play("") },
		})
	}
	if playing != "" {
		all = append(all, kit.Row{Letter: 'g', Label: p.T("campaign.menu.giveup"), Note: p.T("campaign.menu.giveup.note"), Do: b.GiveUp})
	}
	for _, line := range book.Chapters(p.Texts, p.Library, c) {
		row := kit.Row{Label: choose.ChapterLabel(line.ID, line.Title), Note: line.State, Brief: line.Mark, Tell: line.Done}
		if b.Play != nil {
			row.Do = func() tea.Cmd {
				if playing != "" && playing != line.ID {
					p.Note = p.T("campaign.menu.begun")
					return nil
				}
				return b.Play(line.ID)
			}
		}
		all = append(all, row)
	}
	return all
}
