package felt

import (
	"math"
	"strings"
)

// name is the name of the game on the first screen.
const name = "FELLOWSHIP"

// NameWidth returns the width of the game's name. It is three rows high.
func NameWidth() (w int) {
	for _, r := range name {
		w += len(art.signs[r][0]) + 1
	}
	return w - 1
}

// Name draws the game's name in pixels, or in letters on a terminal without colours.
func (g *Grid) Name(x, y int) {
	if g.palette.NoColor() {
		g.Center(x, y+1, NameWidth(), strings.Join(strings.Split(name, ""), " "), Pen{Fg: Ink, Bold: true})
		return
	}
	for _, r := range name {
		g.Bitmap(x, y, 3, art.signs[r], GoldInk, GoldInk)
		x += len(art.signs[r][0]) + 1
	}
}

// stations has the kind of card that each chapter of the game looks like on the map.
const stations = "HHRHFHHSVMRMMBFVVS"

// Station draws a chapter on the map as a small card with its number. The card of a chapter that is won or next
// (lit) or chosen is bright, and other cards merge with the felt. The chosen one has a frame. Chapters count
// from 0.
func (g *Grid) Station(x, y, chapter int, number string, lit, chosen bool) {
	kind := Tone(0)
	if chapter >= 0 && chapter < len(stations) {
		kind = Tone(strings.IndexByte("HMFSRV?B", stations[chapter]))
	}
	switch {
	case g.palette.NoColor():
		signs := cardOutline
		if chosen {
			signs = bestOutline
		}
		g.Outline(x, y, Small, Small.H, signs, Pen{Fg: Ink, Bold: chosen})
		g.Center(x, y+1, Small.W, number, Pen{Fg: Ink, Bold: lit})
		return
	case lit || chosen:
		g.Fill(x, y, Small.W, Small.H, suitTone(kind, paper))
		g.Put(x+1, y, number, Pen{suitTone(kind, inked), Transparent, true})
		g.Bitmap(x, y+1, 2, art.small[kind], suitTone(kind, inked), suitTone(kind, tinted))
	default:
		g.Fill(x, y, Small.W, Small.H, Tile)
		g.Put(x+1, y, number, Pen{Fg: Ink})
		g.Bitmap(x, y+1, 2, art.small[kind], Mist, Mist)
	}
	if chosen {
		g.Frame(x, y, Small, Gold)
	}
}

// Bar draws the share n of total as a bar of w cells.
func (g *Grid) Bar(x, y, w, n, total int, t Tone) {
	if total < 1 {
		return
	}
	full := (w*n + total - 1) / total
	if n == 0 {
		full = 0
	}
	filled, empty := "▄", "▄"
	if g.palette.NoColor() {
		filled, empty = "#", "-"
	}
	x = g.Put(x, y, strings.Repeat(filled, full), Pen{Fg: t})
	g.Put(x, y, strings.Repeat(empty, w-full), Pen{Fg: Line})
}

// Stars draws a row of stars, some of them lit, and returns the column after them. A star that is not lit is a dot.
func (g *Grid) Stars(x, y int, lit []bool) int {
	for _, isLit := range lit {
		pen := Pen{GoldInk, Transparent, true}
		sign := "*"
		if !isLit {
			pen = Pen{Fg: Soft}
			sign = "."
		}
		x = g.Put(x, y, sign, pen) + 1
	}
	return x - 1
}

// ridge returns the depth at which a range of mountains begins in each column. The same seed always gives the
// same range.
func ridge(w, seed int, top, slope float64) []float64 {
	type peak struct{ column, top float64 }
	var peaks []peak
	random := seed * 7919
	for x := -4; x < w+12; {
		random = (random*1103515245 + 12345) % 2147483648
		peaks = append(peaks, peak{float64(x), top + float64((random>>16)%5)})
		x += 7 + (random>>20)%9 + seed*2
	}
	out := make([]float64, w)
	for i := range out {
		out[i] = math.Inf(1)
		for _, p := range peaks {
			out[i] = min(out[i], p.top+math.Abs(float64(i)-p.column)*slope)
		}
	}
	return out
}

// addPeak puts a peak at a column into a range of mountains, with its top at a depth. On both sides of it the range
// falls to the foot of the peak, which is half a width away, no steeper than the peak itself.
func addPeak(line []float64, column, top, half, slope float64) {
	foot := top + half*slope
	for i := range line {
		distance := math.Abs(float64(i) - column + .5)
		if distance > half {
			line[i] = max(line[i], foot-(distance-half)*slope)
		} else {
			line[i] = math.Inf(1)
		}
		line[i] = min(line[i], top+distance*slope)
	}
}

// Land draws the ring above the mountains. The middle of the ring is at column ringX of the picture, ringY half
// rows deep. A ring that rises has a peak of its own in front of it.
func (g *Grid) Land(x, y, w, h, ringX, ringY, radius int, rises bool) {
	pixelRows := 2 * h
	rx := float64(ringX)
	ry := float64(ringY)
	r := float64(radius)
	tone := make([][]Tone, pixelRows)
	for j := range tone {
		tone[j] = make([]Tone, w)
		for i := range tone[j] {
			tone[j][i] = Sky
			if d := math.Hypot(float64(i)-rx+.5, float64(j)-ry+.5); d >= r-1.6 && d <= r {
				tone[j][i] = Gold
			}
		}
	}
	depthAt := func(share float64) float64 { return float64(pixelRows) * share }
	tones := [3]Tone{Ridge1, Ridge2, Ridge3}
	if g.palette.Only16Colors() { // Otherwise the nearer ranges would be holes in the farthest one.
		tones = [3]Tone{Ridge1, Ridge1, Ridge1}
	}
	for k, m := range []struct {
		tone       Tone
		top, slope float64
	}{{tones[0], depthAt(.36), .9}, {tones[1], depthAt(.60), .55}, {tones[2], depthAt(.80), .3}} {
		line := ridge(w, k+3, m.top, m.slope)
		if k == 0 && rises {
			addPeak(line, rx, depthAt(.42)+r*.55, r+6, m.slope)
		}
		for i := range w {
			for j := range pixelRows {
				if float64(j) >= line[i] {
					tone[j][i] = m.tone
				}
			}
		}
	}
	for j := 0; j < pixelRows; j += 2 {
		for i := range w {
			g.pixels(x+i, y+j/2, tone[j][i], tone[j+1][i])
		}
	}
	if g.palette.NoColor() {
		g.Center(x, y+h/2, w, "( )", Pen{Fg: Ink, Bold: true})
	}
}
