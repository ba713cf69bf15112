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

// The first evening is read by anybody, and has a small round that everybody who has come in
// plays alone; so are puzzles. Nothing of these rounds is kept, and they end when no page of them is open.

const (
	// lessonTable is the table of the first evening, and puzzles that of puzzles.
	lessonTable, puzzleTable = "lesson", "puzzle"
	// maxSolo is how many people play there at a time, and aloneEach how many of them come
	// from one address.
	maxSolo, maxSoloPerAddress = 200, 40
)

var errAlone = say.New("many people play alone here now; try again in a few minutes")

// isLesson reports whether the round at home is that of the first evening.
func (s *Server) isLesson() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.tableSessions[sessionKey{string(localPerson), homeTable}]
	return v != nil && v.round.Lesson
}

// playLesson begins the small round of the first evening.
func (v *visitor) playLesson() {
	if v.isLesson() { // it has begun
		http.Redirect(v.w, v.r, "/table/"+homeTable, http.StatusSeeOther)
		return
	}
	mode, err := play.Evening(v.Library, "web.try.")
	v.openSolo(lessonTable, mode, err)
}

// playPuzzles begins the puzzles of the level that was chosen.
func (v *visitor) playPuzzles() {
	level, err := strconv.Atoi(v.r.FormValue("level"))
	levelPuzzles, levelErr := choose.OfLevel(level, time.Now())
	if err != nil || levelErr != nil || len(levelPuzzles) == 0 {
		http.NotFound(v.w, v.r)
		return
	}
	person := v.personStore(v.me.ID)
	course := play.NewPuzzleRun(levelPuzzles, person.CurrentSettings().Puzzles, func(name string, stars int) error {
		return person.ChangeSettings(func(set *settings.Settings) { set.KeepStars(name, stars) })
	})
	course.SkipTo(v.r.FormValue("puzzle"))
	course.WithSolver = v.withSolver
	v.openSolo(puzzleTable, course, nil)
}

// openSolo begins a round at a table where the person is alone, and leads there.
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

func (v *visitor) beginSolo(table string, mode play.SoloMode) error {
	key := sessionKey{v.me.ID, table}
	busy, sameAddress := 0, 0
	v.mu.Lock()
	for other, session := range v.tableSessions {
		if session.round.Home == nil || other == key { // whose place this one takes
			continue
		}
		busy++
		if session.address != "" && session.address == v.me.Network {
			sameAddress++
		}
	}
	v.mu.Unlock()
	if busy >= maxSolo || sameAddress >= maxSoloPerAddress {
		return errAlone
	}
	home, facts, err := play.Begin(v.Library, mode, v.Texts)
	if err != nil {
		return err
	}
	session := v.newSolo(key, Solo{Home: home, RoundOptions: facts, mode: mode})
	context.AfterFunc(session.lifetime, func() { _ = home.Close() })
	v.mu.Lock()
	session.users++
	session.address = v.me.Network
	v.mu.Unlock()
	session.release() // whoever does not come to the page has left it
	return nil
}

// afterSolo returns where somebody goes who wants no more of the round, or another one.
func (v *visitor) afterSolo(session *session, act string) string {
	mode := session.round.mode
	back := "/"
	if session.table == puzzleTable {
		back = "/puzzles"
	}
	switch act {
	case "again", "another":
		if act == "another" {
			mode.Next()
		}
		if err := v.beginSolo(session.table, mode); err == nil {
			return "/table/" + session.table
		}
	case "nextchapter":
		back = "/new"
	}
	session.leave(context.Canceled)
	return back
}

// withSolver does something that takes much thinking when it is this one's turn.
func (v *visitor) withSolver(ctx context.Context, do func() error) error {
	if v.Tables != nil {
		return v.Tables.WithSolver(ctx, do)
	}
	return do()
}
