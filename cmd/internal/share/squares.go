package share

import "strings"

// squareOf has the coloured square that is nearest to the shield of each character. Squares are the only coloured tiles
// that can be sent as text.
var squareOf = map[string]rune{
	"aragorn": '🟦', "aragorn-arathorn": '🟦', "arwen": '🟪', "barliman": '🟧', "bilbo": '🟫', "bilbo-baggins": '🟥',
	"bill": '🟫', "boromir": '⬛', "boromir-denethor": '⬛', "celeborn": '🟦', "elrond": '🟦', "fatty": '🟩',
	"frodo": '🟥', "galadriel": '⬜', "gandalf": '⬜', "gandalf-servant": '⬜', "gildor": '🟪', "gimli": '🟫',
	"gimli-gloin": '🟫', "gloin": '⬛', "glorfindel": '🟧', "goldberry": '🟩', "gwaihir": '🟦', "haldir": '🟩',
	"legolas": '🟩', "legolas-greenleaf": '🟩', "maggot": '🟫', "meriadoc": '🟦', "merry": '🟦', "orophin-rumil": '🟩',
	"peregrin": '🟨', "pippin": '🟨', "radagast": '🟫', "sam": '🟩', "samwise": '🟩', "shadowfax": '⬜',
	"strider": '🟦', "tom": '🟦', "underhill": '🟫',
}

const (
	// nobody is the square of a trick that nobody won, or of a character without a square of its own.
	nobody = '🔳'
	// lostHere is the sign of the trick in which a card lost the round.
	lostHere = '❌'
)

// squares returns a coloured square for the winner of each trick.
func (b *Block) squares() string {
	var squares strings.Builder
	for i := range b.Tiles {
		tile := &b.Tiles[i]
		if !tile.Played {
			continue
		}
		square, known := squareOf[tile.Winner.ID]
		switch {
		case tile.Lost:
			square = lostHere
		case !known:
			square = nobody
		}
		squares.WriteRune(square)
	}
	return squares.String()
}
