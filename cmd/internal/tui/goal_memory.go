package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// goalMemory remembers how the goals stood when each person last decided, so that the board can show what is new.
type goalMemory struct {
	// viewer is the person in front of the screen.
	viewer *viewer
	// last has the goals as each person saw them at their last decision.
	last map[tricks.Seat]goalSnapshot
}

// goalSnapshot is how the goals stood when a person last decided.
type goalSnapshot struct {
	goals []chapters.GoalStatus
	// numbers has the progress of each seat's goal, as text. It is empty before the cards are
	// played.
	numbers []string
	// texts is the language of numbers.
	texts *texts.Texts
	// events is how many events had happened.
	events int
}

// snapshot returns the state of the goals in a view, in a language.
func snapshot(t *texts.Texts, v *chapters.View) goalSnapshot {
	s := goalSnapshot{goals: slices.Clone(v.Goals), events: len(v.Log), texts: t}
	if v.Stage == chapters.StagePlay {
		for seat := range v.Seats {
			s.numbers = append(s.numbers, scene.Progress(t, v, tricks.Seat(seat)))
		}
	}
	return s
}

// forget forgets all that people saw.
func (m *goalMemory) forget() { clear(m.last) }

// sinceLast returns what is new on the board: the recent events beside the tricks, the latest first, and after
// them the goals that were met or lost since the person's last decision. fresh are the seats whose goals, or the
// progress of them, have changed since then.
func (m *goalMemory) sinceLast(b *scene.Board) (news []string, fresh tricks.SeatSet) {
	v := b.View
	previous, ok := m.last[v.Player]
	if ok && v.Stage == chapters.StagePlay && len(previous.numbers) == len(v.Seats) {
		current := snapshot(previous.texts, v)
		for i := range current.numbers {
			if current.numbers[i] != previous.numbers[i] {
				fresh |= tricks.Seat(i).Bit()
			}
		}
		for _, g := range round.ChangedGoals(previous.goals, v.Goals) {
			news = append(news, m.viewer.texts().Round(v).GoalChange(g))
			fresh |= g.Seat.Bit()
		}
	}
	return append(b.RecentEvents(), news...), fresh
}

// commentary returns the events since a person's last decision: tricks, other actions, and changed goals. It is nil
// for a person who has not decided yet. It is for a curtain, which shows trick lastNumber anyway, and contains only
// what everybody may know.
func (m *goalMemory) commentary(b *scene.Board, next tricks.Seat, lastNumber int) (out []string) {
	v := b.View
	previous, hasDecided := m.last[next]
	if !hasDecided {
		return nil
	}
	done := 0
	ended := scene.Tricks(v)
	for i, e := range v.Log {
		switch {
		case e.Kind == chapters.WonTrick:
			done++
			if i >= previous.events && done != lastNumber {
				out = append(out, b.TrickText(&ended[done-1], done))
			}
		case len(v.History) == 0 && round.IsSetupEvent(v, i): // the board behind the curtain shows it
		case e.Kind == chapters.Played || e.Kind == chapters.TurnedUp || i < previous.events:
		default:
			out = append(out, m.viewer.texts().Round(v).Event(e))
		}
	}
	for _, g := range round.ChangedGoals(previous.goals, v.Goals) {
		out = append(out, m.viewer.texts().Round(v).GoalChange(g))
	}
	return out
}
