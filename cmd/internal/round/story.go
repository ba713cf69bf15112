package round

import (
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// News is one thing that everybody may know: an event, or a goal whose status has changed.
type News struct {
	// Event is the index of the event in everybody's [chapters.View.Log].
	Event int
	// Goal is the new status of a goal, nil for an event.
	Goal *chapters.GoalStatus
	// decisions is the number of decisions after which it happened.
	decisions int
}

// Story returns all news that were not taken back, in order.
func (s *Round) Story() []News { return s.story }

// StoryLengthAfterUndo returns the length of the story after an undo. Undos are counted from 0.
func (s *Round) StoryLengthAfterUndo(undo int) int { return s.storyAfterUndo[undo] }

// updateStory adds the events and changed goals of the last decision to the story.
func (s *Round) updateStory() {
	s.addEvents()
	goals := s.game.View(tricks.NoSeat).Goals
	for _, goal := range ChangedGoals(s.goals, goals) {
		s.story = append(s.story, News{Goal: goal, decisions: len(s.deciders)})
	}
	s.goals = goals
}

// ChangedGoals returns the current goals whose status differs from the previous one.
func ChangedGoals(previous, current []chapters.GoalStatus) (out []*chapters.GoalStatus) {
	for i := range min(len(previous), len(current)) {
		if previous[i].Status != current[i].Status {
			out = append(out, &current[i])
		}
	}
	return out
}

// addEvents adds the events of the last decision to the story, without the goals, which are slower to
// compute.
func (s *Round) addEvents() {
	for logged := s.game.State().Logged; s.events < logged; s.events++ {
		s.story = append(s.story, News{Event: s.events, decisions: len(s.deciders)})
	}
}

// trimStory removes from the story what was taken back.
func (s *Round) trimStory() {
	s.story = s.storyBefore(len(s.deciders))
	s.storyAfterUndo = append(s.storyAfterUndo, len(s.story))
	v := s.game.View(tricks.NoSeat)
	s.events = len(v.Log)
	s.goals = v.Goals
}

// storyBefore returns the news of the first decisions.
func (s *Round) storyBefore(decisions int) []News {
	end := slices.IndexFunc(s.story, func(n News) bool { return n.decisions > decisions })
	if end < 0 {
		return s.story
	}
	return slices.Clip(s.story[:end])
}

// IsSetupEvent reports whether the n-th event of a view's log came between the draft and the first trick.
func IsSetupEvent(v *chapters.View, n int) bool {
	return v.Log[n].Kind != chapters.Took && (v.Stage != chapters.StagePlay || n < v.Progress.SetupLog)
}
