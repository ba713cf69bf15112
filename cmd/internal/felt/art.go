package felt

import (
	_ "embed"
	"strconv"
	"strings"
)

// The pictures are drawn in art.txt, two pixels in a cell: # is the ink of a card, o its second tone, c the
// charge of an emblem, and . lets through what is there. The line above each says whose it is, for an emblem
// with the colours of its field and its charge.
//
//go:embed art.txt
var artFile string

// picture is rows of pixels.
type picture []string

// doubled draws each pixel twice as large.
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

// emblem is a shield with its picture above the point.
type emblem struct {
	id            string
	field, charge uint32
	art           picture
}

// art is the pictures of the file: those of the kinds of cards, small and large, those of signs, and the emblems of the
// characters.
var art = func() (a struct {
	small, large []picture
	signs        map[rune]picture
	emblems      []emblem
},
) {
	a.signs = map[rune]picture{}
	for block := range strings.SplitSeq(strings.ReplaceAll(artFile, "\r", ""), "\n\n") { // whatever ends a line
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
