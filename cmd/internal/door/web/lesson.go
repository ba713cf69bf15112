package web

import (
	"context"
	"net/http"

	"fellowship/characters/say"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/play"
)

// The first evening is read by anybody, and has a small round that everybody who has come in
// plays alone: nothing of it is kept, and it ends when no page of it is open.

const (
	// evening is the table of the first evening.
	evening = "lesson"
	// mostEvenings is how many people play there at a time, and eveningsEach how many of them come
	// from one address.
	mostEvenings, eveningsEach = 200, 40
)

var errEvenings = say.New("many people play the first evening now; try again in a few minutes")

// teaches reports whether the first evening can be played.
func (s *Server) teaches() bool {
	if s.home == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.visits[visitKey{string(me), atHome}]
	return v != nil && v.round.Lesson
}

// playLesson begins the small round of the first evening.
func (v *visitor) playLesson() {
	if v.home != nil { // it has begun
		http.Redirect(v.w, v.r, "/table/"+atHome, http.StatusSeeOther)
		return
	}
	if err := v.beginLesson(); err != nil {
		v.gone(err)
		return
	}
	http.Redirect(v.w, v.r, "/table/"+evening, http.StatusSeeOther)
}

func (v *visitor) beginLesson() error {
	busy, near := 0, 0
	v.mu.Lock()
	for key, visit := range v.visits {
		if key.table != evening {
			continue
		}
		if busy++; visit.from != "" && visit.from == v.me.From {
			near++
		}
	}
	v.mu.Unlock()
	if busy >= mostEvenings || near >= eveningsEach {
		return errEvenings
	}
	home, err := lesson.Begin(v.Library)
	if err != nil {
		return err
	}
	visit := v.alone(visitKey{v.me.ID, evening}, Solo{Home: home, Facts: play.Evening(v.Texts, "web.try.")})
	context.AfterFunc(visit.over, func() { _ = home.Close() })
	v.mu.Lock()
	visit.users++
	visit.from = v.me.From
	v.mu.Unlock()
	visit.done() // whoever does not come to the page has left it
	return nil
}

// afterLesson returns where somebody goes who wants no more of the round, or another one.
func (v *visitor) afterLesson(visit *visit, act string) string {
	switch act {
	case "again":
		if err := v.beginLesson(); err == nil {
			return "/table/" + evening
		}
	case "nextchapter":
		visit.leave(context.Canceled)
		return "/new"
	}
	visit.leave(context.Canceled)
	return "/"
}
