package realtable

import (
	"slices"
	"strconv"
	"strings"

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
)

// reader reads a note line by line and keeps what it says.
type reader struct {
	note   *note
	faults *faultList
	// line is the number of the line that is being read.
	line int
	// unnamedLines is the number of lines of cards without a name that came before all seats were written.
	unnamedLines int
}

// newReader returns a reader of an empty note.
func newReader(lib *chapters.Library) *reader {
	return &reader{
		note: &note{
			head:     heading{lib: lib},
			ledBy:    map[int]tricks.Seat{},
			won:      wonCounts{bySeat: map[tricks.Seat]int{}},
			taker:    noSeat,
			lastLine: 1,
		},
		faults: &faultList{},
	}
}

// read reads the lines of a note.
func (r *reader) read(text string) {
	if len(text) > MostText {
		r.faults.add(
			1,
			say.Errorf("the text is longer than %d bytes: shorten it, a round needs a few hundred", MostText),
		)
		return
	}
	for text := range strings.Lines(text) {
		r.line++
		if r.line > mostLines {
			r.faults.add(
				r.line,
				say.Errorf("there are more than %d lines: remove some, a round needs about twenty", mostLines),
			)
			return
		}
		for part := range strings.SplitSeq(text, ";") {
			part, _, _ = strings.Cut(part, "#")
			part = strings.TrimSpace(part)
			if part == "" {
				continue
			}
			r.note.lastLine = r.line
			if r.note.head.seatCount == 0 {
				if err := r.readHead(part); err != nil {
					r.faults.add(r.line, err)
					return // The other lines make no sense without the first one.
				}
			} else if err := r.statement(part); err != nil {
				r.faults.add(r.line, err)
			}
		}
	}
}

// readHead reads the first line: the heading, and the lost cards behind it.
func (r *reader) readHead(text string) error {
	head, rest, err := readHeading(r.note.head.lib, text)
	if err != nil {
		return err
	}
	head.line = r.line
	r.note.head = head
	r.note.round = chapters.Position{
		Chapter: head.chapterID,
		Players: head.players,
		Terms:   head.terms,
		Leader:  tricks.NoSeat,
		Pyramid: tricks.NoSeat,
	}
	if len(rest) == 0 {
		return nil
	}
	if word(rest[0]) != "lost" {
		return say.Errorf("%s: only the lost cards can come after the players, as in 2 4 lost f8", quoted(rest[0]))
	}
	return r.statement(strings.Join(rest, " "))
}

// statement reads a line after the first one, or the part of a line up to a semicolon. What it begins with says
// what it is: an exchange (sam>frodo), cards (a hand or a trick), a word of the notation, a side deck, or a
// character (a new seat, or behind a colon the tricks of a seat above).
func (r *reader) statement(text string) error {
	if giver, moveText, ok := strings.Cut(text, ">"); ok && !strings.ContainsAny(giver, ":=") {
		return r.readMove(giver, moveText)
	}
	if isCards(text) {
		return r.readCards(text)
	}
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		return r.newSeat(nil, rest)
	}
	firstWord, _, _ := strings.Cut(strings.ReplaceAll(text, ":", " "), " ")
	first, _ := cutName(firstWord)
	rest := strings.TrimLeft(strings.TrimPrefix(text, first), " \t:")
	if w := word(first); w != "" {
		return r.keyword(w, rest)
	}
	if first != "" && r.namesSideDeck(text) {
		if start := strings.IndexFunc(text, func(digit rune) bool { return digit >= '1' && digit <= '9' }); start > 0 {
			rest = text[start-1:]
		}
		cards, err := cardsIn(rest, r.note.head.sideForm())
		r.note.side = append(r.note.side, cardsOf(cards)...)
		return err
	}
	return r.readCharacter(text)
}

