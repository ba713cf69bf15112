package rulebook

import (
	"fmt"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// chapterPage is the page of a chapter while it is being written.
type chapterPage struct {
	texts *texts.Texts
	page.Page
	lib *chapters.Library
	// sources adds how reliably each card is known, and what was filled in.
	sources bool
}

// ChapterPage returns everything about a chapter: its characters with goals and setups, its events or
// groups, its special rules, and the hands for each number of players. With sources it says how
// sure each card is, and what no source settles.
func ChapterPage(t *texts.Texts, lib *chapters.Library, c *chapters.Chapter, sources bool) page.Page {
	p := chapterPage{texts: t, lib: lib, sources: sources}
	p.chapter(c)
	return p.Page
}

// labelWidth is the width of the labels in front of the texts.
const labelWidth = 20

func (p *chapterPage) translate(text characters.Text) string { return text.In(p.texts.Lang()) }

func (p *chapterPage) chapter(c *chapters.Chapter) {
	p.Head(chapterTitle(p.texts, c))
	length := p.texts.T("chapters.short")
	if c.Long {
		length = p.texts.T("chapters.long")
	}
	p.Line(length)
	if len(c.Roster) > 0 {
		p.Gap()
	}
	for i := range c.Roster {
		p.entry(c, &c.Roster[i])
	}
	if c.Pool != nil {
		p.pool(c)
	}
	for _, v := range c.Variants() {
		p.variant(c, &v)
	}
	p.Gap()
	p.Line(p.texts.T("chapters.must"))
	if len(c.Threats) > 0 {
		p.Line(p.texts.T("chapters.threats", spaced(c.Threats)))
	}
	if notes := p.translate(c.Notes); notes != "" {
		p.addNote("chapters.special", 0, notes)
	}
	p.addNote("chapters.fidelity", 0, p.level(c.Fidelity))
	if shares := Measured(c); shares != nil {
		p.Text(0, p.texts.T("chapters.measured", shares...))
	}
	p.Gap()
	p.Line(p.texts.T("chapters.tables"))
	p.tables(c)
	if p.sources {
		p.addPoints(c)
	}
}

// addPoints adds the points that no source settles, and the key in the chapter's file for each.
func (p *chapterPage) addPoints(c *chapters.Chapter) {
	p.Gap()
	p.Text(0, p.texts.T("chapters.points", c.ID))
	for _, point := range c.FilledIn {
		key := point.Key
		if key == "" {
			key = p.texts.T("chapters.point.code")
		}
		p.Label("-", 2, p.translate(point.Text)+" ["+key+"]")
	}
	// The points that the general rules leave open are the same in all chapters.
	general := []string{"chapters.point.pyramid"}
	if len(c.Threats) > 0 {
		general = append(general, "chapters.point.threats")
	}
	for _, key := range general {
		p.Label("-", 2, p.texts.T(key)+" ["+p.texts.T("chapters.point.code")+"]")
	}
}

// chapterTitle returns the title in the language, followed by the titles in the other languages.
func chapterTitle(t *texts.Texts, c *chapters.Chapter) string {
	title := c.Title.In(t.Lang())
	for _, other := range c.Title {
		if other.Lang != t.Lang() && other.Text != title {
			title += " (" + other.Text + ")"
		}
	}
	if _, err := strconv.Atoi(c.ID); err != nil {
		return title
	}
	return t.T("chapters.title", c.ID, title)
}

// addNote adds a text with a label that says what it is.
func (p *chapterPage) addNote(key string, indent int, text string) {
	p.Text(indent, p.texts.T(key)+": "+text)
}

// entry adds a character with everything that the chapter says about it.
func (p *chapterPage) entry(c *chapters.Chapter, e *chapters.RosterEntry) {
	p.Label(Starred(e, p.texts.Lang()), labelWidth, p.texts.T("chapters.goal")+": "+p.translate(e.Character.GoalText))
	if s := p.translate(e.Character.SetupText); s != "" {
		p.addNote("chapters.setup", labelWidth, s)
	}
	if e.Rider != nil {
		p.addNote("chapters.rider", labelWidth, p.nameAndText(e.Rider.Name, e.Rider.GoalText))
		p.addFidelity(c, labelWidth+2, e.Rider.Fidelity)
	}
	if e.Gift != nil {
		p.addNote("chapters.gift", labelWidth, p.nameAndText(e.Gift.Name, e.Gift.Text))
		p.addFidelity(c, labelWidth+2, e.Gift.Fidelity)
	}
	notes := []struct {
		holds bool
		key   string
	}{
		{e.Exempt, "chapters.exempt"},
		{e.Blindfold, "chapters.blindfold"},
		{e.NotPyramid, "chapters.notpyramid"},
	}
	for _, note := range notes {
		if note.holds {
			p.Text(labelWidth, p.texts.T(note.key))
		}
	}
	if len(e.Players) > 0 {
		p.Text(labelWidth, p.texts.T("chapters.only", strings.ReplaceAll(spaced(e.Players), " ", ", ")))
	}
	p.addFidelity(c, labelWidth, e.Character.Fidelity)
}

// addFidelity adds how sure a card is, unless the same holds for the whole chapter.
func (p *chapterPage) addFidelity(c *chapters.Chapter, indent int, f characters.Fidelity) {
	if p.sources && p.level(f) != p.level(c.Fidelity) {
		p.addNote("chapters.fidelity", indent, p.level(f))
	}
}

// nameAndText returns the name of a rider or gift, and what it does.
func (p *chapterPage) nameAndText(name, text characters.Text) string {
	return p.translate(name) + ": " + p.translate(text)
}

// pool adds what the Road is drawn from.
func (p *chapterPage) pool(c *chapters.Chapter) {
	p.Gap()
	gold, black := c.Pool.GoldDrawn, c.Pool.BlackDrawn
	p.Text(0, p.texts.T("chapters.pool", gold[2], black[2], gold[4], black[4]))
	names := func(ids []string) string {
		var out []string
		for _, id := range ids {
			out = append(out, p.translate(p.lib.Characters[id].Name))
		}
		return strings.Join(out, ", ")
	}
	p.addNote("chapters.pool.gold", 2, names(c.Pool.Gold))
	p.addNote("chapters.pool.black", 2, names(c.Pool.Black))
	for _, id := range c.Pool.Riders {
		r := p.lib.Riders[id]
		p.addNote("chapters.rider", 2, p.nameAndText(r.Name, r.GoalText))
		p.addFidelity(c, 4, r.Fidelity)
	}
	for _, id := range c.Pool.Gifts {
		g := p.lib.Gifts[id]
		p.addNote("chapters.gift", 2, p.nameAndText(g.Name, g.Text))
		p.addFidelity(c, 4, g.Fidelity)
	}
}

// variant adds what an event or a group changes.
func (p *chapterPage) variant(c *chapters.Chapter, v *chapters.Variant) {
	p.Gap()
	id := chapters.DealID{Chapter: c.ID, Variant: v.Letter(), Players: 4, Seed: 7}
	p.Head(p.texts.T("chapters."+c.VariantKind(), p.translate(v.Title), v.ID, id.String()))
	if v.Repeatable {
		p.Text(2, p.texts.T("chapters.repeatable"))
	}
	if v.Last {
		p.Text(2, p.texts.T("chapters.last"))
	}
	for i := range v.Chapter.Roster {
		if e := &v.Chapter.Roster[i]; !inRoster(c, e) {
			p.entry(c, e)
		}
	}
	if notes := p.translate(v.Chapter.Notes); notes != p.translate(c.Notes) {
		p.addNote("chapters.special", 2, notes)
	}
	if omitted := omittedEntries(c, v.Chapter); len(omitted) > 0 {
		var names []string
		for _, e := range omitted {
			names = append(names, p.translate(e.Character.Name))
		}
		p.Text(2, p.texts.T("chapters.without", strings.Join(names, ", ")))
	}
	if v.Chapter.Lost != c.Lost || v.Chapter.Side != c.Side || v.Chapter.Rivers != c.Rivers {
		p.tables(v.Chapter)
	}
}

// inRoster reports whether a chapter has exactly this entry.
func inRoster(c *chapters.Chapter, e *chapters.RosterEntry) bool {
	for _, r := range c.Roster {
		if r.Character == e.Character && r.Starred == e.Starred {
			return true
		}
	}
	return false
}

// omittedEntries returns the entries of a chapter that a variant leaves out.
func omittedEntries(c, v *chapters.Chapter) []chapters.RosterEntry {
	var out []chapters.RosterEntry
next:
	for _, e := range c.Roster {
		for _, r := range v.Roster {
			if r.Character.ID == e.Character.ID {
				continue next
			}
		}
		out = append(out, e)
	}
	return out
}

// tables adds the hands for each number of players (N).
func (p *chapterPage) tables(c *chapters.Chapter) {
	for players := 1; players <= 4; players++ {
		layout, err := c.Layout(players)
		if err != nil {
			p.Label(strconv.Itoa(players)+":", 3, p.texts.Tell(err))
			continue
		}
		more := []string{p.texts.N("chapters.lost", layout.Lost)}
		switch rivers := c.Rivers[players]; {
		case rivers > 0 && c.Trump != tricks.NoSuit:
			more = append(more, p.texts.T("chapters.trump", rivers))
		case rivers > 0:
			more = append(more, p.texts.T("chapters.rivers", rivers))
		}
		if s := c.Side; s != nil {
			n := s.TurnUp[players]
			if !s.IsTurnedUp() {
				n = s.Size[players]
			}
			more = append(more, p.texts.SideDeckText("chapters.", s, texts.Form(n), n))
		}
		tail := strings.Join(more, "; ")
		switch players {
		case 1:
			p.Text(2, p.texts.T("chapters.tables.solo", layout.Tricks, layout.Hand, layout.Pile, tail))
		case 2:
			rows := strings.ReplaceAll(spaced(layout.Rows), " ", "-")
			p.Text(2, p.texts.T("chapters.tables.two", layout.Hand, rows, tail))
		default:
			p.Text(2, p.texts.T("chapters.tables.plain", players, layout.Seats, layout.Hand, tail))
		}
	}
}

// spaced returns numbers separated by spaces.
func spaced(list []int) string { return strings.Trim(fmt.Sprint(list), "[]") }

// level says how sure it is that a card is as printed, and why.
func (p *chapterPage) level(f characters.Fidelity) string {
	level := p.texts.T("chapters.fidelity." + f.Level)
	if note := p.translate(f.Note); note != "" {
		return level + " (" + note + ")"
	}
	return level
}

// Starred names a character of a chapter, with * if it must be taken.
func Starred(r *chapters.RosterEntry, lang string) string {
	if r.Starred {
		return r.Character.Name.In(lang) + "*"
	}
	return r.Character.Name.In(lang)
}
