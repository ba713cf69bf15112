package web

import (
	"fmt"
	"html/template"
	"reflect"
	"strings"

	"fellowship/cmd/internal/texts"

	"rsc.io/qr"
)

// qrPart is the QR code of a link.
type qrPart struct {
	// Size is the number of modules in a row.
	Size int
	// Path is the stroke through the dark modules.
	Path string
}

// quietZone is the width of the light margin, in modules.
const quietZone = 2

// Window returns the visible part of the drawing, as the attribute viewBox of SVG.
func (p qrPart) Window() string {
	whole := p.Size + 2*quietZone
	return fmt.Sprintf("%d %d %d %d", -quietZone, -quietZone, whole, whole)
}

// qrOf draws the QR code of a link; empty for a link that is too long.
func qrOf(t *texts.Texts, link string) template.HTML {
	return fragments.get("qr "+t.Lang(), reflect.ValueOf(link), func() template.HTML {
		code, err := qr.Encode(link, qr.M)
		if err != nil {
			return ""
		}
		return drawTemplate(templates(t).page(partsAlone), "qr", qrPart{code.Size, darkModules(code)})
	})
}

// darkModules returns the path of the dark modules: a stroke for each run of them, through the middle of its row. Each
// stroke is relative to the end of the one before, a few modules away, so the same numbers occur again and again. The
// path compresses to a third of the size that rectangles at absolute places would have.
func darkModules(code *qr.Code) string {
	var path strings.Builder
	path.WriteString("M0 .5")
	atX, atY := 0, 0
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			start := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > start {
				fmt.Fprintf(&path, "m%d %dh%d", start-atX, y-atY, x-start)
				atX = x
				atY = y
			}
		}
	}
	return path.String()
}
