package felt

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fellowship/cmd/internal/felt/felttest"
	"fellowship/cmd/internal/goldentest"
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func look(p termenv.Profile, light, ascii bool) *Palette {
	return NewPalette(p, light, ascii, true, tricks.Card.String)
}

// every draws each part on each ground that it is drawn on.
func every(l *Palette) *Grid {
	g := New(l, 120, 72)
	g.Headline(0, 120, "2  A Little Delay in the Shire", "trick 3 of 9")
	grounds := []Tone{Wood, Bar, Felt, Tile, Plate, Fall}
	for i, ground := range grounds {
		y := 2 + 2*i
		g.Fill(0, y, 120, 2, ground)
		x := 1
		for _, t := range []Tone{Ink, Soft, GoldInk, Good, Bad} {
			x = g.Put(x, y, "text", Pen{Fg: t, Bold: true}) + 1
		}
		for _, c := range []string{"H3", "M5", "F7", "S8", "R4", "R1", "V2"} {
			card, err := tricks.ParseCard(c)
			if err != nil {
				panic(err)
			}
			x = g.Chip(x, y, card, c, 1) + 1
		}
		g.Pips(x, y, 1, 2, 4, Good)
	}
	g.Fill(0, 14, 120, 26, Felt)
	for i, c := range []string{"H3", "M5", "F7", "S8", "R4", "R1", "V2", "B5"} {
		card, _ := tricks.ParseCard(c)
		x := 2 + 14*i
		g.Card(x, 15, Small, card, "", Lit, 3)
		g.Card(x+6, 15, Small, card, "", Sunk, 2)
		g.Card(x, 19, Middle, card, "", Best, 5)
		g.Card(x, 26, Large, card, "", Lit, 7)
	}
	g.Card(100, 34, Middle, tricks.Closed, "", Lit, 5)
	g.Slot(110, 34, Middle, true)
	x, y := 1, 42
	for _, e := range art.emblems {
		g.Emblem(x, y, e.id, strings.ToUpper(e.id[:1]), false)
		g.Emblem(x+4, y, e.id, strings.ToUpper(e.id[:1]), true)
		x += 10
		if x > 110 {
			x, y = 1, y+3
		}
	}
	g.Fill(60, 48, 60, 6, Felt)
	for i := range 18 {
		g.Station(61+i%9*6, 49+i/9*4, i, "18", i < 9, i == 4)
	}
	g.Stars(61, 52, []bool{true, true, false})
	g.Name(2, 53)
	g.Bar(50, 55, 10, 3, 7, Good)
	g.Button(1, 57, 30, "Chapter 1", "a whole round", true)
	g.Land(0, 58, 40, 8, 26, 6, 4, true)
	g.Land(40, 58, 20, 8, 12, 8, 5, false)
	g.Number(62, 58, "1234567890", GoldInk)
	g.Frame(104, 59, Middle, Gold)
	g.Outline(112, 58, Small, 2, bestOutline, Text)
	hand := tricks.SetOf(sortedDeck()[:14]...).Cards()
	g.Chips(62, 62, 30, 3, hand)
	g.Chips(94, 62, 24, 2, hand)
	long := "A paragraph of several " + Strong.Paint("words") + ", among them " + g.Coded(hand[0], "") + ", is broken and cut."
	g.Paragraph(62, 66, 24, 2, long, Faint)
	g.CenterLines(90, 66, 30, g.Wrap(long, 28, 3), Text)
	g.PutRight(60, 66, "right", Golden)
	g.Text(1, 66, 12, "a text that is too long", Text)
	g.Edge(0, 67, 20, "▄")
	small := New(l, 6, 2)
	small.Fill(0, 0, 6, 2, Plate)
	small.Put(1, 0, "past", Pen{Fg: Bad}.Bolder())
	g.Paste(22, 67, small)
	g.Paste(-3, 68, small)
	g.Rule(0, 70, 120, Gold)
	g.Keys(0, 71, 120, []Key{{"enter", "play"}, {"?", "help"}})
	return g
}

// sortedDeck returns the cards of the game (T1).
func sortedDeck() []tricks.Card { return tricks.Deck.Cards() }

// TestEveryPart compares every part in terminals of all kinds with golden files; `cat` shows them.
func TestEveryPart(t *testing.T) {
	for name, l := range map[string]*Palette{
		"dark.ansi":  look(termenv.TrueColor, false, false),
		"light.ansi": look(termenv.TrueColor, true, false),
		"few.ansi":   look(termenv.ANSI, false, false),
		"plain.txt":  look(termenv.Ascii, false, false),
		"ascii.txt":  look(termenv.Ascii, false, true),
	} {
		t.Run(name, func(t *testing.T) {
			frame := every(l).String() + "\n"
			goldentest.Compare(t, name, frame)
		})
	}
}

