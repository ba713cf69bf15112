package felt

import "math"

// The tones of the regions.
const (
	skyAtDusk Tone = iota + firstRegion
	void
	stoneFar
	stone
	stoneTop
	fireLow
	fireMiddle
	fireHigh
	glow
	trunk
	trunkFar
	leaf
	leafDark
	water
	waterDark
	foam
	door
	cloth
	oak
	oakDark
	bark
	hillFar
	hill
	hillNear
	roof
	wall
	boatWood
	endOfRegions
)

// regionTones are the looks of these tones.
var regionTones = map[Tone]tone{
	skyAtDusk:  {rgb: [2]uint32{0x13251f, 0xe7ead2}},
	void:       {rgb: [2]uint32{0x120f12, 0xe6dccf}},
	stoneFar:   {rgb: [2]uint32{0x241e22, 0xc9b8a6}},
	stone:      {rgb: [2]uint32{0x38302f, 0xa08c7a}, fg: [2]uint8{90, 90}},
	stoneTop:   {rgb: [2]uint32{0x4c4038, 0x6d5a4b}, fg: [2]uint8{90, 90}},
	fireLow:    {rgb: [2]uint32{0x7a2114, 0xc8472a}, fg: [2]uint8{91, 31}, bg: [2]uint8{41, 41}},
	fireMiddle: {rgb: [2]uint32{0xd2571c, 0xe8812f}, fg: [2]uint8{91, 31}, bg: [2]uint8{41, 41}},
	fireHigh:   {rgb: [2]uint32{0xff9a3c, 0xf5a84a}, fg: [2]uint8{33, 33}, bg: [2]uint8{43, 43}},
	glow:       {rgb: [2]uint32{0x2b1614, 0xeccdb0}},
	trunk:      {rgb: [2]uint32{0x6f7a78, 0x8f9a94}, fg: [2]uint8{90, 90}},
	trunkFar:   {rgb: [2]uint32{0x4f5a59, 0x74807a}, fg: [2]uint8{90, 90}},
	leaf:       {rgb: [2]uint32{0xc79a34, 0xd9a93a}, color256: [2]uint8{178, 178}, fg: [2]uint8{33, 33}, bg: [2]uint8{43, 43}},
	leafDark:   {rgb: [2]uint32{0x8f6f2a, 0xb98a2c}, color256: [2]uint8{136, 136}, fg: [2]uint8{33, 33}, bg: [2]uint8{43, 43}},
	water:      {rgb: [2]uint32{0x174650, 0x8dbcbf}, fg: [2]uint8{34, 34}, bg: [2]uint8{44, 44}},
	waterDark:  {rgb: [2]uint32{0x246470, 0x6aa3a8}, fg: [2]uint8{36, 36}, bg: [2]uint8{46, 46}},
	foam:       {rgb: [2]uint32{0xa9c4c6, 0xf4fafa}, fg: [2]uint8{37, 97}, bg: [2]uint8{47, 47}},
	door:       {rgb: [2]uint32{0xb8442a, 0xa33f00}, fg: [2]uint8{31, 31}, bg: [2]uint8{41, 41}},
	cloth:      {rgb: [2]uint32{0xf3ead8, 0xfffaf0}, fg: [2]uint8{97, 37}, bg: [2]uint8{47, 47}},
	oak:        {rgb: [2]uint32{0x2f6b40, 0x3f7a48}, fg: [2]uint8{32, 32}, bg: [2]uint8{42, 42}},
	oakDark:    {rgb: [2]uint32{0x245335, 0x2f6238}, fg: [2]uint8{32, 32}, bg: [2]uint8{42, 42}},
	bark:       {rgb: [2]uint32{0x5b4129, 0x6d4c2e}, fg: [2]uint8{90, 90}},
	hillFar:    {rgb: [2]uint32{0x1c4131, 0xb4cf9a}},
	hill:       {rgb: [2]uint32{0x25543a, 0x8fb574}, fg: [2]uint8{32, 32}, bg: [2]uint8{42, 42}},
	hillNear:   {rgb: [2]uint32{0x183a29, 0x6a9a5c}},
	roof:       {rgb: [2]uint32{0x4a2f22, 0x8a5236}, fg: [2]uint8{90, 31}},
	wall:       {rgb: [2]uint32{0x6e5a44, 0xe3d2b2}, fg: [2]uint8{37, 37}, bg: [2]uint8{47, 47}},
	boatWood:   {rgb: [2]uint32{0x8a6238, 0x5d4127}, fg: [2]uint8{90, 90}},
}

