package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// mithril is the gift that lets one goal count as met (L5), or covers the tricks that fall short of the
// Balrog (C14).
type mithril struct{ game *Game }

// owner returns the seat whose gift lets one character's goal count as met (Mithril), NoSeat if nobody
// has it or its one use is spent.
func (m mithril) owner() tricks.Seat {
	g := m.game
	if g.start.MithrilUsed {
		return tricks.NoSeat
	}
	return g.seats.find(func(s tricks.Seat) bool { return g.seats[s].hasEffect(characters.WaiveGoal) })
}

// coversSums reports whether Mithril can cover all tricks that fall short of the Balrog instead of a
// goal (C14).
func (m mithril) coversSums() bool {
	g := m.game
	return g.chapter != nil && g.chapter.Side != nil && g.chapter.Side.Waivable && m.owner() != tricks.NoSeat
}

// waive changes the status of a goal that Mithril covers: the only one that has failed, if it is a
// character's. Mithril cannot do that if it has to cover the sum of the Bridge (C14).
func (m mithril) waive(statuses []GoalStatus) []GoalStatus {
	lastFailed := -1
	failures := 0
	for i := range statuses {
		if statuses[i].Status == characters.Failed {
			lastFailed = i
			failures++
		}
	}
	g := m.game
	if failures == 1 && !g.count.goals[lastFailed].rider && !g.state.Short && m.owner() != tricks.NoSeat {
		statuses[lastFailed].Status = characters.Waived
	}
	return statuses
}
