package felt

import (
	_ "embed"
	"strconv"
	"strings"
)

// artFile has all pictures. A cell of a window shows two pixels, one above the other. In a picture # is the ink
// of a card, o its second tone, c the charge of an emblem, and . is transparent. The line above each picture
// names it; an emblem also has the colours of its field and its charge there.
//
//go:embed art.txt
var artFile string

// picture is rows of pixels.
type picture []string

// doubled returns the picture at twice its size.
func (p picture) doubled() (out picture) {
	for _, row := range p {
		var b strings.Builder
		for _, c := range row {
			b.WriteString(string(c) + string(c))
		}
		out = append(out, b.String(), b.String())
	}
	return out
}

// emblem is the shield of a character.
type emblem struct {
	// id is the id of the character.
	id string
	// field is the colour of the shield.
	field uint32
	// charge is the colour of the picture on the shield.
	charge uint32
	art    picture
}

// art has the pictures of the file.
var art = func() (a struct {
	// small are the small pictures of the kinds of cards.
	small []picture
	// large are the large pictures of the kinds of cards.
	large []picture
	// signs are the letters and digits.
	signs map[rune]picture
	// emblems are the shields of the characters.
	emblems []emblem
},
) {
	a.signs = map[rune]picture{}
	for block := range strings.SplitSeq(strings.ReplaceAll(artFile, "\r", ""), "\n\n") { // Lines may end in \r\n.
		lines := strings.Fields(block)
		switch lines[0] {
		case "small":
			a.small = append(a.small, lines[2:])
		case "large":
			a.large = append(a.large, lines[2:])
		case "letter":
			a.signs[rune(lines[1][0])] = lines[2:]
		default:
			field, _ := strconv.ParseUint(lines[2], 16, 32)
			charge, _ := strconv.ParseUint(lines[3], 16, 32)
			a.emblems = append(a.emblems,
				emblem{lines[1], uint32(field), uint32(charge), append(lines[4:], ".###.", "..#..")})
		}
	}
	return a
}()
