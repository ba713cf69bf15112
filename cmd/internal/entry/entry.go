// Package entry takes down a deal that lies on a real table: a form of a few
// lines, each of which is checked while it is typed. What comes out is a
// position, for the solver and for documents.
//
// A form has no screen. The full screen (package tui) and the dialogue line by
// line (Ask) both fill it in.
package entry

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Key names a line of the form.
type Key string

// The lines, in their order; a form has those its chapter needs.
const (
	Chapter Key = "chapter"
	Variant Key = "variant"
	Players Key = "players"
	Pool    Key = "pool"
	Gift    Key = "gift"
	Rider   Key = "rider"
	Lost    Key = "lost"
	Pile    Key = "pile"
	Side    Key = "side"
	Threats Key = "threats"
)

// Seat is the line of a seat.
func Seat(s int) Key { return Key("seat" + strconv.Itoa(s)) }

// seat returns the seat of a line, -1 for another line.
func (k Key) seat() int {
	if n, ok := strings.CutPrefix(string(k), "seat"); ok {
		s, _ := strconv.Atoi(n)
		return s
	}
	return -1
}

// Form is a deal being taken down.
type Form struct {
	*texts.Texts
	lib    *chapters.Library
	values map[Key]string
}

// New returns an empty form for four players.
func New(lib *chapters.Library, t *texts.Texts) *Form {
	return &Form{Texts: t, lib: lib, values: map[Key]string{Players: "4"}}
}

// Value returns what stands in a line.
func (f *Form) Value(k Key) string { return f.values[k] }

// Set writes a line. What other lines hold stays, even where the chapter has no
// such line any more.
func (f *Form) Set(k Key, value string) { f.values[k] = value }

// Keys lists the lines there are now.
func (f *Form) Keys() []Key {
	keys := []Key{Chapter}
	l := f.layout()
	if l.kind != "" {
		keys = append(keys, Variant)
	}
	keys = append(keys, Players)
	if l.road && f.asDealt(&l) {
		keys = append(keys, Pool, Gift, Rider)
	}
	if l.lost != 0 {
		keys = append(keys, Lost)
	}
	for s := range chapters.SeatsFor(l.players) {
		keys = append(keys, Seat(s))
	}
	if l.players == 1 {
		keys = append(keys, Pile)
	}
	if f.side(&l) {
		keys = append(keys, Side)
	}
	if c := l.chapter; c != nil && len(c.Threats) > 0 && f.asDealt(&l) {
		keys = append(keys, Threats)
	}
	return keys
}

// Label returns what a line asks for.
func (f *Form) Label(k Key) string {
	if s := k.seat(); s >= 0 {
		return f.Seat(tricks.Seat(s))
	}
	switch k {
	case Variant:
		return f.T("entry.label." + f.layout().kind)
	case Side:
		return f.T("entry.label." + f.layout().chapter.Side.Name)
	}
	return f.T("entry.label." + string(k))
}

// Hint tells what to type into a line.
func (f *Form) Hint(k Key) string {
	l := f.layout()
	if k.seat() >= 0 {
		hint := f.T("entry.hint.seat")
		if l.staged() {
			hint = f.T("entry.hint.staged", l.chapter.Staged)
		}
		switch l.players {
		case 2:
			return hint + " " + f.T("entry.hint.pyramid")
		case 1:
			return hint + " " + f.T("entry.hint.solo")
		}
		return hint
	}
	switch k {
	case Variant:
		var names []string
		for _, v := range l.whole.Variants() {
			names = append(names, v.ID)
		}
		return f.T("entry.hint.variant", f.Names(names))
	case Lost:
		return f.T("entry.hint.lost")
	}
	return f.T("entry.hint." + string(k))
}

// layout is what the upper lines say about the deal.
type layout struct {
	// whole is the chapter, chapter the same with its event or group; both nil
	// without one. kind is what there is to choose, event or group.
	whole, chapter *chapters.Chapter
	round          chapters.Round
	// carrier is the seat that carries the rider of the Road, NoSeat if nobody
	// said so.
	carrier tricks.Seat
	road    bool
	kind    string
	players int
	// lost is how many lost cards there are; without a chapter any number, -1.
	lost  int
	hand  int
	deck  tricks.Set
	rows  []int
	known bool
}

// side reports whether there is a side deck yet: the barrow's cards are taken in
// setup (C6), the others are turned up during play.
func (f *Form) side(l *layout) bool {
	return l.chapter != nil && l.chapter.Side != nil && (l.chapter.Side.Name != chapters.Barrow || f.asDealt(l))
}

func (f *Form) layout() layout {
	l := layout{players: 4, lost: -1, deck: tricks.Deck, carrier: tricks.NoSeat}
	if n, err := strconv.Atoi(strings.TrimSpace(f.values[Players])); err == nil && n >= 1 && n <= 4 {
		l.players = n
	}
	c, err := f.lib.Chapter(f.chapterID())
	if err != nil {
		return l
	}
	l.whole, l.chapter, l.kind = c, c, c.VariantKind()
	if v := c.Variant(strings.TrimSpace(f.values[Variant])); v != nil && l.kind != "" {
		if l.kind == "event" {
			l.round.Event = v.ID
		} else {
			l.round.Group = v.ID
		}
	}
	if l.road = c.Pool != nil; l.road {
		f.drawn(&l)
	}
	if part, err := c.For(l.round, l.players); err == nil {
		l.chapter = part
	}
	if lay, err := l.chapter.Layout(l.players); err == nil {
		l.lost, l.hand, l.rows, l.known = lay.Lost, lay.Hand, lay.Rows, true
		l.deck = lay.Deck
	}
	return l
}