// TestHitAreas: the mouse finds the area on top, and an arrow key the nearest item that lies rather ahead than aside.
func TestHitAreas(t *testing.T) {
	all := []HitArea{
		{X: 10, Y: 10, W: 6, H: 3, Item: 1},
		{X: 20, Y: 10, W: 6, H: 3, Item: 2},
		{X: 40, Y: 10, W: 6, H: 3, Item: 3},
		{X: 10, Y: 16, W: 6, H: 3, Item: 4},
		{X: 21, Y: 17, W: 6, H: 3, Item: 5},
		{X: 14, Y: 12, W: 4, H: 2, Item: 6},
	}
	for _, at := range []struct{ x, y, want int }{
		{10, 10, 1},
		{15, 11, 1},
		{16, 11, -1},
		{15, 12, 6},
		{17, 13, 6},
		{18, 13, -1},
		{13, 12, 1},
		{13, 13, -1},
		{9, 10, -1},
		{10, 9, -1},
		{25, 12, 2},
		{26, 12, -1},
	} {
		assert.Equal(t, at.want, HitAt(all, at.x, at.y), "at %d, %d", at.x, at.y)
	}
	items := all[:5]
	for _, step := range []struct {
		from  int
		arrow string
		want  int
	}{
		{1, "right", 2},
		{2, "right", 3},
		{3, "right", -1},
		{3, "left", 2},
		{2, "left", 1},
		{1, "left", -1},
		{1, "down", 4},
		{2, "down", 5},
		{4, "up", 1},
		{5, "up", 2},
		{1, "up", -1},
		{4, "right", 5},
		{4, "down", -1},
		{3, "down", 5},
		{9, "down", -1},
	} {
		assert.Equal(t, step.want, NearestItem(items, step.from, step.arrow), "%s of %d", step.arrow, step.from)
	}
}

func TestEveryTextCanBeRead(t *testing.T) {
	for _, p := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256} {
		for _, light := range []bool{false, true} {
			t.Run(fmt.Sprint(p, light), func(t *testing.T) {
				felttest.Legible(t, every(look(p, light, false)).String())
			})
		}
	}
}

// TestEveryFrameHasItsSize checks that a frame has exactly its lines and columns in every profile, and
// only characters that the oldest terminals have.
func TestEveryFrameHasItsSize(t *testing.T) {
	for p := termenv.TrueColor; p <= termenv.Ascii; p++ {
		for _, ascii := range []bool{false, true} {
			g := every(look(p, false, ascii))
			lines := strings.Split(g.String(), "\n")
			require.Len(t, lines, 72)
			for i, l := range lines {
				assert.Equal(t, 120, ansi.StringWidth(l), i)
			}
			for _, r := range g.Plain() {
				assert.True(t, r < 0x7f || !ascii && strings.ContainsRune("─│┌┐└┘╔╗╚╝═║▄▀█▌▐", r), "%q", r)
			}
			assert.Equal(t, p == termenv.Ascii || ascii,
				!strings.Contains(g.String(), "\x1b[38") && !strings.Contains(g.String(), "\x1b[9"))
		}
	}
}

// screen is what a terminal shows.
func screen(e *vt.Emulator, w, h int) (out []string) {
	for y := range h {
		for x := range w {
			c := e.CellAt(x, y)
			up := c.Style.Fg
			down := c.Style.Bg
			text := c.Content
			if text == " " {
				up = nil
			}
			if text == "▄" {
				text, up, down = "▀", down, up
			}
			out = append(out, fmt.Sprint(text, up, down))
		}
	}
	return out
}

// TestDiff checks that a terminal that gets only the changes shows the same as one that gets everything.
func TestDiff(t *testing.T) {
	for _, p := range []termenv.Profile{termenv.TrueColor, termenv.ANSI, termenv.Ascii} {
		l := look(p, false, false)
		seen := vt.NewEmulator(120, 72)
		var last *Grid
		for step := range 12 {
			g := every(l)
			card, _ := tricks.ParseCard([]string{"H3", "M5", "F7"}[step%3])
			g.Card(30+step, 34, Middle, card, "", CardState(step%3), 5)
			g.Put(step, 1, strings.Repeat("日本 e\u0301 ", step%3), Pen{Fg: Good})
			_, _ = seen.Write(Diff(nil, last, g))
			fresh := vt.NewEmulator(120, 72)
			_, _ = fresh.Write([]byte(strings.ReplaceAll(g.String(), "\n", "\r\n")))
			require.Equal(t, screen(fresh, 120, 72), screen(seen, 120, 72), step)
			last = g
		}
		assert.Empty(t, Diff(nil, last, last))
	}
}

