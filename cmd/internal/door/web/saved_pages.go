package web

import (
	"cmp"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// savedPage has the saved games of a person at home.
type savedPage struct {
	sheet
	Intro string
	// Damages says what is wrong with files, before the lists.
	Damages []damagePart
	// Open are the games that can be gone on with.
	Open []savedLine
	// Tabs choose among the games that have ended.
	Tabs []tab
	// Ended are the games that have ended, as many as a page shows.
	Ended []savedLine
	// EarlierPath is the address of the games that have ended before these; empty without any.
	EarlierPath string
	// Earlier is the number of those games.
	Earlier int
}

// mostEnded is how many of the games that have ended a page shows. A phone takes seconds to draw hundreds.
const mostEnded = 50

// savedLine is a saved game in a list.
type savedLine struct {
	// ID is the value of the button that goes on with the game; empty without a button.
	ID string
	// IsNext reports whether it is the game to go on with first.
	IsNext bool
	// Emblem is the character whose emblem is shown.
	Emblem string
	// Cast are the characters in the round, whose emblems stand behind the text.
	Cast []string
	// Title names the chapter by number and title.
	Title string
	// Text says when it was played, and who plays.
	Text string
	// Name is the name that people use for the game.
	Name string
	// State says how far it has come, or how it ended.
	State string
	// Result is the result of a game that has ended.
	Result chapters.Result
	// LostIn says in which trick the first goal of a lost game failed.
	LostIn string
	Stars  starred
	// Path is the address of the replay; empty without one.
	Path string
	// RemovePath is the address of the question before the game is deleted; empty if it cannot be.
	RemovePath string
}

// IsLost reports whether the game has ended with a lost round.
func (l *savedLine) IsLost() bool { return l.Result == chapters.Lost }

// savedPages are the list of saved games at home, and what resumes, replays, repairs or deletes one.
type savedPages struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
}

func newSavedPages(q *request) savedPages {
	return savedPages{request: q, t: q.frame.Texts, lib: q.options.Library}
}

// show shows the saved games at home, to resume, to replay or to delete, and what is wrong with files. A note says what
// was done. The address may ask for the games that were won, or lost, alone, and for earlier games.
func (h savedPages) show(note string) {
	played := h.request.home.Person.Played()
	list := h.list(played)
	p := &savedPage{sheet: h.request.newSheet("/", list.Title), Intro: list.Intro}
	p.Subtitle = list.Summary
	if note != "" {
		p.Note = note
	}
	for _, d := range played.Damages {
		p.Damages = append(p.Damages, newDamagePart(h.t, h.lib, d))
	}
	counts := map[chapters.Result]int{}
	wanted := chapters.Result(h.request.value("show"))
	var ended []*book.SavedGame
	for i := range list.All {
		said := &list.All[i]
		if said.CanContinue {
			drawn := h.line(said)
			drawn.IsNext = said.IsYours && !slices.ContainsFunc(p.Open, func(l savedLine) bool { return l.IsNext })
			p.Open = append(p.Open, drawn)
			continue
		}
		counts[""]++
		counts[said.Result]++
		if wanted == "" || wanted == said.Result {
			ended = append(ended, said)
		}
	}
	p.Tabs = h.tabs(wanted, counts)
	h.addEnded(p, ended, wanted)
	h.request.send("saved", p)
}

// addEnded adds the games that have ended to a page, from the place on that the address names.
func (h savedPages) addEnded(p *savedPage, ended []*book.SavedGame, wanted chapters.Result) {
	first, _ := strconv.Atoi(h.request.value("from")) // without a number the page begins with the first game
	first = min(max(first, 0), len(ended))
	end := min(first+mostEnded, len(ended))
	for _, said := range ended[first:end] {
		p.Ended = append(p.Ended, h.line(said))
	}
	p.Earlier = len(ended) - end
	if p.Earlier > 0 {
		query := url.Values{"from": {strconv.Itoa(end)}}
		if wanted != "" {
			query.Set("show", string(wanted))
		}
		p.EarlierPath = "/saved?" + query.Encode() + "#ended"
	}
}

