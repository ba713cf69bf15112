// Package felt draws full screens: a [Grid] of painted cells in the tones of a card table, with cards, emblems
// and pictures. It knows neither rounds nor key bindings; package board draws a round on it.
package felt

import (
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// Tone is a colour by its meaning.
type Tone uint8

// The tones. The grounds come first, then texts and lines, then fills and pictures.
const (
	// Transparent leaves the ground that is there.
	Transparent Tone = iota
	// Wood is the ground of a screen and of the person's own seat.
	Wood
	// Bar is the ground of the headline.
	Bar
	// Felt is the ground of the table.
	Felt
	// Tile is the ground of a map tile that is not lit.
	Tile
	// Plate is the ground of a seat.
	Plate
	// Fall is the ground of the table of a lost round.
	Fall
	// Rail is the edge of the table.
	Rail
	// Gold marks the best card, the turn and the choice.
	Gold

	// Ink is ordinary text. On felt a brighter tone replaces it and the following ones, see [onGround].
	Ink
	// Soft is less important text.
	Soft
	// Line is for lines and marks that are not text.
	Line
	// GoldInk is for keys and for the turn.
	GoldInk
	// Good is for goals that are met.
	Good
	// Bad is for goals that are lost, and for warnings.
	Bad
	// inkFelt is Ink and Soft on felt.
	inkFelt
	// lineFelt is Line on felt.
	lineFelt
	// goldFelt is GoldInk on felt.
	goldFelt
	// goodFelt is Good on felt.
	goodFelt
	// badFelt is Bad on felt.
	badFelt

	// Dark is text on gold.
	Dark
	// White is a letter on an emblem in 16 colours.
	White
	// Mist is a picture that is not lit.
	Mist
	// Sky is the sky above the land.
	Sky
	// Ridge1 is the farthest range of mountains.
	Ridge1
	// Ridge2 is the middle range of mountains.
	Ridge2
	// Ridge3 is the nearest range of mountains.
	Ridge3
	// Rim is the rim of a large shield.
	Rim
	// platePaper is the paper of a card in the text of a seat.
	platePaper
	// firstSuit is the first tone of the kinds of cards.
	firstSuit
)

// firstRegion is the first tone of the pictures of regions.
const firstRegion = firstSuit + kinds*tonesPerKind

// The tones of each kind of card, one after the other: paper, ink, the second tone of its picture, and the paper
// and ink of a card that cannot be played.
const (
	paper Tone = iota
	inked
	tinted
	sunkPaper
	sunkInk
	tonesPerKind
)

// The kinds of cards that look different: the suits, the One Ring, and cards of the Balrog.
const (
	theRing = Tone(tricks.Suits)
	balrog  = theRing + 1
	kinds   = balrog + 1

	firstEmblem = endOfRegions
)

// tone is the look of a [Tone]. Each pair is for a dark and for a light terminal.
type tone struct {
	// rgb is the true colour.
	rgb [2]uint32
	// color256 is the colour of the 256, 0 for the nearest one.
	color256 [2]uint8
	// fg is the parameter for text in 16 colours, 0 for the terminal's own.
	fg [2]uint8
	// bg is the parameter for a ground in 16 colours, 0 for the terminal's own.
	bg [2]uint8
}

var tones = buildTones()

// fixedTone returns a tone that is the same on dark and light terminals.
func fixedTone(rgb uint32, color256, fg, bg uint8) tone {
	return tone{[2]uint32{rgb, rgb}, [2]uint8{color256, color256}, [2]uint8{fg, fg}, [2]uint8{bg, bg}}
}

// buildTones returns the looks of all tones, including the kinds of cards and the emblems.
func buildTones() []tone {
	all := []tone{
		Wood:     {rgb: [2]uint32{0x1b1510, 0xf1e7d4}, color256: [2]uint8{233, 230}},
		Bar:      {rgb: [2]uint32{0x33251a, 0xdfcfae}, color256: [2]uint8{236, 187}},
		Felt:     {rgb: [2]uint32{0x17372a, 0x27563f}, color256: [2]uint8{237, 23}},
		Tile:     {rgb: [2]uint32{0x214a38, 0x35694f}, color256: [2]uint8{239, 240}},
		Plate:    {rgb: [2]uint32{0x2b221a, 0xfdf8ec}, color256: [2]uint8{234, 231}},
		Fall:     {rgb: [2]uint32{0x3b201b, 0x5a352c}, color256: [2]uint8{52, 52}},
		Rail:     {rgb: [2]uint32{0x5b4129, 0x83603d}, color256: [2]uint8{58, 94}, fg: [2]uint8{90, 90}},
		Gold:     fixedTone(0xf2c14e, 221, 33, 43),
		Ink:      {rgb: [2]uint32{0xf0e7d5, 0x2a2016}, color256: [2]uint8{230, 234}},
		Soft:     {rgb: [2]uint32{0xb9aa91, 0x5f513d}, color256: [2]uint8{145, 239}},
		Line:     {rgb: [2]uint32{0x85725a, 0x968260}, color256: [2]uint8{101, 137}, fg: [2]uint8{90, 90}},
		GoldInk:  {rgb: [2]uint32{0xf2c14e, 0x7d4700}, color256: [2]uint8{221, 58}, fg: [2]uint8{93, 0}},
		Good:     {rgb: [2]uint32{0x7fd79d, 0x17653a}, color256: [2]uint8{115, 22}, fg: [2]uint8{92, 32}},
		Bad:      {rgb: [2]uint32{0xff9d90, 0xa51c1c}, color256: [2]uint8{217, 88}, fg: [2]uint8{91, 31}},
		inkFelt:  fixedTone(0xf8f2e2, 231, 0, 0),
		lineFelt: {rgb: [2]uint32{0x6f9382, 0xa5c7b4}, color256: [2]uint8{108, 151}, fg: [2]uint8{90, 90}},
		goldFelt: {rgb: [2]uint32{0xf2c14e, 0xffd97a}, color256: [2]uint8{221, 221}, fg: [2]uint8{93, 0}},
		goodFelt: {rgb: [2]uint32{0x7fd79d, 0xa9ecc0}, color256: [2]uint8{115, 157}, fg: [2]uint8{92, 32}},
		badFelt: {
			rgb: [2]uint32{0xff9d90, 0xffcfc7}, color256: [2]uint8{217, 224}, fg: [2]uint8{91, 31},
			bg: [2]uint8{41, 41},
		},
		Dark:            fixedTone(0x2b1c04, 234, 30, 40),
		White:           fixedTone(0xffffff, 231, 97, 0),
		Mist:            {rgb: [2]uint32{0x3f7059, 0x4f8369}, color256: [2]uint8{242, 109}, fg: [2]uint8{90, 90}},
		Sky:             {rgb: [2]uint32{0x0f241c, 0xd9e4cf}, color256: [2]uint8{233, 194}},
		Ridge1:          {rgb: [2]uint32{0x1c4131, 0xa9c3a4}, color256: [2]uint8{239, 151}, fg: [2]uint8{32, 32}},
		Ridge2:          {rgb: [2]uint32{0x17372a, 0x6d9677}, color256: [2]uint8{237, 108}},
		Ridge3:          {rgb: [2]uint32{0x122b21, 0x3f6f55}, color256: [2]uint8{235, 65}},
		Rim:             fixedTone(0xc9a24a, 179, 33, 43),
		platePaper:      {rgb: [2]uint32{0xf3ead8, 0xecdfc4}, color256: [2]uint8{230, 230}},
		firstEmblem - 1: {},
	}
	for k := range kinds {
		copy(all[firstSuit+k*tonesPerKind:], suits[k][:])
	}
	for t, look := range regionTones {
		all[t] = look
	}
	for _, e := range art.emblems {
		for _, rgb := range []uint32{e.field, e.charge} {
			n := nearest16(rgb)
			all = append(all, fixedTone(rgb, nearest256[rgb], n, n+10))
		}
	}
	for _, e := range art.emblems { // See [litTone].
		n := nearest16(e.field)
		all = append(all, fixedTone(lighter(e.field), 0, n, n+10))
	}
	for i := range all {
		for k, n := range all[i].color256 {
			if n == 0 {
				all[i].color256[k] = uint8(ansi.Convert256(ansiColor(all[i].rgb[k])))
			}
		}
	}
	return all
}

// nearest256 has substitutes for colours of emblems whose nearest of the 256 colours has another hue, or too
// little contrast to the letter.
var nearest256 = map[uint32]uint8{
	0x6b4423: 236, 0xc09a35: 179, 0x8b929b: 246, 0x31406e: 23, 0xe7e2cf: 224, 0x4f5a3a: 58, 0x2a2c33: 236,
}

// suits has the tones of the kinds of cards.
var suits = [kinds][tonesPerKind]tone{
	tricks.Hills: suitTones(41, 97, 0xa33f00, 130, 0xd79a6d, 180, [2]uint32{0x551f00, 0x7d3000}, [2]uint8{52, 52},
		[2]uint8{91, 31}),
	tricks.Mountains: suitTones(44, 97, 0x0a50a3, 25, 0x8fa9c9, 110, [2]uint32{0x06305f, 0x08407f}, [2]uint8{17, 17},
		[2]uint8{94, 34}),
	tricks.Forests: suitTones(42, 30, 0x0c5534, 22, 0x90b59b, 108, [2]uint32{0x07361f, 0x0a4429}, [2]uint8{234, 22},
		[2]uint8{32, 0}),
	tricks.Shadows: suitTones(45, 97, 0x741680, 90, 0xbb93bd, 139, [2]uint32{0x4b0b54, 0x5c1066}, [2]uint8{53, 53},
		[2]uint8{95, 35}),
	tricks.Rivers: suitTones(46, 30, 0x0a5d6a, 23, 0x8ab8bb, 109, [2]uint32{0x04343b, 0x084a55}, [2]uint8{234, 23},
		[2]uint8{96, 0}),
	tricks.Rings: ringTones(0x2c1f0a, 234, 0xf5cb5e, 221, 0x8a6a22, 94),
	theRing:      ringTones(0x5a2308, 88, 0xffd46b, 221, 0xff9a3c, 209),
	balrog: {
		paper: fixedTone(0x5c120c, 52, 31, 41), inked: fixedTone(0xffb37a, 216, 97, 0),
		tinted:    fixedTone(0xb3301c, 130, 97, 0),
		sunkPaper: unlitPaper,
		sunkInk:   {rgb: [2]uint32{0x4a0d07, 0x6b130c}, color256: [2]uint8{52, 52}, fg: [2]uint8{31, 0}},
	},
}

// unlitPaper is the paper of a card that cannot be played.
var unlitPaper = tone{rgb: [2]uint32{0xa89e8a, 0xd3c6aa}, color256: [2]uint8{145, 187}}

// suitTones returns the tones of a suit. The arguments ending in 16 and 256 are for terminals with only
// 16 or 256 colours.
func suitTones(bg16, fg16 uint8, ink uint32, ink256 uint8, tint uint32, tint256 uint8, sunk [2]uint32,
	sunk256, sunk16 [2]uint8,
) (t [tonesPerKind]tone) {
	t[paper] = tone{
		[2]uint32{0xf3ead8, 0xfffaf0},
		[2]uint8{230, 231},
		[2]uint8{bg16 - 10, bg16 - 10},
		[2]uint8{bg16, bg16},
	}
	t[inked], t[tinted] = fixedTone(ink, ink256, fg16, 0), fixedTone(tint, tint256, fg16, 0)
	t[sunkPaper] = unlitPaper
	t[sunkInk] = tone{rgb: sunk, color256: sunk256, fg: sunk16}
	return t
}

// ringTones returns the tones of the Rings, whose paper is dark.
func ringTones(ground uint32, ground256 uint8, ink uint32, ink256 uint8, tint uint32,
	tint256 uint8,
) [tonesPerKind]tone {
	return [tonesPerKind]tone{
		paper: fixedTone(ground, ground256, 33, 43), inked: fixedTone(ink, ink256, 30, 0),
		tinted:    fixedTone(tint, tint256, 30, 0),
		sunkPaper: {rgb: [2]uint32{0x17110a, 0x4a3d26}, color256: [2]uint8{233, 238}},
		sunkInk:   {rgb: [2]uint32{0xc9a850, 0xf0cf77}, color256: [2]uint8{179, 222}, fg: [2]uint8{33, 0}},
	}
}

// suitTone returns the tone of a part of a card.
func suitTone(kind, part Tone) Tone { return firstSuit + kind*tonesPerKind + part }

func channels(rgb uint32) [3]int { return [3]int{int(rgb >> 16), int(rgb >> 8 & 255), int(rgb & 255)} }

func ansiColor(rgb uint32) ansi.RGBColor {
	c := channels(rgb)
	return ansi.RGBColor{R: uint8(c[0]), G: uint8(c[1]), B: uint8(c[2])}
}

// nearest16 returns the parameter of the nearest of the 16 colours for text. It avoids black, the ground of most
// terminals.
func nearest16(rgb uint32) uint8 {
	n := max(uint8(ansi.Convert16(ansiColor(rgb))), 1)
	if n < 8 {
		return 30 + n
	}
	return 90 + n - 8
}

// brighter has the tones that replace others on felt, which is dark even on a light terminal.
var brighter = map[Tone]Tone{
	Ink: inkFelt, Soft: inkFelt, Line: lineFelt, GoldInk: goldFelt, Good: goodFelt,
	Bad: badFelt,
}

// onGround returns the tone that replaces another one on a ground. Texts on felt are always bright.
func onGround(t, ground Tone) Tone {
	if ground == Felt || ground == Fall || ground == Tile {
		if b, ok := brighter[t]; ok {
			return b
		}
	}
	return t
}
