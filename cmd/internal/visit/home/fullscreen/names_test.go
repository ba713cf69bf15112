package fullscreen

import (
	"strings"
	"testing"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/require"
)

// TestNamesFit checks that no line of the menu's screens is wider than the window with names that
// terminals draw in different widths.
func TestNamesFit(t *testing.T) {
	for _, names := range [][]string{
		{"हिन्दी", "👍🏽प्रिया", "বাংলা", "தமிழ்"},
		{"తెలుగు", "മലയാളം", "ગુજરાતી", "ਪੰਜਾਬੀ"},
		{"සිංහල", "ខ្មែរ", "မြန်မာ", "กำธร"},
		{strings.Repeat("प्रि", 6), strings.Repeat("👍🏽", 8), "👨‍👩‍👧‍👦", "日本語"},
	} {
		for _, size := range [][2]int{{80, 24}, {46, 30}} {
			for _, keys := range [][]string{
				nil,
				{"n", "down", "down", "right", "down", "right"},
				{"n", "enter", "enter", "enter"},
				{"t"},
				{"k", "S"},
				append([]string{"k"}, names...), append([]string{"n", "down", "down"}, names...),
			} {
				e := anEvening(t, "en", func(s *Session) {
					s.shell.Settings.Names = names
					s.played.Campaigns = twoCampaigns(t)
				})
				e.setStyle(size[0], size[1], kit.TermProfile{Colors: termenv.Ascii})
				for _, key := range keys {
					e.press(key)
					view := e.shell.Stack.View()
					for l := range strings.SplitSeq(view, "\n") {
						require.LessOrEqual(t, cells.Width(l), size[0], "%q after %v in\n%s", l, keys, view)
					}
				}
			}
		}
	}
}
