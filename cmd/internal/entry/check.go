package entry

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Problem is what is wrong with a line, or still missing in it. Hard says that
// no position can be made of it.
type Problem struct {
	Text string
	Hard bool
}

// Report is what can be said about a form.
type Report struct {
	// Problems has the first problem of each line that has one.
	Problems map[Key]Problem
	// Missing is the cards of the deck that stand nowhere.
	Missing tricks.Set
}

// Ready reports whether a position can be made of the form.
func (r *Report) Ready() bool {
	for _, p := range r.Problems {
		if p.Hard {
			return false
		}
	}
	return true
}

// Check looks through the whole form.
func (f *Form) Check() Report {
	r := Report{Problems: map[Key]Problem{}}
	l := f.layout()
	where := map[tricks.Card]Key{}
	hard := func(k Key, text string) {
		if p, ok := r.Problems[k]; !ok || !p.Hard {
			r.Problems[k] = Problem{text, true}
		}
	}
	soft := func(k Key, text string) {
		if _, ok := r.Problems[k]; !ok {
			r.Problems[k] = Problem{Text: text}
		}
	}
	take := func(k Key, cards []tricks.Card) {
		for _, c := range cards {
			switch at, taken := where[c]; {
			case taken && at == k:
				hard(k, f.T("entry.twice", c))
			case taken:
				hard(k, f.T("entry.double", c, f.Label(at)))
			case l.known && !l.deck.Has(c):
				hard(k, f.T("entry.notindeck", c))
			}
			where[c] = k
		}
	}

	switch id := f.chapterID(); {
	case id == "" || id == "-":
	case l.chapter == nil:
		hard(Chapter, f.T("entry.nochapter", id))
	}
	if l.kind != "" && l.round.Event == "" && l.round.Group == "" {
		hard(Variant, f.Hint(Variant))
	}
	if n, err := strconv.Atoi(strings.TrimSpace(f.values[Players])); err != nil || n < 1 || n > 4 {
		hard(Players, f.T("entry.players"))
	}
	for _, k := range f.Keys() {
		switch s := k.seat(); {
		case s >= 0:
			at := f.seat(s, &l)
			if at.problem != "" {
				hard(k, at.problem)
			}
			take(k, at.all)
			f.checkSeat(k, &l, &at, hard, soft)
		case k == Lost:
			cards, problem := f.cards(f.values[k], tricks.ParseCards)
			if problem != "" {
				hard(k, problem)
			}
			take(k, cards)
			if l.lost > 0 && len(cards) != l.lost && f.asDealt(&l) {
				hard(k, f.T("entry.count", len(cards), l.lost))
			}
		case k == Pool:
			if _, problem := f.pool(&l); problem != "" {
				hard(k, problem)
			}
		case k == Gift:
			if v := f.word(k); v != "" && f.lib.Gifts[v] == nil {
				hard(k, f.T("entry.unknown", v))
			}
		case k == Rider:
			if v := f.word(k); v != "" && f.lib.Riders[v] == nil {
				hard(k, f.T("entry.unknown", v))
			}
		case k == Pile:
			cards, problem := f.cards(f.values[k], tricks.ParseCards)
			if problem != "" {
				hard(k, problem)
			}
			take(k, cards)
		case k == Side:
			parse := tricks.ParseCards
			if l.chapter.Side.GoesRound() {
				parse = tricks.ParseSequence
			}
			cards, problem := f.cards(f.values[k], parse)
			if problem != "" {
				hard(k, problem)
			}
			if !l.chapter.Side.IsTurnedUp() {
				take(k, cards) // they are of the deck
			}
		case k == Threats:
			if _, problem := f.threats(); problem != "" {
				hard(k, problem)
			}
		}
	}
	f.checkPyramid(&l, hard)
	f.checkCast(&l, hard)
	for c := range where {
		l.deck &^= c.Bit()
	}
	r.Missing = l.deck
	if r.Ready() && r.Missing == l.deck && len(where) == 0 {
		hard(Seat(0), f.T("entry.empty"))
	}
	return r
}

// checkSeat says what is still missing at a seat.
func (f *Form) checkSeat(k Key, l *layout, at *seat, hard, soft func(Key, string)) {
	c := f.character(at.hand.Character, l)
	switch n := len(at.all); {
	case n == 0:
		soft(k, f.T("entry.nocards"))
	case c == nil && l.known && l.players > 1 && n != l.hand && !l.staged():
		hard(k, f.T("entry.count", n, l.hand))
	case l.staged() && f.asDealt(l):
		if !at.dealtLike(l) {
			hard(k, f.T("entry.stages", l.chapter.Staged, l.hand-2*l.chapter.Staged))
		}
	case c == nil || f.asDealt(l):
	case c.UsesThreat() && at.hand.Threat == 0 && at.hand.Range == [2]int{}:
		hard(k, f.T("entry.needsthreat", f.ShortName(c)))
	case !c.UsesThreat() && at.hand.Threat != 0:
		hard(k, f.T("entry.nothreat", f.ShortName(c)))
	}
}

// character returns a character as the chapter plays it, nil for none.
func (f *Form) character(id string, l *layout) *characters.Character {
	if l.chapter != nil {
		for i := range l.chapter.Roster {
			if c := l.chapter.Roster[i].Character; c.ID == id {
				return c
			}
		}
	}
	return f.lib.Characters[id]
}

// staged reports whether characters come before the cards, which are dealt in
// stages (C16).
func (l *layout) staged() bool { return l.chapter != nil && l.chapter.Staged > 0 && l.players > 1 }

// checkPyramid wants exactly one pyramid with two players, of the right shape.
func (f *Form) checkPyramid(l *layout, hard func(Key, string)) {
	pyramids := 0
	for s := range chapters.SeatsFor(l.players) {
		at := f.seat(s, l)
		if at.hand.Rows == nil {
			continue
		}
		pyramids++
		switch {
		case l.players != 2:
			hard(Seat(s), f.T("entry.nopyramid"))
		case pyramids > 1:
			hard(Seat(s), f.T("entry.onepyramid"))
		case l.rows != nil && !sameRows(at.hand.Rows, l.rows):
			hard(Seat(s), f.T("entry.rows", strings.Trim(fmt.Sprint(l.rows), "[]")))
		}
	}
	if l.players == 2 && pyramids == 0 {
		hard(Seat(2), f.T("entry.needpyramid"))
	}
}

func sameRows(rows [][]tricks.Card, want []int) bool {
	return slices.EqualFunc(rows, want, func(row []tricks.Card, n int) bool { return len(row) == n })
}

// checkCast wants all characters or none, each once.
func (f *Form) checkCast(l *layout, hard func(Key, string)) {
	cast := f.cast()
	seen := map[string]bool{}
	for s := range chapters.SeatsFor(l.players) {
		id := f.seat(s, l).hand.Character
		switch {
		case cast && id == "" && l.chapter != nil:
			hard(Seat(s), f.T("entry.nocharacter"))
		case id != "" && seen[id]:
			hard(Seat(s), f.T("entry.samecharacter", f.ShortName(f.lib.Characters[id])))
		}
		seen[id] = true
	}
	if l.chapter != nil && l.chapter.CastByLot && !cast {
		hard(Seat(0), f.T("entry.castbylot"))
	}
}
