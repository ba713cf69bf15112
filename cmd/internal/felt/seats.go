package felt

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Emblem draws a character's shield: 5x3 cells with its picture, or 3x2 with the first letter of a name. A
// character without a picture has the letter on the large shield, too.
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
