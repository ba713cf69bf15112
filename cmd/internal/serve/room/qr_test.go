package room

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"rsc.io/qr"
)

// TestModules holds that the picture of a link has each module of it, dark ones on a light
// ground as well as the other way round, and a margin that is light.
func TestModules(t *testing.T) {
	code, err := qr.Encode("http://192.168.178.20:8080/#f60-zrh-0gz", qr.L)
	require.NoError(t, err)
	halves := map[rune][2]bool{'█': {true, true}, '▀': {true, false}, '▄': {false, true}, '\u00a0': {false, false}}
	for _, dark := range []bool{true, false} {
		lines := modules(code, dark)
		require.LessOrEqual(t, len(lines), 20, "it has room in the smallest window")
		for i, line := range lines {
			x := -quiet
			for _, c := range line {
				for half := range 2 {
					if y := 2*i + half - quiet; y < code.Size+quiet {
						assert.Equal(t, code.Black(x, y), halves[c][half] != dark, "%d, %d", x, y)
					}
				}
				x++
			}
			assert.Equal(t, code.Size+quiet, x)
		}
	}
}