// painters draw the regions on a canvas, by their names. The wild has mountains, see [Grid.Land].
var painters = map[string]func(w, h int) *canvas{
	"shire": paintShire, "bree": paintBree, "rivendell": paintRivendell, "moria": paintMoria, "lorien": paintLorien,
	"river": paintRiver,
}

// Region draws a picture of a region in w columns and h rows. An unknown region is the wild: mountains with a ring, which
// is a number of half rows below its place. Without colours there is no picture.
func (g *Grid) Region(x, y, w, h int, name string, ringOffset int) {
	paint, ok := painters[name]
	switch {
	case g.palette.NoColor():
	case ok:
		paint(w, 2*h).draw(g, x, y)
	default:
		g.Land(x, y, w, h, w/2, h+ringOffset, h/2+1, true)
	}
}

// share returns a part of a length.
func share(length int, part float64) int { return int(float64(length) * part) }

// paintShire paints round hills, a tree with lanterns, a round door in a hill, and a tent.
func paintShire(w, h int) *canvas {
	c := newCanvas(w, h, Sky)
	width := float64(w)
	height := float64(h)
	c.under(hills(height*.62, height*.20, width*.16, width*.15), hillFar)
	c.under(hills(height*.74, height*.16, width*.84, width*.13), hill)
	c.under(hills(height*.88, height*.07, width*.5, width*.17), hillNear)
	paintPartyTree(c, w/2)
	paintHole(c, max(share(w, .15), 8))
	paintTent(c, share(w, .80), share(h, .60))
	return c
}

// paintPartyTree paints the tree in the field, with lanterns.
func paintPartyTree(c *canvas, x int) {
	height := float64(c.h)
	base := share(c.h, .86)
	for j := share(c.h, .45); j <= base; j++ {
		half := 1
		if j > base-2 {
			half = 2
		}
		c.box(x-half, j, 2*half+1, 1, bark)
	}
	for _, crown := range []struct {
		x, y, rx, ry float64
		tone         Tone
	}{
		{0, .30, 11, .27, oakDark},
		{-8, .40, 8, .17, oakDark},
		{8, .40, 8, .17, oakDark},
		{-3, .26, 9, .20, oak},
		{-10, .37, 5, .10, oak},
		{5, .33, 7, .14, oak},
	} {
		c.disc(float64(x)+crown.x, height*crown.y, crown.rx, height*crown.ry, crown.tone)
	}
	for _, lantern := range [][2]float64{
		{-13, .44}, {-9, .55}, {-4, .50}, {2, .57}, {6, .49}, {11, .53}, {14, .42}, {-6, .33}, {4, .28}, {-1, .42}, {9, .36},
	} {
		c.dot(x+int(lantern[0]), int(height*lantern[1]), Gold)
	}
}

// paintHole paints a hill with a round door, two windows, a chimney and a path.
func paintHole(c *canvas, x int) {
	middle := float64(x) + .5
	height := float64(c.h)
	y := height * .70
	c.disc(middle, height*.84, 12, height*.42, hill)
	c.disc(middle, height*.98, 13, height*.16, hillNear)
	c.box(x+5, share(c.h, .40), 2, 3, bark)
	c.disc(middle, y, 4.4, 4.2, hillNear)
	c.disc(middle, y, 3.2, 3.1, door)
	c.dot(x+1, int(y), Gold)
	c.box(x-8, int(y)-1, 2, 2, Gold)
	c.box(x+7, int(y)-1, 2, 2, Gold)
	for j := int(y) + 4; j < c.h; j++ {
		half := 1 + (j-int(y)-4)/2
		c.box(x-half, j, 2*half+1, 1, hillFar)
	}
}

// paintTent paints a striped tent with a flag; x is its middle.
func paintTent(c *canvas, x, y int) {
	for j := range 9 {
		half := min(j+1, 6)
		if j > 5 {
			half = 5
		}
		for i := -half; i <= half; i++ {
			stripe := door
			if (i+20)/2%2 == 0 {
				stripe = cloth
			}
			c.dot(x+i, y+j, stripe)
		}
	}
	c.box(x, y-1, 2, 1, Gold)
}

