package tricks_test

import (
	"fmt"
	"slices"

	"fellowship/tricks"
)

// A second engine, for comparison only. It is slow and plain on purpose: cards
// are text, hands are slices, and every function reads like the rule it names.
// It shares no code with the package but the notation of cards.

// rbRound is a round played by the rulebook.
type rbRound struct {
	hands  []rbHand
	pile   []string // S10: the draw pile, next card first
	never  []bool   // seats that are never refilled (C4)
	trump  string   // T8: the trump suit's letter, or ""
	leader int

	trick       []rbPlay // the cards on the table, in the order played
	ringsMayBe  bool     // T6: the ring token
	tricksEnded int
	over        bool
}

// rbHand is what a seat holds: the cards in hand and, of a pyramid, the rows
// with "-" for an empty place. Uncovered cards of a pyramid are in cards too.
type rbHand struct {
	cards []string
	rows  [][]string
}

type rbPlay struct {
	seat  int
	card  string
	toWin bool
}

func rbSuit(card string) string { return card[:1] }
func rbRank(card string) int    { return int(card[1] - '0') }

func without(cards []string, card string) []string {
	return slices.DeleteFunc(slices.Clone(cards), func(c string) bool { return c == card })
}

func ofSuit(cards []string, suit string) []string {
	return slices.DeleteFunc(slices.Clone(cards), func(c string) bool { return rbSuit(c) != suit })
}

// begin makes the round ready for its first lead.
func (r *rbRound) begin() {
	for s := range r.hands {
		r.openPyramid(s)
	}
	r.beginTrick()
}

// openPyramid puts every uncovered card of a pyramid into the hand (S9): card i
// of a row is covered by cards i and i+1 of the row below.
func (r *rbRound) openPyramid(s int) {
	h := &r.hands[s]
	for y, row := range h.rows {
		for i, card := range row {
			covered := false
			if y+1 < len(h.rows) {
				below := h.rows[y+1]
				covered = below[i] != "-" || below[i+1] != "-"
			}
			if card != "-" && !covered && !slices.Contains(h.cards, card) {
				h.cards = append(h.cards, card)
			}
		}
	}
}

func (r *rbRound) seatsWithCards() int {
	n := 0
	for _, h := range r.hands {
		if len(h.cards) > 0 {
			n++
		}
	}
	return n
}

// beginTrick ends the round (T10) or finds who leads (T9).
func (r *rbRound) beginTrick() {
	r.trick = nil
	if r.seatsWithCards() <= 1 {
		r.over = true
		return
	}
	for len(r.hands[r.leader].cards) == 0 {
		r.leader = (r.leader + 1) % len(r.hands)
	}
}

// turn is the seat to play: the leader, then clockwise, leaving out seats that
// had no cards when the trick began (T3, T9).
func (r *rbRound) turn() int {
	if len(r.trick) == 0 {
		return r.leader
	}
	s := (r.trick[len(r.trick)-1].seat + 1) % len(r.hands)
	for len(r.hands[s].cards) == 0 {
		s = (s + 1) % len(r.hands)
	}
	return s
}

// legal lists the cards that may be played.
func (r *rbRound) legal() []string {
	hand := r.hands[r.turn()].cards
	if len(r.trick) == 0 {
		if r.ringsMayBe {
			return hand // T3
		}
		noRings := slices.DeleteFunc(slices.Clone(hand), func(c string) bool { return rbSuit(c) == "R" })
		if len(noRings) > 0 {
			return noRings // T6
		}
		return hand // T6: nothing but Rings
	}
	if follow := ofSuit(hand, rbSuit(r.trick[0].card)); len(follow) > 0 {
		return follow // T4
	}
	return hand // T4
}

