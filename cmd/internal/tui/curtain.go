package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// curtainGrid is the screen while one person passes the device to the next: nothing of any hand. The
// last trick comes first, because the next person may not have seen it.
func (m *Model) curtainGrid() *felt.Grid {
	t := m.theme
	v := &m.view
	b := m.board()
	w := min(m.w, kit.MaxWidth)
	h := m.h - 2
	next := m.client.LastSnapshot.Player
	var lines []string
	last, lastNumber := scene.LastTrick(v)
	if lastNumber > 0 {
		lines = append(lines, m.theme.T("tui.curtain.last", lastNumber, m.theme.Winner(v, last.Winner)),
			m.trickText(b, &last, w), "")
	}
	var currentTrick []string
	if all := scene.Tricks(v); len(all) > 0 && !all[len(all)-1].Done {
		currentTrick = []string{m.theme.T("tui.curtain.now"), m.trickText(b, &all[len(all)-1], w), ""}
	}
	player := m.theme.Seat(next)
	if name := m.client.LastSnapshot.NameAt(next); name != "" {
		player = name
	}
	if c := v.Seats[next].Character; c != nil {
		player = m.theme.T("tui.curtain.who", player, m.theme.ShortName(c))
	}
	lines = append(lines, m.eventsSinceTurn(b, next, lastNumber, w, h-len(lines)-len(currentTrick)-8)...)
	lines = append(lines, currentTrick...)
	ask := m.theme.T("tui.curtain.enter")
	if m.leaving {
		ask = m.leaveText()
	}
	lines = append(lines, felt.Strong.Paint(m.theme.T("tui.curtain.pass", player)), "", ask)
	if m.noteText != "" {
		lines = append(append(lines, ""), t.Wrap(m.noteText, w-2)...)
	}
	var wrapped []string
	for _, l := range lines {
		wrapped = append(wrapped, t.Wrap(l, w-2)...)
	}
	long, brief := b.Stage()
	return board.DrawMessage(t, b.Title(), []string{long, brief}, wrapped, m.namedKeys(), m.w, m.h)
}

// trickText is the line of a trick, or its cards alone where that is too wide.
func (m *Model) trickText(b *scene.Board, tr *scene.Trick, w int) string {
	if line := b.TrickLine(tr); len(m.theme.Wrap(line, w-2)) <= 1 {
		return line
	}
	return b.TrickCards(tr)
}

// eventsSinceTurn has the other events since the next person's last decision, of too many the last ones.
// The last trick, which has the number n, is told anyway.
func (m *Model) eventsSinceTurn(b *scene.Board, next tricks.Seat, n, w, h int) []string {
	if _, ok := m.snapshots[next]; !ok || h < 2 {
		return nil
	}
	var lines []string
	for _, text := range m.commentary(b, next, n) {
		lines = append(lines, m.theme.Wrap(text, w-8)...)
	}
	if len(lines) > h-2 {
		lines = lines[len(lines)-(h-2):]
	}
	if len(lines) == 0 {
		return nil
	}
	return append(append([]string{m.theme.T("board.meanwhile")}, lines...), "")
}

// goalSnapshot is how the goals stood when a person decided last.
type goalSnapshot struct {
	goals []chapters.GoalStatus
	// numbers are those of each seat's goal, in words.
	numbers []string
	// events is how much had happened.
	events int
}

// takeSnapshot returns the present state.
func (m *Model) takeSnapshot() goalSnapshot {
	v := &m.view
	s := goalSnapshot{goals: slices.Clone(v.Goals), events: len(v.Log)}
	if v.Stage == chapters.StagePlay {
		for seat := range v.Seats {
			s.numbers = append(s.numbers, scene.Progress(m.theme.Texts, v, tricks.Seat(seat)))
		}
	}
	return s
}

// sinceLast returns the events since the person's last turn, latest first, and the seats whose
// goals have come further or fallen back.
func (m *Model) sinceLast(b *scene.Board) (news []string, fresh tricks.SeatSet) {
	v := &m.view
	previous, ok := m.snapshots[v.Player]
	if ok && v.Stage == chapters.StagePlay && len(previous.numbers) == len(v.Seats) {
		current := m.takeSnapshot()
		for i := range current.numbers {
			if current.numbers[i] != previous.numbers[i] {
				fresh |= tricks.Seat(i).Bit()
			}
		}
		for _, g := range round.ChangedGoals(previous.goals, v.Goals) {
			news = append(news, m.theme.GoalChange(v, g))
			fresh |= g.Seat.Bit()
		}
	}
	return append(b.RecentEvents(), news...), fresh
}

// commentary tells a person the events since his last decision: tricks, other actions, and changes
// of goals. It is for a curtain, which has the last trick anyway, and says nothing that is not for
// everybody.
func (m *Model) commentary(b *scene.Board, next tricks.Seat, last int) (out []string) {
	v := &m.view
	previous := m.snapshots[next]
	done := 0
	ended := scene.Tricks(v)
	for i, e := range v.Log {
		switch {
		case e.Kind == chapters.WonTrick:
			done++
			if i >= previous.events && done != last {
				out = append(out, b.TrickText(&ended[done-1], done))
			}
		case len(v.History) == 0 && round.IsSetupEvent(v, i): // the page behind the curtain tells it
		case e.Kind == chapters.Played || e.Kind == chapters.TurnedUp || i < previous.events:
		default:
			out = append(out, m.theme.Event(v, e))
		}
	}
	for _, g := range round.ChangedGoals(previous.goals, v.Goals) {
		out = append(out, m.theme.GoalChange(v, g))
	}
	return out
}
