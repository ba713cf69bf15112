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
func (n *parser) newSeat(c *characters.Character, text string) error {
	if len(n.seats) == n.seatCount {
		if c != nil {
			return say.Errorf("%s is one too many: with so many players there are %d seats (S1)", c.Name, n.seatCount)
		}
		return say.Errorf("this is one hand too many: with so many players there are %d (S1)", n.seatCount)
	}
	if len(n.seats) > 0 && (c == nil) != (n.seats[0].char == nil) {
		return say.Errorf("some seats have a character and some have none (S4)")
	}
	entry := seat{char: c, line: n.line}
	if c != nil {
		entry.Character = c.ID
	}
	if strings.HasPrefix(text, "*") {
		entry.leads = true
		text = text[1:]
	}
	words, pile, colon := strings.Cut(text, ":")
	if colon && n.pos.Players != 2 && strings.Contains(pile, "/") {
		err := n.seatWords(&entry, words)
		n.seats = append(n.seats, entry)
		if err != nil {
			return err
		}
		return n.readBehindColon(tricks.Seat(len(n.seats)-1), pile)
	}
	entry.pile = pile
	err := n.seatWords(&entry, words+" "+pile)
	n.seats = append(n.seats, entry)
	return err
}

var (
	rangePattern  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d-\d$`) })
	numberPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[1-9]\d?$`) })
)

// seatWords reads what a seat has: threat, words, cards.
func (n *parser) seatWords(entry *seat, text string) error {
	text, later, inStages := strings.Cut(text, "|")
	text, aside, _ := strings.Cut(text, "+")
	rows := strings.Split(text, "/")
	var hand strings.Builder
	for rowIndex, row := range rows {
		var cards strings.Builder
		for _, token := range strings.FieldsFunc(row, isBlank) {
			first := cards.Len() == 0 && rowIndex == 0 && entry.Threat == 0 &&
				(entry.char == nil || entry.char.HasAction(characters.Threat))
			name, value, marked := strings.Cut(token, "=")
			switch {
			case token == "*":
				entry.leads = true
			case marked:
				if err := n.mark(entry, word(name), value, token); err != nil {
					return err
				}
			case rangePattern().MatchString(token):
				entry.Range = [2]int{int(token[0] - '0'), int(token[2] - '0')}
			case word(token) == "more":
				entry.Declared = characters.More
			case word(token) == "fewer":
				entry.Declared = characters.Fewer
			case word(token) == "rest":
				entry.rest = true
			case word(token) == "took":
				entry.TookLost = true
				n.taker = tricks.Seat(len(n.seats))
			case numberPattern().MatchString(token) && first && entry.char != nil:
				entry.Threat, _ = strconv.Atoi(token)
			case numberPattern().MatchString(token) && cards.Len() == 0 && rowIndex == 0 && entry.char != nil:
				return say.Errorf("%s has no threat number, or has one already: what is %s? (S8)", entry.char.Name,
					token)
			case first && entry.char != nil && len(token) > 1 && token[0] >= '1' && token[0] <= '9' &&
				isCards(token[1:]):
				entry.Threat = int(token[0] - '0')
				cards.WriteString(token[1:])
			default:
				if !strings.ContainsAny(token, "123456789") && len([]rune(token)) > 1 &&
					strings.Trim(token, ".-") != "" {
					return say.Errorf("%s is no word of the notation, and no card (T2)", quoted(token))
				}
				cards.WriteString(token + " ")
			}
		}
		if len(rows) == 1 {
			hand.WriteString(cards.String())
			break
		}
		list, err := cardsIn(cards.String(), rowForm)
		if err != nil {
			return err
		}
		entry.Rows = append(entry.Rows, cardsOf(list))
		entry.given = true
	}
	set, err := setIn(hand.String())
	if err != nil {
		return err
	}
	more, err := setIn(aside)
	if err != nil {
		return err
	}
	if entry.Rows != nil {
		entry.Extra = more
	} else {
		entry.Cards = set | more
	}
	entry.given = entry.given || entry.Cards != 0
	if inStages {
		for part := range strings.SplitSeq(later, "|") {
			set, err := setIn(part)
			if err != nil {
				return err
			}
			entry.staged = append(entry.staged, set)
		}
	}
	return nil
}

// isBlank reports whether a character only stands between words.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == ',' }