// list returns the games of the person.
func (h savedPages) list(played *saves.Played) *book.SavedGames {
	return book.ListSaved(h.t, h.lib, played, time.Now())
}

// tabs lead to all games that have ended, those that were won, and those that were lost. There are none if all have the
// same result.
func (h savedPages) tabs(wanted chapters.Result, counts map[chapters.Result]int) (all []tab) {
	if counts[chapters.Won] == 0 || counts[chapters.Lost] == 0 {
		return nil
	}
	for _, result := range []chapters.Result{"", chapters.Won, chapters.Lost} {
		t := tab{
			Path:    "/saved",
			Label:   h.t.T("saves.all"),
			Note:    strconv.Itoa(counts[result]),
			Current: result == wanted,
		}
		if result != "" {
			t.Path += "?show=" + string(result)
			t.Label = texts.Title(h.t.T("saves.result." + string(result)))
		}
		all = append(all, t)
	}
	return all
}

// repair makes a damaged game or campaign go on from what can be read.
func (h savedPages) repair() {
	damages := h.request.home.Person.Played().Damages
	name := h.request.value("name")
	i := slices.IndexFunc(damages, func(d *saves.Damage) bool { return d.Name == name && d.CanRepair() })
	if i < 0 {
		h.request.redirect("/saved") // perhaps the person has sent the form twice
		return
	}
	kept, err := damages[i].Repair()
	if err != nil {
		h.request.sendError(err)
		return
	}
	h.show(h.t.T("damage.kept", book.DamagedName(h.t, damages[i]), filepath.Base(kept)))
}

// line draws a saved game.
func (h savedPages) line(said *book.SavedGame) savedLine {
	chapter := chapterLine(h.t, h.lib, said.Chapter)
	query := "?name=" + url.QueryEscape(said.Name)
	l := savedLine{
		Emblem: chapter.Emblem,
		Cast:   said.Cast,
		LostIn: said.LostIn,
		Title:  cmp.Or(said.Title, said.Name),
		Text:   strings.Join(texts.NotEmpty(said.Day, said.With), " · "),
		Name:   said.Name,
		State:  said.State,
		Result: said.Result,
	}
	if said.Chapter != "" && said.Chapter != chapters.Road && said.Title != "" {
		l.Title = said.Chapter + " · " + said.Title
	}
	if said.Result != "" {
		l.State = h.t.T("saves.result." + string(said.Result))
	}
	if said.Result == chapters.Won {
		l.Stars = newStarred(h.t, said.Stars)
	}
	if said.CanContinue {
		l.ID = said.Name
	}
	if said.CanLook {
		l.Path = "/saved/look" + query
	}
	if said.CanRemove {
		l.RemovePath = "/saved/remove" + query
	}
	return l
}

// resume resumes a saved game at home, or replays a finished one.
func (h savedPages) resume() {
	games := h.request.home.Person.Played().Games
	name := h.request.value("name")
	i := slices.IndexFunc(games, func(g saves.Save) bool { return g.Name == name && g.Err == nil })
	switch {
	case i < 0:
		h.request.notFound()
	case games[i].Finished:
		h.look(&games[i])
	case h.request.r.Method == http.MethodPost:
		h.request.home.leaveForRound(h.request, func() error { return h.request.home.Person.ResumeSaved(name) })
	default:
		h.request.redirect("/saved")
	}
}

// look replays a game that has ended.
func (h savedPages) look(g *saves.Save) {
	whole := g.Whole(h.lib)
	if whole.Err != nil {
		h.request.sendError(whole.Err)
		return
	}
	newReplays(h.request).showRecord(whole.Record, "/saved/look?name="+url.QueryEscape(g.Name)+"&", "/saved")
}
