package book

import (
	"cmp"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Road is how far a person, or a campaign, has come through the chapters. It is the same on a screen and in a browser;
// each of these draws it in its own way.
type Road struct {
	// Title is the headline.
	Title string
	// Summary says how many chapters are won, empty if nobody counts.
	Summary string
	// Brief is Summary in fewer words.
	Brief string
	// Legend explains the stars.
	Legend string
	// Seats names the players of a campaign at home, empty for others, whose table names them.
	Seats string
	// Stations are the numbered chapters.
	Stations []Station
	// Others are the chapters without a number: the Road, which comes after the campaign.
	Others []Station
}

// Station is a chapter on the road.
type Station struct {
	Chapter *chapters.Chapter
	// Number is the chapter's number as people write it, empty for the Road.
	Number string
	Title  string
	// Place is the place that is reached with the chapter, empty for none.
	Place string
	// State says in few words how the chapter stands, empty if it was not begun.
	State string
	// Length is a word for a chapter of several rounds, empty for a chapter of one round.
	Length string
	// Results are the stars at tables of each size.
	Results string
	// Progress says what is completed and what is left of a long chapter, empty before its first round.
	Progress string
	// Roster names the characters, the required ones first, and says what is special.
	Roster string
	// Stars are the best result, nil if nobody counts them.
	Stars stars.Row

	Won bool

	// IsCurrent reports whether the chapter is being played, or else is the next one.
	IsCurrent bool
	// Closed says why the chapter cannot be played now, empty if it can.
	Closed string
}

// add adds a station to the numbered chapters or to the others.
func (r *Road) add(s Station) {
	if s.Number == "" {
		r.Others = append(r.Others, s)
		return
	}
	r.Stations = append(r.Stations, s)
}

// ChapterBook returns the chapters with a person's results; played is nil if none are kept.
func ChapterBook(t *texts.Texts, lib *chapters.Library, played *saves.Played) *Road {
	r := &Road{Title: t.T("lobby.book")}
	lit := 0
	most := 0
	next := played.Next(lib.Chapters)
	for _, ch := range lib.Chapters {
		s := newStation(t, ch)
		s.Results = Stars(played.Chapters(), ch.ID)
		s.Stars = played.Stars(ch.ID)
		s.Won = played.Won(ch.ID)
		if n := played.RoundsLeft(ch.ID); n > 0 && !s.Won {
			s.State = t.T("campaign.more", n)
		}
		s.IsCurrent = played != nil && ch == next && !s.Won
		if s.Number != "" {
			lit += s.Stars.Count()
			most += stars.Most
		}
		r.add(s)
	}
	if played != nil {
		won, total := ChaptersWon(lib, played.Won)
		r.Brief = t.T("lobby.book.brief", won, total)
		r.Summary = r.Brief + ", " + t.T("lobby.book.stars", lit, most)
		r.Legend = t.T("stats.legend")
	}
	return r
}

// CampaignRoad returns the chapters of a campaign, which has no name at a table of a server.
func CampaignRoad(t *texts.Texts, lib *chapters.Library, name string, c *campaign.Campaign) *Road {
	won, total := ChaptersWon(lib, c.IsWon)
	r := &Road{
		Title:   t.T("lobby.campaign"),
		Summary: CampaignSummary(t, lib, c),
		Brief:   t.T("lobby.book.brief", won, total),
		Legend:  t.T("stats.legend"),
	}
	if name != "" {
		r.Title = t.T("campaign.named", name)
		r.Seats = t.T("campaign.menu.seats", strings.Join(seats(t, c), ", "))
	}
	playing := ""
	if c.Playing != nil {
		playing = c.Playing.Chapter
	}
	next := cmp.Or(playing, c.Recommended())
	for _, ch := range lib.Chapters {
		s := newStation(t, ch)
		s.Won = c.IsWon(ch.ID)
		s.IsCurrent = ch.ID == next
		if p := progress(c, ch.ID); p != nil {
			s.addProgress(t, lib, p)
		}
		switch {
		case playing != "" && playing != ch.ID:
			s.Closed = t.T("campaign.menu.begun")
		case playing == "":
			if err := c.Offers(campaign.Choice{Chapter: ch.ID}).Err; err != nil {
				s.Closed = texts.Sentence(t.Problem(err))
			}
		}
		r.add(s)
	}
	return r
}

// CampaignSummary says in a line how far a campaign has come.
func CampaignSummary(t *texts.Texts, lib *chapters.Library, c *campaign.Campaign) string {
	won, total := ChaptersWon(lib, c.IsWon)
	return t.N("campaign.menu.about", c.Players, won, total)
}

// seats returns the player of each seat of a campaign.
func seats(t *texts.Texts, c *campaign.Campaign) []string {
	out := make([]string, c.Players)
	for i := range out {
		seat := t.Number(tricks.Seat(i))
		player := ""
		if i < len(c.PlayerNames) {
			player = c.PlayerNames[i]
		} else if i < c.Humans {
			player = round.Human
		}
		if player == "" {
			player = players.Strongest
		}
		out[i] = seat + " " + hindsight.PlayerName(t, player)
	}
	return out
}

// newStation returns the station of a chapter, without what was played of it.
func newStation(t *texts.Texts, ch *chapters.Chapter) Station {
	s := Station{
		Chapter: ch,
		Number:  ch.ID,
		Title:   ch.Title.In(t.Lang()),
		Roster:  roster(t, ch),
	}
	if key := places[ch.ID]; key != "" {
		s.Place = t.T(key)
	}
	if ch.Long {
		s.Length = t.T("lobby.long")
	}
	if ch.Pool != nil {
		s.Number = ""
	}
	return s
}

// addProgress adds what a campaign has done of the chapter.
func (s *Station) addProgress(t *texts.Texts, lib *chapters.Library, p *campaign.Progress) {
	switch {
	case p.Won != "":
		s.State = t.T("campaign.menu.won", p.WonIn, p.Won)
		s.Stars = stars.OfProgress(p)
	case s.Chapter.Long:
		s.State = t.T("campaign.more", p.MinRounds())
	case p.Rounds > 0:
		s.State = t.T("campaign.menu.rounds", p.Rounds)
	}
	var parts []string
	for _, part := range Progress(t, lib, p) {
		parts = append(parts, texts.Title(t.T("campaign.menu.part", part.Label, part.Text)))
	}
	if p.Failed {
		parts = append(parts, texts.Title(t.T("campaign.menu.choose")))
	}
	s.Progress = texts.Sentence(strings.Join(parts, " "))
}

// progress returns the progress of a chapter at the campaign's table size, or at a size at which it
// was played; nil without any.
func progress(c *campaign.Campaign, chapter string) *campaign.Progress {
	if p := c.ProgressOf(chapter, c.Players); p != nil {
		return p
	}
	for _, p := range c.Progress {
		if p.Chapter == chapter {
			return p
		}
	}
	return nil
}

// places has the places on the road, by the chapters that reach them.
var places = map[string]string{
	"1": "journey.shire", "7": "journey.bree", "10": "journey.rivendell", "14": "journey.moria",
	"18": "journey.amonhen",
}

// roster names the characters of a chapter, the required ones first, and says what is special about it.
func roster(t *texts.Texts, ch *chapters.Chapter) string {
	var required, optional []string
	for _, e := range ch.Roster {
		name := t.ShortName(e.Character)
		if e.Starred {
			required = append(required, name)
		} else {
			optional = append(optional, name)
		}
	}
	text := strings.Join(required, ", ")
	if len(optional) > 0 {
		text = strings.Join(texts.NotEmpty(text, strings.Join(optional, ", ")), "; ")
	}
	return strings.TrimSpace(text + ". " + ch.Notes.In(t.Lang()))
}

// Stars returns the best result of a chapter for each table size at which it was played.
func Stars(stats []saves.ChapterStats, chapter string) string {
	var parts []string
	for i := range stats {
		if s := &stats[i]; s.Chapter == chapter && s.Finished() > 0 {
			parts = append(parts, strconv.Itoa(s.Players)+": "+s.Stars().Text())
		}
	}
	return strings.Join(parts, "  ")
}
