package felt

import "math"

// ridge is how deep a range of mountains begins at each column, from a small fixed sequence.
func ridge(w, seed int, top, slope float64) []float64 {
	type peak struct{ at, top float64 }
	var peaks []peak
	n := seed * 7919
	for x := -4; x < w+12; {
		n = (n*1103515245 + 12345) % 2147483648
		peaks = append(peaks, peak{float64(x), top + float64((n>>16)%5)})
		x += 7 + (n>>20)%9 + seed*2
	}
	out := make([]float64, w)
	for i := range out {
		out[i] = math.Inf(1)
		for _, p := range peaks {
			out[i] = min(out[i], p.top+math.Abs(float64(i)-p.at)*slope)
		}
	}
	return out
}

// Land draws the ring above the mountains: its middle at column ringX of the picture, so many half
// rows deep, behind a peak of its own if it rises there.
func (g *Grid) Land(x, y, w, h, ringX, ringY, radius int, rises bool) {
	deep := 2 * h
	rx, ry, r := float64(ringX), float64(ringY), float64(radius)
	tone := make([][]Tone, deep)
	for j := range tone {
		tone[j] = make([]Tone, w)
		for i := range tone[j] {
			tone[j][i] = Sky
			if d := math.Hypot(float64(i)-rx+.5, float64(j)-ry+.5); d >= r-1.6 && d <= r {
				tone[j][i] = Gold
			}
		}
	}
	at := func(share float64) float64 { return float64(deep) * share }
	for k, m := range []struct {
		tone       Tone
		top, slope float64
	}{{Ridge1, at(.36), .9}, {Ridge2, at(.60), .55}, {Ridge3, at(.80), .3}} {
		line := ridge(w, k+3, m.top, m.slope)
		for i := range w {
			from := math.Abs(float64(i) - rx + .5)
			if k == 0 && rises {
				if from <= r+6 {
					line[i] = float64(deep)
				}
				line[i] = min(line[i], at(.42)+r*.55+from*.9)
			}
			for j := range deep {
				if float64(j) >= line[i] {
					tone[j][i] = m.tone
				}
			}
		}
	}
	for j := 0; j < deep; j += 2 {
		for i := range w {
			g.pixels(x+i, y+j/2, tone[j][i], tone[j+1][i])
		}
	}
	if g.look.Plain() {
		g.Mid(x, y+h/2, w, "( )", Pen{Fg: Ink, Bold: true})
	}
}