// namesSideDeck reports whether a line begins with the name of the chapter's side deck in any language.
func (r *reader) namesSideDeck(text string) bool {
	d := r.note.head.sideDeck()
	if d == nil {
		return false
	}
	begin := normalizeName(strings.TrimSpace(text))
	return slices.ContainsFunc([]string{d.Name, d.TitleOrName("en"), d.TitleOrName("de")}, func(s string) bool {
		return strings.HasPrefix(begin, normalizeName(s))
	})
}

// readCharacter reads a line that begins with a character: a new seat, or tricks behind a colon of a seat above.
func (r *reader) readCharacter(text string) error {
	name, rest := cutName(text)
	if name == "" {
		return say.Errorf("%s: a line begins with a character, a card or a word such as left or led",
			quoted(text))
	}
	c, err := r.note.head.character(name)
	if err != nil {
		return err
	}
	owner := r.note.seatOf(c)
	rest = strings.TrimSpace(rest)
	colon := strings.HasPrefix(rest, ":")
	switch {
	case owner < 0:
		return r.newSeat(c, strings.Replace(rest, ":*", "*:", 1))
	case colon:
		return r.readBehindColon(owner, rest[1:])
	}
	return say.Errorf("%s already sits at seat %d; write a pile or a trick after a colon, %s: … (S4)", c.Name,
		owner+1, strings.ToLower(name))
}

// keyword reads a line that begins with a word of the notation.
func (r *reader) keyword(command, text string) error {
	words := strings.FieldsFunc(text, isBlank)
	cards := func() ([]tricks.Card, error) {
		list, err := cardsIn(text, handForm)
		return cardsOf(list), err
	}
	var err error
	switch command {
	case "lost":
		r.note.lost = lostCards{known: true, line: r.line}
		r.note.lost.cards, err = cards()
		if err == nil && len(r.note.lost.cards) == 0 {
			err = say.Errorf("the lost card is missing, as in lost f8 (S2)")
		}
		return err
	case "pile":
		if r.note.head.players != 1 {
			return say.Errorf("only a single player has a draw pile: remove the line, or write 1 for the players (S10)")
		}
		r.note.pile, err = cards()
		return err
	case "dealt":
		r.note.dealt = true
		return nil
	case "nobody":
		return r.readBehindColon(noSeat, text)
	case "left":
		return r.readLeft(text)
	case "led":
		return r.readLed(text)
	case "won":
		return r.readWon(text)
	case "threats":
		return r.readThreats(words)
	case "mithril":
		r.note.round.MithrilUsed = true
		return nil
	case "gift", "rider":
		return r.readRoadCard(command, words)
	case "pool":
		return r.readPool(words)
	case "completed":
		ids, err := r.characters(words)
		if err == nil {
			r.note.round.Completed = ids
		}
		return err
	case "done":
		return r.readDone(words)
	}
	return say.Errorf("%s does not begin a line: write it after a name", quoted(command))
}

// readDone reads the events that were won in earlier rounds (C14).
func (r *reader) readDone(words []string) error {
	for _, w := range words {
		whole, err := r.note.head.lib.Chapter(r.note.head.chapterID)
		if err != nil || len(whole.Variants()) == 0 {
			return say.Errorf("only a chapter with events has events that are done: remove the line (C14)")
		}
		if whole.Variant(w) == nil {
			return say.Errorf("%s is not an event of this chapter: write one of %s (C14)", quoted(w),
				strings.Join(chapters.VariantIDs(whole.Variants()), ", "))
		}
		r.note.round.EventsDone = append(r.note.round.EventsDone, whole.Variant(w).ID)
	}
	return nil
}

// readLeft reads the cards that a seat still held at the end, such as "gandalf h8" or "gandalf rest".
func (r *reader) readLeft(text string) (err error) {
	name, rest := cutName(text)
	if isCards(text + " ") {
		name = ""
	}
	l := leftover{line: r.line}
	l.seat, err = r.note.findSeat(name)
	if err != nil {
		return err
	}
	l.rest = word(strings.TrimSpace(rest)) == "rest"
	if !l.rest {
		l.cards, err = setIn(rest)
	}
	r.note.leftovers = append(r.note.leftovers, l)
	return err
}

