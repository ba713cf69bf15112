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

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
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
	cursor    int
	// drawn is which row stands in each line, -1 for none, and values the column of the
	// values, for the mouse.
	drawn  []int
	values int
}

// row is one line of the set-up.
type row struct {
	kind rowKind
	seat int
}

type rowKind uint8

const (
	campaignRow rowKind = iota
	chapterRow
	variantRow
	playersRow
	seatRow
	dealRow
)

func newTableSheet(l *lobby, chapter string) *tableSheet {
	s := &tableSheet{players: 4}
	s.chapter = max(slices.IndexFunc(l.opts.Library.Chapters, func(c *chapters.Chapter) bool { return c.ID == chapter }), 0)
	s.sit(l)
	return s
}

func newCampaignSheet(l *lobby) *tableSheet {
	s := &tableSheet{campaign: true, players: 4}
	s.sit(l)
	return s
}

// sit gives the first seat to a person and the others to the computer.
func (s *tableSheet) sit(l *lobby) {
	copy(s.names[:], l.wish.Settings.Names)
	for i := 1; i < len(s.computers); i++ {
		s.computers[i] = l.computer()
	}
}

func (s *tableSheet) at(l *lobby) *chapters.Chapter { return l.opts.Library.Chapters[s.chapter] }

func (s *tableSheet) title(l *lobby) string {
	if s.campaign {
		return l.T("lobby.newcampaign")
	}
	return l.T("lobby.table")
}

// rows are the lines that there are now.
func (s *tableSheet) rows(l *lobby) []row {
	var all []row
	if s.campaign {
		all = append(all, row{kind: campaignRow})
	} else {
		all = append(all, row{kind: chapterRow})
		if len(s.at(l).Variants()) > 0 {
			all = append(all, row{kind: variantRow})
		}
	}
	all = append(all, row{kind: playersRow})
	for i := range s.players {
		all = append(all, row{seatRow, i})
	}
	if !s.campaign {
		all = append(all, row{kind: dealRow})
	}
	return all
}

// tableLabels is how wide the labels are where there is room.
const tableLabels = 22

func (s *tableSheet) draw(l *lobby, w, h int) []string {
	t := l.Theme
	rows := s.rows(l)
	s.cursor = min(s.cursor, len(rows)-1)
	lines := []string{""}
	s.drawn = []int{-1}
	labels := tableLabels
	if kit.SizeOf(w, l.h) == kit.Narrow {
		labels = 0
		for _, r := range rows {
			label, _ := s.row(l, r, false)
			labels = max(labels, ansi.StringWidth(t.Fold(label)))
		}
	}
	s.values = 3 + labels + 2
	for i, r := range rows {
		if r.kind == seatRow && r.seat == 0 || r.kind == dealRow {
			lines, s.drawn = append(lines, ""), append(s.drawn, -1)
		}
		s.drawn = append(s.drawn, i)
		label, value := s.row(l, r, i == s.cursor)
		mark := "   "
		if i == s.cursor {
			mark = " > "
		}
		label = t.Fit(label, labels)
		if i == s.cursor {
			label = t.Reverse.On(label)
		}
		said := t.Wrap(value, w-s.values-1)
		lines = append(lines, kit.Hang(mark+label+"  ", strings.Repeat(" ", s.values+2), said)...)
		s.drawn = append(s.drawn, slices.Repeat([]int{i}, len(said)-1)...)
	}
	lines = append(lines, "")
	key := "lobby.table.note"
	switch {
	case s.campaign:
		key = "lobby.campaign.note"
	case s.players == 1:
		key = "lobby.table.solo"
	case s.players == 2:
		key = "lobby.table.two"
	}
	return append(lines, t.Text(l.T(key), w)...)
}

