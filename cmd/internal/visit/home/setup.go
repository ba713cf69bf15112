package home

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// setup chooses a game at home, for the person and the computer.
func (h *Home) setup(mode choose.Mode) *choose.Setup {
	return setup(h.Stack.Texts, h.Lib, &h.Set, mode)
}

func setup(t *texts.Texts, lib *chapters.Library, set *settings.Settings, mode choose.Mode) *choose.Setup {
	what := &choose.Setup{
		Texts: t, Library: lib, Modes: []choose.Mode{mode}, Mode: mode, Chapter: lib.Chapters[0].ID, Players: 4, Names: make([]string, tricks.MaxSeats),
	}
	copy(what.Names, set.Names)
	computer := set.Computer
	if !slices.Contains(players.Names, computer) {
		computer = players.Strongest
	}
	for i := 1; i < len(what.By); i++ {
		what.By[i] = computer
	}
	what.Computers = append(slices.Clone(players.Names), "")
	slices.Reverse(what.Computers)
	return what
}

// newTable is the table before a game, where the person chooses round, seats and deal.
func (h *Home) newTable(chapter string) *kit.Sheet {
	what := h.setup(choose.OneRound)
	what.Chapter = chapter
	return &kit.Sheet{Build: func() kit.Content {
		return kit.Content{
			Title: h.T("lobby.table"), Rows: tui.Rows(what.What(), what.Who(), what.Which()), Below: append(what.Explained(), h.T("lobby.table.note")), Does: h.T("lobby.help.begin"),
			Enter: func() tea.Cmd {
				id, err := what.ID(AnySeed())
				if err != nil {
					h.Note = h.Problem(err)
					return nil
				}
				by := what.Seats(tricks.SeatsFor(id.Players))
				return h.remember(what, func() error { return h.Begin(id, by) }, "")
			},
		}
	}}
}

const longestCampaign = 40

// newCampaign is the table before a campaign, which has a name.
func (h *Home) newCampaign() *kit.Sheet {
	what, called := h.setup(choose.NewCampaign), ""
	return &kit.Sheet{Build: func() kit.Content {
		name := kit.Row{Label: h.T("lobby.campaign.name"), Value: h.T("lobby.campaign.unnamed"), Text: &called, Most: longestCampaign}
		return kit.Content{
			Title: h.T("lobby.newcampaign"), Rows: append([]kit.Row{name}, tui.Rows(what.Who())...), Below: []string{h.T("lobby.campaign.note")}, Does: h.T("lobby.help.begin"),
			Enter: func() tea.Cmd {
				called = cmp.Or(called, strings.TrimSpace(h.T("lobby.campaign.unnamed")))
				by := what.Seats(what.Players)
				return h.remember(what, func() error { return h.beginCampaign(called, by) }, called)
			},
		}
	}}
}

// remember keeps the names of the people for the next game, and plays this one, of a campaign
// if that has a name.
func (h *Home) remember(what *choose.Setup, script func() error, campaign string) tea.Cmd {
	var names []string
	for _, name := range what.Names[:what.Players] {
		names = append(names, round.CleanName(name))
	}
	for len(names) > 0 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
	}
	if !slices.Equal(names, h.Set.Names) {
		h.Change(func(set *settings.Settings) { set.Names = names })
	}
	return h.plays(script, h.comesBack(campaign))
}
