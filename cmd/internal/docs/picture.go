package main

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// frameFile is a screen as a test of the tui package draws it, colours
// included.
const frameFile = "cmd/internal/tui/testdata/picture.ansi"

// The picture is a terminal of a fixed grid. Every piece of text is stretched
// to its cells, so that it looks the same whatever font there is.
const (
	cellWidth  = 9
	cellHeight = 19
	baseline   = 14
	margin     = 16
	background = "#1d2021"
	foreground = "#d5c4a1"
)

// palette are the colours of a terminal, by their number in the escape codes.
var palette = map[int]string{
	31: "#fb4934", 32: "#b8bb26", 33: "#fabd2f", 34: "#83a598", 35: "#d3869b", 36: "#8ec07c",
}

// look is how a piece of text is drawn.
type look struct {
	color                string
	bold, faint, reverse bool
}

// picture draws a frame with escape codes as SVG.
func picture(frame string) ([]byte, error) {
	lines := strings.Split(strings.TrimRight(frame, "\n"), "\n")
	columns := 0
	for _, l := range lines {
		columns = max(columns, ansi.StringWidth(l))
	}
	width, height := columns*cellWidth+2*margin, len(lines)*cellHeight+2*margin
	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\"", width, height)
	fmt.Fprintf(&b, " font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\">\n")
	fmt.Fprintf(&b, "<title>A game of Fellowship in the terminal</title>\n")
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" rx=\"10\" fill=\"%s\"/>\n", width, height, background)
	var now look
	for row, line := range lines {
		column := 0
		for line != "" {
			codes, rest, isCode := escape(line)
			if isCode {
				var err error
				if now, err = now.after(codes); err != nil {
					return nil, fmt.Errorf("line %d: %w", row+1, err)
				}
				line = rest
				continue
			}
			text, rest := piece(line)
			now.draw(&b, row, column, text)
			column += utf8.RuneCountInString(text)
			line = rest
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes(), nil
}

// escape cuts a code for looks, ESC [ … m, off the front of a line.
func escape(line string) (codes, rest string, ok bool) {
	if codes, ok = strings.CutPrefix(line, "\x1b["); !ok {
		return "", line, false
	}
	return strings.Cut(codes, "m")
}

// piece cuts the text up to the next escape code off the front of a line.
func piece(line string) (text, rest string) {
	if i := strings.IndexByte(line[1:], '\x1b') + 1; i > 0 {
		return line[:i], line[i:]
	}
	return line, ""
}

// after returns the look after the codes of one escape sequence.
func (l look) after(codes string) (look, error) {
	for code := range strings.SplitSeq(codes, ";") {
		n, err := strconv.Atoi(code)
		switch {
		case code == "" || n == 0 && err == nil:
			l = look{}
		case n == 1:
			l.bold = true
		case n == 2:
			l.faint = true
		case n == 7:
			l.reverse = true
		case palette[n] != "":
			l.color = palette[n]
		default:
			return l, fmt.Errorf("the picture has no look for the escape code %q", code)
		}
	}
	return l, nil
}

// draw writes a text at a place of the grid. Words apart are drawn apart, so
// that they stand where they belong.
func (l look) draw(b *bytes.Buffer, row, column int, text string) {
	ink := foreground
	if l.color != "" {
		ink = l.color
	}
	x, y := margin+column*cellWidth, margin+row*cellHeight
	if l.reverse {
		fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
			x, y, utf8.RuneCountInString(text)*cellWidth, cellHeight, ink)
		ink = background
	}
	for text != "" {
		gap := len(text) - len(strings.TrimLeft(text, " "))
		x += gap * cellWidth
		text = text[gap:]
		word, rest, more := strings.Cut(text, "  ")
		word = strings.TrimRight(word, " ")
		if word == "" {
			return
		}
		cells := utf8.RuneCountInString(word)
		if strings.Trim(word, "─") == "" {
			fmt.Fprintf(b, "<path d=\"M%d %dh%d\" stroke=\"%s\" opacity=\"0.5\"/>\n", x, y+cellHeight/2, cells*cellWidth, ink)
		} else {
			fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" fill=\"%s\"%s textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\">%s</text>\n",
				x, y+baseline, ink, l.attributes(), cells*cellWidth, html.EscapeString(word))
		}
		x += cells * cellWidth
		if !more {
			return
		}
		x += 2 * cellWidth
		text = rest
	}
}

// attributes are those of a text besides its colour.
func (l look) attributes() string {
	text := ""
	if l.bold {
		text += ` font-weight="bold"`
	}
	if l.faint {
		text += ` opacity="0.6"`
	}
	return text
}
