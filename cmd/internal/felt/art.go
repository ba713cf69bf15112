package felt

import "strings"

// The pictures, two pixels in a cell: # is the ink of a card, o its second tone, c the charge of an
// emblem, and . lets through what is there.

// picture is rows of pixels.
type picture []string

func rows(s string) picture { return strings.Fields(s) }

// twice draws each pixel twice as large.
func (p picture) twice() (out picture) {
	for _, row := range p {
		var b strings.Builder
		for _, c := range row {
			b.WriteString(string(c) + string(c))
		}
		out = append(out, b.String(), b.String())
	}
	return out
}

// small and large are the pictures of the kinds of cards.
var small = [kinds]picture{
	rows("..... .##.. ####o ####o"), // Hills
	rows("..#.. .##o. ###oo ###oo"), // Mountains
	rows("..#.. .###. ##### ..#.."), // Forests
	rows(".###. ##... ##... .###."), // Shadows
	rows(".###. #...# #...# .###."), // Rings
	rows("##..# ..##. oo..o ..oo."), // Rivers
	rows(".###. #...# #...# .###."), // the One Ring
	rows("..#.. .##.# ##o## .###."), // the Balrog
}

var large = [kinds]picture{
	rows("....... ....... .###... #####o. #####oo #######"),
	rows("..#.... .###... .###.o. ####ooo #####oo #######"),
	rows("...#... ..###.. .#####. o.###.o o#####o ...#..."),
	rows("..###.. .###... ###.... ###.... .###..# ..####."),
	rows("..###.. .##.##. .#...#. .#...#. .##.##. ..###.."),
	rows("....... .##..## #..##.. ....... .##..## #..##.."),
	rows("..###.. .##.##. .#...#. .#...#. .##.##. ..###.."),
	rows("...#... ..##..# #.###.# ###o### ##ooo## .##o##."),
}

// digits are numbers in pixels.
var digits = map[rune]picture{
	'0': rows("### #.# #.# #.# ###"),
	'1': rows(".#. ##. .#. .#. ###"),
	'2': rows("### ..# ### #.. ###"),
	'3': rows("### ..# .## ..# ###"),
	'4': rows("#.# #.# ### ..# ..#"),
	'5': rows("### #.. ### ..# ###"),
	'6': rows("### #.. ### #.# ###"),
	'7': rows("### ..# ..# .#. .#."),
	'8': rows("### #.# ### #.# ###"),
	'9': rows("### #.# ### ..# ###"),
	'?': rows("##. ..# .#. ... .#."),
}

// emblem is a shield with its picture above the point.
type emblem struct {
	field, charge Tone
	art           picture
}

var point = rows(".###. ..#..")

// emblemRows are the emblems of the characters.
var emblemRows = []struct {
	id            string
	field, charge uint32
	art           string
}{
	{"frodo", 0x7d1d1d, 0xf5cf62, "##### #ccc# #c#c# #ccc#"},
	{"sam", 0x2f6b2c, 0xf7f1de, "#c#c# #ccc# ##c## ##c##"},
	{"merry", 0x1d4f8f, 0xf5cf62, "####c c##cc #ccc# ##c##"},
	{"pippin", 0xe2b53c, 0x8c1c13, "##c## #ccc# #ccc# #ccc#"},
	{"gandalf", 0x8b929b, 0x1f2937, "##c## #ccc# ##c## ##c##"},
	{"bilbo", 0x6b4423, 0x9ccf68, "##### #ccc# #ccc# #cc##"},
	{"gloin", 0x3b4048, 0xd6dbe0, "#ccc# #ccc# ##c## ##c##"},
	{"aragorn", 0x2c4757, 0xf7f1de, "##c## c#c#c ##c## #ccc#"},
	{"gildor", 0x31406e, 0xf5cf62, "c###c ##c## #ccc# ##c##"},
	{"maggot", 0x6b4423, 0xf5cf62, "##### #ccc# ccccc #ccc#"},
	{"fatty", 0x275c25, 0xf5cf62, "##### ccccc ##### ccccc"},
	{"tom", 0x1d4f8f, 0xf2e05c, "####c ###c# #ccc# ccccc"},
	{"goldberry", 0x2f6b40, 0xf2e05c, "##### c#c#c #ccc# ##c##"},
	{"underhill", 0x4a4238, 0xd6dbe0, "##### #c#c# #c#c# #ccc#"},
	{"barliman", 0x7a3b12, 0xf7f1de, "ccc## cccc# ccc#c cccc#"},
	{"strider", 0x2c4757, 0x9ccf68, "c#### #c### ##c## ###c#"},
	{"radagast", 0x6b4423, 0xe6c79a, "c###c cc#cc #ccc# ##c##"},
	{"gwaihir", 0x3b5a80, 0xf7f1de, "##### c###c cc#cc ##c##"},
	{"elrond", 0x26356b, 0xd6dbe0, "##c## c#c#c ##c## c#c#c"},
	{"arwen", 0x4f2a63, 0xd6dbe0, "##c## #c#c# ##c## #c#c#"},
	{"bilbo-baggins", 0x7d1d1d, 0x9ccf68, "##### ccc## cccc# ccc##"},
	{"boromir", 0x3b4048, 0xf7f1de, "c###c #ccc# ##c## ##c##"},
	{"legolas", 0x2f6b2c, 0xd6dbe0, "##c## #c#c# c###c ##c##"},
	{"gimli", 0x5a1f1a, 0xd6dbe0, "cc#cc ccccc cc#cc ##c##"},
	{"bill", 0xa5825a, 0x1c120a, "##cc# #cccc #cc## #c#c#"},
	{"glorfindel", 0x86620f, 0xf7f1de, "c#c#c #ccc# #ccc# c#c#c"},
	{"galadriel", 0xe7e2cf, 0x35518f, "##c## ##c## ccccc ##c##"},
	{"celeborn", 0x566574, 0xf7f1de, "##c## #ccc# #ccc# ##c##"},
	{"haldir", 0x4f5a3a, 0xf5cf62, "###c# ##cc# #c#c# ##cc#"},
	{"orophin-rumil", 0x4f5a3a, 0xd6dbe0, "#c#c# cc#cc #c#c# #####"},
	{"shadowfax", 0x5c6570, 0xf7f1de, "##cc# #cccc #cc#c cccc#"},
	{"gandalf-servant", 0xf7f1de, 0xa8330a, "##c## #ccc# #ccc# ##c##"},
	{"meriadoc", 0x123461, 0xf5cf62, "####c c##cc #ccc# ##c##"},
	{"peregrin", 0xc09a35, 0x4a0e0a, "##c## #ccc# #ccc# #ccc#"},
	{"samwise", 0x1c431a, 0xf7f1de, "#c#c# #ccc# ##c## ##c##"},
	{"aragorn-arathorn", 0x1e3039, 0xf7f1de, "##c## c#c#c ##c## #ccc#"},
	{"boromir-denethor", 0x2a2c33, 0xf7f1de, "c###c #ccc# ##c## ##c##"},
	{"gimli-gloin", 0x4a1a16, 0xd6dbe0, "cc#cc ccccc cc#cc ##c##"},
	{"legolas-greenleaf", 0x1b4019, 0xd6dbe0, "##c## #c#c# c###c ##c##"},
}

var emblems = func() map[string]emblem {
	out := map[string]emblem{}
	for i, e := range emblemRows {
		field := firstEmblem + Tone(2*i)
		out[e.id] = emblem{field, field + 1, append(rows(e.art), point...)}
	}
	return out
}()