// paintBree paints a village in the evening: houses with lit windows below a hill, and the inn with its sign.
func paintBree(w, h int) *canvas {
	c := newCanvas(w, h, Sky)
	width := float64(w)
	height := float64(h)
	c.disc(width*.86, height*.20, 2.6, 2.6, cloth)
	c.disc(width*.86+1.4, height*.20-.8, 2.2, 2.2, Sky)
	c.under(hills(height*.62, height*.26, width*.30, width*.22), hillFar)
	ground := share(h, .90)
	for _, house := range []struct {
		x      float64
		w, top int
	}{{.02, 9, 8}, {.17, 11, 9}, {.76, 10, 8}, {.91, 9, 7}} {
		paintHouse(c, share(w, house.x), ground, house.w, min(house.top, ground), stoneTop, 1)
	}
	inn := max(share(w, .5)-11, 0)
	paintHouse(c, inn, ground, 22, min(14, ground), roof, 2)
	c.box(inn+9, ground-4, 4, 4, door)
	c.dot(inn+12, ground-2, Gold)
	c.box(inn+22, ground-8, 6, 1, bark)
	c.stamp(inn+24, ground-7, picture{"ggggg", "gdgdg", "gdddg", "ggdgg"}, map[rune]Tone{'g': Gold, 'd': door})
	c.box(0, ground, w, h-ground, bark)
	for i := 2; i < w; i += 5 {
		c.dot(i+(i*7)%3, ground+(i*5)%max(h-ground, 1), stoneTop)
	}
	return c
}

// paintHouse paints a house with a steep roof and lit windows in a number of rows; its ground is above the row y.
func paintHouse(c *canvas, x, y, w, h int, roofTone Tone, rows int) {
	roofRows := max(h/2-1, 2)
	for j := range roofRows {
		inset := max(w/2-1-j*(w/2)/roofRows, 0)
		c.box(x+inset-1, y-h+j, w-2*inset+2, 1, roofTone)
	}
	c.box(x, y-h+roofRows, w, h-roofRows, wall)
	for i := x; i < x+w; i += 5 {
		c.box(i, y-h+roofRows, 1, h-roofRows, bark)
	}
	for row := range rows {
		j := y - 3 - 3*row
		if row > 0 && j <= y-h+roofRows {
			j = y - h + roofRows - 1
		}
		for i := x + 2; i+1 < x+w; i += 5 {
			c.box(i, j, 2, 1, Gold)
		}
	}
	c.box(x+w-3, y-h-1, 2, 3, bark)
}

// paintRivendell paints a valley: cliffs with waterfalls, a house with arches, a bridge over the stream, and trees in
// autumn.
func paintRivendell(w, h int) *canvas {
	c := newCanvas(w, h, skyAtDusk)
	width := float64(w)
	height := float64(h)
	c.under(func(x float64) float64 { return height*.55 - 9*math.Abs(math.Sin(x*.13+.6)) + x*.02 }, Ridge2)
	cliff := func(side float64) func(x float64) float64 {
		return func(x float64) float64 {
			d := math.Abs(x-side) / width
			return height*(.06+d*d*9) + 1.2*math.Sin(x*.9) + 1.5*math.Sin(x*.37)
		}
	}
	c.under(cliff(0), stone)
	c.under(cliff(width-1), stone)
	for k, at := range []float64{.08, .16, .87, .95} {
		x := share(w, at)
		top := int(cliff(width*math.Round(at))(float64(x))) + 1
		for j := top; j < share(h, .86); j++ {
			c.box(x, j, 2-k%2, 1, foam)
		}
	}
	c.under(func(x float64) float64 { return height*.86 + .8*math.Sin(x*.2) }, oakDark)
	for k := range w / 5 {
		x := k*5 + k*k%4
		y := height*.80 - float64(k*k*3%3)
		if math.Abs(float64(x)-width/2) > 15 {
			tone := leaf
			if k%3 == 0 {
				tone = leafDark
			}
			c.disc(float64(x), y, 2.6, 2.2, tone)
			c.dot(x, int(y)+2, bark)
		}
	}
	paintHall(c, w/2-12, share(h, .86))
	for i := range w {
		d := math.Abs(float64(i)-width*.5) / 9
		if d < 1 {
			c.box(i, int(height*.86-2*(1-d*d)), 1, 2, trunk)
			if d < .6 {
				c.box(i, int(height*.86)+1, 1, h, waterDark)
			}
		}
	}
	return c
}

