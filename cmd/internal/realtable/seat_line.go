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

// newSeat reads the line of a new seat; text follows its name.
func (r *reader) newSeat(c *characters.Character, text string) error {
	n := r.note
	if len(n.seats) == n.head.seatCount {
		if c != nil {
			return say.Errorf(
				"%s is one too many, there are %d seats: remove one, or correct the players in the first line (S1)",
				c.Name,
				n.head.seatCount,
			)
		}
		return say.Errorf(
			"this is one hand too many, there are %d: remove one, or correct the players in the first line (S1)",
			n.head.seatCount,
		)
	}
	if len(n.seats) > 0 && (c == nil) != (n.seats[0].char == nil) {
		return say.Errorf("some seats have a character and some have none: write a name in each line, or in none (S4)")
	}
	line := &seatLine{lib: n.head.lib, seat: seat{char: c, line: r.line}}
	if c != nil {
		line.seat.Character = c.ID
	}
	if strings.HasPrefix(text, "*") {
		line.seat.leads = true
		text = text[1:]
	}
	owner := tricks.Seat(len(n.seats))
	words, cards, _ := strings.Cut(text, ":")
	// A group of cards between two / is a trick. Without a / it is a hand, unless it may be a single trick: only the
	// whole note tells which.
	hasTricks := strings.Contains(cards, "/") && !n.isPyramid(words, cards)
	hasMore := strings.TrimSpace(cards) != ""
	err := n.refusePileAsHand(c, words)
	if err == nil {
		err = line.read(words)
	}
	switch {
	case err != nil || !hasMore || hasTricks:
	case line.seat.given:
		hasTricks = true // The hand stands before the colon.
	case n.head.mayBeTrick(cards):
		line.seat.pile = cards
	default:
		err = line.readBehindColon(cards)
		if err != nil {
			_, _ = n.readTricks(cards, owner, r.line) // notes what is begun, the mistake is told already
		}
	}
	if err == nil && line.seat.leads && slices.ContainsFunc(n.seats, func(s seat) bool { return s.leads }) {
		err = say.Errorf("another seat already has the *: remove one of the two, only one led the first trick (S7)")
	}
	n.seats = append(n.seats, line.seat)
	if line.seat.TookLost {
		n.taker = owner
	}
	if err != nil || !hasTricks {
		return err
	}
	return r.readBehindColon(owner, cards)
}

// mayBeTrick reports whether a text has at least one card and no more than a trick.
func (h *heading) mayBeTrick(text string) bool {
	cards, err := cardsIn(text, trickForm)
	return err == nil && len(cards) > 0 && len(cards) <= h.seatCount
}

// refusePileAsHand returns an error if the hand of a new seat has a / between its cards although it is no pyramid: it
// is a pile without its colon. words are the line without the name, and c is nil for a seat without a character.
func (n *note) refusePileAsHand(c *characters.Character, words string) error {
	if n.head.players == 2 || !strings.Contains(words, "/") {
		return nil
	}
	name := "-"
	if c != nil {
		name = c.ID
	}
	return say.Errorf(
		"only the pyramid of two players has / in a hand; a pile of tricks comes after a colon, %s: … (S9)",
		name,
	)
}

// isPyramid reports whether the text behind the colon of a new seat is the rows of its pyramid (S9) and not a pile.
// words stand before the colon. A round has one pyramid, so everything is a pile once its rows are written. Otherwise
// the text has to have as many groups as the pyramid has rows, and their sizes have to be nearer to the rows than to
// tricks. An empty place and a card beside the pyramid are in no pile.
func (n *note) isPyramid(words, cards string) bool {
	hasRows := strings.Contains(words, "/") || slices.ContainsFunc(n.seats, func(s seat) bool { return s.Rows != nil })
	if n.head.players != 2 || hasRows {
		return false
	}
	if strings.ContainsAny(cards, "-+") {
		return true
	}
	lengths := n.head.layout.Rows
	if !n.head.known {
		lengths = usualRows()
	}
	groups := strings.Split(strings.TrimRight(cards, " /"), "/")
	if len(groups) != len(lengths) {
		return false
	}
	fromRows := 0
	fromTricks := 0
	for i, group := range groups {
		list, err := cardsIn(group, trickForm)
		if err != nil {
			return true // A row may have its ranks before the suit.
		}
		fromRows += distance(len(list), lengths[i])
		fromTricks += distance(len(list), n.head.seatCount)
	}
	return fromRows < fromTricks
}

// usualRows returns the lengths of the pyramid's rows in most chapters (S9).
func usualRows() []int { return []int{3, 4, 5} }

// distance returns by how much two numbers differ.
func distance(a, b int) int { return max(a-b, b-a) }

var (
	rangePattern  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d-\d$`) })
	numberPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[1-9]\d?$`) })
)

// seatLine reads the line of one seat.
type seatLine struct {
	lib *chapters.Library
	// seat is the seat as far as its line is read.
	seat seat
}

// read reads the threat number, words and cards of the seat. The hand may stand in stages with | between them
// (C16), cards beside the pyramid behind a +, and the rows of the pyramid with / between them (S9).
func (l *seatLine) read(text string) error {
	text, later, inStages := strings.Cut(text, "|")
	text, aside, _ := strings.Cut(text, "+")
	rows := strings.Split(text, "/")
	hand := ""
	for rowIndex, row := range rows {
		cards, err := l.readRow(row, rowIndex == 0)
		if err != nil {
			return err
		}
		if len(rows) == 1 {
			hand = cards
			break
		}
		list, err := cardsIn(cards, rowForm)
		if err != nil {
			return err
		}
		l.seat.Rows = append(l.seat.Rows, cardsOf(list))
		l.seat.given = true
	}
	set, err := setIn(hand)
	if err != nil {
		return err
	}
	more, err := setIn(aside)
	if err != nil {
		return err
	}
	if l.seat.Rows != nil {
		l.seat.Extra = more
	} else {
		l.seat.Cards = set | more
	}
	l.seat.given = l.seat.given || l.seat.Cards != 0
	if inStages {
		return l.readStages(later)
	}
	return nil
}

