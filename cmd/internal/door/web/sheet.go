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

// sheet is the common part of pages beside a table, which stand under a bar that leads back.
type sheet struct {
	frame
	// Back is where the bar leads back to, Headline and Under stand in it. Before is the step before in
	// the form of the page, to which the bar leads back instead, empty for none.
	Back, Headline, Subtitle, PreviousStep string
}

// newSheet begins such a page.
func (v *visitor) newSheet(back, headline string) sheet {
	s := sheet{frame: v.frame, Back: back, Headline: headline}
	s.Title = headline + " - " + v.Title
	return s
}

// sendPage sends the page of a name.
func (v *visitor) sendPage(name string, page any) { v.show(v.w, v.r, http.StatusOK, name, page) }

type (
	// tile leads to another page.
	tile struct{ Path, Icon, Label, Note string }
	// tab is one of several pages of which one is open.
	tab struct {
		Path, Label, Note string
		Current           bool
	}
	// figure is a number with what it counts.
	figure struct {
		N     int
		Label string
	}
	// member is a character of a chapter. Marks draw its goal.
	member struct {
		ID, Name, Role, Goal, Setup string
		Marks                       []mark
		Also                        []string
		Required                    bool
	}
	// starred are N of Most stars.
	starred struct {
		N, Most int
		Spoken  string
	}
)

// stars are so many stars of those that there may be.
func stars(t *texts.Texts, n, most int) starred {
	return starred{n, most, t.T("lobby.book.stars", n, most)}
}

// All are the stars one by one: whether each is there.
func (s starred) All() []bool {
	all := make([]bool, s.Most)
	for i := range s.N {
		all[i] = true
	}
	return all
}

// fan is a hand to look at.
func fan(t *texts.Texts) (all []*card) {
	for _, c := range [...]tricks.Card{
		tricks.NewCard(tricks.Hills, 3), tricks.NewCard(tricks.Mountains, 7),
		tricks.OneRing, tricks.NewCard(tricks.Forests, 5), tricks.NewCard(tricks.Shadows, 8),
	} {
		all = append(all, cardOf(t, c))
	}
	return all
}

// emblem is the character for which a chapter stands: the first one that no chapter before it has.
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

// cast are the characters of a chapter, those of its events and groups too. Their goals are told as a view of a
// round has them, and without one as they stand on their cards.
func cast(t *texts.Texts, lib *chapters.Library, c *chapters.Chapter, v *chapters.View) (all []member) {
	goal := func(character *characters.Character) string { return t.Goal(character, 0) }
	if v != nil {
		goal = func(character *characters.Character) string { return t.GoalAt(v, character, 0) }
	} else {
		v = &chapters.View{Chapter: c, Players: tricks.MaxSeats, Seats: make([]chapters.SeatView, tricks.MaxSeats)}
	}
	for _, m := range rulebook.Cast(t, lib, c, goal) {
		part := member{
			m.ID, m.DisplayName, m.Role, m.Goal, m.Setup, goalMarks(v, m.Character),
			texts.NotEmpty(m.Rider, m.Gift), m.IsRequired,
		}
		if m.Role == t.T("cast.free") || m.Role == t.T("cast.must") { // the star says it
			part.Role = ""
		}
		all = append(all, part)
	}
	return all
}

// goalMarks draws the goal of a character before it has a seat in a round, as far as there are signs for it that
// hold for every threat number.
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

// choiceField is a field of which one option is chosen.
func choiceField(t *texts.Texts, name, label, current string, keys map[string]string, values ...string) choose.Field {
	var options []words.Choice
	for _, v := range values {
		options = append(options, words.Choice{Value: v, Label: t.T(keys[v])})
	}
	return choose.NewField(name, t.T(label), current, nil, options...)
}

// chapterPage tells of a chapter ID. Play leads to a table for it, and Campaign is the one in which it begins
// instead.
type chapterPage struct {
	sheet
	ID, ChapterTitle, Length, Notes, Play, Campaign string
	Cast                                            []member
	// Parts are the events or groups, of which each is called Part.
	Part  string
	Parts []line
}

// chapter tells of a chapter, and leads to a table for it.
func (v *visitor) chapter(c *chapters.Chapter) {
	headline := v.Texts.T("board.chapter", c.ID)
	called := c.Title.In(v.Texts.Lang())
	if c.Pool != nil {
		headline = v.Texts.T("lobby.road")
	}
	p := chapterPage{
		sheet: v.newSheet("/read/rules", headline), ID: c.ID, ChapterTitle: called,
		Notes: c.Notes.In(v.Texts.Lang()), Cast: cast(v.Texts, v.Library, c, nil),
	}
	p.Title = called + " - " + p.Title
	p.Length = texts.Sentence(v.Texts.T("chapters.short"))
	if c.Long {
		p.Length = texts.Sentence(v.Texts.T("chapters.long"))
	}
	if v.me.Name != "" {
		p.Back = "/book"
		p.Play = "/new?chapter=" + c.ID
	}
	if name := v.r.FormValue("campaign"); v.home != nil && name != "" {
		p.Back = "/campaign?name=" + url.QueryEscape(name)
		p.Campaign = name
	}
	for _, variant := range c.Variants() {
		l := line{Name: variant.Title.In(v.Texts.Lang()), Text: variant.Chapter.Notes.In(v.Texts.Lang())}
		if l.Text == p.Notes {
			l.Text = ""
		}
		p.Part = v.Texts.T("lobby.row." + c.VariantKind())
		p.Parts = append(p.Parts, l)
	}
	v.sendPage("chapter", &p)
}
