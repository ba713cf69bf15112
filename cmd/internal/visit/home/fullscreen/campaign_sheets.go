package fullscreen

import (
	"errors"
	"slices"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/visit/home"

	tea "github.com/charmbracelet/bubbletea"
)

// openCampaign opens the latest campaign, or begins the first.
func (s *Session) openCampaign() *kit.Sheet {
	if len(s.played.Campaigns) > 0 {
		return s.campaignBook(s.played.Campaigns[0].Name)
	}
	return s.newCampaign()
}

// campaignSummary returns a line about the progress of a campaign.
func (s *Session) campaignSummary(k *saves.Table) string {
	if k.Err != nil {
		return s.shell.T("lobby.broken")
	}
	return book.CampaignSummary(s.home.Person.Texts(), s.home.Library, k.Campaign)
}

// campaignTable returns a campaign as it was last read.
func (s *Session) campaignTable(name string) *saves.Table {
	i := slices.IndexFunc(s.played.Campaigns, func(k *saves.Table) bool { return k.Name == name })
	if i < 0 {
		return &saves.Table{Err: saves.ErrNoCampaign}
	}
	return s.played.Campaigns[i]
}

// campaignBook shows the book of a campaign, with the actions on it.
func (s *Session) campaignBook(name string) *kit.Sheet {
	giveUp := s.noteError(func() error { return s.giveUp(name) })
	return s.shell.CampaignBook(&tui.CampaignBook{
		Name: name,
		Campaign: func() (*campaign.Campaign, error) {
			k := s.campaignTable(name)
			return k.Campaign, k.Err
		},
		Play: func(chapter string) tea.Cmd {
			run := home.Campaign{Name: name, Choice: campaign.Choice{Chapter: chapter, Seed: home.AnySeed()}}
			return s.playThenMenu(func() error { return s.home.PlayCampaign(run) }, s.reopenBook(name))
		},
		GiveUp: s.shell.Stack.PushAction(func() *kit.Sheet {
			return s.shell.Stack.Confirm(s.shell.T("campaign.menu.giveup.sure", name), giveUp)
		}),
		More: func() []kit.Row { return s.moreOfCampaign(name) },
	})
}

// reopenBook returns a function that opens the book of a campaign after its round. It does nothing for the
// name "".
func (s *Session) reopenBook(name string) func() {
	return func() {
		if s.campaignTable(name).Name != "" {
			s.shell.Stack.Push(s.campaignBook(name))
		}
	}
}

// moreOfCampaign returns the rows of a campaign's book that lead elsewhere.
func (s *Session) moreOfCampaign(name string) (all []kit.Row) {
	add := func(letter rune, key, note string, sheet func() *kit.Sheet) {
		all = append(all,
			kit.Row{Letter: letter, Label: s.shell.T(key), Note: note, Control: s.shell.Stack.PushAction(sheet)})
	}
	var damage *saves.Damage
	if errors.As(s.campaignTable(name).Err, &damage) && damage.CanRepair() {
		add('r', "damage.button", "", func() *kit.Sheet { return s.askRepair(damage) })
	}
	if n := len(s.played.Campaigns); n > 1 {
		add('o', "campaign.menu.others", s.shell.N("campaign.menu.others.note", n), s.campaignList)
	}
	add('n', "lobby.newcampaign", "", s.newCampaign)
	remove := s.noteError(func() error { return s.deleteCampaign(name) })
	add('x', "campaign.menu.delete", s.shell.T("campaign.menu.delete.note"), func() *kit.Sheet {
		return s.shell.Stack.Confirm(s.shell.T("campaign.menu.delete.sure", name), remove)
	})
	return all
}

// giveUp counts the current round of a campaign as lost.
func (s *Session) giveUp(name string) error {
	now, err := s.home.GiveUpInCampaign(name)
	if now != nil {
		s.campaignTable(name).Campaign = now
	}
	return err
}

// deleteCampaign deletes a campaign and returns to the menu.
func (s *Session) deleteCampaign(name string) error {
	err := s.home.RemoveCampaign(name)
	if err != nil {
		return err
	}
	s.played.Campaigns = slices.DeleteFunc(slices.Clone(s.played.Campaigns), func(k *saves.Table) bool {
		return k.Name == name
	})
	s.shell.Stack.Screens = s.shell.Stack.Screens[:1]
	return nil
}

// campaignList lists all campaigns.
func (s *Session) campaignList() *kit.Sheet {
	return &kit.Sheet{Name: "campaign.menu.list", Build: func() kit.Content {
		c := kit.Content{
			Title:  s.shell.T("campaign.menu.list"),
			Header: []string{s.shell.T("campaign.menu.list.above")},
		}
		for _, k := range s.played.Campaigns {
			open := func() tea.Cmd {
				s.shell.Stack.Screens = s.shell.Stack.Screens[:1]
				return s.shell.Stack.Push(s.campaignBook(k.Name))
			}
			c.Rows = append(c.Rows, kit.Row{Label: k.Name, Note: s.campaignSummary(k), Control: kit.Button(open)})
		}
		return c
	}}
}