// row is what a line says.
func (s *tableSheet) row(l *lobby, r row, here bool) (label, value string) {
	turns := func(text string) string {
		if here {
			return "< " + text + " >"
		}
		return "  " + text
	}
	entry := func(text, empty string) string {
		switch {
		case here:
			return text + "_"
		case text == "":
			return empty
		}
		return text
	}
	switch r.kind {
	case campaignRow:
		return l.T("lobby.campaign.name"), "  " + entry(s.called, l.T("lobby.campaign.unnamed"))
	case chapterRow:
		c := s.at(l)
		if c.ID == chapters.Road {
			return l.T("lobby.row.chapter"), turns(c.Title.In(l.Lang()))
		}
		return l.T("lobby.row.chapter"), turns(c.ID + " " + c.Title.In(l.Lang()))
	case variantRow:
		c := s.at(l)
		all := c.Variants()
		return l.T("lobby.row." + c.VariantKind()), turns(all[s.variant%len(all)].Title.In(l.Lang()))
	case playersRow:
		return l.T("lobby.row.players"), turns(strconv.Itoa(s.players))
	case seatRow:
		if c := s.computers[r.seat]; c != "" {
			return l.Seat(tricks.Seat(r.seat)), turns(l.T("lobby.seat.computer", l.T("lobby.computer."+c)))
		}
		return l.Seat(tricks.Seat(r.seat)), turns(l.T("lobby.seat.person", entry(s.names[r.seat], "")))
	}
	return l.T("lobby.row.deal"), "  " + entry(s.deal, l.T("lobby.deal.any"))
}

func (s *tableSheet) key(l *lobby, msg tea.KeyMsg) tea.Cmd {
	rows := s.rows(l)
	r := rows[min(s.cursor, len(rows)-1)]
	switch msg.String() {
	case "up", "shift+tab":
		s.cursor = (s.cursor + len(rows) - 1) % len(rows)
	case "down", "tab":
		s.cursor = (s.cursor + 1) % len(rows)
	case "left":
		s.turn(l, r, -1)
	case "right":
		s.turn(l, r, 1)
	case "enter":
		return s.begin(l)
	default:
		s.typed(r, msg)
	}
	return nil
}

// typed takes a key of a line that is written.
func (s *tableSheet) typed(r row, msg tea.KeyMsg) {
	const longestName, longestDeal = 16, 20
	switch r.kind {
	case campaignRow:
		s.called, _ = typed(s.called, msg, 40)
	case dealRow:
		text, _ := typed(s.deal, msg, longestDeal)
		s.deal = strings.TrimSpace(text)
	case playersRow:
		if n, err := strconv.Atoi(msg.String()); err == nil && n >= 1 && n <= 4 {
			s.players = n
		}
	case seatRow:
		if text, ok := typed(s.names[r.seat], msg, longestName); ok {
			s.names[r.seat], s.computers[r.seat] = text, "" // who has a name is a person
		}
	case chapterRow, variantRow:
	}
}

// turn changes a line to what comes next or before.
func (s *tableSheet) turn(l *lobby, r row, by int) {
	switch r.kind {
	case chapterRow:
		n := len(l.opts.Library.Chapters)
		s.chapter, s.variant = (s.chapter+by+n)%n, 0
	case variantRow:
		n := len(s.at(l).Variants())
		s.variant = (s.variant + by + n) % n
	case playersRow:
		s.players = (s.players-1+by+4)%4 + 1
	case seatRow:
		s.computers[r.seat] = turned(append([]string{""}, l.opts.Computers...), s.computers[r.seat], by)
	case campaignRow, dealRow:
	}
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
			l.note = l.T("lobby.deal.wrong", s.deal)
			return nil
		}
	}
	if _, err := l.opts.Library.Deal(id); err != nil {
		l.note = l.Problem(err)
		return nil
	}
	if id.Players != s.players {
		// The deal's name says how many play: they see it, and begin then.
		s.players = id.Players
		l.note = l.T("lobby.deal.players", id, id.Players)
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

func (s *tableSheet) bindings(l *lobby) []key.Binding {
	k := &l.keys
	return []key.Binding{k.begin, k.move, k.change, k.typing, k.back}
}
