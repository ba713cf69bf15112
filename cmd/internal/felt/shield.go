package felt

import (
	"math"
	"slices"
	"strings"
)

// ShieldSize is the size of a large shield.
var ShieldSize = Size{26, 14}

const (
	// shieldStraight is the share of a shield whose sides are straight.
	shieldStraight = .42
	// chargeScale is how many pixels each pixel of the charge takes on a large shield.
	chargeScale = 4
	// chargeMargin is how many pixels lie between the upper edge of the shield and its charge.
	chargeMargin = 3
	// chargeRows is how many rows of an emblem the charge takes. The others are the point of the shield.
	chargeRows = 4
)

// mixed returns a colour with a share of another one.
func mixed(rgb, other uint32, share float64) (out uint32) {
	a := channels(rgb)
	b := channels(other)
	for i := range a {
		out = out<<8 | uint32(math.Round(float64(a[i])*(1-share)+float64(b[i])*share))
	}
	return out
}

// lighter returns the colour of the lit half of a shield.
func lighter(rgb uint32) uint32 { return mixed(rgb, 0xffffff, .16) }

// litTone returns the tone of the lit half of the emblem with an index. These tones follow those of the emblems.
func litTone(i int) Tone { return firstEmblem + Tone(2*len(art.emblems)+i) }

// shieldHalf returns half of the width of a shield in a row of pixels.
func shieldHalf(row, rows int) float64 {
	const half = 12.5
	depth := float64(row) / float64(rows-1)
	if depth < shieldStraight {
		return half
	}
	return half * math.Sqrt(max(0, 1-math.Pow((depth-shieldStraight)/(1-shieldStraight), 1.45)))
}

// Shield draws a character's emblem as a large shield, see [ShieldSize]. A character without a picture has its letter
// on it, and without colours every character its letters.
func (g *Grid) Shield(x, y int, id, letters string) {
	if g.palette.NoColor() {
		g.outlinedShield(x, y, letters)
		return
	}
	i := slices.IndexFunc(art.emblems, func(e emblem) bool { return e.id == id })
	look := shieldLook{lit: Tile, shade: Tile, charge: inkFelt}
	if i >= 0 {
		field := firstEmblem + Tone(2*i)
		look = shieldLook{lit: litTone(i), shade: field, charge: field + 1}
		if g.palette.Only16Colors() {
			look.lit = field
			look.charge = g.palette.letterOn(field)
		}
	}
	rows := 2 * ShieldSize.H
	tone := make([][]Tone, rows)
	for j := range tone {
		tone[j] = make([]Tone, ShieldSize.W)
		half := shieldHalf(j, rows)
		below := shieldHalf(min(j+1, rows-1), rows)
		for k := range tone[j] {
			distance := math.Abs(float64(k) + .5 - float64(ShieldSize.W)/2)
			isRim := distance > half-1.2 || j == 0 || float64(j) > float64(rows)*shieldStraight && below < distance
			switch {
			case distance > half:
			case isRim:
				tone[j][k] = Rim
			case k < ShieldSize.W/2:
				tone[j][k] = look.lit
			default:
				tone[j][k] = look.shade
			}
		}
	}
	if i >= 0 {
		paintCharge(tone, art.emblems[i].art[:chargeRows], 'c', look.charge)
	} else if sign, ok := art.signs[[]rune(letters + " ")[0]]; ok {
		paintCharge(tone, sign, '#', look.charge)
	}
	for j := 0; j < rows; j += 2 {
		for k := range ShieldSize.W {
			g.pixels(x+k, y+j/2, tone[j][k], tone[j+1][k])
		}
	}
}

// paintCharge paints a picture on a shield, in the middle of its width. Pixels of the sign are of the charge.
func paintCharge(tone [][]Tone, charge picture, sign rune, t Tone) {
	left := (len(tone[0]) - chargeScale*len(charge[0])) / 2
	for j, row := range charge {
		for k, pixel := range row {
			if pixel != sign {
				continue
			}
			for dj := range chargeScale {
				for dk := range chargeScale {
					tone[chargeMargin+j*chargeScale+dj][left+k*chargeScale+dk] = t
				}
			}
		}
	}
}

// shieldLook has the tones of a large shield.
type shieldLook struct {
	// lit is the half at the left.
	lit Tone
	// shade is the half at the right.
	shade Tone
	// charge is the picture on it.
	charge Tone
}

// outlinedShield draws a large shield as an outline with letters.
func (g *Grid) outlinedShield(x, y int, letters string) {
	widths := []int{18, 18, 18, 18, 18, 16, 14, 10, 6}
	for j, w := range widths {
		edge := [3]string{"│", " ", "│"}
		switch {
		case j == 0:
			edge = [3]string{"┌", "─", "┐"}
		case j == len(widths)-1:
			edge = [3]string{"└", "─", "┘"}
		case w < widths[0]:
			edge = [3]string{"\\", " ", "/"}
		}
		g.Center(x, y+2+j, ShieldSize.W, edge[0]+strings.Repeat(edge[1], w)+edge[2], Text)
	}
	g.Center(x, y+5, ShieldSize.W, letters, Strong)
}

// wordHeight is the height of a word in pixels of half a cell.
const wordHeight = 5

// WordRows is the height of a word of [Grid.Word] in cells.
const WordRows = 3

// Word draws a short text in large letters in the middle of w columns. If it is too long, or has a letter without a
// picture, it stands in the middle row in letters of the usual size.
func (g *Grid) Word(x, y, w int, text string) {
	rows := make(picture, wordHeight)
	for i, r := range strings.ToUpper(text) {
		sign, ok := art.signs[r]
		if r == ' ' {
			sign = picture{".", ".", ".", ".", "."}
			ok = true
		}
		if !ok {
			rows = nil
			break
		}
		for j := range rows {
			if i > 0 {
				rows[j] += "."
			}
			rows[j] += sign[j]
		}
	}
	switch {
	case rows == nil || g.palette.NoColor() || len(rows[0]) > w:
		g.Center(x, y+1, w, g.Cut(text, w), Golden)
	default:
		t := onGround(GoldInk, g.ground(x, y))
		g.Bitmap(x+(w-len(rows[0]))/2, y, WordRows, rows, t, t)
	}
}
