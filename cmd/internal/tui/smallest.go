package tui

// Smallest returns the columns and rows of the smallest windows in which everything has
// room: a wide one, and one of a phone that is held upright.
func Smallest() [][2]int {
	return [][2]int{{sizes[compact].w, sizes[compact].h}, {sizes[narrow].w, sizes[narrow].h}}
}
