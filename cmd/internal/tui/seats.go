package tui

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/settings"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// tableSheet is the table before a game: what is played, who sits where, and
// which deal. A campaign has a name and no chapter of its own.
type tableSheet struct {
	campaign bool
	called   string // the campaign's name
	chapter  int    // in the library's list
	variant  int
	players  int
	// names are the people's, and computers who plays a seat without a person:
	// an empty one is a person.
	names     [4]string
	computers [4]string
	deal      string // a number, or the whole name of a deal; empty for any
}

func newTableSheet(l *lobby, chapter string) *kit.Sheet {
	s := &tableSheet{players: 4}
	s.chapter = max(slices.IndexFunc(l.opts.Library.Chapters, func(c *chapters.Chapter) bool { return c.ID == chapter }), 0)
	return s.sheet(l)
}

func newCampaignSheet(l *lobby) *kit.Sheet {
	return (&tableSheet{campaign: true, players: 4}).sheet(l)
}

// sheet gives the first seat to a person and the others to the computer, and shows it.
func (s *tableSheet) sheet(l *lobby) *kit.Sheet {
	copy(s.names[:], l.wish.Settings.Names)
	for i := 1; i < len(s.computers); i++ {
		s.computers[i] = l.computer()
	}
	return &kit.Sheet{Build: func() kit.Content {
		title := "lobby.table"
		if s.campaign {
			title = "lobby.newcampaign"
		}
		return kit.Content{
			Title: l.T(title), Rows: s.rows(l), Below: []string{l.T(s.note())},
			Enter: func() tea.Cmd { return s.begin(l) }, Does: l.T("lobby.help.begin"),
		}
	}}
}

func (s *tableSheet) at(l *lobby) *chapters.Chapter { return l.opts.Library.Chapters[s.chapter] }

// The longest that can be written.
const longestName, longestDeal, longestCampaign = 16, 20, 40

// rows are the lines that there are now.
func (s *tableSheet) rows(l *lobby) (all []kit.Row) {
	if s.campaign {
		all = append(all, kit.Row{Label: l.T("lobby.campaign.name"), Value: l.T("lobby.campaign.unnamed"), Text: &s.called, Most: longestCampaign})
	} else {
		c := s.at(l)
		title := c.Title.In(l.Lang())
		if c.ID != chapters.Road {
			title = c.ID + " " + title
		}
		all = append(all, kit.Row{Label: l.T("lobby.row.chapter"), Value: title, Turn: kit.Turns(func(by int) {
			n := len(l.opts.Library.Chapters)
			s.chapter, s.variant = (s.chapter+by+n)%n, 0
		})})
		if vs := c.Variants(); len(vs) > 0 {
			all = append(all, kit.Row{
				Label: l.T("lobby.row." + c.VariantKind()), Value: vs[s.variant%len(vs)].Title.In(l.Lang()),
				Turn: kit.Turns(func(by int) { s.variant = (s.variant + by + len(vs)) % len(vs) }),
			})
		}
	}
	all = append(all, kit.Row{
		Label: l.T("lobby.row.players"), Value: strconv.Itoa(s.players), Turn: kit.Turns(func(by int) { s.players = (s.players-1+by+4)%4 + 1 }),
		Digit: func(n int) {
			if n >= 1 && n <= 4 {
				s.players = n
			}
		},
	})
	for i := range s.players {
		all = append(all, s.seat(l, i))
	}
	if !s.campaign {
		all = append(all, kit.Row{
			Label: l.T("lobby.row.deal"), Value: l.T("lobby.deal.any"), Text: &s.deal, Most: longestDeal, Gap: true,
			Wrote: func() { s.deal = strings.TrimSpace(s.deal) },
		})
	}
	return all
}

// seat is the line of a seat: a computer player, or a person with a name; a name that is
// written makes it a person's.
func (s *tableSheet) seat(l *lobby, i int) kit.Row {
	r := kit.Row{
		Label: l.Seat(tricks.Seat(i)), Gap: i == 0, Text: &s.names[i], Most: longestName, Wrote: func() { s.computers[i] = "" },
		Shown: func(text string) string {
			if c := s.computers[i]; c != "" {
				return l.T("lobby.seat.computer", l.T("lobby.computer."+c))
			}
			return l.T("lobby.seat.person", text)
		},
		Turn: kit.Turns(func(by int) { s.computers[i] = turned(append([]string{""}, l.opts.Computers...), s.computers[i], by) }),
	}
	r.Value = r.Shown("")
	return r
}

// note is the key of what is said below.
func (s *tableSheet) note() string {
	switch {
	case s.campaign:
		return "lobby.campaign.note"
	case s.players == 1:
		return "lobby.table.solo"
	case s.players == 2:
		return "lobby.table.two"
	}
	return "lobby.table.note"
}

// begin checks what was set up, and begins.
func (s *tableSheet) begin(l *lobby) tea.Cmd {
	if s.campaign {
		if s.called == "" {
			s.called = strings.TrimSpace(l.T("lobby.campaign.unnamed"))
		}
		l.wish.Name = s.called
		l.wish.Deal = chapters.DealID{Players: s.players}
		l.wish.By = s.by(s.players)
		return s.remember(l, Campaign)
	}
	id := chapters.DealID{Chapter: s.at(l).ID, Players: s.players, Seed: l.opts.Any()}
	if all := s.at(l).Variants(); len(all) > 0 {
		id.Variant = all[s.variant%len(all)].Letter()
	}
	if s.deal != "" {
		n, err := strconv.ParseUint(s.deal, 10, 64)
		if err == nil {
			id.Seed = n
		} else if id, err = chapters.ParseDealID(s.deal); err != nil {
			l.Note = l.T("lobby.deal.wrong", s.deal)
			return nil
		}
	}
	if _, err := l.opts.Library.Deal(id); err != nil {
		l.Note = l.Problem(err)
		return nil
	}
	if id.Players != s.players {
		// The deal's name says how many play: they see it, and begin then.
		s.players = id.Players
		l.Note = l.T("lobby.deal.players", id, id.Players)
		return nil
	}
	l.wish.Deal, l.wish.By = id, s.by(id.Players)
	return s.remember(l, Start)
}

// by is who plays each seat of the game.
func (s *tableSheet) by(players int) []string {
	by := make([]string, tricks.SeatsFor(players))
	for i := range by {
		at := i
		if players == 1 || i >= players {
			at = 0
		}
		if by[i] = s.computers[at]; by[i] == "" {
			by[i] = session.Person(s.names[at])
		}
	}
	return by
}

// remember keeps the names of the people for the next game.
func (s *tableSheet) remember(l *lobby, k WishKind) tea.Cmd {
	var names []string
	for i := range s.players {
		names = append(names, session.CleanName(s.names[i]))
	}
	for len(names) > 0 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
	}
	if !slices.Equal(names, l.wish.Settings.Names) {
		l.change(func(set *settings.Settings) { set.Names = names })
	}
	return l.leave(k)
}