// play plays a card; when the trick is complete it returns who won it, else −1.
func (r *rbRound) play(p rbPlay) int {
	h := &r.hands[p.seat]
	h.cards = without(h.cards, p.card)
	for _, row := range h.rows {
		if i := slices.Index(row, p.card); i >= 0 {
			row[i] = "-"
		}
	}
	r.trick = append(r.trick, p)
	for s, h := range r.hands {
		played := slices.ContainsFunc(r.trick, func(p rbPlay) bool { return p.seat == s })
		if !played && len(h.cards) > 0 {
			return -1
		}
	}
	winner := r.winner()
	r.tricksEnded++
	for _, p := range r.trick {
		if rbSuit(p.card) == "R" {
			r.ringsMayBe = true
		}
	}
	for s := range r.hands {
		r.openPyramid(s)
	}
	r.refill()
	r.leader = winner
	r.beginTrick()
	return winner
}

// winner is T7, T8, T5, in this order.
func (r *rbRound) winner() int {
	for _, p := range r.trick {
		if p.toWin {
			return p.seat
		}
	}
	suit := rbSuit(r.trick[0].card)
	for _, p := range r.trick {
		if r.trump != "" && rbSuit(p.card) == r.trump {
			suit = r.trump
		}
	}
	best := rbPlay{seat: -1, card: "?0"}
	for _, p := range r.trick {
		if rbSuit(p.card) == suit && rbRank(p.card) > rbRank(best.card) {
			best = p
		}
	}
	return best.seat
}

// refill gives each seat a card from the pile after a trick (S10).
func (r *rbRound) refill() {
	for s := range r.hands {
		if len(r.pile) > 0 && !r.never[s] {
			r.hands[s].cards = append(r.hands[s].cards, r.pile[0])
			r.pile = r.pile[1:]
		}
	}
}

func (r *rbRound) clone() *rbRound {
	c := *r
	c.trick = slices.Clone(r.trick)
	c.pile = slices.Clone(r.pile)
	c.hands = make([]rbHand, len(r.hands))
	for s, h := range r.hands {
		c.hands[s].cards = slices.Clone(h.cards)
		for _, row := range h.rows {
			c.hands[s].rows = append(c.hands[s].rows, slices.Clone(row))
		}
	}
	return &c
}

// layout is a round's start in a form that both engines are made from.
type layout struct {
	trump  tricks.Suit
	leader int
	hands  []tricks.Set
	// pyramid is the seat of the pyramid, or −1; its hand is then rows and extra.
	pyramid int
	rows    [][]tricks.Card
	extra   tricks.Set
	pile    []tricks.Card
	never   []bool
}

func codes(cards []tricks.Card) []string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = c.String()
	}
	return out
}

func (l *layout) rulebook() *rbRound {
	r := &rbRound{leader: l.leader, pile: codes(l.pile), never: l.never}
	if l.trump != tricks.NoSuit {
		r.trump = string(l.trump.Letter())
	}
	if r.never == nil {
		r.never = make([]bool, len(l.hands))
	}
	for s, set := range l.hands {
		h := rbHand{cards: codes(set.Cards())}
		if s == l.pyramid {
			h.cards = codes(l.extra.Cards())
			for _, row := range l.rows {
				h.rows = append(h.rows, codes(row))
			}
		}
		r.hands = append(r.hands, h)
	}
	r.begin()
	return r
}

func (l *layout) table() (*tricks.Table, tricks.State) {
	refills := tricks.Refills(l.pile, len(l.hands), func(s tricks.Seat) bool { return l.never != nil && l.never[s] })
	hands := make([]tricks.Hand, len(l.hands))
	for s, set := range l.hands {
		switch {
		case s == l.pyramid:
			hands[s] = tricks.Pyramid{Rows: l.rows, Extra: l.extra}
		case len(refills[s]) > 0:
			hands[s] = tricks.Solo{Start: set, Drawn: refills[s]}
		default:
			hands[s] = tricks.Plain(set)
		}
	}
	t := tricks.NewTable(l.trump, hands...)
	return t, t.Start(tricks.Seat(l.leader), tricks.NoCard)
}

func (l *layout) String() string {
	return fmt.Sprintf("trump %s, leader %d, hands %v, pyramid %d %v + %v, pile %v, never %v",
		l.trump, l.leader, l.hands, l.pyramid, l.rows, l.extra, l.pile, l.never)
}
