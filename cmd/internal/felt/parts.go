package felt

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// Size is how large a card is drawn, in cells.
type Size struct{ W, H int }

// The sizes of a card.
var (
	Small  = Size{5, 3}
	Middle = Size{7, 5}
	Large  = Size{9, 7}
	Huge   = Size{12, 11}
)

// CardState is how a card lies there.
type CardState uint8

// A card is lit, sinks if it cannot be played, or is the best of a trick.
const (
	Lit CardState = iota
	Sunk
	Best
)

func kindOf(c tricks.Card) Tone {
	switch {
	case c == tricks.OneRing:
		return theRing
	case int(c.Suit()) >= tricks.Suits:
		return balrog
	}
	return Tone(c.Suit())
}

// split is a card's rank and the letter of its suit.
func (l *Palette) split(c tricks.Card) (rank, letter string) {
	code := l.Code(c)
	return code[1:], code[:1]
}

// Outline draws the border of a box by its signs: the upper left corner, the upper side, the next
// corner, the side, and the two lower corners; of the rows so many as are to be seen.
func (g *Grid) Outline(x, y int, size Size, rows int, signs string, p Pen) {
	r := []rune(signs)
	for j := range min(rows, size.H) {
		left := r[3]
		middle := ' '
		right := r[3]
		switch j {
		case 0:
			left = r[0]
			middle = r[1]
			right = r[2]
		case size.H - 1:
			left = r[4]
			middle = r[1]
			right = r[5]
		}
		g.Put(x, y+j, string(left)+strings.Repeat(string(middle), size.W-2)+string(right), p)
	}
}

// The outlines of a card, of the best one, and of an empty place.
const (
	cardOutline = "┌─┐│└┘"
	bestOutline = "╔═╗║╚╝"
	slotOutline = "┌ ┐ └┘"
)

// Card draws a card, or as many of its rows as are to be seen. Rank stands in the place of its own:
// "1!" for the One Ring that is to win, "?" for a card of which the suit is known.
func (g *Grid) Card(x, y int, size Size, c tricks.Card, rank string, state CardState, rows int) {
	if c == tricks.Closed {
		g.back(x, y, size, rows)
		return
	}
	kind := kindOf(c)
	ownRank, letter := g.palette.split(c)
	rank = cmp.Or(rank, ownRank)
	if g.palette.NoColor() {
		signs := cardOutline
		if state == Best {
			signs = bestOutline
		}
		g.Outline(x, y, size, rows, signs, Pen{Fg: Ink, Bold: state == Best})
		inset := min(size.W/3, 2)
		if rows > 1 {
			g.Put(x+inset, y+1, rank, Pen{Fg: Ink, Bold: state != Sunk})
			g.PutRight(x+size.W-inset, y+1, letter, Pen{Fg: Ink, Bold: state != Sunk})
		}
		return
	}
	ground := suitTone(kind, paper)
	ink := suitTone(kind, inked)
	second := suitTone(kind, tinted)
	if state == Sunk {
		ground = suitTone(kind, sunkPaper)
		ink = suitTone(kind, sunkInk)
		second = suitTone(kind, sunkInk)
	}
	g.Fill(x, y, size.W, min(rows, size.H), ground)
	pip := art.small[kind]
	bold := Pen{Fg: ink, Bold: true}
	number := art.signs[rune(rank[0])]
	switch {
	case size.H >= Huge.H:
		pip = pip.doubled()
		g.Bitmap(x+1, y, rows, append(picture{"......"}, number.doubled()...), ink, second)
		rank = rank[1:]
	case size.H >= Large.H:
		pip = art.large[kind]
		g.Bitmap(x+1, y, rows, append(picture{"..."}, number...), ink, second)
		rank = rank[1:]
	case size.H >= Middle.H:
		pip = art.large[kind]
	}
	if size.H >= Large.H {
		g.Put(x+size.W-3, y+1, rank, bold)
	} else {
		g.Put(x+1, y, rank, bold)
	}
	g.Put(x+size.W-2, y, letter, bold)
	top := size.H - (len(pip)+1)/2
	g.Bitmap(x+(size.W-len(pip[0]))/2, y+top, rows-top, pip, ink, second)
	if state == Best {
		g.Frame(x, y, Size{size.W, min(rows, size.H)}, Gold)
	}
}

