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
	// evening is the table of the first evening, and puzzles that of puzzles.
	evening, puzzles = "lesson", "puzzle"
	// mostAlone is how many people play there at a time, and aloneEach how many of them come
	// from one address.
	mostAlone, aloneEach = 200, 40
)

var errAlone = say.New("many people play alone here now; try again in a few minutes")

// isLesson reports whether the round at home is that of the first evening.
func (s *Server) isLesson() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.visits[visitKey{string(me), atHome}]
	return v != nil && v.round.Lesson
}

// playLesson begins the small round of the first evening.
func (v *visitor) playLesson() {
	if v.isLesson() { // it has begun
		http.Redirect(v.w, v.r, "/table/"+atHome, http.StatusSeeOther)
		return
	}
	mode, err := play.Evening(v.Library, "web.try.")
	v.goesAlone(evening, mode, err)
}

// playPuzzles begins the puzzles of the level that was chosen.
func (v *visitor) playPuzzles() {
	level, err := strconv.Atoi(v.r.FormValue("level"))
	levelPuzzles, levelErr := choose.OfLevel(level, time.Now())
	if err != nil || levelErr != nil || len(levelPuzzles) == 0 {
		http.NotFound(v.w, v.r)
		return
	}
	person := v.keeps(v.me.ID)
	course := play.NewCourse(levelPuzzles, person.Wants().Puzzles, func(name string, stars int) error {
		return person.Change(func(set *settings.Settings) { set.Solved(name, stars) })
	})
	course.From(v.r.FormValue("puzzle"))
	course.Turn = v.thinks
	v.goesAlone(puzzles, course, nil)
}

// goesAlone begins a round at a table where the person is alone, and leads there.
func (v *visitor) goesAlone(table string, mode play.Alone, err error) {
	if err == nil {
		err = v.beginAlone(table, mode)
	}
	if err != nil {
		v.gone(err)
		return
	}
	http.Redirect(v.w, v.r, "/table/"+table, http.StatusSeeOther)
}

func (v *visitor) beginAlone(table string, mode play.Alone) error {
	key := visitKey{v.me.ID, table}
	busy, sameAddress := 0, 0
	v.mu.Lock()
	for other, session := range v.visits {
		if session.round.Home == nil || other == key { // whose place this one takes
			continue
		}
		busy++
		if session.from != "" && session.from == v.me.From {
			sameAddress++
		}
	}
	v.mu.Unlock()
	if busy >= mostAlone || sameAddress >= aloneEach {
		return errAlone
	}
	home, facts, err := play.Begin(v.Library, mode, v.Texts)
	if err != nil {
		return err
	}
	session := v.alone(key, Solo{Home: home, Facts: facts, of: mode})
	context.AfterFunc(session.over, func() { _ = home.Close() })
	v.mu.Lock()
	session.users++
	session.from = v.me.From
	v.mu.Unlock()
	session.done() // whoever does not come to the page has left it
	return nil
}

// afterAlone returns where somebody goes who wants no more of the round, or another one.
func (v *visitor) afterAlone(session *visit, act string) string {
	mode := session.round.of
	back := "/"
	if session.table == puzzles {
		back = "/puzzles"
	}
	switch act {
	case "again", "another":
		if act == "another" {
			mode.Next()
		}
		if err := v.beginAlone(session.table, mode); err == nil {
			return "/table/" + session.table
		}
	case "nextchapter":
		back = "/new"
	}
	session.leave(context.Canceled)
	return back
}

// thinks does something that takes much thinking when it is this one's turn.
func (v *visitor) thinks(ctx context.Context, do func() error) error {
	if v.Hall != nil {
		return v.Hall.Thinks(ctx, do)
	}
	return do()
}
