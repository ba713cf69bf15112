package home

import (
	"errors"
	"slices"
	"strings"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/tui"

	"fellowship/chapters/campaign"

	tea "github.com/charmbracelet/bubbletea"
)

// kept is a campaign, as it was read last.
func (s *sitting) kept(name string) *saves.Table {
	i := slices.IndexFunc(s.campaigns, func(k *saves.Table) bool { return k.Name == name })
	if i < 0 {
		return &saves.Table{Err: saves.ErrNoCampaign}
	}
	return s.campaigns[i]
}

// about says in a line how far a campaign is.
func (s *sitting) about(k *saves.Table) string {
	if k.Err != nil {
		return s.T("lobby.broken")
	}
	won, of := book.ChaptersWon(s.h.Lib, k.Campaign)
	return s.N("campaign.menu.about", k.Campaign.Players, won, of)
}

// campaignNote is the first screen's note on campaigns.
func (s *sitting) campaignNote() string {
	if len(s.campaigns) > 0 {
		return s.campaigns[0].Name + ": " + s.about(s.campaigns[0])
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

// campaignBook is the book of a campaign, with the further actions on it.
func (s *sitting) campaignBook(name string) *kit.Sheet {
	return s.CampaignBook(&tui.CampaignBook{
		Kept: func() (*campaign.Campaign, error) {
			k := s.kept(name)
			return k.Campaign, k.Err
		},
		About: func(c *campaign.Campaign) string {
			won, of := book.ChaptersWon(s.h.Lib, c)
			return s.N("campaign.title", c.Players, name, won, of) + "\n" +
				s.T("campaign.menu.seats", strings.Join(campaignSeats(s.Texts, c), ", "))
		},
		Play: func(chapter string) tea.Cmd {
			of := Campaign{Name: name, Choice: campaign.Choice{Chapter: chapter, Seed: AnySeed()}}
			return s.plays(func() error { return s.h.PlayCampaign(of) }, s.comesBack(name))
		},
		GiveUp: s.Opens(func() *kit.Sheet {
			return s.Sure(s.T("campaign.menu.giveup.sure", name), s.tries(func() error { return s.giveUp(name) }))
		}),
		More: func() []kit.Row { return s.moreOfCampaign(name) },
	})
}

// moreOfCampaign are the rows that lead away from a campaign.
func (s *sitting) moreOfCampaign(name string) (all []kit.Row) {
	add := func(letter rune, key, note string, sheet func() *kit.Sheet) {
		all = append(all, kit.Row{Letter: letter, Label: s.T(key), Note: note, Do: s.Opens(sheet)})
	}
	if n := len(s.campaigns); n > 1 {
		add('o', "campaign.menu.others", s.N("campaign.menu.others.note", n), s.campaignList)
	}
	add('n', "lobby.newcampaign", "", s.newCampaign)
	add('x', "campaign.menu.delete", s.T("campaign.menu.delete.note"), func() *kit.Sheet {
		return s.Sure(s.T("campaign.menu.delete.sure", name), s.tries(func() error {
			err := s.kept(name).Delete(s.h.Lib)
			if err == nil {
				s.campaigns = slices.DeleteFunc(slices.Clone(s.campaigns), func(k *saves.Table) bool { return k.Name == name })
				s.Screens = s.Screens[:1]
			}
			return err
		}))
	})
	return all
}

// giveUp counts the round of a campaign that was begun as lost.
func (s *sitting) giveUp(name string) error {
	k := s.kept(name)
	file, err := k.Open(s.h.Lib)
	if err != nil {
		return err
	}
	if file.Playing() {
		err = file.GiveUp(s.h.Ctx)
	}
	k.Campaign = file.Campaign()
	return errors.Join(err, file.Close())
}

// campaignList lists all campaigns.
func (s *sitting) campaignList() *kit.Sheet {
	return &kit.Sheet{Name: "campaign.menu.list", Build: func() kit.Content {
		c := kit.Content{Title: s.T("campaign.menu.list"), Above: []string{s.T("campaign.menu.list.above")}}
		for _, k := range s.campaigns {
			c.Rows = append(c.Rows, kit.Row{Label: k.Name, Note: s.about(k), Do: func() tea.Cmd {
				s.Screens = s.Screens[:1]
				return s.Open(s.campaignBook(k.Name))
			}})
		}
		return c
	}}
}