// readThreats reads the order of the threat cards (S8).
func (r *reader) readThreats(words []string) error {
	for _, w := range words {
		if !numberPattern().MatchString(w) {
			return say.Errorf(
				"%s is not a threat number: write the numbers of the deck in order, as in threats 3 1 4 2 (S8)",
				quoted(w),
			)
		}
		t, _ := strconv.Atoi(w)
		r.note.threats = append(r.note.threats, t)
	}
	return nil
}

// readRoadCard reads the gift or rider that was drawn for a Road, and the number of the rider's seat (L5).
func (r *reader) readRoadCard(command string, words []string) error {
	if len(words) == 0 {
		return say.Errorf("the name of the gift or the rider is missing, as in gift sting or rider terror 2 (L5)")
	}
	if len(words) > 1 && command == "rider" {
		number, err := strconv.Atoi(words[1])
		if err != nil || number < 1 || number > r.note.head.seatCount {
			return say.Errorf(
				"%s is not a seat for the rider: write a number from 1 to %d, as in rider terror 2 (L5)",
				quoted(words[1]),
				r.note.head.seatCount,
			)
		}
		r.note.round.RiderSeats = []tricks.Seat{tricks.Seat(number - 1)}
	}
	return readDrawn(r.note.head.lib, command, words[0], &r.note.round.Rider, &r.note.round.Gift)
}

// readPool reads the names of the characters that were drawn for a Road (L5).
func (r *reader) readPool(words []string) error {
	ids, err := r.characters(words)
	if err != nil {
		return err
	}
	chapter := r.note.head.chapter
	if chapter == nil || chapter.Pool == nil {
		return say.Errorf("characters are drawn only for the Road: remove the line, or begin with road 4 (L5)")
	}
	rosterIndex := func(id string) int {
		return slices.IndexFunc(chapter.Roster, func(e chapters.RosterEntry) bool { return e.Character.ID == id })
	}
	slices.SortFunc(ids, func(a, b string) int { return rosterIndex(a) - rosterIndex(b) })
	r.note.round.Pool = ids
	return nil
}

// readLed reads who led tricks, such as "3 sam 5 frodo".
func (r *reader) readLed(text string) error {
	return r.readPairs(text, func(first, second string) error {
		s, err := r.note.findSeat(strings.TrimSuffix(second, ":"))
		if err != nil {
			return err
		}
		number, ok := trickCount(first)
		if !ok || number < 1 {
			return say.Errorf("%s is not the number of a trick: write 1 for the first, as in led 1 sam", quoted(first))
		}
		r.note.ledBy[number-1] = s
		return nil
	})
}

// readWon reads how many tricks seats won, such as "pippin 1 frodo 2".
func (r *reader) readWon(text string) error {
	return r.readPairs(text, func(first, second string) error {
		s, err := r.note.findSeat(strings.TrimSuffix(first, ":"))
		if err != nil {
			return err
		}
		count, ok := trickCount(second)
		if !ok {
			return say.Errorf("%s is not a number of tricks: write how many were won, as in won merry 2",
				quoted(second))
		}
		r.note.won.bySeat[s] = count
		r.note.won.line = r.line
		return nil
	})
}

// readPairs reads the words of a line in pairs.
func (r *reader) readPairs(text string, readPair func(first, second string) error) error {
	words := strings.FieldsFunc(text, isBlank)
	if len(words) == 0 || len(words)%2 != 0 {
		return say.Errorf("%s: write pairs, such as led 3 sam or won merry 2", quoted(text))
	}
	for ; len(words) > 0; words = words[2:] {
		if err := readPair(words[0], words[1]); err != nil {
			return err
		}
	}
	return nil
}

// trickCount reads the number of a trick or of tricks, from 0 to 99. ok is false for anything else.
func trickCount(text string) (k int, ok bool) {
	k, err := strconv.Atoi(text)
	return k, err == nil && k >= 0 && k <= 99
}
