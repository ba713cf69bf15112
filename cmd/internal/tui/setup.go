package tui

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
)

// Mode is a kind of game, as the key of its text.
type Mode string

// The modes: a round, the next one of the campaign that is played, a new campaign or one that
// begins with the Road (L5), and the last deal again.
const (
	OneRound     Mode = "serve.mode.chapter"
	NextRound    Mode = "serve.game.recommended"
	NewCampaign  Mode = "serve.mode.campaign"
	RoadCampaign Mode = "serve.mode.allroad"
	SameDeal     Mode = "serve.mode.again"
)

// Setup is a game and its players, as a person chooses them line by line: before a game at
// home, at a new table of a server, and before the next round there.
type Setup struct {
	*kit.Stack
	Library *chapters.Library
	// Modes are the modes on offer, Mode the chosen one.
	Modes []Mode
	Mode  Mode
	// Chapter is that of a round, Variant the letter of its event or group, and Deal a number
	// or the whole name of a deal, empty for any.
	Chapter, Variant, Deal string
	// Book is the campaign whose next round is chosen, nil for none; After is what comes after
	// a lost round (L3), and NoRider leaves the rider to another (L5).
	Book    *campaign.Campaign
	After   campaign.After
	NoRider bool

	Players int
	// By are the computer players of the seats, an empty one where a person sits, and Computers
	// those that are offered, a person first. Names are the people's who sit at this screen;
	// nil where each sits at a screen of her own.
	By        [4]string
	Computers []string
	Names     []string
}

// The longest that can be written.
const longestName, longestDeal = 16, 20

// What returns the lines in which a person chooses mode, chapter and variant.
func (s *Setup) What() (all []kit.Row) {
	if len(s.Modes) > 1 {
		all = append(all, kit.Row{Label: s.T("serve.new.mode"), Value: s.T(string(s.Mode)), Turn: kit.Turns(func(by int) {
			s.Mode, s.Variant = kit.Turned(s.Modes, s.Mode, by), ""
		})})
	}
	offer := s.offer()
	if c := offer.Chapter; c != nil {
		row := kit.Row{Label: s.T("lobby.row.chapter"), Value: strings.TrimSpace(chapterLabel(c.ID, c.Title.In(s.Lang())))}
		if s.Mode == OneRound {
			row.Turn = kit.Turns(s.turnChapter)
		}
		all = append(all, row)
	}
	if of := offer.Variants; len(of) > 0 {
		at := slices.IndexFunc(of, func(v *chapters.Variant) bool { return v.Letter() == s.Variant })
		if at < 0 {
			at, s.Variant = 0, of[0].Letter()
		}
		all = append(all, kit.Row{
			Label: s.T("lobby.row." + offer.Chapter.VariantKind()), Value: of[at].Title.In(s.Lang()),
			Turn: kit.Turns(func(by int) { s.Variant = of[(at+by+len(of))%len(of)].Letter() }),
		})
	}
	if offer.After {
		all = append(all, kit.Row{Label: s.T("serve.after.lost"), Value: s.T("serve.after." + string(s.After)), Turn: kit.Turns(func(by int) {
			s.After = kit.Turned([]campaign.After{campaign.Keep, campaign.Restart}, s.After, by)
		})})
	}
	if offer.Rider {
		all = append(all, s.YesNo("serve.norider", &s.NoRider))
	}
	return all
}

// Which returns the line in which a person chooses a deal, where one can be chosen.
func (s *Setup) Which() []kit.Row {
	if s.Mode != OneRound || s.Book != nil {
		return nil
	}
	return []kit.Row{{
		Label: s.T("lobby.row.deal"), Value: s.T("lobby.deal.any"), Text: &s.Deal, Most: longestDeal, Gap: s.Names != nil,
		Wrote: func() { s.Deal = strings.TrimSpace(s.Deal) },
	}}
}

// YesNo is a line that says yes or no.
func (s *Setup) YesNo(key string, is *bool) kit.Row {
	value := s.T("serve.no")
	if *is {
		value = s.T("serve.yes")
	}
	return kit.Row{Label: s.T(key), Value: value, Turn: kit.Turns(func(int) { *is = !*is })}
}

// turnChapter goes to the next chapter that can be played, or the one before.
func (s *Setup) turnChapter(by int) {
	var ids []string
	for _, c := range s.Library.Chapters {
		if s.Book == nil || s.Book.Offers(campaign.Choice{Chapter: c.ID}).Chapter != nil {
			ids = append(ids, c.ID)
		}
	}
	s.Chapter, s.Variant = kit.Turned(ids, s.Chapter, by), ""
}

