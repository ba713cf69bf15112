// Package felt is what every full screen is drawn on: a grid of painted cells in the tones of a
// table, with the cards, emblems and pictures that lie there (tones.go, grid.go, write.go, parts.go,
// art.go, front.go). It knows no round and no key; package board draws a round on it.
package felt

import (
	"strconv"
	"sync"

	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

// Tone is a colour by its meaning.
type Tone uint8

// The tones. The grounds come first, then texts and lines, then fills and pictures.
const (
	// Transparent leaves the ground that is there.
	Transparent Tone = iota
	// Wood is the ground of a screen and of the person's own place, Bar that of its headline, Felt
	// the table, Tile a part of it that is not lit, Plate a seat, and Fall the table of a lost round.
	Wood
	Bar
	Felt
	Tile
	Plate
	Fall
	// Rail is the edge of the table, Gold what is lit there: the best card, the turn, the choice.
	Rail
	Gold
	// Ink is a text, Soft one that matters less, Line what is no text, GoldInk a key and the turn,
	// Good and Bad what was met and lost. On felt each of them is as bright as it has to be there.
	Ink
	Soft
	Line
	GoldInk
	Good
	Bad
	inkFelt    // Ink and Soft there
	lineFelt   // Line there
	goldFelt   // GoldInk there
	goodFelt   // Good there
	badFelt    // Bad there
	Dark       // a text on gold
	White      // a letter on an emblem in few colours
	Mist       // a picture that is not lit
	Sky        // the land
	Ridge1     // its mountains, the farthest first
	Ridge2     //
	Ridge3     //
	platePaper // the paper of a card in the text of a plate
	firstSuit
)

// The tones of each kind of card, one after the other: paper, ink, the second tone of its picture,
// and paper and ink where it is not lit.
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

	firstEmblem = firstSuit + kinds*tonesPerKind
)

// tone is how a tone looks on a dark and on a light terminal: all colours, one of 256 (0 for the
// nearest), and of 16 as a text and as a ground (0 for the terminal's own).
type tone struct {
	rgb      [2]uint32
	color256 [2]uint8
	fg, bg   [2]uint8
}

var tones = buildTones()

// fixedTone is a tone that is the same on every terminal.
func fixedTone(rgb uint32, color256, fg, bg uint8) tone {
	return tone{[2]uint32{rgb, rgb}, [2]uint8{color256, color256}, [2]uint8{fg, fg}, [2]uint8{bg, bg}}
}

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
		platePaper:      {rgb: [2]uint32{0xf3ead8, 0xecdfc4}, color256: [2]uint8{230, 230}},
		firstEmblem - 1: {},
	}
	for k := range kinds {
		copy(all[firstSuit+k*tonesPerKind:], suits[k][:])
	}
	for _, e := range art.emblems {
		for _, rgb := range []uint32{e.field, e.charge} {
			n := nearest16(rgb)
			all = append(all, fixedTone(rgb, nearest256[rgb], n, n+10))
		}
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

// nearest256 are colours of emblems of which the nearest of the 256 has another tone, or is too near to the letter.
var nearest256 = map[uint32]uint8{
	0x6b4423: 236, 0xc09a35: 179, 0x8b929b: 246, 0x31406e: 23, 0xe7e2cf: 224, 0x4f5a3a: 58, 0x2a2c33: 236,
}

// suits are the tones of the kinds of cards.
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

var unlitPaper = tone{rgb: [2]uint32{0xa89e8a, 0xd3c6aa}, color256: [2]uint8{145, 187}}

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

// suitTone is the tone of a part of a card's look.
func suitTone(kind, part Tone) Tone { return firstSuit + kind*tonesPerKind + part }

func channels(rgb uint32) [3]int { return [3]int{int(rgb >> 16), int(rgb >> 8 & 255), int(rgb & 255)} }

func ansiColor(rgb uint32) ansi.RGBColor {
	c := channels(rgb)
	return ansi.RGBColor{R: uint8(c[0]), G: uint8(c[1]), B: uint8(c[2])}
}

// nearest16 is the nearest of the 16 colours as a text; black is for the ground of the terminal.
func nearest16(rgb uint32) uint8 {
	n := max(uint8(ansi.Convert16(ansiColor(rgb))), 1)
	if n < 8 {
		return 30 + n
	}
	return 90 + n - 8
}

// brighter are the tones on felt of those that are dark on a light terminal.
var brighter = map[Tone]Tone{
	Ink: inkFelt, Soft: inkFelt, Line: lineFelt, GoldInk: goldFelt, Good: goodFelt,
	Bad: badFelt,
}

// onGround is a tone on a ground: texts on felt are bright in any light.
func onGround(t, ground Tone) Tone {
	if ground == Felt || ground == Fall || ground == Tile {
		if b, ok := brighter[t]; ok {
			return b
		}
	}
	return t
}

// Palette is how a terminal shows tones and cards.
type Palette struct {
	Colors termenv.Profile
	// ASCII reports whether it has no other characters, and Marks whether it shows bold texts even where it has no
	// colours.
	ASCII, Marks bool
	// Code is a card's code in the language: its suit's letter and its rank.
	Code func(tricks.Card) string
	*sequences
}

// sequences are the parameters of ESC [ ... m for each tone as a text and as a ground.
type sequences struct{ fg, bg []string }

var sequenceSets = [4][2]func() *sequences{}

func init() {
	for p := range sequenceSets {
		for k := range 2 {
			sequenceSets[p][k] = sync.OnceValue(func() *sequences { return sequencesOf(termenv.Profile(p), k) })
		}
	}
}

// NewPalette returns how a terminal shows things. ASCII characters draw no pictures, and without
// those there are no colours.
func NewPalette(colors termenv.Profile, light, ascii, marks bool, code func(tricks.Card) string) *Palette {
	k := 0
	if light {
		k = 1
	}
	if ascii {
		colors = termenv.Ascii
	}
	return &Palette{Colors: colors, ASCII: ascii, Marks: marks, Code: code, sequences: sequenceSets[colors][k]()}
}

func sequencesOf(colors termenv.Profile, k int) *sequences {
	s := &sequences{make([]string, len(tones)), make([]string, len(tones))}
	for i := range tones {
		t := &tones[i]
		switch colors {
		case termenv.TrueColor:
			c := channels(t.rgb[k])
			rgb := ";2;" + strconv.Itoa(c[0]) + ";" + strconv.Itoa(c[1]) + ";" + strconv.Itoa(c[2])
			s.fg[i] = "38" + rgb
			s.bg[i] = "48" + rgb
		case termenv.ANSI256:
			n := ";5;" + strconv.Itoa(int(t.color256[k]))
			s.fg[i] = "38" + n
			s.bg[i] = "48" + n
		case termenv.ANSI:
			s.fg[i], s.bg[i] = "39", "49"
			if t.fg[k] > 0 {
				s.fg[i] = strconv.Itoa(int(t.fg[k]))
			}
			if t.bg[k] > 0 {
				s.bg[i] = strconv.Itoa(int(t.bg[k]))
			}
		}
	}
	return s
}

// NoColor reports whether there are no colours: then outlines and signs tell everything.
func (l *Palette) NoColor() bool { return l.Colors == termenv.Ascii }

// Only16Colors reports whether there are only the 16 colours of every terminal, on its own ground.
func (l *Palette) Only16Colors() bool { return l.Colors == termenv.ANSI }
