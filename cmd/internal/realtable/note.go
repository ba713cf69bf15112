package realtable

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Fault is what is wrong with a line. Open reports whether nothing is wrong, but something is still missing:
// Line is the last one then.
type Fault struct {
	Line       int
	Err        error
	Incomplete bool
}

// The limits of a text, in bytes and lines: many times what a round needs.
const (
	MostText   = 16 << 10
	mostLines  = 400
	mostFaults = 20
)

// noSeat wins the tricks that Old Man Willow takes (C5).
const noSeat = tricks.NoSeat

// unnamed is a seat that a line does not name.
const unnamed = tricks.NoSeat - 2

// parser is what the lines say, read one by one.
type parser struct {
	lib       *chapters.Library
	chapter   *chapters.Chapter // as it is played in this round, nil for none
	layout    chapters.Layout
	known     bool // the layout is the chapter's
	pos       chapters.Position
	seatCount int // seats
	seats     []seat

	lost      []tricks.Card
	lostKnown bool
	lostLine  int
	dealt     bool
	threats   []int
	pile      []tricks.Card
	side      []tricks.Card
	leftovers []leftover
	moves     []move
	tricks    []trick
	piled     bool
	ledBy     map[int]tricks.Seat
	wonCounts map[tricks.Seat]int
	wonLine   int

	dealtGame *chapters.Game // before the first trick, if the deal and all of the setup are written
	taker     tricks.Seat    // of the lost cards, nobody where that is not known
	inPlay    tricks.Set     // in a hand or a trick

	line, lastLine int
	faults         []Fault
	notes          []error
	openQuestion   error
	leadQuestion   LeadQuestion // what asked asks
	turn           tricks.Seat
}

func (n *parser) fault(err error) {
	if len(n.faults) < mostFaults {
		var open *openErr
		n.faults = append(n.faults, Fault{max(n.line, 1), err, errors.As(err, &open)})
	}
}

// openErr says what is still missing.
type openErr struct{ error }

func newOpenErr(format string, args ...any) error { return &openErr{say.Errorf(format, args...)} }

// strayErr is that some cards stand nowhere.
func strayErr(cards tricks.Set) error {
	return newOpenErr("these cards stand nowhere: %s; if they lie lost, say so: lost … (T1)", spelledSet(cards))
}

// Unwrap returns the error that says it.
func (e *openErr) Unwrap() error { return e.error }

// FormatArgs returns the format and its values.
func (e *openErr) FormatArgs() (format string, args []any) { return "%w", []any{e.error} }

// read reads the lines.
func (n *parser) read(text string) {
	if len(text) > MostText {
		n.line = 1
		n.fault(say.Errorf("the text is longer than %d bytes: a round needs some hundred", MostText))
		return
	}
	for text := range strings.Lines(text) {
		n.line++
		if n.line > mostLines {
			n.fault(say.Errorf("there are more than %d lines: a round needs some twenty", mostLines))
			return
		}
		for part := range strings.SplitSeq(text, ";") {
			part, _, _ = strings.Cut(part, "#")
			part = strings.TrimSpace(part)
			if part == "" {
				continue
			}
			n.lastLine = n.line
			if n.seatCount == 0 {
				if err := n.head(part); err != nil {
					n.fault(err)
					return // nothing below has a meaning without it
				}
			} else if err := n.statement(part); err != nil {
				n.fault(err)
			}
		}
	}
}

