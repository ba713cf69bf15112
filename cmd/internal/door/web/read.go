package web

import (
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/texts"
)

// readPage is something to read.
type readPage struct {
	sheet
	Doc page.Page
	// Links are further pages.
	Links []namedPart
	// Rules reports whether the page is part of the rules, which can be searched.
	Rules bool
	// Search is the text that was searched for.
	Search string
	// Lesson reports whether there is a round to play after this.
	Lesson bool
}

// show shows the rules, a chapter, or the lesson, to anybody.
func (h readingPages) show() {
	_ = h.request.identify() // somebody who is not known can read as well
	p := &readPage{sheet: h.request.newSheet("/", h.t.T("rules.title"))}
	item := h.request.r.PathValue("which")
	switch h.request.r.PathValue("what") {
	case "rules":
		h.rules(p, item)
	case "lesson":
		p.sheet = h.request.newSheet("/", h.t.T("lobby.lesson"))
		p.Doc = page.FromText(h.t.T("web.lesson.above"))
		p.Lesson = true
	case "chapter":
		c, err := h.lib.Chapter(item)
		if err != nil {
			h.request.notFound()
			return
		}
		h.showChapter(c)
		return
	default:
		h.request.notFound()
		return
	}
	h.request.send("read", p)
}

// readingPages are the pages with something to read.
type readingPages struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
}

func newReadingPages(q *request) readingPages {
	return readingPages{request: q, t: q.frame.Texts, lib: q.options.Library}
}

// rules fills the page with an entry of the rules, with what was searched for, or with the contents.
func (h readingPages) rules(p *readPage, item string) {
	p.Rules = true
	p.Search = h.request.value("search")
	cited := texts.New(h.t.Lang()) // with the numbers of rules, which this page explains
	entries := rulebook.MainEntries(h.lib, cited)
	if n, err := strconv.Atoi(item); err == nil && n >= 0 && n < len(entries) {
		p.sheet = h.request.newSheet("/read/rules", entries[n].Label)
		p.Doc = entries[n].Page
		return
	}
	p.Search = strings.TrimSpace(p.Search)
	if p.Search != "" {
		found, err := rulebook.Find(h.lib, cited, p.Search)
		p.complain(err)
		p.Back = "/read/rules"
		p.Doc = found
		return
	}
	for i, e := range entries {
		p.Links = append(p.Links, namedPart{Name: "/read/rules/" + strconv.Itoa(i), Label: e.Label})
	}
	for _, c := range h.lib.Chapters {
		p.Links = append(p.Links, namedPart{Name: "/read/chapter/" + c.ID, Label: h.t.Chapter(c)})
	}
}
