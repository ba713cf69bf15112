package room

import (
	"slices"
	"strings"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/page"

	"rsc.io/qr"
)

// pictureRow leads to a picture of the link with which a friend's phone comes to the table,
// where there is a link and the terminal can draw it.
func (r *Room) pictureRow() []kit.Row {
	for _, invited := range r.now.Codes {
		ways := r.opts.Join(invited.Code)
		i := slices.IndexFunc(ways, func(way string) bool { return strings.HasPrefix(way, "http") })
		if invited.Watch || i < 0 || r.style.ASCII {
			continue
		}
		code, err := qr.Encode(ways[i], qr.L)
		if err != nil {
			continue
		}
		var picture page.Page
		for _, line := range modules(code, !r.style.Light) {
			picture.Line(line)
		}
		return []kit.Row{{Label: r.T("web.qr"), Do: r.Opens(func() *kit.Sheet {
			return &kit.Sheet{Name: "picture", Build: func() kit.Content {
				return kit.Content{Title: r.T("web.qr"), State: ways[i], Page: func(int) page.Page { return picture }}
			}}
		})}}
	}
	return nil
}

// quiet is how many light modules are around a picture.
const quiet = 2

// modules draws a picture, two modules a character. Cameras want it dark on light: on a dark
// ground the light ones are drawn.
func modules(code *qr.Code, dark bool) (lines []string) {
	drawn := func(x, y int) bool { return code.Black(x, y) != dark }
	for y := -quiet; y < code.Size+quiet; y += 2 {
		var line strings.Builder
		for x := -quiet; x < code.Size+quiet; x++ {
			upper, lower := drawn(x, y), drawn(x, y+1) && y+1 < code.Size+quiet
			switch {
			case upper && lower:
				line.WriteRune('█')
			case upper:
				line.WriteRune('▀')
			case lower:
				line.WriteRune('▄')
			default:
				line.WriteRune('\u00a0') // no reader of texts leaves it out
			}
		}
		lines = append(lines, line.String())
	}
	return lines
}
