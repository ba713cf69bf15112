package choose

import (
	"cmp"
	"slices"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Mode is a kind of game. Its value is the key of its text.
type Mode string

const (
	// OneRound is a single round of a chapter.
	OneRound Mode = "serve.mode.chapter"
	// NextRound is the next round of the campaign that is being played.
	NextRound Mode = "serve.game.recommended"
	// NewCampaign begins a campaign.
	NewCampaign Mode = "serve.mode.campaign"
	// RoadCampaign begins a campaign with the Road (L5).
	RoadCampaign Mode = "serve.mode.allroad"
	// SameDeal plays the last deal again.
	SameDeal Mode = "serve.mode.again"
)

// modeValues are the form values of the modes that have an entry of their own in the list of games.
var modeValues = map[string]Mode{"campaign": NewCampaign, "allroad": RoadCampaign, "again": SameDeal}

// Setup is a game and its players while a person chooses them: before a game at home, for a new table on a
// server, or before the next round there.
type Setup struct {
	Texts   *texts.Texts
	Library *chapters.Library
	// Modes are the modes on offer.
	Modes []Mode
	// Mode is the chosen mode.
	Mode Mode
	// Chapter is the id of the chapter to play.
	Chapter string
	// Variant is the letter of the chapter's event or group, empty if it has none.
	Variant string
	// Deal is a deal's number or its whole name, empty for any deal.
	Deal string

	// Book is the campaign whose next round is chosen, nil for none.
	Book *campaign.Campaign
	// AfterLoss is what comes after a lost round (L3).
	AfterLoss campaign.AfterLoss
	// NoRider leaves the rider of the Road to another round (L5).
	NoRider bool

	// Players is the number of players.
	Players int
	// SeatComputers are the computer players of the seats, empty for a person.
	SeatComputers [tricks.MaxSeats]string
	// Computers are the players on offer for a seat; the first one is empty and stands for a person.
	Computers []string
	// Names are the names of the people who share this screen. It is nil if all have a screen of their own.
	Names []string

	// Patience is how many seconds a table waits for a person who is away.
	Patience int
	// Hints allows hints at the table.
	Hints bool
	// OpenCards allows the help with open cards at the table.
	OpenCards bool
}

// NewTable returns the setup of a new table on a server. An empty chapter means chapter 1.
func NewTable(t *texts.Texts, lib *chapters.Library, chapter string) *Setup {
	s := atTable(t, lib, 2, OneRound, NewCampaign, RoadCampaign)
	s.Patience = table.Patiences[1]
	if chapter != "" {
		s.Chapter = chapter
	}
	return s
}

// ForDeal chooses a deal and everything that its name says.
func (s *Setup) ForDeal(id chapters.DealID) *Setup {
	s.Chapter = id.Chapter
	s.Variant = id.Variant
	s.Players = id.Players
	s.Deal = id.String()
	return s
}

// NextAt returns the setup of the next round at a table; what the table has chosen already is set. The
// campaign book is nil if the table plays single rounds.
func NextAt(t *texts.Texts, lib *chapters.Library, book *campaign.Campaign, now *table.TableView) *Setup {
	modes := []Mode{OneRound}
	if now.Round > 0 {
		modes = append(modes, SameDeal)
	}
	if book != nil {
		modes = []Mode{NextRound, OneRound}
	}
	s := atTable(t, lib, now.Setup.Players, modes...)
	s.Book = book
	switch c := now.Next.Chapter; {
	case c != "":
		s.Chapter = c
		s.Variant = now.Next.Variant
	}
	if now.Next.Again && now.Round > 0 {
		s.Mode = SameDeal
	}
	return s
}

// InCampaign returns the setup of the next round of a campaign; what choice says already is set.
func InCampaign(t *texts.Texts, lib *chapters.Library, book *campaign.Campaign, choice *campaign.Choice) *Setup {
	s := &Setup{
		Texts:     t,
		Library:   lib,
		Book:      book,
		Players:   cmp.Or(choice.Players, book.Players),
		Mode:      NextRound,
		AfterLoss: choice.AfterLoss,
		NoRider:   choice.WithoutRider,
	}
	if choice.Chapter != "" {
		s.Mode = OneRound
		s.Chapter = choice.Chapter
	}
	for _, v := range s.offer().Variants {
		if v.ID == choice.Event+choice.Group {
			s.Variant = v.Letter()
		}
	}
	return s
}

// atTable returns the setup of a round at a table on a server; the first mode is chosen.
func atTable(t *texts.Texts, lib *chapters.Library, players int, modes ...Mode) *Setup {
	return &Setup{
		Texts:     t,
		Library:   lib,
		Modes:     modes,
		Mode:      modes[0],
		Chapter:   lib.Chapters[0].ID,
		Players:   players,
		Computers: words.Computers(),
	}
}

const (
	// longestName is how many characters a person's name may have.
	longestName = 16
	// longestDeal is how many characters the name of a deal may have.
	longestDeal = 30
)

// offer returns what can be chosen in the present mode, and clears earlier choices that are no longer
// possible.
func (s *Setup) offer() (offer campaign.Offer) {
	switch {
	case s.Mode != OneRound && s.Mode != NextRound:
	case s.Book == nil:
		if c, err := s.Library.Chapter(s.Chapter); err == nil {
			offer.Chapter = c
			offer.Variants = variants(c)
		}
	default:
		choice := campaign.Choice{AfterLoss: s.AfterLoss, Players: s.Players}
		if s.Mode == OneRound {
			choice.Chapter = s.Chapter
		}
		offer = s.Book.Offers(choice)
	}
	if v := offer.Variants; len(v) > 0 && !slices.ContainsFunc(v, func(v *chapters.Variant) bool {
		return v.Letter() == s.Variant
	}) {
		s.Variant = v[0].Letter()
	}
	s.NoRider = s.NoRider && offer.Rider
	if !offer.AfterLoss {
		s.AfterLoss = ""
	} else if s.AfterLoss == "" {
		s.AfterLoss = campaign.Keep
	}
	return offer
}
