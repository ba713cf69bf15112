package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/settings"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// setup is what is played at home, by the person and the computer.
func (l *lobby) setup(mode Mode) *Setup {
	s := &Setup{Stack: l.Stack, Library: l.opts.Library, Modes: []Mode{mode}, Mode: mode, Players: 4, Names: make([]string, 4)}
	copy(s.Names, l.wish.Settings.Names)
	for i := 1; i < len(s.By); i++ {
		s.By[i] = l.computer()
	}
	s.Computers = append(slices.Clone(l.opts.Computers), "")
	slices.Reverse(s.Computers)
	return s
}

// newTableSheet is the table before a game: what is played, who sits where, and which deal.
func newTableSheet(l *lobby, chapter string) *kit.Sheet {
	s := l.setup(OneRound)
	s.Chapter = l.opts.Library.Chapters[0].ID
	if c, err := l.opts.Library.Chapter(chapter); err == nil {
		s.Chapter = c.ID
	}
	return &kit.Sheet{Build: func() kit.Content {
		note := "lobby.table.note"
		switch s.Players {
		case 1:
			note = "lobby.table.solo"
		case 2:
			note = "lobby.table.two"
		}
		return kit.Content{
			Title: l.T("lobby.table"), Rows: slices.Concat(s.What(), s.Who(), s.Which()), Below: []string{l.T(note)}, Does: l.T("lobby.help.begin"),
			Enter: func() tea.Cmd {
				s.offer()
				id, ok := s.ID(l.opts.Any())
				if !ok {
					return nil
				}
				l.wish.Deal, l.wish.By = id, s.by(tricks.SeatsFor(id.Players))
				return l.remember(s, Start)
			},
		}
	}}
}

const longestCampaign = 40

// newCampaignSheet is the table before a campaign, which has a name.
func newCampaignSheet(l *lobby) *kit.Sheet {
	s, called := l.setup(NewCampaign), ""
	return &kit.Sheet{Build: func() kit.Content {
		name := kit.Row{Label: l.T("lobby.campaign.name"), Value: l.T("lobby.campaign.unnamed"), Text: &called, Most: longestCampaign}
		return kit.Content{
			Title: l.T("lobby.newcampaign"), Rows: append([]kit.Row{name}, s.Who()...), Below: []string{l.T("lobby.campaign.note")}, Does: l.T("lobby.help.begin"),
			Enter: func() tea.Cmd {
				if called == "" {
					called = strings.TrimSpace(l.T("lobby.campaign.unnamed"))
				}
				l.wish.Name, l.wish.Deal, l.wish.By = called, chapters.DealID{Players: s.Players}, s.by(s.Players)
				return l.remember(s, Campaign)
			},
		}
	}}
}

// by is who plays each of so many seats: those without a person of their own are the first
// one's.
func (s *Setup) by(seats int) []string {
	by := make([]string, seats)
	for i := range by {
		at := i
		if s.Players == 1 || i >= s.Players {
			at = 0
		}
		if by[i] = s.By[at]; by[i] == "" {
			by[i] = session.Person(s.Names[at])
		}
	}
	return by
}

// remember keeps the names of the people for the next game.
func (l *lobby) remember(s *Setup, k WishKind) tea.Cmd {
	var names []string
	for _, name := range s.Names[:s.Players] {
		names = append(names, session.CleanName(name))
	}
	for len(names) > 0 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
	}
	if !slices.Equal(names, l.wish.Settings.Names) {
		l.change(func(set *settings.Settings) { set.Names = names })
	}
	return l.leave(k)
}