// back draws a card that lies face down.
func (g *Grid) back(x, y int, size Size, rows int) {
	if g.palette.NoColor() {
		g.Outline(x, y, size, rows, cardOutline, Pen{Fg: Ink})
		if rows > size.H/2 {
			g.Center(x, y+size.H/2, size.W, "##", Pen{Fg: Ink})
		}
		return
	}
	g.Fill(x, y, size.W, min(rows, size.H), Bar)
	for j := range min(rows, size.H) {
		if g.palette.Only16Colors() {
			g.Put(x, y+j, strings.Repeat("█", size.W), Pen{Fg: Line})
		}
	}
	if rows > size.H/2 {
		g.Center(x, y+size.H/2, size.W, "?", Pen{Fg: Soft, Bg: Bar, Bold: true})
	}
}

// Frame is around a card, half a cell thick: gold for the best card.
func (g *Grid) Frame(x, y int, size Size, t Tone) {
	if g.palette.NoColor() { // the outline says it
		return
	}
	p := Pen{Fg: t}
	g.Put(x, y-1, strings.Repeat("▄", size.W), p)
	for j := range size.H {
		g.Put(x-1, y+j, "▐", p)
		g.Put(x+size.W, y+j, "▌", p)
	}
	g.Put(x, y+size.H, strings.Repeat("▀", size.W), p)
}

// Slot is the place where a card will lie, in gold the person's own: a frame, or its corners where cards
// themselves are frames.
func (g *Grid) Slot(x, y int, size Size, own bool) {
	p := Pen{Fg: Line}
	signs := cardOutline
	if own {
		p.Fg = GoldInk
	}
	if g.palette.NoColor() {
		signs = slotOutline
	}
	g.Outline(x, y, size, size.H, signs, p)
}

// Chip is a card in a text, or several of a suit, with so many cells of paper on both sides. It
// returns the column behind it.
func (g *Grid) Chip(x, y int, c tricks.Card, code string, pad int) int {
	if g.palette.NoColor() {
		pad = 0
	}
	side := strings.Repeat(" ", pad)
	return g.Put(x, y, side+code+side, g.chipPen(c, g.ground(x, y)))
}

// Coded is the code of a card as a chip in a text; rank stands in the place of its own.
func (g *Grid) Coded(c tricks.Card, rank string) string {
	own, letter := g.palette.split(c)
	return g.chipPen(c, Transparent).Paint(letter + cmp.Or(rank, own))
}

// chipPen is the pen of a chip on a ground.
func (g *Grid) chipPen(c tricks.Card, ground Tone) Pen {
	k := kindOf(c)
	switch {
	case g.palette.NoColor():
		return Strong
	case ground == Plate && !g.palette.Only16Colors() && k != Tone(tricks.Rings) && k < theRing:
		return Pen{suitTone(k, inked), platePaper, true}
	}
	return Pen{suitTone(k, inked), suitTone(k, paper), true}
}

// group is the cards of a suit as one chip.
type group struct {
	card tricks.Card
	code string
}

func (l *Palette) groups(hand []tricks.Card) (out []group) {
	for _, c := range hand {
		rank, letter := l.split(c)
		if n := len(out) - 1; n >= 0 && out[n].card.Suit() == c.Suit() {
			out[n].code += rank
			continue
		}
		if c == tricks.OneRing { // the chip is for all Rings
			c = tricks.NewCard(tricks.Rings, 2)
		}
		out = append(out, group{c, letter + rank})
	}
	return out
}

// placeChips says where the chips of a hand begin, in rows of w cells: the cells of paper on both sides
// of each, and the gap between two.
func placeChips(all []group, w, pad, gap int) (places [][2]int, rows int) {
	x, rows := 0, 1
	for _, c := range all {
		n := len(c.code) + 2*pad
		if x > 0 && x+n > w {
			x = 0
			rows++
		}
		places = append(places, [2]int{x, rows - 1})
		x += n + gap
	}
	return places, rows
}

// ChipRows is how many rows of w cells the chips of a hand need.
func (g *Grid) ChipRows(hand []tricks.Card, w int) int {
	_, rows := placeChips(g.palette.groups(hand), w, 0, 1)
	return rows
}

