package web

import (
	"context"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
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
	giveBack, err := h.request.server.sessions.reserveSolo(key, h.request.me.Network)
	if err != nil {
		return err
	}
	defer giveBack() // from then on the session itself counts
	home, options, err := h.beginAtTable(table, mode)
	if err != nil {
		return err
	}
	if tables := h.request.options.Tables; tables != nil {
		home.ShareTurns(tables.Turns(), h.request.me.Asker())
	}
	round := Solo{Home: home, RoundOptions: options, mode: mode, address: h.request.me.Network}
	session := h.request.server.newSolo(key, round)
	context.AfterFunc(session.lifetime, func() { _ = home.Close() })
	h.request.server.sessions.mu.Lock()
	session.users++
	h.request.server.sessions.mu.Unlock()
	session.release() // somebody who never loads the page has left the round
	return nil
}

// beginAtTable begins a round. At home it is kept, so that it goes on after the program was stopped. If it cannot be
// kept, for example because the disk is full, it goes on for as long as the program does.
func (h soloRounds) beginAtTable(name string, mode play.SoloMode) (*table.Home, play.RoundOptions, error) {
	if place := h.request.server.soloPlace(name); place != nil {
		if home, options, err := play.BeginKept(h.lib, mode, h.t, place); err == nil {
			return home, options, nil
		}
	}
	return play.Begin(h.lib, mode, h.t)
}

// soloPlace returns what keeps the round that a person at home plays alone at a table; nil if nothing does.
func (s *Server) soloPlace(table string) play.SoloPlace {
	if s.home == nil || table != lessonTable && table != puzzleTable {
		return nil
	}
	return s.home.Person.Alone(table)
}

// resumeSolo goes on with the round that the person at home played alone at a table. The error is table.ErrGone if none
// is kept.
func (s *Server) resumeSolo(key sessionKey) error {
	place := s.soloPlace(key.table)
	if place == nil {
		return table.ErrGone
	}
	s.home.reopening.Lock()
	defer s.home.reopening.Unlock()
	if s.sessions.find(key) != nil {
		return nil
	}
	home, mode, options, err := play.Resume(s.options.Library, s.home.texts.Spoken(), place,
		func(state play.SoloState) (play.SoloMode, error) { return s.soloMode(key.table, state) })
	if err != nil {
		return table.ErrGone
	}
	session := s.newSolo(key, Solo{Home: home, RoundOptions: options, mode: mode})
	context.AfterFunc(session.lifetime, func() { _ = home.Close() })
	return nil
}

// soloMode returns the mode of a round that goes on at a table.
func (s *Server) soloMode(table string, state play.SoloState) (play.SoloMode, error) {
	if table == lessonTable {
		return play.Evening(s.options.Library, "web.try.")
	}
	return play.ResumePuzzleRun(state, s.home.Person.Stars(), s.home.Person.KeepStars)
}

// reserveSolo takes a place for a round that a person plays alone at a table. The error is errAlone if there is none. A
// round that the person plays there already has a place, which the new round takes over. The function that is returned
// gives the place back, unless a session has it by then.
func (s *openSessions) reserveSolo(key sessionKey, address string) (giveBack func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	addresses := map[sessionKey]string{}
	for other, session := range s.byKey {
		if session.round.Home != nil {
			addresses[other] = session.round.address
		}
	}
	for other, place := range s.reserved {
		addresses[other] = place.address
	}
	delete(addresses, key)
	sameAddress := 0
	for _, other := range addresses {
		if other != "" && other == address {
			sameAddress++
		}
	}
	if len(addresses) >= maxSolo || sameAddress >= maxSoloPerAddress {
		return nil, errAlone
	}
	if s.reserved == nil {
		s.reserved = map[sessionKey]*soloPlace{}
	}
	place := s.reserved[key]
	if place == nil {
		place = &soloPlace{address: address}
		s.reserved[key] = place
	}
	place.rounds++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		place.rounds--
		if place.rounds == 0 {
			delete(s.reserved, key)
		}
	}, nil
}

// soloPlace is a place for a round that a person plays alone, while the round is being begun.
type soloPlace struct {
	// address is the network from which the person comes.
	address string
	// rounds is the number of rounds that are being begun for this place.
	rounds int
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
	if place := h.request.server.soloPlace(session.key.table); place != nil {
		place.Forget()
	}
	return back
}
