//go:build !windows

package cli

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// person plays at a terminal knowing nothing but what stands on the screen: the cards below
// the table, and on which of them, or on which answer, the cursor is.
type person struct {
	*terminal
	rng *rand.Rand
	// took is what the person chose, in order.
	took []string
}

// card is a card of the hand on the screen, and whether it may be chosen.
type card struct {
	label string
	ok    bool
}

var (
	face    = regexp.MustCompile(`│ *(\d) +(\p{Lu})`)
	chip    = regexp.MustCompile(`(>?)\b(\p{Lu}\d)\b`)
	inLedge = regexp.MustCompile(`─ > (.+?) +─`)
	answer  = regexp.MustCompile(`(?m)(?:^|  )> (?:\d )?([^\s(].*?)(?:  |$)`)
	// Where the first answer is not the only one there is a second one beside it or below.
	another = regexp.MustCompile(`> (?:[2-9\p{L}]|1 .*(?:  |\n +)2 \p{L})`)
	isCard  = regexp.MustCompile(`^\p{Lu}\d$`)
)

// hand reads the cards below the edge of the table, which is drawn in double lines while the
// program asks, and what the cursor is on: a card, or an answer in words. A card that may be
// chosen is drawn whole, the chosen one stands on marks, and the ledge hides the lower edge of
// the others. A hand in codes does not tell which of them may be chosen.
func (f frame) hand() (hand []card, at string) {
	if m := inLedge.FindStringSubmatch(string(f)); m != nil { // it asks about a card that is raised
		return nil, m[1]
	}
	lines := f.lines()
	edge := slices.IndexFunc(lines, func(l string) bool { return l != "" && strings.Trim(l, "═") == "" })
	sign := func(x, y int) rune { return append([]rune(lines[y]), make([]rune, x+1)...)[x] }
	for y := edge + 1; edge > 0 && y < len(lines); y++ {
		for _, m := range face.FindAllStringSubmatchIndex(lines[y], -1) {
			x := utf8.RuneCountInString(lines[y][:m[0]])
			end := y
			for sign(x, end) == '│' {
				end++
			}
			c := card{lines[y][m[4]:m[5]] + lines[y][m[2]:m[3]], sign(x, end) == '└'}
			if c.ok && sign(x+1, end+1) == '^' || !c.ok && sign(x+1, y-2) == 'v' {
				at = c.label
			}
			hand = append(hand, c)
		}
		all := chip.FindAllStringSubmatch(lines[y], -1)
		if strings.Contains(lines[y], " >") {
			for _, m := range all {
				hand = append(hand, card{m[2], true})
				if m[1] != "" {
					at = m[2]
				}
			}
		}
	}
	if m := answer.FindStringSubmatch(string(f)); at == "" && edge > 0 && m != nil {
		return nil, m[1]
	}
	return hand, at
}

// asked reports whether the program waits for the person, and all of the question
// is there.
func (f frame) asked() bool {
	if f.choosing() {
		_, at := f.hand()
		return at != ""
	}
	return goesOn.MatchString(f.help()) || f.over()
}

// What the screen says, in English and German.
var (
	chooses   = regexp.MustCompile(`^(enter (play|choose)|Enter (spielen|wählen))`)
	goesOn    = regexp.MustCompile(`^(enter (go on|uncover|show)|Enter (weiter|aufdecken))`)
	isIntro   = regexp.MustCompile(`must be in|muss mit`)
	isOver    = regexp.MustCompile(`\br (again|noch einmal)`)
	isRefused = regexp.MustCompile(`not now: |jetzt nicht, denn `)
)

// introduces reports whether the page of a chapter is shown.
func (f frame) introduces() bool { return isIntro.MatchString(string(f)) }

func (f frame) choosing() bool { return chooses.MatchString(f.help()) }

// over reports whether the round is over and its result is shown.
func (f frame) over() bool {
	all := f.lines()
	return isOver.MatchString(strings.Join(all[max(0, len(all)-3):], " ")) // the keys have up to three lines then
}

// next does what the program waits for, and waits for its next question. Frames
// never repeat: there is always a card less, or a trick more.
func (p *person) next(now frame) frame {
	p.t.Helper()
	if now.choosing() {
		now = p.choose(now)
		_, at := now.hand()
		p.took = append(p.took, at)
	}
	return p.press(enterKey, "another question", func(f frame) bool { return f != now && f.asked() })
}

// choose moves the cursor to a card that may be chosen, or to an answer.
func (p *person) choose(now frame) frame {
	p.t.Helper()
	hand, at := now.hand()
	if !isCard.MatchString(at) {
		for n := p.rng.IntN(3); n > 0 && another.MatchString(string(now)) || isRefused.MatchString(string(now)); n-- {
			now = p.moves(now, rightKey)
		}
		return now
	}
	hand = slices.DeleteFunc(hand, func(c card) bool { return !c.ok })
	require.NotEmpty(p.t, hand, "nothing can be chosen:\n%s", now)
	return p.goTo(now, hand[p.rng.IntN(len(hand))].label)
}

// goTo moves the cursor to a card, by its suit's letter and its rank.
func (p *person) goTo(now frame, label string) frame {
	p.t.Helper()
	if _, at := now.hand(); at[:1] != label[:1] {
		now = p.moves(now, strings.ToLower(label[:1]))
	}
	if _, at := now.hand(); at != label {
		now = p.moves(now, label[1:])
	}
	_, at := now.hand()
	require.Equal(p.t, label, at, "\n%s", now)
	return now
}

// moves moves the cursor by a key.
func (p *person) moves(now frame, key string) frame {
	p.t.Helper()
	_, from := now.hand()
	return p.press(key, "the cursor off "+from, func(f frame) bool {
		_, at := f.hand()
		return at != "" && at != from
	})
}
