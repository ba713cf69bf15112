package realtable

import (
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
		s.leads, text = true, text[1:]
	}
	words, pile, colon := strings.Cut(text, ":")
	if colon && n.pos.Players != 2 && strings.Contains(pile, "/") {
		err := n.seatWords(&s, words)
		if n.seats = append(n.seats, s); err != nil {
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
				s.TookLost, n.taker = true, tricks.Seat(len(n.seats))
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
		s.Rows, s.given = append(s.Rows, plain(list)), true
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
