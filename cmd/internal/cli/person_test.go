//go:build !windows

package cli

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/stretchr/testify/require"
)

// person plays at a terminal knowing nothing but what stands on the screen. The
// last line says what can be done, and what stands in brackets can be played.
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
	inRow   = regexp.MustCompile(`\[([^\]]+)\]|\b([HMFSRV]\d)\b`)
	pointer = regexp.MustCompile(`(?m)^(.*)\n( +)(\^{3,})(?: |$)`)
	isCard  = regexp.MustCompile(`^[HMFSRV]\d$`)
)

// answers reads what there is to choose, and on which of it the cursor is.
func (f frame) answers() (all []answer, at string) {
	if m := pointer.FindStringSubmatch(string(f)); m != nil {
		row, from := m[1], len(m[2])
		for _, i := range inRow.FindAllStringSubmatchIndex(row, -1) {
			a := answer{ok: i[2] >= 0}
			if a.ok {
				a.label = row[i[2]:i[3]]
			} else {
				a.label = row[i[4]:i[5]]
			}
			all = append(all, a)
			if i[0] <= from+1 && from < i[1] {
				at = a.label
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

// asked says that the program waits for the person, and that all of the question
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
	chooses = regexp.MustCompile(`^(arrows choose|Pfeile w(ä|ae)hlen)`)
	goesOn  = regexp.MustCompile(`^(enter go on|Enter weiter)`)
	isOver  = regexp.MustCompile(`\br (again|noch einmal)`)
)

func (f frame) choosing() bool { return chooses.MatchString(f.help()) }

// over says that the round is over and its result is shown.
func (f frame) over() bool { return isOver.MatchString(f.help()) }

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
