package round

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
	// decisions is after how many decisions it happened.
	decisions int
}

// Story returns all that happened and stands.
func (s *Round) Story() []News { return s.story }

// StoryLengthAfterUndo returns how much of the story an undo has left, counted from 0.
func (s *Round) StoryLengthAfterUndo(undo int) int { return s.storyAfterUndo[undo] }

// updateStory adds to the story what the last decision has brought.
func (s *Round) updateStory() {
	s.addEvents()
	goals := s.game.View(tricks.NoSeat).Goals
	for _, goal := range ChangedGoals(s.goals, goals) {
		s.story = append(s.story, News{Goal: goal, decisions: len(s.deciders)})
	}
	s.goals = goals
}

// ChangedGoals returns the goals that stand otherwise than before.
func ChangedGoals(previous, current []chapters.GoalStatus) (out []*chapters.GoalStatus) {
	for i := range min(len(previous), len(current)) {
		if previous[i].Status != current[i].Status {
			out = append(out, &current[i])
		}
	}
	return out
}

// addEvents is note without the goals, which take their time to look at.
func (s *Round) addEvents() {
	for logged := s.game.State().Logged; s.events < logged; s.events++ {
		s.story = append(s.story, News{Event: s.events, decisions: len(s.deciders)})
	}
}

// trimStory takes out of the story what was taken back.
func (s *Round) trimStory() {
	end := slices.IndexFunc(s.story, func(n News) bool { return n.decisions > len(s.deciders) })
	if end >= 0 {
		s.story = slices.Clip(s.story[:end])
	}
	s.storyAfterUndo = append(s.storyAfterUndo, len(s.story))
	v := s.game.View(tricks.NoSeat)
	s.events = len(v.Log)
	s.goals = v.Goals
}

// IsSetupEvent reports whether the n-th event of a view's log came between the draft and the first trick.
func IsSetupEvent(v *chapters.View, n int) bool {
	return v.Log[n].Kind != chapters.Took && (v.Stage != chapters.StagePlay || n < v.Progress.SetupLog)
}
