package docs

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"fellowship/cmd/internal/cells"
)

// frameFile is a screen as a test of the tui package draws it, colours
// included; filmFile is some of them, one after the other, each with the time that
// it stays.
const (
	frameFile = "cmd/internal/tui/testdata/picture.ansi"
	filmFile  = "cmd/internal/tui/testdata/film.ansi"
)

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

// look is how a piece of text is drawn: its colour and its background, empty for the terminal's own.
type look struct {
	color, ground string
	bold          bool
}

// picture draws a frame with escape codes as SVG.
func picture(frame string) ([]byte, error) { return film([]still{{frame: frame}}) }

// still is a frame, and how long it stays.
type still struct {
	frame string
	ms    int
}

// stills reads frames, each below a line of its own with \f and how many
// milliseconds it stays.
func stills(text string) (out []still, err error) {
	for _, part := range strings.Split(text, "\f")[1:] {
		head, frame, _ := strings.Cut(part, "\n")
		ms, err := strconv.Atoi(head)
		if err != nil || ms <= 0 {
			return nil, fmt.Errorf("frame %d: %q is no time", len(out)+1, head)
		}
		out = append(out, still{frame, ms})
	}
	return out, nil
}

// film draws frames, one after the other and round and round, as SVG. A piece of a line that
// stays the same is drawn once.
func film(frames []still) ([]byte, error) {
	var rows [][]string // of each frame
	columns := 0
	high := 0
	whole := 0
	for _, f := range frames {
		lines := strings.Split(strings.TrimRight(f.frame, "\n"), "\n")
		for _, l := range lines {
			columns = max(columns, cells.Width(l))
		}
		rows = append(rows, lines)
		high = max(high, len(lines))
		whole += f.ms
	}
	width, height := columns*cellWidth+2*margin, high*cellHeight+2*margin
	var b bytes.Buffer
	fmt.Fprintf(&b,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\"", width,
		height)
	fmt.Fprintf(&b,
		" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\" shape-rendering=\"crispEdges\">\n")
	fmt.Fprintf(&b, "<title>A game of Fellowship in the terminal</title>\n")
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" rx=\"10\" fill=\"%s\"/>\n", width, height, background)
	for row := range high {
		for from := 0; from < columns; from += segment {
			var texts []string // each piece that stands there, once
			pieces := map[string][]drawn{}
			spans := map[string][]span{}
			at := 0 // the time, in milliseconds
			for i := range frames {
				var cells []drawn
				if row < len(rows[i]) {
					all, err := cellsOf(rows[i][row])
					if err != nil {
						return nil, fmt.Errorf("line %d: %w", row+1, err)
					}
					cells = all[min(from, len(all)):min(from+segment, len(all))]
				}
				l := fmt.Sprint(cells)
				end := at + frames[i].ms
				times := spans[l]
				if n := len(times); n > 0 && times[n-1].to == at {
					times[n-1].to = end
				} else {
					if n == 0 {
						texts = append(texts, l)
						pieces[l] = cells
					}
					spans[l] = append(times, span{at, end})
				}
				at = end
			}
			for _, l := range texts {
				var text bytes.Buffer
				drawCells(&text, row, from, pieces[l])
				switch {
				case text.Len() == 0:
				case len(texts) == 1:
					b.Write(text.Bytes())
				default:
					fmt.Fprintf(&b, "<g visibility=\"hidden\">%s\n%s</g>\n", shown(spans[l], whole), text.Bytes())
				}
			}
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes(), nil
}

// span is a time of the film, in milliseconds.
type span struct{ from, to int }

// shown is when something is seen of the whole film.
func shown(spans []span, whole int) string {
	values, times := []string{"hidden"}, []string{"0"}
	at := func(ms int, value string) {
		switch ms {
		case 0:
			values[0] = value
		case whole:
		default:
			values, times = append(values, value),
				append(times, strconv.FormatFloat(float64(ms)/float64(whole), 'f', 4, 64))
		}
	}
	for _, s := range spans {
		at(s.from, "visible")
		at(s.to, "hidden")
	}
	return fmt.Sprintf(`<animate attributeName="visibility" calcMode="discrete" dur="%dms" repeatCount="indefinite" values="%s" keyTimes="%s"/>`,
		whole, strings.Join(values, ";"), strings.Join(times, ";"))
}

// segment is how many cells of a line change together.
const segment = 25

// drawn is a cell of a line.
type drawn struct {
	look
	r rune
}

// cellsOf are the cells of a line.
func cellsOf(line string) (out []drawn, err error) {
	var now look
	for line != "" {
		if codes, rest, ok := escape(line); ok {
			if now, err = now.after(codes); err != nil {
				return nil, err
			}
			line = rest
			continue
		}
		text, rest := piece(line)
		for _, r := range text {
			out = append(out, drawn{now, r})
		}
		line = rest
	}
	return out, nil
}

// drawCells draws a part of a line, as much of it at once as looks the same.
func drawCells(b *bytes.Buffer, row, column int, cells []drawn) {
	for len(cells) > 0 {
		var text []rune
		for n := 0; n < len(cells) && cells[n].look == cells[0].look; n++ {
			text = append(text, cells[n].r)
		}
		cells[0].draw(b, row, column, string(text))
		column, cells = column+len(text), cells[len(text):]
	}
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
	parts := strings.Split(codes, ";")
	for i := 0; i < len(parts); i++ {
		n, err := strconv.Atoi(parts[i])
		switch {
		case parts[i] == "" || n == 0 && err == nil:
			l = look{}
		case n == 1, n == 22:
			l.bold = n == 1
		case (n == 38 || n == 48) && i+4 < len(parts):
			var rgb [3]int
			for k := range rgb {
				if rgb[k], err = strconv.Atoi(parts[i+2+k]); err != nil {
					return l, err
				}
			}
			color := fmt.Sprintf("#%02x%02x%02x", rgb[0], rgb[1], rgb[2])
			if n == 38 {
				l.color = color
			} else {
				l.ground = color
			}
			i += 4
		default:
			return l, fmt.Errorf("the picture has no look for the escape code %q", codes)
		}
	}
	return l, nil
}

// draw writes a text at a place of the grid.
func (l look) draw(b *bytes.Buffer, row, column int, text string) {
	ink := foreground
	if l.color != "" {
		ink = l.color
	}
	x, y := margin+column*cellWidth, margin+row*cellHeight
	if l.ground != "" {
		fmt.Fprintf(b, "<path d=\"M%d %dh%dv%dh-%[3]dz\" fill=\"%[5]s\"/>\n", x, y,
			utf8.RuneCountInString(text)*cellWidth, cellHeight, l.ground)
	}
	at := func(from int) int { return x + from*cellWidth }
	cells := []rune(text)
	for i := 0; i < len(cells); {
		end := i
		kind := kindOf(cells[i])
		for end < len(cells) &&
			(kindOf(cells[end]) == kind ||
				kind == words && end+1 < len(cells) && cells[end] == ' ' && kindOf(cells[end+1]) == words) {
			end++
		}
		run := string(cells[i:end])
		switch kind {
		case lines:
			fmt.Fprintf(b, "<path d=\"%s\" stroke=\"%s\" fill=\"none\"/>\n", boxes(cells[i:end], at(i), y), ink)
		case blocks:
			fmt.Fprintf(b, "<path d=\"%s\" fill=\"%s\"/>\n", halves(cells[i:end], at(i), y), ink)
		case words:
			l.words(b, at(i), y, run, ink)
		case blank:
		}
		i = end
	}
}

// words writes a text. Words apart are drawn apart, so that they stand where they
// belong.
func (l look) words(b *bytes.Buffer, x, y int, text, ink string) {
	fmt.Fprintf(b,
		"<text x=\"%d\" y=\"%d\" fill=\"%s\"%s textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\">%s</text>\n",
		x, y+baseline, ink, l.attributes(), utf8.RuneCountInString(text)*cellWidth, html.EscapeString(text))
}

// cellKind is how what stands in a cell is drawn.
type cellKind uint8

const (
	words cellKind = iota
	blank
	lines
	blocks
)

func kindOf(r rune) cellKind {
	switch {
	case r == ' ':
		return blank
	case strings.ContainsRune(boxRunes, r):
		return lines
	case strings.ContainsRune("▀▄█▌▐", r):
		return blocks
	}
	return words
}

// boxRunes are the characters that are drawn as lines, so that boxes are closed in every font.
const boxRunes = "─│┌┐└┘═║╔╗╚╝"

// halves is the path of blocks: a run of the same ones is one.
func halves(cells []rune, x, y int) string {
	var b strings.Builder
	for i := 0; i < len(cells); {
		n := 1
		upper := (cellHeight + 1) / 2
		for i+n < len(cells) && cells[i+n] == cells[i] && cells[i] != '▌' && cells[i] != '▐' {
			n++
		}
		left := x + i*cellWidth
		top := y
		w := n * cellWidth
		h := cellHeight
		switch cells[i] {
		case '▀':
			h = upper
		case '▄':
			top = y + upper
			h = cellHeight - upper
		case '▌':
			w = cellWidth / 2
		case '▐':
			left += cellWidth / 2
			w = cellWidth - cellWidth/2
		}
		fmt.Fprintf(&b, "M%d %dh%dv%dh-%[3]dz", left, top, w, h)
		i += n
	}
	return b.String()
}

// boxes is the path of such characters.
func boxes(cells []rune, x, y int) string {
	var b strings.Builder
	const w, h = cellWidth, cellHeight
	mid := float64(x) + w/2.0
	row := float64(y) + h/2.0
	line := func(x1, y1, x2, y2, x3, y3 float64) {
		fmt.Fprintf(&b, "M%g %gL%g %gL%g %g", x1, y1, x2, y2, x3, y3)
	}
	left := float64(x)
	right := float64(x) + w
	top := float64(y)
	bottom := float64(y) + h
	for i := 0; i < len(cells); i++ {
		switch r := cells[i]; r {
		case '─', '═': // a run is one line
			n := 1
			for i+n < len(cells) && cells[i+n] == r {
				n++
			}
			at := []float64{row}
			if r == '═' {
				at = []float64{row - 2, row + 2}
			}
			for _, y := range at {
				fmt.Fprintf(&b, "M%g %gh%d", left, y, n*w)
			}
			i += n - 1
			left += float64((n - 1) * w)
			right += float64((n - 1) * w)
			mid += float64((n - 1) * w)
		case '│':
			fmt.Fprintf(&b, "M%g %gv%d", mid, top, h)
		case '║':
			fmt.Fprintf(&b, "M%g %gv%dM%g %gv%d", mid-2, top, h, mid+2, top, h)
		case '┌':
			line(mid, bottom, mid, row, right, row)
		case '┐':
			line(left, row, mid, row, mid, bottom)
		case '└':
			line(mid, top, mid, row, right, row)
		case '┘':
			line(left, row, mid, row, mid, top)
		case '╔':
			line(mid-2, bottom, mid-2, row-2, right, row-2)
			line(mid+2, bottom, mid+2, row+2, right, row+2)
		case '╗':
			line(left, row-2, mid+2, row-2, mid+2, bottom)
			line(left, row+2, mid-2, row+2, mid-2, bottom)
		case '╚':
			line(mid-2, top, mid-2, row+2, right, row+2)
			line(mid+2, top, mid+2, row-2, right, row-2)
		case '╝':
			line(left, row+2, mid+2, row+2, mid+2, top)
			line(left, row-2, mid-2, row-2, mid-2, top)
		}
		left += w
		right += w
		mid += w
	}
	return b.String()
}

// attributes are the attributes of a text besides its colour.
func (l look) attributes() string {
	text := ""
	if l.bold {
		text += ` font-weight="bold"`
	}
	return text
}
