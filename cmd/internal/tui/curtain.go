package tui

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table"
)

// curtainPage has the lines of the screen while one person passes the device to the next: nothing of any hand. The
// last trick comes first, since the next person may not have seen it.
type curtainPage struct {
	// theme measures the lines.
	theme *kit.Theme
	// board is the round behind the curtain.
	board *scene.Board
	// table is the table as the screen has seen it last.
	table *table.Snapshot
	// goals says what is new for the next person.
	goals *goalMemory
	// width is the width of the lines.
	width int
}

// lines returns the lines of the page for a window of height rows. ask is the question at the end, and note a
// message below it, "" for none.
func (p *curtainPage) lines(height int, ask, note string) (wrapped []string) {
	t := p.theme.Texts
	v := p.board.View
	var lines []string
	last, lastNumber := scene.LastTrick(v)
	if lastNumber > 0 {
		lines = append(lines, t.T("tui.curtain.last", lastNumber, t.Round(v).Winner(last.Winner)), p.trickText(&last), "")
	}
	var currentTrick []string
	if all := scene.Tricks(v); len(all) > 0 && !all[len(all)-1].Done {
		currentTrick = []string{t.T("tui.curtain.now"), p.trickText(&all[len(all)-1]), ""}
	}
	lines = append(lines, p.eventsSinceTurn(lastNumber, height-len(lines)-len(currentTrick)-8)...)
	lines = append(lines, currentTrick...)
	lines = append(lines, felt.Strong.Paint(t.T("tui.curtain.pass", p.nextPlayer())), "", ask)
	if note != "" {
		lines = append(append(lines, ""), p.theme.Wrap(note, p.width-2)...)
	}
	for _, l := range lines {
		wrapped = append(wrapped, p.theme.Wrap(l, p.width-2)...)
	}
	return wrapped
}

// nextPlayer names the person who gets the device.
func (p *curtainPage) nextPlayer() string {
	t := p.theme.Texts
	next := p.table.Player
	player := t.Seat(next)
	if name := p.table.NameAt(next); name != "" {
		player = name
	}
	if c := p.board.View.Seats[next].Character; c != nil {
		player = t.T("tui.curtain.who", player, t.ShortName(c))
	}
	return player
}

// trickText returns the line of a trick, or only its cards if the line is too wide.
func (p *curtainPage) trickText(tr *scene.Trick) string {
	if line := p.board.TrickLine(tr); len(p.theme.Wrap(line, p.width-2)) <= 1 {
		return line
	}
	return p.board.TrickCards(tr)
}

// eventsSinceTurn returns the lines of the events since the next person's last decision, only the latest if height
// lines are too few for all. It leaves out the last trick, number lastNumber, which the curtain shows anyway. It
// returns nil for a person who has not decided yet.
func (p *curtainPage) eventsSinceTurn(lastNumber, height int) []string {
	if height < 2 {
		return nil
	}
	var lines []string
	for _, text := range p.goals.commentary(p.board, p.table.Player, lastNumber) {
		lines = append(lines, p.theme.Wrap(text, p.width-8)...)
	}
	if len(lines) > height-2 {
		lines = lines[len(lines)-(height-2):]
	}
	if len(lines) == 0 {
		return nil
	}
	return append(append([]string{p.theme.Texts.T("board.meanwhile")}, lines...), "")
}