// paintHall paints a house of 24 columns with arches and a slender tower; its ground is above the row y.
func paintHall(c *canvas, x, y int) {
	c.stamp(x, y-14, picture{
		"...........##...........",
		"..........####..........",
		"..........#gg#..........",
		".....#....#gg#....#.....",
		"....###...####...###....",
		"...##################...",
		"..####################..",
		".######################.",
		"###ww##ww##ww##ww##ww###",
		"##wggwwggwwggwwggwwggw##",
		"##wggwwggwwggwwggwwggw##",
		"##wggwwggwwggwwggwwggw##",
		"##w##ww##ww##ww##ww##w##",
	}, map[rune]Tone{'#': trunk, 'w': cloth, 'g': Gold})
}

// paintMoria paints pillars, a narrow bridge over fire, a small figure with a light, and the shadow before it.
func paintMoria(w, h int) *canvas {
	c := newCanvas(w, h, void)
	width := float64(w)
	height := float64(h)
	bump := func(x, spread float64) float64 {
		d := (x - width*.66) / (width * spread)
		return math.Exp(-d * d)
	}
	c.under(func(x float64) float64 { return height*.80 - 7*bump(x, .20) - 2*math.Sin(x*.9) }, glow)
	for k, fire := range []struct {
		depth float64
		tone  Tone
	}{{.86, fireLow}, {.93, fireMiddle}, {.99, fireHigh}} {
		step := float64(k)
		c.under(func(x float64) float64 {
			return height*fire.depth - (5.2-step*1.1)*bump(x, .16) - 1.6*math.Abs(math.Sin(x*.55+step)) -
				1.1*math.Abs(math.Sin(x*1.3+step*2))
		}, fire.tone)
	}
	paintPillars(c)
	ledge := share(h, .62)
	for j := ledge; j < h; j++ {
		tone := stone
		if j == ledge {
			tone = stoneTop
		}
		left := share(w, .20) - (j-ledge)*4/5 + j*j*3%3
		right := share(w, .82) + (j-ledge)*3/5 - j*j*5%3
		c.box(0, j, left, 1, tone)
		c.box(right, j, w-right, 1, tone)
	}
	paintBridge(c, ledge)
	return c
}

// paintPillars paints far pillars that grow wider towards the roof.
func paintPillars(c *canvas) {
	for _, pillar := range []struct {
		x    float64
		half int
	}{{.06, 4}, {.20, 3}, {.34, 2}, {.92, 4}, {.79, 3}} {
		x := share(c.w, pillar.x)
		for j := range c.h {
			half := pillar.half + max(0, 3-j/2)
			for i := x - half; i <= x+half; i++ {
				if t := c.at(i, j); t == void || t == glow {
					c.dot(i, j, stoneFar)
				}
			}
		}
	}
}

// paintBridge paints the bridge and who meets on it; its ends are at the row y.
func paintBridge(c *canvas, y int) {
	depth := func(part float64) int { return y - int(math.Sin(part*math.Pi)*float64(c.h)*.10) }
	first := share(c.w, .18)
	length := share(c.w, .66)
	for i := range length {
		part := float64(i) / float64(length)
		top := depth(part)
		c.dot(first+i, top, stoneTop)
		rows := 1
		if part < .06 || part > .94 {
			rows = 3
		} else if part < .18 || part > .82 {
			rows = 2
		}
		c.box(first+i, top+1, 1, rows, stone)
	}
	c.stamp(share(c.w, .42)-3, depth(.36)-8, picture{
		"...U...", "..UUU..", "...t...", "..ttt.g", "..TtT.k", ".TTTTTk", ".TTT..k", ".TTTT.k",
	}, map[rune]Tone{'U': trunkFar, 't': cloth, 'g': Gold, 'T': trunk, 'k': bark})
	c.stamp(share(c.w, .66)-5, depth(.73)-9, picture{
		"..#.....#..", ".##..#..##.", "###.###.###", "###########", "##.#YFY#.##", "#..#####..#", "...#####...", "...##.##...",
		"..##...##..",
	}, map[rune]Tone{'#': fireLow, 'Y': fireHigh, 'F': fireMiddle})
}

