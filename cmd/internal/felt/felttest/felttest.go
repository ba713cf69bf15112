// Package felttest checks frames in tests: that every cell is painted, and that every text can be
// read.
package felttest

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// least is the contrast of a text that can be read, by the rules for pages of the web.
const least = 4.5

// Legible fails where a frame in all colours or in 256 has a cell that is not painted, or a text with
// too little contrast. Blocks and lines are no texts.
func Legible(t testing.TB, frame string) {
	t.Helper()
	for y, line := range strings.Split(frame, "\n") {
		var up, down [3]int
		painted, x := false, 0
		for line != "" {
			if codes, ok := strings.CutPrefix(line, "\x1b["); ok {
				i := strings.IndexFunc(codes, func(r rune) bool { return r >= '@' })
				if codes[i] == 'm' {
					up, down, painted = after(codes[:i], up, down, painted)
				}
				line = codes[i+1:]
				continue
			}
			r := []rune(line[:min(len(line), 4)])[0]
			line = line[len(string(r)):]
			switch text := r > ' ' && (r < 0x2500 || r > 0x259f); {
			case !painted:
				t.Errorf("line %d, column %d is not painted", y+1, x+1)
				return
			case text && contrast(up, down) < least:
				t.Errorf("line %d, column %d: %q has a contrast of %.1f", y+1, x+1, r, contrast(up, down))
			}
			x++
		}
	}
}

// after is how a cell looks after the parameters of a sequence.
func after(codes string, up, down [3]int, painted bool) (fg, bg [3]int, ground bool) {
	parts := strings.Split(codes, ";")
	for i := 0; i < len(parts); i++ {
		n, _ := strconv.Atoi(parts[i])
		switch n {
		case 0:
			up, down, painted = [3]int{}, [3]int{}, false
		case 38, 48:
			var c [3]int
			if parts[i+1] == "5" {
				k, _ := strconv.Atoi(parts[i+2])
				c, i = of256(k), i+2
			} else {
				for k := range c {
					c[k], _ = strconv.Atoi(parts[i+2+k])
				}
				i += 4
			}
			if n == 38 {
				up = c
			} else {
				down, painted = c, true
			}
		}
	}
	return up, down, painted
}

func of256(n int) [3]int {
	if n >= 232 {
		n = 8 + 10*(n-232)
		return [3]int{n, n, n}
	}
	level := func(n int) int { return [...]int{0, 95, 135, 175, 215, 255}[n] }
	return [3]int{level((n - 16) / 36), level((n - 16) / 6 % 6), level((n - 16) % 6)}
}

func contrast(a, b [3]int) float64 {
	x, y := shining(a), shining(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

func shining(rgb [3]int) float64 {
	var l [3]float64
	for i, c := range rgb {
		if l[i] = float64(c) / 255; l[i] <= .03928 {
			l[i] /= 12.92
		} else {
			l[i] = math.Pow((l[i]+.055)/1.055, 2.4)
		}
	}
	return .2126*l[0] + .7152*l[1] + .0722*l[2]
}