// Chips draws a hand that lies open, one chip for each suit, in rows of w cells: no more rows than
// asked for as long as it needs no more, so that no card is ever left out.
func (g *Grid) Chips(x, y, w, maxRows int, hand []tricks.Card) (rows int) {
	all := g.palette.groups(hand)
	var places [][2]int
	pad := 0
	for _, spacing := range [][2]int{{1, 1}, {0, 1}, {0, 0}} {
		pad = spacing[0]
		if g.palette.NoColor() {
			pad = 0
		}
		places, rows = placeChips(all, w, pad, spacing[1])
		if rows <= maxRows {
			break
		}
	}
	for i, c := range all {
		g.Chip(x+places[i][0], y+places[i][1], c.card, c.code, pad)
	}
	return rows
}

// Emblem draws a character's shield: 5x3 cells with its picture, or 3x2 with the first letter of a name. A
// character of somebody's own has that in the place of a picture, too.
func (g *Grid) Emblem(x, y int, id, name string, big bool) {
	sign := string([]rune(strings.ToUpper(name) + " ")[:1])
	field := Bar
	charge := Ink
	shield := picture{"#####", "#####", "#####", "#####", ".###.", "..#.."}
	i := slices.IndexFunc(art.emblems, func(e emblem) bool { return e.id == id })
	if i >= 0 {
		field = firstEmblem + Tone(2*i)
		charge = firstEmblem + Tone(2*i+1)
		shield = art.emblems[i].art
	}
	switch {
	case g.palette.NoColor():
		g.Put(x, y, "("+sign+")", Strong)
	case big && !g.palette.Only16Colors():
		g.Bitmap(x, y, 3, shield, field, charge)
		if i < 0 {
			g.Put(x+2, y, sign, Pen{Fg: Ink, Bg: field, Bold: true})
		}
	default:
		if g.palette.Only16Colors() {
			charge = g.palette.letterOn(field)
		}
		g.Put(x, y, " "+sign+" ", Pen{charge, field, true})
		g.Put(x, y+1, "▀█▀", Pen{Fg: field})
	}
}

// letterOn is dark or white, whichever is read on one of the 16 colours.
func (l *Palette) letterOn(t Tone) Tone {
	n := tones[t].fg[0] - 30
	if n >= 60 {
		n -= 52
	}
	if r, g, b, _ := ansi.BasicColor(n).RGBA(); 2*r+7*g+b > 850<<8 {
		return Dark
	}
	return White
}

// Pips is a number that a goal wants: those there are, those that are needed, and those that may be.
// It returns the column behind it.
func (g *Grid) Pips(x, y, reached, need, most int, t Tone) int {
	for k := range max(need, most) {
		sign := "▄"
		p := Pen{Fg: Line}
		if k < reached {
			p.Fg = t
		}
		if g.palette.NoColor() {
			switch {
			case k < reached:
				sign = "#"
			case k < need:
				sign = "o"
			default:
				sign = "."
			}
		}
		x = g.Put(x, y, sign, p) + 1
	}
	return x
}

// Edge is the half row above a seat, ▄, or below it, ▀, where there are enough colours.
func (g *Grid) Edge(x, y, w int, half string) {
	if !g.palette.NoColor() && !g.palette.Only16Colors() {
		g.Put(x, y, strings.Repeat(half, w), Pen{Fg: Plate})
	}
}

// Rule is a line from side to side: half a row in its tone, or thin where there is none. That of a
// table is gold when it is the person's turn.
func (g *Grid) Rule(x, y, w int, t Tone) {
	sign := "▀"
	p := Pen{Fg: t}
	switch {
	case g.palette.NoColor() && t == Gold:
		sign = "═"
		p = Pen{Fg: Ink, Bold: true}
	case g.palette.NoColor():
		sign = "─"
		p = Pen{Fg: Ink}
	case g.palette.Only16Colors() && t != Gold:
		sign = "─"
		p = Pen{Fg: Line}
	}
	g.Put(x, y, strings.Repeat(sign, max(w, 0)), p)
}

