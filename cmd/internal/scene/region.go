package scene

import "fellowship/chapters"

// Region is a part of the journey. The page of a won round has a picture of it.
type Region string

// The regions. Their values are also the names of the pictures on pages.
const (
	Shire     Region = "shire"
	Bree      Region = "bree"
	Wild      Region = "wild"
	Rivendell Region = "rivendell"
	Moria     Region = "moria"
	Lorien    Region = "lorien"
	River     Region = "river"
)

// regions has the regions of the chapters that come with the program. Any other chapter is in the wild.
var regions = map[string]Region{
	"1": Shire, "2": Shire, "3": Shire, "4": Shire, "5": Wild, "6": Wild, "7": Bree, "8": Wild, "9": Wild,
	"10": Rivendell, "11": Rivendell, "12": Wild, "13": Wild, "14": Moria, "15": Lorien, "16": Lorien,
	"17": River, "18": River,
}

// RegionOf returns the region of a chapter, which may be nil.
func RegionOf(c *chapters.Chapter) Region {
	if c != nil && regions[c.ID] != "" {
		return regions[c.ID]
	}
	return Wild
}
