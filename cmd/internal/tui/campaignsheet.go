package tui

import (
	"cmp"
	"slices"
	"strings"

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
	Chapters      []CampaignChapter
}

// CampaignChapter is a chapter in a [CampaignBook].
type CampaignChapter struct {
	ID, Title string
	// Standing says in few words how it stands, Mark in one or two characters, and
	// Done who has completed what.
	Standing, Mark, Done string
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

// campaignSheet is the page of a campaign: play on, each chapter, and what else can be
// done with it.
type campaignSheet struct {
	menuSheet
	name string
}

func newCampaignBook(l *lobby, name string) sheet {
	s := &campaignSheet{name: name}
	s.menuSheet = *l.menu("lobby.campaign", "", func() []kit.Row { return s.lines(l) })
	s.Above = func() []string {
		book, err := l.opts.Campaigns.Book(name, l.wish.Settings)
		if err != nil {
			return []string{l.Problem(err)}
		}
		return []string{strings.TrimSpace(book.Title + "\n" + book.Seats)}
	}
	return s
}

// lines are what can be chosen there.
func (s *campaignSheet) lines(l *lobby) []kit.Row {
	book, err := l.opts.Campaigns.Book(s.name, l.wish.Settings)
	var all []kit.Row
	add := func(letter rune, key, note string, do func() tea.Cmd) {
		all = append(all, kit.Row{Letter: letter, Label: l.T(key), Note: note, Do: do})
	}
	if err == nil {
		if book.Next != "" {
			add('p', "campaign.menu.play", book.Next, func() tea.Cmd { return s.play(l, "") })
		}
		if book.Playing != "" {
			add('g', "campaign.menu.giveup", l.T("campaign.menu.giveup.note"), l.opens(func(l *lobby) sheet {
				return sureSheet(l, "campaign.menu.giveup.sure", []any{s.name}, func(l *lobby) error { return l.opts.Campaigns.GiveUp(s.name) })
			}))
		}
		for i := range book.Chapters {
			c := &book.Chapters[i]
			all = append(all, kit.Row{Label: chapterLabel(c.ID, c.Title), Note: c.Standing, Brief: c.Mark, Tell: c.Done, Do: func() tea.Cmd {
				if book.Playing != "" && book.Playing != c.ID {
					l.note = l.T("campaign.menu.begun")
					return nil
				}
				return s.play(l, c.ID)
			}})
		}
	}
	if len(l.opts.Campaigns.Cards) > 1 {
		add('o', "campaign.menu.others", l.N("campaign.menu.others.note", len(l.opts.Campaigns.Cards)), l.opens(campaignList))
	}
	add('n', "lobby.newcampaign", "", l.opens(func(l *lobby) sheet { return newCampaignSheet(l) }))
	add('x', "campaign.menu.delete", l.T("campaign.menu.delete.note"), l.opens(func(l *lobby) sheet {
		return sureSheet(l, "campaign.menu.delete.sure", []any{s.name}, func(l *lobby) error {
			err := l.opts.Campaigns.Delete(s.name)
			if err == nil {
				cards := &l.opts.Campaigns.Cards
				*cards = slices.DeleteFunc(slices.Clone(*cards), func(c CampaignCard) bool { return c.Name == s.name })
				l.stack = l.stack[:1]
			}
			return err
		})
	}))
	return all
}

// play goes on with the campaign, in a chapter or with what is next.
func (s *campaignSheet) play(l *lobby, chapter string) tea.Cmd {
	l.wish.Name, l.wish.Chapter = s.name, chapter
	return l.leave(Campaign)
}

// campaignList lists all campaigns.
func campaignList(l *lobby) sheet {
	return l.menu("campaign.menu.list", "campaign.menu.list.above", func() []kit.Row {
		var all []kit.Row
		for _, c := range l.opts.Campaigns.Cards {
			all = append(all, kit.Row{Label: c.Name, Note: c.About(l.Texts), Do: func() tea.Cmd {
				l.stack = append(l.stack[:1], newCampaignBook(l, c.Name))
				return nil
			}})
		}
		return all
	})
}

// chapterLabel is a chapter's number and its title, in columns.
func chapterLabel(id, title string) string {
	if len(id) > 2 { // the Road has none
		id = ""
	}
	return strings.Repeat(" ", max(2-len(id), 0)) + id + " " + title
}

// sureSheet asks whether something that cannot be undone is to be done.
func sureSheet(l *lobby, question string, args []any, do func(*lobby) error) sheet {
	s := l.menu("lobby.sure", "", func() []kit.Row {
		return []kit.Row{
			{Letter: 'n', Label: l.T("lobby.sure.no"), Do: l.back},
			{Letter: rune(l.T("lobby.sure.letter")[0]), Label: l.T("lobby.sure.yes"), Do: func() tea.Cmd {
				l.back()
				if err := do(l); err != nil {
					l.note = l.Problem(err)
				}
				return nil
			}},
		}
	})
	s.Above = func() []string { return []string{l.T(question, args...)} }
	return s
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
}

// states are what is said of the campaign at the end of the title.
func (c *InCampaign) states() (long, brief string) {
	if c == nil {
		return "", ""
	}
	return c.Long, cmp.Or(c.Brief, c.Long)
}