// chapterID is the chapter's id as the library knows it.
func (f *Form) chapterID() string {
	id := strings.ToLower(strings.TrimSpace(f.values[Chapter]))
	if n := strings.TrimLeft(id, "0"); n != "" {
		return n
	}
	return id
}

// cast reports whether any seat has a character: then the setup is done.
func (f *Form) cast() bool {
	l := f.layout()
	for s := range chapters.SeatsFor(l.players) {
		if f.seat(s, &l).hand.Character != "" {
			return true
		}
	}
	return false
}

// asDealt reports whether the form describes a deal before anybody has chosen: no
// seat has a character, or only those that were dealt (C16): then the cards come
// in stages, or, alone, without a threat number, which Sam has after the setup.
func (f *Form) asDealt(l *layout) bool {
	if !f.cast() {
		return true
	}
	if l.chapter == nil || !l.chapter.CastByLot {
		return false
	}
	for s := range chapters.SeatsFor(l.players) {
		switch at := f.seat(s, l); {
		case at.staged != nil:
			return true
		case l.players > 1:
		case at.hand.Threat != 0:
			return false
		}
	}
	return l.players == 1
}

// cards reads cards as they are typed: small letters, and a suit at the end
// whose ranks are still to come.
func (f *Form) cards(text string, parse func(string) ([]tricks.Card, error)) ([]tricks.Card, string) {
	text = strings.ToUpper(strings.TrimSpace(text))
	if text == "-" {
		return nil, ""
	}
	if n := len(text); n > 0 && strings.ContainsRune("HMFSRV", rune(text[n-1])) {
		text = text[:n-1]
	}
	var all []tricks.Card
	seen := map[tricks.Card]bool{}
	for _, group := range strings.Fields(text) {
		cards, err := parse(group)
		if err != nil {
			// A card twice in one group is an error of its own.
			if whole, err := tricks.ParseSequence(group); err == nil {
				for _, c := range whole {
					if seen[c] || slices.Index(whole, c) != lastIndex(whole, c) {
						return all, f.T("entry.twice", c)
					}
				}
			}
			return all, f.T("entry.notcards", group)
		}
		for _, c := range cards {
			seen[c] = true
		}
		all = append(all, cards...)
	}
	return all, ""
}

func lastIndex(cards []tricks.Card, c tricks.Card) int {
	for i := range slices.Backward(cards) {
		if cards[i] == c {
			return i
		}
	}
	return -1
}

func (f *Form) threats() ([]int, string) {
	var out []int
	for _, word := range strings.FieldsFunc(f.values[Threats], notDigit) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 99 {
			return nil, f.T("entry.hint.threats")
		}
		out = append(out, n)
	}
	return out, ""
}

func notDigit(r rune) bool { return !unicode.IsDigit(r) }

// Position makes a position of the form, and the game it begins. What is wrong
// with it as a whole is an error that names the rule.
func (f *Form) Position() (chapters.Position, error) {
	l := f.layout()
	pos := chapters.Position{
		Players: l.players, Round: l.round, Stage: chapters.StagePlay, Leader: tricks.NoSeat, Pyramid: tricks.NoSeat,
	}
	if l.chapter != nil {
		pos.Chapter = l.chapter.ID
	}
	problems := f.Check().Problems
	for _, k := range f.Keys() {
		if p, bad := problems[k]; bad && p.Hard {
			return pos, fmt.Errorf("%s: %s", f.Label(k), p.Text)
		}
	}
	if l.chapter != nil && f.asDealt(&l) {
		pos.Stage = chapters.StageDraft
	}
	for s := range chapters.SeatsFor(l.players) {
		at := f.seat(s, &l)
		if at.hand.Rows != nil {
			pos.Pyramid = tricks.Seat(s)
		}
		pos.Hands = append(pos.Hands, at.hand)
		if pos.Stage == chapters.StageDraft && l.staged() {
			if pos.Staged == nil {
				pos.Staged = make([][]tricks.Set, 2)
			}
			for i := range pos.Staged {
				var cards tricks.Set
				if i < len(at.staged) {
					cards = tricks.SetOf(at.staged[i]...)
				}
				pos.Staged[i] = append(pos.Staged[i], cards)
			}
		}
	}
	if l.carrier != tricks.NoSeat && pos.Stage == chapters.StageDraft {
		pos.RiderSeats = []tricks.Seat{l.carrier}
	}
	pos.Lost, _ = f.cards(f.values[Lost], tricks.ParseCards)
	if l.lost == 0 {
		pos.Lost = nil
	}
	if l.players == 1 {
		pos.Pile, _ = f.cards(f.values[Pile], tricks.ParseCards)
	}
	if f.side(&l) {
		pos.Sides = map[string][]tricks.Card{}
		pos.Sides[l.chapter.Side.Name], _ = f.cards(f.values[Side], tricks.ParseSequence)
	}
	if pos.Stage == chapters.StageDraft {
		pos.Threats, _ = f.threats()
	}
	// Through the document, which fills in what the chapter fixes.
	doc, err := pos.YAML()
	if err != nil {
		return pos, err
	}
	for e := range f.lib.Read("deal", bytes.NewReader(doc)) {
		if e.Err != nil {
			return pos, e.Err
		}
		pos = e.Position
	}
	_, err = f.lib.NewGame(pos)
	return pos, err
}

// Rest returns what to type for all cards that stand nowhere yet.
func (f *Form) Rest() string {
	r := f.Check()
	return r.Missing.String()
}

// Title names the chapter, with its event or group; empty without one.
func (f *Form) Title() string {
	switch l := f.layout(); {
	case l.chapter == nil:
		return ""
	case l.chapter.Part != nil:
		return l.chapter.ID + ": " + l.chapter.Part.In(f.Lang())
	default:
		return l.chapter.ID + ": " + l.chapter.Title.In(f.Lang())
	}
}
