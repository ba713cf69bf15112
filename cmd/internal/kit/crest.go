package kit

import (
	"strings"

	"fellowship/tricks"
)

// The crest: a ring between mountains.
var (
	drawnRing = []string{
		"   ▲      ▄▄▄▄▄      ▲   ",
		"  ▲▲▲   ▄▀     ▀▄   ▲▲▲  ",
		" ▲▲▲▲▲  █       █  ▲▲▲▲▲ ",
		"        ▀▄     ▄▀        ",
		"          ▀▀▀▀▀          ",
	}
	asciiRing = []string{
		`   ^       ___       ^   `,
		`  ^^^    /     \    ^^^  `,
		` ^^^^^  |       |  ^^^^^ `,
		`         \ ___ /         `,
	}
)

// Crest is the picture above the menu: the ring, and last the suits in their colours.
func (t *Theme) Crest() (lines []string) {
	ring := drawnRing
	if t.ASCII {
		ring = asciiRing
	}
	const side = 7
	gold, mountain := t.Rubrics, t.Good
	for _, line := range ring {
		cells := []rune(line)
		to := len(cells) - side
		lines = append(lines, mountain.On(string(cells[:side]))+gold.On(string(cells[side:to]))+mountain.On(string(cells[to:])))
	}
	var suits []string
	for s := tricks.Hills; s < tricks.NoSuit; s++ {
		suits = append(suits, t.Suited(tricks.NewCard(s, 2), t.Letter(s)))
	}
	return append(lines, strings.Join(suits, "  "))
}

// Road gives the stations of a map their colours: won, and the person's own place.
func (t *Theme) Road(lines []string) []string {
	marks := strings.NewReplacer("*", t.Good.Bolder().On("*"), "@", t.Rubrics.On("@"))
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = marks.Replace(line)
	}
	return out
}
