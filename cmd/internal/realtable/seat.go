package realtable

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// seat is the line of a seat.
type seat struct {
	chapters.HandInfo
	char        *characters.Character
	line        int
	given, rest bool // the hand is written, or is all that is left
	leads       bool
	staged      []tricks.Set
	// pile is what stands behind a colon: a hand, unless other seats have piles.
	pile string
}

// newSeat reads the line of a seat behind its name.
func (n *note) newSeat(c *characters.Character, text string) error {
	if len(n.seats) == n.n {
		if c != nil {
			return say.Errorf("%s is one too many: with so many players there are %d seats (S1)", c.Name, n.n)
		}
		return say.Errorf("this is one hand too many: with so many players there are %d (S1)", n.n)
	}
	if len(n.seats) > 0 && (c == nil) != (n.seats[0].char == nil) {
		return say.Errorf("some seats have a character and some have none (S4)")
	}
	s := seat{char: c, line: n.line}
	if c != nil {
		s.Character = c.ID
	}
	if strings.HasPrefix(text, "*") {
		s.leads = true
		text = text[1:]
	}
	words, pile, colon := strings.Cut(text, ":")
	if colon && n.pos.Players != 2 && strings.Contains(pile, "/") {
		err := n.seatWords(&s, words)
		n.seats = append(n.seats, s)
		if err != nil {
			return err
		}
		return n.behind(tricks.Seat(len(n.seats)-1), pile)
	}
	s.pile = pile
	err := n.seatWords(&s, words+" "+pile)
	n.seats = append(n.seats, s)
	return err
}

var (
	isRange  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d-\d$`) })
	isNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[1-9]\d?$`) })
)

// seatWords reads what a seat has: threat, words, cards.
func (n *note) seatWords(s *seat, text string) error {
	text, later, inStages := strings.Cut(text, "|")
	text, beside, _ := strings.Cut(text, "+")
	rows := strings.Split(text, "/")
	var hand strings.Builder
	for r, row := range rows {
		var cards strings.Builder
		for _, w := range strings.FieldsFunc(row, isBlank) {
			first := cards.Len() == 0 && r == 0 && s.Threat == 0 && (s.char == nil || s.char.Has(characters.Threat))
			name, value, marked := strings.Cut(w, "=")
			switch {
			case w == "*":
				s.leads = true
			case marked:
				if err := n.mark(s, word(name), value, w); err != nil {
					return err
				}
			case isRange().MatchString(w):
				s.Range = [2]int{int(w[0] - '0'), int(w[2] - '0')}
			case word(w) == "more":
				s.Declared = characters.More
			case word(w) == "fewer":
				s.Declared = characters.Fewer
			case word(w) == "rest":
				s.rest = true
			case word(w) == "took":
				s.TookLost = true
				n.taker = tricks.Seat(len(n.seats))
			case isNumber().MatchString(w) && first && s.char != nil:
				s.Threat, _ = strconv.Atoi(w)
			case isNumber().MatchString(w) && cards.Len() == 0 && r == 0 && s.char != nil:
				return say.Errorf("%s has no threat number, or has one already: what is %s? (S8)", s.char.Name, w)
			case first && s.char != nil && len(w) > 1 && w[0] >= '1' && w[0] <= '9' && isCards(w[1:]):
				s.Threat = int(w[0] - '0')
				cards.WriteString(w[1:])
			default:
				if !strings.ContainsAny(w, "123456789") && len([]rune(w)) > 1 && strings.Trim(w, ".-") != "" {
					return say.Errorf("%s is no word of the notation, and no card (T2)", shown(w))
				}
				cards.WriteString(w + " ")
			}
		}
		if len(rows) == 1 {
			hand.WriteString(cards.String())
			break
		}
		list, err := cardsIn(cards.String(), aRow)
		if err != nil {
			return err
		}
		s.Rows = append(s.Rows, plain(list))
		s.given = true
	}
	set, err := setIn(hand.String())
	if err != nil {
		return err
	}
	more, err := setIn(beside)
	if err != nil {
		return err
	}
	if s.Rows != nil {
		s.Extra = more
	} else {
		s.Cards = set | more
	}
	s.given = s.given || s.Cards != 0
	if inStages {
		for part := range strings.SplitSeq(later, "|") {
			set, err := setIn(part)
			if err != nil {
				return err
			}
			s.staged = append(s.staged, set)
		}
	}
	return nil
}

// isBlank reports whether a character only stands between words.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == ',' }

