package choose

import (
	"cmp"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table/words"
)

// ModeFields returns the fields in which a person chooses mode, chapter and variant, one after the other.
func (s *Setup) ModeFields() (all []Field) {
	if len(s.Modes) > 1 {
		var modes []string
		for _, m := range s.Modes {
			modes = append(modes, string(m))
		}
		all = append(all, NewField("mode", s.Texts.T("serve.new.mode"), string(s.Mode), func(v string) {
			s.Mode = Mode(v)
			s.Variant = ""
			s.Deal = ""
		}, labelled(func(v string) string { return s.Texts.T(v) }, modes...)...))
	}
	offer := s.offer()
	if c := offer.Chapter; c != nil {
		f := Field{Name: "chapter", Label: s.Texts.T("lobby.row.chapter"), Value: s.Texts.Titled(c)}
		if s.Mode == OneRound {
			f = NewField("chapter", f.Label, c.ID, func(v string) {
				s.Chapter = v
				s.Variant = ""
			}, s.chapterOptions()...)
		}
		all = append(all, f)
	}
	if offered := offer.Variants; len(offered) > 0 {
		var letters []words.Choice
		for _, v := range offered {
			letters = append(letters, words.Choice{Value: v.Letter(), Label: v.Title.In(s.Texts.Lang())})
		}
		label := s.Texts.T("lobby.row." + offer.Chapter.VariantKind())
		all = append(all, NewField("variant", label, s.Variant, func(v string) {
			s.Variant = v
		}, letters...))
	}
	return append(all, s.campaignFields(&offer)...)
}

// campaignFields returns the fields for the choices that a campaign offers: what comes after a lost round, and
// whether the rider is left to another round.
func (s *Setup) campaignFields(offer *campaign.Offer) (all []Field) {
	if offer.AfterLoss {
		label := func(v string) string { return s.Texts.T("serve.after." + v) }
		options := labelled(label, string(campaign.Keep), string(campaign.Restart))
		value := string(cmp.Or(s.AfterLoss, campaign.Keep))
		all = append(all, NewField("after", s.Texts.T("serve.after.lost"), value, func(v string) {
			s.AfterLoss = campaign.AfterLoss(v)
		}, options...))
	}
	if offer.Rider {
		all = append(all, s.yesNo("norider", "serve.norider", &s.NoRider))
	}
	return all
}

// NextRoundFields returns the fields of the next round at a table, all in one form.
func (s *Setup) NextRoundFields() []Field {
	if s.Book != nil {
		return s.GameFields()
	}
	return append(s.GameFields(), s.Deals())
}

// GameFields returns mode, chapter and variant as a single field, for a form that cannot ask for one after the
// other, and the fields about the next round of a campaign.
func (s *Setup) GameFields() []Field {
	var games []words.Choice
	add := func(value, label string) { games = append(games, words.Choice{Value: value, Label: label}) }
	addVariants := func(id, title string, variants []*chapters.Variant, withoutVariant bool) {
		if withoutVariant {
			add(id+":", title)
		}
		for _, v := range variants {
			add(id+":"+v.Letter(), title+": "+v.Title.In(s.Texts.Lang()))
		}
	}
	var all []Field
	for _, m := range s.Modes {
		switch m {
		case NextRound:
			next := s.Book.Offers(campaign.Choice{Players: s.Players})
			addVariants("", s.Texts.T(string(m)), next.Variants, true)
			all = s.campaignFields(&next)
		case OneRound:
			for _, c := range s.offeredChapters() {
				addVariants(c.ID, s.Texts.Titled(c), variants(c), c.VariantKind() == "")
			}
		default:
			for value, mode := range modeValues {
				if mode == m {
					add(value, s.Texts.T(string(m)))
				}
			}
		}
	}
	return append([]Field{NewField("game", s.Texts.T("serve.new.mode"), s.gameValue(), s.setGame, games...)}, all...)
}

// gameValue returns the value of the chosen game in the list of [Setup.GameFields].
func (s *Setup) gameValue() string {
	for value, mode := range modeValues {
		if mode == s.Mode {
			return value
		}
	}
	if s.Mode == NextRound {
		return ":" + s.Variant
	}
	return s.Chapter + ":" + s.Variant
}

// setGame chooses a game from that list. The value comes from a form and may be anything.
func (s *Setup) setGame(value string) {
	s.Chapter, s.Variant, _ = strings.Cut(value, ":")
	if m, found := modeValues[value]; found {
		s.Mode = m
	} else {
		s.Mode = OneRound
		if s.Book != nil && s.Chapter == "" {
			s.Mode = NextRound
		}
	}
}

