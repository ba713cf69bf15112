package felt

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Emblem draws a character's shield: 5x3 cells with its picture, or 3x2 with its one or two letters. A character
// without a picture has the letters on the large shield, too. See [Grid.EmblemWidth] for the width without colours.
func (g *Grid) Emblem(x, y int, id, letters string, big bool) {
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
		g.Put(x, y, "("+letters+")", Strong)
	case big && !g.palette.Only16Colors():
		g.Bitmap(x, y, 3, shield, field, charge)
		if i < 0 {
			g.Center(x, y, 5, letters, Pen{Fg: Ink, Bg: field, Bold: true})
		}
	default:
		if g.palette.Only16Colors() {
			charge = g.palette.letterOn(field)
		}
		g.Fill(x, y, 3, 1, field)
		g.Center(x, y, 3, letters, Pen{charge, field, true})
		g.Put(x, y+1, "▀█▀", Pen{Fg: field})
	}
}

// WinnerTile draws a tile for a trick with the letters of its winner, in the colours of the winner's shield, w cells wide.
// Without light it is only the letters. Without colours the letters stand in brackets.
func (g *Grid) WinnerTile(x, y, w int, id, letters string, lit bool) {
	field, charge, _ := shieldTones(id)
	const black = 40
	switch {
	case g.palette.NoColor():
		g.Put(x, y, "["+letters+"]", Strong)
	case !lit:
		g.Fill(x, y, w, 1, Bar)
		g.Center(x, y, w, letters, Pen{Fg: Soft, Bg: Bar})
	case g.palette.Only16Colors() && (tones[field].bg[0] == black || id == ""):
		g.Put(x, y, "["+letters+"]", Strong)
	default:
		if g.palette.Only16Colors() {
			charge = g.palette.letterOn(field)
		}
		g.Fill(x, y, w, 1, field)
		g.Center(x, y, w, letters, Pen{charge, field, true})
	}
}

// TileEdges draws an edge on both sides of a tile of w cells: here the round was lost.
func (g *Grid) TileEdges(x, y, w int) {
	if g.palette.NoColor() {
		return
	}
	g.Put(x-1, y, "▐", Pen{Fg: Bad})
	g.Put(x+w, y, "▌", Pen{Fg: Bad})
}

// shieldTones returns the tones of a character's shield and of the picture on it. A character without a shield has
// ordinary tones; ok is false for it.
func shieldTones(id string) (field, charge Tone, ok bool) {
	i := slices.IndexFunc(art.emblems, func(e emblem) bool { return e.id == id })
	if i < 0 {
		return Bar, Ink, false
	}
	return firstEmblem + Tone(2*i), firstEmblem + Tone(2*i+1), true
}

// EmblemWidth returns the width of a shield. Without colours it is the letters in brackets, 3 or 4 cells.
func (g *Grid) EmblemWidth(letters string, big bool) int {
	switch {
	case g.palette.NoColor():
		return g.Width(letters) + 2
	case big && !g.palette.Only16Colors():
		return 5
	}
	return 3
}

// letterOn returns the tone of a letter on one of the 16 colours: dark or white, whichever is more legible.
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

// Pips draws the number that a goal asks for: one pip for each card or trick up to most, filled up to reached.
// Without colours it also shows which ones are needed. It returns the column after them.
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

// Edge draws the half row above a seat, ▄, or below it, ▀, if the terminal has enough colours.
func (g *Grid) Edge(x, y, w int, half string) {
	if !g.palette.NoColor() && !g.palette.Only16Colors() {
		g.Put(x, y, strings.Repeat(half, w), Pen{Fg: Plate})
	}
}
