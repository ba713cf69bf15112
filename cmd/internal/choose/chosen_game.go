package choose

import (
	"slices"
	"strconv"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/table"
)

// ID returns the chosen deal. If any deal will do it has the number anyNumber. The error says why the deal cannot
// be played. A deal for another number of players is such an error, too; it also sets Players to that number,
// and the person can check the seats and try again.
func (s *Setup) ID(anyNumber uint64) (id chapters.DealID, err error) {
	s.offer()
	id = chapters.DealID{Chapter: s.Chapter, Variant: s.Variant, Players: s.Players, Seed: anyNumber}
	if s.Deal != "" {
		if n, parseErr := strconv.ParseUint(s.Deal, 10, 64); parseErr == nil {
			id.Seed = n
		} else if id, err = chapters.ParseDealID(s.Deal); err != nil {
			return id, err
		}
	}
	_, err = s.Library.Deal(id)
	if err == nil && id.Players != s.Players {
		s.Players = id.Players
		err = say.Errorf("the deal %s is for %d: check the seats, then begin", id, id.Players)
	}
	return id, err
}

// ApplyTo copies the chosen round of a campaign into choice.
func (s *Setup) ApplyTo(choice *campaign.Choice) {
	offer := s.offer()
	choice.AfterLoss = s.AfterLoss
	choice.WithoutRider = s.NoRider
	if s.Mode == OneRound {
		choice.Chapter = s.Chapter
	}
	for _, v := range offer.Variants {
		if v.Letter() == s.Variant {
			choice.SetVariant(offer.Chapter, v.ID)
		}
	}
}

// Pick returns the chosen game for a table on a server. A problem that is not empty says why there is none.
func (s *Setup) Pick() (g table.Pick, problem string) {
	s.offer()
	switch {
	case s.Mode == SameDeal:
		return table.Pick{Again: true, Deal: s.Deal}, ""
	case s.Mode == OneRound && s.Deal != "":
		id, err := s.ID(0)
		if err != nil {
			problem = s.Texts.Problem(err)
		}
		return table.Pick{Deal: id.String(), Chapter: id.Chapter, Variant: id.Variant}, problem
	case s.Mode == OneRound:
		g.Chapter = s.Chapter
	}
	g.Variant = s.Variant
	g.Deal = s.Deal
	g.AfterLoss = s.AfterLoss
	g.WithoutRider = s.NoRider
	return g, ""
}

// Table returns the table that was set up. It checks only the deal and the book of the Road; everything else is
// checked when the table is made.
func (s *Setup) Table() (made table.Setup, problem string) {
	made.First, problem = s.Pick()
	made.Players = s.Players
	made.Patience = s.Patience
	made.Hints = s.Hints
	made.OpenCards = s.OpenCards
	made.Computers = slices.Clone(s.SeatComputers[:max(0, min(s.Players, len(s.SeatComputers)))])
	made.Campaign = s.Mode != OneRound
	if s.Mode == RoadCampaign && problem == "" {
		var err error
		if made.Book, err = table.RoadBook(s.Library, made.Players); err != nil {
			problem = s.Texts.Problem(err)
		}
	}
	return made, problem
}
