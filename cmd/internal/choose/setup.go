package choose

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
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

// modeValues are the modes that are a choice of their own in a list of games.
var modeValues = map[string]Mode{"campaign": NewCampaign, "allroad": RoadCampaign, "again": SameDeal}

// Setup is a game and its players, as a person chooses them line by line or in a form: before a game
// at home, at a new table of a server, and before the next round there.
type Setup struct {
	*texts.Texts
	Library *chapters.Library
	// Modes are the modes on offer, Mode the chosen one.
	Modes []Mode
	Mode  Mode
	// Chapter is that of a round, Variant the letter of its event or group, and Deal a number
	// or the whole name of a deal, empty for any.
	Chapter, Variant, Deal string
	// Book is the campaign whose next round is chosen, nil for none; After is what comes after
	// a lost round (L3), and NoRider leaves the rider to another (L5).
	Book      *campaign.Campaign
	AfterLoss campaign.AfterLoss
	NoRider   bool

	Players int
	// SeatComputers are the computer players of the seats, an empty one where a person sits, and Computers
	// those that are offered, a person first. Names are the people's who sit at this screen;
	// nil where each sits at a screen of her own.
	SeatComputers [tricks.MaxSeats]string
	Computers     []string
	Names         []string
	// Patience is how many seconds the others at a table wait for somebody, and Hints and OpenCards
	// are the help there.
	Patience         int
	Hints, OpenCards bool
}

// NewTable sets a table of a server up, for a chapter or for chapter 1.
func NewTable(t *texts.Texts, lib *chapters.Library, chapter string) *Setup {
	s := atTable(t, lib, 2, OneRound, NewCampaign, RoadCampaign)
	s.Patience = table.Patiences[1]
	if chapter != "" {
		s.Chapter = chapter
	}
	return s
}

// ForDeal sets a table up for a deal.
func (s *Setup) ForDeal(id chapters.DealID) *Setup {
	s.Chapter = id.Chapter
	s.Variant = id.Variant
	s.Players = id.Players
	s.Deal = id.String()
	return s
}

// NextAt chooses the next round at a table, which may have chosen one before.
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
	case now.Next.Again && now.Round > 0:
		s.Mode = SameDeal
	}
	return s
}

