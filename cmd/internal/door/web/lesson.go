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
	of, err := play.Evening(v.Library, "web.try.")
	v.goesAlone(evening, of, err)
}

// playPuzzles begins the puzzles of the level that was chosen.
func (v *visitor) playPuzzles() {
	level, err := strconv.Atoi(v.r.FormValue("level"))
	of, wrong := choose.OfLevel(level, time.Now())
	if err != nil || wrong != nil || len(of) == 0 {
		http.NotFound(v.w, v.r)
		return
	}
	who := v.keeps(v.me.ID)
	course := play.NewCourse(of, who.Wants().Puzzles, func(name string, stars int) error {
		return who.Change(func(set *settings.Settings) { set.Solved(name, stars) })
	})
	course.From(v.r.FormValue("puzzle"))
	course.Turn = v.thinks
	v.goesAlone(puzzles, course, nil)
}

// goesAlone begins a round at a table where the person is alone, and leads there.
func (v *visitor) goesAlone(table string, of play.Alone, err error) {
	if err == nil {
		err = v.beginAlone(table, of)
	}
	if err != nil {
		v.gone(err)
		return
	}
	http.Redirect(v.w, v.r, "/table/"+table, http.StatusSeeOther)
}

func (v *visitor) beginAlone(table string, of play.Alone) error {
	key := visitKey{v.me.ID, table}
	busy, near := 0, 0
	v.mu.Lock()
	for other, visit := range v.visits {
		if visit.round.Home == nil || other == key { // whose place this one takes
			continue
		}
		busy++
		if visit.from != "" && visit.from == v.me.From {
			near++
		}
	}
	v.mu.Unlock()
	if busy >= mostAlone || near >= aloneEach {
		return errAlone
	}
	home, facts, err := play.Begin(v.Library, of, v.Texts)
	if err != nil {
		return err
	}
	visit := v.alone(key, Solo{Home: home, Facts: facts, of: of})
	context.AfterFunc(visit.over, func() { _ = home.Close() })
	v.mu.Lock()
	visit.users++
	visit.from = v.me.From
	v.mu.Unlock()
	visit.done() // whoever does not come to the page has left it
	return nil
}

// afterAlone returns where somebody goes who wants no more of the round, or another one.
func (v *visitor) afterAlone(visit *visit, act string) string {
	of := visit.round.of
	back := "/"
	if visit.table == puzzles {
		back = "/puzzles"
	}
	switch act {
	case "again", "another":
		if act == "another" {
			of.Next()
		}
		if err := v.beginAlone(visit.table, of); err == nil {
			return "/table/" + visit.table
		}
	case "nextchapter":
		back = "/new"
	}
	visit.leave(context.Canceled)
	return back
}

// thinks does something that takes much thinking when it is this one's turn.
func (v *visitor) thinks(ctx context.Context, do func() error) error {
	if v.Hall != nil {
		return v.Hall.Thinks(ctx, do)
	}
	return do()
}
