package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
)

// member is a character on the page of a chapter: who it is, whether it must be there, its goal,
// and what it does in setup.
type member struct {
	id, name, role, goal, setup string
	must                        bool
}

// castOf are the characters of a chapter, those of its events and groups too. Goal tells a goal.
func castOf(t *texts.Texts, lib *chapters.Library, c *chapters.Chapter, goal func(*characters.Character) string) (all []member) {
	add := func(e *chapters.RosterEntry, role string) {
		m := member{id: e.Character.ID, name: t.ShortName(e.Character), role: role, goal: texts.Sentence(goal(e.Character)), must: e.Starred}
		if slices.ContainsFunc(all, func(o member) bool { return o == m || o.id == m.id && o.goal == texts.Sentence(goal(e.Character)) }) {
			return
		}
		if e.Starred && role == t.T("cast.free") {
			m.role = t.T("cast.must")
		}
		if m.setup = texts.Sentence(e.Character.SetupText.In(t.Lang())); m.setup == "" {
			m.setup = t.T("cast.nosetup")
		}
		if e.Rider != nil {
			m.setup = texts.Sentence(t.Name(e.Rider)+": "+e.Rider.GoalText.In(t.Lang())) + " " + m.setup
		}
		all = append(all, m)
	}
	for i := range c.Roster {
		add(&c.Roster[i], t.T("cast.free"))
	}
	for _, v := range c.Variants() {
		for i := range v.Chapter.Roster {
			add(&v.Chapter.Roster[i], v.Title.In(t.Lang()))
		}
	}
	if c.Pool != nil && len(c.Roster) == 0 {
		for _, pool := range [][]string{c.Pool.Gold, c.Pool.Black} {
			for _, id := range pool {
				if ch := lib.Characters[id]; ch != nil {
					add(&chapters.RosterEntry{Character: ch}, t.T("cast.drawn"))
				}
			}
		}
	}
	return all
}

// drawCast draws the page of a chapter: on felt what is special, and below it each character with its
// emblem, whether it must be there, its goal and its setup. The cursor moves over them where there
// are more than fit.
func drawCast(title, state string, band []string, all []member, foot string) func(g *felt.Grid, cursor int) []felt.Spot {
	return func(g *felt.Grid, cursor int) (spots []felt.Spot) {
		wide := min(g.W, 108)
		left := (g.W - wide) / 2
		g.Headline(left, wide, title, state)
		narrow := g.W < 76
		aside := 18 // where goals begin
		if narrow {
			aside = 7
		}
		var said []string
		for _, text := range band {
			said = append(said, g.Wrap(text, wide-4, 9)...)
		}
		footRows := 0
		if foot != "" {
			footRows = len(g.Wrap(foot, wide-4, 2))
		}
		room := g.H - 2 - 1 - footRows // below the headline and the rail
		rows := 3
		if narrow {
			rows = 4
		}
		for rows > 2 && len(all)*rows+len(said) > room {
			rows--
		}
		if most := max(room-min(len(all), 4)*rows, 1); len(said) > most {
			said = said[:most]
		}
		g.Fill(0, 1, g.W, len(said), felt.Felt)
		for i, l := range said {
			g.Put(left+2, 1+i, l, ink)
		}
		y := 1 + len(said)
		g.Rule(0, y, g.W, felt.Rail)
		y++
		room -= len(said)
		seen := min(max(room/rows, 1), len(all))
		if free := room - seen*rows; seen == len(all) && free > 1 {
			y += min(free/2, 2)
		}
		first := max(min(cursor-seen/2, len(all)-seen), 0)
		for i := first; i < first+seen; i++ {
			m, at := &all[i], y+(i-first)*rows
			g.Emblem(left+2, at, m.id, m.name, false)
			pen := strong
			if i == cursor && seen < len(all) {
				pen = golden
			}
			end := g.Put(left+7, at, m.name, pen)
			role := soft
			if m.must {
				role = felt.Pen{Fg: felt.GoldInk}
			}
			if narrow {
				g.Put(end+2, at, g.Cut(m.role, left+wide-end-4), role)
				lines := g.Wrap(m.goal, wide-aside-2, rows-1)
				for k, l := range lines {
					g.Put(left+aside, at+1+k, l, ink)
				}
				if len(lines) < rows-2 && g.Width(m.setup) <= wide-aside-2 {
					g.Put(left+aside, at+1+len(lines), m.setup, soft)
				}
			} else {
				g.Put(left+7, at+1, g.Cut(m.role, aside-8), role)
				lines := g.Wrap(m.goal, wide-aside-2, rows)
				for k, l := range lines {
					g.Put(left+aside, at+k, l, ink)
				}
				if more := g.Wrap(m.setup, wide-aside-2, 9); len(more) <= rows-len(lines) { // never a part of it
					for k, l := range more {
						g.Put(left+aside, at+len(lines)+k, l, soft)
					}
				}
			}
			spots = append(spots, felt.Spot{X: left, Y: at, W: wide, H: rows, Item: i})
		}
		if first > 0 {
			g.Put(left+wide-2, y, "^", golden)
		}
		if first+seen < len(all) {
			g.Put(left+wide-2, y+seen*rows-1, "v", golden)
		}
		g.Paragraph(left+2, g.H-1-footRows, wide-4, footRows, foot, soft)
		return spots
	}
}

// rowsOf makes a row of each character, over which the cursor moves.
func rowsOf(all []member) []kit.Row {
	rows := make([]kit.Row, len(all))
	for i := range all {
		rows[i].Label = all[i].name
	}
	return rows
}

// chapterTitle is a chapter's number and its title, as headlines have it.
func chapterTitle(t *texts.Texts, c *chapters.Chapter) string {
	if c.Pool != nil {
		return c.Title.In(t.Lang())
	}
	return c.ID + "  " + c.Title.In(t.Lang())
}

// length says whether a chapter is one round or several.
func length(t *texts.Texts, c *chapters.Chapter) string {
	if c.Long {
		return t.T("lobby.long")
	}
	return t.T("lobby.short")
}

// bandOf is what is special about a chapter, and how the group wins.
func bandOf(t *texts.Texts, c *chapters.Chapter, special []string) []string {
	var out []string
	for _, text := range special {
		out = append(out, texts.Sentence(text))
	}
	win := "intro.win"
	if c.Long {
		win = "intro.long"
	}
	return append(out, strings.TrimSpace(t.T(win)))
}
