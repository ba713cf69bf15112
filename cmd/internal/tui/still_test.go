package tui

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fellowship/cmd/internal/cells"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// still is one frame of any screen, with the checks that all frames must pass.
type still struct {
	t     testing.TB
	frame string
	w, h  int
}

// fits checks that the frame fills the window exactly, by our count of cells and by another library's.
func (s *still) fits() {
	s.t.Helper()
	lines := strings.Split(s.frame, "\n")
	if len(lines) != s.h {
		assert.Len(s.t, lines, s.h, s.frame)
	}
	for i, l := range lines {
		bare := l
		if strings.Contains(l, "\x1b") {
			bare = ansi.Strip(l)
		}
		n := cells.Width(l)
		m := runewidth.StringWidth(bare)
		if n != s.w || m != s.w {
			assert.Fail(s.t, "line does not fit", "line %d is %d (%d) wide, not %d: %q\n%s", i+1, n, m, s.w, l, s.frame)
		}
	}
}

// cut matches a text that was too long for its place.
var cut = regexp.MustCompile(`[^\s.]\.\.(\s|$)`)

// whole checks that the frame fills the window exactly and that no text is cut.
func (s *still) whole(name string) {
	s.t.Helper()
	s.fits()
	for l := range strings.SplitSeq(s.frame, "\n") {
		if strings.Contains(l, "..") && cut.MatchString(l) {
			assert.Fail(s.t, "a text is cut", "%s: %q in\n%s", name, l, s.frame)
		}
	}
}

// golden compares the frame with a file.
func (s *still) golden(name string) {
	s.t.Helper()
	s.fits()
	now := trimmed(s.frame)
	file := filepath.Join("testdata", name+".txt")
	if *update {
		require.NoError(s.t, os.WriteFile(file, now, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(s.t, err)
	assert.Equal(s.t, string(want), string(now), name)
}