// InCampaign chooses the next round of a campaign, where some of it may be chosen.
func InCampaign(t *texts.Texts, lib *chapters.Library, book *campaign.Campaign, choice *campaign.Choice) *Setup {
	s := &Setup{
		Texts: t, Library: lib, Book: book, Players: cmp.Or(choice.Players, book.Players), Mode: NextRound,
		AfterLoss: choice.AfterLoss, NoRider: choice.WithoutRider,
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

func atTable(t *texts.Texts, lib *chapters.Library, seats int, modes ...Mode) *Setup {
	return &Setup{
		Texts: t, Library: lib, Modes: modes, Mode: modes[0], Chapter: lib.Chapters[0].ID, Players: seats,
		Computers: words.Computers(),
	}
}

// The longest that can be written.
const longestName, longestDeal = 16, 30

// ModeFields returns the fields in which a person chooses mode, chapter and variant one after the other.
func (s *Setup) ModeFields() (all []Field) {
	if len(s.Modes) > 1 {
		var modes []string
		for _, m := range s.Modes {
			modes = append(modes, string(m))
		}
		all = append(all, NewField("mode", s.T("serve.new.mode"), string(s.Mode), func(v string) {
			s.Mode = Mode(v)
			s.Variant = ""
			s.Deal = ""
		}, labelled(func(v string) string { return s.T(v) }, modes...)...))
	}
	offer := s.offer()
	if c := offer.Chapter; c != nil {
		f := Field{Name: "chapter", Label: s.T("lobby.row.chapter"), Value: s.Titled(c)}
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
			letters = append(letters, words.Choice{Value: v.Letter(), Label: v.Title.In(s.Lang())})
		}
		all = append(all, NewField("variant", s.T("lobby.row."+offer.Chapter.VariantKind()), s.Variant, func(v string) {
			s.Variant = v
		}, letters...))
	}
	return append(all, s.campaignFields(&offer)...)
}

// campaignFields are the fields about a campaign's chapter: what comes after a lost round, and who leaves the
// rider to another.
func (s *Setup) campaignFields(offer *campaign.Offer) (all []Field) {
	if offer.AfterLoss {
		all = append(all,
			NewField("after", s.T("serve.after.lost"), string(cmp.Or(s.AfterLoss, campaign.Keep)), func(v string) {
				s.AfterLoss = campaign.AfterLoss(v)
			},
				labelled(func(v string) string {
					return s.T("serve.after." + v)
				}, string(campaign.Keep), string(campaign.Restart))...))
	}
	if offer.Rider {
		all = append(all, s.yesNo("norider", "serve.norider", &s.NoRider))
	}
	return all
}

// NextRoundFields returns the fields of the next round at a table, where a form cannot ask one thing after the other.
func (s *Setup) NextRoundFields() []Field {
	if s.Book != nil {
		return s.GameFields()
	}
	return append(s.GameFields(), s.Deals())
}

// GameFields returns what is played as one list, where a form cannot ask one thing after the other, and the
// fields about the next round of a campaign.
func (s *Setup) GameFields() []Field {
	var games []words.Choice
	add := func(value, label string) { games = append(games, words.Choice{Value: value, Label: label}) }
	each := func(id, title string, variants []*chapters.Variant, withoutVariant bool) {
		if withoutVariant {
			add(id+":", title)
		}
		for _, v := range variants {
			add(id+":"+v.Letter(), title+": "+v.Title.In(s.Lang()))
		}
	}
	var all []Field
	for _, m := range s.Modes {
		switch m {
		case NextRound:
			next := s.Book.Offers(campaign.Choice{Players: s.Players})
			each("", s.T(string(m)), next.Variants, true)
			all = s.campaignFields(&next)
		case OneRound:
			for _, c := range s.offeredChapters() {
				each(c.ID, s.Titled(c), variants(c), c.VariantKind() == "")
			}
		default:
			for value, mode := range modeValues {
				if mode == m {
					add(value, s.T(string(m)))
				}
			}
		}
	}
	return append([]Field{NewField("game", s.T("serve.new.mode"), s.gameValue(), s.setGame, games...)}, all...)
}

// gameValue is the chosen one of the list.
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

// setGame chooses one of the list; a form may say anything.
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

// offeredChapters are the chapters that can be chosen.
func (s *Setup) offeredChapters() (all []*chapters.Chapter) {
	for _, c := range s.Library.Chapters {
		if s.Book == nil || s.Book.Offers(campaign.Choice{Chapter: c.ID, Players: s.Players}).Chapter != nil {
			all = append(all, c)
		}
	}
	return all
}

// chapterOptions are the same as options.
func (s *Setup) chapterOptions() (all []words.Choice) {
	for _, c := range s.offeredChapters() {
		all = append(all, words.Choice{Value: c.ID, Label: s.Titled(c)})
	}
	return all
}

func variants(c *chapters.Chapter) (all []*chapters.Variant) {
	for _, v := range c.Variants() {
		all = append(all, &v)
	}
	return all
}

// DealFields returns the field in which a person chooses a deal, where one can be chosen.
func (s *Setup) DealFields() []Field {
	if s.Mode != OneRound || s.Book != nil {
		return nil
	}
	return []Field{s.Deals()}
}

// Deals is that field, wherever it stands.
func (s *Setup) Deals() Field {
	return Field{
		Name: "deal", Label: s.T("lobby.row.deal"), Value: s.T("lobby.deal.any"), Text: &s.Deal,
		MaxLength: longestDeal, SpaceAbove: s.Names != nil,
		OnChange: func() { s.Deal = strings.TrimSpace(s.Deal) },
	}
}

// yesNo is a field that says yes or no.
func (s *Setup) yesNo(name, key string, value *bool) Field {
	return yesNo(s.Texts, name, s.T(key), "serve.yes", "serve.no", *value, func(enabled bool) { *value = enabled })
}

// HelpFields returns the fields about a table: for how long the others wait, and which help there is.
func (s *Setup) HelpFields() []Field {
	var patiences []string
	for _, seconds := range table.Patiences {
		patiences = append(patiences, strconv.Itoa(seconds))
	}
	return []Field{
		NewField("patience", s.T("serve.new.patience"), strconv.Itoa(s.Patience), func(v string) {
			s.Patience = ParseNumber(v)
		},
			labelled(func(v string) string { return s.N("serve.minutes", ParseNumber(v)/60) }, patiences...)...),
		s.yesNo("hints", "serve.new.hints", &s.Hints), s.yesNo("opencards", "serve.new.open", &s.OpenCards),
	}
}

// offer returns the choices that are left, and clears those that cannot be made now.
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

// PlayerFields returns the fields in which a person chooses how many play, and the computer's seats.
// A person who sets a table up for people elsewhere sits at the first seat.
func (s *Setup) PlayerFields() []Field {
	all := []Field{s.Size(strconv.Itoa)}
	for i := range s.Players {
		if i > 0 || s.Names != nil {
			all = append(all, s.Seat(i))
		}
	}
	if s.Names != nil {
		all[1].SpaceAbove = true // there is room for it
	}
	return all
}

// Size is the field of how many play, in words of the caller's.
func (s *Setup) Size(label func(n int) string) Field {
	f := NewField("players", s.T("lobby.row.players"), strconv.Itoa(s.Players), func(v string) {
		s.Players = ParseNumber(v)
	},
		labelled(func(v string) string { return label(ParseNumber(v)) }, "1", "2", "3", "4")...)
	f.Digits = true
	return f
}

// PlayersNote tells of a game of one or two players, which has hands that no player holds.
func (s *Setup) PlayersNote() []string {
	switch s.Players {
	case 1:
		return []string{s.T("lobby.table.solo")}
	case 2:
		return []string{s.T("lobby.table.two")}
	}
	return nil
}

// ModeNote tells people elsewhere what the mode means, empty where there is nothing to tell.
func (s *Setup) ModeNote() string {
	return map[Mode]string{OneRound: s.T("serve.new.text"), NewCampaign: s.T("lobby.campaign.note")}[s.Mode]
}

// Seat is the field of a seat: a computer player, or a person; a name that is written makes it
// a person's.
func (s *Setup) Seat(i int) Field {
	playerLabel := func(v string) string { return words.Computer(s.Texts, v) }
	f := NewField("computer", s.T("serve.seat", i+1), s.SeatComputers[i], func(v string) {
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
		return s.T("lobby.seat.person", text)
	}
	f.Value = f.Format("")
	return f
}

// ID is the deal that was chosen, of that number where any will do; the error is why it cannot be played.
// Where the deal is for another number of players, these are chosen, so that the person sees it and
// begins then.
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

// ApplyTo puts the chosen round of the campaign into a choice.
func (s *Setup) ApplyTo(choice *campaign.Choice) {
	offer := s.offer()
	choice.AfterLoss, choice.WithoutRider = s.AfterLoss, s.NoRider
	if s.Mode == OneRound {
		choice.Chapter = s.Chapter
	}
	for _, v := range offer.Variants {
		if v.Letter() == s.Variant {
			choice.SetVariant(offer.Chapter, v.ID)
		}
	}
}

// Pick returns the chosen game, for a table. The problem, if it is not empty, is why there is none.
func (s *Setup) Pick() (g table.Pick, problem string) {
	s.offer()
	switch {
	case s.Mode == SameDeal:
		return table.Pick{Again: true, Deal: s.Deal}, ""
	case s.Mode == OneRound && s.Deal != "":
		id, err := s.ID(0)
		if err != nil {
			problem = s.Problem(err)
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

// Table returns the table that was set up. What cannot be is refused where it is made.
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
			problem = s.Problem(err)
		}
	}
	return made, problem
}

// SeatPlayers names the player of each of so many seats: those without a person of their own are the first
// one's.
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
