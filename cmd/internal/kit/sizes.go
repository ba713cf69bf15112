package kit

// The window that screens begin with, until they are told its size, and the smallest one of those
// that are high and not wide: half a screen, or a phone held upright.
const (
	MinWidth   = 80
	MinHeight  = 24
	slimWidth  = 46
	slimHeight = 30
)

// The largest window that sheets fill: in a larger one they stand in the middle.
const (
	MaxWidth  = 120
	MaxHeight = 40
)

// Small reports whether a window is too small for screens but for a round as a list and what there is to
// read, and Tiny whether it is for these, too.
func Small(w, h int) bool {
	return !(w >= MinWidth && h >= MinHeight || w >= slimWidth && h >= slimHeight)
}

// Tiny is told with [Small].
func Tiny(w, h int) bool { return w < 40 || h < 16 }
