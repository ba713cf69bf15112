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

// seat is a seat as its line describes it.
type seat struct {
	chapters.HandInfo
	// char is nil for a seat without a character.
	char *characters.Character
	line int
	// given reports whether the hand is written.
	given bool
	// rest reports whether the hand is all cards that have no other place.
	rest bool
	// leads reports whether a * marks the seat as the leader of the first trick.
	leads bool
	// staged are the cards of the later stages of a staged deal (C16).
	staged []tricks.Set
	// pile is the text behind a colon: a hand, or a pile if other seats have piles.
	pile string
}

// newSeat reads the line of a new seat; text follows its name.
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

// seatWords reads the threat number, words and cards of a seat.
func (n *parser) seatWords(entry *seat, text string) error {
	text, later, inStages := strings.Cut(text, "|")
	text, aside, _ := strings.Cut(text, "+")
	rows := strings.Split(text, "/")
	hand := ""
	for rowIndex, row := range rows {
		cards := ""
		for _, token := range strings.FieldsFunc(row, isBlank) {
			cardText, err := n.seatToken(entry, token, rowIndex == 0 && cards == "")
			if err != nil {
				return err
			}
			cards += cardText
		}
		if len(rows) == 1 {
			hand = cards
			break
		}
		list, err := cardsIn(cards, rowForm)
		if err != nil {
			return err
		}
		entry.Rows = append(entry.Rows, cardsOf(list))
		entry.given = true
	}
	set, err := setIn(hand)
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

// seatToken reads a word of a seat's line. If the word is a card, it returns its text. beforeCards reports whether no
// card was read yet, so that the word can be the threat number.
func (n *parser) seatToken(entry *seat, token string, beforeCards bool) (cardText string, err error) {
	mayBeThreat := beforeCards && entry.Threat == 0 && entry.char != nil && entry.char.HasAction(characters.Threat)
	isNumber := numberPattern().MatchString(token)
	name, value, marked := strings.Cut(token, "=")
	switch {
	case token == "*":
		entry.leads = true
	case marked:
		return "", n.mark(entry, word(name), value, token)
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
	case isNumber && mayBeThreat:
		entry.Threat, _ = strconv.Atoi(token)
	case isNumber && beforeCards && entry.char != nil:
		return "", say.Errorf("%s has no threat number, or has one already: what is %s? (S8)", entry.char.Name, token)
	case mayBeThreat && startsWithThreat(token):
		entry.Threat = int(token[0] - '0')
		return token[1:], nil
	case !strings.ContainsAny(token, "123456789") && len([]rune(token)) > 1 && strings.Trim(token, ".-") != "":
		return "", say.Errorf("%s is no word of the notation, and no card (T2)", quoted(token))
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

// mark reads a word such as tucked=h3, first=m2, last=f3, announced=hm, rider=terror or gift=sting. token is
// the whole word for messages.
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