// offeredChapters returns the chapters that can be chosen.
func (s *Setup) offeredChapters() (all []*chapters.Chapter) {
	for _, c := range s.Library.Chapters {
		if s.Book == nil || s.Book.Offers(campaign.Choice{Chapter: c.ID, Players: s.Players}).Chapter != nil {
			all = append(all, c)
		}
	}
	return all
}

// chapterOptions returns the chapters that can be chosen as options of a field.
func (s *Setup) chapterOptions() (all []words.Choice) {
	for _, c := range s.offeredChapters() {
		all = append(all, words.Choice{Value: c.ID, Label: s.Texts.Titled(c)})
	}
	return all
}

// variants returns the variants of a chapter as a campaign's offer has them.
func variants(c *chapters.Chapter) (all []*chapters.Variant) {
	for _, v := range c.Variants() {
		all = append(all, &v)
	}
	return all
}

// DealFields returns the field for a deal if the mode lets the person choose one.
func (s *Setup) DealFields() []Field {
	if s.Mode != OneRound || s.Book != nil {
		return nil
	}
	return []Field{s.Deals()}
}

// Deals returns the field for the number or the name of a deal.
func (s *Setup) Deals() Field {
	return Field{
		Name:       "deal",
		Label:      s.Texts.T("lobby.row.deal"),
		Value:      s.Texts.T("lobby.deal.any"),
		Text:       &s.Deal,
		MaxLength:  longestDeal,
		SpaceAbove: s.Names != nil,
		OnChange:   func() { s.Deal = strings.TrimSpace(s.Deal) },
	}
}

// ModeNote explains the mode of a table on a server, empty for a mode that needs no explanation.
func (s *Setup) ModeNote() string {
	return map[Mode]string{OneRound: s.Texts.T("serve.new.text"), NewCampaign: s.Texts.T("lobby.campaign.note")}[s.Mode]
}

// yesNo returns a switch for a value of the setup.
func (s *Setup) yesNo(name, key string, value *bool) Field {
	set := func(enabled bool) { *value = enabled }
	return yesNo(s.Texts, name, s.Texts.T(key), "serve.yes", "serve.no", *value, set)
}

// PlayerFields returns the fields for the number of players and for each seat. At a table for people on other
// screens the first seat belongs to the person who makes the table, so it has no field.
func (s *Setup) PlayerFields() []Field {
	all := []Field{s.Size(strconv.Itoa)}
	for i := range s.Players {
		if i > 0 || s.Names != nil {
			all = append(all, s.Seat(i))
		}
	}
	if s.Names != nil {
		all[1].SpaceAbove = true
	}
	return all
}

// Size returns the field for the number of players; label describes a number.
func (s *Setup) Size(label func(n int) string) Field {
	options := labelled(func(v string) string { return label(ParseNumber(v)) }, "1", "2", "3", "4")
	f := NewField("players", s.Texts.T("lobby.row.players"), strconv.Itoa(s.Players), func(v string) {
		s.Players = ParseNumber(v)
	}, options...)
	f.Digits = true
	return f
}

// Seat returns the field of the seat with an index: a computer player or a person. Typing a name gives the seat
// to a person.
func (s *Setup) Seat(i int) Field {
	playerLabel := func(v string) string { return words.Computer(s.Texts, v) }
	f := NewField("computer", s.Texts.T("serve.seat", i+1), s.SeatComputers[i], func(v string) {
		s.SeatComputers[i] = v
	}, labelled(playerLabel, s.Computers...)...)
	f.Seat = i + 1
	if s.Names == nil {
		return f
	}
	f.Text = &s.Names[i]
	f.MaxLength = longestName
	f.OnChange = func() { s.SeatComputers[i] = "" }
	f.Format = func(text string) string {
		if s.SeatComputers[i] != "" {
			return playerLabel(s.SeatComputers[i])
		}
		return s.Texts.T("lobby.seat.person", text)
	}
	f.Value = f.Format("")
	return f
}

// PlayersNote explains how one or two people play all seats.
func (s *Setup) PlayersNote() []string {
	switch s.Players {
	case 1:
		return []string{s.Texts.T("lobby.table.solo")}
	case 2:
		return []string{s.Texts.T("lobby.table.two")}
	}
	return nil
}

// SeatPlayers names the players of all seats. The first player also plays the seats without a player of their
// own.
func (s *Setup) SeatPlayers(seats int) []string {
	players := make([]string, seats)
	for i := range players {
		source := i
		if s.Players == 1 || i >= s.Players {
			source = 0
		}
		players[i] = s.SeatComputers[source]
		if players[i] == "" {
			players[i] = round.Person(s.Names[source])
		}
	}
	return players
}
