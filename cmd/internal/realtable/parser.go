package realtable

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Limits of a note, many times what a round needs.
const (
	// MostText is the maximum size of a note in bytes.
	MostText = 16 << 10
	// mostLines is the maximum number of lines.
	mostLines = 400
	// mostFaults is the maximum number of faults that are reported.
	mostFaults = 20
)

// noSeat is the winner of the tricks that Old Man Willow takes (C5).
const noSeat = tricks.NoSeat

// unnamed stands for a seat that a line does not name.
const unnamed = tricks.NoSeat - 2

// parser reads a note line by line and keeps what it says.
type parser struct {
	lib *chapters.Library
	// chapter is the chapter as it is played in this round, nil for none.
	chapter *chapters.Chapter
	// layout has the numbers of cards (N), and defaults if there is no chapter.
	layout chapters.Layout
	// known reports whether the layout is the chapter's.
	known bool
	// pos has what the note says about the round as a whole.
	pos       chapters.Position
	seatCount int
	// seats are the seats that are written so far, clockwise.
	seats []seat

	// lost are the lost cards, as they are written or worked out.
	lost []tricks.Card
	// lostKnown reports whether lost is written or follows from the exchanges.
	lostKnown bool
	// lostLine is the line with the lost cards.
	lostLine int
	// dealt reports whether the hands are written as they were dealt, before setup.
	dealt bool
	// threats is the order of the threat cards, empty if it is not written.
	threats []int
	// pile is the draw pile of a solo round, next card first.
	pile []tricks.Card
	// side are the cards of the side deck in order.
	side []tricks.Card
	// leftovers are the cards that seats still held at the end.
	leftovers []leftover
	// moves are the exchanges and gifts of cards.
	moves  []move
	tricks []trick
	// piled reports whether the tricks are written in piles and not in order.
	piled bool
	// ledBy has the leaders that lines name, by the index of the trick.
	ledBy map[int]tricks.Seat
	// wonCounts has how many tricks seats won, as far as that is written.
	wonCounts map[tricks.Seat]int
	// wonLine is the last line with wonCounts.
	wonLine int

	// dealtGame is the game before its first trick if the deal and all of setup are written, else nil.
	dealtGame *chapters.Game
	// taker is the seat that took the lost cards, noSeat if that is not known.
	taker tricks.Seat
	// inPlay are the cards in hands and tricks.
	inPlay tricks.Set

	// line is the line to which a fault belongs.
	line int
	// lastLine is the last line that is not empty.
	lastLine int
	faults   []Fault
	// notes are the notes for [Table.Notes].
	notes []error
	// openQuestion is the question for [Table.Question], nil for none.
	openQuestion error
	// leadQuestion is the question for [Table.LeadQuestion].
	leadQuestion LeadQuestion
	// turn is the seat for [Table.Turn].
	turn tricks.Seat
}

// read reads the lines of a note.
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
					return // The other lines make no sense without the first one.
				}
			} else if err := n.statement(part); err != nil {
				n.fault(err)
			}
		}
	}
}

// statement reads a line after the first one.
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
		return n.readLeft(text)
	case "led", "won":
		return n.readPairs(command, text)
	case "threats":
		return n.readThreats(words)
	case "mithril":
		n.pos.MithrilUsed = true
		return nil
	case "gift", "rider":
		return n.readRoadCard(command, words)
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

// readLeft reads the cards that a seat still held at the end, such as "gandalf h8" or "gandalf rest".
func (n *parser) readLeft(text string) (err error) {
	name, rest := cutName(text)
	l := leftover{line: n.line}
	l.seat, err = n.findSeat(name)
	if err != nil {
		return err
	}
	l.rest = word(strings.TrimSpace(rest)) == "rest"
	if !l.rest {
		l.cards, err = setIn(rest)
	}
	n.leftovers = append(n.leftovers, l)
	return err
}

// readThreats reads the order of the threat cards (S8).
func (n *parser) readThreats(words []string) error {
	for _, w := range words {
		if !numberPattern().MatchString(w) {
			return say.Errorf("%s is no threat number (S8)", quoted(w))
		}
		t, _ := strconv.Atoi(w)
		n.threats = append(n.threats, t)
	}
	return nil
}

// readRoadCard reads the gift or rider that was drawn for a Road, and the number of the rider's seat (L5).
func (n *parser) readRoadCard(command string, words []string) error {
	if len(words) == 0 {
		return say.Errorf("the name of the gift or the rider is missing (L5)")
	}
	if len(words) > 1 && len(words[1]) == 1 && command == "rider" {
		if s := tricks.Seat(words[1][0] - '1'); s >= 0 && int(s) < n.seatCount {
			n.pos.RiderSeats = []tricks.Seat{s}
		}
	}
	return n.readDrawn(command, words[0], &n.pos.Rider, &n.pos.Gift)
}

// readPairs reads the pairs of a line such as "led 3 sam" or "won pippin 1 frodo 2".
func (n *parser) readPairs(command, text string) error {
	words := strings.FieldsFunc(text, isBlank)
	if len(words) == 0 || len(words)%2 != 0 {
		return say.Errorf("%s: pairs of a name and a number stand there", quoted(text))
	}
	for ; len(words) > 0; words = words[2:] {
		number, name := words[0], words[1]
		if command == "won" {
			name, number = words[0], words[1]
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

// headLine matches the first line of a note, and no first line of a document.
var headLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^\s*(road|-|\d{1,4})\s+[^:{]*$`) })

// head reads the first line: the chapter, its event or group, the number of players and the lost cards.
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
		return say.Errorf("%s: the first line is chapter and players, such as 2 4, "+
			"with the lost card if you like: 2 4 lost f8 (S1)", quoted(text))
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

// Head reads the first line of a note. It returns the chapter as it is played in this round, and the number
// of players. ok is false if the line is wrong or names no chapter.
func Head(lib *chapters.Library, line string) (c *chapters.Chapter, players int, ok bool) {
	n := &parser{lib: lib}
	if err := n.head(line); err != nil || n.chapter == nil {
		return nil, 0, false
	}
	return n.chapter, n.pos.Players, true
}

// players reads a number of players, such as 4 or 4p. It returns 0 for anything else.
func players(w string) int {
	w = strings.TrimSuffix(w, "p")
	if len(w) == 1 && w[0] >= '1' && w[0] <= '4' {
		return int(w[0] - '0')
	}
	return 0
}

// sideDeck is the chapter's side deck, nil without one.
func (n *parser) sideDeck() *chapters.SideDeck {
	if n.chapter == nil {
		return nil
	}
	return n.chapter.Side
}

// sideForm returns the form in which cards of the side deck are written.
func (n *parser) sideForm() form {
	if d := n.sideDeck(); d != nil && d.Cards.Contains(tricks.BalrogCard) {
		return balrogForm
	}
	return deckForm
}
