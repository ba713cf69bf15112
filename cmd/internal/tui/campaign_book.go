package tui

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"

	tea "github.com/charmbracelet/bubbletea"
)

// CampaignBook is the book of a campaign.
type CampaignBook struct {
	// Campaign returns the campaign as it is now.
	Campaign func() (*campaign.Campaign, error)
	// Summary describes the campaign in one or two lines: the first one is the headline of the book, the second
	// one is shown with the next round.
	Summary func(*campaign.Campaign) string
	// Next is the chapter that was chosen to be next, "" for none.
	Next string
	// Play plays a chapter, or the next one for "". It is nil if the person does not decide what is played.
	Play func(chapter string) tea.Cmd
	// GiveUp gives up the current round.
	GiveUp func() tea.Cmd
	// More returns the rows below the chapters; nil for none.
	More func() []kit.Row
}

// CampaignBook shows the progress of a campaign on the road of the chapters. Each chapter can be played
// from there.
func (sh *Shell) CampaignBook(b *CampaignBook) *kit.Sheet {
	sheet := &kit.Sheet{Name: "lobby.campaign", Build: func() kit.Content {
		c := kit.Content{Title: sh.T("lobby.campaign"), EnterLabel: sh.T("lobby.help.play")}
		current, err := b.Campaign()
		if err != nil {
			c.Header = []string{sh.Stack.Theme.Texts.Problem(err)}
			if b.More != nil {
				c.Rows = b.More()
			}
			return c
		}
		summary, state, _ := strings.Cut(b.Summary(current), "\n")
		all, more := sh.campaignRows(b, current)
		if b.More != nil {
			more = append(more, b.More()...)
		}
		for i := range all {
			c.Rows = append(c.Rows, all[i].Row)
		}
		c.Rows = append(c.Rows, more...)
		if len(more) > 0 { // the players are shown with the next round
			more[0].Help = state
		}
		c.Draw = sh.drawRoad(summary, nil, all, more)
		return c
	}}
	if current, err := b.Campaign(); err == nil { // the cursor begins at the next chapter
		all, _ := sh.campaignRows(b, current)
		next := cmp.Or(b.Next, current.Recommended())
		if current.Playing != nil {
			next = current.Playing.Chapter
		}
		sheet.Cursor = max(slices.IndexFunc(all, func(s station) bool { return s.chapter.ID == next }), 0)
	}
	return sheet
}

// campaignRows returns the chapters of a campaign, and the rows for the current round and for the Road.
func (sh *Shell) campaignRows(b *CampaignBook, c *campaign.Campaign) (all []station, more []kit.Row) {
	roundText := "campaign.menu.round"
	next := c.Recommended()
	playing := ""
	if c.Playing != nil {
		roundText = "campaign.menu.round.begun"
		next = c.Playing.Chapter
		playing = c.Playing.Chapter
	}
	if ch, err := sh.Library.Chapter(next); err == nil && b.Play != nil {
		name := book.Chapter(sh.Stack.Theme.Texts, ch)
		more = append(more, kit.Row{
			Letter:    'p',
			Label:     sh.T("campaign.menu.play"),
			Note:      sh.T(roundText, c.RoundNumber(), name),
			ShortNote: name,
			Control:   kit.Button(func() tea.Cmd { return b.Play("") }),
		})
	}
	if playing != "" {
		more = append(more, kit.Row{
			Letter:  'g',
			Label:   sh.T("campaign.menu.giveup"),
			Note:    sh.T("campaign.menu.giveup.note"),
			Control: kit.Button(b.GiveUp),
		})
	}
	for _, line := range book.Chapters(sh.Stack.Theme.Texts, sh.Library, c) {
		ch, err := sh.Library.Chapter(line.ID)
		if err != nil {
			continue
		}
		s := station{chapter: ch, won: c.IsWon(line.ID), state: line.State, facts: cmp.Or(line.Done, sh.roster(ch))}
		if b.Play != nil {
			s.Control = kit.Button(func() tea.Cmd {
				if playing != "" && playing != line.ID {
					sh.Stack.Note = sh.T("campaign.menu.begun")
					return nil
				}
				return b.Play(line.ID)
			})
		}
		if ch.Pool != nil { // the Road has no station
			more = append(more, kit.Row{
				Label:     line.Title,
				Note:      strings.TrimSpace(line.State + "  " + line.Done),
				ShortNote: line.Mark,
				Control:   s.Control,
			})
			continue
		}
		all = append(all, s)
	}
	return all, more
}
