package session

import (
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// News is one thing that happened, for everybody: an event, or a goal that stands
// otherwise than before.
type News struct {
	// Event is the place of the event in everybody's [chapters.View.Log].
	Event int
	// Goal is how a goal stands now, nil for an event.
	Goal *chapters.GoalStatus
	// made is after how many decisions it happened.
	made int
}

// note adds to the story what the last decision has brought.
func (s *Session) note() {
	v := s.game.Sight(tricks.NoSeat)
	made := len(s.deciders)
	for ; s.events < len(v.Log); s.events++ {
		s.story = append(s.story, News{Event: s.events, made: made})
	}
	for i := range v.Goals {
		if i < len(s.goals) && s.goals[i].Status != v.Goals[i].Status {
			s.story = append(s.story, News{Goal: &v.Goals[i], made: made})
		}
	}
	s.goals = v.Goals
}

// untell takes out of the story what was taken back.
func (s *Session) untell() {
	end := slices.IndexFunc(s.story, func(n News) bool { return n.made > len(s.deciders) })
	if end >= 0 {
		s.story = slices.Clip(s.story[:end])
	}
	s.undone = append(s.undone, len(s.story))
	v := s.game.Sight(tricks.NoSeat)
	s.events, s.goals = len(v.Log), v.Goals
}