// offer returns the choices that are left, and clears those that cannot be made now.
func (s *Setup) offer() (of campaign.Offer) {
	switch {
	case s.Mode != OneRound && s.Mode != NextRound:
	case s.Book == nil:
		of.Chapter, _ = s.Library.Chapter(s.Chapter)
		for _, v := range of.Chapter.Variants() {
			of.Variants = append(of.Variants, &v)
		}
	default:
		choice := campaign.Choice{After: s.After, Players: s.Players}
		if s.Mode == OneRound {
			choice.Chapter = s.Chapter
		}
		of = s.Book.Offers(choice)
	}
	if s.NoRider = s.NoRider && of.Rider; !of.After {
		s.After = ""
	} else if s.After == "" {
		s.After = campaign.Keep
	}
	return of
}

// Who returns the lines in which a person chooses how many play, and the computer's seats.
// A person who sets a table up for people elsewhere sits at the first seat.
func (s *Setup) Who() []kit.Row {
	all := []kit.Row{{
		Label: s.T("lobby.row.players"), Value: strconv.Itoa(s.Players), Turn: kit.Turns(func(by int) { s.Players = (s.Players-1+by+4)%4 + 1 }),
		Digit: func(n int) {
			if n >= 1 && n <= 4 {
				s.Players = n
			}
		},
	}}
	for i := range s.Players {
		if i > 0 || s.Names != nil {
			all = append(all, s.seat(i))
		}
	}
	if s.Names != nil {
		all[1].Gap = true // there is room for it
	}
	return all
}

// Explained tells of a game of one or two players, which has hands that no player holds.
func (s *Setup) Explained() []string {
	switch s.Players {
	case 1:
		return []string{s.T("lobby.table.solo")}
	case 2:
		return []string{s.T("lobby.table.two")}
	}
	return nil
}

// seat is the line of a seat: a computer player, or a person; a name that is written makes it
// a person's.
func (s *Setup) seat(i int) kit.Row {
	row := kit.Row{
		Label: s.T("serve.seat", i+1), Value: words.Computer(s.Texts, s.By[i]),
		Turn: kit.Turns(func(by int) { s.By[i] = kit.Turned(s.Computers, s.By[i], by) }),
	}
	if s.Names == nil {
		return row
	}
	row.Text, row.Most, row.Wrote = &s.Names[i], longestName, func() { s.By[i] = "" }
	row.Shown = func(text string) string {
		if s.By[i] != "" {
			return words.Computer(s.Texts, s.By[i])
		}
		return s.T("lobby.seat.person", text)
	}
	row.Value = row.Shown("")
	return row
}

// ID is the deal that was chosen, of that number where any will do. Where it cannot be
// played, the person is told so; where it is for another number of players, they see that,
// and begin then.
func (s *Setup) ID(anyNumber uint64) (id chapters.DealID, ok bool) {
	id = chapters.DealID{Chapter: s.Chapter, Variant: s.Variant, Players: s.Players, Seed: anyNumber}
	if s.Deal != "" {
		n, err := strconv.ParseUint(s.Deal, 10, 64)
		if err == nil {
			id.Seed = n
		} else if id, err = chapters.ParseDealID(s.Deal); err != nil {
			s.Note = s.T("lobby.deal.wrong", s.Deal)
			return id, false
		}
	}
	if _, err := s.Library.Deal(id); err != nil {
		s.Note = s.Problem(err)
		return id, false
	}
	if id.Players != s.Players {
		s.Players = id.Players
		s.Note = s.T("lobby.deal.players", id, id.Players)
		return id, false
	}
	return id, true
}

// chooses puts the chosen round of the campaign into a choice.
func (s *Setup) chooses(choice *campaign.Choice) {
	of := s.offer()
	if choice.After, choice.WithoutRider = s.After, s.NoRider; s.Mode == OneRound {
		choice.Chapter = s.Chapter
	}
	for _, v := range of.Variants {
		if v.Letter() == s.Variant {
			choice.SetVariant(of.Chapter, v.ID)
		}
	}
}

// Pick returns the chosen game, for a table.
func (s *Setup) Pick() (g table.Pick, ok bool) {
	s.offer()
	switch s.Mode {
	case SameDeal:
		return table.Pick{Again: true}, true
	case OneRound:
		g.Chapter = s.Chapter
		if s.Deal != "" {
			id, ok := s.ID(0)
			return table.Pick{Deal: id.String(), Chapter: id.Chapter, Variant: id.Variant}, ok
		}
	}
	g.Variant, g.After, g.WithoutRider = s.Variant, s.After, s.NoRider
	return g, true
}

// Seats names the player of each of so many seats: those without a person of their own are the first
// one's.
func (s *Setup) Seats(seats int) []string {
	by := make([]string, seats)
	for i := range by {
		at := i
		if s.Players == 1 || i >= s.Players {
			at = 0
		}
		if by[i] = s.By[at]; by[i] == "" {
			by[i] = round.Person(s.Names[at])
		}
	}
	return by
}
