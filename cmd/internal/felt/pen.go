package felt

import (
	"strconv"
	"strings"

	"fellowship/cmd/internal/texts"
)

// Pen is the style of a text.
type Pen struct {
	// Fg is the tone of the text.
	Fg Tone
	// Bg is the tone of the ground; [Transparent] keeps the ground of each cell.
	Bg   Tone
	Bold bool
}

var (
	// Text is the pen of ordinary text.
	Text = Pen{Fg: Ink}
	// Faint is the pen of less important text.
	Faint = Pen{Fg: Soft}
	// Strong is the pen of headings and names.
	Strong = Pen{Fg: Ink, Bold: true}
	// Golden is the pen of keys and of the seat whose turn it is.
	Golden = Pen{Fg: GoldInk, Bold: true}
	// Chosen is the pen of the selected item.
	Chosen = Pen{Dark, Gold, true}
	// Broken is the pen of the card that lost the round.
	Broken = Pen{Dark, badFelt, true}
)

// Paint marks a text with a pen, which [Grid.Text] and [Grid.Put] obey. The zero pen leaves the text in the
// style around it.
func (p Pen) Paint(s string) string {
	if s == "" || p == (Pen{}) {
		return s
	}
	bold := "0"
	if p.Bold {
		bold = "1"
	}
	return texts.Paint(strconv.Itoa(int(p.Fg))+";"+strconv.Itoa(int(p.Bg))+";"+bold, s)
}

// Bolder returns the pen in bold.
func (p Pen) Bolder() Pen {
	if p.Fg == Transparent {
		p.Fg = Ink
	}
	return Pen{p.Fg, p.Bg, true}
}

// penOf returns the pen of a mark that [Pen.Paint] has made, or own for a broken mark.
func penOf(code string, own Pen) Pen {
	p := strings.Split(code, ";")
	if len(p) != 3 {
		return own
	}
	fg, _ := strconv.Atoi(p[0])
	bg, _ := strconv.Atoi(p[1])
	return Pen{Tone(fg), Tone(bg), p[2] == "1"}
}
