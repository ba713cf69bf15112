package realtable

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fellowship/tricks"
)

// Taps are the lines of a note that a person writes by tapping on cards. A place is a line or a part of one,
// named by its beginning: "lost", "frodo" for a hand, "frodo:" for a pile, "left frodo", "frodo>sam" for an
// exchange, ";" for the tricks in their order, and "shadowfax tucked=" for a word of a hand's line.
type Taps []string

// ParseTaps returns the lines of a note that are not empty.
func ParseTaps(text string) (t Taps) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" {
			t = append(t, line)
		}
	}
	return t
}

// String returns the note as text.
func (t Taps) String() string { return strings.Join(t, "\n") + "\n" }

// Find returns the index of a place's line, -1 for none.
func (t Taps) Find(place string) int {
	want := strings.Fields(place)
	return slices.IndexFunc(t, func(line string) bool {
		words := strings.Fields(line)
		return len(words) >= len(want) && len(want) > 0 && slices.Equal(words[:len(want)], want)
	})
}

// Words returns the words of a place without its cards.
func (t Taps) Words(place string) (words []string) { return t.parts(place, false) }

// Cards returns the cards of a place and the other things that are tapped there: R1! for R1 played to win,
// "-" and "+" in the rows of a pyramid, and the name of a seat that was named to lead, with a colon.
func (t Taps) Cards(place string) (cards []string) {
	if name, mark, ok := strings.Cut(place, " "); ok && strings.HasSuffix(mark, "=") {
		for _, w := range t.Words(name) {
			if c, found := strings.CutPrefix(w, mark); found {
				return []string{c}
			}
		}
		return nil
	}
	return t.parts(place, true)
}

// parts returns either the cards or the other words of a place.
func (t Taps) parts(place string, cards bool) (all []string) {
	index := t.Find(place)
	if index < 0 {
		return nil
	}
	for _, w := range strings.Fields(t[index])[len(strings.Fields(place)):] {
		if !slices.Contains([]string{"/", ";", "|"}, w) && IsTap(w) == cards {
			all = append(all, w)
		}
	}
	return all
}

// IsTap reports whether a word is a card or another thing that is tapped, see [Taps.Cards].
func IsTap(w string) bool {
	const longest = 40
	if len(w) >= longest || len(strings.Fields(w)) != 1 {
		return false
	}
	code := strings.TrimSuffix(w, "!")
	c, err := tricks.ParseCard(code)
	isCard := err == nil && c.String() == code
	return isCard || w == "-" || w == "+" || strings.HasSuffix(w, ":")
}

// Grouping says how the cards of a place are divided into groups, such as tricks.
type Grouping struct {
	// Sizes are the sizes of the groups in order. The last size repeats.
	Sizes []int
	// Sign is written between groups. If it is empty, all cards are one group.
	Sign string
}

// SetSeats writes the names of the seats, clockwise, with the words of each seat. The cards and marks of the
// seats stay, and the new names replace the old ones in all lines.
func (t *Taps) SetSeats(names []string, words [][]string) {
	renamed := map[string]string{}
	for i, name := range names {
		name = cmp.Or(strings.Join(strings.Fields(name), "-"), "-") // a form may send blanks or nothing
		line := append([]string{name}, words[i]...)
		if i+1 < len(*t) && len(*t) > len(names) {
			old, rest, _ := strings.Cut((*t)[i+1], " ")
			for _, w := range strings.Fields(rest) {
				if IsTap(w) || strings.ContainsAny(w, "/|") ||
					strings.Contains(w, "=") && !strings.HasPrefix(w, "announced") {
					line = append(line, w)
				}
			}
			renamed[old] = name
			(*t)[i+1] = strings.Join(line, " ")
		} else {
			*t = append(*t, strings.Join(line, " "))
		}
	}
	for i := len(names) + 1; i < len(*t); i++ {
		if line := (*t)[i]; !strings.HasPrefix(line, "pool ") && !strings.HasPrefix(line, "completed ") {
			(*t)[i] = namePattern().ReplaceAllStringFunc(line, func(w string) string { return cmp.Or(renamed[w], w) })
		}
	}
}

// namePattern matches every word in a line that may be the name of a character.
var namePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL-]{2,}`) })

// Put replaces the words and cards of a place. Without any it deletes the place's line.
func (t *Taps) Put(place string, words, cards []string, cut Grouping) {
	if name, mark, ok := strings.Cut(place, " "); ok && strings.HasSuffix(mark, "=") {
		t.putMark(name, mark, cards)
		return
	}
	if len(words)+len(cards) == 0 {
		t.Line(place, "")
		return
	}
	line := slices.Concat([]string{place}, words, cut.divide(cards))
	endsInSign := line[len(line)-1] == cut.Sign
	isPile := strings.HasSuffix(place, ":")
	switch {
	case endsInSign && !isPile:
		line = line[:len(line)-1]
	case !endsInSign && isPile:
		line = append(line, cut.Sign) // the sign marks a single trick as a pile
	}
	t.Line(place, strings.Join(line, " "))
}

// putMark replaces the words with a mark, such as tucked=, in the line of a name.
func (t *Taps) putMark(name, mark string, cards []string) {
	words := slices.DeleteFunc(t.Words(name), func(w string) bool { return strings.HasPrefix(w, mark) })
	for _, c := range cards {
		words = append(words, mark+c)
	}
	t.Line(name, strings.Join(slices.Concat([]string{name}, words, t.Cards(name)), " "))
}

// divide returns cards with the sign behind each full group. Cards behind a + are in no group, and a name with a
// colon does not count.
func (g Grouping) divide(cards []string) (divided []string) {
	inGroup := 0
	group := 0
	for _, c := range cards {
		if c != "+" && !strings.HasSuffix(c, ":") {
			inGroup++
		}
		divided = append(divided, c)
		if g.Sign == "" || slices.Contains(divided, "+") {
			continue
		}
		if inGroup == g.Sizes[min(group, len(g.Sizes)-1)] {
			divided = append(divided, g.Sign)
			inGroup = 0
			group++
		}
	}
	return divided
}

// Line replaces the line of a place. An empty line deletes it.
func (t *Taps) Line(place, line string) {
	index := t.Find(place)
	switch {
	case line == "" && index >= 0:
		*t = slices.Delete(*t, index, index+1)
	case index >= 0:
		(*t)[index] = line
	case line != "":
		*t = append(*t, line)
	}
}
