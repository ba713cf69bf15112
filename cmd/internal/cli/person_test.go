//go:build !windows

package cli

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
)

// person plays at a terminal knowing nothing but what stands on the screen. The
// last line says what can be done. What stands in brackets can be chosen, and of cards
// those that have not sunk.
type person struct {
	*terminal
	rng *rand.Rand
	// took is what the person chose, in order.
	took []string
}

// answer is something to choose on the screen, and whether it may be chosen.
type answer struct {
	label string
	ok    bool
}

var (
	listed  = regexp.MustCompile(`(?m)^ [> ^v] [\d ] ([\[ ])(\S.*?)[\] ](?:  |$)`)
	boxed   = regexp.MustCompile(`[│|]\s*([^│|]+?)\s*[│|]`)
	pointer = regexp.MustCompile(`\^{2,}`)
	isCard  = regexp.MustCompile(`^[HMFSRV]\d$`)
)

// answers reads what there is to choose, and on which of it the cursor is. The raised
// card stands on the marks below it; the faces of those that can be played are a line
// lower, and those of the ones that have sunk another one.
func (f frame) answers() (all []answer, at string) {
	lines := f.lines()
	mark := slices.IndexFunc(lines, pointer.MatchString)
	if mark > 4 && mark+1 < len(lines) {
		face := mark - 2
		if m := boxed.FindStringSubmatch(lines[mark-4]); m != nil && isCard.MatchString(m[1]) {
			face = mark - 4 // cards are larger here
		}
		for n := range 3 {
			for _, m := range boxed.FindAllStringSubmatch(lines[face+n], -1) {
				a := answer{label: m[1], ok: n == 1}
				if slices.ContainsFunc(all, func(b answer) bool { return b.label == a.label }) || isCard.MatchString(at) && !isCard.MatchString(a.label) {
					continue // the lower half of a large card
				}
				if n == 0 {
					at = a.label
					a.ok = !isCard.MatchString(at) || strings.HasPrefix(lines[mark+1], " Enter ")
				}
				all = append(all, a)
			}
		}
		return all, at
	}
	for _, m := range listed.FindAllStringSubmatch(string(f), -1) {
		all = append(all, answer{label: m[2], ok: m[1] == "["})
		if strings.HasPrefix(m[0], " >") {
			at = m[2]
		}
	}
	return all, at
}

// asked reports whether the program waits for the person, and all of the question
// is there.
func (f frame) asked() bool {
	if f.choosing() {
		_, at := f.answers()
		return at != ""
	}
	return goesOn.MatchString(f.help()) || f.over()
}

// What the line of keys says, in English and German.
var (
	chooses = regexp.MustCompile(`^(enter (play|choose)|Enter (spielen|wählen))`)
	goesOn  = regexp.MustCompile(`^(enter go on|Enter weiter)`)
	isIntro = regexp.MustCompile(`must be in|muss mit`)
	isOver  = regexp.MustCompile(`\br (again|noch einmal)`)
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
	if all, _ := now.answers(); now.choosing() {
		var may []string
		for _, a := range all {
			if a.ok {
				may = append(may, a.label)
			}
		}
		require.NotEmpty(p.t, may, "nothing can be chosen:\n%s", now)
		choice := may[p.rng.IntN(len(may))]
		now = p.goTo(now, choice)
		p.took = append(p.took, choice)
	}
	return p.press(enterKey, "another question", func(f frame) bool { return f != now && f.asked() })
}

// goTo moves the cursor: to a card by its suit's letter and its rank, elsewhere
// with the arrows.
func (p *person) goTo(now frame, label string) frame {
	p.t.Helper()
	to := func(key string, there func(at string) bool) {
		p.t.Helper()
		now = p.press(key, "the cursor on "+label, func(f frame) bool {
			_, at := f.answers()
			return at != "" && there(at)
		})
	}
	_, at := now.answers()
	if isCard.MatchString(label) {
		suit, rank := label[:1], label[1:]
		if at[:1] != suit {
			to(strings.ToLower(suit), func(at string) bool { return at[:1] == suit })
		}
		if _, at = now.answers(); at != label {
			to(rank, func(at string) bool { return at == label })
		}
		return now
	}
	for at != label {
		to(rightKey, func(next string) bool { return next != at })
		_, at = now.answers()
	}
	return now
}
