package tui

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"

	tea "github.com/charmbracelet/bubbletea"
)

// CampaignBook is the book of a campaign.
type CampaignBook struct {
	// Name names the campaign, empty at a table of a server.
	Name string
	// Campaign returns the campaign as it is now.
	Campaign func() (*campaign.Campaign, error)
	// Next is the chapter that was chosen to be next, "" for none.
	Next string
	// Play plays a chapter, or the next one for "". It is nil if the person does not decide what is played.
	Play func(chapter string) tea.Cmd
	// GiveUp gives up the current round; nil if that is not done here.
	GiveUp func() tea.Cmd
	// More returns the rows below the chapters; nil for none.
	More func() []kit.Row
}

// CampaignBook shows the progress of a campaign on the road of the chapters. Each chapter can be played
// from there.
func (sh *Shell) CampaignBook(b *CampaignBook) *kit.Sheet {
	s := &campaignSheet{stack: sh.Stack, library: sh.Library, book: b}
	return &kit.Sheet{Name: "lobby.campaign", Build: s.content, Cursor: s.nextStation()}
}

// campaignSheet is the sheet with the book of a campaign.
type campaignSheet struct {
	// stack shows the sheets.
	stack *kit.Stack
	// library has the chapters.
	library *chapters.Library
	// book has the campaign and what can be done with it.
	book *CampaignBook
}

// content shows the chapters of the campaign as it is now.
func (s *campaignSheet) content() kit.Content {
	t := s.stack.Theme.Texts
	c := kit.Content{Title: t.T("lobby.campaign"), EnterLabel: t.T("lobby.help.play")}
	current, err := s.book.Campaign()
	if err != nil {
		c.Header = book.ProblemLines(t, s.library, err)
		c.Rows = s.ownRows()
		return c
	}
	road := book.CampaignRoad(t, s.library, s.book.Name, current)
	for i := range road.Stations {
		c.Rows = append(c.Rows, kit.Row{Control: s.playButton(&road.Stations[i])})
	}
	more := slices.Concat(s.roundRows(current), s.rowsBeside(road), s.ownRows())
	c.Rows = append(c.Rows, more...)
	if len(more) > 0 { // the players are shown with the next round
		more[0].Help = road.Seats
	}
	c.Draw = drawRoad(t, road, more)
	return c
}

// ownRows returns the rows below the chapters that the front end adds.
func (s *campaignSheet) ownRows() []kit.Row {
	if s.book.More == nil {
		return nil
	}
	return s.book.More()
}

// nextStation returns the index of the next chapter's station, where the cursor begins.
func (s *campaignSheet) nextStation() int {
	current, err := s.book.Campaign()
	if err != nil {
		return 0
	}
	road := book.CampaignRoad(s.stack.Theme.Texts, s.library, s.book.Name, current)
	return max(slices.IndexFunc(road.Stations, func(station book.Station) bool {
		if s.book.Next != "" && current.Playing == nil {
			return station.Chapter.ID == s.book.Next
		}
		return station.IsCurrent
	}), 0)
}

// playedChapter returns the chapter of the campaign's round that has begun, "" for none.
func playedChapter(c *campaign.Campaign) string {
	if c.Playing == nil {
		return ""
	}
	return c.Playing.Chapter
}

// roundRows returns the rows that play the next round, and give the current one up.
func (s *campaignSheet) roundRows(c *campaign.Campaign) (rows []kit.Row) {
	t := s.stack.Theme.Texts
	playing := playedChapter(c)
	roundText := "campaign.menu.round"
	if playing != "" {
		roundText = "campaign.menu.round.begun"
	}
	if ch, err := s.library.Chapter(cmp.Or(playing, c.Recommended())); err == nil && s.book.Play != nil {
		name := book.Chapter(t, ch)
		rows = append(rows, kit.Row{
			Letter:    'p',
			Label:     t.T("campaign.menu.play"),
			Note:      t.T(roundText, c.RoundNumber(), name),
			ShortNote: name,
			Control:   kit.Button(func() tea.Cmd { return s.book.Play("") }),
		})
	}
	if playing != "" && s.book.GiveUp != nil {
		rows = append(rows, kit.Row{
			Letter:  'g',
			Label:   t.T("campaign.menu.giveup"),
			Note:    t.T("campaign.menu.giveup.note"),
			Control: kit.Button(s.book.GiveUp),
		})
	}
	return rows
}

// rowsBeside returns rows for the chapters that have no station: the Road.
func (s *campaignSheet) rowsBeside(road *book.Road) (rows []kit.Row) {
	for i := range road.Others {
		station := &road.Others[i]
		rows = append(rows, kit.Row{
			Label:     station.Title,
			Note:      strings.TrimSpace(station.State + "  " + station.Progress),
			ShortNote: station.State,
			Control:   s.playButton(station),
		})
	}
	return rows
}

// playButton returns the button that plays a chapter, or says why that cannot be. It is nil if the person does not
// decide what is played.
func (s *campaignSheet) playButton(station *book.Station) kit.Control {
	if s.book.Play == nil {
		return nil
	}
	return kit.Button(func() tea.Cmd {
		if station.Closed != "" {
			s.stack.Note = station.Closed
			return nil
		}
		return s.book.Play(station.Chapter.ID)
	})
}