// paintLorien paints silver trunks below a roof of golden leaves, and a boat like a swan on the river.
func paintLorien(w, h int) *canvas {
	c := newCanvas(w, h, skyAtDusk)
	height := float64(h)
	bank := share(h, .80)
	for k := range 14 {
		x := share(w, (float64(k)+.5)/14) + k*37%5 - 2
		c.box(x, 0, 1, h, trunkFar)
	}
	for _, tree := range []struct {
		x float64
		w int
	}{{.07, 2}, {.22, 1}, {.37, 2}, {.63, 1}, {.76, 2}, {.93, 2}} {
		x := share(w, tree.x)
		for j := range h {
			foot := max(0, j-bank+3)
			left := tree.w / 2
			right := tree.w - tree.w/2 + 1
			if foot > 0 {
				left++
			}
			if foot > 1 {
				right++
			}
			c.box(x-left, j, left+right, 1, trunk)
		}
	}
	paintLeaves(c, height)
	paintWater(c, bank, 40)
	c.stamp(share(w, .46), bank-2, picture{
		"..WW........", ".W.W........", "W..WW.......", "...WWWWWWWW.", "....WWWWWW..",
	}, map[rune]Tone{'W': cloth})
	return c
}

// paintLeaves paints a roof of leaves, and leaves that fall.
func paintLeaves(c *canvas, height float64) {
	for i := range c.w {
		x := float64(i)
		depth := height*.20 + 3*math.Sin(x*.21) + 2*math.Sin(x*.57+1)
		if (i*i*7+i)%11 < 4 {
			depth += 2
		}
		for j := 0; float64(j) < depth; j++ {
			tone := leaf
			if (i*3+j*5+i*j)%7 < 3 {
				tone = leafDark
			}
			c.dot(i, j, tone)
		}
	}
	for k := range 34 {
		i := (k*k*13 + k*29) % c.w
		j := share(c.h, .26) + (k*k*7+k*11)%max(share(c.h, .52), 1)
		if t := c.at(i, j); t == skyAtDusk || t == trunkFar {
			c.dot(i, j, [2]Tone{leafDark, leaf}[k%2])
		}
	}
}

// paintWater paints water from a bank on, with a number of waves.
func paintWater(c *canvas, bank, waves int) {
	c.box(0, bank, c.w, 1, hillNear)
	c.box(0, bank+1, c.w, c.h, water)
	for k := range waves {
		c.box(k*23%c.w, bank+1+k*7%max(1, c.h-bank-1), 4, 1, waterDark)
	}
}

// paintRiver paints the great river in the evening: two statues of kings on rocks, and a boat between them.
func paintRiver(w, h int) *canvas {
	c := newCanvas(w, h, skyAtDusk)
	width := float64(w)
	height := float64(h)
	c.disc(width*.5, height*.52, height*.40, height*.30, leafDark)
	c.disc(width*.5, height*.52, height*.30, height*.22, leaf)
	c.under(func(x float64) float64 {
		d := math.Abs(x-width*.5) / (width * .5)
		return height*(.60-.42*d) - d*(1.6*math.Abs(math.Sin(x*.31))+1.2*math.Abs(math.Sin(x*.83)))
	}, stoneFar)
	shore := share(h, .60)
	paintWater(c, shore, 56)
	c.box(0, shore, w, 1, waterDark)
	for k := range 5 {
		c.box(w/2-5+k, shore+1+k*2, 11-2*k, 1, leafDark)
	}
	for _, side := range []int{-1, 1} {
		king := picture{
			"..##.....", ".####....", ".####...#", "..##...##", ".#######.", "#######..", "######...", ".#####...", ".#####...",
			".#####...", ".######..", ".######..", "########.",
		}
		x := w/2 + side*max(share(w, .24), 13)
		if side < 0 {
			x -= 9
		} else {
			king = mirrored(king)
		}
		top := max(shore-len(king), 0)
		c.stamp(x, top, king, map[rune]Tone{'#': stone})
		c.box(x-2, shore-1, 13, 3, stoneTop)
	}
	c.stamp(w/2-7, share(h, .74), picture{
		"......k..k.....", ".....kkkkkk....", "#....kk.kk....#", ".#############.", "..###########..",
	}, map[rune]Tone{'#': boatWood, 'k': cloth})
	return c
}

// mirrored returns the picture with left and right exchanged.
func mirrored(p picture) (out picture) {
	for _, row := range p {
		signs := []byte(row)
		for i, j := 0, len(signs)-1; i < j; i, j = i+1, j-1 {
			signs[i], signs[j] = signs[j], signs[i]
		}
		out = append(out, string(signs))
	}
	return out
}
