package fullscreen

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// newTable sets up a game: the person chooses the round, the seats and the deal.
func (s *Session) newTable(chapter string) *kit.Sheet {
	setup := s.home.Form(1)
	setup.Chapter = chapter
	return &kit.Sheet{Build: func() kit.Content {
		return kit.Content{
			Title:      s.shell.T("lobby.table"),
			Rows:       tui.FieldRows(setup.ModeFields(), setup.PlayerFields(), setup.DealFields()),
			Footer:     append(setup.PlayersNote(), s.shell.T("lobby.table.note")),
			Button:     kit.FormButton{Label: s.shell.T("lobby.button.round")},
			EnterLabel: s.shell.T("lobby.help.begin"),
			Enter: func() tea.Cmd {
				if _, err := setup.ID(0); err != nil {
					s.shell.Stack.Note = s.shell.Stack.Theme.Texts.Problem(err)
					return nil
				}
				return s.rememberPlayers(setup, func() error { return s.home.PlayNew(setup) }, "")
			},
		}
	}}
}

// longestCampaign is how many characters the name of a campaign may have.
const longestCampaign = 40

// newCampaign sets up a campaign: its name and its players.
func (s *Session) newCampaign() *kit.Sheet {
	setup := s.home.Form(1)
	name := ""
	begin := func() tea.Cmd {
		name = cmp.Or(name, strings.TrimSpace(s.shell.T("lobby.campaign.unnamed")))
		play := func() error { return s.home.BeginCampaign(name, setup.SeatPlayers(setup.Players)) }
		return s.rememberPlayers(setup, play, name)
	}
	return &kit.Sheet{Build: func() kit.Content {
		nameRow := kit.Row{
			Label:   s.shell.T("lobby.campaign.name"),
			Value:   s.shell.T("lobby.campaign.unnamed"),
			Control: kit.TextField{Text: &name, MaxLength: longestCampaign},
		}
		return kit.Content{
			Title:      s.shell.T("lobby.newcampaign"),
			Rows:       append([]kit.Row{nameRow}, tui.FieldRows(setup.PlayerFields())...),
			Button:     kit.FormButton{Label: s.shell.T("lobby.button.campaign")},
			Footer:     []string{s.shell.T("lobby.campaign.note")},
			EnterLabel: s.shell.T("lobby.help.begin"),
			Enter:      begin,
		}
	}}
}

// rememberPlayers saves the names of the people for the next game, and plays this one. campaign names the
// campaign it belongs to, if any.
func (s *Session) rememberPlayers(setup *choose.Setup, script func() error, campaign string) tea.Cmd {
	var names []string
	for _, name := range setup.Names[:setup.Players] {
		names = append(names, round.CleanName(name))
	}
	for len(names) > 0 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
	}
	if !slices.Equal(names, s.shell.Settings.Names) {
		s.shell.Change(func(set *settings.Settings) { set.Names = names })
	}
	return s.playThenMenu(script, s.reopenBook(campaign))
}
