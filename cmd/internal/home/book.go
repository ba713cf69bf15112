package home

import (
	"slices"
	"strings"

	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/tui"

	"fellowship/chapters/campaign"

	tea "github.com/charmbracelet/bubbletea"
)

// kept is a campaign, as it was read last.
func (s *sitting) kept(name string) *saves.Kept {
	i := slices.IndexFunc(s.campaigns, func(k saves.Kept) bool { return k.Name == name })
	if i < 0 {
		return &saves.Kept{Err: saves.ErrNoCampaign}
	}
	return &s.campaigns[i]
}

// about says in a line how far a campaign is.
func (s *sitting) about(k *saves.Kept) string {
	if k.Err != nil {
		return s.T("lobby.broken")
	}
	won, of := book.ChaptersWon(s.h.Lib, k.Campaign)
	return s.N("campaign.menu.about", k.Campaign.Players, won, of)
}

// campaignNote is the first screen's note on campaigns.
func (s *sitting) campaignNote() string {
	if len(s.campaigns) > 0 {
		return s.campaigns[0].Name + ": " + s.about(&s.campaigns[0])
	}
	return s.T("lobby.campaign.none")
}

// comesBack opens the book of a campaign again after its round; that has no name where none
// was played.
func (s *sitting) comesBack(name string) func() {
	return func() {
		if s.kept(name).Name != "" {
			s.Open(s.campaignBook(name))
		}
	}
}

// campaignBook is the page of a campaign: play on, each chapter, and what else can be done
// with it.
func (s *sitting) campaignBook(name string) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.campaign", Build: func() kit.Content {
		c, k := kit.Content{Title: s.T("lobby.campaign")}, s.kept(name)
		if k.Err != nil {
			c.Above = []string{s.Problem(k.Err)}
		} else {
			won, of := book.ChaptersWon(s.h.Lib, k.Campaign)
			c.Above = []string{s.N("campaign.title", k.Campaign.Players, name, won, of) + "\n" +
				s.T("campaign.menu.seats", strings.Join(campaignSeats(s.Texts, k.Campaign), ", "))}
			c.Above = append(c.Above, s.Road(book.Journey(s.Texts, s.h.Lib, k.Campaign.IsWon, s.W))...)
			c.Rows = s.chapterRows(name, k.Campaign)
		}
		add := func(letter rune, key, note string, sheet func() *kit.Sheet) {
			c.Rows = append(c.Rows, kit.Row{Letter: letter, Label: s.T(key), Note: note, Do: s.Opens(sheet)})
		}
		if n := len(s.campaigns); n > 1 {
			add('o', "campaign.menu.others", s.N("campaign.menu.others.note", n), s.campaignList)
		}
		add('n', "lobby.newcampaign", "", s.newCampaign)
		add('x', "campaign.menu.delete", s.T("campaign.menu.delete.note"), func() *kit.Sheet {
			return s.Sure(s.T("campaign.menu.delete.sure", name), s.tries(func() error {
				err := saves.DefaultCampaigns().Delete(s.h.Lib, name)
				if err == nil {
					s.campaigns = slices.DeleteFunc(slices.Clone(s.campaigns), func(k saves.Kept) bool { return k.Name == name })
					s.Sheets = s.Sheets[:1]
				}
				return err
			}))
		})
		return c
	}}
}

// chapterRows are the chapters of a campaign that can be played.
func (s *sitting) chapterRows(name string, c *campaign.Campaign) (all []kit.Row) {
	play := func(chapter string) tea.Cmd {
		of := Campaign{Name: name, Choice: campaign.Choice{Chapter: chapter, Seed: AnySeed()}}
		return s.plays(func() error { return s.h.PlayCampaign(of) }, s.comesBack(name))
	}
	round, next, playing := "campaign.menu.round", c.Recommended(), ""
	if c.Playing != nil {
		round, next, playing = "campaign.menu.round.begun", c.Playing.Chapter, c.Playing.Chapter
	}
	if ch, err := s.h.Lib.Chapter(next); err == nil {
		all = append(all, kit.Row{
			Letter: 'p', Label: s.T("campaign.menu.play"), Note: s.T(round, c.Number(), book.Chapter(s.Texts, ch)),
			Do: func() tea.Cmd { return play("") },
		})
	}
	if playing != "" {
		all = append(all, kit.Row{
			Letter: 'g', Label: s.T("campaign.menu.giveup"), Note: s.T("campaign.menu.giveup.note"), Do: s.Opens(func() *kit.Sheet {
				return s.Sure(s.T("campaign.menu.giveup.sure", name), s.tries(func() error { return s.giveUp(name) }))
			}),
		})
	}
	lines := book.Chapters(s.Texts, s.h.Lib, c)
	for i := range lines {
		row := tui.ChapterRow(&lines[i])
		row.Do = func() tea.Cmd {
			if playing != "" && playing != lines[i].ID {
				s.Note = s.T("campaign.menu.begun")
				return nil
			}
			return play(lines[i].ID)
		}
		all = append(all, row)
	}
	return all
}

// giveUp counts the round of a campaign that was begun as lost.
func (s *sitting) giveUp(name string) error {
	if err := giveUpRound(s.h.Lib, name); err != nil {
		return err
	}
	k, err := saves.DefaultCampaigns().Find(s.h.Lib, name)
	if err == nil {
		*s.kept(name) = k
	}
	return err
}

// campaignList lists all campaigns.
func (s *sitting) campaignList() *kit.Sheet {
	return &kit.Sheet{Name: "campaign.menu.list", Build: func() kit.Content {
		c := kit.Content{Title: s.T("campaign.menu.list"), Above: []string{s.T("campaign.menu.list.above")}}
		for i := range s.campaigns {
			k := &s.campaigns[i]
			c.Rows = append(c.Rows, kit.Row{Label: k.Name, Note: s.about(k), Do: func() tea.Cmd {
				s.Sheets = s.Sheets[:1]
				return s.Open(s.campaignBook(k.Name))
			}})
		}
		return c
	}}
}