// statement reads a line behind the first.
func (n *parser) statement(text string) error {
	if giver, moveText, ok := strings.Cut(text, ">"); ok && !strings.ContainsAny(giver, ":=") {
		return n.readMove(giver, moveText)
	}
	if isCards(text) {
		return n.readCards(text)
	}
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		return n.newSeat(nil, rest)
	}
	firstWord, _, _ := strings.Cut(strings.ReplaceAll(text, ":", " "), " ")
	first, _ := cutName(firstWord)
	rest := strings.TrimLeft(strings.TrimPrefix(text, first), " \t:")
	if w := word(first); w != "" {
		return n.keyword(w, rest)
	}
	if d := n.sideDeck(); d != nil && first != "" &&
		slices.ContainsFunc([]string{d.Name, d.TitleOrName("en"), d.TitleOrName("de")}, func(s string) bool {
			return strings.HasPrefix(normalizeName(strings.TrimSpace(text)), normalizeName(s))
		}) {
		if start := strings.IndexFunc(text, func(r rune) bool { return r >= '1' && r <= '9' }); start > 0 {
			rest = text[start-1:]
		}
		cards, err := cardsIn(rest, n.sideForm())
		n.side = append(n.side, cardsOf(cards)...)
		return err
	}
	name, rest := cutName(text)
	if name == "" {
		return say.Errorf("%s: a line begins with a character, a card or one of the words of the notation",
			quoted(text))
	}
	c, err := n.character(name)
	if err != nil {
		return err
	}
	owner := n.seatOf(c)
	rest = strings.TrimSpace(rest)
	colon := strings.HasPrefix(rest, ":")
	switch {
	case owner < 0:
		return n.newSeat(c, strings.Replace(rest, ":*", "*:", 1))
	case colon:
		return n.readBehindColon(owner, rest[1:])
	}
	return say.Errorf("%s sits at seat %d already; write a pile or a trick behind a colon, %s: … (S4)", c.Name,
		owner+1, strings.ToLower(name))
}

// keyword reads a line that begins with a word of the notation.
func (n *parser) keyword(command, text string) error {
	words := strings.FieldsFunc(text, isBlank)
	cards := func() ([]tricks.Card, error) {
		list, err := cardsIn(text, handForm)
		return cardsOf(list), err
	}
	var err error
	switch command {
	case "lost":
		n.lostKnown = true
		n.lostLine = n.line
		n.lost, err = cards()
		return err
	case "pile":
		if n.pos.Players != 1 {
			return say.Errorf("only one player has a draw pile (S10)")
		}
		n.pile, err = cards()
		return err
	case "dealt":
		n.dealt = true
		return nil
	case "nobody":
		return n.readBehindColon(noSeat, text)
	case "left":
		name, rest := cutName(text)
		l := leftover{line: n.line}
		if l.seat, err = n.findSeat(name); err != nil {
			return err
		}
		l.rest = word(strings.TrimSpace(rest)) == "rest"
		if !l.rest {
			l.cards, err = setIn(rest)
		}
		n.leftovers = append(n.leftovers, l)
		return err
	case "led", "won":
		return n.readPairs(command, text)
	case "threats":
		for _, w := range words {
			if !numberPattern().MatchString(w) {
				return say.Errorf("%s is no threat number (S8)", quoted(w))
			}
			t, _ := strconv.Atoi(w)
			n.threats = append(n.threats, t)
		}
		return nil
	case "mithril":
		n.pos.MithrilUsed = true
		return nil
	case "gift", "rider": // drawn for a Road (L5)
		if len(words) == 0 {
			return say.Errorf("the name of the gift or the rider is missing (L5)")
		}
		if len(words) > 1 && len(words[1]) == 1 && command == "rider" {
			if s := tricks.Seat(words[1][0] - '1'); s >= 0 && int(s) < n.seatCount {
				n.pos.RiderSeats = []tricks.Seat{s}
			}
		}
		return n.readDrawn(command, words[0], &n.pos.Rider, &n.pos.Gift)
	case "pool", "completed":
		return n.readNames(command, text)
	case "done":
		for _, w := range words {
			whole, err := n.lib.Chapter(n.pos.Chapter)
			if err != nil || whole.Variant(w) == nil {
				return say.Errorf("%s is no event of this chapter (C14)", quoted(w))
			}
			n.pos.EventsDone = append(n.pos.EventsDone, whole.Variant(w).ID)
		}
		return nil
	}
	return say.Errorf("%s does not begin a line", quoted(command))
}

// readPairs reads led 3 sam, and won pippin 1 frodo 2.
func (n *parser) readPairs(command, text string) error {
	words := strings.FieldsFunc(text, isBlank)
	if len(words) == 0 || len(words)%2 != 0 {
		return say.Errorf("%s: pairs of a name and a number stand there", quoted(text))
	}
	for ; len(words) > 0; words = words[2:] {
		number, name := words[0], words[1]
		if command == "won" {
			number, name = name, number
		}
		s, err := n.findSeat(strings.TrimSuffix(name, ":"))
		if err != nil {
			return err
		}
		k, err := strconv.Atoi(number)
		if err != nil || k < 0 || k > 99 || k == 0 && command == "led" {
			return say.Errorf("%s is no number of a trick", quoted(number))
		}
		if command == "led" {
			n.ledBy[k-1] = s
		} else {
			n.wonCounts[s] = k
			n.wonLine = n.line
		}
	}
	return nil
}

