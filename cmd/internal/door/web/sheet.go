package web

import (
	"net/http"
	"net/url"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// sheet is the common part of all pages except tables and the first page. It has a bar at the top that leads back.
type sheet struct {
	frame
	// Back is the address to which the bar leads back.
	Back string
	// Headline is the headline in the bar.
	Headline string
	// Subtitle stands below the headline; empty for none.
	Subtitle string
	// PreviousStep is the previous step of the form on the page, to which the bar leads back instead; empty for none.
	PreviousStep string
}

// newSheet returns a sheet with its title.
func (v *visitor) newSheet(back, headline string) sheet {
	s := sheet{frame: v.frame, Back: back, Headline: headline}
	s.Title = headline + " - " + v.frame.Title
	return s
}

// sendPage sends the page that the template with a name draws.
func (v *visitor) sendPage(name string, page any) { v.frame.show(v.w, v.r, http.StatusOK, name, page) }

type (
	// tile is a link to another page.
	tile struct {
		Path  string
		Icon  string
		Label string
		Note  string
	}
	// tab is a link to one of several pages. The open page has a tab, too.
	tab struct {
		Path    string
		Label   string
		Note    string
		Current bool
	}
	// figure is a number with the name of what it counts.
	figure struct {
		N     int
		Label string
	}
	// member is a character of a chapter.
	member struct {
		ID    string
		Name  string
		Role  string
		Goal  string
		Setup string
		// Marks are the signs that draw the goal.
		Marks []mark
		// Also are further facts, such as a rider.
		Also []string
		// Required reports whether the character must be in the round.
		Required bool
	}
	// starred is a row of stars.
	starred struct {
		// N is the number of stars that were won.
		N int
		// Most is the number of all stars.
		Most int
		// Spoken is the text for a screen reader.
		Spoken string
	}
)

// stars returns a row of stars.
func stars(t *texts.Texts, n, most int) starred {
	return starred{n, most, t.T("lobby.book.stars", n, most)}
}

// All returns for each star whether it was won.
func (s starred) All() []bool {
	all := make([]bool, s.Most)
	for i := range s.N {
		all[i] = true
	}
	return all
}

// fan returns a hand of cards, for decoration.
func fan(t *texts.Texts) (all []*card) {
	for _, c := range [...]tricks.Card{
		tricks.NewCard(tricks.Hills, 3), tricks.NewCard(tricks.Mountains, 7),
		tricks.OneRing, tricks.NewCard(tricks.Forests, 5), tricks.NewCard(tricks.Shadows, 8),
	} {
		all = append(all, cardOf(t, c))
	}
	return all
}

// emblem returns the character whose emblem stands for a chapter: the first one that no earlier chapter has.
func emblem(lib *chapters.Library, chapter *chapters.Chapter) string {
	earlier := map[string]bool{}
	first := ""
	for _, c := range lib.Chapters {
		rosters := c.Roster
		for _, v := range c.Variants() {
			rosters = append(slices.Clone(rosters), v.Chapter.Roster...)
		}
		for i := range rosters {
			id := rosters[i].Character.ID
			if c.ID == chapter.ID && !earlier[id] {
				return id
			}
			earlier[id] = true
			if c.ID == chapter.ID && first == "" {
				first = id
			}
		}
		if c.ID == chapter.ID {
			break
		}
	}
	return first
}

// cast returns the characters of a chapter, including those of its events and groups. Their goals are worded for a view
// of a round, or without a view as they are on the cards.
func cast(t *texts.Texts, lib *chapters.Library, c *chapters.Chapter, v *chapters.View) (all []member) {
	goal := func(character *characters.Character) string { return t.Goal(character, 0) }
	if v != nil {
		goal = func(character *characters.Character) string { return t.Round(v).GoalAt(character, 0) }
	} else {
		v = &chapters.View{Chapter: c, Players: tricks.MaxSeats, Seats: make([]chapters.SeatView, tricks.MaxSeats)}
	}
	for _, m := range rulebook.Cast(t, lib, c, goal) {
		part := member{
			ID:       m.ID,
			Name:     m.DisplayName,
			Role:     m.Role,
			Goal:     m.Goal,
			Setup:    m.Setup,
			Marks:    goalMarks(v, m.Character),
			Also:     texts.NotEmpty(m.Rider, m.Gift),
			Required: m.IsRequired,
		}
		if m.Role == t.T("cast.free") || m.Role == t.T("cast.must") { // a star on the page says that
			part.Role = ""
		}
		all = append(all, part)
	}
	return all
}

// goalMarks draws the goal of a character before it has a seat in a round. A question mark stands for a sign that
// depends on the threat number.
func goalMarks(v *chapters.View, character *characters.Character) (all []mark) {
	view := *v
	view.Seats = make([]chapters.SeatView, len(v.Seats))
	for _, threat := range [...]int{1, 2} {
		view.Seats[0].Threat = threat
		goal, ok := view.GoalFormula(character, 0)
		if !ok {
			return nil
		}
		standing := goal.Standing(len(view.Seats))
		previous := all
		all = marksOf(&standing, 0)
		for i := range all {
			switch {
			case previous == nil || i < len(previous) && all[i] == previous[i]:
			case len(all) != len(previous):
				return []mark{{Text: "?"}}
			default:
				all[i].Text = "?"
			}
		}
	}
	return all
}

// choiceField returns a field with one chosen option. The labels of its values are texts with the keys.
func choiceField(t *texts.Texts, name, label, current string, keys map[string]string, values ...string) choose.Field {
	var options []words.Choice
	for _, v := range values {
		options = append(options, words.Choice{Value: v, Label: t.T(keys[v])})
	}
	return choose.NewField(name, t.T(label), current, nil, options...)
}

// chapterPage is the page about a chapter.
type chapterPage struct {
	sheet
	ID           string
	ChapterTitle string
	Length       string
	Notes        string
	// Play is the address of the form for a table; empty for somebody who has not come in.
	Play string
	// Campaign is the campaign in which the button plays the chapter; empty for none.
	Campaign string
	// Cast are the characters.
	Cast []member
	// Part is the headline of Parts.
	Part string
	// Parts are the events or groups of the chapter.
	Parts []line
}

// chapter sends the page about a chapter.
func (v *visitor) chapter(c *chapters.Chapter) {
	headline := v.frame.Texts.T("board.chapter", c.ID)
	called := c.Title.In(v.frame.Texts.Lang())
	if c.Pool != nil {
		headline = v.frame.Texts.T("lobby.road")
	}
	p := chapterPage{
		sheet: v.newSheet("/read/rules", headline), ID: c.ID, ChapterTitle: called,
		Notes: c.Notes.In(v.frame.Texts.Lang()), Cast: cast(v.frame.Texts, v.server.options.Library, c, nil),
	}
	p.Title = called + " - " + p.Title
	p.Length = texts.Sentence(v.frame.Texts.T("chapters.short"))
	if c.Long {
		p.Length = texts.Sentence(v.frame.Texts.T("chapters.long"))
	}
	if v.me.Name != "" {
		p.Back = "/book"
		p.Play = "/new?chapter=" + c.ID
	}
	if name := v.r.FormValue("campaign"); v.server.home != nil && name != "" {
		p.Back = "/campaign?name=" + url.QueryEscape(name)
		p.Campaign = name
	}
	for _, variant := range c.Variants() {
		l := line{Name: variant.Title.In(v.frame.Texts.Lang()), Text: variant.Chapter.Notes.In(v.frame.Texts.Lang())}
		if l.Text == p.Notes {
			l.Text = ""
		}
		p.Part = v.frame.Texts.T("lobby.row." + c.VariantKind())
		p.Parts = append(p.Parts, l)
	}
	v.sendPage("chapter", &p)
}
