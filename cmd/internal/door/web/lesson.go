package web

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/settings"
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
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.tableSessions[sessionKey{string(localPerson), homeTable}]
	return v != nil && v.round.RoundOptions.Lesson
}

// playLesson begins the small round of the first evening.
func (v *visitor) playLesson() {
	if v.server.isLesson() { // the round has begun already
		http.Redirect(v.w, v.r, "/table/"+homeTable, http.StatusSeeOther)
		return
	}
	mode, err := play.Evening(v.server.options.Library, "web.try.")
	v.openSolo(lessonTable, mode, err)
}

// playPuzzles begins with the puzzles of the level that was chosen.
func (v *visitor) playPuzzles() {
	level, err := strconv.Atoi(v.r.FormValue("level"))
	levelPuzzles, levelErr := choose.OfLevel(level, time.Now())
	if err != nil || levelErr != nil || len(levelPuzzles) == 0 {
		http.NotFound(v.w, v.r)
		return
	}
	person := v.server.personStore(v.me.ID)
	course := play.NewPuzzleRun(levelPuzzles, person.CurrentSettings().Puzzles, func(name string, stars int) error {
		return person.ChangeSettings(func(set *settings.Settings) { set.KeepStars(name, stars) })
	})
	course.SkipTo(v.r.FormValue("puzzle"))
	course.WithSolver = v.withSolver
	v.openSolo(puzzleTable, course, nil)
}

// openSolo begins a round at a table where the person is alone, and redirects to it.
func (v *visitor) openSolo(table string, mode play.SoloMode, err error) {
	if err == nil {
		err = v.beginSolo(table, mode)
	}
	if err != nil {
		v.sendTableError(err)
		return
	}
	http.Redirect(v.w, v.r, "/table/"+table, http.StatusSeeOther)
}

// beginSolo begins a round that the person plays alone, unless too many people do.
func (v *visitor) beginSolo(table string, mode play.SoloMode) error {
	key := sessionKey{v.me.ID, table}
	busy, sameAddress := 0, 0
	v.server.mu.Lock()
	for other, session := range v.server.tableSessions {
		if session.round.Home == nil || other == key { // the new round replaces that one
			continue
		}
		busy++
		if session.address != "" && session.address == v.me.Network {
			sameAddress++
		}
	}
	v.server.mu.Unlock()
	if busy >= maxSolo || sameAddress >= maxSoloPerAddress {
		return errAlone
	}
	home, options, err := play.Begin(v.server.options.Library, mode, v.frame.Texts)
	if err != nil {
		return err
	}
	session := v.server.newSolo(key, Solo{Home: home, RoundOptions: options, mode: mode})
	context.AfterFunc(session.lifetime, func() { _ = home.Close() })
	v.server.mu.Lock()
	session.users++
	session.address = v.me.Network
	v.server.mu.Unlock()
	session.release() // somebody who never loads the page has left the round
	return nil
}

// afterSolo leaves a solo round, or begins the next one, and returns the address to go to.
func (v *visitor) afterSolo(session *session, act string) string {
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
		if err := v.beginSolo(session.key.table, mode); err == nil {
			return "/table/" + session.key.table
		}
	case "nextchapter":
		back = "/new"
	}
	session.leave(context.Canceled)
	return back
}

// withSolver runs a function that uses the solver. On a server it waits for its turn.
func (v *visitor) withSolver(ctx context.Context, do func() error) error {
	if v.server.options.Tables != nil {
		return v.server.options.Tables.WithSolver(ctx, do)
	}
	return do()
}