// headLine is a first line: it tells a note from a document.
var headLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^\s*(road|-|\d{1,4})\s+[^:{]*$`) })

// head reads the first line: chapter, event or group, players, lost cards.
func (n *parser) head(text string) error {
	words := strings.Fields(strings.ToLower(text))
	id := words[0]
	if short := strings.TrimLeft(id, "0"); short != "" {
		id = short
	}
	var whole *chapters.Chapter
	if id != "-" {
		c, err := n.lib.Chapter(id)
		if err != nil {
			return err
		}
		whole = c
		n.pos.Chapter = c.ID
	}
	words = words[1:]
	if len(words) > 1 && whole != nil {
		name := words[0]
		if whole.Variant(name) == nil && len(name) > 1 {
			name = strings.TrimRight(name, "g")
		}
		if v := whole.Variant(name); v != nil && players(words[1]) > 0 {
			if whole.VariantKind() == "event" {
				n.pos.Event = v.ID
			} else {
				n.pos.Group = v.ID
			}
			words = words[1:]
		}
	}
	if len(words) > 0 {
		n.pos.Players = players(words[0])
	}
	switch {
	case n.pos.Players == 0 && whole != nil && whole.VariantKind() != "":
		return say.Errorf("%s: the first line is chapter, %s, players: %s (S1)", quoted(text),
			say.Word(whole.VariantKind()), strings.Join(chapters.VariantIDs(whole.Variants()), ", "))
	case n.pos.Players == 0:
		return say.Errorf("%s: the first line is chapter and players, such as 2 4, with the lost card if you like: 2 4 lost f8 (S1)", quoted(text))
	}
	n.layout = chapters.Layout{Deck: tricks.Deck, Lost: 1}
	if whole != nil {
		n.chapter = whole
		if part, err := whole.ForRound(n.pos.Terms, n.pos.Players); err == nil {
			n.chapter = part
		}
		if l, err := n.chapter.Layout(n.pos.Players); err == nil {
			n.layout = l
			n.known = true
		}
	}
	n.seatCount = tricks.SeatsFor(n.pos.Players)
	if rest := words[1:]; len(rest) > 0 {
		if word(rest[0]) != "lost" {
			return say.Errorf("%s: behind the players only the lost cards can stand, as in 2 4 lost f8",
				quoted(rest[0]))
		}
		return n.statement(strings.Join(rest, " "))
	}
	return nil
}

// Head reads a first line: which chapter is played, as it is in this round, and by how many. Ok is false where it says
// no chapter.
func Head(lib *chapters.Library, line string) (c *chapters.Chapter, players int, ok bool) {
	n := &parser{lib: lib}
	if err := n.head(line); err != nil || n.chapter == nil {
		return nil, 0, false
	}
	return n.chapter, n.pos.Players, true
}

// players reads a number of players, such as 4 or 4p, 0 for none.
func players(w string) int {
	w = strings.TrimSuffix(w, "p")
	if len(w) == 1 && w[0] >= '1' && w[0] <= '4' {
		return int(w[0] - '0')
	}
	return 0
}

// leftover is cards that a seat still held at the end.
type leftover struct {
	seat  tricks.Seat
	cards tricks.Set
	rest  bool
	line  int
}

// move is an exchange, or a card given away (Back is NoCard). Before is the trick before which it was
// made, counted from 0, -1 for one in setup.
type move struct {
	giver, receiver tricks.Seat // to may be the lost card
	card, returned  tricks.Card
	beforeTrick     int
	line            int
	passed          bool // and the card that comes back is still due
}

// trick is a trick as it is written. Pile is the seat in whose pile it lies, unsaid where the tricks
// stand in order. Named is then the seat that was named to lead it. Which of the two stands before a
// colon is known when all lines are read.
type trick struct {
	cards []writtenCard
	side  []tricks.Card
	named tricks.Seat
	pile  tricks.Seat
	line  int
}

// isCards reports whether a line begins with a card.
func isCards(text string) bool {
	r := []rune(strings.ToUpper(text))
	_, suit := suits()[r[0]]
	return r[0] == '.' || r[0] >= '1' && r[0] <= '9' ||
		suit && len(r) > 1 && (r[1] >= '1' && r[1] <= '9' || r[1] == ' ' && len(r) > 2 && r[2] >= '1' && r[2] <= '9')
}

// sideDeck is the chapter's side deck, nil without one.
func (n *parser) sideDeck() *chapters.SideDeck {
	if n.chapter == nil {
		return nil
	}
	return n.chapter.Side
}

func (n *parser) sideForm() form {
	if d := n.sideDeck(); d != nil && d.Cards.Contains(tricks.BalrogCard) {
		return balrogForm
	}
	return deckForm
}

// readCards reads a line of cards: a trick, or a hand before anybody has a character.
func (n *parser) readCards(text string) error {
	side, cards, turned := strings.Cut(text, "|")
	if len(n.seats) < n.seatCount && (!turned || n.chapter != nil && n.chapter.Staged > 0) {
		return n.newSeat(nil, text)
	}
	if !turned {
		return n.addTrick(text, "", unnamed)
	}
	return n.addTrick(cards, side, unnamed)
}

// addTrick reads a trick.
func (n *parser) addTrick(text, side string, owner tricks.Seat) error {
	t := trick{named: owner, pile: unnamed, line: n.line}
	up, err := cardsIn(side, n.sideForm())
	if err != nil {
		return err
	}
	t.side = cardsOf(up)
	if t.cards, err = cardsIn(text, trickForm); err != nil {
		return err
	}
	if len(t.cards) > n.seatCount {
		return say.Errorf("%s: %d cards are no trick, since %d seats play (T3)", quoted(text), len(t.cards),
			n.seatCount)
	}
	n.tricks = append(n.tricks, t)
	return nil
}

// readBehindColon reads what stands behind a seat's colon: the tricks of its pile from the bottom, or one that
// it was named to lead (K: Bilbo Baggins).
func (n *parser) readBehindColon(owner tricks.Seat, text string) error {
	parts := strings.Split(text, "/")
	n.piled = n.piled || len(parts) > 1 || owner == noSeat
	for _, part := range parts {
		side, cards, turned := strings.Cut(part, "|")
		if !turned {
			side = ""
			cards = part
		}
		if strings.TrimSpace(part) == "" {
			continue
		}
		if err := n.addTrick(cards, side, owner); err != nil {
			return err
		}
	}
	return nil
}

// readMove reads an exchange, sam>frodo f7 h2, or a card that is given, fatty>sam f3. A number behind
// it is the trick before which it was made.
func (n *parser) readMove(giver, text string) error {
	exchange := move{beforeTrick: -1, line: n.line, returned: tricks.NoCard}
	var err error
	if exchange.giver, err = n.findSeat(strings.TrimSpace(giver)); err != nil {
		return err
	}
	name, rest := cutName(strings.TrimSpace(text))
	if first, _, _ := strings.Cut(strings.TrimSpace(text), " "); word(first) == "lost" {
		exchange.receiver = chapters.LostCard
		rest = strings.TrimPrefix(strings.TrimSpace(text), first)
	} else if exchange.receiver, err = n.findSeat(name); err != nil {
		return err
	}
	var pair []tricks.Card
	for _, w := range strings.FieldsFunc(rest, isBlank) {
		if numberPattern().MatchString(w) && len(pair)%2 == 0 && exchange.beforeTrick < 0 {
			number, _ := strconv.Atoi(w)
			exchange.beforeTrick = number - 1
			continue
		}
		list, err := cardsIn(w, deckForm) // the same card may come back
		if err != nil {
			return err
		}
		pair = append(pair, cardsOf(list)...)
	}
	switch len(pair) {
	case 2:
		exchange.card, exchange.returned = pair[0], pair[1]
	case 1:
		exchange.card = pair[0]
	default:
		return say.Errorf("%s: an exchange has two cards, given and got back (S6)", quoted(text))
	}
	if len(n.tricks) > 0 && !n.piled && exchange.beforeTrick < 0 {
		exchange.beforeTrick = len(n.tricks)
	}
	n.moves = append(n.moves, exchange)
	return nil
}
