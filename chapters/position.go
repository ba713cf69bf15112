package chapters

import (
	"fmt"
	"slices"

	"fellowship/tricks"
)

// Stage is how far a round has come.
type Stage uint8

// The stages, in their order.
const (
	StageDraft Stage = iota
	StageSetup
	StagePlay
)

var stageNames = []string{"draft", "setup", "play"}

// String returns the stage's name in documents: draft, setup or play.
func (s Stage) String() string { return stageNames[s] }

// Position is a moment from which a round can be played: what a position
// document states, what the dealer deals, what stands at the head of a record.
type Position struct {
	// ID is echoed in answers; it may be empty. BareID says that it is a number
	// or boolean and stays one.
	ID     string
	BareID bool
	// Deal is the name of the deal if the dealer dealt it, else empty.
	Deal string
	// Chapter is the chapter's id; empty: a plain round without any special.
	Chapter string
	Players int
	// Lost is the lost cards that lie on the table (S2).
	Lost  []tricks.Card
	Stage Stage
	// Leader leads the first trick; NoSeat: as the cards say.
	Leader tricks.Seat
	Hands  []HandInfo
	// Pyramid is the seat of the pyramid (S9), NoSeat without one.
	Pyramid tricks.Seat
	// Pile is the draw pile, next card first (S10).
	Pile []tricks.Card
	// Threats is the threat deck, next card first (S8).
	Threats []int
	// Plays is what was played so far, from the start of the first trick.
	Plays []tricks.Play
	// Expect is the known answer of test data.
	Expect *Expect
}

// Expect is the known answer in a document of test data.
type Expect struct {
	Verdict string // winnable, unwinnable; empty: not stated
	// Perft is the number of legal sequences of Depth plays.
	Depth int
	Perft uint64
}

// Counts reports whether a number of sequences is stated: it is never 0 without
// a depth.
func (e *Expect) Counts() bool { return e != nil && (e.Depth > 0 || e.Perft > 0) }

// HandInfo is one seat of a position.
type HandInfo struct {
	Character string
	Threat    int // 0: none
	Declared  string
	Range     [2]int
	Rider     string
	Cards     tricks.Set
	// Rows and Extra take the place of Cards at the pyramid.
	Rows  [][]tricks.Card
	Extra tricks.Set
}

// Owned returns every card the seat holds.
func (h *HandInfo) Owned() tricks.Set {
	return h.Cards | tricks.Pyramid{Rows: h.Rows, Extra: h.Extra}.Owned()
}

// check reports what makes the position impossible to set up: what holds for
// every stage first, then what the chapter asks of the stages draft and setup.
func (p *Position) check(chapter *Chapter) error {
	var seen tricks.Set
	for _, cards := range [][]tricks.Card{p.Lost, p.Pile} {
		for _, c := range cards {
			if seen.Has(c) {
				return fmt.Errorf("card %s is there twice (T1)", c)
			}
			seen |= c.Bit()
		}
	}
	for s := range p.Hands {
		h := &p.Hands[s]
		for _, row := range append(slices.Clone(h.Rows), h.Cards.Cards(), h.Extra.Cards()) {
			for _, c := range row {
				if seen.Has(c) {
					return fmt.Errorf("seat %d: card %s is there twice (T1)", s, c)
				}
				seen |= c.Bit()
			}
		}
		for r := 1; r < len(h.Rows); r++ {
			if len(h.Rows[r]) != len(h.Rows[r-1])+1 {
				return fmt.Errorf("seat %d: each row of the pyramid has one place more than the row above it (S9)", s)
			}
		}
	}
	if odd := seen &^ tricks.Deck; odd != 0 {
		return fmt.Errorf("card %s is not in this chapter's deck (T1)", odd.First())
	}
	if p.Stage == StagePlay {
		return nil
	}
	if chapter == nil {
		return fmt.Errorf("stage %s needs a chapter (S4)", p.Stage)
	}
	return p.checkDeal(chapter)
}

// checkDeal holds a position before play to S1, S2, S8, S9 and S10.
func (p *Position) checkDeal(chapter *Chapter) error {
	var all tricks.Set
	for s := range p.Hands {
		h := &p.Hands[s]
		all |= h.Owned()
		want := 9
		switch p.Players {
		case 1:
			want = 4
		case 2, 3:
			want = 12
		}
		if got := h.Owned().Len(); got != want {
			return fmt.Errorf("seat %d has %d cards, but %d players start with %d (S1)", s, got, p.Players, want)
		}
		if h.Rows != nil && (len(h.Rows) != 3 || len(h.Rows[0]) != 3 || h.Extra != 0) {
			return fmt.Errorf("seat %d: the pyramid starts with rows of 3, 4 and 5 cards (S9)", s)
		}
		if p.Stage == StageDraft && (h.Character != "" || h.Threat != 0) {
			return fmt.Errorf("seat %d has a character or a threat, but stage draft comes before that (S4)", s)
		}
	}
	if !all.Has(tricks.OneRing) {
		return fmt.Errorf("nobody holds R1: it is in a hand when a round begins (S2, S3, S10)")
	}
	all |= tricks.SetOf(p.Lost...) | tricks.SetOf(p.Pile...)
	if missing := tricks.Deck &^ all; missing != 0 {
		return fmt.Errorf("these cards are nowhere: %s (T1)", missing)
	}
	if len(p.Lost) != 1 {
		return fmt.Errorf("%d lost cards lie on the table, but it is one (S2)", len(p.Lost))
	}
	if len(p.Plays) > 0 {
		return fmt.Errorf("plays are listed, but stage %s comes before the first trick", p.Stage)
	}
	drawn := append([]int(nil), p.Threats...)
	for s := range p.Hands {
		if t := p.Hands[s].Threat; t != 0 {
			drawn = append(drawn, t)
		}
	}
	if p.Stage == StageDraft && len(drawn) < len(chapter.Threats) {
		return fmt.Errorf("the threat deck has %v, but the chapter's is %v (S8)", p.Threats, chapter.Threats)
	}
	return checkThreats(drawn, chapter.Threats)
}

// checkThreats reports a threat number that the chapter does not have, or has
// only once.
func checkThreats(drawn, deck []int) error {
	left := map[int]int{}
	for _, n := range deck {
		left[n]++
	}
	for _, n := range drawn {
		if left[n]--; left[n] < 0 {
			return fmt.Errorf("threat %d is not in the threat deck that often; the chapter has %v (S8)", n, deck)
		}
	}
	return nil
}
