package board

import (
	"strings"

	"fellowship/cmd/internal/felt"
)

// ownSeat draws the person's own seat on the wood.
type ownSeat table

// role returns who plays the own seat. In a narrow window "you" gives way, since the own seat is known by its place.
func (d ownSeat) role() string {
	role := d.scene.Me.Role
	if d.plan.narrow && role == d.texts.T("seat.you") && d.widthWith(role) > d.w {
		return ""
	}
	return role
}

// width returns how wide the player's own seat is in one row.
func (d ownSeat) width() int { return d.widthWith(d.role()) }

// widthWith returns how wide the player's own seat is in one row with a role. In a narrow window the tricks are bars.
func (d ownSeat) widthWith(role string) int {
	me := &d.scene.Me
	width := d.plan.ownX + d.grid.Width(me.Name) + 3
	if role != "" {
		width += d.grid.Width(role) + 1
	}
	if me.StatusWord != "" {
		width += d.grid.Width(me.StatusWord) + 2
	}
	if d.plan.narrow {
		const margin = 2
		return width + goals(d).widthWithPips(me) + d.grid.Width(seats(d).bars(me.Tricks, d.w)) + margin
	}
	width += goals(d).width(me) + 5
	if !d.scene.Setup || me.Tricks > 0 {
		width += d.grid.Width(d.texts.TricksWon(me.Tricks))
	}
	return width
}

// draw draws the player's own seat: emblem, name, goal and tricks, and the prompt below.
func (d ownSeat) draw() {
	me := &d.scene.Me
	ruleColor := felt.Rail
	promptStyle := felt.Faint
	if d.scene.IsAsked {
		ruleColor = felt.Gold
		promptStyle = felt.Golden
	}
	if d.plan.narrow { // A card of the trick may end right above the rail.
		d.grid.LowRule(d.x, d.plan.railY, d.w, ruleColor, felt.Felt)
	} else {
		d.grid.Rule(d.x, d.plan.railY, d.w, ruleColor)
	}

	x := d.x + d.plan.ownX
	edge := d.x + d.w - 2
	d.grid.Emblem(d.x+2, d.plan.ownY, me.ID, me.Letters, d.plan.big)
	row := textRow{grid: d.grid, y: d.plan.ownY, right: edge}
	row.left = d.grid.Put(max(x, d.x+3+d.grid.EmblemWidth(me.Letters, d.plan.big)), row.y, me.Name, felt.Strong) + 1
	won := d.tricksLabel(edge - row.left)
	d.grid.PutRight(edge, row.y, won, felt.Faint)
	row.right -= d.grid.Width(won) + 2
	row.addRight(span{me.StatusWord, wordStyle(me.Status)}, 2)
	row.addLeft(span{d.role(), felt.Faint})
	if d.plan.ownRows > 1 { // The goal has a row of its own.
		row = textRow{grid: d.grid, y: row.y + 1, left: x - 2, right: edge}
	}
	row.left = goals(d).draw(row.left+2, row.y, row.right, me) + 3
	facts := strings.Join(me.Facts, ", ")
	factsBeside := firstThatFits(d.grid, row.right-row.left, facts)
	d.grid.Put(row.left, row.y, factsBeside, felt.Faint)

	promptEnd := row.left
	prompt := d.grid.Wrap(d.scene.Prompt, d.w-d.plan.ownX-2, d.plan.promptRows)
	for i, line := range prompt {
		promptEnd = d.grid.Put(x, row.y+1+i, line, promptStyle) + 3
	}
	if factsBeside == "" && len(prompt) < 2 {
		d.grid.PutRight(edge, row.y+1, firstThatFits(d.grid, edge-promptEnd, facts), felt.Faint)
	}
}

// tricksLabel returns the player's tricks in the longest form that leaves enough of a width for
// role, status and goal with its pips. It is empty before the first trick.
func (d ownSeat) tricksLabel(width int) string {
	me := &d.scene.Me
	if d.scene.Setup && me.Tricks == 0 {
		return ""
	}
	width -= d.grid.Width(d.role()) + 5
	if me.StatusWord != "" {
		width -= d.grid.Width(me.StatusWord) + 2
	}
	if d.plan.ownRows < 2 {
		width -= goals(d).widthWithPips(me)
	}
	return seats(d).tricksLabel(width, me.Tricks)
}
