package home

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Form is what is played next, with so many people in the first seats and the computer in the others.
func (h *Home) Form(humans int) *choose.Setup { return h.formWith(h.Person.Settings(), humans, nil) }

// formWith is what is played next as the person wants it. With a plan the players sit there whom it names, as
// far as there are such players.
func (h *Home) formWith(set settings.Settings, humans int, plan []string) *choose.Setup {
	setup := &choose.Setup{
		Texts: h.Person.Texts(), Library: h.Library, Modes: []choose.Mode{choose.OneRound}, Mode: choose.OneRound,
		Chapter: h.Library.Chapters[0].ID, Players: 4,
		Computers: append(slices.Clone(players.Names), ""), Names: make([]string, tricks.MaxSeats),
	}
	slices.Reverse(setup.Computers)
	copy(setup.Names, set.Names)
	computers := h.Computer
	if h.hasMenu && slices.Contains(players.Names, set.Computer) {
		computers = []string{set.Computer}
	}
	taken := 0
	for i := range setup.SeatComputers {
		player := ""
		if i < len(plan) {
			player = plan[i]
		}
		switch name, person := round.PersonName(player); {
		case person:
			setup.Names[i] = name
		case players.CanSit(player):
			setup.SeatComputers[i] = player
		case plan != nil || i >= humans:
			setup.SeatComputers[i] = computers[min(taken, len(computers)-1)]
			taken++
		}
	}
	return setup
}

// newTable is the table before a game, where the person chooses round, seats and deal.
func (h *Home) newTable(chapter string) *kit.Sheet {
	setup := h.Form(1)
	setup.Chapter = chapter
	return &kit.Sheet{Build: func() kit.Content {
		return kit.Content{
			Title:      h.shell.Theme.T("lobby.table"),
			Rows:       tui.FieldRows(setup.ModeFields(), setup.PlayerFields(), setup.DealFields()),
			Footer:     append(setup.PlayersNote(), h.shell.Theme.T("lobby.table.note")),
			EnterLabel: h.shell.Theme.T("lobby.help.begin"),
			Enter: func() tea.Cmd {
				if _, err := setup.ID(0); err != nil {
					h.shell.Note = h.shell.Theme.Problem(err)
					return nil
				}
				return h.rememberPlayers(setup, func() error { return h.PlayNew(setup) }, "")
			},
		}
	}}
}

const longestCampaign = 40

// newCampaign is the table before a campaign, which has a name.
func (h *Home) newCampaign() *kit.Sheet {
	setup := h.Form(1)
	called := ""
	return &kit.Sheet{Build: func() kit.Content {
		name := kit.Row{
			Label: h.shell.Theme.T("lobby.campaign.name"),
			Value: h.shell.Theme.T("lobby.campaign.unnamed"),
			Text:  &kit.TextField{Value: &called, MaxLength: longestCampaign},
		}
		return kit.Content{
			Title:  h.shell.Theme.T("lobby.newcampaign"),
			Rows:   append([]kit.Row{name}, tui.FieldRows(setup.PlayerFields())...),
			Footer: []string{h.shell.Theme.T("lobby.campaign.note")}, EnterLabel: h.shell.Theme.T("lobby.help.begin"),
			Enter: func() tea.Cmd {
				called = cmp.Or(called, strings.TrimSpace(h.shell.Theme.T("lobby.campaign.unnamed")))
				return h.rememberPlayers(setup, func() error {
					return h.beginCampaign(called, setup.SeatPlayers(setup.Players))
				}, called)
			},
		}
	}}
}

// rememberPlayers keeps the names of the people for the next game, and plays this one, of a campaign
// if that has a name.
func (h *Home) rememberPlayers(setup *choose.Setup, script func() error, campaign string) tea.Cmd {
	var names []string
	for _, name := range setup.Names[:setup.Players] {
		names = append(names, round.CleanName(name))
	}
	for len(names) > 0 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
	}
	if !slices.Equal(names, h.shell.Settings.Names) {
		h.shell.Change(func(set *settings.Settings) { set.Names = names })
	}
	return h.playThenMenu(script, h.reopenBook(campaign))
}