// mark reads tucked=h3, first=m2, last=f3, announced=hm, rider=terror, gift=sting.
func (n *parser) mark(entry *seat, name, value, token string) error {
	readOne := func(target *tricks.Set) error {
		set, err := setIn(value)
		if err == nil && set.Len() != 1 {
			err = say.Errorf("%s: one card stands there (K)", quoted(token))
		}
		*target = set
		return err
	}
	switch name {
	case "tucked":
		return readOne(&entry.Tucked)
	case "first":
		return readOne(&entry.First)
	case "last":
		return readOne(&entry.Last)
	case "announced":
		for _, r := range strings.ToUpper(value) {
			suit, ok := suits()[r]
			if !ok || suit >= tricks.NoSuit || slices.Contains(entry.Announced, suit) {
				return say.Errorf("%s: letters of suits stand there, each once (K)", quoted(token))
			}
			entry.Announced = append(entry.Announced, suit)
		}
		return nil
	case "rider", "gift":
		return n.readDrawn(name, value, &entry.Rider, &entry.Gift)
	}
	return say.Errorf("%s is no word of the notation, and no card (T2)", quoted(token))
}

// cutName splits the name off the beginning of a line: words of letters, up to a word of the notation
// or something else.
func cutName(text string) (name, rest string) {
	for rest = text; ; {
		end := strings.IndexFunc(rest, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("-'’&", r)
		})
		if end < 0 {
			end = len(rest)
		}
		w := rest[:end]
		if w == "" ||
			name != "" && (len([]rune(w)) < 2 && w != "&" || word(w) != "" || strings.HasPrefix(rest[end:], "=")) {
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
func (n *parser) character(name string) (*characters.Character, error) {
	var inChapter []*characters.Character
	if n.chapter != nil {
		for i := range n.chapter.Roster {
			inChapter = append(inChapter, n.chapter.Roster[i].Character)
		}
	}
	found := matchByPrefix(inChapter, name)
	if len(found) == 0 {
		found = matchByPrefix(slices.SortedFunc(maps.Values(n.lib.Characters), func(a, b *characters.Character) int {
			return strings.Compare(a.ID, b.ID)
		}), name)
	}
	switch {
	case len(found) == 0:
		return nil, say.Errorf("nobody is called %s (S4)", quoted(name))
	case len(found) > 1:
		var names []characters.Text
		for _, c := range found[:min(len(found), 4)] {
			names = append(names, c.Name)
		}
		return nil, say.Errorf("%s: who is meant, %s?", quoted(name), say.Fold("%s or %s", names))
	}
	return found[0], nil
}

// seatOf is the seat of a character, -1 for none.
func (n *parser) seatOf(c *characters.Character) tricks.Seat {
	return tricks.Seat(slices.IndexFunc(n.seats, func(s seat) bool { return s.char == c && c != nil }))
}

// findSeat finds the seat that a name means, among those who sit there.
func (n *parser) findSeat(name string) (tricks.Seat, error) {
	var present []*characters.Character
	for i := range n.seats {
		if n.seats[i].char != nil {
			present = append(present, n.seats[i].char)
		}
	}
	if found := matchByPrefix(present, name); len(found) == 1 {
		return n.seatOf(found[0]), nil
	}
	c, err := n.character(name)
	if err != nil {
		return unnamed, err
	}
	if s := n.seatOf(c); s >= 0 {
		return s, nil
	}
	return unnamed, say.Errorf("%s sits at none of the seats above (S4)", c.Name)
}

// readDrawn reads the name of a rider or a gift.
func (n *parser) readDrawn(w, name string, rider, gift *string) error {
	id := strings.ToLower(name)
	switch {
	case w == "gift" && n.lib.Gifts[id] == nil:
		return say.Errorf("there is no gift %s (K)", quoted(name))
	case w == "gift":
		*gift = id
	case n.lib.Riders[id] == nil:
		return say.Errorf("there is no rider %s (K)", quoted(name))
	default:
		*rider = id
	}
	return nil
}

// longestName is how many words a name has at the most, of those that have blanks between them.
const longestName = 6

// readNames reads names: the characters that were drawn for a Road, or are completed (L2, L5).
func (n *parser) readNames(w, text string) error {
	var ids []string
	for words := strings.FieldsFunc(text, isBlank); len(words) > 0; {
		c, err := n.character(words[0])
		used := 1
		for k := 2; k <= min(len(words), longestName); k++ { // a name may have several words
			if whole, nameErr := n.character(strings.Join(words[:k], " ")); nameErr == nil {
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
	rosterIndex := func(id string) int {
		return slices.IndexFunc(n.chapter.Roster, func(e chapters.RosterEntry) bool { return e.Character.ID == id })
	}
	slices.SortFunc(ids, func(a, b string) int { return rosterIndex(a) - rosterIndex(b) })
	n.pos.Pool = ids
	return nil
}
