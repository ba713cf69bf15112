package web

import (
	"net/http"
	"time"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/settings"
)

// offered are the pages to which the menu leads, by the names of its lines, and what shows them if that is not said
// elsewhere. What is not here stands on the first page itself, or is not for a visitor: the host's saved games, deals
// to solve.
var offered = map[string]struct {
	path  string
	shows func(*visitor)
}{
	"book": {"/book", (*visitor).chapters}, "road": {"/new?chapter=road", nil}, "today": {"/today", (*visitor).today},
	"puzzle": {"/puzzles", (*visitor).puzzles}, "rules": {"/read/rules", nil}, "stats": {"/stats", (*visitor).statistics},
	"settings": {"/settings", (*visitor).settings},
}

// menu are the lines of the menu.
func (v *visitor) menu() (all []namedPart) {
	for _, line := range choose.Menu {
		if at, is := offered[line.Name]; is {
			all = append(all, namedPart{Name: at.path, Label: v.T("lobby." + line.Name)})
		}
	}
	return all
}

// reads shows a page to which the menu leads.
func (v *visitor) reads(name string, fill func(p *readPage)) {
	p := &readPage{frame: v.frame, Back: "/", Headline: v.T("lobby." + name)}
	fill(p)
	p.Title = p.Headline + " - " + p.Title
	v.show(v.w, v.r, http.StatusOK, "read", p)
}

// chapters lists the chapters, for each of which a table can be begun.
func (v *visitor) chapters() {
	v.reads("book", func(p *readPage) { p.Links = v.chapterLinks() })
}

func (v *visitor) chapterLinks() (all []namedPart) {
	for _, c := range v.Library.Chapters {
		all = append(all, namedPart{Name: "/read/chapter/" + c.ID, Label: v.T("serve.game.chapter", c.ID, c.Title.In(v.Lang()))})
	}
	return all
}

// chapter tells of one, and leads to a table for it.
func (v *visitor) chapter(p *readPage, id string) error {
	c, err := v.Library.Chapter(id)
	if err != nil {
		return err
	}
	p.Headline, p.Back = c.Title.In(v.Lang()), "/read/rules"
	if v.home == nil && v.me.Name != "" {
		p.Play = "/new?chapter=" + c.ID
	}
	p.Doc = rulebook.OfChapter(v.Texts, c).Page
	return nil
}

// today asks for a table for the deal of the day.
func (v *visitor) today() {
	id, err := choose.Today(v.r.Context(), v.Library, time.Now(), v.Hall.Thinks)
	if err != nil {
		v.gone(err)
		return
	}
	v.showNew(choose.ForDeal(v.Texts, v.Library, id), http.StatusOK)
}

// puzzles offers puzzles.
func (v *visitor) puzzles() {
	v.reads("puzzle", func(p *readPage) {
		p.Above = v.T("lobby.puzzle.above")
		p.Levels = choose.Puzzles(v.Texts, choose.Wants(v.Hall, v.me.ID).Puzzles)
		if name, err := v.Hall.Name(v.me.ID); name == "" && err == nil {
			p.Above += " " + v.T("web.puzzle.unknown")
		}
	})
}

// statistics tell what is kept of the person's rounds.
func (v *visitor) statistics() {
	v.reads("stats", func(p *readPage) {
		tables, err := v.Hall.Visited(v.me.ID)
		p.complain(err)
		now := choose.Wants(v.Hall, v.me.ID)
		p.Doc = choose.Kept(v.Texts, v.Library, tables, &now)
	})
}

// wanted are the settings that a browser has beside language and looks.
var wanted = []string{"tips"}

// settings offers the settings.
func (v *visitor) settings() {
	v.reads("settings", func(p *readPage) {
		now := choose.Wants(v.Hall, v.me.ID)
		p.Fields, p.Looks = choose.Settings(v.Texts, &now, nil, wanted...), true
	})
}

// keepSettings keeps what was chosen there.
func (v *visitor) keepSettings() {
	if err := choose.Change(v.Hall, v.me.ID, func(set *settings.Settings) { v.fill(choose.Settings(v.Texts, set, nil, wanted...)) }); err != nil {
		v.gone(err)
		return
	}
	http.Redirect(v.w, v.r, "/settings", http.StatusSeeOther)
}
