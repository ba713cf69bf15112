package round

import (
	"slices"

	"fellowship/chapters"
)

// AfterTrick returns the round as it was when a trick had just ended, before any later decision. Tricks count from 1,
// and 0 stands for the end of the setup. It is s itself if nothing was decided since, or if there is no such trick.
//
// The result is for looking only: a decision must be applied to the round itself.
func (s *Round) AfterTrick(trick int) *Round {
	decisions := slices.IndexFunc(s.deciders, func(d decider) bool { return d.ended >= trick })
	if decisions < 0 {
		return s
	}
	game := s.lastTrickEnd
	if game == nil || tricksEnded(game) != trick {
		var err error
		if game, err = s.game.AfterDecisions(decisions); err != nil {
			return s // a round that is played knows how it began, so this cannot happen
		}
	}
	earlier := *s
	earlier.game = game
	earlier.deciders = s.deciders[:decisions]
	earlier.story = s.storyBefore(decisions)
	earlier.stopped = false
	return &earlier
}

// EndedWithoutChoice reports whether all tricks are over and nobody had a choice in the last one, so that it was played
// by itself, see [Round.Forced].
func (s *Round) EndedWithoutChoice() bool {
	if !s.game.IsOver() {
		return false
	}
	last := s.Tricks() - 1
	return !slices.ContainsFunc(s.deciders, func(d decider) bool { return d.ended == last && !d.forced })
}

// tricksEnded returns the number of tricks of a game that are over, -1 during the draft and the setup.
func tricksEnded(g *chapters.Game) int {
	if g.Stage() != chapters.StagePlay {
		return -1
	}
	return len(g.History())
}
