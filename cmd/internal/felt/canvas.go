package felt

import "math"

// canvas is a picture of pixels, two of which make a cell, one above the other.
type canvas struct {
	w, h int
	// tones has the pixels row by row.
	tones []Tone
}

// newCanvas returns a canvas of one tone.
func newCanvas(w, h int, ground Tone) *canvas {
	c := &canvas{w: w, h: h, tones: make([]Tone, w*h)}
	for i := range c.tones {
		c.tones[i] = ground
	}
	return c
}

// dot draws a pixel if it is inside.
func (c *canvas) dot(x, y int, t Tone) {
	if x >= 0 && y >= 0 && x < c.w && y < c.h {
		c.tones[y*c.w+x] = t
	}
}

// at returns a pixel, Transparent outside.
func (c *canvas) at(x, y int) Tone {
	if x < 0 || y < 0 || x >= c.w || y >= c.h {
		return Transparent
	}
	return c.tones[y*c.w+x]
}

// box draws a rectangle.
func (c *canvas) box(x, y, w, h int, t Tone) {
	for j := y; j < y+h; j++ {
		for i := x; i < x+w; i++ {
			c.dot(i, j, t)
		}
	}
}

// disc draws an ellipse around a point, with its radii.
func (c *canvas) disc(x, y, rx, ry float64, t Tone) {
	for j := range c.h {
		for i := range c.w {
			dx := (float64(i) + .5 - x) / rx
			dy := (float64(j) + .5 - y) / ry
			if dx*dx+dy*dy <= 1 {
				c.dot(i, j, t)
			}
		}
	}
}

// under fills everything below a line. The function returns the depth of the line at a column.
func (c *canvas) under(line func(x float64) float64, t Tone) {
	for i := range c.w {
		top := line(float64(i))
		for j := range c.h {
			if float64(j) >= top {
				c.dot(i, j, t)
			}
		}
	}
}

// hills returns a line of round hills: its depth at the middle column of one hill is depth minus height, and a quarter
// of the way to the next one has width columns.
func hills(depth, height, middle, width float64) func(x float64) float64 {
	return func(x float64) float64 { return depth - height*math.Cos((x-middle)/width) }
}

// stamp draws a small picture with its upper left corner at a pixel. Signs without a tone are transparent.
func (c *canvas) stamp(x, y int, p picture, tone map[rune]Tone) {
	for j, row := range p {
		for i, sign := range row {
			if t, ok := tone[sign]; ok {
				c.dot(x+i, y+j, t)
			}
		}
	}
}

// draw draws the canvas on a window.
func (c *canvas) draw(g *Grid, x, y int) {
	for j := 0; j < c.h; j += 2 {
		for i := range c.w {
			g.pixels(x+i, y+j/2, c.at(i, j), c.at(i, j+1))
		}
	}
}
