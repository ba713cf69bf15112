package entry

import (
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"
)

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
	return l.chapter != nil && l.chapter.Side != nil && (l.chapter.Side.IsTurnedUp() || f.asDealt(l))
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
