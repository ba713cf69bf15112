package felt

// HitArea is an area that the mouse can choose, with the number of its item.
type HitArea struct{ X, Y, W, H, Item int }

// HitAt returns the item at a cell, -1 for none. Where areas overlap the last one drawn is on top.
func HitAt(all []HitArea, x, y int) int {
	for i := len(all) - 1; i >= 0; i-- {
		if s := &all[i]; x >= s.X && x < s.X+s.W && y >= s.Y && y < s.Y+s.H {
			return s.Item
		}
	}
	return -1
}

// NearestItem returns the item nearest to another one in the direction of an arrow key, -1 for none.
func NearestItem(all []HitArea, current int, arrow string) int {
	best := -1
	least := 0
	var origin *HitArea
	for i := range all {
		if all[i].Item == current {
			origin = &all[i]
		}
	}
	if origin == nil {
		return -1
	}
	for i := range all {
		area := &all[i]
		// Cells are twice as high as wide.
		across := 2*area.X + area.W - 2*origin.X - origin.W
		along := 4 * (area.Y - origin.Y)
		switch arrow {
		case "up":
			along = -along
		case "left":
			across, along = along, -across
		case "right":
			across, along = along, across
		}
		if across < 0 {
			across = -across
		}
		distance := along + 3*across
		isAhead := along > 0 && across <= 2*along+max(origin.W, area.W)
		if isAhead && (best < 0 || distance < least) {
			best = area.Item
			least = distance
		}
	}
	return best
}