// Headline is the first line of a screen: its title, and at the end the first of some texts, such as
// how far it is, that there is room for. The last one is there if it takes no more than half of the line; then
// the title has as many of its words as fit.
func (g *Grid) Headline(x, w int, title string, states ...string) {
	g.Fill(0, 0, g.W, 1, Bar)
	room := w - 4
	for i, state := range states {
		if n := g.Width(state); state != "" && (n+2+g.Width(title) <= room || i == len(states)-1 && 2*n <= w) {
			g.Put(x+w-2-n, 0, state, Pen{Fg: Soft})
			room -= n + 2
			break
		}
	}
	for g.Width(title) > room {
		i := strings.LastIndexByte(title, ' ')
		if i < 1 {
			title = g.Cut(title, max(room, 0))
			break
		}
		title = strings.TrimRight(title[:i], " ,")
	}
	g.Put(x+2, 0, title, Pen{Fg: Ink, Bold: true})
}

// Key is a key, and what it does.
type Key struct{ Name, Label string }

// HitArea is where something lies that the mouse can choose, by its number.
type HitArea struct{ X, Y, W, H, Item int }

// HitAt returns the item at a place, -1 for none: the last one drawn lies on top.
func HitAt(all []HitArea, x, y int) int {
	for i := len(all) - 1; i >= 0; i-- {
		if s := &all[i]; x >= s.X && x < s.X+s.W && y >= s.Y && y < s.Y+s.H {
			return s.Item
		}
	}
	return -1
}

// NearestItem returns the item nearest to another one in the direction of an arrow key, -1 for none.
func NearestItem(all []HitArea, current int, arrow string) int {
	best, least := -1, 0
	var origin *HitArea
	for i := range all {
		if all[i].Item == current {
			origin = &all[i]
		}
	}
	if origin == nil {
		return -1
	}
	for i := range all {
		area := &all[i]
		// cells are twice as high as wide
		across := 2*area.X + area.W - 2*origin.X - origin.W
		along := 4 * (area.Y - origin.Y)
		switch arrow {
		case "up":
			along = -along
		case "left":
			across, along = along, -across
		case "right":
			across, along = along, across
		}
		if across < 0 {
			across = -across
		}
		if distance := along + 3*across; along > 0 && across <= 2*along+max(origin.W, area.W) &&
			(best < 0 || distance < least) {
			best = area.Item
			least = distance
		}
	}
	return best
}

// Keys writes a line of keys: eight at most, of those that have no room none. It
// returns where they are.
func (g *Grid) Keys(x, y, w int, keys []Key) (spots []HitArea) {
	const most = 8
	total := 0
	fit := []int(nil)
	for i, k := range keys {
		if itemWidth := g.Width(k.Name) + 1 + g.Width(k.Label); total+itemWidth+2*len(fit) <= w-4 && len(fit) < most {
			total, fit = total+itemWidth, append(fit, i)
		}
	}
	gap := 3
	if total+gap*(len(fit)-1) > w-4 {
		gap = 2
	}
	x += 2
	for _, i := range fit {
		start := x
		k := keys[i]
		x = g.Put(x, y, k.Name, Pen{Fg: GoldInk, Bold: true})
		x = g.Put(x+1, y, k.Label, Pen{Fg: Soft})
		spots = append(spots, HitArea{start, y, x - start, 1, i})
		x += gap
	}
	return spots
}

// Number draws a number, each of its digits 3x3 cells, and returns the column behind it.
func (g *Grid) Number(x, y int, n string, t Tone) int {
	if g.palette.NoColor() {
		return g.Put(x, y, n, Pen{Fg: Ink, Bold: true})
	}
	for _, r := range n {
		g.Bitmap(x, y, 3, art.signs[r], t, t)
		x += 4
	}
	return x - 1
}

// Button is a line to choose: gold if it is chosen, with its note at the end.
func (g *Grid) Button(x, y, w int, label, note string, chosen bool) {
	labelPen, notePen := Pen{Fg: Ink}, Pen{Fg: Soft}
	if chosen {
		label = "> " + label
		if !g.palette.NoColor() {
			label = label[2:]
			g.Fill(x, y, w, 1, Gold)
			labelPen = Chosen
			notePen = Pen{Dark, Gold, false}
		} else {
			labelPen.Bold = true
		}
	}
	room := w - 2
	if note != "" {
		room -= g.Width(note) + 1
		g.PutRight(x+w-1, y, note, notePen)
	}
	g.Put(x+1, y, g.Cut(label, room), labelPen)
}
