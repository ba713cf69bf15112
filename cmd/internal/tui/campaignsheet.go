package tui

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// CampaignCard is a campaign in the list of all of them.
type CampaignCard struct {
	Name string
	// About tells in a language how far it is.
	About func(*texts.Texts) string
}

// CampaignBook is what there is to know about a campaign, in a language.
type CampaignBook struct {
	// Title names it and says how far it is, Seats who sits there.
	Title, Seats string
	// Playing is the chapter of a round that was begun, empty for none, and Next what
	// is played next, empty where everything is won.
	Playing, Next string
	Chapters      []book.Line
	// Won reports whether a chapter is won.
	Won func(chapter string) bool
}

// Campaigns is what the lobby has of campaigns.
type Campaigns struct {
	// Cards are all campaigns, the one played last first.
	Cards []CampaignCard
	// Open is the campaign whose page is open at first, if any.
	Open string
	// Book returns the page of a campaign. GiveUp counts its round as lost, and Delete
	// removes it.
	Book   func(name string, s settings.Settings) (CampaignBook, error)
	GiveUp func(name string) error
	Delete func(name string) error
}

// campaignBook is the page of a campaign: play on, each chapter, and what else can be done
// with it.
func campaignBook(l *lobby, name string) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.campaign", Build: func() kit.Content {
		c := kit.Content{Title: l.T("lobby.campaign")}
		page, err := l.opts.Campaigns.Book(name, l.wish.Settings)
		if err != nil {
			c.Above = []string{l.Problem(err)}
			page = CampaignBook{}
		} else {
			c.Above = []string{strings.TrimSpace(page.Title + "\n" + page.Seats)}
			if page.Won != nil {
				c.Above = append(c.Above, l.Road(book.Journey(l.Texts, l.opts.Library, page.Won, l.W))...)
			}
		}
		c.Rows = campaignRows(l, name, &page)
		return c
	}}
}

// campaignRows are what can be chosen there.
func campaignRows(l *lobby, name string, page *CampaignBook) []kit.Row {
	var all []kit.Row
	add := func(letter rune, key, note string, do func() tea.Cmd) {
		all = append(all, kit.Row{Letter: letter, Label: l.T(key), Note: note, Do: do})
	}
	play := func(chapter string) tea.Cmd {
		l.wish.Name, l.wish.Chapter = name, chapter
		return l.leave(Campaign)
	}
	if page.Next != "" {
		add('p', "campaign.menu.play", page.Next, func() tea.Cmd { return play("") })
	}
	if page.Playing != "" {
		add('g', "campaign.menu.giveup", l.T("campaign.menu.giveup.note"), l.Opens(func() *kit.Sheet {
			return l.Sure(l.T("campaign.menu.giveup.sure", name), l.tries(func() error { return l.opts.Campaigns.GiveUp(name) }))
		}))
	}
	for i := range page.Chapters {
		c := &page.Chapters[i]
		row := ChapterRow(c)
		row.Do = func() tea.Cmd {
			if page.Playing != "" && page.Playing != c.ID {
				l.Note = l.T("campaign.menu.begun")
				return nil
			}
			return play(c.ID)
		}
		all = append(all, row)
	}
	if len(l.opts.Campaigns.Cards) > 1 {
		add('o', "campaign.menu.others", l.N("campaign.menu.others.note", len(l.opts.Campaigns.Cards)), l.Opens(func() *kit.Sheet { return campaignList(l) }))
	}
	add('n', "lobby.newcampaign", "", l.Opens(func() *kit.Sheet { return newCampaignSheet(l) }))
	add('x', "campaign.menu.delete", l.T("campaign.menu.delete.note"), l.Opens(func() *kit.Sheet {
		return l.Sure(l.T("campaign.menu.delete.sure", name), l.tries(func() error {
			err := l.opts.Campaigns.Delete(name)
			if err == nil {
				cards := &l.opts.Campaigns.Cards
				*cards = slices.DeleteFunc(slices.Clone(*cards), func(c CampaignCard) bool { return c.Name == name })
				l.Sheets = l.Sheets[:1]
			}
			return err
		}))
	}))
	return all
}

// tries is what does something, and tells the person why it could not be done.
func (l *lobby) tries(do func() error) func() tea.Cmd {
	return func() tea.Cmd {
		if err := do(); err != nil {
			l.Note = l.Problem(err)
		}
		return nil
	}
}

// campaignList lists all campaigns.
func campaignList(l *lobby) *kit.Sheet {
	return l.menu("campaign.menu.list", "campaign.menu.list.above", func() []kit.Row {
		var all []kit.Row
		for _, c := range l.opts.Campaigns.Cards {
			all = append(all, kit.Row{Label: c.Name, Note: c.About(l.Texts), Do: func() tea.Cmd {
				l.Sheets = l.Sheets[:1]
				return l.Open(campaignBook(l, c.Name))
			}})
		}
		return all
	})
}

// ChapterRow is a chapter of a campaign's book.
func ChapterRow(c *book.Line) kit.Row {
	return kit.Row{Label: chapterLabel(c.ID, c.Title), Note: c.Standing, Brief: c.Mark, Tell: c.Done}
}

// chapterLabel is a chapter's number and its title, in columns.
func chapterLabel(id, title string) string {
	if len(id) > 2 { // the Road has none
		id = ""
	}
	return strings.Repeat(" ", max(2-len(id), 0)) + id + " " + title
}

// campaignNote is what the first screen says of campaigns.
func campaignNote(l *lobby) string {
	if cards := l.opts.Campaigns.Cards; len(cards) > 0 {
		return cards[0].Name + ": " + cards[0].About(l.Texts)
	}
	return l.T("lobby.campaign.none")
}

// InCampaign is what the screen of a game has of the campaign that it belongs to.
type InCampaign struct {
	// Long and Brief name it at the end of the title.
	Long, Brief string
	// After says below the result how the campaign stands now.
	After func() []string
	// Done reports whether the chapter of the round is won now.
	Done func() bool
}

// states are what is said of the campaign at the end of the title.
func (c *InCampaign) states() (long, brief string) {
	if c == nil {
		return "", ""
	}
	return c.Long, cmp.Or(c.Brief, c.Long)
}