// mark reads tucked=h3, first=m2, last=f3, announced=hm, rider=terror, gift=sting.
func (n *note) mark(s *seat, name, value, w string) error {
	one := func(to *tricks.Set) error {
		set, err := setIn(value)
		if err == nil && set.Len() != 1 {
			err = say.Errorf("%s: one card stands there (K)", shown(w))
		}
		*to = set
		return err
	}
	switch name {
	case "tucked":
		return one(&s.Tucked)
	case "first":
		return one(&s.First)
	case "last":
		return one(&s.Last)
	case "announced":
		for _, r := range strings.ToUpper(value) {
			suit, ok := suits()[r]
			if !ok || suit >= tricks.NoSuit || slices.Contains(s.Announced, suit) {
				return say.Errorf("%s: letters of suits stand there, each once (K)", shown(w))
			}
			s.Announced = append(s.Announced, suit)
		}
		return nil
	case "rider", "gift":
		return n.drawn(name, value, &s.Rider, &s.Gift)
	}
	return say.Errorf("%s is no word of the notation, and no card (T2)", shown(w))
}

// nameOf splits the name off the beginning of a line: words of letters, up to a word of the notation
// or something else.
func nameOf(text string) (name, rest string) {
	for rest = text; ; {
		end := strings.IndexFunc(rest, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("-'’&", r)
		})
		if end < 0 {
			end = len(rest)
		}
		w := rest[:end]
		if w == "" || name != "" && (len([]rune(w)) < 2 && w != "&" || word(w) != "" || strings.HasPrefix(rest[end:], "=")) {
			return strings.TrimSpace(name), rest
		}
		name += " " + w
		trimmed := strings.TrimLeft(rest[end:], " \t")
		if trimmed == "" || len(trimmed) == len(rest[end:]) {
			return strings.TrimSpace(name), rest[end:]
		}
		rest = trimmed
	}
}

// character finds a character by the beginning of the name: one of the chapter, else any.
func (n *note) character(name string) (*characters.Character, error) {
	var inChapter []*characters.Character
	if n.chapter != nil {
		for i := range n.chapter.Roster {
			inChapter = append(inChapter, n.chapter.Roster[i].Character)
		}
	}
	found := begins(inChapter, name)
	if len(found) == 0 {
		found = begins(slices.SortedFunc(maps.Values(n.lib.Characters), func(a, b *characters.Character) int { return strings.Compare(a.ID, b.ID) }), name)
	}
	switch {
	case len(found) == 0:
		return nil, say.Errorf("nobody is called %s (S4)", shown(name))
	case len(found) > 1:
		var names []characters.Text
		for _, c := range found[:min(len(found), 4)] {
			names = append(names, c.Name)
		}
		return nil, say.Errorf("%s: who is meant, %s?", shown(name), say.Fold("%s or %s", names))
	}
	return found[0], nil
}

// seatOf is the seat of a character, -1 for none.
func (n *note) seatOf(c *characters.Character) tricks.Seat {
	return tricks.Seat(slices.IndexFunc(n.seats, func(s seat) bool { return s.char == c && c != nil }))
}

// seated finds the seat that a name means, among those who sit there.
func (n *note) seated(name string) (tricks.Seat, error) {
	var here []*characters.Character
	for i := range n.seats {
		if n.seats[i].char != nil {
			here = append(here, n.seats[i].char)
		}
	}
	if found := begins(here, name); len(found) == 1 {
		return n.seatOf(found[0]), nil
	}
	c, err := n.character(name)
	if err != nil {
		return unsaid, err
	}
	if s := n.seatOf(c); s >= 0 {
		return s, nil
	}
	return unsaid, say.Errorf("%s sits at none of the seats above (S4)", c.Name)
}

// drawn reads the name of a rider or a gift.
func (n *note) drawn(w, name string, rider, gift *string) error {
	id := strings.ToLower(name)
	switch {
	case w == "gift" && n.lib.Gifts[id] == nil:
		return say.Errorf("there is no gift %s (K)", shown(name))
	case w == "gift":
		*gift = id
	case n.lib.Riders[id] == nil:
		return say.Errorf("there is no rider %s (K)", shown(name))
	default:
		*rider = id
	}
	return nil
}

// longestName is how many words a name has at the most, of those that have blanks between them.
const longestName = 6

// listed reads names: the characters that were drawn for a Road, or are completed (L2, L5).
func (n *note) listed(w, text string) error {
	var ids []string
	for words := strings.FieldsFunc(text, isBlank); len(words) > 0; {
		c, err := n.character(words[0])
		used := 1
		for k := 2; k <= min(len(words), longestName); k++ { // a name may have several words
			if whole, not := n.character(strings.Join(words[:k], " ")); not == nil {
				c = whole
				err = nil
				used = k
			}
		}
		if err != nil {
			return err
		}
		ids, words = append(ids, c.ID), words[used:]
	}
	if w == "completed" {
		n.pos.Completed = ids
		return nil
	}
	if n.chapter == nil || n.chapter.Pool == nil {
		return say.Errorf("only for the Road characters are drawn (L5)")
	}
	at := func(id string) int {
		return slices.IndexFunc(n.chapter.Roster, func(e chapters.RosterEntry) bool { return e.Character.ID == id })
	}
	slices.SortFunc(ids, func(a, b string) int { return at(a) - at(b) })
	n.pos.Pool = ids
	return nil
}
