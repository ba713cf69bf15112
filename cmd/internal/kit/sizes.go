package kit

// Size is how much room a window has.
type Size uint8

// The sizes of a window, the smallest first.
const (
	Tiny    Size = iota
	Narrow       // half a screen, or a phone held upright
	Compact      // what every terminal has
	Roomy
	Grand
)

// sizes are the smallest windows of each size.
var sizes = [...]struct{ w, h int }{Narrow: {46, 30}, Compact: {80, 24}, Roomy: {100, 30}, Grand: {MaxWidth, MaxHeight}}

// SizeOf returns the size of a window.
func SizeOf(w, h int) Size {
	for s := Grand; s > Tiny; s-- {
		if w >= sizes[s].w && h >= sizes[s].h {
			return s
		}
	}
	return Tiny
}
