package web

import (
	"context"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/texts"
)

// Anybody can read the first evening. It has a small round that people who have come in play alone, like puzzles. These
// rounds are not stored, and they end when no page of them is open.

const (
	// lessonTable is the table of the first evening.
	lessonTable = "lesson"
	// puzzleTable is the table of puzzles.
	puzzleTable = "puzzle"
	// maxSolo is the number of people who can play alone at a time.
	maxSolo = 200
	// maxSoloPerAddress is the number of them that can come from one address.
	maxSoloPerAddress = 40
)

var errAlone = say.New("many people play alone here now; try again in a few minutes")

// isLesson reports whether the round at home is the round of the first evening.
func (s *Server) isLesson() bool {
	v := s.sessions.find(homeKey)
	return v != nil && v.round.RoundOptions.Lesson
}

// soloRounds begin and leave rounds that a person plays alone on a server, or beside the round at home.
type soloRounds struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
}

func newSoloRounds(q *request) soloRounds {
	return soloRounds{request: q, t: q.frame.Texts, lib: q.options.Library}
}

// playLesson begins the small round of the first evening.
func (h soloRounds) playLesson() {
	if h.request.server.isLesson() { // the round has begun already
		h.request.redirect("/table/" + homeTable)
		return
	}
	mode, err := play.Evening(h.lib, "web.try.")
	h.open(lessonTable, mode, err)
}

// open begins a round at a table where the person is alone, and redirects to it.
func (h soloRounds) open(table string, mode play.SoloMode, err error) {
	if err == nil {
		err = h.begin(table, mode)
	}
	if err != nil {
		h.request.sendError(err)
		return
	}
	h.request.redirect("/table/" + table)
}

// begin begins a round that the person plays alone, unless too many people do.
func (h soloRounds) begin(table string, mode play.SoloMode) error {
	key := sessionKey{h.request.me.ID, table}
	busy, sameAddress := 0, 0
	h.request.server.sessions.mu.Lock()
	for other, session := range h.request.server.sessions.byKey {
		if session.round.Home == nil || other == key { // the new round replaces that one
			continue
		}
		busy++
		if session.address != "" && session.address == h.request.me.Network {
			sameAddress++
		}
	}
	h.request.server.sessions.mu.Unlock()
	if busy >= maxSolo || sameAddress >= maxSoloPerAddress {
		return errAlone
	}
	home, options, err := play.Begin(h.lib, mode, h.t)
	if err != nil {
		return err
	}
	session := h.request.server.newSolo(key, Solo{Home: home, RoundOptions: options, mode: mode})
	context.AfterFunc(session.lifetime, func() { _ = home.Close() })
	h.request.server.sessions.mu.Lock()
	session.users++
	session.address = h.request.me.Network
	h.request.server.sessions.mu.Unlock()
	session.release() // somebody who never loads the page has left the round
	return nil
}

// leave leaves a solo round, or begins the next one, and returns the address to go to.
func (h soloRounds) leave(session *session, act string) string {
	mode := session.round.mode
	back := "/"
	if session.key.table == puzzleTable {
		back = "/puzzles"
	}
	switch act {
	case "again", "another":
		if act == "another" {
			mode.Next()
		}
		if err := h.begin(session.key.table, mode); err == nil {
			return "/table/" + session.key.table
		}
	case "nextchapter":
		back = "/new"
	}
	session.leave(context.Canceled)
	return back
}
