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

// setup chooses a game at home, for the person and the computer.
func (s *sitting) setup(mode choose.Mode) *choose.Setup {
	what := &choose.Setup{Texts: s.Texts, Library: s.h.Lib, Modes: []choose.Mode{mode}, Mode: mode, Players: 4, Names: make([]string, 4)}
	copy(what.Names, s.Set.Names)
	computer := s.Set.Computer
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
func (s *sitting) newTable(chapter string) *kit.Sheet {
	what := s.setup(choose.OneRound)
	what.Chapter = chapter
	return &kit.Sheet{Build: func() kit.Content {
		return kit.Content{
			Title: s.T("lobby.table"), Rows: tui.Rows(what.What(), what.Who(), what.Which()), Below: append(what.Explained(), s.T("lobby.table.note")), Does: s.T("lobby.help.begin"),
			Enter: func() tea.Cmd {
				what.What() // what cannot be chosen now is as if it never was
				id, problem := what.ID(AnySeed())
				if problem != "" {
					s.Note = problem
					return nil
				}
				by := what.Seats(tricks.SeatsFor(id.Players))
				return s.remember(what, func() error { return s.h.Begin(id, by) }, "")
			},
		}
	}}
}

const longestCampaign = 40

// newCampaign is the table before a campaign, which has a name.
func (s *sitting) newCampaign() *kit.Sheet {
	what, called := s.setup(choose.NewCampaign), ""
	return &kit.Sheet{Build: func() kit.Content {
		name := kit.Row{Label: s.T("lobby.campaign.name"), Value: s.T("lobby.campaign.unnamed"), Text: &called, Most: longestCampaign}
		return kit.Content{
			Title: s.T("lobby.newcampaign"), Rows: append([]kit.Row{name}, tui.Rows(what.Who())...), Below: []string{s.T("lobby.campaign.note")}, Does: s.T("lobby.help.begin"),
			Enter: func() tea.Cmd {
				called = cmp.Or(called, strings.TrimSpace(s.T("lobby.campaign.unnamed")))
				by := what.Seats(what.Players)
				return s.remember(what, func() error { return s.h.beginCampaign(called, by) }, called)
			},
		}
	}}
}

// remember keeps the names of the people for the next game, and plays this one, of a campaign
// if that has a name.
func (s *sitting) remember(what *choose.Setup, script func() error, campaign string) tea.Cmd {
	var names []string
	for _, name := range what.Names[:what.Players] {
		names = append(names, round.CleanName(name))
	}
	for len(names) > 0 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
	}
	if !slices.Equal(names, s.Set.Names) {
		s.Change(func(set *settings.Settings) { set.Names = names })
	}
	return s.plays(script, s.comesBack(campaign))
}