// readBehindColon reads a hand behind a colon. If it is wrong, the error says that it was read as a hand.
func (l *seatLine) readBehindColon(text string) error {
	l.seat.behindColon = true
	err := l.read(text)
	if err != nil && !strings.Contains(text, "/") {
		return say.Errorf("%w; it is read as a hand, since tricks are separated by /", err)
	}
	return err
}

// readRow reads the words up to the next / and returns the text of their cards. isFirst reports whether no row
// came before.
func (l *seatLine) readRow(row string, isFirst bool) (cards string, err error) {
	for _, token := range strings.FieldsFunc(row, isBlank) {
		cardText, err := l.readToken(token, isFirst && cards == "")
		if err != nil {
			return "", err
		}
		cards += cardText
	}
	return cards, nil
}

// readStages reads the cards that the seat got later in a staged deal (C16).
func (l *seatLine) readStages(later string) error {
	for part := range strings.SplitSeq(later, "|") {
		set, err := setIn(part)
		if err != nil {
			return err
		}
		l.seat.staged = append(l.seat.staged, set)
	}
	return nil
}

// readToken reads a word of the line. If the word is a card, it returns its text. beforeCards reports whether no
// card was read yet, so that the word can be the threat number.
func (l *seatLine) readToken(token string, beforeCards bool) (cardText string, err error) {
	char := l.seat.char
	mayBeThreat := beforeCards && l.seat.Threat == 0 && char != nil && char.HasAction(characters.Threat)
	isNumber := numberPattern().MatchString(token)
	name, value, marked := strings.Cut(token, "=")
	switch {
	case token == "*":
		l.seat.leads = true
	case marked:
		return "", l.readMark(word(name), value, token)
	case rangePattern().MatchString(token):
		l.seat.Range = [2]int{int(token[0] - '0'), int(token[2] - '0')}
	case word(token) == "more":
		l.seat.Declared = characters.More
	case word(token) == "fewer":
		l.seat.Declared = characters.Fewer
	case word(token) == "rest":
		l.seat.rest = true
	case word(token) == "took":
		l.seat.TookLost = true
	case isNumber && mayBeThreat:
		l.seat.Threat, _ = strconv.Atoi(token)
	case isNumber && beforeCards && char != nil:
		return "", say.Errorf(
			"%s has no threat number, or has one already: take %s out, or write a suit with it (S8)",
			char.Name,
			token,
		)
	case mayBeThreat && startsWithThreat(token):
		l.seat.Threat = int(token[0] - '0')
		return token[1:], nil
	case !strings.ContainsAny(token, "123456789") && len([]rune(token)) > 1 && strings.Trim(token, ".-") != "":
		return "", say.Errorf(
			"%s is neither a word of the notation nor a card: cards are a suit and ranks, such as h137 (T2)",
			quoted(token),
		)
	default:
		return token + " ", nil
	}
	return "", nil
}

// startsWithThreat reports whether a word is a threat number directly before cards, such as 3h56.
func startsWithThreat(token string) bool {
	return len(token) > 1 && token[0] >= '1' && token[0] <= '9' && isCards(token[1:])
}

// isBlank reports whether a character separates words.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == ',' }

// readMark reads a word such as tucked=h3, first=m2, last=f3, announced=hm, rider=terror or gift=sting. token is
// the whole word for messages.
func (l *seatLine) readMark(name, value, token string) error {
	readOne := func(target *tricks.Set) error {
		set, err := setIn(value)
		if err == nil && set.Len() != 1 {
			err = say.Errorf("%s: write one card, as in tucked=h3 (K)", quoted(token))
		}
		*target = set
		return err
	}
	switch name {
	case "tucked":
		return readOne(&l.seat.Tucked)
	case "first":
		return readOne(&l.seat.First)
	case "last":
		return readOne(&l.seat.Last)
	case "announced":
		for _, r := range strings.ToUpper(value) {
			suit, ok := suits()[r]
			if !ok || suit >= tricks.NoSuit || slices.Contains(l.seat.Announced, suit) {
				return say.Errorf("%s: write letters of suits, each once, as in announced=hm (K)", quoted(token))
			}
			l.seat.Announced = append(l.seat.Announced, suit)
		}
		return nil
	case "rider", "gift":
		return readDrawn(l.lib, name, value, &l.seat.Rider, &l.seat.Gift)
	}
	return say.Errorf(
		"%s is neither a word of the notation nor a card: cards are a suit and ranks, such as h137 (T2)",
		quoted(token),
	)
}

// readDrawn reads the name of a rider or a gift. drawn is the word before it.
func readDrawn(lib *chapters.Library, drawn, name string, rider, gift *string) error {
	id := strings.ToLower(name)
	switch {
	case drawn == "gift" && lib.Gifts[id] == nil:
		return say.Errorf("there is no gift %s: write one of %s (K)", quoted(name), namesIn(lib.Gifts))
	case drawn == "gift":
		*gift = id
	case lib.Riders[id] == nil:
		return say.Errorf("there is no rider %s: write one of %s (K)", quoted(name), namesIn(lib.Riders))
	default:
		*rider = id
	}
	return nil
}

// namesIn lists the names under which gifts or riders are written.
func namesIn[T any](all map[string]T) string {
	return strings.Join(slices.Sorted(maps.Keys(all)), ", ")
}
