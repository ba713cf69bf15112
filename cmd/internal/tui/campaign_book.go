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
		c.Header = []string{t.Problem(err)}
		c.Rows = s.ownRows()
		return c
	}
	summary, state, _ := strings.Cut(s.book.Summary(current), "\n")
	all, more := s.chapters(current)
	more = slices.Concat(s.roundRows(current), more, s.ownRows())
	for i := range all {
		c.Rows = append(c.Rows, all[i].Row)
	}
	c.Rows = append(c.Rows, more...)
	if len(more) > 0 { // the players are shown with the next round
		more[0].Help = state
	}
	c.Draw = drawRoad(t, summary, nil, all, more)
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
	next := cmp.Or(playedChapter(current), s.book.Next, current.Recommended())
	all, _ := s.chapters(current)
	return max(slices.IndexFunc(all, func(s station) bool { return s.chapter.ID == next }), 0)
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
	if playing != "" {
		rows = append(rows, kit.Row{
			Letter:  'g',
			Label:   t.T("campaign.menu.giveup"),
			Note:    t.T("campaign.menu.giveup.note"),
			Control: kit.Button(s.book.GiveUp),
		})
	}
	return rows
}

// chapters returns the stations of a campaign, and rows for the chapters that have none: the Road.
func (s *campaignSheet) chapters(c *campaign.Campaign) (all []station, more []kit.Row) {
	t := s.stack.Theme.Texts
	for _, line := range book.Chapters(t, s.library, c) {
		ch, err := s.library.Chapter(line.ID)
		if err != nil {
			continue
		}
		play := s.playButton(line.ID, playedChapter(c))
		if ch.Pool != nil {
			more = append(more, kit.Row{
				Label:     line.Title,
				Note:      strings.TrimSpace(line.State + "  " + line.Done),
				ShortNote: line.Mark,
				Control:   play,
			})
			continue
		}
		all = append(all, station{
			Row:     kit.Row{Control: play},
			chapter: ch,
			won:     c.IsWon(line.ID),
			state:   line.State,
			facts:   cmp.Or(line.Done, roster(t, ch)),
		})
	}
	return all, more
}

// playButton returns the button that plays a chapter, unless another one is being played. It is nil if the person
// does not decide what is played.
func (s *campaignSheet) playButton(chapter, playing string) kit.Control {
	if s.book.Play == nil {
		return nil
	}
	return kit.Button(func() tea.Cmd {
		if playing != "" && playing != chapter {
			s.stack.Note = s.stack.T("campaign.menu.begun")
			return nil
		}
		return s.book.Play(chapter)
	})
}
