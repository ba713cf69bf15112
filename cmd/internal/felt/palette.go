package felt

import (
	"strconv"
	"sync"

	"fellowship/tricks"

	"github.com/muesli/termenv"
)

// Palette is how a terminal shows tones and cards.
type Palette struct {
	Colors termenv.Profile
	// ASCII reports whether the terminal shows only ASCII characters.
	ASCII bool
	// Marks reports whether the terminal shows bold text even without colours.
	Marks bool
	// Code returns a card's code in the language: the letter of its suit and its rank.
	Code func(tricks.Card) string
	*sequences
}

// sequences has the parameters of ESC [ … m for each tone, as text (fg) and as ground (bg).
type sequences struct{ fg, bg []string }

var sequenceSets = [4][2]func() *sequences{}

func init() {
	for p := range sequenceSets {
		for k := range 2 {
			sequenceSets[p][k] = sync.OnceValue(func() *sequences { return sequencesOf(termenv.Profile(p), k) })
		}
	}
}

// NewPalette returns the palette of a terminal. A terminal with ASCII characters only cannot show pictures, so it
// gets no colours either.
func NewPalette(colors termenv.Profile, light, ascii, marks bool, code func(tricks.Card) string) *Palette {
	k := 0
	if light {
		k = 1
	}
	if ascii {
		colors = termenv.Ascii
	}
	return &Palette{Colors: colors, ASCII: ascii, Marks: marks, Code: code, sequences: sequenceSets[colors][k]()}
}

// sequencesOf returns the sequences for a number of colours; k is 0 for a dark and 1 for a light terminal.
func sequencesOf(colors termenv.Profile, k int) *sequences {
	s := &sequences{make([]string, len(tones)), make([]string, len(tones))}
	for i := range tones {
		t := &tones[i]
		switch colors {
		case termenv.TrueColor:
			c := channels(t.rgb[k])
			rgb := ";2;" + strconv.Itoa(c[0]) + ";" + strconv.Itoa(c[1]) + ";" + strconv.Itoa(c[2])
			s.fg[i] = "38" + rgb
			s.bg[i] = "48" + rgb
		case termenv.ANSI256:
			n := ";5;" + strconv.Itoa(int(t.color256[k]))
			s.fg[i] = "38" + n
			s.bg[i] = "48" + n
		case termenv.ANSI:
			s.fg[i], s.bg[i] = "39", "49"
			if t.fg[k] > 0 {
				s.fg[i] = strconv.Itoa(int(t.fg[k]))
			}
			if t.bg[k] > 0 {
				s.bg[i] = strconv.Itoa(int(t.bg[k]))
			}
		}
	}
	return s
}

// NoColor reports whether there are no colours. Then outlines and signs show everything.
func (l *Palette) NoColor() bool { return l.Colors == termenv.Ascii }

// Only16Colors reports whether there are only the terminal's 16 colours, on its own ground.
func (l *Palette) Only16Colors() bool { return l.Colors == termenv.ANSI }