// TestNothingIsObeyed checks that control characters are replaced, and that half of an overwritten wide
// character never stays.
func TestNothingIsObeyed(t *testing.T) {
	g := New(look(termenv.Ascii, false, false), 12, 3)
	g.Put(0, 0, "a\x1b[2Jb\x07\u202ec\n", Pen{Fg: Ink})
	g.Put(0, 1, "日本語日本語日本語", Pen{Fg: Ink})
	g.Put(1, 1, "x", Pen{Fg: Ink})
	g.Put(10, 2, "日x", Pen{Fg: Ink})
	g.Put(11, 2, "日", Pen{Fg: Ink})
	assert.Equal(t, "a\ufffd[2Jb\ufffd\ufffdc\ufffd  \n x本語日本語\n            ", g.Plain())
	g.Put(0, 2, "a\u00a0b", Pen{Fg: Ink})
	assert.Contains(t, g.Plain(), "\na b ", "a space that does not break is a space")
	assert.Equal(t, 5, g.Text(0, 0, 5, Pen{Fg: Good, Bold: true}.Paint("long")+" text", Pen{Fg: Ink}))
	assert.Equal(t, cell{'g', Good, Wood, true}, g.cells[3])
	assert.Equal(t, cell{' ', Ink, Wood, false}, g.cells[4])
}

// TestChipsShowEveryCard checks that every card of a hand is shown, however little room there is.
func TestChipsShowEveryCard(t *testing.T) {
	var hand []tricks.Card
	for _, c := range strings.Fields("H2 H5 M1 M8 F1 F4 F7 S2 S3 R2 R5 V1 V4") {
		card, _ := tricks.ParseCard(c)
		hand = append(hand, card)
	}
	for w := 8; w < 40; w++ {
		g := New(look(termenv.TrueColor, false, false), w, 8)
		g.Fill(0, 0, w, 8, Plate)
		rows := g.Chips(0, 0, w, 1, hand)
		text := strings.Join(strings.Fields(g.Plain()), " ")
		assert.Equal(t, "H25M18F147S23R25V14", strings.ReplaceAll(text, " ", ""), w)
		assert.LessOrEqual(t, rows, 8)
	}
}

// TestHeadline writes titles and states into lines of any width. A title is cut only after a word, and
// only for a last state that takes at most half of the line.
func TestHeadline(t *testing.T) {
	title, deal := "7  At the Sign of the Prancing Pony", "Deal of the day, 26 November  short, 3 players"
	line := func(w int, states ...string) string {
		g := New(look(termenv.Ascii, false, false), w, 1)
		g.Headline(0, w, title, states...)
		return strings.TrimSpace(ansi.Strip(g.Plain()))
	}
	for w := range 200 {
		if w > 0 {
			line(w, deal)
			line(w, deal, "")
		}
	}
	assert.Equal(t, title+strings.Repeat(" ", 15)+deal, line(100, deal))
	assert.Equal(t, title, line(80, deal), "the deal takes more than half of the line")
	assert.Equal(t, "7  At the Sign of  trick 3 of 12", line(36, deal, "trick 3 of 12"))
}

// TestMountainsHaveNoCliffs checks that the land rises by no more than two half rows from column to column, in pictures of
// all sizes, with the ring behind a peak and without it.
func TestMountainsHaveNoCliffs(t *testing.T) {
	const steepest = 2
	for _, w := range []int{46, 80, 100, 120, 160} {
		for h := 6; h <= 20; h++ {
			for _, rises := range []bool{true, false} {
				g := New(look(termenv.TrueColor, false, false), w, h)
				g.Land(0, 0, w, h, w/2, h*9/11, h*5/11, rises)
				last := -1
				for x := range w {
					top := 0
					for ; top < 2*h; top++ {
						c := g.cells[top/2*w+x]
						tone := c.bg
						if top%2 == 0 && c.r == '▀' || top%2 == 1 && c.r == '▄' {
							tone = c.fg
						}
						if tone >= Ridge1 && tone <= Ridge3 {
							break
						}
					}
					if last >= 0 && max(top-last, last-top) > steepest {
						require.Failf(t, "a cliff", "at column %d of %dx%d:\n%s", x, w, h, g.Plain())
					}
					last = top
				}
			}
		}
	}
}

// TestMountainsInFewColours checks that the mountains are one mass in 16 colours: below a green cell all are green.
func TestMountainsInFewColours(t *testing.T) {
	g := New(look(termenv.ANSI, false, false), 80, 11)
	g.Land(0, 0, 80, 11, 40, 9, 5, true)
	for x := range 80 {
		isLand := false
		for y := range 11 {
			isRidge := g.cells[y*80+x].fg == Ridge1 && g.cells[y*80+x].r != ' '
			require.True(t, isRidge || !isLand, "a hole at column %d, row %d:\n%s", x, y, g.Plain())
			isLand = isLand || isRidge
		}
	}
}

// TestTonesFit checks that every tone has a number of its own.
func TestTonesFit(t *testing.T) {
	assert.LessOrEqual(t, len(tones), math.MaxUint8+1)
}
