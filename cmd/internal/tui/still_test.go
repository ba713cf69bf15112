package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// still is one frame of any screen, for the checks that all of them pass.
type still struct {
	t     testing.TB
	frame string
	w, h  int
}

// fits checks that the frame fills the window exactly.
func (s *still) fits() {
	s.t.Helper()
	(&screen{t: s.t, Model: &Model{covers: covers{w: s.w, h: s.h}}}).fit(s.frame)
}

// whole checks that the frame fills the window exactly and that no text is cut.
func (s *still) whole(name string) {
	s.t.Helper()
	s.fits()
	lines := strings.Split(s.frame, "\n")
	for _, l := range lines {
		assert.False(s.t, strings.Contains(l, "..") && cut.MatchString(l), "%s: a text is cut: %q in\n%s", name, l, s.frame)
	}
}

// golden compares the frame with a file.
func (s *still) golden(name string) {
	s.t.Helper()
	s.fits()
	var b strings.Builder
	for l := range strings.Lines(s.frame + "\n") {
		b.WriteString(strings.TrimRight(l, " \n") + "\n")
	}
	file := filepath.Join("testdata", name+".txt")
	if *update {
		require.NoError(s.t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(s.t, err)
	assert.Equal(s.t, string(want), b.String(), name)
}
