package web

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// chapterPage is the page about a chapter.
type chapterPage struct {
	sheet
	ID           string
	ChapterTitle string
	Length       string
	Notes        string
	// Results are the person's results in the chapter; empty without any.
	Results string
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

// showChapter sends the page about a chapter.
func (h readingPages) showChapter(c *chapters.Chapter) {
	headline := h.t.T("board.chapter", c.ID)
	called := c.Title.In(h.t.Lang())
	if c.Pool != nil {
		headline = h.t.T("lobby.road")
	}
	p := chapterPage{
		sheet: h.request.newSheet("/read/rules", headline), ID: c.ID, ChapterTitle: called,
		Notes: c.Notes.In(h.t.Lang()), Cast: cast(h.t, h.lib, c, nil),
	}
	p.Title = called + " - " + p.Title
	p.Length = texts.Sentence(h.t.T("chapters.short"))
	if c.Long {
		p.Length = texts.Sentence(h.t.T("chapters.long"))
	}
	if h.request.me.Name != "" {
		p.Back = "/book"
		p.Play = "/new?chapter=" + c.ID
		p.Results = book.ResultsIn(h.t, h.request.person().Played(), c.ID)
	}
	if name := h.request.value("campaign"); h.request.home != nil && name != "" {
		p.Back = pathOfCampaign(name)
		p.Campaign = name
	}
	for _, variant := range c.Variants() {
		l := line{Name: variant.Title.In(h.t.Lang()), Text: variant.Chapter.Notes.In(h.t.Lang())}
		if l.Text == p.Notes {
			l.Text = ""
		}
		p.Part = h.t.T("lobby.row." + c.VariantKind())
		p.Parts = append(p.Parts, l)
	}
	h.request.send("chapter", &p)
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
