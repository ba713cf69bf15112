package tui

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// curtainGrid draws the screen while one person passes the device to the next: nothing of any hand. The
// last trick comes first, since the next person may not have seen it.
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
		lines = append(lines, m.theme.Texts.T("tui.curtain.last", lastNumber, m.theme.Texts.Round(v).Winner(last.Winner)),
			m.trickText(b, &last, w), "")
	}
	var currentTrick []string
	if all := scene.Tricks(v); len(all) > 0 && !all[len(all)-1].Done {
		currentTrick = []string{m.theme.Texts.T("tui.curtain.now"), m.trickText(b, &all[len(all)-1], w), ""}
	}
	player := m.theme.Texts.Seat(next)
	if name := m.client.LastSnapshot.NameAt(next); name != "" {
		player = name
	}
	if c := v.Seats[next].Character; c != nil {
		player = m.theme.Texts.T("tui.curtain.who", player, m.theme.Texts.ShortName(c))
	}
	lines = append(lines, m.eventsSinceTurn(b, next, lastNumber, w, h-len(lines)-len(currentTrick)-8)...)
	lines = append(lines, currentTrick...)
	ask := m.theme.Texts.T("tui.curtain.enter")
	if m.leaving {
		ask = m.leaveText()
	}
	lines = append(lines, felt.Strong.Paint(m.theme.Texts.T("tui.curtain.pass", player)), "", ask)
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

// trickText returns the line of a trick, or only its cards if the line is too wide.
func (m *Model) trickText(b *scene.Board, tr *scene.Trick, w int) string {
	if line := b.TrickLine(tr); len(m.theme.Wrap(line, w-2)) <= 1 {
		return line
	}
	return b.TrickCards(tr)
}

// eventsSinceTurn returns the lines of the events since the next person's last decision, only the latest if h lines
// are too few for all. It leaves out the last trick, number lastNumber, which the curtain shows anyway. It returns nil
// for a person who has not decided yet.
func (m *Model) eventsSinceTurn(b *scene.Board, next tricks.Seat, lastNumber, w, h int) []string {
	if _, ok := m.snapshots[next]; !ok || h < 2 {
		return nil
	}
	var lines []string
	for _, text := range m.commentary(b, next, lastNumber) {
		lines = append(lines, m.theme.Wrap(text, w-8)...)
	}
	if len(lines) > h-2 {
		lines = lines[len(lines)-(h-2):]
	}
	if len(lines) == 0 {
		return nil
	}
	return append(append([]string{m.theme.Texts.T("board.meanwhile")}, lines...), "")
}

// commentary returns the events since a person's last decision: tricks, other actions, and changed goals.
// It is for a curtain, which shows trick lastNumber anyway, and contains only what everybody may know.
func (m *Model) commentary(b *scene.Board, next tricks.Seat, lastNumber int) (out []string) {
	v := &m.view
	previous := m.snapshots[next]
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
			out = append(out, m.theme.Texts.Round(v).Event(e))
		}
	}
	for _, g := range round.ChangedGoals(previous.goals, v.Goals) {
		out = append(out, m.theme.Texts.Round(v).GoalChange(g))
	}
	return out
}
