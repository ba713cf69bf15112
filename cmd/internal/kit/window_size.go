package kit

import "fellowship/cmd/internal/felt"

const (
	// MinWidth is the width of the smallest window of the usual shape that has room for every screen. Screens
	// assume it before they get the size of their window.
	MinWidth = 80
	// MinHeight is the height of that window.
	MinHeight = 24
	// slimWidth is the width of the smallest window that is high and narrow: half a screen, or a phone
	// held upright.
	slimWidth = 46
	// slimHeight is the height of the smallest window that is high and narrow.
	slimHeight = 30
)

const (
	// MaxWidth is the width of the largest window that sheets fill. In a larger one they stand in the
	// middle.
	MaxWidth = 120
	// MaxHeight is the height of the largest window that sheets fill.
	MaxHeight = 40
)

// IsSmall reports whether a window is too small for all screens except pages and rounds shown as a list.
func IsSmall(w, h int) bool {
	return !(w >= MinWidth && h >= MinHeight || w >= slimWidth && h >= slimHeight)
}

// IsTiny reports whether a window is too small for every screen.
func IsTiny(w, h int) bool { return w < 40 || h < 16 }

// TooSmallNotice returns a notice that fills a window that is too small by isTooSmall, which is
// [IsSmall] or [IsTiny]. It returns nil for other windows.
func (t *Theme) TooSmallNotice(isTooSmall func(w, h int) bool, w, h int) *felt.Grid {
	if !isTooSmall(w, h) {
		return nil
	}
	g := felt.New(t.Look, w, h)
	if w > 0 && h > 0 {
		g.Paragraph(0, 0, w, h, t.Texts.T("window.toosmall", w, h, MinWidth, MinHeight, slimWidth, slimHeight), felt.Text)
	}
	return g
}
