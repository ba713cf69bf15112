package home

import (
	"errors"
	"slices"
	"strings"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// campaignRow returns the menu's row that opens the latest campaign, or begins the first.
func (h *Home) campaignRow() kit.Row {
	open := func() *kit.Sheet {
		if len(h.played.Campaigns) > 0 {
			return h.campaignBook(h.played.Campaigns[0].Name)
		}
		return h.newCampaign()
	}
	return kit.Row{
		Letter:  'k',
		Label:   h.shell.T("lobby.campaign"),
		Note:    h.campaignNote(),
		Control: h.shell.Stack.PushAction(open),
	}
}

// campaignNote returns the menu's note about campaigns.
func (h *Home) campaignNote() string {
	if len(h.played.Campaigns) > 0 {
		return h.played.Campaigns[0].Name + ": " + h.campaignSummary(h.played.Campaigns[0])
	}
	return h.shell.T("lobby.campaign.none")
}

// campaignSummary returns a line about the progress of a campaign.
func (h *Home) campaignSummary(k *saves.Table) string {
	if k.Err != nil {
		return h.shell.T("lobby.broken")
	}
	won, total := book.ChaptersWon(h.Library, k.Campaign.IsWon)
	return h.shell.N("campaign.menu.about", k.Campaign.Players, won, total)
}

// campaignTable returns a campaign as it was last read.
func (h *Home) campaignTable(name string) *saves.Table {
	i := slices.IndexFunc(h.played.Campaigns, func(k *saves.Table) bool { return k.Name == name })
	if i < 0 {
		return &saves.Table{Err: saves.ErrNoCampaign}
	}
	return h.played.Campaigns[i]
}

// campaignBook shows the book of a campaign, with the actions on it.
func (h *Home) campaignBook(name string) *kit.Sheet {
	giveUp := h.noteError(func() error { return h.giveUp(name) })
	return h.shell.CampaignBook(&tui.CampaignBook{
		Campaign: func() (*campaign.Campaign, error) {
			k := h.campaignTable(name)
			return k.Campaign, k.Err
		},
		Summary: func(c *campaign.Campaign) string {
			won, total := book.ChaptersWon(h.Library, c.IsWon)
			return h.shell.N("campaign.title", c.Players, name, won, total) + "\n" +
				h.shell.T("campaign.menu.seats", strings.Join(campaignSeats(h.Person.Texts(), c), ", "))
		},
		Play: func(chapter string) tea.Cmd {
			run := Campaign{Name: name, Choice: campaign.Choice{Chapter: chapter, Seed: AnySeed()}}
			return h.playThenMenu(func() error { return h.PlayCampaign(run) }, h.reopenBook(name))
		},
		GiveUp: h.shell.Stack.PushAction(func() *kit.Sheet {
			return h.shell.Stack.Confirm(h.shell.T("campaign.menu.giveup.sure", name), giveUp)
		}),
		More: func() []kit.Row { return h.moreOfCampaign(name) },
	})
}

// reopenBook returns a function that opens the book of a campaign after its round. It does nothing for the
// name "".
func (h *Home) reopenBook(name string) func() {
	return func() {
		if h.campaignTable(name).Name != "" {
			h.shell.Stack.Push(h.campaignBook(name))
		}
	}
}

// moreOfCampaign returns the rows of a campaign's book that lead elsewhere.
func (h *Home) moreOfCampaign(name string) (all []kit.Row) {
	add := func(letter rune, key, note string, sheet func() *kit.Sheet) {
		all = append(all,
			kit.Row{Letter: letter, Label: h.shell.T(key), Note: note, Control: h.shell.Stack.PushAction(sheet)})
	}
	if n := len(h.played.Campaigns); n > 1 {
		add('o', "campaign.menu.others", h.shell.N("campaign.menu.others.note", n), h.campaignList)
	}
	add('n', "lobby.newcampaign", "", h.newCampaign)
	remove := h.noteError(func() error { return h.deleteCampaign(name) })
	add('x', "campaign.menu.delete", h.shell.T("campaign.menu.delete.note"), func() *kit.Sheet {
		return h.shell.Stack.Confirm(h.shell.T("campaign.menu.delete.sure", name), remove)
	})
	return all
}

// giveUp counts the current round of a campaign as lost.
func (h *Home) giveUp(name string) error {
	k := h.campaignTable(name)
	file, err := k.Open(h.Library)
	if err != nil {
		return err
	}
	if file.TableView().Playing {
		err = file.GiveUp(h.Ctx)
	}
	k.Campaign = file.Campaign()
	return errors.Join(err, file.Close())
}

// deleteCampaign deletes a campaign and returns to the menu.
func (h *Home) deleteCampaign(name string) error {
	err := h.campaignTable(name).Delete(h.Library)
	if err != nil {
		return err
	}
	h.played.Campaigns = slices.DeleteFunc(slices.Clone(h.played.Campaigns), func(k *saves.Table) bool {
		return k.Name == name
	})
	h.shell.Stack.Screens = h.shell.Stack.Screens[:1]
	return nil
}

// campaignList lists all campaigns.
func (h *Home) campaignList() *kit.Sheet {
	return &kit.Sheet{Name: "campaign.menu.list", Build: func() kit.Content {
		c := kit.Content{
			Title:  h.shell.T("campaign.menu.list"),
			Header: []string{h.shell.T("campaign.menu.list.above")},
		}
		for _, k := range h.played.Campaigns {
			open := func() tea.Cmd {
				h.shell.Stack.Screens = h.shell.Stack.Screens[:1]
				return h.shell.Stack.Push(h.campaignBook(k.Name))
			}
			c.Rows = append(c.Rows, kit.Row{Label: k.Name, Note: h.campaignSummary(k), Control: kit.Button(open)})
		}
		return c
	}}
}
